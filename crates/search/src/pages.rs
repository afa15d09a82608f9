//! Large pages for large tables.
//!
//! A tree or a table of many mebibytes is touched in no order. With the
//! usual pages of four kibibytes nearly every look at it first has to find out
//! where the page lies, and every fresh page is a call into the system, for
//! which the threads of a process stand in line: sixteen of them that grow a
//! tree of Hex ask for more than half a million a second. With pages of two
//! mebibytes there are five hundred times fewer. A system that has none to
//! give goes on as before.

/// What is smaller has too few pages to gain anything.
const LEAST: usize = 8 << 20;

/// Say that this memory, which nobody has touched yet, is wanted in large
/// pages.
pub(crate) fn prefer_large(start: *mut u8, bytes: usize) {
    if bytes >= LEAST {
        advise(start, bytes);
    }
}

#[cfg(all(target_os = "linux", not(miri)))]
fn advise(start: *mut u8, bytes: usize) {
    use std::ffi::{c_int, c_void};

    /// `MADV_HUGEPAGE` of Linux.
    const LARGE: c_int = 14;
    /// Advice is given for whole pages; none is larger than this.
    const PAGE: usize = 64 << 10;

    unsafe extern "C" {
        // In the C library, which the standard library is linked with anyway.
        fn madvise(start: *mut c_void, bytes: usize, advice: c_int) -> c_int;
    }

    let skip = start.align_offset(PAGE);
    if skip < bytes {
        // SAFETY: the range lies inside one allocation, and this advice changes
        // the size of its pages, never what they hold. Whether it is taken is
        // the system's affair.
        unsafe { madvise(start.add(skip).cast(), (bytes - skip) / PAGE * PAGE, LARGE) };
    }
}

#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise(_: *mut u8, _: usize) {}
