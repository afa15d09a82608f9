//! What a worker counts while it runs simulations.

use super::share::Share;
use std::ops::Deref;

/// What a worker has done so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    /// Simulations, those that gave no result included.
    pub(crate) simulations: u64,
    /// Simulations with a result.
    pub(crate) counted: u64,
    /// Positions visited.
    pub(crate) nodes: u64,
    /// Depths in the tree, added up.
    pub(crate) depths: u64,
    pub(crate) deepest: u32,
    pub(crate) rebuilt: u64,
    /// Every player's results, added up in units.
    pub(crate) sums: Vec<u64>,
}

impl Tally {
    /// For so many players.
    pub(crate) fn new(players: usize) -> Tally {
        Tally { sums: vec![0; players], ..Tally::default() }
    }

    /// A simulation that went so deep in the tree and found this, or nothing.
    #[inline]
    pub(crate) fn note(&mut self, depth: u32, found: Option<&[Share]>) {
        self.simulations += 1;
        self.nodes += u64::from(depth);
        self.depths += u64::from(depth);
        self.deepest = self.deepest.max(depth);
        if let Some(shares) = found {
            self.counted += 1;
            for (seat, sum) in self.sums.iter_mut().enumerate() {
                *sum += u64::from(shares[seat].units());
            }
        }
    }

    /// Every player's mean result.
    pub(crate) fn shares(&self) -> Vec<f32> {
        let all = self.counted.max(1) as f64 * f64::from(Share::ONE.units());
        self.sums.iter().map(|&sum| (sum as f64 / all) as f32).collect()
    }

    /// The work of several workers together.
    pub(crate) fn sum(tallies: impl Iterator<Item = impl Deref<Target = Tally>>) -> Tally {
        let mut sum = Tally::default();
        for tally in tallies {
            sum.simulations += tally.simulations;
            sum.counted += tally.counted;
            sum.nodes += tally.nodes;
            sum.depths += tally.depths;
            sum.deepest = sum.deepest.max(tally.deepest);
            sum.rebuilt += tally.rebuilt;
            sum.sums.resize(tally.sums.len(), 0);
            for (sum, part) in sum.sums.iter_mut().zip(&tally.sums) {
                *sum += part;
            }
        }
        sum
    }
}
