//! What a game on the kit has to say for itself.

use crate::board::{Board, Shape};
use crate::flow::{Flow, Step};
use std::error::Error;
use std::fmt::{self, Debug};
use std::hash::Hash;
use takeback_core::{Moves, Payoff, Player, SplitMix, Word};

/// The rules of a game made of elements. A [`KitGame`](crate::KitGame) of them is a
/// [`Game`](takeback_core::Game): searches, verifier and front ends work on it.
///
/// The value itself holds the options of the game (board size, number of
/// players) and never changes; all that changes is on the [`Board`].
pub trait Rules: Clone + Debug + PartialEq + Send + Sync + 'static {
    /// One decision, small enough for one word.
    type Move: Word + Eq + Hash + Send + Sync + 'static;

    /// Whether seats know things that others do not; see
    /// [`Game::HIDES`](takeback_core::Game::HIDES).
    const HIDES: bool = false;

    /// Seats, attributes, tracks.
    fn shape(&self) -> Shape;

    /// The turn program.
    fn flow() -> Flow<Self>;

    /// Lay out the table. The journal begins after it.
    fn set_up(&self, board: &mut Board);

    /// Append what `player` may choose at `step`.
    fn moves(&self, board: &Board, step: Step, player: Player, out: &mut Moves<Self::Move>);

    /// Carry out a choice. The flow goes on by itself afterwards.
    fn play(&self, board: &mut Board, step: Step, player: Player, m: Self::Move);

    /// Carry out the choices of a round played together, `picks[seat]` being the
    /// choice of that seat. The default carries them out in order of seats.
    fn resolve(&self, board: &mut Board, step: Step, picks: &[Option<Self::Move>]) {
        for (player, pick) in Player::all(picks.len()).zip(picks) {
            if let Some(m) = *pick {
                self.play(board, step, player, m);
            }
        }
    }

    /// What the finished game is worth: an equal share of the win to each
    /// winner, loss to the others.
    fn payoff(&self, board: &Board, player: Player) -> Payoff {
        let winners = board.winners();
        if winners.contains(player) {
            Payoff(2000 / winners.len() as i32 - 1000)
        } else {
            Payoff::LOSS
        }
    }
}

/// Rules with a step played [`Together`](Flow::Together).
pub trait TogetherRules: Rules {}

/// Rules for exactly two, one winner or a draw.
pub trait DuelRules: Rules {}

/// Rules with something hidden.
pub trait HiddenRules: Rules {
    /// Rearrange, by commands, all that `viewer` does not see, consistently with
    /// what it does see and uniformly over what is possible. The kit takes it back.
    fn redeal(&self, board: &mut Board, viewer: Player, rng: &mut SplitMix);

    /// What `viewer` sees of a move about to be made. The default: all of it.
    fn label(&self, _board: &Board, _viewer: Player, m: Self::Move) -> u64 {
        m.pack()
    }
}

/// Rules whose moves can be written down.
pub trait NotationRules: Rules {
    /// Why a text is no move.
    type MoveError: Error + Send + Sync + 'static;

    /// Write a move.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_move(&self, m: Self::Move, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Read a move; whether it is legal is another question.
    ///
    /// # Errors
    /// When the text is no move.
    fn read_move(&self, text: &str) -> Result<Self::Move, Self::MoveError>;
}

/// Rules whose options can be written down, so that positions can.
pub trait PortableRules: Rules {
    /// Write the options on one line.
    ///
    /// # Errors
    /// Only those of the writer.
    fn write_options(&self, out: &mut dyn fmt::Write) -> fmt::Result;

    /// Read the options; `None` when they make no sense.
    fn read_options(text: &str) -> Option<Self>;

    /// Whether a well-formed board can be played by these rules: the elements
    /// that `set_up` makes are there, with sensible attributes.
    fn is_playable(&self, board: &Board) -> bool;
}
