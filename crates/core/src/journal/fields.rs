//! Typed views of a journal's words.
//!
//! A field is a constant that knows where its words lie; it holds no data. The
//! layout is part of its type, so a field of one game cannot reach into
//! another's journal.

use super::{Journal, Layout, Word};
use std::fmt;
use std::marker::PhantomData;

macro_rules! field {
    ($(#[$doc:meta])* $name:ident < $($t:ident)? $(, const $n:ident)? >) => {
        $(#[$doc])*
        pub struct $name<L, $($t,)? $(const $n: usize)?> {
            at: usize,
            of: PhantomData<fn() -> (L, $($t,)?)>,
        }

        impl<L, $($t,)? $(const $n: usize)?> Copy for $name<L, $($t,)? $($n)?> {}

        impl<L, $($t,)? $(const $n: usize)?> Clone for $name<L, $($t,)? $($n)?> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<L, $($t,)? $(const $n: usize)?> $name<L, $($t,)? $($n)?> {
            /// The field whose first word is number `at`. For [`layout!`](crate::layout).
            #[must_use]
            pub const fn at(at: usize) -> Self {
                $name { at, of: PhantomData }
            }
        }
    };
}

field! {
    /// One value.
    Cell<T>
}
field! {
    /// A row of `N` values.
    Array<T, const N>
}
field! {
    /// A set of numbers below `N`, one bit each.
    Bits<, const N>
}
field! {
    /// Up to `N` values, pushed and popped at the end. What lies beyond the end
    /// is zero, so that equal stacks are equal words.
    Stack<T, const N>
}
field! {
    /// Up to `N` values in order, inserted and removed anywhere.
    List<T, const N>
}

impl<L: Layout, T: Word> Cell<L, T> {
    /// The first word behind this field.
    #[must_use]
    pub const fn end(self) -> usize {
        self.at + 1
    }

    /// The value.
    #[inline]
    #[must_use]
    pub fn get(self, journal: &Journal<L>) -> T {
        T::unpack(journal.word(self.at))
    }

    /// Overwrite the value.
    #[inline]
    pub fn set(self, journal: &mut Journal<L>, value: T) {
        journal.write(self.at, value.pack());
    }

    /// Overwrite the value with what `change` makes of it.
    #[inline]
    pub fn update(self, journal: &mut Journal<L>, change: impl FnOnce(T) -> T) {
        self.set(journal, change(self.get(journal)));
    }

    /// Whether word number `at` of the journal is its own.
    #[inline]
    #[must_use]
    pub const fn is_at(self, at: usize) -> bool {
        self.at == at
    }

    /// The value for display.
    pub fn shown(self, journal: &Journal<L>) -> impl fmt::Debug {
        self.get(journal)
    }
}

/// A row of values whose length is not part of the type, so that rules can be
/// generic over layouts with boards of different size.
pub struct Slice<L, T> {
    at: usize,
    len: usize,
    of: PhantomData<fn() -> (L, T)>,
}

impl<L, T> Copy for Slice<L, T> {}

impl<L, T> Clone for Slice<L, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout, T: Word> Slice<L, T> {
    /// How many values.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The value at `i`.
    ///
    /// # Panics
    /// When `i` is not below the length.
    #[inline]
    #[must_use]
    pub fn get(self, journal: &Journal<L>, i: usize) -> T {
        assert!(i < self.len, "index {i} of {}", self.len);
        T::unpack(journal.word(self.at + i))
    }

    /// Overwrite the value at `i`.
    ///
    /// # Panics
    /// When `i` is not below the length.
    #[inline]
    pub fn set(self, journal: &mut Journal<L>, i: usize, value: T) {
        assert!(i < self.len, "index {i} of {}", self.len);
        journal.write(self.at + i, value.pack());
    }

    /// The packed words, for scans that compare without unpacking.
    #[inline]
    #[must_use]
    pub fn words(self, journal: &Journal<L>) -> &[u64] {
        &journal.words.as_ref()[self.at..self.at + self.len]
    }

    /// Which of its values word number `at` of the journal is, if any.
    #[inline]
    #[must_use]
    pub const fn index_of(self, at: usize) -> Option<usize> {
        if at >= self.at && at < self.at + self.len { Some(at - self.at) } else { None }
    }
}

impl<L: Layout, T: Word, const N: usize> Array<L, T, N> {
    /// How many values.
    pub const LEN: usize = N;

    /// The same field without its length in the type.
    #[must_use]
    pub const fn as_slice(self) -> Slice<L, T> {
        Slice { at: self.at, len: N, of: PhantomData }
    }

    /// The first word behind this field.
    #[must_use]
    pub const fn end(self) -> usize {
        self.at + N
    }

    /// The value at `i`.
    ///
    /// # Panics
    /// When `i` is not below `N`.
    #[inline]
    #[must_use]
    pub fn get(self, journal: &Journal<L>, i: usize) -> T {
        assert!(i < N, "index {i} of {N}");
        T::unpack(journal.word(self.at + i))
    }

    /// Overwrite the value at `i`.
    ///
    /// # Panics
    /// When `i` is not below `N`.
    #[inline]
    pub fn set(self, journal: &mut Journal<L>, i: usize, value: T) {
        assert!(i < N, "index {i} of {N}");
        journal.write(self.at + i, value.pack());
    }

    /// Overwrite the value at `i` with what `change` makes of it.
    #[inline]
    pub fn update(self, journal: &mut Journal<L>, i: usize, change: impl FnOnce(T) -> T) {
        self.set(journal, i, change(self.get(journal, i)));
    }

    /// All values in order.
    pub fn iter(self, journal: &Journal<L>) -> impl Iterator<Item = T> + '_ {
        self.words(journal).iter().map(|&word| T::unpack(word))
    }

    /// The packed words, for scans that compare without unpacking.
    #[inline]
    #[must_use]
    pub fn words(self, journal: &Journal<L>) -> &[u64] {
        &journal.words.as_ref()[self.at..self.at + N]
    }

    /// The values for display.
    pub fn shown(self, journal: &Journal<L>) -> impl fmt::Debug {
        self.iter(journal).collect::<Vec<T>>()
    }
}

impl<L: Layout, const N: usize> Bits<L, N> {
    const WORDS: usize = N.div_ceil(64);

    /// The first word behind this field.
    #[must_use]
    pub const fn end(self) -> usize {
        self.at + Self::WORDS
    }

    /// Whether `bit` is in the set.
    ///
    /// # Panics
    /// When `bit` is not below `N`.
    #[inline]
    #[must_use]
    pub fn contains(self, journal: &Journal<L>, bit: usize) -> bool {
        assert!(bit < N, "bit {bit} of {N}");
        journal.word(self.at + bit / 64) >> (bit % 64) & 1 == 1
    }

    /// Put `bit` into the set.
    ///
    /// # Panics
    /// When `bit` is not below `N`.
    #[inline]
    pub fn insert(self, journal: &mut Journal<L>, bit: usize) {
        assert!(bit < N, "bit {bit} of {N}");
        let at = self.at + bit / 64;
        journal.write(at, journal.word(at) | 1 << (bit % 64));
    }

    /// Take `bit` out of the set.
    ///
    /// # Panics
    /// When `bit` is not below `N`.
    #[inline]
    pub fn remove(self, journal: &mut Journal<L>, bit: usize) {
        assert!(bit < N, "bit {bit} of {N}");
        let at = self.at + bit / 64;
        journal.write(at, journal.word(at) & !(1 << (bit % 64)));
    }

    /// Bits `64 * i ..` as one word.
    #[inline]
    #[must_use]
    pub fn word(self, journal: &Journal<L>, i: usize) -> u64 {
        assert!(i < Self::WORDS, "word {i} of {}", Self::WORDS);
        journal.word(self.at + i)
    }

    /// Overwrite bits `64 * i ..` at once.
    #[inline]
    pub fn set_word(self, journal: &mut Journal<L>, i: usize, word: u64) {
        assert!(i < Self::WORDS, "word {i} of {}", Self::WORDS);
        journal.write(self.at + i, word);
    }

    /// All words of the set.
    #[inline]
    #[must_use]
    pub fn words(self, journal: &Journal<L>) -> &[u64] {
        &journal.words.as_ref()[self.at..self.at + Self::WORDS]
    }

    /// How many numbers are in the set.
    #[must_use]
    pub fn count(self, journal: &Journal<L>) -> u32 {
        self.words(journal).iter().map(|word| word.count_ones()).sum()
    }

    /// The numbers in the set, ascending.
    pub fn iter(self, journal: &Journal<L>) -> impl Iterator<Item = usize> + '_ {
        self.words(journal).iter().enumerate().flat_map(|(i, &word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * i + bit)
            })
        })
    }

    /// The numbers for display.
    pub fn shown(self, journal: &Journal<L>) -> impl fmt::Debug {
        self.iter(journal).collect::<Vec<_>>()
    }
}

impl<L: Layout, T: Word, const N: usize> Stack<L, T, N> {
    /// The first word behind this field.
    #[must_use]
    pub const fn end(self) -> usize {
        self.at + 1 + N
    }

    /// How many values are on the stack.
    #[inline]
    #[must_use]
    pub fn len(self, journal: &Journal<L>) -> usize {
        journal.word(self.at) as usize
    }

    /// Whether nothing is on the stack.
    #[inline]
    #[must_use]
    pub fn is_empty(self, journal: &Journal<L>) -> bool {
        self.len(journal) == 0
    }

    /// The value at `i`, counted from the bottom.
    ///
    /// # Panics
    /// When the stack is not that high.
    #[inline]
    #[must_use]
    pub fn get(self, journal: &Journal<L>, i: usize) -> T {
        assert!(i < self.len(journal), "index {i} of a stack of {}", self.len(journal));
        T::unpack(journal.word(self.at + 1 + i))
    }

    /// The topmost value.
    #[inline]
    #[must_use]
    pub fn last(self, journal: &Journal<L>) -> Option<T> {
        let len = self.len(journal);
        (len > 0).then(|| self.get(journal, len - 1))
    }

    /// Put a value on top.
    ///
    /// # Panics
    /// When the stack is full.
    #[inline]
    pub fn push(self, journal: &mut Journal<L>, value: T) {
        let len = self.len(journal);
        assert!(len < N, "a stack of {N} is full");
        journal.write(self.at + 1 + len, value.pack());
        journal.write(self.at, len as u64 + 1);
    }

    /// Take the topmost value off.
    #[inline]
    pub fn pop(self, journal: &mut Journal<L>) -> Option<T> {
        let top = self.last(journal)?;
        let len = self.len(journal) - 1;
        journal.write(self.at + 1 + len, 0);
        journal.write(self.at, len as u64);
        Some(top)
    }

    /// Take everything off.
    pub fn clear(self, journal: &mut Journal<L>) {
        while self.pop(journal).is_some() {}
    }

    /// The values, bottom first.
    pub fn iter(self, journal: &Journal<L>) -> impl DoubleEndedIterator<Item = T> + '_ {
        let from = self.at + 1;
        journal.words.as_ref()[from..from + self.len(journal)].iter().map(|&word| T::unpack(word))
    }

    /// The values for display.
    pub fn shown(self, journal: &Journal<L>) -> impl fmt::Debug {
        self.iter(journal).collect::<Vec<T>>()
    }
}

impl<L: Layout, T: Word, const N: usize> List<L, T, N> {
    const fn stack(self) -> Stack<L, T, N> {
        Stack::at(self.at)
    }

    /// The first word behind this field.
    #[must_use]
    pub const fn end(self) -> usize {
        self.at + 1 + N
    }

    /// How many values are in the list.
    #[inline]
    #[must_use]
    pub fn len(self, journal: &Journal<L>) -> usize {
        self.stack().len(journal)
    }

    /// Whether nothing is in the list.
    #[inline]
    #[must_use]
    pub fn is_empty(self, journal: &Journal<L>) -> bool {
        self.len(journal) == 0
    }

    /// The value at `i`.
    ///
    /// # Panics
    /// When the list is not that long.
    #[inline]
    #[must_use]
    pub fn get(self, journal: &Journal<L>, i: usize) -> T {
        self.stack().get(journal, i)
    }

    /// Overwrite the value at `i`.
    ///
    /// # Panics
    /// When the list is not that long.
    #[inline]
    pub fn set(self, journal: &mut Journal<L>, i: usize, value: T) {
        assert!(i < self.len(journal), "index {i} of a list of {}", self.len(journal));
        journal.write(self.at + 1 + i, value.pack());
    }

    /// Append a value.
    ///
    /// # Panics
    /// When the list is full.
    #[inline]
    pub fn push(self, journal: &mut Journal<L>, value: T) {
        self.stack().push(journal, value);
    }

    /// Put a value at `i` and move those from there on up by one.
    ///
    /// # Panics
    /// When the list is full or shorter than `i`.
    pub fn insert(self, journal: &mut Journal<L>, i: usize, value: T) {
        let len = self.len(journal);
        assert!(i <= len, "index {i} of a list of {len}");
        self.stack().push(journal, value);
        for k in (i..len).rev() {
            journal.write(self.at + 2 + k, journal.word(self.at + 1 + k));
        }
        journal.write(self.at + 1 + i, value.pack());
    }

    /// Take the value at `i` out and move those above down by one.
    ///
    /// # Panics
    /// When the list is not that long.
    pub fn remove(self, journal: &mut Journal<L>, i: usize) -> T {
        let value = self.get(journal, i);
        for k in i + 1..self.len(journal) {
            journal.write(self.at + k, journal.word(self.at + 1 + k));
        }
        self.stack().pop(journal);
        value
    }

    /// The values in order.
    pub fn iter(self, journal: &Journal<L>) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.stack().iter(journal)
    }

    /// The values for display.
    pub fn shown(self, journal: &Journal<L>) -> impl fmt::Debug {
        self.stack().shown(journal)
    }
}
