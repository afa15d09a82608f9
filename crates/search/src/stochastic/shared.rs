//! One solution for all players of a game, and the work on it.

use super::graph::{GraphError, Valuing, Walk};
use super::solution::Solution;
use crate::Clock;
use std::sync::{Mutex, OnceLock, PoisonError, TryLockError};
use std::time::Duration;
use takeback_core::Keyed;

/// A game being solved: first all its positions are met, then they are valued.
pub(super) enum Solving<G: Keyed> {
    Walking(Walk<G>),
    Valuing(Valuing),
}

impl<G: Keyed> Solving<G> {
    pub(super) fn new(start: &G, most: usize) -> Self {
        Solving::Walking(Walk::new(start, most))
    }

    /// Go on until the game is solved; nothing if the clock is up before. To be asked
    /// no more after that.
    pub(super) fn go_on(&mut self, clock: &mut Clock) -> Result<Option<Solution>, GraphError> {
        if let Solving::Walking(walk) = self {
            if !walk.go_on(clock)? {
                return Ok(None);
            }
            *self = Solving::Valuing(Valuing::new(walk.take_graph()));
        }
        match self {
            Solving::Walking(_) => Ok(None),
            Solving::Valuing(valuing) => valuing.go_on(clock),
        }
    }
}

/// The solution of a game from its start, and the work on it, for all players of it.
pub struct SharedSolution<G: Keyed> {
    solved: OnceLock<Solution>,
    begun: Mutex<Option<Solving<G>>>,
}

impl<G: Keyed> Default for SharedSolution<G> {
    fn default() -> Self {
        SharedSolution { solved: OnceLock::new(), begun: Mutex::new(None) }
    }
}

/// Who waits for another player's work looks again after this.
const WAIT: Duration = Duration::from_millis(1);

impl<G: Keyed> SharedSolution<G> {
    /// The solution, once it is there.
    #[must_use]
    pub fn get(&self) -> Option<&Solution> {
        self.solved.get()
    }

    /// Work on it, or wait for who does, until it is there or the clock is up; whether
    /// it is there.
    pub(super) fn work(
        &self,
        begin: impl FnOnce() -> Solving<G>,
        clock: &mut Clock,
    ) -> Result<bool, GraphError> {
        let mut begun = loop {
            if self.solved.get().is_some() {
                return Ok(true);
            }
            match self.begun.try_lock() {
                Ok(begun) => break begun,
                // Whoever panicked had taken the work out.
                Err(TryLockError::Poisoned(poisoned)) => break PoisonError::into_inner(poisoned),
                Err(TryLockError::WouldBlock) if clock.look().is_some() => return Ok(false),
                Err(TryLockError::WouldBlock) => std::thread::sleep(WAIT),
            }
        };
        if self.solved.get().is_some() {
            return Ok(true);
        }
        let mut solving = begun.take().unwrap_or_else(begin);
        match solving.go_on(clock)? {
            Some(solution) => Ok(self.solved.set(solution).is_ok()),
            None => {
                *begun = Some(solving);
                Ok(false)
            }
        }
    }
}
