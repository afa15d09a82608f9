//! RingRift for two to four, on square and hexagonal boards.
#![forbid(unsafe_code)]

pub mod bits;
pub mod geometry;

mod lines;
mod loose;
mod moves;
mod notation;
mod params;
mod portable;
mod reach;
mod random;
mod recovery;
mod referee;
mod regions;
mod rules;
mod setup;
mod stack;
mod state;
mod step;
mod victory;

pub use geometry::{Board, Cell, CellName, Hex8, Hexagonal, Square8, Square19};
pub use loose::{LooseError, LoosePly, fits_phase};
pub use notation::MoveError;
pub use moves::{Border, Move, Recovery};
pub use params::{Rules, RulesError, RulesFault};
pub use portable::PositionError;
pub use referee::{Objection, Why};
pub use setup::{Content, Setup, SetupError, SetupFault};
pub use stack::Stack;
pub use state::{Duel, Many, RingRift, Table, Two};
pub use step::{Phase, Purse, Reason, Rounds, Step};

#[cfg(test)]
mod tests;
