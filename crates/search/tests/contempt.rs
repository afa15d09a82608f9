//! Contempt: what a draw is worth to the player a search is for.

mod common;

use common::number;
use common::tree::{Shape, Tree, Written};
use takeback_core::{Evaluator, Game, Key, Keyed, Moves, Payoff, Player, Turn, ZeroSum};
use takeback_search::alphabeta::{MOST_CONTEMPT, Options, Parallel};
use takeback_search::{AlphaBeta, Limits, Score, Search, Stopped};

const UNIT: i32 = 1024;

/// Full width, no table, no window: the value to `me`, with draws worth `draw` to `asked`.
fn twin(tree: &mut Tree, depth: u32, ply: i32, me: Player, asked: Player, draw: i32) -> i32 {
    let mover = match tree.turn() {
        Turn::Over => {
            return match tree.payoff(me).0 {
                1000.. => 1000 * UNIT - ply,
                ..=-1000 => ply - 1000 * UNIT,
                0 if me == asked => draw,
                0 => -draw,
                share => share * UNIT,
            };
        }
        turn => turn.decider().expect("no chance in these trees"),
    };
    let value = if depth == 0 {
        tree.node().scores[mover.index()]
    } else {
        let moves = tree.legal_moves().into_iter();
        let values = moves.map(|m| {
            let undo = tree.make(m);
            let value = twin(tree, depth - 1, ply + 1, mover, asked, draw);
            tree.unmake(m, undo);
            value
        });
        values.max().expect("no dead ends in these trees")
    };
    if mover == me { value } else { -value }
}

fn with_contempt(contempt: i32) -> Options {
    Options { contempt, ..Options::default() }
}

/// How far the searches look: not to the end, where a draw is told as what it is.
const DEPTH: u32 = 3;

/// One search with one table for all positions of a layer, whoever is in turn there: what was found for one
/// player must not answer for the other, who comes to the same positions as far from the root.
#[test]
fn draws_are_worth_what_the_player_in_turn_makes_of_them() {
    let mut seen = [0; 2];
    for (contempt, parallel, threads) in [
        (200, Parallel::Lazy, 1),
        (-200, Parallel::Lazy, 1),
        (350, Parallel::Lazy, 3),
        (350, Parallel::Root, 3),
    ] {
        let options = Options { parallel, ..with_contempt(contempt) };
        let mut search = AlphaBeta::new(Written::default()).options(options);
        for seed in 0..60 {
            let mut tree = Shape { over: 4, ..Shape::default() }.grow(seed);
            for at in 0..tree.nodes.len() {
                if at % Shape::default().width == 0 {
                    search.forget();
                }
                tree.at = at;
                let Some(mover) = tree.turn().decider() else { continue };
                let limits = Limits { memory: 1, threads, ..Limits::depth(DEPTH) };
                let report = search.search(&tree, &limits, &mut |_| ()).expect("a move");
                if report.stopped == Some(Stopped::Forced) {
                    continue;
                }
                let value = twin(&mut tree, DEPTH, 0, mover, mover, -contempt);
                // A proven draw is told as what it is.
                let told = match report.score {
                    Score::Exact(0) => -i64::from(contempt),
                    score => number(score),
                };
                assert_eq!(told, i64::from(value), "seed {seed} at {at}: {report:?}");
                seen[mover.index()] += usize::from(value == -contempt);
            }
        }
    }
    assert!(seen.iter().all(|&drawn| drawn > 25), "draws decide now and then: {seen:?}");
}

/// What is seen to the end is the same with any contempt.
#[test]
fn proofs_do_not_care() {
    let mut draws = 0;
    for seed in 0..200 {
        let tree = Shape { over: 4, ..Shape::default() }.grow(seed);
        let [plain, proud, meek] = [0, MOST_CONTEMPT, -MOST_CONTEMPT].map(|contempt| {
            let mut search = AlphaBeta::new(Written::default()).options(with_contempt(contempt));
            let limits = Limits { memory: 1, ..Limits::depth(8) };
            search.search(&tree, &limits, &mut |_| ()).expect("a move")
        });
        assert_eq!(plain.score, proud.score, "seed {seed}");
        assert_eq!(plain.score, meek.score, "seed {seed}");
        draws += usize::from(plain.score == Score::Exact(0));
    }
    assert!(draws > 10, "{draws}");
}

/// Whoever begins may go round in a circle with the other, or walk off into a long corridor
/// where nothing happens and the evaluator says what it thinks of them.
#[derive(Clone, Debug, PartialEq)]
struct Corridor {
    at: u8,
    been: Vec<u8>,
    begins: Player,
}

const AROUND: u8 = 1;
const OFF: u8 = 3;

impl Game for Corridor {
    type Move = u8;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        Turn::Player(if self.at.is_multiple_of(2) { self.begins } else { self.begins.other() })
    }
    fn moves(&self, out: &mut Moves<u8>) {
        match self.at {
            0 => out.extend([AROUND, OFF]),
            AROUND => out.extend([0]),
            at => out.extend([at + 1]),
        }
    }
    fn make(&mut self, to: u8) {
        self.been.push(self.at);
        self.at = to;
    }
    fn unmake(&mut self, _: u8, (): ()) {
        self.at = self.been.pop().expect("made before");
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

impl ZeroSum for Corridor {}

impl Keyed for Corridor {
    fn key(&self) -> Key {
        Key::nth(u64::from(self.at))
    }
    fn key_from_scratch(&self) -> Key {
        self.key()
    }
    fn is_repeat(&self) -> bool {
        self.been.contains(&self.at)
    }
}

/// The corridor is worth so much to whoever began.
#[derive(Clone, Debug)]
struct Worth(i32);

impl Evaluator<Corridor> for Worth {
    fn score(&mut self, game: &Corridor, player: Player) -> i32 {
        let worth = if game.at >= OFF { self.0 } else { 0 };
        if player == game.begins { worth } else { -worth }
    }
}

#[test]
fn repetitions_are_avoided_or_sought() {
    for begins in [Player::FIRST, Player::SECOND] {
        let start = Corridor { at: 0, been: Vec::new(), begins };
        let plays = |worth: i32, contempt: i32| {
            let mut search = AlphaBeta::new(Worth(worth)).options(with_contempt(contempt));
            let limits = Limits { memory: 1, ..Limits::depth(6) };
            search.search(&start, &limits, &mut |_| ()).expect("a move").best
        };
        assert_eq!(plays(-20, 0), AROUND, "a draw is better than being worse");
        assert_eq!(plays(-20, 30), OFF, "unless a draw is worse still");
        assert_eq!(plays(-20, 10), AROUND);
        assert_eq!(plays(20, 0), OFF, "who is better plays on");
        assert_eq!(plays(20, -30), AROUND, "unless a draw is what is wanted");
        assert_eq!(plays(20, -10), OFF);
    }
}
