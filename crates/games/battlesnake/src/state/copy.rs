//! Copies, what makes two positions the same, and how they are shown.

use super::Battlesnake;
use std::fmt;
use std::sync::Arc;
use takeback_core::Portable;

/// A copy starts a history of its own: it can be taken back as far as the
/// point where it was copied.
impl<const W: usize, const S: usize> Clone for Battlesnake<W, S> {
    fn clone(&self) -> Self {
        Battlesnake {
            table: Arc::clone(&self.table),
            snakes: self.snakes.clone(),
            log: Vec::new(),
            ..*self
        }
    }

    /// Keeps the room of the log: copying over an old position allocates nothing.
    fn clone_from(&mut self, source: &Self) {
        self.table.clone_from(&source.table);
        let seats = usize::from(source.seats);
        self.snakes[..seats].clone_from_slice(&source.snakes[..seats]);
        self.seats = source.seats;
        self.living = source.living;
        self.pending = source.pending;
        self.choices = source.choices;
        self.turn = source.turn;
        self.stage = source.stage;
        self.chance = source.chance;
        self.listing = source.listing;
        self.food = source.food;
        self.surplus = source.surplus;
        self.hazards = source.hazards;
        self.memory = source.memory;
        self.key = source.key;
        self.heights = source.heights;
        self.stamps = source.stamps;
        self.next_stamp = source.next_stamp;
        self.log.clear();
    }
}

/// All that the rules see, the order of food included. History is left out.
impl<const W: usize, const S: usize> PartialEq for Battlesnake<W, S> {
    fn eq(&self, other: &Self) -> bool {
        let same_table = Arc::ptr_eq(&self.table, &other.table) || self.table == other.table;
        let seats = usize::from(self.seats);
        same_table
            && self.seats == other.seats
            && self.snakes[..seats] == other.snakes[..seats]
            && (self.living, self.pending, self.choices, self.turn)
                == (other.living, other.pending, other.choices, other.turn)
            && (self.stage, self.chance, self.listing, self.memory)
                == (other.stage, other.chance, other.listing, other.memory)
            && (self.food, self.hazards, self.heights) == (other.food, other.hazards, other.heights)
            && self.food_list() == other.food_list()
    }
}

impl<const W: usize, const S: usize> fmt::Debug for Battlesnake<W, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.position_text())
    }
}
