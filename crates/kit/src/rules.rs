//! What a game on the kit has to say for itself.

use crate::board::{Board, Shape};
use crate::element::Id;
use crate::flow::{Flow, Step};
use std::error::Error;
use std::fmt::{self, Debug};
use std::hash::Hash;
use takeback_core::{Moves, Payoff, Player, Word};

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

    /// How many numbers the flow remembers; see [`Variable`](crate::Variable).
    const VARIABLES: usize = 0;

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

    /// Append the moves of `player` that cannot wait: answers to a threat, a win
    /// at hand. Searches that [heed](crate::KitGame::heeding) it look at no
    /// others while there is one. The default: nothing is urgent.
    ///
    /// Like a move list it must rest on what `player` knows.
    fn urgent(&self, _: &Board, _: Step, _: Player, _out: &mut Moves<Self::Move>) {}

    /// How well a player stands in an unfinished game, in points of which some
    /// hundred decide; for searches that judge positions by [`Worth`](crate::Worth)
    /// instead of playing on to the end. It may look at everything: a search for
    /// one seat judges redealt tables. The default: all stand alike.
    fn worth(&self, _: &Board, _: Player) -> i32 {
        0
    }

    /// How much more than usual a tree search should explore here: 1 as usual,
    /// less where the best move is plain, more where much is open.
    fn exploration(&self, _: &Board) -> f32 {
        1.0
    }
}

/// Rules with a step played [`Together`](Flow::Together).
pub trait TogetherRules: Rules {}

/// Rules for exactly two, one winner or a draw.
pub trait DuelRules: Rules {}

/// Rules with something hidden. Observations, information sets and redeals
/// follow from the visibility of zones; there is nothing that must be written.
///
/// Elements of one class and owner look alike from behind and are dealt anew over
/// the places where their seat does not know them. So what a class and an owner
/// tell, all may know; everything else about a card is an attribute. What lies
/// in a hidden element goes where it goes.
pub trait HiddenRules: Rules {
    /// Bring up to date what is written on `space` and follows from what lies
    /// there; the kit has dealt anew. Rules that write down no such thing keep
    /// the default.
    fn derive(&self, _board: &mut Board, _space: Id) {}

    /// How many of the things that `viewer` has learnt about others a deal
    /// contradicts: who asked for a card holds one of its kind. The kit exchanges
    /// what it dealt until none is left, or for some thousand times, and then goes
    /// on exchanging what fits for what fits, so that all such deals are as likely
    /// as each other. What is known of one place, a [note](Board::set_note) keeps
    /// there. The default: whatever the zones leave open may be.
    fn misfits(&self, _board: &Board, _viewer: Player) -> u32 {
        0
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

/// A text that is no move of a game, for rules that need not say more.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoMove {
    text: String,
    expected: &'static str,
}

impl NoMove {
    /// What was read, and what would have been a move.
    #[must_use]
    pub fn new(text: &str, expected: &'static str) -> Self {
        NoMove { text: text.chars().take(20).collect(), expected }
    }
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no move; write {}", self.text, self.expected)
    }
}

impl Error for NoMove {}

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
