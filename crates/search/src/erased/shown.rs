//! A search of no particular game, shown as one of a game.

use super::position::{Abilities, Erased, Step};
use crate::{Limits, Report, Search, SearchError};
use takeback_core::{Coded, Keyed};

/// Searches positions of a game as positions of any game, and says what it found in moves of this one.
pub struct Shown<G: Keyed> {
    can: Abilities<G>,
    search: Box<dyn Search<Erased>>,
}

impl<G: Keyed> Shown<G> {
    /// This search for a game with these abilities.
    #[must_use]
    pub fn new(can: Abilities<G>, search: Box<dyn Search<Erased>>) -> Self {
        Shown { can, search }
    }
}

fn told<M: Coded>(report: &Report<Step>) -> Report<M> {
    report.map(|step| step.as_move())
}

impl<G: Keyed> Search<G> for Shown<G>
where
    G::Move: Coded,
{
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let position = self.can.erased(position);
        let report = self.search.search(&position, limits, &mut |so_far| watch(&told(so_far)))?;
        Ok(told(&report))
    }

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        let mix = self.search.policy(&self.can.erased(position), limits)?;
        Ok(mix.into_iter().map(|(step, share)| (step.as_move(), share)).collect())
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
