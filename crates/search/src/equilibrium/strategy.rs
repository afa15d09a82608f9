//! Mixed strategies as tables: a mix of moves for each information set.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use takeback_core::{Hidden, Key, Player, mix};

/// Who decides, and the key of all he knows.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct InfoSet {
    /// Who decides.
    pub player: Player,
    /// [`Hidden::infoset`] of the position for this player.
    pub key: Key,
}

impl InfoSet {
    /// What `player` knows here.
    #[inline]
    #[must_use]
    pub fn of<G: Hidden>(game: &G, player: Player) -> Self {
        InfoSet { player, key: game.infoset(player) }
    }

    /// Both in one number: two players may know alike and are still two.
    #[inline]
    pub(super) fn mark(self) -> u64 {
        mix(self.key.0 ^ (u64::from(self.player.0) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }
}

/// Marks are mixed already and need no further hashing.
#[derive(Default)]
pub(super) struct Marked(u64);

impl Hasher for Marked {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| mix(sum ^ u64::from(byte)));
    }
    fn write_u64(&mut self, mark: u64) {
        self.0 = mark;
    }
}

pub(super) type Marks<V> = HashMap<u64, V, BuildHasherDefault<Marked>>;

/// A mix of moves for each information set it knows, in order of the move list.
///
/// ```
/// use takeback_core::{Key, Player};
/// use takeback_search::equilibrium::{InfoSet, Strategy};
///
/// let set = InfoSet { player: Player::FIRST, key: Key::nth(7) };
/// let mut strategy = Strategy::default();
/// strategy.insert(set, &[0.25, 0.75]);
/// assert_eq!(strategy.chances(set), Some(&[0.25, 0.75][..]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Strategy {
    places: Marks<u32>,
    sets: Vec<(InfoSet, u32, u32)>,
    chances: Vec<f64>,
}

impl Strategy {
    /// How many information sets it knows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// Whether it knows none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sets.is_empty()
    }

    /// The chance of each move of the list; `None` where it has no opinion.
    #[must_use]
    pub fn chances(&self, set: InfoSet) -> Option<&[f64]> {
        let &place = self.places.get(&set.mark())?;
        let (_, from, count) = self.sets[place as usize];
        Some(&self.chances[from as usize..(from + count) as usize])
    }

    /// Say how to play at a set. What is said first stays; chances are scaled to
    /// a sum of one, and all alike where they have none.
    pub fn insert(&mut self, set: InfoSet, weights: &[f64]) {
        let place = self.sets.len() as u32;
        if self.places.contains_key(&set.mark()) || weights.is_empty() {
            return;
        }
        self.places.insert(set.mark(), place);
        self.sets.push((set, self.chances.len() as u32, weights.len() as u32));
        let total: f64 = weights.iter().sum();
        let alike = 1.0 / weights.len() as f64;
        let fits = total > 0.0 && total.is_finite() && weights.iter().all(|&weight| weight >= 0.0);
        self.chances.extend(weights.iter().map(|weight| if fits { weight / total } else { alike }));
    }

    /// All sets with their mixes, in the order they were told.
    pub fn iter(&self) -> impl Iterator<Item = (InfoSet, &[f64])> {
        self.sets
            .iter()
            .map(|&(set, from, count)| (set, &self.chances[from as usize..(from + count) as usize]))
    }
}
