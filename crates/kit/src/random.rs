//! The generator of a table: 32 bits of state, kept in a word like the rest.

/// Mulberry32: one addition and two multiplications a number.
///
/// The state is part of the table, so a shuffle taken back is shuffled the same
/// way when it is made again.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Mulberry(pub u32);

impl Mulberry {
    /// The stream of a text seed: `h = 31 h + code` over its UTF-16 codes.
    ///
    /// ```
    /// use takeback_kit::Mulberry;
    /// assert_eq!(Mulberry::seeded("ab"), Mulberry(31 * 97 + 98));
    /// ```
    #[must_use]
    pub fn seeded(text: &str) -> Self {
        Mulberry(
            text.encode_utf16()
                .fold(0, |h: u32, code| h.wrapping_mul(31).wrapping_add(u32::from(code))),
        )
    }

    /// The next 32 bits.
    #[inline]
    pub fn next_bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x6d2b_79f5);
        let s = self.0;
        let mut t = (s ^ s >> 15).wrapping_mul(s | 1);
        t ^= t.wrapping_add((t ^ t >> 7).wrapping_mul(t | 61));
        t ^ t >> 14
    }

    /// A number below `n`: the fraction of 2^32 times `n`, rounded down.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.next_bits()) * n as u64) >> 32) as usize
    }

    /// Fisher–Yates from the end.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_a_seed_never_changes() {
        let mut rng = Mulberry(0);
        // First numbers of the published generator for seed 0.
        assert_eq!([rng.next_bits(), rng.next_bits()], [1_144_304_738, 1_416_247]);
    }

    #[test]
    fn text_seeds_wrap() {
        assert_eq!(Mulberry::seeded(""), Mulberry(0));
        assert_eq!(
            Mulberry::seeded("zzzzzzzz").0,
            (0..8).fold(0u32, |h, _| { h.wrapping_mul(31).wrapping_add(122) })
        );
    }
}
