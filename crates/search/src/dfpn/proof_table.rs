//! The table of proof and disproof numbers: bounded, shared, without locks.
//!
//! An entry is three words; the first is the key xored with the other two, so
//! that a reader who catches an entry half written sees a key that matches
//! nothing. Of four entries in a bucket, the one with the least work behind it
//! gives way.

use crate::transposition::zeroed;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use takeback_core::Key;

/// More than any sum of numbers: proven (as disproof number) or disproven (as
/// proof number).
pub(super) const INFINITE: u32 = 1 << 30;

/// What is known of a position.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Entry {
    /// Leaves that must be won, at least, to prove the goal.
    pub(super) proof: u32,
    /// Leaves that must be lost, at least, to disprove it.
    pub(super) disproof: u32,
    /// Once solved: no end of the solution is worth less (proven) or more
    /// (disproven) than this.
    pub(super) bound: i16,
    /// Once solved: plies to the end.
    pub(super) plies: u16,
    /// Logarithm of the work that went into it.
    pub(super) work: u8,
}

impl Entry {
    pub(super) const UNKNOWN: Entry = Entry { proof: 1, disproof: 1, bound: 0, plies: 0, work: 0 };

    /// Not playable: nobody can get here, so it neither proves nor disproves.
    pub(super) const DEAD: Entry =
        Entry { proof: INFINITE, disproof: INFINITE, bound: 0, plies: 0, work: 0 };

    pub(super) const fn proven(bound: i16, plies: u16) -> Entry {
        Entry { proof: 0, disproof: INFINITE, bound, plies, work: 0 }
    }

    pub(super) const fn disproven(bound: i16, plies: u16) -> Entry {
        Entry { proof: INFINITE, disproof: 0, bound, plies, work: 0 }
    }

    pub(super) const fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) const fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    pub(super) const fn is_dead(self) -> bool {
        self.proof >= INFINITE && self.disproof >= INFINITE
    }

    pub(super) const fn is_solved(self) -> bool {
        self.is_proven() || self.is_disproven() || self.is_dead()
    }

    fn pack(self) -> (u64, u64) {
        let numbers = u64::from(self.proof) << 32 | u64::from(self.disproof);
        let rest = u64::from(self.bound as u16) << 32
            | u64::from(self.plies) << 16
            | u64::from(self.work) << 8
            | 1;
        (numbers, rest)
    }

    fn unpack(numbers: u64, rest: u64) -> Entry {
        Entry {
            proof: (numbers >> 32) as u32,
            disproof: numbers as u32,
            bound: (rest >> 32) as u16 as i16,
            plies: (rest >> 16) as u16,
            work: (rest >> 8) as u8,
        }
    }
}

const WAYS: usize = 4;

/// Words an entry.
const SLOT: usize = 3;

/// One entry, as read and written by everybody.
struct Slot<'a>(&'a [AtomicU64; SLOT]);

/// Entries by key.
pub(super) struct ProofTable {
    /// Asked for zeroed and not touched before it is needed.
    words: Vec<AtomicU64>,
    /// Threads inside a position, by hash of its key: others look elsewhere.
    busy: Vec<AtomicU64>,
}

const BUSY: usize = 1 << 12;

impl ProofTable {
    /// As many entries as fit.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes / (size_of::<AtomicU64>() * SLOT * WAYS)).max(16);
        ProofTable { words: zeroed(buckets * WAYS * SLOT), busy: zeroed(BUSY) }
    }

    /// Bytes of the entries.
    pub(super) fn bytes(&self) -> usize {
        self.words.len() * size_of::<AtomicU64>()
    }

    pub(super) fn clear(&mut self) {
        let bytes = self.bytes();
        self.words = Vec::new();
        *self = ProofTable::new(bytes);
    }

    fn bucket(&self, key: Key) -> impl Iterator<Item = Slot<'_>> {
        let buckets = (self.words.len() / (WAYS * SLOT)) as u64;
        let at = ((u128::from(key.0) * u128::from(buckets)) >> 64) as usize;
        let words = &self.words[at * WAYS * SLOT..(at + 1) * WAYS * SLOT];
        words.as_chunks::<SLOT>().0.iter().map(Slot)
    }

    pub(super) fn get(&self, key: Key) -> Option<Entry> {
        self.bucket(key).find_map(|slot| slot.read(key))
    }

    pub(super) fn put(&self, key: Key, entry: Entry) {
        let same = self.bucket(key).find(|slot| slot.read(key).is_some());
        let worth = |slot: &Slot<'_>| {
            let rest = slot.0[2].load(Relaxed);
            if rest & 1 == 0 { 0 } else { 1 + (rest >> 8 & 0xff) }
        };
        if let Some(slot) = same.or_else(|| self.bucket(key).min_by_key(worth)) {
            slot.write(key, entry);
        }
    }

    fn busy_at(&self, key: Key) -> &AtomicU64 {
        &self.busy[(key.0 >> 20) as usize % BUSY]
    }

    pub(super) fn enter(&self, key: Key) {
        self.busy_at(key).fetch_add(1, Relaxed);
    }

    pub(super) fn leave(&self, key: Key) {
        self.busy_at(key).fetch_sub(1, Relaxed);
    }

    /// How many threads are at work below a position, or one like it.
    pub(super) fn crowd(&self, key: Key) -> u32 {
        self.busy_at(key).load(Relaxed).min(1 << 10) as u32
    }
}

impl Slot<'_> {
    fn read(&self, key: Key) -> Option<Entry> {
        let [mixed, numbers, rest] = self.0;
        let (mixed, numbers, rest) =
            (mixed.load(Relaxed), numbers.load(Relaxed), rest.load(Relaxed));
        (rest & 1 == 1 && mixed ^ numbers ^ rest == key.0).then(|| Entry::unpack(numbers, rest))
    }

    fn write(&self, key: Key, entry: Entry) {
        let (numbers, rest) = entry.pack();
        self.0[0].store(key.0 ^ numbers ^ rest, Relaxed);
        self.0[1].store(numbers, Relaxed);
        self.0[2].store(rest, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn what_was_put_is_found() {
        let table = ProofTable::new(1 << 16);
        let entry = Entry { work: 3, ..Entry::proven(-250, 77) };
        table.put(Key::nth(1), entry);
        assert_eq!(table.get(Key::nth(1)), Some(entry));
        assert_eq!(table.get(Key::nth(2)), None);
    }

    #[test]
    fn the_least_work_gives_way() {
        let table = ProofTable::new(0);
        for n in 0..10_000 {
            table.put(Key::nth(n), Entry { work: 1, ..Entry::UNKNOWN });
        }
        table.put(Key::nth(1 << 40), Entry { work: 40, ..Entry::UNKNOWN });
        for n in 0..10_000 {
            table.put(Key::nth(n), Entry { work: 2, ..Entry::UNKNOWN });
        }
        assert!(table.get(Key::nth(1 << 40)).is_some());
    }

    /// Many threads write entries that say what their key is; nobody may ever
    /// read an entry under another key.
    #[test]
    fn torn_entries_are_never_believed() {
        let table = &ProofTable::new(1 << 12);
        thread::scope(|scope| {
            for t in 0..4u64 {
                scope.spawn(move || {
                    for i in 0..40_000u64 {
                        let n = (i * 7 + t * 13) % 997;
                        let told = (n as u32, (n * 3) as u32);
                        table.put(
                            Key::nth(n),
                            Entry { proof: told.0, disproof: told.1, ..Entry::UNKNOWN },
                        );
                        let m = (i * 11 + t) % 997;
                        if let Some(entry) = table.get(Key::nth(m)) {
                            assert_eq!((entry.proof, entry.disproof), (m as u32, (m * 3) as u32));
                        }
                    }
                });
            }
        });
    }
}
