//! A vector that grows without moving what it holds.

use std::ops::Index;

/// Items in a segment.
const SEGMENT: usize = 1024;

/// Rows of 1024 items. Growing by a row copies nothing, so a tree never needs
/// twice its size for a moment, as a plain vector would.
pub(super) struct Segments<T>(Vec<Box<[T; SEGMENT]>>);

impl<T> Default for Segments<T> {
    fn default() -> Self {
        Segments(Vec::new())
    }
}

impl<T> Segments<T> {
    /// Another row, each item made by `make`.
    pub(super) fn add(&mut self, make: impl FnMut() -> T) {
        let row: Vec<T> = std::iter::repeat_with(make).take(SEGMENT).collect();
        let Ok(row) = row.into_boxed_slice().try_into() else {
            unreachable!("a row has exactly as many items as were taken")
        };
        self.0.push(row);
    }

    pub(super) fn len(&self) -> usize {
        self.0.len() * SEGMENT
    }

    #[inline]
    pub(super) fn get_mut(&mut self, i: u32) -> &mut T {
        &mut self.0[i as usize / SEGMENT][i as usize % SEGMENT]
    }
}

impl<T> Index<u32> for Segments<T> {
    type Output = T;
    #[inline]
    fn index(&self, i: u32) -> &T {
        &self.0[i as usize / SEGMENT][i as usize % SEGMENT]
    }
}
