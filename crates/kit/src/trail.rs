//! The word store: everything a table remembers, and the way back.
//!
//! The journals of `takeback-core` have a size fixed at compile time. A table
//! of elements grows while it is played, so its words live in a vector whose
//! growth is logged like any other change. There are five kinds of change
//! (write a word, grow, push on a stack, pop from one, and the change nobody can
//! take back) and this file is the only one that knows how each is undone.

use takeback_core::Key;

/// One thing overwritten. `at` is a word's number or one of the codes below.
#[derive(Copy, Clone, Debug)]
struct Logged {
    at: u32,
    old: u64,
}

const CODE: u32 = 3 << 30;
const PUSHED: u32 = 1 << 30;
const POPPED: u32 = 2 << 30;
const GREW: u32 = 3 << 30;

/// One command on the journal: what it was and where its changes begin.
#[derive(Copy, Clone, Debug)]
struct Entry<K> {
    start: u32,
    kind: K,
}

/// A point to roll back to. Neither `Copy` nor `Clone`: used once, it is gone.
#[derive(Debug)]
#[must_use = "without its mark a change cannot be taken back"]
pub struct Mark {
    changes: u32,
    commands: u32,
    key: Key,
}

/// Words, stacks, their key, and the log of what was overwritten.
///
/// A clone holds the same words and an empty log. Equality is of the words,
/// the stacks and the outside; never of the log.
#[derive(Debug)]
pub(crate) struct Trail<K> {
    words: Vec<u64>,
    stacks: Vec<Vec<u64>>,
    /// So many of the first stacks tell the past and decide nothing, so they have
    /// no part in the key.
    history: usize,
    outside: Vec<u64>,
    key: Key,
    log: Vec<Logged>,
    commands: Vec<Entry<K>>,
    /// Commands without an inverse, by their place on the journal.
    barriers: Vec<u32>,
}

/// The part of the key that says "word `at` holds `value`".
#[inline]
fn word_key(at: usize, value: u64) -> Key {
    place_key(at as u64, value)
}

/// Places have 64 bits on every machine, so that keys are the same everywhere.
#[inline]
fn place_key(at: u64, value: u64) -> Key {
    let salt = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut z = (value ^ salt).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb);
    Key(z ^ (z >> 29))
}

/// The same for the entry `index` of a stack, numbered behind those of history.
#[inline]
fn stack_key(stack: Option<usize>, index: usize, value: u64) -> Key {
    stack.map_or(Key::ZERO, |n| place_key((n as u64 + 1) << 40 | index as u64, value))
}

impl<K: Copy> Trail<K> {
    /// `words` zero words and empty stacks, those of history first.
    pub(crate) fn new(words: usize, history: usize, stacks: usize) -> Self {
        let mut trail = Trail {
            words: vec![0; words],
            stacks: vec![Vec::new(); history + stacks],
            history,
            outside: Vec::new(),
            key: Key::ZERO,
            log: Vec::with_capacity(1024),
            commands: Vec::with_capacity(256),
            barriers: Vec::new(),
        };
        trail.key = trail.key_from_scratch();
        trail
    }

    /// A store with this content and nothing logged.
    pub(crate) fn with(
        words: Vec<u64>,
        history: usize,
        stacks: Vec<Vec<u64>>,
        outside: Vec<u64>,
    ) -> Self {
        let mut trail = Trail::new(0, history, 0);
        (trail.words, trail.stacks, trail.outside) = (words, stacks, outside);
        trail.key = trail.key_from_scratch();
        trail
    }

    #[inline]
    pub(crate) fn key(&self) -> Key {
        self.key
    }

    /// The number of a stack in the key.
    #[inline]
    fn keyed(&self, stack: usize) -> Option<usize> {
        stack.checked_sub(self.history)
    }

    pub(crate) fn key_from_scratch(&self) -> Key {
        let words = self.words.iter().enumerate().map(|(at, &w)| word_key(at, w));
        let stacks = self.stacks.iter().enumerate().flat_map(|(s, stack)| {
            let s = self.keyed(s);
            stack.iter().enumerate().map(move |(i, &value)| stack_key(s, i, value))
        });
        words.chain(stacks).fold(Key::ZERO, |key, part| key ^ part)
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    #[inline]
    pub(crate) fn word(&self, at: usize) -> u64 {
        self.words[at]
    }

    pub(crate) fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn stacks(&self) -> &[Vec<u64>] {
        &self.stacks
    }

    pub(crate) fn outside(&self) -> &[u64] {
        &self.outside
    }

    /// Overwrite a word.
    #[inline]
    pub(crate) fn write(&mut self, at: usize, new: u64) {
        let old = std::mem::replace(&mut self.words[at], new);
        if old != new {
            self.key ^= word_key(at, old) ^ word_key(at, new);
            self.log.push(Logged { at: at as u32, old });
        }
    }

    /// Add words at the end.
    pub(crate) fn grow(&mut self, new: &[u64]) {
        let old = self.words.len();
        assert!(old + new.len() < PUSHED as usize, "a table has at most 2^30 words");
        for (i, &word) in new.iter().enumerate() {
            self.key ^= word_key(old + i, word);
        }
        self.words.extend_from_slice(new);
        self.log.push(Logged { at: GREW, old: old as u64 });
    }

    /// Push on a stack.
    #[inline]
    pub(crate) fn push(&mut self, stack: usize, value: u64) {
        self.key ^= stack_key(self.keyed(stack), self.stacks[stack].len(), value);
        self.stacks[stack].push(value);
        self.log.push(Logged { at: PUSHED | stack as u32, old: 0 });
    }

    /// Pop from a stack.
    pub(crate) fn pop(&mut self, stack: usize) -> Option<u64> {
        let value = self.stacks[stack].pop()?;
        self.key ^= stack_key(self.keyed(stack), self.stacks[stack].len(), value);
        self.log.push(Logged { at: POPPED | stack as u32, old: value });
        Some(value)
    }

    /// Open a command: what is logged from here on belongs to it.
    #[inline]
    pub(crate) fn begin(&mut self, kind: K) {
        self.commands.push(Entry { start: self.log.len() as u32, kind });
    }

    /// Change what no log covers. The way back ends here.
    pub(crate) fn external(&mut self, kind: K, change: impl FnOnce(&mut Vec<u64>)) {
        self.barriers.push(self.commands.len() as u32);
        self.begin(kind);
        change(&mut self.outside);
    }

    /// How many commands can be named on the journal.
    #[inline]
    pub(crate) fn commands(&self) -> usize {
        self.commands.len()
    }

    /// The kinds of the commands from number `from` on, oldest first.
    pub(crate) fn kinds_since(&self, from: usize) -> impl Iterator<Item = K> + '_ {
        self.commands[from.min(self.commands.len())..].iter().map(|entry| entry.kind)
    }

    #[inline]
    pub(crate) fn mark(&self) -> Mark {
        Mark { changes: self.log.len() as u32, commands: self.commands.len() as u32, key: self.key }
    }

    /// Take back everything since `mark`. On the way lies a command without
    /// inverse: stop there, leave it on the journal and say `false`.
    #[inline]
    pub(crate) fn roll_back(&mut self, mark: &Mark) -> bool {
        if self.barriers.last().is_some_and(|&barrier| barrier >= mark.commands) {
            return self.undo(self.commands.len() - mark.commands as usize);
        }
        debug_assert!(self.log.len() >= mark.changes as usize, "marks are used newest first");
        while self.log.len() > mark.changes as usize {
            self.take_back_one();
        }
        self.commands.truncate(mark.commands as usize);
        self.key = mark.key;
        true
    }

    /// Take back the newest `n` commands. Stops, with `false`, at a command
    /// without inverse (which stays) or when none is left.
    pub(crate) fn undo(&mut self, n: usize) -> bool {
        for _ in 0..n {
            let Some(&Entry { start, .. }) = self.commands.last() else { return false };
            let barrier = self.barriers.last() == Some(&(self.commands.len() as u32 - 1));
            while self.log.len() > start as usize {
                self.take_back_one_keyed();
            }
            if barrier {
                return false;
            }
            self.commands.pop();
        }
        true
    }

    /// Undo the newest change, leaving the key to whoever knows the old one.
    #[inline]
    fn take_back_one(&mut self) {
        let Some(Logged { at, old }) = self.log.pop() else { return };
        match at & CODE {
            0 => self.words[at as usize] = old,
            PUSHED => drop(self.stacks[(at & !CODE) as usize].pop()),
            POPPED => self.stacks[(at & !CODE) as usize].push(old),
            _ => self.words.truncate(old as usize),
        }
    }

    /// Undo the newest change and move the key along.
    fn take_back_one_keyed(&mut self) {
        let Some(&Logged { at, old }) = self.log.last() else { return };
        let stack = (at & !CODE) as usize;
        match at & CODE {
            0 => {
                let at = at as usize;
                self.key ^= word_key(at, old) ^ word_key(at, self.words[at]);
            }
            PUSHED => {
                let index = self.stacks[stack].len() - 1;
                self.key ^= stack_key(self.keyed(stack), index, self.stacks[stack][index]);
            }
            POPPED => self.key ^= stack_key(self.keyed(stack), self.stacks[stack].len(), old),
            _ => {
                for at in old as usize..self.words.len() {
                    self.key ^= word_key(at, self.words[at]);
                }
            }
        }
        self.take_back_one();
    }

    /// Give up the way back; all marks become invalid.
    pub(crate) fn forget_past(&mut self) {
        self.log.clear();
        self.commands.clear();
        self.barriers.clear();
    }
}

impl<K: Copy> Clone for Trail<K> {
    fn clone(&self) -> Self {
        Trail::with(self.words.clone(), self.history, self.stacks.clone(), self.outside.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
        self.stacks.clone_from(&source.stacks);
        self.history = source.history;
        self.outside.clone_from(&source.outside);
        self.key = source.key;
        self.forget_past();
    }
}

impl<K> PartialEq for Trail<K> {
    fn eq(&self, other: &Self) -> bool {
        self.words == other.words && self.stacks == other.stacks && self.outside == other.outside
    }
}
