//! Names and secrets that cannot be guessed.
//!
//! The standard library seeds its hash maps from the system's randomness; a
//! keyed hash of a counter under such a seed is as good as random, and needs no
//! further crate.

use std::hash::{BuildHasher, RandomState};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A name of so many letters, five bits each; no two alike in practice.
pub(crate) fn random(letters: usize) -> String {
    static KEYS: OnceLock<[RandomState; 4]> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let keys = KEYS.get_or_init(|| std::array::from_fn(|_| RandomState::new()));
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let words: Vec<u64> = keys.iter().map(|key| key.hash_one(count)).collect();
    // Twelve letters from each word: sixty of its bits.
    (0..letters.min(48))
        .map(|i| char::from(LETTERS[(words[i / 12] >> (5 * (i % 12)) & 31) as usize]))
        .collect()
}

/// A number that cannot be guessed.
pub(crate) fn number() -> u64 {
    RandomState::new().hash_one(0)
}

/// Whether two secrets are the same, in a time that does not tell how far they
/// agree.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_secrets_are_compared_whole() {
        let names: std::collections::HashSet<String> = (0..1000).map(|_| random(26)).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|n| n.len() == 26));
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("abc", "ab"));
    }
}
