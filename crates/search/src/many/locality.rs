//! Who matters: players too far away do not branch.

use std::fmt::Debug;
use takeback_core::{Game, Player, Players};

/// Says which players matter to a search, and what the others are taken to
/// play. Asked anew for every depth, since who is out of reach two plies on
/// may be near in eight.
///
/// ```
/// use takeback_core::{Game, Player, Players};
/// use takeback_search::many::{Everyone, Locality, Within};
///
/// // A closure over the root position, the searching player and the depth:
/// fn nearest_two<G: Game>(_: &G, me: Player, _: u32) -> Players {
///     Players::only(me).with(me.next(4))
/// }
/// # #[derive(Clone)] struct Toy;
/// # impl Game for Toy {
/// #     type Move = u8; type Undo = ();
/// #     fn players(&self) -> usize { 4 }
/// #     fn turn(&self) -> takeback_core::Turn { takeback_core::Turn::Over }
/// #     fn moves(&self, _: &mut takeback_core::Moves<u8>) {}
/// #     fn make(&mut self, _: u8) {}
/// #     fn unmake(&mut self, _: u8, (): ()) {}
/// #     fn payoff(&self, _: Player) -> takeback_core::Payoff { takeback_core::Payoff::DRAW }
/// # }
/// let mut locality = Within(nearest_two::<Toy>);
/// assert_eq!(locality.near(&Toy, Player(3), 6), Players::only(Player(3)).with(Player(0)));
/// assert_eq!(Everyone.near(&Toy, Player(3), 6), Players::all(4));
/// ```
pub trait Locality<G: Game>: Clone + Send {
    /// Whether this can ever leave anybody out or choose a default move.
    const NARROWS: bool = true;

    /// The players who branch in a search for `me` to this depth.
    fn near(&mut self, root: &G, me: Player, depth: u32) -> Players;

    /// Which of the legal `moves` a player makes who does not branch. The
    /// game may be changed to find out, and must be put back.
    #[inline]
    fn default_move(&mut self, _game: &mut G, _moves: &[G::Move]) -> usize {
        0
    }
}

/// Everybody matters.
#[derive(Copy, Clone, Debug, Default)]
pub struct Everyone;

impl<G: Game> Locality<G> for Everyone {
    const NARROWS: bool = false;

    #[inline]
    fn near(&mut self, root: &G, _: Player, _: u32) -> Players {
        Players::all(root.players())
    }
}

/// Those matter whom a function of root, player and depth names; the others
/// play the first move of their list.
#[derive(Copy, Clone, Debug)]
pub struct Within<F>(pub F);

impl<G: Game, F> Locality<G> for Within<F>
where
    F: FnMut(&G, Player, u32) -> Players + Clone + Send,
{
    #[inline]
    fn near(&mut self, root: &G, me: Player, depth: u32) -> Players {
        self.0(root, me, depth)
    }
}
