//! Something that finds moves, without its types.

use super::{Analysis, Table, TableOf};
use takeback_core::{Game, Notation, Portable};
use takeback_search::{Limits, Search, SearchError};

/// An engine for one game; keeps what it learned from move to move.
pub trait Engine: Send {
    /// Think about the table's position within the limits.
    ///
    /// # Errors
    /// When there is nothing to think about, or the table is another game's.
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        watch: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, SearchError>;

    /// As [`think`](Engine::think), for those who want the move and nobody
    /// watches: lines and root moves are not written out. On large boards, to
    /// write hundreds of moves at every depth costs a good part of the time.
    ///
    /// # Errors
    /// As `think`.
    fn choose(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError>;

    /// What it plays here without thinking, such as a book's move; `None` where it has to
    /// think, as most engines do everywhere.
    fn recall(&self, _table: &dyn Table, _limits: &Limits) -> Option<Analysis> {
        None
    }

    /// As [`choose`](Engine::choose), with what was spent on each root move.
    ///
    /// # Errors
    /// As `think`.
    fn weigh(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError>;

    /// Forget everything learned, as before a new game.
    fn forget(&mut self);
}

/// An engine at a table: what it is called and how long it may think.
pub struct Seat {
    /// The engine.
    pub engine: Box<dyn Engine>,
    /// What its specification allows it.
    pub limits: Limits,
    /// The specification it was made from.
    pub name: String,
}

/// A search as an engine.
pub struct Thinker<G: Game>(pub Box<dyn Search<G>>);

impl<G: Game + Notation + Portable> Thinker<G> {
    fn position<'t>(&self, table: &'t dyn Table) -> Result<&'t G, SearchError> {
        let table = table.as_any().downcast_ref::<TableOf<G>>();
        table.map(TableOf::now).ok_or(SearchError::Unsuited("the engine was made for another game"))
    }
}

impl<G: Game + Notation + Portable> Engine for Thinker<G> {
    fn think(
        &mut self,
        table: &dyn Table,
        limits: &Limits,
        watch: &mut dyn FnMut(&Analysis),
    ) -> Result<Analysis, SearchError> {
        let game = self.position(table)?;
        // Whoever wants to know what an engine thinks wants a forced move valued too.
        let limits = Limits { valued: true, ..limits.clone() };
        let report =
            self.0.search(game, &limits, &mut |report| watch(&Analysis::of(game, report)))?;
        Ok(Analysis::of(game, &report))
    }

    fn choose(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError> {
        let game = self.position(table)?;
        let report = self.0.search(game, limits, &mut |_| ())?;
        Ok(Analysis::brief(game, &report))
    }

    fn weigh(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError> {
        let game = self.position(table)?;
        let report = self.0.search(game, limits, &mut |_| ())?;
        Ok(Analysis::of(game, &report))
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}
