//! What is kept of a solved game, and how its positions are found by key.

use takeback_core::{Key, mix};

/// What is left of a solved [`Graph`](super::Graph): where somebody decides, and
/// what that is worth. 8 bytes a position and 8 for each player.
pub struct Solution {
    /// In order.
    keys: Vec<Key>,
    values: Vec<f64>,
    players: usize,
    positions: usize,
}

impl Solution {
    /// What the position of this key is worth to each player, from -1 to 1, if
    /// somebody decides there.
    #[must_use]
    pub fn values(&self, key: Key) -> Option<&[f64]> {
        let place = self.keys.binary_search_by_key(&key.0, |key| key.0).ok()?;
        Some(&self.values[place * self.players..][..self.players])
    }

    /// How many positions were solved, those of chance and those at the end
    /// included.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// What it takes of memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.keys) + size_of_val(&*self.values)
    }
}

/// Positions being put in the order of their keys, a little at a time.
pub(super) struct Sorting {
    keys: Vec<Key>,
    /// Those that are kept, by the first byte of their keys.
    order: Vec<u32>,
    /// Where each first byte ends.
    ends: Vec<u32>,
    /// First bytes that are in order.
    done: usize,
}

impl Sorting {
    pub(super) fn new(places: Places, keeps: impl Fn(usize) -> bool) -> Self {
        let Places { keys, slots } = places;
        drop(slots);
        let byte = |at: usize| (keys[at].0 >> 56) as usize;
        let mut counts = [0u32; 256];
        let kept = || (0..keys.len()).filter(|&at| keeps(at));
        kept().for_each(|at| counts[byte(at)] += 1);
        let mut sum = 0;
        let mut next = counts.map(|count| {
            sum += count;
            sum - count
        });
        let mut order = vec![0; sum as usize];
        for at in kept() {
            let place = &mut next[byte(at)];
            order[*place as usize] = at as u32;
            *place += 1;
        }
        Sorting { keys, order, ends: next.to_vec(), done: 0 }
    }

    /// Put a few more in order; false when all are.
    pub(super) fn step(&mut self) -> bool {
        let Some(&end) = self.ends.get(self.done) else { return false };
        let begin = if self.done == 0 { 0 } else { self.ends[self.done - 1] };
        let keys = &self.keys;
        self.order[begin as usize..end as usize].sort_unstable_by_key(|&at| keys[at as usize].0);
        self.done += 1;
        true
    }

    /// All in order, with what they are worth.
    pub(super) fn solution(self, values: &[f64], players: usize) -> Solution {
        let of = |&at: &u32| &values[at as usize * players..][..players];
        Solution {
            keys: self.order.iter().map(|&at| self.keys[at as usize]).collect(),
            values: self.order.iter().flat_map(of).copied().collect(),
            players,
            positions: self.keys.len(),
        }
    }
}

/// The place of each key, in the order they were met: an open table of places
/// beside the keys, half of what a map of both takes.
#[derive(Default)]
pub(super) struct Places {
    keys: Vec<Key>,
    /// One more than a place; 0 is free.
    slots: Vec<u32>,
}

impl Places {
    /// Where a key stands, or could.
    fn slot(&self, key: Key) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = mix(key.0) as usize & mask;
        while self.slots[at] != 0 && self.keys[self.slots[at] as usize - 1] != key {
            at = (at + 1) & mask;
        }
        at
    }

    /// The place of a key, old or new.
    pub(super) fn insert(&mut self, key: Key) -> u32 {
        if 2 * (self.keys.len() + 1) > self.slots.len() {
            self.grow();
        }
        let slot = self.slot(key);
        if self.slots[slot] == 0 {
            self.keys.push(key);
            self.slots[slot] = self.keys.len() as u32;
        }
        self.slots[slot] - 1
    }

    fn grow(&mut self) {
        let room = (2 * self.slots.len()).max(1 << 10);
        self.slots = Vec::new();
        self.slots.resize(room, 0);
        for place in 0..self.keys.len() {
            let slot = self.slot(self.keys[place]);
            self.slots[slot] = place as u32 + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use takeback_core::SplitMix;

    #[test]
    fn places_agree_with_a_map() {
        let mut rng = SplitMix::new(3);
        let (mut places, mut map) = (Places::default(), HashMap::new());
        for _ in 0..20_000 {
            let key = Key((rng.below(5_000) as u64 * 1024).rotate_left(50));
            let fresh = map.len() as u32;
            let known = *map.entry(key.0).or_insert(fresh);
            assert_eq!(places.insert(key), known);
        }
        let mut sorting = Sorting::new(places, |at| at % 3 == 0);
        while sorting.step() {}
        let solution = sorting.solution(&vec![0.5; map.len()], 1);
        assert_eq!(solution.positions(), map.len());
        for (&key, &place) in &map {
            assert_eq!(solution.values(Key(key)).is_some(), place % 3 == 0);
        }
    }
}
