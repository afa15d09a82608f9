//! The move buffer: a stack of move lists in one allocation.

use std::ops::{Index, Range};

/// Move lists of a whole line of play, one on top of the other.
///
/// Every ply appends its list and removes it again, so a search of any depth
/// allocates only while the buffer warms up.
///
/// ```
/// use takeback_core::Moves;
/// let mut buffer = Moves::new();
/// let here = buffer.open();
/// buffer.push('a');
/// buffer.push('b');
/// for i in buffer.range(here) {
///     let below = buffer.open(); // the next ply's list goes on top
///     buffer.push('c');
///     assert_eq!(buffer.since(below), ['c']);
///     buffer.close(below);
///     assert!(['a', 'b'].contains(&buffer[i]));
/// }
/// buffer.close(here);
/// assert!(buffer.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Moves<M>(Vec<M>);

/// Where one list of a [`Moves`] buffer begins.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Frame(usize);

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Moves::new()
    }
}

impl<M> Moves<M> {
    /// An empty buffer with room for most games' deepest lines.
    #[must_use]
    pub fn new() -> Self {
        Moves(Vec::with_capacity(4096))
    }

    /// An empty buffer for a single list of about this length.
    #[must_use]
    pub fn with_capacity(moves: usize) -> Self {
        Moves(Vec::with_capacity(moves))
    }

    /// Begin a list on top of those that are open.
    #[inline]
    #[must_use]
    pub fn open(&self) -> Frame {
        Frame(self.0.len())
    }

    /// Drop the list that began at `frame` and all above it.
    #[inline]
    pub fn close(&mut self, frame: Frame) {
        self.0.truncate(frame.0);
    }

    /// Indices of the list that began at `frame`. It stays valid while lists
    /// above come and go, which a borrowed slice would forbid.
    #[inline]
    #[must_use]
    pub fn range(&self, frame: Frame) -> Range<usize> {
        frame.0..self.0.len()
    }

    /// The list that began at `frame`.
    #[inline]
    #[must_use]
    pub fn since(&self, frame: Frame) -> &[M] {
        &self.0[frame.0..]
    }

    /// The list that began at `frame`, to sort or filter in place.
    #[inline]
    pub fn since_mut(&mut self, frame: Frame) -> &mut [M] {
        &mut self.0[frame.0..]
    }

    /// Append a move to the topmost list.
    #[inline]
    pub fn push(&mut self, m: M) {
        self.0.push(m);
    }

    /// Keep only those moves of the list from `frame` on which `keep` accepts.
    #[inline]
    pub fn retain_since(&mut self, frame: Frame, mut keep: impl FnMut(&M) -> bool)
    where
        M: Copy,
    {
        let mut kept = frame.0;
        for i in frame.0..self.0.len() {
            let m = self.0[i];
            if keep(&m) {
                self.0[kept] = m;
                kept += 1;
            }
        }
        self.0.truncate(kept);
    }

    /// Exchange two moves by index.
    #[inline]
    pub fn swap(&mut self, a: usize, b: usize) {
        self.0.swap(a, b);
    }

    /// Moves in all open lists together.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no move is in any list.
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Forget all lists, keep the room.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Everything in the buffer, oldest list first.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[M] {
        &self.0
    }

    /// The buffer's contents as a plain vector.
    #[must_use]
    pub fn into_vec(self) -> Vec<M> {
        self.0
    }
}

impl<M> Index<usize> for Moves<M> {
    type Output = M;
    #[inline]
    fn index(&self, i: usize) -> &M {
        &self.0[i]
    }
}

impl<M> Extend<M> for Moves<M> {
    #[inline]
    fn extend<I: IntoIterator<Item = M>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}
