//! Who is with whom: how a game is seen as a fight of two sides.
//!
//! The walk only knows "ours" and "theirs". Two players of a zero-sum game are
//! two sides as they are; paranoid search puts all others on one; best-reply
//! search does the same and lets only one of them choose freely a round.

use std::fmt::Debug;
use takeback_core::{Evaluator, Game, Key, Payoff, Player};

/// One of the two sides, with what the view carries down the tree: whether
/// the one free reply of this round has been spent.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Side(u8);

impl Side {
    pub(crate) const OURS: Side = Side(0);
    pub(crate) const THEIRS: Side = Side(1);
    const SPENT: u8 = 2;

    /// 0 for ours, 1 for theirs.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        (self.0 & 1) as usize
    }

    #[inline]
    pub(crate) const fn is_ours(self) -> bool {
        self.0 & 1 == 0
    }

    /// Whether the two are on different sides.
    #[inline]
    pub(crate) const fn faces(self, other: Side) -> bool {
        (self.0 ^ other.0) & 1 == 1
    }

    #[inline]
    pub(crate) const fn has_spent(self) -> bool {
        self.0 & Self::SPENT != 0
    }

    #[inline]
    pub(crate) const fn spending(self, spent: bool) -> Side {
        Side(self.0 & 1 | if spent { Self::SPENT } else { 0 })
    }
}

/// How widely a player chooses at a node.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Width {
    /// Among all moves.
    Full,
    /// Does not choose: plays the default move.
    Default,
    /// The default move, or spends the side's one free reply on another.
    Reply,
}

/// A way to see a game as a fight of two sides.
pub(crate) trait View<G: Game>: Clone + Debug + Send {
    /// Whether a player may ever be narrower than [`Width::Full`].
    const NARROWS: bool;

    /// A search begins for `mover`.
    fn begin(&mut self, mover: Player);

    /// An iteration to `depth` begins.
    #[inline]
    fn deepen(&mut self, _root: &G, _depth: u32) {}

    /// The side a player is on.
    fn side(&self, player: Player) -> Side;

    /// The position as `side` judges it.
    fn judge<E: Evaluator<G>>(&self, eval: &mut E, game: &G, side: Side) -> i32;

    /// The result of a finished game to `side`.
    fn payoff(&self, game: &G, side: Side) -> Payoff;

    /// What tells table entries of this view and node from others'.
    #[inline]
    fn salt(&self, _side: Side) -> Key {
        Key::ZERO
    }

    /// How widely `player` chooses.
    #[inline]
    fn width(&self, _player: Player, _side: Side) -> Width {
        Width::Full
    }

    /// Which of `moves` a player plays who does not choose.
    #[inline]
    fn default_move(&mut self, _game: &mut G, _moves: &[G::Move]) -> usize {
        0
    }

    /// Whether everybody may choose, so that lines followed to the end need no
    /// deeper look.
    #[inline]
    fn is_whole(&self) -> bool {
        true
    }

    /// Whether a win found in this view is a win in the game; likewise a loss.
    fn proves(&self) -> (bool, bool) {
        (true, true)
    }
}

/// Two players, each the other's opponent.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Duel;

impl Duel {
    #[inline]
    const fn player(side: Side) -> Player {
        if side.is_ours() { Player::FIRST } else { Player::SECOND }
    }
}

impl<G: Game> View<G> for Duel {
    const NARROWS: bool = false;

    fn begin(&mut self, _: Player) {}

    #[inline]
    fn side(&self, player: Player) -> Side {
        if player == Player::FIRST { Side::OURS } else { Side::THEIRS }
    }

    #[inline]
    fn judge<E: Evaluator<G>>(&self, eval: &mut E, game: &G, side: Side) -> i32 {
        eval.score(game, Duel::player(side))
    }

    #[inline]
    fn payoff(&self, game: &G, side: Side) -> Payoff {
        game.payoff(Duel::player(side))
    }
}
