//! Which child to try next.

use super::Options;
use super::tree::{Block, Family, LANES, NodeId, Tree};
use std::sync::atomic::Ordering::Relaxed;
use takeback_hex::Bits;

/// The numbers of one choice that all children share.
///
/// A child's value is the mean of its own results and of all simulations in
/// which its cell fell to the same colour later (RAVE), the latter weighing
/// `1 / (1 / RAVE_FIRST + n / rave)` each, so that they lead at first and
/// saturate at `rave`; plus exploration and a prior that fades with visits.
pub(super) struct Formula {
    /// The root of the logarithm of the parent's visits, times its weight.
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
        Formula {
            explore: options.exploration * (visits.max(1) as f32).ln().sqrt(),
            first_play: FAINT * options.first_play,
            rave_base: if options.rave > 0.0 { 1.0 / RAVE_FIRST } else { f32::INFINITY },
            rave_slope: if options.rave > 0.0 { 1.0 / options.rave } else { 0.0 },
        }
    }

    /// The scores of a block's children. First everything is loaded, then the
    /// arithmetic runs over whole arrays, which the compiler does in wide steps.
    #[inline]
    fn scores(&self, block: &Block) -> [f32; LANES] {
        let mut visits = [0.0f32; LANES];
        let mut wins = [0.0f32; LANES];
        let mut told = [0.0f32; LANES];
        let mut told_won = [0.0f32; LANES];
        let mut bias = [0.0f32; LANES];
        for i in 0..LANES {
            let (stat, amaf) = (block.stat[i].load(Relaxed), block.amaf[i].load(Relaxed));
            // By way of i32, for which there is an instruction.
            visits[i] = (stat >> 32) as i32 as f32;
            wins[i] = stat as i32 as f32;
            told[i] = (amaf >> 32) as i32 as f32;
            told_won[i] = amaf as i32 as f32;
            bias[i] = f32::from_bits(block.bias[i].load(Relaxed));
        }
        let mut scores = [0.0f32; LANES];
        for i in 0..LANES {
            let each = 1.0 / (self.rave_base + self.rave_slope * told[i]);
            let sum = wins[i] + told_won[i] * each + self.first_play;
            let value = sum / (visits[i] + told[i] * each + FAINT);
            let fade = (1.0 / (visits[i] + 1.0)).sqrt();
            scores[i] = value + (self.explore + bias[i]) * fade;
        }
        scores
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
