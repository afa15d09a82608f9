//! What a search has to say.

use super::Ended;
use super::tree::{NodeId, Proof, Tree};
use std::time::Duration;
use takeback_hex::Bits;
use takeback_hex::Cell;
use takeback_hex::Move;

/// How sure a value is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Certainty {
    /// An estimate.
    Open,
    /// Proven to win for the colour in turn.
    Won,
    /// Proven to lose.
    Lost,
}

/// What was learned of one move.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct FoundMove {
    /// The move.
    pub m: Move,
    /// Simulations spent on it.
    pub visits: u64,
    /// The share of them it won.
    pub share: f32,
    /// Whether that is proven.
    pub certainty: Certainty,
}

/// The answer of a search, and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The move to play.
    pub best: Move,
    /// Its worth to the colour in turn between 0 and 1.
    pub share: f32,
    /// Whether that is proven.
    pub certainty: Certainty,
    /// The line expected, the best move first.
    pub line: Vec<Move>,
    /// Every move that was looked at, in order of cells.
    pub moves: Vec<FoundMove>,
    /// Simulations done.
    pub simulations: u64,
    /// Plies played in them, and nodes of the solver.
    pub nodes: u64,
    /// Mean depth of the tree.
    pub depth: u32,
    /// Deepest line looked at.
    pub deepest: u32,
    /// Closer looks taken.
    pub looks: u64,
    /// Time taken.
    pub time: Duration,
    /// Why it ended; `None` while it goes on.
    pub ended: Option<Ended>,
}

/// Longest line reported.
const LINE: usize = 64;

impl Found {
    /// The only move there is, or the table's.
    pub(super) fn only(m: Move) -> Found {
        Found {
            best: m,
            share: 0.5,
            certainty: Certainty::Open,
            line: vec![m],
            moves: vec![FoundMove { m, visits: 0, share: 0.5, certainty: Certainty::Open }],
            simulations: 0,
            nodes: 0,
            depth: 0,
            deepest: 0,
            looks: 0,
            time: Duration::ZERO,
            ended: Some(Ended::NoChoice),
        }
    }

    /// A move that is proven to win.
    pub(super) fn proven(m: Move, nodes: u64) -> Found {
        let (share, certainty) = (1.0, Certainty::Won);
        let moves = vec![FoundMove { m, visits: 0, share, certainty }];
        Found { share, certainty, moves, nodes, ended: Some(Ended::Solved), ..Found::only(m) }
    }

    /// Swap where no answer to the first stone is better than even: whoever
    /// swaps stands where the opponent would.
    pub(super) fn offer_swap(&mut self) {
        let certainty = match self.certainty {
            Certainty::Open => Certainty::Open,
            Certainty::Won => Certainty::Lost,
            Certainty::Lost => Certainty::Won,
        };
        let swap = FoundMove { m: Move::Swap, visits: 0, share: 1.0 - self.share, certainty };
        if self.share < 0.5 {
            (self.best, self.share, self.certainty) = (swap.m, swap.share, certainty);
            self.line.insert(0, Move::Swap);
            self.line.truncate(1);
        }
        self.moves.push(swap);
    }

    /// The state of a tree.
    pub(super) fn of_tree<B: Bits>(tree: &Tree<B>, fallback: Cell) -> Found {
        let mut found = Found::only(Move::Place(fallback));
        let Some(family) = tree.family(NodeId::ROOT) else { return found };
        found.moves.clear();
        let mut best: Option<(u8, u32, NodeId)> = None;
        for child in family.nodes() {
            let (visits, _) = tree.stat(child);
            let certainty = certainty(tree.proof(child));
            // A lost move is better than none; of those the one that took longest.
            let class = match certainty {
                Certainty::Won => 2,
                Certainty::Open => u8::from(visits > 0),
                Certainty::Lost => 0,
            };
            if best.is_none_or(|(c, v, _)| (class, visits) > (c, v)) {
                best = Some((class, visits, child));
            }
            if visits > 0 || certainty != Certainty::Open {
                let share = share(tree, child, certainty);
                let m = Move::Place(Cell::from(tree.cell(child)));
                found.moves.push(FoundMove { m, visits: u64::from(visits), share, certainty });
            }
        }
        let Some((_, _, best)) = best else { return found };
        found.best = Move::Place(Cell::from(tree.cell(best)));
        found.certainty = certainty(tree.proof(best));
        if tree.proof(NodeId::ROOT) == Some(Proof::Win) {
            found.certainty = Certainty::Lost;
        }
        found.share = share(tree, best, found.certainty);
        found.line = line(tree, best);
        found
    }
}

fn certainty(proof: Option<Proof>) -> Certainty {
    match proof {
        None => Certainty::Open,
        Some(Proof::Win) => Certainty::Won,
        Some(Proof::Loss) => Certainty::Lost,
    }
}

fn share<B: Bits>(tree: &Tree<B>, node: NodeId, certainty: Certainty) -> f32 {
    match certainty {
        Certainty::Won => 1.0,
        Certainty::Lost => 0.0,
        Certainty::Open => tree.share(node),
    }
}

/// The most visited way on.
fn line<B: Bits>(tree: &Tree<B>, from: NodeId) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut at = Some(from);
    while let Some(node) = at.filter(|_| moves.len() < LINE) {
        moves.push(Move::Place(Cell::from(tree.cell(node))));
        let next = tree.family(node).and_then(|family| {
            let rank = |child: NodeId| (tree.proof(child) == Some(Proof::Win), tree.stat(child).0);
            family.nodes().max_by_key(|&child| rank(child))
        });
        at = next.filter(|&child| tree.stat(child).0 > 0);
    }
    moves
}
