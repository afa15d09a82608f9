//! Every classic game-tree search, knowing no game.
//!
//! All searches have one face: [`Search::search`] takes a position (which is
//! left alone), [`Limits`] and a callback for progress, and gives a [`Report`].

pub mod alphabeta;
pub mod bestfirst;
pub mod dfpn;
#[doc(hidden)]
pub mod doc;
pub mod equilibrium;
pub mod erased;
pub mod expect;
pub mod ismcts;
pub mod joint;
pub mod many;
pub mod mcts;
pub mod plain;
pub mod points;
pub mod stochastic;
pub mod transposition;

mod limits;
mod pages;
mod rank;
mod report;
mod root;
mod solve;
mod sync;
mod value;

#[cfg(test)]
mod tests_support;

pub use alphabeta::AlphaBeta;
pub use expect::Expectimax;
pub use joint::Joint;
pub use limits::{Clock, Limits, StopFlag, Stopped};
pub use many::{BestReply, MaxN, Paranoid};
pub use report::{Report, RootMove, Score, SearchError, Variation};
pub use solve::{Exhaustive, Value};

use takeback_core::Game;

/// Something that finds moves.
pub trait Search<G: Game>: Send {
    /// Look for the best move of the player in turn.
    ///
    /// The position is not changed, whatever happens. One legal move is
    /// answered at once, unless its [value is wanted](Limits::valued) or the
    /// search is an exact one. `watch` is called now and then with what is known so
    /// far. What the search learned (table, tree) is kept for the next call.
    ///
    /// # Errors
    /// When nobody is in turn, there is no move, or the limits make no sense.
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError>;

    /// How likely each move is to be played here, where the answer is drawn from
    /// a mix; moves left out are never played. A search without a mix plays
    /// its answer.
    ///
    /// # Errors
    /// As for [`search`](Search::search).
    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        Ok(vec![(self.search(position, limits, &mut |_| ())?.best, 1.0)])
    }

    /// Forget everything learned, as before a new game.
    fn forget(&mut self) {}
}

/// A search whose type is not known.
impl<G: Game, S: Search<G> + ?Sized> Search<G> for Box<S> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        (**self).search(position, limits, watch)
    }

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        (**self).policy(position, limits)
    }

    fn forget(&mut self) {
        (**self).forget();
    }
}
