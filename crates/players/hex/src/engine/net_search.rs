//! Search led by the net: its policy says where to look, its value who is ahead.
//!
//! The tree, its proofs, fill-in, closer looks and threads are those of the
//! simulations. What differs is a leaf: it is judged once by the net instead of by
//! random games, and gets its children at once. Results are counted in parts of a
//! visit, [`UNIT`], since a judgement lies between a win and a loss.

use super::look::Look;
use super::net::Judge;
use super::simulate::{Board, Choices, Tally, choices, conclude, settled};
use super::tree::{Block, Family, LANES, NodeId, Proof, Tree};
use super::{Options, Puct};
use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::SplitMix;
use takeback_hex::Bits;
use takeback_hex::{Colour, Geometry, MAX_SIDE};
use takeback_hex::{Room, play_on};

/// Parts of a visit in which results are counted.
pub(super) const UNIT: u32 = 256;
/// More visits than this would overflow a counter of results.
pub(super) const MOST: u64 = (u32::MAX / UNIT) as u64 / 2;
/// Random games at a leaf where they have a say at all.
const GAMES: usize = 8;

/// One thread's part in a search.
pub(super) struct Judged<'a, B: Bits> {
    geometry: &'static Geometry<B>,
    options: &'a Options,
    puct: Puct,
    tree: &'a Tree<B>,
    root: Board<B>,
    look: Look<B>,
    judge: Judge,
    room: Room,
    rng: SplitMix,
    path: Vec<Step<B>>,
    /// Visits that have arrived and wait to be judged, the oldest first.
    flights: VecDeque<Flight<B>>,
    /// Per cell a logit, then a share.
    policy: Vec<f32>,
    pub(super) tally: Tally,
}

#[derive(Copy, Clone, Debug)]
struct Step<B> {
    family: Family<B>,
    mover: Colour,
    parent: NodeId,
    chosen: NodeId,
}

/// A visit on its way.
struct Flight<B> {
    path: Vec<Step<B>>,
    leaf: Leaf<B>,
}

/// A node without children, and the board there.
struct Leaf<B> {
    node: NodeId,
    board: Board<B>,
    /// The stones that were played; the tree stands on filled boards.
    played: [B; 2],
}

/// Where a descent ends.
enum Arrived<B> {
    Leaf(Leaf<B>),
    /// At a node whose winner is known.
    Known(Colour),
}

/// What a visit came to.
enum Outcome {
    /// The chance of Black to win, as the net sees it.
    Judged { black: f32 },
    /// A node whose winner is known.
    Known { winner: Colour },
}

impl<'a, B: Bits> Judged<'a, B> {
    pub(super) fn new(
        geometry: &'static Geometry<B>,
        (options, puct): (&'a Options, Puct),
        tree: &'a Tree<B>,
        root: Board<B>,
        look: Look<B>,
        rng: SplitMix,
    ) -> Self {
        Judged {
            geometry,
            options,
            puct,
            tree,
            root,
            look,
            judge: Judge::new(geometry.size),
            room: Room::default(),
            rng,
            path: Vec::with_capacity(MAX_SIDE * MAX_SIDE),
            flights: VecDeque::new(),
            policy: vec![0.0; geometry.size.cells()],
            tally: Tally::default(),
        }
    }

    /// Visit one leaf, and land the oldest visit if as many as may be are under way.
    pub(super) fn simulate(&mut self) {
        let arrived = self.descend();
        let depth = self.path.len() as u32;
        self.tally.simulations += 1;
        self.tally.depths += u64::from(depth);
        self.tally.deepest = self.tally.deepest.max(depth);
        match arrived {
            Arrived::Known(winner) => self.ascend(&Outcome::Known { winner }),
            // Nobody else has anywhere to go before the root has children.
            Arrived::Leaf(leaf) if self.puct.in_flight <= 1 || leaf.node == NodeId::ROOT => {
                let outcome = self.judge_leaf(&leaf);
                self.ascend(&outcome);
            }
            Arrived::Leaf(leaf) => {
                let path = self.path.drain(..).collect();
                self.flights.push_back(Flight { path, leaf });
                if self.flights.len() >= self.puct.in_flight {
                    self.land();
                }
            }
        }
    }

    /// Land all visits under way.
    pub(super) fn finish(&mut self) {
        while !self.flights.is_empty() {
            self.land();
        }
    }

    fn land(&mut self) {
        if let Some(Flight { path, leaf }) = self.flights.pop_front() {
            self.path.extend(path);
            let outcome = self.judge_leaf(&leaf);
            self.ascend(&outcome);
        }
    }

    /// Walk down to a leaf, or to where the winner is known.
    fn descend(&mut self) -> Arrived<B> {
        let tree = self.tree;
        let mut board = self.root;
        let mut played = board.stones;
        let mut node = NodeId::ROOT;
        let mut visits = tree.enter(node);
        loop {
            if let Some(proof) = tree.proof(node) {
                return Arrived::Known(settled(proof, board.mover));
            }
            let Some(family) = tree.family(node) else {
                return Arrived::Leaf(Leaf { node, board, played });
            };
            board.stones = family.stones;
            let hot = visits >= self.puct.look_after || node == NodeId::ROOT;
            if hot && tree.claim_look(node) {
                self.tally.looks += 1;
                self.look.visit(self.geometry, tree, node, family, &board);
                continue;
            }
            let Some(chosen) = tree.best_judged(family, &self.puct, node) else {
                tree.prove(node, Proof::Win);
                continue;
            };
            let mover = board.mover;
            self.path.push(Step { family: *family, mover, parent: node, chosen });
            let at = tree.cell(chosen);
            board.play(at);
            played[mover.index()] = played[mover.index()].with(at);
            node = chosen;
            visits = tree.enter(node);
        }
    }

    /// Give a node its children with the net's policy, and say what it is worth. Fill-in
    /// may decide the game.
    fn judge_leaf(&mut self, leaf: &Leaf<B>) -> Outcome {
        let &Leaf { node, ref board, played } = leaf;
        let g = self.geometry;
        let Some(Choices { stones, cells }) = choices(g, self.tree, node, board) else {
            let won = self.tree.proof(node) == Some(Proof::Win);
            let winner = if won { board.mover.other() } else { board.mover };
            return Outcome::Known { winner };
        };
        let value = if node == NodeId::ROOT {
            self.judge.judge_twice(g, played, board.mover, &mut self.policy)
        } else {
            let turn = self.rng.next() >> 63 != 0;
            self.judge.judge(played, board.mover, turn, &mut self.policy)
        };
        share_out(&mut self.policy, cells, self.puct.softness);
        let policy = &self.policy;
        self.tree.open(node, stones, cells, |at| policy[at]);
        let own = self.mixed(value, board);
        let black = if board.mover == Colour::Black { own } else { 1.0 - own };
        Outcome::Judged { black }
    }

    /// The net's value with the say that random games have.
    fn mixed(&mut self, value: f32, board: &Board<B>) -> f32 {
        let mix = self.puct.mix;
        if mix <= 0.0 {
            return value;
        }
        let (g, policy) = (self.geometry, self.options.policy);
        let mut won = 0;
        for _ in 0..GAMES {
            let (room, rng) = (&mut self.room, &mut self.rng);
            let stones = play_on(g, board.stones, board.mover, policy, board.last, room, rng);
            won += usize::from(g.joins(board.mover, stones[board.mover.index()]));
        }
        self.tally.plies += GAMES as u64;
        value + mix * (won as f32 / GAMES as f32 - value)
    }

    /// Tell every node on the path, and carry proofs up.
    fn ascend(&mut self, outcome: &Outcome) {
        let tree = self.tree;
        let (black, known) = match *outcome {
            Outcome::Judged { black } => (black, false),
            Outcome::Known { winner } => (f32::from(u8::from(winner == Colour::Black)), true),
        };
        let parts = (black * UNIT as f32).round() as u32;
        let worth = |mover: Colour| if mover == Colour::Black { parts } else { UNIT - parts };
        while let Some(Step { family, mover, parent, chosen }) = self.path.pop() {
            tree.gain(chosen, worth(mover));
            if known {
                conclude(tree, &family, parent, chosen);
            }
        }
        tree.gain(NodeId::ROOT, worth(self.root.mover.other()));
    }
}

/// Turn logits into shares of the cells `among`; `softness` above one evens them out.
fn share_out<B: Bits>(policy: &mut [f32], among: B, softness: f32) {
    let highest = among.iter().map(|at| policy[at]).fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for at in among.iter() {
        policy[at] = ((policy[at] - highest) / softness).exp();
        sum += policy[at];
    }
    among.iter().for_each(|at| policy[at] /= sum);
}

/// The numbers of one choice that all children share.
struct Formula {
    /// Weight of a child's share, times the root of the parent's visits.
    explore: f32,
    /// What a child without visits is taken to be worth.
    first_play: f32,
}

impl Formula {
    #[inline]
    fn scores(&self, block: &Block) -> [f32; LANES] {
        std::array::from_fn(|i| {
            let stat = block.stat[i].load(Relaxed);
            let bias = f32::from_bits(block.bias[i].load(Relaxed));
            let visits = (stat >> 32) as i32 as f32;
            let gained = stat as u32 as f32 * (1.0 / UNIT as f32);
            let value = if visits > 0.0 { gained / visits } else { self.first_play };
            value + self.explore * bias / (1.0 + visits)
        })
    }
}

/// Below every score of a child that may be played, above all others.
const LOWEST: f32 = -1e3;
/// Visits from which on the weight of shares grows noticeably.
const GROWTH: f32 = 4000.0;

impl<B: Bits> Tree<B> {
    /// The child to visit next; `None` when all are excluded.
    fn best_judged(&self, family: &Family<B>, puct: &Puct, parent: NodeId) -> Option<NodeId> {
        let (visits, gained) = self.stat(parent);
        // This very visit has been counted and has not come back yet.
        let visits = visits.saturating_sub(1).max(1) as f32;
        let own = (1.0 - gained as f32 / (UNIT as f32 * visits)).max(0.0);
        // The more of the policy has been tried, the less the rest is trusted.
        let tried: f32 = family
            .nodes()
            .filter(|&child| self.stat(child).0 > 0)
            .map(|child| self.bias(child).max(0.0))
            .sum();
        let weight = puct.exploration * (1.0 + (1.0 + visits / GROWTH).ln());
        let formula = Formula {
            explore: weight * visits.sqrt(),
            first_play: own - puct.first_play * tried.sqrt(),
        };
        let mut best = (LOWEST, NodeId::ROOT);
        for number in family.blocks() {
            let scores = formula.scores(self.block(number));
            for (lane, &score) in scores.iter().enumerate() {
                if score > best.0 {
                    best = (score, NodeId::new(number, lane));
                }
            }
        }
        (best.0 > LOWEST).then_some(best.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_add_up_and_soften() {
        let cells = 0b1011u64;
        let mut sharp = [1.0, 2.0, 9.0, 3.0];
        let mut soft = sharp;
        share_out(&mut sharp, cells, 1.0);
        share_out(&mut soft, cells, 2.0);
        for shares in [sharp, soft] {
            assert!((shares[0] + shares[1] + shares[3] - 1.0).abs() < 1e-6);
            assert!(shares[3] > shares[1] && shares[1] > shares[0]);
        }
        assert!(soft[3] < sharp[3]);
    }
}
