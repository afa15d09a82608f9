//! The trait at the centre: a position that steps forward and back exactly.

use crate::{Moves, Payoff, Player, Turn};
use std::fmt::Debug;
use std::hash::Hash;

/// A position of a game, with its rules.
///
/// One *move* is one step: a player's decision or a chance outcome. A turn of
/// several steps (a chain of captures, a deployment) is several moves by a
/// player who stays in turn. Nothing may assume that players alternate or
/// that there are two.
///
/// # Laws
/// `takeback-verify` checks them along random and exhaustive walks:
///
/// 1. **Exact undo.** After `let u = g.make(m); g.unmake(m, u)` the position
///    equals what it was: every field that `==` sees, the key, the order of
///    the move list, the payoffs. Undo tokens are used last in, first out,
///    each once, on the position that made them.
/// 2. **The list is the law.** [`moves`](Game::moves) lists every legal move
///    once, in an order that depends on the position alone; it is empty when
///    the game is over and, as a rule, only then. A game whose turns have
///    several steps may run into a *dead end*: a player in turn without a
///    move. The line that led there is not playable; searches drop it.
/// 3. **Clones are independent** of the original and of each other.
/// 4. **Candidates cover.** Over all stages, the candidates that pass
///    [`is_legal`](Game::is_legal) are exactly the listed moves.
///
/// # Example
/// Nim with one heap: take one to three, whoever takes the last wins.
///
/// ```
/// use takeback_core::{Game, Moves, Payoff, Player, Turn};
///
/// #[derive(Clone, Debug, PartialEq)]
/// struct Nim { heap: u8, next: Player }
///
/// impl Game for Nim {
///     type Move = u8;
///     type Undo = (); // the move itself says how to go back
///     fn players(&self) -> usize { 2 }
///     fn turn(&self) -> Turn {
///         if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) }
///     }
///     fn moves(&self, out: &mut Moves<u8>) {
///         out.extend(1..=self.heap.min(3));
///     }
///     fn make(&mut self, take: u8) {
///         self.heap -= take;
///         self.next = self.next.other();
///     }
///     fn unmake(&mut self, take: u8, (): ()) {
///         self.next = self.next.other();
///         self.heap += take;
///     }
///     fn payoff(&self, player: Player) -> Payoff {
///         if player == self.next { Payoff::LOSS } else { Payoff::WIN }
///     }
/// }
///
/// let mut nim = Nim { heap: 4, next: Player::FIRST };
/// let lost = nim.explore(1, |after| after.heap == 3);
/// assert!(lost && nim.heap == 4);
/// ```
pub trait Game: Clone + Send + Sync + 'static {
    /// One step. Small and `Copy`: 8 bytes or less is a good aim.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;

    /// What `make` overwrote and `unmake` needs: `()` if the move says it
    /// all, a few words, a [`Mark`](crate::Mark) into a journal, or the old
    /// state itself.
    type Undo: Send + 'static;

    /// Whether players know things that others do not, so that the whole
    /// position must be shown to none of them. Front ends ask this, and nothing
    /// else, before they show or hand out a position.
    const HIDES: bool = false;

    /// How many batches [`candidates`](Game::candidates) delivers.
    const STAGES: u8 = 1;

    /// How many seats the table has.
    fn players(&self) -> usize;

    /// Who decides next.
    fn turn(&self) -> Turn;

    /// Append every legal move of whoever is in turn; at [`Turn::Chance`] every
    /// possible outcome; at [`Turn::Together`] the choices of its lowest seat.
    fn moves(&self, out: &mut Moves<Self::Move>);

    /// Play a legal move.
    fn make(&mut self, m: Self::Move) -> Self::Undo;

    /// Take back the last move made.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// What the finished game is worth to `player`, from loss to win.
    /// Meaningful only at [`Turn::Over`].
    fn payoff(&self, player: Player) -> Payoff;

    /// How likely a chance outcome is, relative to the others listed. The
    /// default makes all outcomes alike.
    #[inline]
    fn weight(&self, _outcome: Self::Move) -> u32 {
        1
    }

    /// Append one batch of candidate moves, likely-best batches first, so that
    /// a cutoff spares the later ones. A candidate need not be legal: a search
    /// asks [`is_legal`](Game::is_legal) just before it plays one, so that the
    /// test is paid for the moves played and not for the whole list.
    #[inline]
    fn candidates(&self, stage: u8, out: &mut Moves<Self::Move>) {
        if stage == 0 {
            self.moves(out);
        }
    }

    /// Whether a candidate is legal. May make and unmake it on the spot.
    #[inline]
    fn is_legal(&mut self, _candidate: Self::Move) -> bool {
        true
    }

    /// How many legal moves there are, for games that can count faster than
    /// they list. `buffer` is room for those that cannot.
    #[inline]
    fn count_moves(&self, buffer: &mut Moves<Self::Move>) -> usize {
        let list = buffer.open();
        self.moves(buffer);
        let count = buffer.range(list).len();
        buffer.close(list);
        count
    }

    /// The only legal move here, where the rules know without listing that
    /// there is just one (a step of bookkeeping). Searches play it at once and
    /// spend no depth on it. `None` promises nothing.
    #[inline]
    fn forced(&self) -> Option<Self::Move> {
        None
    }

    /// Make `m`, look around, take it back: the pairing cannot be forgotten.
    #[inline]
    fn explore<R>(&mut self, m: Self::Move, look: impl FnOnce(&mut Self) -> R) -> R {
        let undo = self.make(m);
        let seen = look(self);
        self.unmake(m, undo);
        seen
    }

    /// Whether an [`unmake`](Game::unmake) of this copy failed, so that it no
    /// longer stands for any position of the line. Only games that sit on
    /// foreign rules or real chance can fail; after a failure they ignore
    /// further unmakes, and a search that sees this goes on with a copy of its
    /// root. The default costs nothing.
    #[inline]
    fn is_broken(&self) -> bool {
        false
    }

    /// The position after `m`, leaving this one alone: the immutable face that
    /// every game has for free. See also [`Frozen`](crate::strategy::Frozen).
    #[must_use]
    fn apply(&self, m: Self::Move) -> Self {
        let mut next = self.clone();
        next.make(m);
        next
    }

    /// The legal moves as a vector of their own, for front ends and tests.
    #[must_use]
    fn legal_moves(&self) -> Vec<Self::Move> {
        let mut out = Moves::with_capacity(64);
        self.moves(&mut out);
        out.into_vec()
    }
}
