//! A hand as thirteen counts of four bits in one word.

use crate::cards::Rank;

/// How many cards of each rank: four bits a rank.
///
/// Counts stay below eight, so that the top bit of each nibble is free to
/// catch the carry of "is this count at least so much".
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Counts(pub u64);

const ONES: u64 = 0x1111_1111_1111_1111;

impl Counts {
    /// How many of a rank.
    #[inline]
    #[must_use]
    pub const fn of(self, rank: Rank) -> u8 {
        (self.0 >> (4 * rank) & 15) as u8
    }

    /// Add cards of a rank.
    #[inline]
    pub const fn add(&mut self, rank: Rank, n: u8) {
        self.0 += (n as u64) << (4 * rank);
    }

    /// Take cards of a rank away.
    #[inline]
    pub const fn take(&mut self, rank: Rank, n: u8) {
        self.0 -= (n as u64) << (4 * rank);
    }

    /// A bit (the lowest of the nibble) for every rank held.
    #[inline]
    #[must_use]
    pub const fn held(self) -> u64 {
        (self.0 | self.0 >> 1 | self.0 >> 2) & ONES
    }

    /// The same for every rank of which at least `n` are held, `n` in 1..=8.
    #[inline]
    #[must_use]
    pub const fn at_least(self, n: u8) -> u64 {
        (self.0 + (8 - n as u64) * ONES) >> 3 & ONES
    }

    /// How many different ranks.
    #[inline]
    #[must_use]
    pub const fn distinct(self) -> u32 {
        self.held().count_ones()
    }

    /// How many cards.
    #[must_use]
    pub fn total(self) -> u32 {
        (0..16).map(|rank| u32::from(self.of(rank))).sum()
    }

    /// The rank held that has `n` others below it.
    ///
    /// Without a loop, as random play asks for nothing else: a multiplication
    /// leaves in each nibble how many ranks are held up to there, and the ranks
    /// where that is not yet more than `n` are counted.
    #[inline]
    #[must_use]
    pub const fn nth_rank(self, n: u32) -> Rank {
        const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;
        const TOP: u64 = 0x8080_8080_8080_8080;
        let upto = self.held().wrapping_mul(ONES);
        let limit = TOP | ((n as u64) * 0x0101_0101_0101_0101);
        let even = (limit - (upto & LOW)) & TOP;
        let odd = (limit - (upto >> 4 & LOW)) & TOP;
        (even | odd >> 1).count_ones() as Rank
    }

    /// The ranks held, lowest first.
    #[inline]
    pub fn ranks(self) -> impl Iterator<Item = Rank> {
        ranks_in(self.held())
    }
}

/// The ranks whose bit is set.
#[inline]
pub(crate) fn ranks_in(mut bits: u64) -> impl Iterator<Item = Rank> {
    std::iter::from_fn(move || {
        (bits != 0).then(|| {
            let rank = (bits.trailing_zeros() / 4) as Rank;
            bits &= bits - 1;
            rank
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_counted() {
        let mut hand = Counts::default();
        for (rank, n) in [(0, 1), (5, 4), (12, 7)] {
            hand.add(rank, n);
        }
        assert_eq!(hand.ranks().collect::<Vec<_>>(), [0, 5, 12]);
        assert_eq!((hand.distinct(), hand.total()), (3, 12));
        for n in 1..=8 {
            let many: Vec<_> = ranks_in(hand.at_least(n)).collect();
            let slow: Vec<_> = (0..13).filter(|&r| hand.of(r) >= n).collect();
            assert_eq!(many, slow);
        }
        let nth: Vec<_> = (0..3).map(|n| hand.nth_rank(n)).collect();
        assert_eq!(nth, [0, 5, 12]);
        let full = Counts(0x7_7777_7777_7777);
        assert!((0..13).all(|n| full.nth_rank(n) == n as Rank));
        hand.take(5, 4);
        assert_eq!(hand.of(5), 0);
    }
}
