//! Sets of cells as rows of bits.
//!
//! A board needs 1 to 10 words. Rules are written against [`BitSet`], so that
//! the compiler sees the number of words and unrolls every loop over them.

use std::fmt::Debug;

/// A set of cells, one bit each.
///
/// The usual operators of sets have names here, because that reads better in
/// rules than a row of `&` and `!`.
pub trait BitSet: Copy + Clone + Debug + Eq + PartialEq + Send + Sync + 'static {
    /// No cell at all.
    const EMPTY: Self;
    /// How many words the set has.
    const WORDS: usize;

    /// The set held in `words`, of which there must be enough.
    fn from_words(words: &[u64]) -> Self;
    /// One word of the set.
    fn word(&self, i: usize) -> u64;
    /// Whether cell number `bit` is in the set.
    fn contains(&self, bit: usize) -> bool;
    /// The set with one cell more.
    #[must_use]
    fn with(self, bit: usize) -> Self;
    /// The set with one cell less.
    #[must_use]
    fn without(self, bit: usize) -> Self;
    /// Cells in either set.
    #[must_use]
    fn or(self, other: Self) -> Self;
    /// Cells in both sets.
    #[must_use]
    fn and(self, other: Self) -> Self;
    /// Cells in this set and not in the other.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Whether no cell is in the set.
    fn is_empty(&self) -> bool;
    /// Whether the two sets share a cell.
    fn meets(self, other: Self) -> bool;
    /// How many cells are in the set.
    fn count(&self) -> u32;
    /// The lowest cell.
    fn first(&self) -> Option<usize>;
    /// The cell with exactly `n` lower ones in the set, if there are that many.
    fn nth(&self, n: u32) -> Option<usize>;
    /// Every cell number `by` higher; those pushed off the end are lost.
    #[must_use]
    fn shifted(self, by: i32) -> Self;

    /// Up to 32 bits from number `at` on.
    fn bits_at(&self, at: usize) -> u32;
    /// The set with these bits, from number `at` on, added.
    #[must_use]
    fn with_bits_at(self, at: usize, bits: u32) -> Self;

    /// The cells, ascending.
    #[inline]
    fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let bit = rest.first()?;
            rest = rest.without(bit);
            Some(bit)
        })
    }
}

/// A set of up to `64 * W` cells.
///
/// Plain loops here, no chains of iterators: these few lines are most of what every rule and the
/// judgement consist of, and builds that optimise in pieces do not always see through a chain.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Set<const W: usize>([u64; W]);

impl<const W: usize> Set<W> {
    /// For tables made at compile time.
    pub(crate) const fn from_array(words: [u64; W]) -> Self {
        Set(words)
    }
}

#[allow(clippy::needless_range_loop, clippy::manual_memcpy)]
impl<const W: usize> BitSet for Set<W> {
    const EMPTY: Self = Set([0; W]);
    const WORDS: usize = W;

    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        let (words, mut set) = (&words[..W], [0; W]);
        for i in 0..W {
            set[i] = words[i];
        }
        Set(set)
    }

    #[inline(always)]
    fn word(&self, i: usize) -> u64 {
        self.0[i]
    }

    #[inline(always)]
    fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    #[inline(always)]
    fn with(mut self, bit: usize) -> Self {
        self.0[bit / 64] |= 1 << (bit % 64);
        self
    }

    #[inline(always)]
    fn without(mut self, bit: usize) -> Self {
        self.0[bit / 64] &= !(1 << (bit % 64));
        self
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for i in 0..W {
            self.0[i] |= other.0[i];
        }
        self
    }

    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        for i in 0..W {
            self.0[i] &= other.0[i];
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, other: Self) -> Self {
        for i in 0..W {
            self.0[i] &= !other.0[i];
        }
        self
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        let mut all = 0;
        for i in 0..W {
            all |= self.0[i];
        }
        all == 0
    }

    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !self.and(other).is_empty()
    }

    #[inline(always)]
    fn count(&self) -> u32 {
        let mut count = 0;
        for i in 0..W {
            count += self.0[i].count_ones();
        }
        count
    }

    #[inline(always)]
    fn first(&self) -> Option<usize> {
        (0..W).find(|&i| self.0[i] != 0).map(|i| 64 * i + self.0[i].trailing_zeros() as usize)
    }

    #[inline]
    fn nth(&self, mut n: u32) -> Option<usize> {
        for i in 0..W {
            let here = self.0[i].count_ones();
            if n < here {
                let mut word = self.0[i];
                for _ in 0..n {
                    word &= word - 1;
                }
                return Some(64 * i + word.trailing_zeros() as usize);
            }
            n -= here;
        }
        None
    }

    #[inline(always)]
    fn bits_at(&self, at: usize) -> u32 {
        let (word, shift) = (at / 64, at % 64);
        let low = self.0[word] >> shift;
        let high = if shift > 32 && word + 1 < W { self.0[word + 1] << (64 - shift) } else { 0 };
        (low | high) as u32
    }

    #[inline(always)]
    fn with_bits_at(mut self, at: usize, bits: u32) -> Self {
        let (word, shift) = (at / 64, at % 64);
        let bits = u64::from(bits);
        self.0[word] |= bits << shift;
        if shift > 32 && word + 1 < W {
            self.0[word + 1] |= bits >> (64 - shift);
        }
        self
    }

    #[inline(always)]
    fn shifted(self, by: i32) -> Self {
        debug_assert!(by != 0 && by.abs() < 64, "a step spans less than a word");
        let (words, mut out) = (&self.0, [0; W]);
        if by > 0 {
            for i in 0..W {
                let carried = if i > 0 { words[i - 1] >> (64 - by) } else { 0 };
                out[i] = words[i] << by | carried;
            }
        } else {
            for i in 0..W {
                let carried = if i + 1 < W { words[i + 1] << (64 + by) } else { 0 };
                out[i] = words[i] >> -by | carried;
            }
        }
        Set(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    #[test]
    fn a_shift_moves_every_cell_by_as_much() {
        let mut rng = SplitMix::new(5);
        for _ in 0..200 {
            let set =
                Set([rng.next() & rng.next(), rng.next() & rng.next(), rng.next() & rng.next()]);
            for by in [-63, -26, -9, -1, 1, 7, 25, 63] {
                let slow: Vec<usize> = set
                    .iter()
                    .map(|bit| bit as i32 + by)
                    .filter(|bit| (0..192).contains(bit))
                    .map(|bit| bit as usize)
                    .collect();
                assert_eq!(set.shifted(by).iter().collect::<Vec<_>>(), slow);
            }
            for at in 0..160 {
                let slow =
                    (0..32).filter(|i| set.contains(at + i)).fold(0, |bits, i| bits | 1 << i);
                assert_eq!(set.bits_at(at), slow);
                let whole = set.iter().filter(|bit| !(at..at + 32).contains(bit));
                let whole = whole.fold(Set::EMPTY, Set::with).with_bits_at(at, slow);
                assert_eq!(whole, set);
            }
            for (n, bit) in set.iter().enumerate() {
                assert_eq!(set.nth(n as u32), Some(bit));
            }
            assert_eq!(set.nth(set.count()), None);
        }
    }
}
