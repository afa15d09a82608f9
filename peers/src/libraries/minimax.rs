//! minimax: alpha-beta with iterative deepening, and MCTS on boxes behind
//! atomic pointers. Positions may be copied or undone; small ones are faster
//! copied. Its playouts list all moves and stop at a ply of our choice; the
//! user may write another.

use crate::measure::{Sample, timed};
use crate::rules::{Four, Outcome, Playouts, Rules, leaf_value, playout};
use minimax::{
    Evaluation, Evaluator, Game, IterativeOptions, IterativeSearch, MCTSOptions,
    MonteCarloTreeSearch, RolloutPolicy, Strategy, Winner,
};
use rand::rngs::SmallRng;
use std::marker::PhantomData;
use takeback_core::SplitMix;

struct Lent<R>(PhantomData<R>);

#[inline]
fn winner<R: Rules>(board: &R) -> Option<Winner> {
    board.outcome().map(|outcome| match outcome {
        Outcome::Won(player) if player == board.mover() => Winner::PlayerToMove,
        Outcome::Won(_) => Winner::PlayerJustMoved,
        Outcome::Drawn => Winner::Draw,
    })
}

impl<R: Rules<Move = u8>> Game for Lent<R> {
    type S = R;
    type M = u8;

    #[inline]
    fn generate_moves(board: &R, moves: &mut Vec<u8>) -> Option<Winner> {
        let winner = winner(board);
        if winner.is_none() {
            board.each_move(|m| moves.push(m));
        }
        winner
    }

    #[inline]
    fn apply(board: &mut R, m: u8) -> Option<R> {
        Some(board.after(m))
    }

    #[inline]
    fn get_winner(board: &R) -> Option<Winner> {
        winner(board)
    }

    #[inline]
    fn zobrist_hash(board: &R) -> u64 {
        board.key()
    }

    #[inline]
    fn table_index(m: u8) -> u16 {
        u16::from(m)
    }

    #[inline]
    fn max_table_index() -> u16 {
        R::WIDEST as u16
    }
}

/// The user-written playout.
struct Policy<R, P>(PhantomData<(R, P)>);

impl<R: Rules<Move = u8>, P: Playouts<R>> RolloutPolicy for Policy<R, P> {
    type G = Lent<R>;

    fn random_move(&self, board: &mut R, _: &mut Vec<u8>, _: &mut SmallRng) -> Result<u8, Winner> {
        match winner(board) {
            Some(winner) => Err(winner),
            None => Ok(board.random_move(&mut SplitMix::new(board.key()))),
        }
    }

    /// One for a win of the player who has just moved; the largest number when
    /// the game is over already, which is how the library tells a proof.
    fn rollout(&self, _: &MCTSOptions, board: &R) -> i32 {
        let just_moved = board.mover().other();
        let over = board.outcome().is_some();
        let result = i32::from(playout::<R, P>(board).halves(just_moved)) - 1;
        if over { result * i32::MAX } else { result }
    }
}

fn options<R: Rules>() -> MCTSOptions {
    MCTSOptions::default()
        .with_num_threads(1)
        .with_max_rollout_depth(200)
        .with_rollouts_before_expanding(R::RIPE)
}

fn go<R: Rules<Move = u8>>(mut search: MonteCarloTreeSearch<Lent<R>>, simulations: u64) -> Sample
where
    Lent<R>: Sync,
{
    search.set_max_rollouts(simulations as u32);
    timed(|| {
        let chosen = search.choose_move(&R::start());
        (simulations, chosen)
    })
}

/// MCTS with its own playouts.
pub(crate) fn listing<R: Rules<Move = u8>>(simulations: u64) -> Sample {
    go(MonteCarloTreeSearch::<Lent<R>>::new(options::<R>()), simulations)
}

/// MCTS with a playout of ours.
pub(crate) fn lent<R: Rules<Move = u8>, P: Playouts<R>>(simulations: u64) -> Sample {
    let policy = Box::new(Policy::<R, P>(PhantomData));
    go(MonteCarloTreeSearch::new_with_policy(options::<R>(), policy), simulations)
}

struct Leaf;

impl Evaluator for Leaf {
    type G = Lent<Four>;

    #[inline]
    fn evaluate(&self, board: &Four) -> Evaluation {
        leaf_value(board.key())
    }
}

/// Alpha-beta on Connect Four to a depth; the work is in nodes. Also tells the
/// value found. `ordered` adds countermoves and their history.
pub(crate) fn alpha_beta(depth: u32, table_mib: usize, ordered: bool) -> (Sample, i32) {
    let mut options = IterativeOptions::new().with_table_byte_size(table_mib << 20);
    if ordered {
        options = options.with_countermoves().with_countermove_history();
    }
    let mut search = IterativeSearch::new(Leaf, options);
    search.set_max_depth(depth as u8);
    let mut board = Four::start();
    let mut sample = timed(|| (0, search.choose_move(&Four::start())));
    sample.work = explored(&search.stats(&mut board)).unwrap_or(0);
    (sample, i32::from(search.root_value()))
}

/// The library tells its nodes only in prose: `Explored 123 nodes to depth …`.
fn explored(stats: &str) -> Option<u64> {
    let rest = stats.split("Explored ").nth(1)?;
    rest.split(' ').next()?.parse().ok()
}

/// Paths through the library's eyes, games that end before included.
#[cfg(test)]
pub(crate) fn perft<R: Rules<Move = u8>>(depth: u32) -> u64 {
    fn walk<R: Rules<Move = u8>>(board: &mut R, depth: u32) -> u64 {
        let mut moves = Vec::new();
        if depth == 0 || Lent::<R>::generate_moves(board, &mut moves).is_some() {
            return 1;
        }
        let mut paths = 0;
        for m in moves {
            let mut next = Lent::<R>::apply(board, m).expect("positions are copied");
            paths += walk(&mut next, depth - 1);
        }
        paths
    }
    walk(&mut R::start(), depth)
}
