//! Single steps as text: piece, origin, mark, target. `Tf4f6`, `(NF)a1c3`,
//! `Ff3>@f6`, and the words `commit` and `cancel`.

use crate::geometry::Square;
use crate::moves::{Action, Move};
use crate::pieces::{Kind, Stack};
use crate::state::CoTuLenh;
use crate::turn_text::{self, mark};
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::Notation;

/// Why a text is no move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MoveError {
    /// It does not begin with a piece or a stack.
    Piece(String),
    /// No square follows where one belongs.
    Square(String),
    /// Something stands behind the target.
    Rest(String),
    /// These pieces do not stand on that square.
    NotThere(String, Square),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Piece(text) => write!(f, "{text:?} does not begin with a piece"),
            MoveError::Square(text) => write!(f, "{text:?} does not begin with a square"),
            MoveError::Rest(text) => write!(f, "{text:?} is left over behind the move"),
            MoveError::NotThere(piece, at) => write!(f, "there is no {piece} to move on {at}"),
        }
    }
}

impl Error for MoveError {}

impl CoTuLenh {
    /// The pieces that a move names, with the flags it names them with: those
    /// of the session's start if there is one.
    pub(crate) fn named_pieces(&self, m: Move) -> Stack {
        let stack = match &self.turn.session {
            Some(session) => session.stack,
            None => self.at(m.from),
        };
        m.deploys.map_or(stack, |kind| stack.only(kind.bit()))
    }

    /// Whether joining the stack on `to` inside a session rides on an earlier step.
    pub(crate) fn rides(&self, kind: Kind, to: Square) -> bool {
        self.with_deployment(|deployment| deployment.ride(kind, to).is_some()).unwrap_or(false)
    }
}

impl Notation for CoTuLenh {
    type MoveError = MoveError;

    fn write_move(&self, m: Move, out: &mut dyn Write) -> fmt::Result {
        match m.action {
            Action::Commit => return out.write_str("commit"),
            Action::Cancel => return out.write_str("cancel"),
            _ => {}
        }
        let deploy = if m.deploys.is_some() { ">" } else { "" };
        write!(out, "{}{}{deploy}{}{}", self.named_pieces(m), m.from, mark(m.action), m.to)
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        match text {
            "commit" => return Ok(Move::COMMIT),
            "cancel" => return Ok(Move::CANCEL),
            _ => {}
        }
        let (pieces, rest) = turn_text::read_pieces(text, self.side())
            .ok_or_else(|| MoveError::Piece(text.to_owned()))?;
        let square = |text: &str| MoveError::Square(text.to_owned());
        let (from, rest) = Square::parse_prefix(rest).ok_or_else(|| square(rest))?;
        let (is_deploy, rest) = rest.strip_prefix('>').map_or((false, rest), |rest| (true, rest));
        let (action, rest) = turn_text::read_mark(rest);
        let (to, rest) = Square::parse_prefix(rest).ok_or_else(|| square(rest))?;
        if !rest.is_empty() {
            return Err(MoveError::Rest(rest.to_owned()));
        }
        let deploys = is_deploy.then(|| pieces.carrier());
        let rides = |kind| action == Action::Combine && self.rides(kind, to);
        let action = if deploys.is_some_and(rides) { Action::Recombine } else { action };
        let m = Move { from, to, deploys, action };
        let is_here = self.turn.session.is_none_or(|session| session.origin == from);
        if !is_here || self.named_pieces(m) != pieces {
            return Err(MoveError::NotThere(pieces.to_string(), from));
        }
        Ok(m)
    }
}
