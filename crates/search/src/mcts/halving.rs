//! Sequential halving at the root with Gumbel noise.
//!
//! Danihelka and others (2022): draw the moves that take part without
//! replacement by prior plus Gumbel noise, give all of them the same number of
//! simulations, drop the worse half, and so on until one is left. With few
//! simulations this wastes none on moves that are out of the race.

use super::proof::{Proof, Results};
use super::tree::{NodeId, Tree};
use crate::rank::sort_few;
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::{Payoff, Player, SplitMix};

/// How much a mean counts against prior and noise, with no visits at all.
const VISITS_FLOOR: f32 = 50.0;

/// The moves still in the race.
pub(super) struct Halving {
    alive: Vec<(NodeId, f32)>,
    rounds: u32,
}

impl Halving {
    /// Draw `considered` of the root's children.
    pub(super) fn new<M: Copy>(tree: &Tree<M>, considered: usize, rng: &mut SplitMix) -> Self {
        let mut alive: Vec<(NodeId, f32)> = match tree.family(NodeId::ROOT) {
            Some(family) => tree.children(family).map(|c| (c, noisy_logit(tree, c, rng))).collect(),
            None => Vec::new(),
        };
        sort_few(&mut alive, |a, b| a.1 > b.1);
        alive.truncate(considered.max(2));
        let rounds = alive.len().max(2).next_power_of_two().ilog2();
        Halving { alive, rounds }
    }

    /// Rounds from start to end.
    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }

    /// The children that take turns in the next round.
    pub(super) fn alive(&self) -> Vec<NodeId> {
        self.alive.iter().map(|&(child, _)| child).collect()
    }

    /// Drop the worse half.
    pub(super) fn halve<M: Copy>(&mut self, tree: &Tree<M>, results: &Results, player: Player) {
        let visits = self.alive.iter().map(|&(c, _)| tree.stat(c).done).max().unwrap_or(0);
        let weight = VISITS_FLOOR + visits as f32;
        let worth =
            |&(child, logit): &(NodeId, f32)| logit + weight * value(tree, results, player, child);
        let mut ranking: Vec<_> = self.alive.iter().map(|one| (*one, worth(one))).collect();
        sort_few(&mut ranking, |a, b| a.1 > b.1);
        self.alive = ranking.into_iter().map(|(one, _)| one).collect();
        self.alive.truncate(self.alive.len().div_ceil(2));
    }

    /// The winner, once a single move is left (or the race was cut short).
    pub(super) fn leader(&self) -> Option<NodeId> {
        self.alive.first().map(|&(child, _)| child)
    }
}

/// What a child is known to be worth; proven ones exactly, unplayable nothing.
fn value<M: Copy>(tree: &Tree<M>, results: &Results, player: Player, child: NodeId) -> f32 {
    match Proof::read(tree.proof(child)) {
        Some(proof) if proof.is_dead() => -1e6,
        Some(proof) => match results.payoff(proof, player) {
            Payoff::WIN => 1e6,
            Payoff::LOSS => -1e3,
            payoff => payoff.share(),
        },
        None => tree.stat(child).mean(),
    }
}

fn noisy_logit<M: Copy>(tree: &Tree<M>, child: NodeId, rng: &mut SplitMix) -> f32 {
    let prior = if tree.columns.prior {
        f32::from_bits(tree.prior[child.chunk()][child.lane()].load(Relaxed))
    } else {
        1.0
    };
    let unit = rng.unit().clamp(1e-12, 1.0 - 1e-12);
    let gumbel = -(-unit.ln()).ln();
    prior.max(1e-9).ln() + gumbel as f32
}
