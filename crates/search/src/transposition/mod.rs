//! What a search remembers of positions: tables of fixed size, shared by all
//! threads without a lock.
//!
//! [`TranspositionTable`] keeps one score with its bound per position, for searches with
//! two sides. [`Vectors`] keeps one exact score per player, for max^n. Both
//! keep within the MiB they are given and never allocate after that.

mod slot;
mod vectors;
mod zeroed;

pub use vectors::{SEATS, Vectors};
pub(crate) use zeroed::zeroed;

use crate::limits::Limits;
use crate::sync::{AtomicU64, Ordering};
use takeback_core::{Key, mix};

/// What a stored score says of the true one.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// The true score is this.
    Exact,
}

/// What the table remembers of one position.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// Worth to the side in turn. Proven wins and losses count their plies
    /// from this position and not from the root.
    pub score: i32,
    /// What the score says.
    pub bound: Bound,
    /// How deep it was searched; [`Entry::COMPLETE`] when every line below was
    /// followed to the end of the game.
    pub depth: u8,
    /// The best move by its place in the list of candidates.
    pub best: Option<u16>,
}

impl Entry {
    /// The depth of a score that no deeper search can change.
    pub const COMPLETE: u8 = u8::MAX;

    const NO_MOVE: u16 = u16::MAX;

    /// 32 bits of score, 16 of move, 8 of depth, 2 of bound, 6 of generation.
    #[inline]
    fn pack(self, generation: u8) -> u64 {
        let bound = match self.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        u64::from(self.score as u32)
            | u64::from(self.best.unwrap_or(Self::NO_MOVE)) << 32
            | u64::from(self.depth) << 48
            | bound << 56
            | u64::from(generation) << 58
    }

    /// `None` for the all-zero word of an empty slot.
    #[inline]
    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let best = (word >> 32) as u16;
        Some(Entry {
            score: word as u32 as i32,
            bound,
            depth: (word >> 48) as u8,
            best: (best != Self::NO_MOVE).then_some(best),
        })
    }
}

/// A key that tells entries of one search's view of a position from another's.
/// Far from [`Key::nth`], which games use for small numbers: the two would
/// cancel out.
#[must_use]
pub(crate) const fn salt(view: u64) -> Key {
    Key(mix(mix(view ^ 0xa5b3_5705_f5e1_0d29) ^ 0x3c6e_f372_fe94_f82b))
}

/// Words a slot: the seal and the entry.
const SLOT: usize = 2;
/// Words a bucket: four slots, one line of cache.
const BUCKET: usize = 4 * SLOT;

/// MiB that one thread can fill in a second: eight million entries.
const MIB_A_SECOND: f64 = 128.0;

/// Bytes for each node a search may visit, with room to spare.
const BYTES_A_NODE: u64 = 32;

/// The smallest table made on purpose, in MiB.
const LEAST: usize = 16;

/// The MiB that a search within these limits can make use of, at most what it
/// may have. Entries are spread over all of a table, so one that is too large
/// costs a page of memory for each of them.
pub(crate) fn wanted(limits: &Limits) -> usize {
    let by_time = limits
        .time
        .map_or(f64::INFINITY, |time| time.as_secs_f64() * MIB_A_SECOND * limits.threads as f64);
    let by_nodes = limits.nodes.map_or(f64::INFINITY, |nodes| {
        nodes.saturating_mul(BYTES_A_NODE) as f64 / f64::from(1 << 20)
    });
    let wanted = by_time.min(by_nodes);
    if wanted >= limits.memory as f64 {
        return limits.memory;
    }
    // In powers of two, so that a little more time makes no other table.
    (wanted.ceil() as usize).next_power_of_two().max(LEAST).min(limits.memory)
}

/// A transposition table shared by all threads of a search.
///
/// ```
/// use takeback_core::Key;
/// use takeback_search::transposition::{Bound, Entry, TranspositionTable};
///
/// let table = TranspositionTable::new(1); // MiB
/// let entry = Entry { score: 35, bound: Bound::Exact, depth: 6, best: Some(2) };
/// table.store(Key::nth(1), entry);
/// assert_eq!(table.probe(Key::nth(1)), Some(entry));
/// assert_eq!(table.probe(Key::nth(2)), None);
/// assert!(table.bytes() <= 1 << 20);
/// ```
#[derive(Debug, Default)]
pub struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// Words to skip so that buckets begin where lines of cache do.
    skip: usize,
    buckets: usize,
    mib: usize,
    generation: u8,
}

impl TranspositionTable {
    /// How many plies of depth an entry loses to a newer one per generation.
    const AGE: i32 = 8;

    /// An empty table of at most so many MiB. With none it remembers nothing.
    #[must_use]
    pub fn new(mib: usize) -> Self {
        let line = BUCKET * size_of::<AtomicU64>();
        let lines = mib.saturating_mul(1 << 20) / line;
        let words = zeroed(lines * BUCKET);
        let past = words.as_ptr() as usize % line;
        let skip = if past == 0 { 0 } else { (line - past) / size_of::<AtomicU64>() };
        // One bucket less than there is room for, wherever the memory lies: the
        // same search must find the same table every time.
        let buckets = lines.saturating_sub(1);
        TranspositionTable { words, skip, buckets, mib, generation: 0 }
    }

    /// The memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<AtomicU64>()
    }

    /// Make the table this large, forgetting all if that is a change.
    pub fn resize(&mut self, mib: usize) {
        if self.mib != mib {
            self.words = Vec::new();
            *self = TranspositionTable::new(mib);
        }
    }

    /// Make the table as large as a search within these limits can use. What
    /// is known stays known: a table that is large enough is left alone, and a
    /// larger one takes the old entries over.
    pub(crate) fn suit(&mut self, limits: &Limits) {
        let wanted = wanted(limits);
        if self.mib > limits.memory || self.mib == 0 {
            self.resize(wanted);
        } else if self.mib < wanted {
            let mut larger = TranspositionTable::new(wanted);
            larger.generation = self.generation;
            larger.adopt(self);
            *self = larger;
        }
    }

    /// Take over the entries of another table.
    fn adopt(&mut self, other: &TranspositionTable) {
        let words = other.words.iter().skip(other.skip).take(other.buckets * BUCKET);
        let mut words = words.map(|word| word.load(Ordering::Relaxed));
        while let (Some(seal), Some(data)) = (words.next(), words.next()) {
            let key = Key(seal ^ data);
            if data != 0
                && let Some(bucket) = self.bucket(key)
                && let Some(free) =
                    bucket.iter().min_by_key(|slot| self.worth(slot[1].load(Ordering::Relaxed)))
            {
                slot::write(free, key.0, &[data]);
            }
        }
    }

    /// Forget everything. Blanking a large table takes as long as filling it;
    /// fresh memory from the system costs nothing until it is used.
    pub fn clear(&mut self) {
        let mib = self.mib;
        self.words = Vec::new();
        *self = TranspositionTable::new(mib);
    }

    /// Forget everything, the size too: the next search says what it needs.
    pub(crate) fn forget(&mut self) {
        *self = TranspositionTable::default();
    }

    /// The entries of some buckets; keys are spread evenly, so these stand for
    /// all.
    fn sample(&self) -> impl Iterator<Item = u64> {
        let words = self.words.iter().skip(self.skip).take(self.sampled() * BUCKET);
        words.skip(1).step_by(SLOT).map(|entry| entry.load(Ordering::Relaxed))
    }

    fn sampled(&self) -> usize {
        self.buckets.min(250)
    }

    /// A new search begins: what older ones stored gives way first.
    pub fn next_generation(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    /// Whether it remembers anything at all.
    #[inline]
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.buckets > 0
    }

    /// The share of sampled slots that this generation has filled, in
    /// thousandths.
    #[must_use]
    pub fn fill(&self) -> u32 {
        let fresh = |&word: &u64| word != 0 && (word >> 58) as u8 == self.generation;
        (self.sample().filter(fresh).count() * 1000 / (self.sampled() * 4).max(1)) as u32
    }

    /// What is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        for words in self.bucket(key)? {
            let mut data = [0];
            if slot::read(words, key.0, &mut data) {
                return Entry::unpack(data[0]);
            }
        }
        None
    }

    /// Remember `entry`, in place of the least worthy of four.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let Some(bucket) = self.bucket(key) else { return };
        let mut victim = &bucket[0];
        let mut least = i32::MAX;
        for words in bucket {
            let mut data = [0];
            if slot::read(words, key.0, &mut data) {
                if let Some(old) = Entry::unpack(data[0]) {
                    if self.keeps(old, data[0], entry) {
                        return;
                    }
                    entry.best = entry.best.or(old.best);
                }
                victim = words;
                break;
            }
            let worth = self.worth(data[0]);
            if worth < least {
                (victim, least) = (words, worth);
            }
        }
        slot::write(victim, key.0, &[entry.pack(self.generation)]);
    }

    /// Whether what is known of the same position says more than `new`.
    #[inline]
    fn keeps(&self, old: Entry, word: u64, new: Entry) -> bool {
        let same_search = (word >> 58) as u8 == self.generation;
        same_search
            && old.depth > new.depth
            && (new.bound != Bound::Exact || old.bound == new.bound)
    }

    /// Depth, less what age takes away; empty slots come first.
    #[inline]
    fn worth(&self, word: u64) -> i32 {
        if word == 0 {
            return i32::MIN;
        }
        let age = self.generation.wrapping_sub((word >> 58) as u8) & 63;
        i32::from((word >> 48) as u8) - Self::AGE * i32::from(age)
    }

    /// Where a key lives: the high half of a widening product spreads keys
    /// over any number of buckets without a division.
    #[inline]
    fn bucket(&self, key: Key) -> Option<&[[AtomicU64; SLOT]]> {
        let place = ((u128::from(key.0) * self.buckets as u128) >> 64) as usize;
        let start = self.skip + place * BUCKET;
        let words = self.words.get(start..start + BUCKET)?;
        Some(words.as_chunks::<SLOT>().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use std::time::Duration;
    use takeback_core::SplitMix;

    fn entry(score: i32, depth: u8) -> Entry {
        Entry { score, bound: Bound::Exact, depth, best: None }
    }

    #[test]
    fn entries_survive_packing() {
        for score in [i32::MIN, -1, 0, 1, i32::MAX] {
            for bound in [Bound::Upper, Bound::Lower, Bound::Exact] {
                for best in [None, Some(0), Some(65_534)] {
                    let entry = Entry { score, bound, depth: 200, best };
                    assert_eq!(Entry::unpack(entry.pack(63)), Some(entry));
                }
            }
        }
    }

    #[test]
    fn the_table_keeps_within_its_bound() {
        for mib in [0, 1, 3, 17] {
            let table = TranspositionTable::new(mib);
            assert!(table.bytes() <= mib << 20, "{} in {mib} MiB", table.bytes());
            assert!(table.bytes() * 101 >= (mib << 20) * 100 || mib == 0);
        }
    }

    #[test]
    fn a_table_of_nothing_misses() {
        let mut table = TranspositionTable::new(0);
        table.store(Key::nth(1), entry(1, 1));
        assert_eq!(table.probe(Key::nth(1)), None);
        assert!(!table.is_on());
        assert_eq!(table.fill(), 0);
        table.clear();
        assert!(!table.is_on());
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let mut table = TranspositionTable::new(1);
        table.next_generation();
        (0..50_000).for_each(|n| table.store(Key::nth(n), entry(1, 1)));
        assert!(table.sample().any(|word| word != 0));
        table.clear();
        assert!((0..50_000).all(|n| table.probe(Key::nth(n)).is_none()));
        assert_eq!((table.fill(), table.generation), (0, 0));
    }

    /// Twenty milliseconds fill no gibibyte; a table once made grows with what
    /// it knows and gives nothing up unless it must.
    #[test]
    fn a_table_follows_what_a_search_can_use() {
        let short = Limits { memory: 1024, ..Limits::time(Duration::from_millis(20)) };
        let mut table = TranspositionTable::default();
        table.suit(&short);
        assert_eq!(table.mib, 16);
        (0..1000).for_each(|n| table.store(Key::nth(n), entry(n as i32, 5)));
        table.suit(&Limits { memory: 1024, nodes: Some(1_000_000), ..Limits::default() });
        assert_eq!(table.mib, 32);
        for n in 0..1000 {
            assert_eq!(table.probe(Key::nth(n)), Some(entry(n as i32, 5)));
        }
        table.suit(&short);
        assert_eq!((table.mib, table.probe(Key::nth(1))), (32, Some(entry(1, 5))));
        table.suit(&Limits { memory: 20, ..Limits::default() });
        assert_eq!((table.mib, table.probe(Key::nth(1))), (20, None));
        table.suit(&Limits { memory: 2, ..short });
        assert_eq!(table.mib, 2);
    }

    /// Keys of one bucket: they differ in low bits only.
    fn crowd(n: u64) -> impl Iterator<Item = Key> {
        (0..n).map(|i| Key(1 << 40 | i))
    }

    #[test]
    fn deep_entries_outlive_shallow_ones_until_they_age() {
        let mut table = TranspositionTable::new(1);
        for (i, key) in crowd(4).enumerate() {
            table.store(key, entry(0, 10 + i as u8));
        }
        table.store(Key(1 << 40 | 9), entry(9, 1));
        let shallowest = crowd(4).next().expect("four keys");
        assert_eq!(table.probe(shallowest), None, "the shallowest gives way");
        assert_eq!(crowd(4).filter(|&key| table.probe(key).is_some()).count(), 3);
        table.next_generation();
        table.next_generation();
        for i in 20..24 {
            table.store(Key(1 << 40 | i), entry(1, 2));
        }
        assert_eq!(crowd(4).filter(|&key| table.probe(key).is_some()).count(), 0);
    }

    #[test]
    fn a_deeper_score_of_the_same_search_is_kept_and_the_move_too() {
        let table = TranspositionTable::new(1);
        let key = Key::nth(5);
        table.store(key, Entry { best: Some(3), ..entry(7, 9) });
        table.store(key, Entry { bound: Bound::Lower, ..entry(1, 4) });
        assert_eq!(table.probe(key).map(|e| e.score), Some(7));
        table.store(key, entry(8, 11));
        assert_eq!(table.probe(key).map(|e| (e.score, e.best)), Some((8, Some(3))));
    }

    /// Every answer must be what somebody stored under that very key, however
    /// the threads fall over each other in a handful of buckets.
    #[test]
    fn crowded_threads_never_see_a_torn_entry() {
        let table = TranspositionTable::new(1);
        let truth = |key: u64| mix(key) as i32;
        thread::scope(|scope| {
            for n in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    let mut rng = SplitMix::stream(1, n);
                    for _ in 0..20_000 {
                        let key = rng.below(24) as u64;
                        if let Some(seen) = table.probe(Key(key)) {
                            assert_eq!(seen.score, truth(key));
                        }
                        table.store(Key(key), entry(truth(key), rng.below(20) as u8));
                    }
                });
            }
        });
    }
}
