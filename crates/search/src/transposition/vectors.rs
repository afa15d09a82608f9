//! A table of exact scores for every player, for max^n.

use super::{slot, wanted, zeroed};
use crate::limits::Limits;
use crate::sync::AtomicU64;
use takeback_core::Key;

/// A shared table whose entries hold one score per player.
///
/// Only exact vectors are kept: a bound on one player's score says nothing
/// that another node could use. Two places a key, the first for the deepest
/// entry, the second for the latest.
#[derive(Debug, Default)]
pub struct Vectors {
    words: Vec<AtomicU64>,
    players: usize,
    generation: u8,
}

/// The most players a vector can hold.
pub const SEATS: usize = 8;

/// The words of a slot after the seal: one of particulars, then two scores each.
const MOST_DATA: usize = 1 + SEATS / 2;

impl Vectors {
    /// An empty table of at most so many MiB for so many players.
    ///
    /// # Panics
    /// With more players than [`SEATS`].
    #[must_use]
    pub fn new(mib: usize, players: usize) -> Self {
        assert!(players <= SEATS, "a vector holds at most {SEATS} players");
        let pair = 2 * Self::stride(players);
        let pairs = mib.saturating_mul(1 << 20) / (pair * size_of::<AtomicU64>());
        Vectors { words: zeroed(pairs * pair), players, generation: 0 }
    }

    /// Make the table fit, forgetting all if that is a change.
    pub fn resize(&mut self, mib: usize, players: usize) {
        let pair = 2 * Self::stride(players);
        let pairs = mib.saturating_mul(1 << 20) / (pair * size_of::<AtomicU64>());
        if self.players != players || self.words.len() != pairs * pair {
            self.words = Vec::new();
            *self = Vectors::new(mib, players);
        }
    }

    /// Make the table as large as a search within these limits can use, or
    /// leave it as it is when it is larger and may be.
    pub(crate) fn suit(&mut self, limits: &Limits, players: usize) {
        let (least, most) = (wanted(limits) << 20, limits.memory.saturating_mul(1 << 20));
        let pair = 2 * Self::stride(players) * size_of::<AtomicU64>();
        if self.players != players || self.bytes() + pair < least || self.bytes() > most {
            self.resize(wanted(limits), players);
        }
    }

    /// Forget everything.
    pub fn clear(&mut self) {
        let words = self.words.len();
        self.words = Vec::new();
        self.words = zeroed(words);
    }

    /// A new search begins: what older ones stored gives way first.
    pub fn next_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    /// The memory it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.capacity() * size_of::<AtomicU64>()
    }

    const fn stride(players: usize) -> usize {
        2 + players.div_ceil(2)
    }

    /// The depth and best move known for this key; the scores go to `out`.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key, out: &mut [i32]) -> Option<(u8, u16)> {
        let mut data = [0; MOST_DATA];
        let data = &mut data[..Self::stride(self.players) - 1];
        for words in self.pair(key)? {
            if slot::read(words, key.0, data) && data[0] & 1 == 1 {
                for (player, score) in out.iter_mut().enumerate() {
                    *score = (data[1 + player / 2] >> (32 * (player % 2))) as u32 as i32;
                }
                return Some(((data[0] >> 8) as u8, (data[0] >> 16) as u16));
            }
        }
        None
    }

    /// Remember the scores of a position searched to `depth`.
    #[inline]
    pub fn store(&self, key: Key, depth: u8, best: u16, scores: &[i32]) {
        let Some([deep, late]) = self.pair(key) else { return };
        let mut data = [0; MOST_DATA];
        let data = &mut data[..Self::stride(self.players) - 1];
        data[0] =
            1 | u64::from(depth) << 8 | u64::from(best) << 16 | u64::from(self.generation) << 32;
        for (player, &score) in scores.iter().enumerate() {
            data[1 + player / 2] |= u64::from(score as u32) << (32 * (player % 2));
        }
        let old = deep[1].load(crate::sync::Ordering::Relaxed);
        let stale = (old >> 32) as u8 != self.generation;
        let words = if stale || depth >= (old >> 8) as u8 { deep } else { late };
        slot::write(words, key.0, data);
    }

    /// The two slots where a key may live.
    #[inline]
    fn pair(&self, key: Key) -> Option<[&[AtomicU64]; 2]> {
        let stride = Self::stride(self.players);
        let pairs = self.words.len() / (2 * stride);
        let place = ((u128::from(key.0) * pairs as u128) >> 64) as usize * 2 * stride;
        let both = self.words.get(place..place + 2 * stride)?;
        let (deep, late) = both.split_at(stride);
        Some([deep, late])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_come_back_for_any_number_of_players() {
        for players in 1..=SEATS {
            let table = Vectors::new(1, players);
            assert!(table.bytes() <= 1 << 20);
            let scores: Vec<i32> = (0..players as i32).map(|p| p * 1000 - 3000).collect();
            table.store(Key::nth(3), 7, 11, &scores);
            let mut seen = vec![0; players];
            assert_eq!(table.probe(Key::nth(3), &mut seen), Some((7, 11)));
            assert_eq!(seen, scores);
            assert_eq!(table.probe(Key::nth(4), &mut seen), None);
        }
    }

    #[test]
    fn the_deep_entry_stays_and_the_late_one_is_replaced() {
        let table = Vectors::new(1, 2);
        let (a, b, c) = (Key(1 << 50), Key(1 << 50 | 1), Key(1 << 50 | 2));
        let mut seen = [0; 2];
        table.store(a, 9, 0, &[1, 1]);
        table.store(b, 3, 0, &[2, 2]);
        table.store(c, 4, 0, &[3, 3]);
        assert!(table.probe(a, &mut seen).is_some());
        assert!(table.probe(b, &mut seen).is_none());
        assert!(table.probe(c, &mut seen).is_some());
    }
}
