//! CoTuLenh, or Commander Chess.

#![forbid(unsafe_code)]

mod air;
mod board;
mod eval;
mod fen;
mod geometry;
mod moves;
mod notation;
mod pgn;
mod pieces;
mod rules;
mod session;
mod state;
mod turn_text;

#[cfg(test)]
mod tests;

pub use eval::{Eval, Weights};
pub use fen::{FenCategory, FenError, FenReason, Strictness, fen_reasons};
pub use geometry::{FILES, RANKS, Square, Terrain};
pub use moves::{Action, Move};
pub use notation::MoveError;
pub use pgn::{Pgn, PgnError, PgnResult, PgnTurn, SEVEN_TAGS};
pub use pieces::{Kind, STACKS, Side, Stack};
pub use rules::Undo;
pub use state::{CoTuLenh, Draws, Ending, START};
pub use turn_text::{RankMark, TurnError};
