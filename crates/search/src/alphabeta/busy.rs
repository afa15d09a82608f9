//! Which moves other threads are looking at (simplified ABDADA, Kerrigan 2017
//! after Weill 1996).
//!
//! Threads that search the same tree and meet in the table only make the same
//! nodes at the same time. So a thread puts off a move, other than a node's
//! first, that another has in hand at that depth: when its turn comes, the
//! table knows the answer. The marks are hints without a lock: a lost one costs
//! a little double work, never a value.

use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::{Key, mix};

/// Nodes this deep and more are shared; below, marks cost more than they save.
pub(super) const FROM_DEPTH: u32 = 3;

/// Places for marks: far more than moves in hand.
const PLACES: usize = 1 << 14;

/// A place is four marks side by side.
const WAYS: usize = 4;

/// The moves in hand.
pub(super) struct Busy(Vec<AtomicU64>);

impl Default for Busy {
    fn default() -> Self {
        Busy(std::iter::repeat_with(AtomicU64::default).take(PLACES * WAYS).collect())
    }
}

/// A move of a node at a depth.
#[derive(Copy, Clone)]
pub(super) struct Mark(u64);

impl Mark {
    #[inline]
    pub(super) fn new(key: Key, ordinal: usize, depth: u32) -> Mark {
        Mark(mix(key.0 ^ mix((ordinal as u64) << 8 | u64::from(depth))) | 1)
    }
}

impl Busy {
    #[inline]
    fn place(&self, mark: Mark) -> &[AtomicU64] {
        let at = (mark.0 >> 32) as usize % PLACES * WAYS;
        &self.0[at..at + WAYS]
    }

    /// Whether somebody has this move in hand.
    #[inline]
    pub(super) fn has(&self, mark: Mark) -> bool {
        self.place(mark).iter().any(|way| way.load(Relaxed) == mark.0)
    }

    /// Take it in hand; in a crowd another mark gives way.
    #[inline]
    pub(super) fn take(&self, mark: Mark) {
        let place = self.place(mark);
        let free = place.iter().find(|way| way.load(Relaxed) == 0).unwrap_or(&place[0]);
        free.store(mark.0, Relaxed);
    }

    /// Let go of it.
    #[inline]
    pub(super) fn drop(&self, mark: Mark) {
        for way in self.place(mark) {
            if way.load(Relaxed) == mark.0 {
                way.store(0, Relaxed);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_and_go() {
        let busy = Busy::default();
        let (a, b) = (Mark::new(Key::nth(1), 3, 5), Mark::new(Key::nth(1), 3, 6));
        busy.take(a);
        assert!(busy.has(a) && !busy.has(b));
        busy.take(a);
        busy.drop(a);
        assert!(!busy.has(a), "two who hold it let go at once");
    }
}
