//! The solver's memory: a table of bounded size, positions compared in full.

use takeback_core::mix;
use takeback_hex::Bits;
use takeback_hex::Colour;

/// How many moves of a node are kept in order of promise.
pub(super) const RANKED: usize = 24;
/// A proof or disproof number beyond reach: the node is decided.
pub(super) const INFINITE: u32 = 1 << 28;
/// Entries that share a place.
const BUCKET: usize = 4;

/// What is known of a position with everything settled filled in.
#[derive(Copy, Clone, Debug)]
pub(super) struct Entry<B> {
    pub(super) stones: [B; 2],
    pub(super) mover: Colour,
    /// Effort to prove that the mover wins; zero when proven.
    pub(super) phi: u32,
    /// Effort to prove that the mover loses; zero when proven.
    pub(super) delta: u32,
    /// Nodes spent below; zero marks a free place.
    pub(super) work: u32,
    /// Moves neither refuted nor put aside as inferior.
    pub(super) live: B,
    /// Cells common to all ways in which the opponent is known to win.
    pub(super) common: B,
    /// Cells of those ways together; when decided, the winner's carrier.
    pub(super) union: B,
    /// The most promising live moves, best first.
    pub(super) ranked: [u16; RANKED],
    pub(super) rank_count: u8,
}

impl<B: Bits> Entry<B> {
    /// A position about which nothing is known.
    pub(super) fn open(stones: [B; 2], mover: Colour) -> Self {
        Entry {
            stones,
            mover,
            phi: 1,
            delta: 1,
            work: 1,
            live: B::EMPTY,
            common: B::EMPTY,
            union: B::EMPTY,
            ranked: [0; RANKED],
            rank_count: 0,
        }
    }

    /// Note that the mover wins by moves within `carrier`.
    pub(super) fn win(&mut self, carrier: B) {
        (self.phi, self.delta, self.union) = (0, INFINITE, carrier);
    }

    /// Note that the opponent wins by moves within `carrier`.
    pub(super) fn lose(&mut self, carrier: B) {
        (self.phi, self.delta, self.union) = (INFINITE, 0, carrier);
    }

    /// Whether the winner is known.
    pub(super) fn is_decided(&self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// The table. It begins small and doubles as it fills, up to the size asked for.
#[derive(Clone, Debug)]
pub(super) struct ProofTable<B> {
    entries: Vec<Entry<B>>,
    mask: usize,
    /// Places that are taken.
    used: usize,
    /// Places there may be at most.
    most: usize,
}

/// Places at first.
const BEGIN: usize = 1 << 12;
/// It doubles where one place of so many is taken: one bucket of 300 is too full then.
const FULL: usize = 4;

impl<B: Bits> ProofTable<B> {
    /// Room for about `entries` positions.
    pub(super) fn new(entries: usize) -> Self {
        let most = entries.next_power_of_two().max(4 * BUCKET);
        let places = most.min(BEGIN);
        ProofTable { entries: vec![free(); places], mask: places / BUCKET - 1, used: 0, most }
    }

    fn bucket(&self, stones: [B; 2], mover: Colour) -> std::ops::Range<usize> {
        let side = mover.index() as u64 + 1;
        let hash = mix(stones[0].fold() ^ mix(stones[1].fold().wrapping_add(side)));
        let at = (hash as usize & self.mask) * BUCKET;
        at..at + BUCKET
    }

    /// How many positions are kept.
    pub(super) fn used(&self) -> usize {
        self.used
    }

    /// All positions that are kept.
    pub(super) fn iter(&self) -> impl Iterator<Item = &Entry<B>> {
        self.entries.iter().filter(|entry| entry.work > 0)
    }

    pub(super) fn get(&self, stones: [B; 2], mover: Colour) -> Option<&Entry<B>> {
        self.entries[self.bucket(stones, mover)]
            .iter()
            .find(|e| e.work > 0 && e.stones == stones && e.mover == mover)
    }

    /// Keep an entry, at the cost of the one in its bucket that took least work.
    pub(super) fn put(&mut self, entry: Entry<B>) {
        if FULL * self.used >= self.entries.len() && self.entries.len() < self.most {
            self.double();
        }
        let range = self.bucket(entry.stones, entry.mover);
        let bucket = &mut self.entries[range];
        let same = bucket.iter().position(|e| e.stones == entry.stones && e.mover == entry.mover);
        let least = || (0..BUCKET).min_by_key(|&i| bucket[i].work).unwrap_or(0);
        let place = same.unwrap_or_else(least);
        self.used += usize::from(bucket[place].work == 0);
        bucket[place] = entry;
    }

    /// Twice the room. What shared a bucket is parted between two, so all of it stays.
    fn double(&mut self) {
        let places = 2 * self.entries.len();
        let before = std::mem::replace(&mut self.entries, vec![free(); places]);
        self.mask = places / BUCKET - 1;
        for entry in before.into_iter().filter(|entry| entry.work > 0) {
            let range = self.bucket(entry.stones, entry.mover);
            if let Some(place) = self.entries[range].iter_mut().find(|place| place.work == 0) {
                *place = entry;
            }
        }
    }
}

fn free<B: Bits>() -> Entry<B> {
    Entry { work: 0, ..Entry::open([B::EMPTY; 2], Colour::Black) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    /// Until the table has all the room it may have, nothing is lost.
    #[test]
    fn a_growing_table_keeps_what_it_holds() {
        let mut rng = SplitMix::new(2);
        let mut table = ProofTable::<u64>::new(1 << 16);
        let mut put = Vec::new();
        let begin = table.entries.len();
        for n in 0..20_000 {
            let own = rng.next();
            let stones = [own, rng.next() & !own];
            let mover = Colour::BOTH[n % 2];
            table.put(Entry { work: n as u32 + 1, ..Entry::open(stones, mover) });
            put.push((stones, mover));
        }
        assert!(begin < 20_000 && table.entries.len() == 1 << 16);
        assert_eq!(table.used(), table.iter().count());
        let kept = put.iter().filter(|(stones, mover)| table.get(*stones, *mover).is_some());
        // A full bucket gives away what took least work: some of the first are gone.
        assert!(kept.count() > 19_000);
    }
}
