//! The same rules, played for points.

use super::Wraps;
use crate::{Game, Payoff, Player, Scored};

/// A game that pays its points: what a search of it proves is a margin.
///
/// A point is worth the same everywhere, [`unit`](ByPoints::unit) thousandths,
/// so that averages, windows and proofs mean points too.
///
/// ```
/// # use takeback_core::{Game, Moves, Payoff, Player, Scored, Turn};
/// # #[derive(Clone)]
/// # struct Done(i32);
/// # impl Game for Done {
/// #     type Move = (); type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { Turn::Over }
/// #     fn moves(&self, _: &mut Moves<()>) {}
/// #     fn make(&mut self, (): ()) {}
/// #     fn unmake(&mut self, (): (), (): ()) {}
/// #     fn payoff(&self, p: Player) -> Payoff { if self.points(p) > 0 { Payoff::WIN } else { Payoff::LOSS } }
/// # }
/// # impl Scored for Done {
/// #     fn most_points(&self) -> i32 { 64 }
/// #     fn points(&self, p: Player) -> i32 { if p == Player::FIRST { self.0 } else { -self.0 } }
/// # }
/// use takeback_core::strategy::ByPoints;
///
/// let game = ByPoints(Done(10)); // won by ten of sixty-four points
/// assert_eq!(game.0.payoff(Player::FIRST), Payoff::WIN);
/// assert_eq!(game.payoff(Player::FIRST), Payoff(150));
/// assert_eq!(game.in_points(150), 10);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ByPoints<G>(pub G);

impl<G: Scored> ByPoints<G> {
    /// What a point is worth, in thousandths of a win.
    #[inline]
    #[must_use]
    pub fn unit(&self) -> i32 {
        1000 / self.0.most_points().clamp(1, 1000)
    }

    /// A payoff in thousandths as points, to the nearest.
    #[must_use]
    pub fn in_points(&self, thousandths: i32) -> i32 {
        let unit = self.unit();
        (thousandths + thousandths.signum() * unit / 2) / unit
    }
}

impl<G: Scored> Game for ByPoints<G> {
    delegate_game!();
    type Undo = G::Undo;

    #[inline]
    fn payoff(&self, player: Player) -> Payoff {
        Payoff(self.0.points(player) * self.unit())
    }

    #[inline]
    fn make(&mut self, m: G::Move) -> G::Undo {
        self.0.make(m)
    }

    #[inline]
    fn unmake(&mut self, m: G::Move, undo: G::Undo) {
        self.0.unmake(m, undo);
    }

    #[inline]
    fn is_legal(&mut self, m: G::Move) -> bool {
        self.0.is_legal(m)
    }
}

impl<G> ByPoints<G> {
    #[inline]
    fn inner_mut(&mut self) -> &mut G {
        &mut self.0
    }
}
delegate_capabilities!(ByPoints, crate::Scored);

impl<G: Scored> Wraps for ByPoints<G> {
    type Inner = G;
    fn wrap(inner: G) -> Self {
        ByPoints(inner)
    }
    #[inline]
    fn inner(&self) -> &G {
        &self.0
    }
}
