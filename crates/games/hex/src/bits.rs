//! Sets of cells as bits, in four sizes behind one trait.
//!
//! A board of up to 64 cells lives in one word, up to 128 (11x11) in a `u128`,
//! larger ones in arrays. The whole crate is generic over the class, so the
//! small boards pay nothing for the large ones.

use crate::geometry::{Geometry, SIZES, Size};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};
use std::sync::OnceLock;
use takeback_core::{SplitMix, mix};

/// A set of cells, one bit each.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// How many cells fit.
    const BITS: usize;
    /// No cell.
    const EMPTY: Self;

    /// The set of one cell.
    fn bit(at: usize) -> Self;
    /// Whether the cell is in the set.
    fn has(self, at: usize) -> bool;
    /// How many cells are in the set.
    fn count(self) -> usize;
    /// The lowest cell. Some number at or above [`BITS`](Bits::BITS) for the empty set.
    fn lowest(self) -> usize;
    /// The set without its lowest cell.
    #[must_use]
    fn without_lowest(self) -> Self;
    /// All cells moved up by `by` places, less than 64.
    #[must_use]
    fn up(self, by: u32) -> Self;
    /// All cells moved down by `by` places, less than 64.
    #[must_use]
    fn down(self, by: u32) -> Self;
    /// The lowest `cells` places in reverse order; the set must lie within them.
    #[must_use]
    fn reversed(self, cells: usize) -> Self;
    /// Every cell of a board of so many in the set with probability one half. A board of up to 64 draws one word in
    /// both classes that are words, and so is played alike in both.
    fn random(rng: &mut SplitMix, cells: usize) -> Self;
    /// The tables of a board of this size; it must fit.
    fn geometry(size: Size) -> &'static Geometry<Self>;

    /// A hash of the set.
    fn fold(self) -> u64;

    /// Whether no cell is in the set.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// The cells of this set that are not in `other`.
    #[inline]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// Whether the sets share a cell.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether every cell of this set is in `other`.
    #[inline]
    fn within(self, other: Self) -> bool {
        self.minus(other).is_empty()
    }

    /// The set with a cell added.
    #[inline]
    #[must_use]
    fn with(self, at: usize) -> Self {
        self | Self::bit(at)
    }

    /// The set with a cell taken out.
    #[inline]
    #[must_use]
    fn without(self, at: usize) -> Self {
        self.minus(Self::bit(at))
    }

    /// The cells from the lowest up.
    #[inline]
    fn iter(self) -> Cells<Self> {
        Cells(self)
    }

    /// The `n`th cell from the lowest; the set must have more than `n`.
    fn nth(self, n: usize) -> usize;
}

/// The `n`th cell from the lowest of words, lowest first; they must hold more
/// than `n`.
#[inline]
fn nth_of_words(words: impl IntoIterator<Item = u64>, mut n: usize) -> usize {
    let mut below = 0;
    for word in words {
        let upto = ones_upto_bytes(word);
        let all = (upto >> 56) as usize;
        if n < all {
            return below + nth_of_word(word, upto, n);
        }
        n -= all;
        below += 64;
    }
    below
}

/// In every byte the ones of the word up to and with that byte.
#[inline]
fn ones_upto_bytes(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(0x0101_0101_0101_0101)
}

/// Finds the byte by comparing all eight counts at once, then walks the rest of
/// its ones: at most seven steps where a plain walk has up to 63.
#[inline]
fn nth_of_word(word: u64, upto: u64, n: usize) -> usize {
    const TOPS: u64 = 0x8080_8080_8080_8080;
    // A byte's top bit stays set where its count is at most `n`.
    let passed = ((TOPS | (n as u64 * 0x0101_0101_0101_0101)) - upto) & TOPS;
    let byte = (passed >> 7).wrapping_mul(0x0101_0101_0101_0101) >> 56;
    let before = upto << 8 >> (8 * byte) & 0xff;
    let mut rest = word >> (8 * byte);
    for _ in before..n as u64 {
        rest &= rest - 1;
    }
    8 * byte as usize + rest.trailing_zeros() as usize
}

/// The cells of a set, from the lowest up.
#[derive(Copy, Clone, Debug)]
pub struct Cells<B>(B);

impl<B: Bits> Iterator for Cells<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let at = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(at)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count();
        (n, Some(n))
    }
}

macro_rules! word {
    ($word:ty, $random:expr, $fold:expr) => {
        impl Bits for $word {
            const BITS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn bit(at: usize) -> Self {
                1 << at
            }
            #[inline]
            fn has(self, at: usize) -> bool {
                self >> at & 1 != 0
            }
            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                self << by
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                self >> by
            }
            #[inline]
            fn reversed(self, cells: usize) -> Self {
                self.reverse_bits() >> (<$word>::BITS as usize - cells)
            }
            #[inline]
            fn random(rng: &mut SplitMix, cells: usize) -> Self {
                $random(rng, cells)
            }
            #[inline]
            fn fold(self) -> u64 {
                $fold(self)
            }
            #[inline]
            fn nth(self, n: usize) -> usize {
                let word = |i: u32| (self >> (64 * i)) as u64;
                nth_of_words((0..<$word>::BITS / 64).map(word), n)
            }
            fn geometry(size: Size) -> &'static Geometry<Self> {
                static TABLE: [OnceLock<Box<Geometry<$word>>>; SIZES] =
                    [const { OnceLock::new() }; SIZES];
                TABLE[size.index()].get_or_init(|| Box::new(Geometry::new(size)))
            }
        }
    };
}

word!(u64, |rng: &mut SplitMix, _| rng.next(), mix);
word!(
    u128,
    |rng: &mut SplitMix, cells| {
        let high = if cells > 64 { rng.next() } else { 0 };
        u128::from(high) << 64 | u128::from(rng.next())
    },
    |set: u128| mix(mix((set >> 64) as u64).wrapping_add(set as u64))
);

/// A set of cells too large for a `u128`: `N` words, lowest first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Wide([0; N])
    }
}

macro_rules! wordwise {
    ($trait:ident, $method:ident, $op:tt) => {
        impl<const N: usize> $trait for Wide<N> {
            type Output = Self;
            #[inline]
            fn $method(self, other: Self) -> Self {
                Wide(std::array::from_fn(|i| self.0[i] $op other.0[i]))
            }
        }
    };
}

wordwise!(BitAnd, bitand, &);
wordwise!(BitOr, bitor, |);
wordwise!(BitXor, bitxor, ^);

impl<const N: usize> Not for Wide<N> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Wide(self.0.map(|word| !word))
    }
}

impl<const N: usize> BitAndAssign for Wide<N> {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl<const N: usize> BitOrAssign for Wide<N> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

macro_rules! wide {
    ($n:literal) => {
        impl Bits for Wide<$n> {
            const BITS: usize = 64 * $n;
            const EMPTY: Self = Wide([0; $n]);

            #[inline]
            fn bit(at: usize) -> Self {
                let mut words = [0; $n];
                words[at / 64] = 1 << (at % 64);
                Wide(words)
            }
            #[inline]
            fn has(self, at: usize) -> bool {
                self.0[at / 64] >> (at % 64) & 1 != 0
            }
            #[inline]
            fn count(self) -> usize {
                self.0.iter().map(|word| word.count_ones() as usize).sum()
            }
            #[inline]
            fn lowest(self) -> usize {
                for (i, word) in self.0.into_iter().enumerate() {
                    if word != 0 {
                        return 64 * i + word.trailing_zeros() as usize;
                    }
                }
                Self::BITS
            }
            #[inline]
            fn without_lowest(mut self) -> Self {
                for word in &mut self.0 {
                    if *word != 0 {
                        *word &= *word - 1;
                        break;
                    }
                }
                self
            }
            #[inline]
            fn up(self, by: u32) -> Self {
                let lower = |i: usize| if i == 0 { 0 } else { self.0[i - 1] };
                // Two shifts, so that `by` = 0 takes nothing from below.
                Wide(std::array::from_fn(|i| self.0[i] << by | lower(i) >> 1 >> (63 - by)))
            }
            #[inline]
            fn down(self, by: u32) -> Self {
                let upper = |i: usize| if i + 1 == $n { 0 } else { self.0[i + 1] };
                Wide(std::array::from_fn(|i| self.0[i] >> by | upper(i) << 1 << (63 - by)))
            }
            fn reversed(self, cells: usize) -> Self {
                let mut turned = Self::EMPTY;
                for at in self.iter() {
                    turned = turned.with(cells - 1 - at);
                }
                turned
            }
            #[inline]
            fn random(rng: &mut SplitMix, _: usize) -> Self {
                Wide(std::array::from_fn(|_| rng.next()))
            }
            #[inline]
            fn fold(self) -> u64 {
                self.0.iter().fold(0, |hash, &word| mix(hash.wrapping_add(word)))
            }
            #[inline]
            fn nth(self, n: usize) -> usize {
                nth_of_words(self.0, n)
            }
            fn geometry(size: Size) -> &'static Geometry<Self> {
                static TABLE: [OnceLock<Box<Geometry<Wide<$n>>>>; SIZES] =
                    [const { OnceLock::new() }; SIZES];
                TABLE[size.index()].get_or_init(|| Box::new(Geometry::new(size)))
            }
        }
    };
}

wide!(4);
wide!(6);

#[cfg(test)]
mod tests {
    use super::*;

    fn class_keeps_the_laws<B: Bits>() {
        let mut rng = SplitMix::new(5);
        for round in 0..200 {
            let mut set = B::random(&mut rng, B::BITS) & B::random(&mut rng, B::BITS);
            match round % 4 {
                0 => set = !set,
                1 => set &= B::random(&mut rng, B::BITS) & B::random(&mut rng, B::BITS),
                _ => {}
            }
            let cells: Vec<usize> = set.iter().collect();
            assert_eq!(cells.len(), set.count());
            assert!(cells.iter().all(|&at| set.has(at) && B::bit(at).within(set)));
            assert_eq!(cells.iter().fold(B::EMPTY, |s, &at| s.with(at)), set);
            for by in [0, 1, 7, 18, 63] {
                let up = cells.iter().map(|at| at + by).filter(|&at| at < B::BITS);
                assert!(set.up(by as u32).iter().eq(up));
                let down = cells.iter().filter_map(|at| at.checked_sub(by));
                assert!(set.down(by as u32).iter().eq(down));
            }
            let turned = set.reversed(B::BITS);
            assert!(turned.iter().eq(cells.iter().rev().map(|at| B::BITS - 1 - at)));
            for (n, &at) in cells.iter().enumerate() {
                assert_eq!(set.nth(n), at);
            }
        }
    }

    #[test]
    fn all_classes_agree_with_lists_of_cells() {
        class_keeps_the_laws::<u64>();
        class_keeps_the_laws::<u128>();
        class_keeps_the_laws::<Wide<4>>();
        class_keeps_the_laws::<Wide<6>>();
    }
}
