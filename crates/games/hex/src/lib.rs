//! Hex on any board, with the swap rule.

#![forbid(unsafe_code)]

mod bits;
mod connect;
mod distance;
mod eval;
mod geometry;
mod inferior;
mod moves;
mod notation;
mod playout;
mod resistance;
mod rules;
mod solver;
mod state;

pub use bits::{Bits, Cells, Wide};
pub use connect::{Connections, Effort, End, FIRST_EDGE, SECOND_EDGE};
pub use distance::{TwoDistances, distance};
pub use eval::{Resistance, ShortestPath, TwoDistance};
pub use geometry::{Beyond, Cell, Colour, DIRECTIONS, Geometry, MAX_SIDE, Size, SizeError};
pub use inferior::{Filled, Inferior, fill_in, inferior, killer};
pub use moves::Move;
pub use notation::{MoveError, PositionError, read_size};
pub use resistance::Circuit;
pub use rules::Undo;
pub use solver::{Limits, Solved, Solver, Widening, solve};
pub use state::{Hex, Setup, SetupError, Swap};
