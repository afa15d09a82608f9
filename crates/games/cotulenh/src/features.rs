//! What a learned judge sees: every piece on its square, whether it is a hero,
//! and whether others ride with it, from one's own side of the board.
//!
//! What a move changed is told by the cells it overwrote, which are kept for the
//! way back anyway.

use crate::geometry::Square;
use crate::pieces::{Kind, Side, Stack};
use crate::state::CoTuLenh;
use takeback_core::{Bag, Features, Taken};

const SQUARES: usize = 11 * 12;
const KINDS: usize = Kind::ALL.len();
/// Where heroes by type begin, heroes by square, and pieces that are carried.
const HEROES: usize = 2 * KINDS * SQUARES;
const HERO_SQUARES: usize = HEROES + 2 * KINDS;
const CARRIED: usize = HERO_SQUARES + 2 * SQUARES;

/// The number of a square as seen by a side: Blue looks from the other end. The sea is
/// to the left of both.
#[inline]
fn seen(at: Square, view: usize) -> usize {
    let rank = usize::from(at.rank());
    let rank = if view == 0 { rank } else { 11 - rank };
    rank * 11 + usize::from(at.file())
}

/// Everything about what stands on a square.
#[inline]
fn tell(at: Square, stack: Stack, out: &mut impl Bag) {
    if stack.is_empty() {
        return;
    }
    for view in 0..2 {
        let (foe, square) = (usize::from(stack.side().index() != view), seen(at, view));
        for (kind, heroic) in stack.pieces() {
            out.add(view, (foe * KINDS + kind.index()) * SQUARES + square);
            if heroic {
                out.add(view, HEROES + foe * KINDS + kind.index());
                out.add(view, HERO_SQUARES + foe * SQUARES + square);
            }
        }
        for _ in 1..stack.len() {
            out.add(view, CARRIED + foe * SQUARES + square);
        }
    }
}

impl Features for CoTuLenh {
    /// How many cells had been overwritten.
    type Snapshot = usize;
    const FEATURES: usize = CARRIED + 2 * SQUARES;
    /// Nineteen pieces a side, all of them heroes, carried as far as may be.
    const MOST_FEATURES: usize = 38 * 3 + 26;
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        "cotulenh: pieces, heroes and riders on squares, 1".to_owned()
    }

    /// Ten stacks a bucket.
    #[inline]
    fn bucket(&self) -> usize {
        let stacks: usize = Side::BOTH.map(|side| usize::from(self.board.count(side))).iter().sum();
        (stacks.saturating_sub(1) / 10).min(3)
    }

    #[inline]
    fn snapshot(&self) -> usize {
        self.trail.len()
    }

    fn list_features(&self, out: &mut impl Bag) {
        for at in Square::all() {
            tell(at, self.at(at), out);
        }
    }

    #[inline]
    fn changed_features(&self, before: &usize, out: &mut impl Bag) {
        let trail = &self.trail[(*before).min(self.trail.len())..];
        for (i, saved) in trail.iter().enumerate() {
            let now = self.at(saved.at);
            // The oldest entry of a cell holds what stood there before the move.
            if saved.old != now && trail[..i].iter().all(|earlier| earlier.at != saved.at) {
                tell(saved.at, saved.old, &mut Taken(out));
                tell(saved.at, now, out);
            }
        }
    }
}
