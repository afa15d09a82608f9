//! takeback itself.

use crate::measure::{Sample, timed};
use crate::rules::leaf_value;
use takeback_core::{Evaluator, Game, Keyed, Payoff, Player, Playout, SplitMix, Turn};
use takeback_hex::{Hex, Size, Swap};
use takeback_search::mcts::{Drawing, Mcts, Options, Rollout, Stepwise, Whole};
use takeback_search::{AlphaBeta, Limits, Score, Search};
use takeback_small::ConnectFour;

/// The empty 11x11 board without swap.
pub(crate) fn hex11() -> Hex<u128> {
    let size = Size::square(11).expect("11x11 is a board");
    Hex::new(size, Swap::Off).expect("11x11 fits 128 bits")
}

/// MCTS on Connect Four, moves drawn one by one, made and taken back.
pub(crate) fn connect_four_walked(simulations: u64, threads: usize, seed: u64) -> Sample {
    let search = Mcts::new(Stepwise::new(Drawing));
    simulate(search, &ConnectFour::<7, 6>::default(), simulations, threads, seed)
}

/// MCTS on Connect Four with the game's own playout, on a copy.
pub(crate) fn connect_four(simulations: u64, threads: usize, seed: u64) -> Sample {
    let search = Mcts::new(Whole::default());
    simulate(search, &ConnectFour::<7, 6>::default(), simulations, threads, seed)
}

/// MCTS on Hex with the game's own playout.
pub(crate) fn hex(simulations: u64, threads: usize, seed: u64) -> Sample {
    simulate(Mcts::new(Whole::default()), &hex11(), simulations, threads, seed)
}

/// With the exploration that all have here. Ours is less as it comes, which
/// makes trees deeper and simulations longer.
fn simulate<G: Game, R: Rollout<G>>(
    search: Mcts<G, R>,
    game: &G,
    simulations: u64,
    threads: usize,
    seed: u64,
) -> Sample {
    let mut search = search.with(Options { exploration: 1.0, ..Options::default() });
    let limits = Limits { threads, seed, memory: 1024, ..Limits::iterations(simulations) };
    timed(move || {
        let report = search.search(game, &limits, &mut |_| ());
        (report.expect("a game at its start can be searched").iterations, search)
    })
}

#[derive(Copy, Clone)]
struct Leaf;

impl Evaluator<ConnectFour<7, 6>> for Leaf {
    const LIMIT: i32 = 1000;

    #[inline]
    fn score(&mut self, game: &ConnectFour<7, 6>, player: Player) -> i32 {
        let value = i32::from(leaf_value(game.key().0));
        if game.turn() == Turn::Player(player) { value } else { -value }
    }
}

/// Alpha-beta on Connect Four to a depth; the work is in nodes. Also tells the
/// value found.
pub(crate) fn alpha_beta(depth: u32, table_mib: usize) -> (Sample, i32) {
    let game = ConnectFour::<7, 6>::default();
    let mut search = AlphaBeta::new(Leaf).indexed();
    let limits = |depth| Limits { memory: table_mib, ..Limits::depth(depth) };
    // The other side has its table allocated and blank before the clock starts.
    search.search(&game, &limits(depth), &mut |_| ()).expect("an open game");
    search.forget();
    let mut value = 0;
    let sample = timed(|| {
        let report = search.search(&game, &limits(depth), &mut |_| ()).expect("an open game");
        if let Score::Points(points) = report.score {
            value = points;
        }
        (report.nodes, ())
    });
    (sample, value)
}

/// Random games of Connect Four by the playout hook.
pub(crate) fn connect_four_playouts(games: u64, seed: u64) -> Sample {
    playouts(&ConnectFour::<7, 6>::default(), games, seed)
}

/// Random games of Hex by the playout hook.
pub(crate) fn hex_playouts(games: u64, seed: u64) -> Sample {
    playouts(&hex11(), games, seed)
}

fn playouts<G: Playout>(game: &G, games: u64, seed: u64) -> Sample {
    let (mut scratch, mut rng) = (G::Scratch::default(), SplitMix::new(seed));
    let mut results = [Payoff::DRAW; 2];
    timed(|| {
        let mut wins = 0;
        for _ in 0..games {
            game.playout(&mut scratch, &mut rng, &mut results);
            wins += u64::from(results[0] == Payoff::WIN);
        }
        (games, wins)
    })
}
