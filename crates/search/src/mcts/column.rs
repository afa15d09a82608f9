//! Rows of items, one for each chunk of the tree, in memory that costs nothing
//! before it is used.
//!
//! A row has its full length from the start: no growing, so no search ever
//! stops for it. The memory is asked for zeroed, and the system gives a page
//! when it is first touched. That needs items for which zero bits are a value
//! ([`Blank`]), and a cell for moves that is empty when zero ([`Steps`]).
//!
//! All `unsafe` of the tree is in this file.

use super::tree::LANES;
use crate::pages::have_ready;
use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::cell::UnsafeCell;
use std::mem::{MaybeUninit, needs_drop};
use std::ops::Index;
use std::ptr::NonNull;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Items that may be made of zero bits.
///
/// # Safety
/// Zero bits must be a valid value of the type.
pub(super) unsafe trait Blank {}

// SAFETY: both have the size and bit validity of the whole number inside.
unsafe impl Blank for AtomicU32 {}
// SAFETY: as above.
unsafe impl Blank for AtomicU64 {}
// SAFETY: an array of valid values is valid.
unsafe impl<T: Blank, const N: usize> Blank for [T; N] {}

/// A row of blank items.
pub(super) struct Column<T> {
    start: NonNull<T>,
    len: usize,
    /// Where the memory begins that was given out.
    given: NonNull<u8>,
}

/// Rows begin with a line of cache, so that items of whole lines share none.
const LINE: usize = 64;

// SAFETY: a column owns its items, as a vector does.
unsafe impl<T: Send> Send for Column<T> {}
// SAFETY: it gives out shared references to its items and nothing else.
unsafe impl<T: Sync> Sync for Column<T> {}

impl<T: Blank> Column<T> {
    /// So many items of zero bits, untouched.
    pub(super) fn new(len: usize) -> Self {
        const { assert!(!needs_drop::<T>(), "items are forgotten, not dropped") };
        let layout = Self::layout(len);
        if layout.size() == 0 {
            return Column { start: NonNull::dangling(), len, given: NonNull::dangling() };
        }
        // SAFETY: the layout is not empty.
        let given = unsafe { alloc_zeroed(layout) };
        let Some(given) = NonNull::new(given) else { handle_alloc_error(layout) };
        let skip = given.addr().get().wrapping_neg() % LINE;
        // SAFETY: the layout has room for the row and one line more.
        let start = unsafe { given.add(skip) }.cast::<T>();
        Column { start, len, given }
    }

    /// Make an item blank again.
    pub(super) fn blank(&mut self, i: u32) {
        assert!((i as usize) < self.len, "inside the row");
        // SAFETY: inside the row, which nobody else looks at, and zero bits are
        // a value.
        unsafe { self.start.add(i as usize).write_bytes(0, 1) };
    }
}

impl<T> Column<T> {
    /// Room for a row and for moving its beginning to that of a line. To ask
    /// for such a beginning would make the allocator touch all of the memory.
    fn layout(len: usize) -> Layout {
        const { assert!(align_of::<T>() <= LINE) };
        let row = Layout::array::<T>(len).expect("a tree fits the address space");
        let bytes = if row.size() == 0 { 0 } else { row.size() + LINE };
        Layout::from_size_align(bytes, row.align()).expect("a tree fits the address space")
    }

    /// Have an item fetched into the cache, for it will be looked at soon.
    #[inline]
    pub(super) fn fetch(&self, i: u32) {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if (i as usize) < self.len {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: inside the row; and fetching changes nothing but the
            // cache.
            unsafe {
                let item = self.start.add(i as usize).as_ptr().cast::<i8>();
                for line in (0..size_of::<T>()).step_by(LINE) {
                    _mm_prefetch::<_MM_HINT_T0>(item.add(line));
                }
            }
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = i;
    }

    /// So many items from this one on will be written to soon.
    pub(super) fn have_ready(&self, from: u32, count: u32) {
        let from = self.len.min(from as usize);
        let count = (self.len - from).min(count as usize);
        // SAFETY: inside the row, or just behind it.
        let start = unsafe { self.start.add(from) };
        have_ready(start.as_ptr().cast(), count * size_of::<T>());
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }
}

impl<T> Index<u32> for Column<T> {
    type Output = T;
    #[inline]
    fn index(&self, i: u32) -> &T {
        assert!((i as usize) < self.len, "inside the row");
        // SAFETY: inside the row, all of whose items are valid; they are only
        // changed through `&mut self` or by means of their own.
        unsafe { self.start.add(i as usize).as_ref() }
    }
}

impl<T> Drop for Column<T> {
    fn drop(&mut self) {
        let layout = Self::layout(self.len);
        if layout.size() > 0 {
            // SAFETY: given out by the same allocator with the same layout.
            unsafe { dealloc(self.given.as_ptr(), layout) };
        }
    }
}

/// The moves of a chunk: written once, then read by everybody.
pub(super) struct Steps<M> {
    state: AtomicU32,
    moves: UnsafeCell<MaybeUninit<[M; LANES]>>,
}

const EMPTY: u32 = 0;
const WRITING: u32 = 1;
const WRITTEN: u32 = 2;

// SAFETY: the state is empty when zero, and what an empty cell holds may be
// anything.
unsafe impl<M> Blank for Steps<M> {}
// SAFETY: the moves are written by one thread and read by others afterwards.
unsafe impl<M: Copy + Send + Sync> Sync for Steps<M> {}

impl<M: Copy> Steps<M> {
    /// Write the moves of a blank cell; false when somebody has.
    #[inline]
    pub(super) fn set(&self, moves: [M; LANES]) -> bool {
        if self.state.compare_exchange(EMPTY, WRITING, Relaxed, Relaxed).is_err() {
            return false;
        }
        // SAFETY: whoever turned the state to `WRITING` is alone with the cell:
        // others read only once it says `WRITTEN`.
        unsafe { (*self.moves.get()).write(moves) };
        self.state.store(WRITTEN, Release);
        true
    }

    /// The move of a lane; `None` before they are written.
    #[inline]
    pub(super) fn get(&self, lane: usize) -> Option<M> {
        if self.state.load(Acquire) != WRITTEN {
            return None;
        }
        // SAFETY: written, and not written again before `clear`, whose caller
        // promises that nobody reads meanwhile.
        let moves = unsafe { (*self.moves.get()).assume_init_ref() };
        Some(moves[lane])
    }

    /// Forget the moves.
    ///
    /// # Safety
    /// No other thread may look at this cell until it is published anew.
    pub(super) unsafe fn clear(&self) {
        self.state.store(EMPTY, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_begin_blank_and_can_be_blanked() {
        let mut row: Column<[AtomicU32; 2]> = Column::new(1000);
        assert_eq!((row.len(), row[999][1].load(Relaxed)), (1000, 0));
        row[999][1].store(7, Relaxed);
        row.blank(999);
        assert_eq!(row[999][1].load(Relaxed), 0);
        assert_eq!(row.start.addr().get() % LINE, 0);
        (0..2000).for_each(|i| row.fetch(i));
        row[500][0].store(3, Relaxed);
        [0, 1, 400, 999, 1000, 5000].iter().for_each(|&from| row.have_ready(from, 600));
        assert_eq!((row[500][0].load(Relaxed), row[501][0].load(Relaxed)), (3, 0));
        assert_eq!(Column::<AtomicU64>::new(0).len(), 0);
    }

    #[test]
    fn moves_are_written_once_until_cleared() {
        let row: Column<Steps<u16>> = Column::new(1);
        assert_eq!(row[0].get(3), None);
        assert!(row[0].set([5; LANES]) && !row[0].set([6; LANES]));
        assert_eq!(row[0].get(3), Some(5));
        // SAFETY: this thread is alone.
        unsafe { row[0].clear() };
        assert!(row[0].get(3).is_none() && row[0].set([6; LANES]));
    }
}
