//! A search that looks at a changed copy of the position.

use super::AnySearch;
use takeback_core::Game;
use takeback_search::{Limits, Report, Search, SearchError};

/// Changes a copy of the position before searching it: food frozen, hopeless
/// moves left out. The moves mean the same in both.
pub struct Prepared<G: Game> {
    /// What is searched instead.
    pub prepare: fn(&G) -> G,
    /// The search.
    pub search: AnySearch<G>,
}

impl<G: Game> Search<G> for Prepared<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        self.search.search(&(self.prepare)(position), limits, watch)
    }

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        self.search.policy(&(self.prepare)(position), limits)
    }

    fn forget(&mut self) {
        self.search.forget();
    }
}
