//! Hex on any board from 1x1 to 19x19, square or not, with the swap rule.
//!
//! The board is a rhombus of hexagons. Two players place one stone of their
//! colour on an empty cell in turn; stones never move or vanish. Black owns
//! the top and bottom edge, White the left and right one; the corner cells
//! belong to both. Whoever joins his two edges by a chain of own stones wins.
//! There is no draw: on a full board exactly one player has done it. Moving
//! first is a proven advantage, so play is balanced by the swap: the second
//! player may take over the first stone instead of answering it.
//!
//! ```text
//!    a  b  c
//!  1\.  .  B\1       c1 touches the top edge and b2; a3 or b3 will join b2 to
//!   2\.  B  .\2      the bottom, and White cannot take both: Black has won
//!    3\.  .  .\3
//!       a  b  c
//! ```
//!
//! | where | what |
//! |---|---|
//! | `geometry`, `bits` | cells, neighbours and edges; sets of cells in four storage classes |
//! | `state` | the position; stones joined to each edge, kept as stones come and go |
//! | `moves`, `rules` | the list of moves; make and unmake, swap, turn and payoff |
//! | `notation`, `sgf` | cells, one-line positions, game records |
//! | `playout` | random games: dealt at once, or with bridges saved move by move |
//! | `distance`, `resistance`, `eval` | shortest paths, two-distances, circuits; evaluators |
//! | `inferior` | dead, captured, dominated and vulnerable cells; fill-in |
//! | `any` | one type over the storage classes |
//!
//! ```
//! use takeback_core::{Game, Notation, Turn};
//! use takeback_hex::{Colour, Hex, Size, Swap};
//!
//! let mut hex = Hex::<u64>::new(Size::square(3)?, Swap::Off)?;
//! for text in ["c1", "a1", "b2", "a3", "b3"] {
//!     let m = hex.read_move(text)?;
//!     assert!(hex.allows(m));
//!     hex.make(m);
//! }
//! assert_eq!(hex.turn(), Turn::Over);
//! assert_eq!(hex.winner(), Some(Colour::Black));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod any;
mod bits;
mod distance;
mod eval;
mod geometry;
mod inferior;
mod moves;
mod notation;
mod playout;
mod resistance;
mod rules;
mod scene;
mod sgf;
mod state;

#[cfg(test)]
mod tests;

pub use any::AnyHex;
pub use bits::{Bits, Cells, Wide};
pub use distance::{TwoDistances, distance};
pub use eval::{Resistance, ShortestPath, TwoDistance};
pub use geometry::{Beyond, Cell, Colour, DIRECTIONS, Geometry, MAX_SIDE, Size, SizeError};
pub use inferior::{Inferior, Settled, fill_in, fill_in_among, inferior, is_wasted, killer};
pub use moves::Move;
pub use notation::{MoveError, PositionError, read_size};
pub use playout::{Filled, Policy, Room, play_on};
pub use resistance::Circuit;
pub use rules::Undo;
pub use sgf::{Played, Record, ReplayError, SgfError};
pub use state::{Hex, Setup, SetupError, Swap};
