//! What a network costs and what it makes of a position, beside the hand-made judge: for
//! those who measure.

use super::runs::random_lines;
use crate::engines::Learned;
use crate::play::{Table, TableOf};
use std::sync::Arc;
use takeback_core::{Evaluator, Features, Notation, Player, Portable, Turn};
use takeback_net::sparse::SparseNet;

/// What is done at every position of a walk.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum NetWalk {
    /// Nothing: moves are made and taken back.
    Plain,
    /// The accumulators of both views are brought up to date.
    Followed,
    /// And the network judges.
    Judged,
    /// The hand-made judge judges, and there is no network.
    HandMade,
}

/// Walks through prepared games; says how many moves that were.
pub type NetWalker = Box<dyn FnMut(NetWalk) -> u64>;

/// What a position is worth to the player in turn at first sight, in points; `None` where
/// nobody is, or the table is another game's.
pub type Glance = Box<dyn FnMut(&dyn Table) -> Option<i32>>;

/// Prepares walks of a game for a network.
type Walks<G> = Box<dyn Fn(&G, Arc<SparseNet>, u64) -> NetWalker + Send + Sync>;

/// Prepares glances by a network, or by hand.
type Glances = Box<dyn Fn(Option<Arc<SparseNet>>) -> Glance + Send + Sync>;

/// What there is to measure networks of a game.
pub(crate) struct NetRuns<G> {
    pub(crate) walks: Walks<G>,
    pub(crate) glances: Glances,
}

/// Judges tables as they stand, without looking ahead.
pub(crate) fn glance<G, E>(eval: E, net: Option<Arc<SparseNet>>) -> Glance
where
    G: Features + Notation + Portable,
    E: Evaluator<G> + 'static,
{
    let mut judge: Learned<G, E> = match net {
        Some(net) => Learned::with(eval, net),
        None => Learned::new(eval),
    };
    Box::new(move |table| {
        let game = table.as_any().downcast_ref::<TableOf<G>>()?.now();
        let Turn::Player(player) = game.turn() else { return None };
        judge.begin(game);
        Some(judge.score(game, player))
    })
}

/// Random games of so many moves together, walked forth and back.
pub(crate) fn walker<G: Features, E: Evaluator<G> + 'static>(
    start: &G,
    eval: E,
    net: Arc<SparseNet>,
    plies: u64,
) -> NetWalker {
    let mut game = start.clone();
    let lines = random_lines(&game, plies);
    let mut undos = Vec::new();
    let mut judge = Learned::with(eval.clone(), net);
    let mut hand_made = eval;
    Box::new(move |what| {
        let mut made = 0;
        let mut sum = 0i64;
        judge.begin(&game);
        hand_made.begin(&game);
        for line in &lines {
            for &m in line {
                match what {
                    NetWalk::Plain => undos.push(game.make(m)),
                    NetWalk::HandMade => {
                        hand_made.making(&game, m);
                        undos.push(game.make(m));
                        hand_made.made(&game, m);
                    }
                    NetWalk::Followed | NetWalk::Judged => {
                        judge.making(&game, m);
                        undos.push(game.make(m));
                        judge.made(&game, m);
                    }
                }
                let decider = match game.turn() {
                    Turn::Player(player) => player,
                    _ => Player::FIRST,
                };
                match what {
                    NetWalk::Plain => {}
                    NetWalk::Followed => judge.catch_up(&game),
                    NetWalk::Judged => sum += i64::from(judge.score(&game, decider)),
                    NetWalk::HandMade => sum += i64::from(hand_made.score(&game, decider)),
                }
            }
            for &m in line.iter().rev() {
                let undo = undos.pop().expect("one token for each move");
                game.unmake(m, undo);
                match what {
                    NetWalk::Plain => {}
                    NetWalk::HandMade => hand_made.unmade(&game, m),
                    NetWalk::Followed | NetWalk::Judged => judge.unmade(&game, m),
                }
            }
            made += line.len() as u64;
        }
        // What nobody looks at, a compiler may leave out.
        std::hint::black_box(sum);
        made
    })
}
