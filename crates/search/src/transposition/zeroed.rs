//! Zeroed memory as the system hands it out.
//!
//! A table may be larger than all that a short search will ever look at. So
//! its memory is asked for zeroed: the allocator passes the wish on to the
//! system, which gives each page, and blanks it, when it is first touched.
//! Making a table of a gibibyte takes microseconds and no memory.
//!
//! The safe way, `vec![0; n]` turned into a vector of atomics item by item,
//! relies on the compiler to see that nothing happens to the items; when it
//! does not, every page is touched, and the first move pays for it: a quarter
//! of a second with 1 GiB.

use crate::pages::prefer_large;
use crate::sync::AtomicU64;
use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};

/// So many zeroed words, none of them touched.
#[must_use]
pub(crate) fn zeroed(words: usize) -> Vec<AtomicU64> {
    if words == 0 {
        return Vec::new();
    }
    let layout = Layout::array::<AtomicU64>(words).expect("a table fits the address space");
    // SAFETY: `words` is not zero, so neither is the layout's size.
    let start = unsafe { alloc_zeroed(layout) };
    if start.is_null() {
        handle_alloc_error(layout);
    }
    prefer_large(start, layout.size());
    // SAFETY: the global allocator has just given this memory out with exactly
    // the layout of a vector of so many items, and nobody else knows of it.
    // Zero bits are a valid `AtomicU64`: it has the size and bit validity of
    // `u64`.
    unsafe { Vec::from_raw_parts(start.cast::<AtomicU64>(), words, words) }
}

#[cfg(test)]
mod tests {
    use super::zeroed;
    use crate::sync::Ordering;

    #[test]
    fn all_words_are_zero_and_can_be_written() {
        assert!(zeroed(0).is_empty());
        let words = zeroed(100_000);
        assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        words[99_999].store(7, Ordering::Relaxed);
        assert_eq!(words[99_999].load(Ordering::Relaxed), 7);
    }

    /// Pages of this process in memory, where the system tells.
    fn resident() -> Option<usize> {
        let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
        statm.split_whitespace().nth(1)?.parse().ok()
    }

    #[test]
    fn a_large_table_is_not_touched_when_it_is_made() {
        let Some(before) = resident() else { return };
        let words = zeroed(1 << 27);
        let after = resident().expect("it told before");
        assert_eq!(words.len(), 1 << 27);
        assert!(after < before + (64 << 20) / 4096, "{before} pages grew to {after}");
    }
}
