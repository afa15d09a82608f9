//! Which child to try next.

use super::Options;
use super::tree::{Block, Family, LANES, NodeId, Tree};
use crate::bits::Bits;
use std::sync::atomic::Ordering::Relaxed;

/// The numbers of one choice that all children share.
///
/// A child's value is the mean of its own results and of all simulations in
/// which its cell fell to the same colour later (RAVE), the latter weighing
/// `1 / (1 / RAVE_FIRST + n / rave)` each, so that they lead at first and
/// saturate at `rave`; plus exploration and a prior that fades with visits.
pub(super) struct Formula {
    /// The logarithm of the parent's visits, times the squared weight.
    explore: f32,
    first_play: f32,
    rave_base: f32,
    rave_slope: f32,
}

/// What the first result of all moves as first weighs against an own one.
const RAVE_FIRST: f32 = 2.0;
/// Weight of the first-play value: just enough to decide where nothing is known.
const FAINT: f32 = 0.02;

impl Formula {
    pub(super) fn new(options: &Options, visits: u32) -> Self {
        let explore = options.exploration * options.exploration;
        Formula {
            explore: explore * (visits.max(1) as f32).ln(),
            first_play: FAINT * options.first_play,
            rave_base: if options.rave > 0.0 { 1.0 / RAVE_FIRST } else { f32::INFINITY },
            rave_slope: if options.rave > 0.0 { 1.0 / options.rave } else { 0.0 },
        }
    }

    /// The scores of a block's children.
    #[inline]
    fn scores(&self, block: &Block) -> [f32; LANES] {
        let stat: [u64; LANES] = std::array::from_fn(|i| block.stat[i].load(Relaxed));
        let amaf: [u64; LANES] = std::array::from_fn(|i| block.amaf[i].load(Relaxed));
        let bias: [u32; LANES] = std::array::from_fn(|i| block.bias[i].load(Relaxed));
        // By way of i32, which the machine converts eight at a time.
        std::array::from_fn(|i| {
            let (visits, wins) = ((stat[i] >> 32) as i32 as f32, stat[i] as i32 as f32);
            let (told, told_won) = ((amaf[i] >> 32) as i32 as f32, amaf[i] as i32 as f32);
            let each = 1.0 / (self.rave_base + self.rave_slope * told);
            let value = (wins + told_won * each + self.first_play) / (visits + told * each + FAINT);
            let fade = 1.0 / (visits + 1.0);
            value + (self.explore * fade).sqrt() + f32::from_bits(bias[i]) * fade.sqrt()
        })
    }
}

impl<B: Bits> Tree<B> {
    /// The child with the best score; `None` when all are excluded.
    #[inline]
    pub(super) fn best_child(&self, family: &Family<B>, formula: &Formula) -> Option<NodeId> {
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

/// Below every score of a child that may be played, above all others.
const LOWEST: f32 = -1e3;
