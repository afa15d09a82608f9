//! One slot of a shared table: several words, no lock, no torn answers.
//!
//! The scheme is Hyatt and Mann's: the first word holds the key xored with the
//! data words. A reader who catches a slot between two writes, or two writers
//! at once, finds that the words do not add up to its key and sees a miss.
//! Nothing is ever ordered by these words, so every access is relaxed. What a
//! writer loses when two collide is an entry, never its truth.
//!
//! Each data word is rotated by its place before it is folded in, so that two
//! words that change places do not cancel out.

use crate::sync::{AtomicU64, Ordering};

/// Store `data` under `key` in `words`, which is one longer.
#[inline]
pub(crate) fn write(words: &[AtomicU64], key: u64, data: &[u64]) {
    debug_assert_eq!(words.len(), data.len() + 1);
    let mut seal = key;
    // No `zip` here and below: it is inlined only by luck, and was not.
    for (i, &value) in data.iter().enumerate() {
        words[i + 1].store(value, Ordering::Relaxed);
        seal ^= value.rotate_left(7 * i as u32);
    }
    words[0].store(seal, Ordering::Relaxed);
}

/// Read what was stored under `key`; false when the slot holds anything else.
#[inline]
pub(crate) fn read(words: &[AtomicU64], key: u64, data: &mut [u64]) -> bool {
    debug_assert_eq!(words.len(), data.len() + 1);
    let mut seal = words[0].load(Ordering::Relaxed);
    for (i, value) in data.iter_mut().enumerate() {
        *value = words[i + 1].load(Ordering::Relaxed);
        seal ^= value.rotate_left(7 * i as u32);
    }
    seal == key
}
