//! Large pages for large tables.
//!
//! A tree or a table of many mebibytes is touched in no order. With the
//! usual pages of four kibibytes nearly every look at it first has to find out
//! where the page lies, and every fresh page is a call into the system, for
//! which the threads of a process stand in line: sixteen of them that grow a
//! tree of Hex ask for more than half a million a second. With pages of two
//! mebibytes there are five hundred times fewer. A system that has none to
//! give goes on as before.
//!
//! A tree grows from one end to the other and is better off with small pages
//! (see `docs/peers.md`), but it need not ask for them one by one.

/// What is smaller has too few pages to gain anything.
const LEAST: usize = 8 << 20;

/// Say that this memory, which nobody has touched yet, is wanted in large
/// pages.
pub(crate) fn prefer_large(start: *mut u8, bytes: usize) {
    if bytes >= LEAST {
        advise(start, bytes, Advice::Large);
    }
}

/// Say that all of this memory, which nobody has touched yet, is about to be:
/// its pages come with one call into the system instead of one each.
pub(crate) fn have_ready(start: *mut u8, bytes: usize) {
    advise(start, bytes, Advice::Ready);
}

/// What may be said about memory, by the numbers of Linux.
#[derive(Copy, Clone)]
enum Advice {
    /// `MADV_HUGEPAGE`
    Large = 14,
    /// `MADV_POPULATE_WRITE`, of Linux 5.14
    Ready = 23,
}

#[cfg(all(target_os = "linux", not(miri)))]
fn advise(start: *mut u8, bytes: usize, advice: Advice) {
    use std::ffi::{c_int, c_void};

    /// Advice is given for whole pages; none is larger than this.
    const PAGE: usize = 64 << 10;

    unsafe extern "C" {
        // In the C library, which the standard library is linked with anyway.
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }

    let skip = start.align_offset(PAGE);
    if skip < bytes {
        // SAFETY: the range lies inside one allocation, and such advice changes
        // when its pages come and their size, never what they hold. Whether it
        // is taken is the system's affair.
        unsafe {
            madvise(start.add(skip).cast(), (bytes - skip) / PAGE * PAGE, advice as c_int);
        }
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise(_: *mut u8, _: usize, advice: Advice) {
    let (Advice::Large | Advice::Ready) = advice;
}
