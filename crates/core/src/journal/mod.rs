//! Undo nobody writes: a journal of overwritten words.
//!
//! Constraint solvers and Prolog machines call it a *trail*. All of a position
//! lives in one flat array of 64-bit words. The only way to change a word logs
//! what it held and moves the key along (old part out, new part in). Taking
//! back to a [`Mark`] writes the logged words back, newest first. So undo, key,
//! equality, copying and the display of differences are right by construction,
//! however rich the rules are.
//!
//! Rules do not see words: a [`layout!`](crate::layout) names typed fields
//! ([`Cell`], [`Array`], [`Bits`], [`Stack`], [`List`]) in three zones:
//!
//! | zone | in the key | in `==` | for |
//! |---|---|---|---|
//! | `keyed` | yes | yes | board, side to move, phase |
//! | `silent` | no | yes | counters and clocks that follow from the game so far |
//! | `history` | no | no | memory such as keys of past positions |
//!
//! ```
//! use takeback_core::{layout, undo_by_journal, Game, Journal, Moves, Payoff, Player, Turn};
//!
//! layout! {
//!     /// Nim with several heaps.
//!     struct Plan {
//!         keyed { HEAPS: [u8; 3], NEXT: Player }
//!         silent { PLY: u16 }
//!         history { }
//!     }
//! }
//!
//! #[derive(Clone, Debug, PartialEq)]
//! struct Nim { words: Journal<Plan> }
//!
//! impl Nim {
//!     fn new() -> Self {
//!         let mut words = Journal::new();
//!         for heap in 0..3 {
//!             Plan::HEAPS.set(&mut words, heap, heap as u8 + 3);
//!         }
//!         Nim { words }
//!     }
//!     fn play(&mut self, (heap, take): (u8, u8)) {
//!         let (words, heap) = (&mut self.words, heap as usize);
//!         let left = Plan::HEAPS.get(words, heap) - take;
//!         Plan::HEAPS.set(words, heap, left);
//!         Plan::NEXT.set(words, Plan::NEXT.get(words).other());
//!         Plan::PLY.set(words, Plan::PLY.get(words) + 1);
//!     }
//! }
//!
//! impl Game for Nim {
//!     type Move = (u8, u8);
//!     undo_by_journal!(words); // make = mark + play; unmake = roll back
//!     fn players(&self) -> usize { 2 }
//!     fn turn(&self) -> Turn {
//!         let over = (0..3).all(|h| Plan::HEAPS.get(&self.words, h) == 0);
//!         if over { Turn::Over } else { Turn::Player(Plan::NEXT.get(&self.words)) }
//!     }
//!     fn moves(&self, out: &mut Moves<(u8, u8)>) {
//!         for h in 0..3 {
//!             out.extend((1..=Plan::HEAPS.get(&self.words, h as usize)).map(|n| (h, n)));
//!         }
//!     }
//!     fn payoff(&self, player: Player) -> Payoff {
//!         if player == Plan::NEXT.get(&self.words) { Payoff::LOSS } else { Payoff::WIN }
//!     }
//! }
//!
//! let mut nim = Nim::new();
//! let before = nim.clone();
//! nim.explore((2, 5), |after| {
//!     assert_ne!(after.words.key(), before.words.key());
//!     assert_eq!(after.words.key(), after.words.key_from_scratch());
//! });
//! assert_eq!(nim, before);
//! ```

mod fields;
mod layout;
mod word;
mod words;

pub use fields::{Array, Bits, Cell, List, Slice, Stack};
pub use layout::Layout;
pub use word::Word;

use crate::key::{Key, word_key};
use std::fmt;

/// A position's words, their key, and the log that leads back.
///
/// A clone holds the same words and an empty log: it can be changed and taken
/// back on its own, but never back past the point where it was cloned.
pub struct Journal<L: Layout> {
    words: L::Words,
    key: Key,
    log: Vec<Logged>,
    open: guard::Open,
}

/// One overwritten word.
#[derive(Copy, Clone)]
struct Logged {
    at: u32,
    old: u64,
}

/// A point to roll back to.
///
/// Deliberately neither `Copy` nor `Clone`: a token that has been used is gone.
///
/// ```compile_fail
/// # use takeback_core::{layout, Journal};
/// # layout! { struct Plan { keyed { N: u8 } silent { } history { } } }
/// let mut words: Journal<Plan> = Journal::new();
/// let mark = words.mark();
/// words.roll_back(mark);
/// words.roll_back(mark); // error[E0382]: use of moved value
/// ```
#[derive(Debug)]
#[must_use = "without its mark a change cannot be taken back"]
pub struct Mark {
    len: u32,
    key: Key,
    guard: guard::Token,
}

impl<L: Layout> Journal<L> {
    /// All words zero, nothing logged.
    #[must_use]
    pub fn new() -> Self {
        let words = L::ZERO;
        Journal {
            key: key_of::<L>(words.as_ref()),
            words,
            log: Vec::with_capacity(256),
            open: guard::Open::default(),
        }
    }

    /// The running key over the `keyed` zone.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The same key from all words.
    #[must_use]
    pub fn key_from_scratch(&self) -> Key {
        key_of::<L>(self.words.as_ref())
    }

    /// Remember this point.
    #[inline]
    pub fn mark(&mut self) -> Mark {
        Mark { len: self.log.len() as u32, key: self.key, guard: self.open.push() }
    }

    /// Take back everything since `mark`, which must be the newest still open.
    ///
    /// # Panics
    /// In debug builds, when marks are used out of order, or a mark comes from
    /// another journal or from before a clone.
    #[inline]
    #[expect(clippy::needless_pass_by_value, reason = "a used mark is gone")]
    pub fn roll_back(&mut self, mark: Mark) {
        self.open.pop(&mark.guard);
        self.restore(&mark);
    }

    /// Take back everything since `mark`, dropping marks set after it.
    ///
    /// # Panics
    /// In debug builds, when the mark comes from another journal, from before
    /// a clone, or was itself dropped by an earlier unwinding.
    #[expect(clippy::needless_pass_by_value, reason = "a used mark is gone")]
    pub fn unwind(&mut self, mark: Mark) {
        self.open.unwind(&mark.guard);
        self.restore(&mark);
    }

    #[inline]
    fn restore(&mut self, mark: &Mark) {
        let words = self.words.as_mut();
        while self.log.len() > mark.len as usize {
            let Some(Logged { at, old }) = self.log.pop() else { break };
            words[at as usize] = old;
        }
        self.key = mark.key;
    }

    /// How many words have been overwritten since the journal was new or cloned.
    #[must_use]
    pub fn logged(&self) -> usize {
        self.log.len()
    }

    /// Words written since `mark`, newest first: the event stream of a move.
    pub fn written_since(&self, mark: &Mark) -> impl Iterator<Item = usize> + '_ {
        self.log[mark.len as usize..].iter().rev().map(|entry| entry.at as usize)
    }

    /// Every word that differs from what it was when so much was
    /// [`logged`](Journal::logged), once each, as its place, what it held then
    /// and what it holds now. A change told like this leads an accumulator
    /// along: the old value's part out, the new one's in.
    #[inline]
    pub fn changed_since(&self, logged: usize) -> impl Iterator<Item = (usize, u64, u64)> + '_ {
        let log = &self.log[logged.min(self.log.len())..];
        let (words, mut next) = (self.words.as_ref(), 0);
        // Asked after every move of a search that learned to judge: a loop, for it is to be inlined.
        std::iter::from_fn(move || {
            while let Some(&Logged { at, old }) = log.get(next) {
                let (earlier, now) = (&log[..next], words[at as usize]);
                next += 1;
                // The oldest entry of a word holds what it was; logs of one move are short.
                if old != now && earlier.iter().all(|entry| entry.at != at) {
                    return Some((at as usize, old, now));
                }
            }
            None
        })
    }

    /// Give up the way back, as a game that is only played forward may do now
    /// and then to keep the log short. All open marks become invalid.
    pub fn forget_past(&mut self) {
        self.log.clear();
        self.open = guard::Open::default();
    }

    #[inline]
    fn word(&self, at: usize) -> u64 {
        self.words.as_ref()[at]
    }

    /// The one door through which words change.
    #[inline]
    fn write(&mut self, at: usize, new: u64) {
        let slot = &mut self.words.as_mut()[at];
        let old = std::mem::replace(slot, new);
        if at < L::KEYED {
            self.key ^= word_key(at, old) ^ word_key(at, new);
        }
        self.log.push(Logged { at: at as u32, old });
    }
}

fn key_of<L: Layout>(words: &[u64]) -> Key {
    (0..L::KEYED).fold(Key::ZERO, |key, at| key ^ word_key(at, words[at]))
}

impl<L: Layout> Default for Journal<L> {
    fn default() -> Self {
        Journal::new()
    }
}

impl<L: Layout> Clone for Journal<L> {
    fn clone(&self) -> Self {
        Journal {
            words: self.words.clone(),
            key: self.key,
            log: Vec::with_capacity(256),
            open: guard::Open::default(),
        }
    }

    /// Reuses the log's room, so that pooled copies do not allocate.
    fn clone_from(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
        self.key = source.key;
        self.log.clear();
        self.open = guard::Open::default();
    }
}

/// Words of the `keyed` and `silent` zones; never the log.
impl<L: Layout> PartialEq for Journal<L> {
    fn eq(&self, other: &Self) -> bool {
        self.words.as_ref()[..L::COMPARED] == other.words.as_ref()[..L::COMPARED]
            && self.key == other.key
    }
}

impl<L: Layout> Eq for Journal<L> {}

impl<L: Layout> fmt::Debug for Journal<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_struct(L::NAME);
        L::describe(self, &mut fields);
        fields.field("key", &self.key).finish()
    }
}

/// Debug builds number every mark and keep the stack of open ones, so that
/// misuse is a clear panic and not a wrong position. Release builds keep nothing.
#[cfg(debug_assertions)]
mod guard {
    use std::sync::atomic::{AtomicU64, Ordering};

    static NEXT: AtomicU64 = AtomicU64::new(1);

    #[derive(Debug)]
    pub(super) struct Token(u64);

    #[derive(Default)]
    pub(super) struct Open(Vec<u64>);

    impl Open {
        pub(super) fn push(&mut self) -> Token {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            self.0.push(number);
            Token(number)
        }

        pub(super) fn pop(&mut self, token: &Token) {
            self.must_know(token);
            assert!(
                self.0.pop() == Some(token.0),
                "journal: marks must be taken back newest first; an inner move is still made"
            );
        }

        pub(super) fn unwind(&mut self, token: &Token) {
            self.must_know(token);
            while self.0.pop() != Some(token.0) {}
        }

        fn must_know(&self, token: &Token) {
            assert!(
                self.0.contains(&token.0),
                "journal: this mark is not open here; it belongs to another journal, \
                 to the time before a clone, or was dropped by an unwinding"
            );
        }
    }
}

#[cfg(not(debug_assertions))]
mod guard {
    #[derive(Debug)]
    pub(super) struct Token;

    #[derive(Default)]
    pub(super) struct Open;

    impl Open {
        #[inline(always)]
        pub(super) fn push(&mut self) -> Token {
            Token
        }
        #[inline(always)]
        pub(super) fn pop(&mut self, _: &Token) {}
        #[inline(always)]
        pub(super) fn unwind(&mut self, _: &Token) {}
    }
}

/// Inside `impl Game`: make is a mark and `self.play(m)`, unmake is a roll back.
///
/// `undo_by_journal!(field)` names the [`Journal`] field; the rules write a
/// method `fn play(&mut self, m: Self::Move)` and no unmake at all.
#[macro_export]
macro_rules! undo_by_journal {
    ($($field:ident).+) => {
        type Undo = $crate::Mark;

        #[inline]
        fn make(&mut self, m: Self::Move) -> $crate::Mark {
            let mark = self.$($field).+.mark();
            self.play(m);
            mark
        }

        #[inline]
        fn unmake(&mut self, _: Self::Move, mark: $crate::Mark) {
            self.$($field).+.roll_back(mark);
        }
    };
}

#[cfg(test)]
mod tests;
