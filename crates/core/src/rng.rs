//! The random generator of everything seeded: named, small, stable.

/// SplitMix64 (Steele, Lea, Flood 2014): 64 bits of state, one multiply-mix a
/// number. The algorithm is part of the interface: a seed means the same
/// sequence in every release.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct SplitMix(u64);

impl SplitMix {
    /// A stream for this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        SplitMix(seed)
    }

    /// An independent stream for worker or game number `n` of the same seed.
    #[must_use]
    pub const fn stream(seed: u64, n: u64) -> Self {
        SplitMix(mix(seed ^ mix(n.wrapping_add(0x5851_f42d_4c95_7f2d))))
    }

    /// The next 64 bits.
    #[inline]
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.0)
    }

    /// A number below `n`. The bias is below 2^-32 for every `n` under 2^32.
    ///
    /// # Panics
    /// In debug builds, when `n` is zero.
    #[inline]
    pub const fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0, "nothing is below zero");
        (((self.next() >> 32) * n as u64) >> 32) as usize
    }

    /// A number in `0.0..1.0`.
    #[inline]
    pub const fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True once in `n` times.
    #[inline]
    pub const fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Put a slice into random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

/// The finaliser of SplitMix64: every input bit reaches every output bit.
#[inline]
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_keeps_its_meaning() {
        let mut rng = SplitMix::new(1_234_567);
        // The published test sequence of SplitMix64.
        assert_eq!(rng.next(), 6_457_827_717_110_365_317);
        assert_eq!(rng.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn numbers_stay_below_and_reach_everything() {
        let mut rng = SplitMix::new(7);
        let mut seen = [0u32; 6];
        for _ in 0..6000 {
            seen[rng.below(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u32> = (0..50).collect();
        SplitMix::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
