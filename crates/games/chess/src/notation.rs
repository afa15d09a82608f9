//! Moves as in UCI, positions as FEN.

use crate::Chess;
use cozy_chess::{Board, FenParseError, Move, util};
use std::fmt::{self, Write};
use takeback_core::{Game, Notation, Portable, Turn};

/// Why a text is no move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BadMove(String);

impl fmt::Display for BadMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not a move such as e2e4 or e7e8q", self.0)
    }
}

impl std::error::Error for BadMove {}

/// Why a text is no position.
#[derive(Clone, Debug)]
pub enum BadFen {
    /// The rules library cannot read it.
    Unreadable(String, FenParseError),
    /// It was read, but the game could not be played on.
    Unplayable(String),
}

impl fmt::Display for BadFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadFen::Unreadable(text, why) => write!(f, "{text:?} is not a FEN: {why}"),
            BadFen::Unplayable(text) => {
                write!(f, "{text:?}: its history has already ended the game")
            }
        }
    }
}

impl std::error::Error for BadFen {}

impl Notation for Chess {
    type MoveError = BadMove;

    fn write_move(&self, m: Move, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", util::display_uci_move(self.board(), m))
    }

    fn read_move(&self, text: &str) -> Result<Move, BadMove> {
        util::parse_uci_move(self.board(), text).map_err(|_| BadMove(text.to_owned()))
    }
}

/// FEN; counters may be left out. A clock of 100 or more is refused unless the
/// side to move is mated, since nobody could have played on from there.
impl Portable for Chess {
    type PositionError = BadFen;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}", self.board())
    }

    fn read_position(text: &str) -> Result<Self, BadFen> {
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        for (place, default) in [(2, "-"), (3, "-"), (4, "0"), (5, "1")] {
            if fields.len() == place {
                fields.push(default);
            }
        }
        let whole = fields.join(" ");
        let board: Board = whole.parse().map_err(|why| BadFen::Unreadable(whole.clone(), why))?;
        let game = Chess::new(board);
        let ended_early = game.turn() == Turn::Over && game.board().halfmove_clock() > 100;
        if ended_early { Err(BadFen::Unplayable(whole)) } else { Ok(game) }
    }
}
