//! A growing row of items, one for each chunk of the tree.

use std::ops::Index;

/// Chunks added at a time: a megabyte or so, which is initialised in less
/// than a millisecond, so that growing never delays the answer to a stop flag.
pub(super) const STEP: usize = 4096;

/// A vector that grows by whole steps and no further than asked. Large blocks
/// are remapped by the system's allocator and not copied.
pub(super) struct Column<T>(Vec<T>);

impl<T> Default for Column<T> {
    fn default() -> Self {
        Column(Vec::new())
    }
}

impl<T> Column<T> {
    /// `count` more items, each made by `make`.
    pub(super) fn add(&mut self, count: usize, make: impl FnMut() -> T) {
        self.0.reserve_exact(count);
        self.0.extend(std::iter::repeat_with(make).take(count));
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    #[inline]
    pub(super) fn get_mut(&mut self, i: u32) -> &mut T {
        &mut self.0[i as usize]
    }
}

impl<T> Index<u32> for Column<T> {
    type Output = T;
    #[inline]
    fn index(&self, i: u32) -> &T {
        &self.0[i as usize]
    }
}
