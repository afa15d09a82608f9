//! Position keys: 64 bits that stand for a position in tables.

use crate::rng::mix;
use std::fmt;

/// A 64-bit fingerprint of a position.
///
/// Keys combine by xor, so that a change costs two: the old part out, the new
/// part in. Printed in hexadecimal.
#[derive(Copy, Clone, Default, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Key(pub u64);

impl Key {
    /// The key of nothing.
    pub const ZERO: Key = Key(0);

    /// A key for the `n`th thing that a game wants to tell apart. Pure: the same
    /// number gives the same key in every run and release.
    ///
    /// ```
    /// use takeback_core::Key;
    /// const WHITE_TO_MOVE: Key = Key::nth(1);
    /// assert_ne!(WHITE_TO_MOVE, Key::nth(2));
    /// ```
    #[must_use]
    pub const fn nth(n: u64) -> Key {
        Key(mix(mix(n.wrapping_add(0x9e37_79b9_7f4a_7c15)) ^ 0xd6e8_feb8_6659_fd93))
    }

    /// A table of keys, for `static` tables of pieces on cells.
    #[must_use]
    pub const fn table<const N: usize>(from: u64) -> [Key; N] {
        let mut table = [Key::ZERO; N];
        let mut i = 0;
        while i < N {
            table[i] = Key::nth(from + i as u64);
            i += 1;
        }
        table
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl std::ops::BitXor for Key {
    type Output = Key;
    #[inline]
    fn bitxor(self, other: Key) -> Key {
        Key(self.0 ^ other.0)
    }
}

impl std::ops::BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Key) {
        self.0 ^= other.0;
    }
}

/// The part of a key that says "word number `at` holds `value`".
///
/// Two multiplications. One folded widening multiplication would be cheaper
/// and is not enough: small values in two words then collide within a million
/// states (the test below found it).
#[inline]
pub(crate) const fn word_key(at: usize, value: u64) -> Key {
    let salt = (at as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut z = (value ^ salt).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Key(z ^ (z >> 29))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn keys_of_different_things_differ() {
        let keys: HashSet<Key> = (0..100_000).map(Key::nth).collect();
        assert_eq!(keys.len(), 100_000);
    }

    /// Two-word states whose words change alike are the worst case for keys
    /// built from words: 2^20 such states must all get keys of their own.
    #[test]
    fn small_states_do_not_collide() {
        let mut seen = HashSet::new();
        for a in 0..1024u64 {
            for b in 0..1024u64 {
                assert!(seen.insert(word_key(0, a) ^ word_key(1, b)), "{a} {b}");
            }
        }
        seen.clear();
        for a in 0..64 {
            for b in 0..64 {
                for c in 0..64 {
                    for d in 0..4 {
                        let key = word_key(3, 1 << a)
                            ^ word_key(4, 1 << b)
                            ^ word_key(5, 1 << c)
                            ^ word_key(6, d);
                        assert!(seen.insert(key), "{a} {b} {c} {d}");
                    }
                }
            }
        }
    }
}
