//! A counting allocator: how much memory a piece of work takes.
//!
//! A binary or test that wants to know declares it once:
//!
//! ```
//! #[global_allocator]
//! static METER: takeback_meter::Meter = takeback_meter::Meter::new();
//!
//! # fn main() {
//! let before = METER.reading();
//! let list = vec![0u8; 1000];
//! let used = METER.reading().since(&before);
//! assert_eq!(used.allocations, 1);
//! assert!(used.bytes >= 1000);
//! # drop(list);
//! # }
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

thread_local! {
    /// Calls of this thread; made at compile time, so that counting asks for
    /// no memory itself.
    static MINE: Cell<u64> = const { Cell::new(0) };
}

/// The system's allocator with counters.
#[derive(Debug)]
pub struct Meter {
    allocations: AtomicU64,
    bytes: AtomicU64,
    live: AtomicU64,
    peak: AtomicU64,
}

/// What the counters show.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Reading {
    /// Calls that asked for memory.
    pub allocations: u64,
    /// Bytes asked for in all.
    pub bytes: u64,
    /// Bytes in use now.
    pub live: u64,
    /// Most bytes in use at once since the last [`Meter::reset_peak`].
    pub peak: u64,
}

impl Reading {
    /// What was asked for since an earlier reading; `live` and `peak` are those
    /// of now, above what was live then.
    #[must_use]
    pub fn since(&self, earlier: &Reading) -> Reading {
        Reading {
            allocations: self.allocations - earlier.allocations,
            bytes: self.bytes - earlier.bytes,
            live: self.live.saturating_sub(earlier.live),
            peak: self.peak.saturating_sub(earlier.live),
        }
    }
}

impl Default for Meter {
    fn default() -> Self {
        Meter::new()
    }
}

impl Meter {
    /// All counters at zero.
    #[must_use]
    pub const fn new() -> Self {
        Meter {
            allocations: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            live: AtomicU64::new(0),
            peak: AtomicU64::new(0),
        }
    }

    /// The counters now.
    pub fn reading(&self) -> Reading {
        Reading {
            allocations: self.allocations.load(Relaxed),
            bytes: self.bytes.load(Relaxed),
            live: self.live.load(Relaxed),
            peak: self.peak.load(Relaxed),
        }
    }

    /// How often the thread that asks has asked for memory so far. Whatever
    /// else goes on in the process, such as the work of a test harness, does
    /// not count.
    pub fn mine(&self) -> u64 {
        MINE.with(Cell::get)
    }

    /// Measure the peak anew from here.
    pub fn reset_peak(&self) {
        self.peak.store(self.live.load(Relaxed), Relaxed);
    }

    fn took(&self, bytes: usize) {
        // A thread that is just ending counts for nobody.
        let _ = MINE.try_with(|mine| mine.set(mine.get() + 1));
        self.allocations.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes as u64, Relaxed);
        let live = self.live.fetch_add(bytes as u64, Relaxed) + bytes as u64;
        if live > self.peak.load(Relaxed) {
            self.peak.fetch_max(live, Relaxed);
        }
    }

    fn gave(&self, bytes: usize) {
        self.live.fetch_sub(bytes as u64, Relaxed);
    }
}

// SAFETY: every call is passed on unchanged to the system's allocator, which
// keeps the contract; the counters touch no memory it hands out.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.took(layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        self.gave(layout.size());
        // SAFETY: `ptr` came from `System` with this layout, as all of ours do.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.took(layout.size());
        // SAFETY: the caller's promise about `layout` is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        self.gave(layout.size());
        self.took(new_size);
        // SAFETY: `ptr` came from `System` with this layout, as all of ours do.
        unsafe { System.realloc(ptr, layout, new_size) }
    }
}

#[cfg(test)]
mod tests {
    use super::Meter;

    #[global_allocator]
    static METER: Meter = Meter::new();

    #[test]
    fn a_thread_counts_its_own_calls() {
        let before = METER.mine();
        let all = METER.reading();
        let elsewhere = std::thread::spawn(|| {
            let before = METER.mine();
            let lists: Vec<Vec<u8>> = (1..100).map(|n| vec![0; n]).collect();
            (METER.mine() - before, lists.len())
        });
        let (theirs, lists) = elsewhere.join().expect("no panic");
        assert!(theirs as usize >= lists);
        assert!(METER.mine() - before < theirs, "not those of the other");
        assert!(METER.reading().since(&all).allocations >= theirs);
        let before = METER.mine();
        drop(vec![1u8; 10]);
        assert_eq!(METER.mine() - before, 1);
    }
}
