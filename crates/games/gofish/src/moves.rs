//! The one kind of move: an ask.

use crate::cards::{Rank, rank_name};
use std::fmt;
use takeback_core::{Player, Word};

/// "Seat so-and-so, have you any of this rank?"
#[derive(Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Ask {
    /// Who is asked.
    pub target: Player,
    /// For what.
    pub rank: Rank,
}

impl Ask {
    /// One more than the largest [`number`](Ask::number).
    pub const NUMBERS: usize = 8 * 16;

    /// A number for this ask.
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        (self.target.0 as usize & 7) << 4 | (self.rank as usize & 15)
    }
}

impl Word for Ask {
    #[inline]
    fn pack(self) -> u64 {
        self.number() as u64
    }

    #[inline]
    fn unpack(word: u64) -> Self {
        Ask { target: Player((word >> 4 & 7) as u8), rank: (word & 15) as Rank }
    }
}

/// Seat and rank: `2Q` asks seat 2 for queens.
impl fmt::Display for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", u32::from(self.target.0) + 1, rank_name(self.rank))
    }
}

impl fmt::Debug for Ask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
