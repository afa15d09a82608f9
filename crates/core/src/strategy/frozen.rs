//! The immutable face: positions that never change.

use crate::{Game, Player, Turn};
use std::sync::Arc;

/// A position that cannot change; applying a move gives another one.
///
/// Cheap to clone and to share between threads. For front ends, records and
/// everyone who would rather not see mutation; searches use [`Game`] itself.
///
/// ```
/// # use takeback_core::{Game, Moves, Payoff, Player, Turn};
/// # #[derive(Clone, Debug, PartialEq)]
/// # struct Count(u8);
/// # impl Game for Count {
/// #     type Move = u8; type Undo = ();
/// #     fn players(&self) -> usize { 1 }
/// #     fn turn(&self) -> Turn { Turn::Player(Player(0)) }
/// #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=2); }
/// #     fn make(&mut self, m: u8) { self.0 += m; }
/// #     fn unmake(&mut self, m: u8, (): ()) { self.0 -= m; }
/// #     fn payoff(&self, _: Player) -> Payoff { Payoff::WIN }
/// # }
/// use takeback_core::strategy::Frozen;
/// let start = Frozen::from(Count(0));
/// let later = start.apply(2).apply(1);
/// assert_eq!((start.game().0, later.game().0), (0, 3));
/// let mut mutable: Count = later.thaw(); // and back to make/unmake
/// mutable.make(1);
/// assert_eq!(later.game().0, 3);
/// ```
#[derive(Debug)]
pub struct Frozen<G>(Arc<G>);

impl<G> Clone for Frozen<G> {
    fn clone(&self) -> Self {
        Frozen(Arc::clone(&self.0))
    }
}

impl<G: PartialEq> PartialEq for Frozen<G> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<G: Game> From<G> for Frozen<G> {
    fn from(game: G) -> Self {
        Frozen(Arc::new(game))
    }
}

impl<G: Game> Frozen<G> {
    /// The position after `m`. This one stays as it is.
    #[must_use]
    pub fn apply(&self, m: G::Move) -> Self {
        Frozen(Arc::new(self.0.apply(m)))
    }

    /// The position as a game of its own, to make and unmake on.
    #[must_use]
    pub fn thaw(&self) -> G {
        G::clone(&self.0)
    }

    /// A look at the position.
    #[must_use]
    pub fn game(&self) -> &G {
        &self.0
    }

    /// Who decides next.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.0.turn()
    }

    /// The player in turn, if it is one player's.
    #[must_use]
    pub fn decider(&self) -> Option<Player> {
        self.turn().decider()
    }
}
