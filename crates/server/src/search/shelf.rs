//! Engines that may be asked again.
//!
//! An engine keeps a table or a tree between moves. That memory is what a server
//! runs out of first, so engines belong to a shelf of fixed length and not to
//! the games: the one that was not asked for longest makes room.

use std::sync::{Mutex, PoisonError};
use takeback_host::play::Seat;

/// Which engine of which game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct EngineKey {
    pub(crate) game: String,
    pub(crate) spec: String,
    /// What it is used for: a seat's number, or analysis.
    pub(crate) role: u8,
}

/// The shelf.
pub(crate) struct Shelf {
    most: usize,
    engines: Mutex<Vec<(EngineKey, Seat)>>,
}

impl Shelf {
    pub(crate) fn new(most: usize) -> Self {
        Shelf { most, engines: Mutex::default() }
    }

    fn engines(&self) -> std::sync::MutexGuard<'_, Vec<(EngineKey, Seat)>> {
        self.engines.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Take an engine off the shelf.
    pub(crate) fn take(&self, key: &EngineKey) -> Option<Seat> {
        let mut engines = self.engines();
        let i = engines.iter().position(|(known, _)| known == key)?;
        Some(engines.remove(i).1)
    }

    /// Put it back, as the one asked last.
    pub(crate) fn put(&self, key: EngineKey, seat: Seat) {
        let mut engines = self.engines();
        engines.push((key, seat));
        let excess = engines.len().saturating_sub(self.most);
        let old: Vec<_> = engines.drain(..excess).collect();
        drop(engines);
        // Large tables are freed outside the lock.
        drop(old);
    }

    /// Forget the engines of a game that ended.
    pub(crate) fn clear(&self, game: &str) {
        let gone: Vec<_> = self.engines().extract_if(.., |(key, _)| key.game == game).collect();
        drop(gone);
    }

    /// How many stand here.
    pub(crate) fn len(&self) -> usize {
        self.engines().len()
    }
}
