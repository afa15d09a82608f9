//! Sets of cells as machine words.
//!
//! Everything that asks "is something there" or "who gets there first" runs on
//! these. The number of words is fixed per class of board, so that loops over
//! them unroll.

/// A set of cells: bit `n` stands for cell number `n`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::NONE
    }
}

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const NONE: Self = Bits([0; W]);

    /// The set of one cell.
    #[inline]
    #[must_use]
    pub fn only(cell: u16) -> Self {
        let mut bits = Self::NONE;
        bits.set(cell);
        bits
    }

    /// The cells `0..cells`.
    #[must_use]
    pub fn first_cells(cells: u16) -> Self {
        (0..cells).collect()
    }

    /// The word of a cell. The mask changes nothing for a cell of the board and
    /// saves the test of the bound where the number of words is a power of two.
    #[inline]
    const fn word(cell: u16) -> usize {
        let word = cell as usize / 64;
        if W.is_power_of_two() { word % W } else { word }
    }

    /// Whether `cell` is in the set.
    #[inline]
    #[must_use]
    pub fn contains(&self, cell: u16) -> bool {
        self.0[Self::word(cell)] >> (cell % 64) & 1 == 1
    }

    /// Add a cell.
    #[inline]
    pub fn set(&mut self, cell: u16) {
        self.0[Self::word(cell)] |= 1 << (cell % 64);
    }

    /// Remove a cell.
    #[inline]
    pub fn clear(&mut self, cell: u16) {
        self.0[Self::word(cell)] &= !(1 << (cell % 64));
    }

    /// How many cells are in the set.
    #[inline]
    #[must_use]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    /// Whether no cell is in the set.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, w| all | w) == 0
    }

    /// Cells of either set.
    #[inline]
    #[must_use]
    pub fn or(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a |= b;
        }
        self
    }

    /// Cells of both sets.
    #[inline]
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= b;
        }
        self
    }

    /// Cells of this set that are not in the other.
    #[inline]
    #[must_use]
    pub fn minus(mut self, other: Self) -> Self {
        for (a, b) in self.0.iter_mut().zip(other.0) {
            *a &= !b;
        }
        self
    }

    /// Every cell number raised by `by`, which is below 64 and not zero.
    #[inline]
    #[must_use]
    pub fn raised(self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by), "a shift within one word");
        let mut out = Self::NONE;
        for i in (1..W).rev() {
            out.0[i] = self.0[i] << by | self.0[i - 1] >> (64 - by);
        }
        out.0[0] = self.0[0] << by;
        out
    }

    /// Every cell number lowered by `by`, which is below 64 and not zero.
    #[inline]
    #[must_use]
    pub fn lowered(self, by: u32) -> Self {
        debug_assert!((1..64).contains(&by), "a shift within one word");
        let mut out = Self::NONE;
        for i in 0..W - 1 {
            out.0[i] = self.0[i] >> by | self.0[i + 1] << (64 - by);
        }
        out.0[W - 1] = self.0[W - 1] >> by;
        out
    }

    /// The cells in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<W> {
        let words = self.0;
        let mut at = 0;
        let mut left = words[0];
        std::iter::from_fn(move || {
            while left == 0 {
                at += 1;
                left = *words.get(at)?;
            }
            let bit = left.trailing_zeros();
            left &= left - 1;
            Some((at as u32 * 64 + bit) as u16)
        })
    }

    /// The `n`th cell of the set in ascending order.
    #[must_use]
    pub fn nth(&self, n: usize) -> Option<u16> {
        let mut skip = n as u32;
        for (at, &word) in self.0.iter().enumerate() {
            let here = word.count_ones();
            if skip < here {
                let mut left = word;
                for _ in 0..skip {
                    left &= left - 1;
                }
                return Some((at as u32 * 64 + left.trailing_zeros()) as u16);
            }
            skip -= here;
        }
        None
    }
}

impl<const W: usize> FromIterator<u16> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = u16>>(cells: I) -> Self {
        let mut bits = Self::NONE;
        for cell in cells {
            bits.set(cell);
        }
        bits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_cross_words_both_ways() {
        let bits: Bits<3> = [0, 5, 63, 64, 127, 150].into_iter().collect();
        let up: Vec<u16> = bits.raised(7).iter().collect();
        assert_eq!(up, [7, 12, 70, 71, 134, 157]);
        assert_eq!(bits.raised(7).lowered(7), bits);
        assert_eq!(bits.lowered(6).iter().collect::<Vec<_>>(), [57, 58, 121, 144]);
    }

    #[test]
    fn the_nth_cell_is_the_nth_of_the_iteration() {
        let bits: Bits<2> = [3, 17, 64, 99, 120].into_iter().collect();
        for (n, cell) in bits.iter().enumerate() {
            assert_eq!(bits.nth(n), Some(cell));
        }
        assert_eq!(bits.nth(5), None);
        assert_eq!(bits.count(), 5);
    }
}
