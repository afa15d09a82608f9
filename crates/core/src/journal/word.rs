//! Values that fit into one word of a journal.

use crate::{Player, Players};
use std::fmt::Debug;

/// A value that packs into 64 bits and back without loss.
///
/// # Laws
/// `T::unpack(v.pack()) == v`; the word `0` unpacks, since a new journal is
/// all zeros; equal values pack alike.
pub trait Word: Copy + Debug {
    /// The value as a word.
    fn pack(self) -> u64;
    /// The word as a value.
    fn unpack(word: u64) -> Self;
}

macro_rules! unsigned {
    ($($int:ty),*) => {$(
        impl Word for $int {
            #[inline]
            #[allow(clippy::cast_lossless)] // one body for signed and unsigned
            fn pack(self) -> u64 { self as u64 }
            #[inline]
            fn unpack(word: u64) -> Self { word as $int }
        }
    )*};
}
unsigned!(u8, u16, u32, u64, usize, i8, i16, i32, i64);

impl Word for bool {
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self)
    }
    #[inline]
    fn unpack(word: u64) -> Self {
        word != 0
    }
}

impl Word for Player {
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn unpack(word: u64) -> Self {
        Player(word as u8)
    }
}

impl Word for Players {
    #[inline]
    fn pack(self) -> u64 {
        u64::from(self.0)
    }
    #[inline]
    fn unpack(word: u64) -> Self {
        Players(word as u32)
    }
}

/// `None` is the word 0, so that a new journal holds nothing. For values of up
/// to 32 bits; the top half of the word says that there is one.
impl<T: Word> Word for Option<T> {
    #[inline]
    fn pack(self) -> u64 {
        match self {
            None => 0,
            Some(value) => {
                let word = value.pack();
                debug_assert!(word >> 32 == 0, "{value:?} is too wide for an optional word");
                1 << 32 | word
            }
        }
    }
    #[inline]
    fn unpack(word: u64) -> Self {
        if word == 0 { None } else { Some(T::unpack(word & 0xffff_ffff)) }
    }
}
