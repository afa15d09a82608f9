//! Hex on any board, with the swap rule.

#![forbid(unsafe_code)]

mod bits;
mod geometry;
mod moves;
mod notation;
mod rules;
mod state;

pub use bits::{Bits, Cells, Wide};
pub use geometry::{Beyond, Cell, Colour, DIRECTIONS, Geometry, MAX_SIDE, Size, SizeError};
pub use moves::Move;
pub use notation::{MoveError, PositionError, read_size};
pub use rules::Undo;
pub use state::{Hex, Setup, SetupError, Swap};
