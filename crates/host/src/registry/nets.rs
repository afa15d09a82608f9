//! What a network costs: the same walks with and without it, to be timed.

use super::of::random_lines;
use crate::engines::Learned;
use std::sync::Arc;
use takeback_core::{Evaluator, Features, Player, Turn};
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

/// Prepares walks of a game for a network.
pub(crate) type NetRuns<G> = Box<dyn Fn(&G, Arc<SparseNet>, u64) -> NetWalker + Send + Sync>;

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
                    NetWalk::Followed => judge.catch_up(),
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
