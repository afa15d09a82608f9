//! Regrets and average mixes of the information sets met so far, within a bound.

use super::match_regrets;
use super::strategy::{InfoSet, Marks, Strategy};

#[derive(Copy, Clone, Default)]
struct Entry {
    regret: f64,
    sum: f64,
}

/// Where a set's entries stand.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Place {
    from: u32,
    count: u32,
}

/// The table of a sampler. When it is full, sets not in it are played with all
/// moves alike and nothing is learned about them.
#[derive(Clone, Default)]
pub(super) struct Ledger {
    places: Marks<Place>,
    sets: Vec<(InfoSet, Place)>,
    entries: Vec<Entry>,
    most: usize,
}

/// What a set costs beside its entries: its place in the map and in the list.
const SET_BYTES: usize = size_of::<(u64, Place)>() * 2 + size_of::<(InfoSet, Place)>();

impl Ledger {
    /// With room for so many bytes.
    pub(super) fn new(most: usize) -> Self {
        Ledger { most, ..Ledger::default() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.sets.len() * SET_BYTES + self.entries.len() * size_of::<Entry>()
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// Where a set with so many moves stands, now if not before.
    pub(super) fn place(&mut self, set: InfoSet, count: usize) -> Option<Place> {
        let mark = set.mark();
        if let Some(&place) = self.places.get(&mark) {
            return (place.count as usize == count).then_some(place);
        }
        if self.bytes() + SET_BYTES + count * size_of::<Entry>() > self.most {
            return None;
        }
        let place = Place { from: self.entries.len() as u32, count: count as u32 };
        self.places.insert(mark, place);
        self.sets.push((set, place));
        self.entries.resize(self.entries.len() + count, Entry::default());
        Some(place)
    }

    fn of(&self, place: Place) -> &[Entry] {
        &self.entries[place.from as usize..(place.from + place.count) as usize]
    }

    fn of_mut(&mut self, place: Place) -> &mut [Entry] {
        &mut self.entries[place.from as usize..(place.from + place.count) as usize]
    }

    /// The mix that regrets ask for.
    pub(super) fn mix(&self, place: Option<Place>, out: &mut [f64]) {
        match place {
            Some(place) => match_regrets(self.of(place).iter().map(|entry| entry.regret), out),
            None => out.fill(1.0 / out.len() as f64),
        }
    }

    pub(super) fn regret(&mut self, place: Place, choice: usize, by: f64) {
        self.of_mut(place)[choice].regret += by;
    }

    pub(super) fn average(&mut self, place: Place, mix: &[f64], weight: f64) {
        let entries = self.of_mut(place);
        entries.iter_mut().zip(mix).for_each(|(entry, chance)| entry.sum += weight * chance);
    }

    /// The average mix of a set, if it was met.
    pub(super) fn averaged(&self, set: InfoSet) -> Option<Vec<f64>> {
        let entries = self.of(*self.places.get(&set.mark())?);
        let total: f64 = entries.iter().map(|entry| entry.sum).sum();
        let alike = 1.0 / entries.len() as f64;
        Some(entries.iter().map(|e| if total > 0.0 { e.sum / total } else { alike }).collect())
    }

    pub(super) fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::default();
        for &(set, place) in &self.sets {
            let sums: Vec<f64> = self.of(place).iter().map(|entry| entry.sum).collect();
            strategy.insert(set, &sums);
        }
        strategy
    }
}
