//! Battlesnake, all official rulesets.
//!
//! The game in ten lines: snakes lie on a board of cells. Each turn every
//! snake chooses a direction, unseen by the others; all move at once, head
//! forward, tail after. Everybody gets hungrier by one; heads on hazard are
//! hurt; heads on food eat, which fills health to 100 and lengthens the snake by
//! one. Who has no health left or leaves the board is out at once; then, all
//! judged by the same picture, who has its head on a body, or on the head of a
//! snake at least as long. The last one alive wins. The constrictors grow every
//! turn and have no food; the wrapped rulesets have no edge; royale
//! shrinks; solo lasts until the only snake dies. Maps bring food and hazards.
//!
//! | where | what |
//! |---|---|
//! | `bits.rs`, `geometry.rs` | sets of cells; directions, steps, edges |
//! | `ruleset.rs`, `setup.rs` | rulesets and settings, resolved once; what a playable setup must hold |
//! | `snake.rs`, `state.rs`, `keys.rs` | ring-buffer bodies, the position and its doors, its key |
//! | `moves.rs`, `rules.rs` | listing; commitments, rounds, and the way back |
//! | `chance.rs`, `maps/`, `maze.rs` | the map's part: food and hazards as chance moves, new games |
//! | `plain.rs` | the slow twin, step by step as in the rule book |
//! | `notation.rs`, `playout.rs` | text both ways; whole random games |
//! | `area.rs`, `eval.rs` | who reaches what first; judgement for searches, who matters to whom |
//! | `walk.rs` | the longest walk of one snake, with time |
//! | `survival.rs`, `baseline.rs` | moves that are safe for certain; an opponent to measure by |
//! | `sizes.rs` | from a setup of any size to the type that fits it |
//!
//! ```
//! use takeback_battlesnake::{Battlesnake, Direction, Map, Move, Ruleset, Settings, Setup, Small};
//! use takeback_core::{Game, Player, Turn};
//!
//! let setup = Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (11, 11), 2, 7)?;
//! let mut game: Small<2> = Battlesnake::new(&setup)?;
//! let before = game.clone();
//!
//! let first = game.make(Move::Go(Direction::Up)); // a note, nothing moves yet
//! assert_eq!(game.head(Player::FIRST), before.head(Player::FIRST));
//! let second = game.make(Move::Go(Direction::Left)); // now both move
//! assert_eq!(game.turn_number(), 1);
//!
//! game.unmake(Move::Go(Direction::Left), second);
//! game.unmake(Move::Go(Direction::Up), first);
//! assert_eq!(game, before);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod area;
mod baseline;
mod bits;
mod chance;
mod eval;
mod geometry;
mod keys;
mod maps;
mod maze;
mod moves;
mod notation;
mod playout;
mod rules;
mod ruleset;
mod scene;
mod setup;
mod sizes;
mod snake;
mod state;
mod survival;
mod walk;

pub mod plain;

pub use area::Holding;
pub use baseline::Baseline;
pub use bits::Bits;
pub use eval::{Judgement, LEAD, PULL, SPARE, SnakeEval, Weights};
pub use geometry::{Board, Direction, Edge, MAX_SIDE, Point, Spread};
pub use maps::{Map, StartError};
pub use moves::{Directions, Move};
pub use notation::{MoveError, PositionError};
pub use playout::Scratch;
pub use rules::{Round, Undo};
pub use ruleset::{Cause, End, Fate, Rules, Ruleset, Settings};
pub use setup::{MAX_SNAKES, Setup, SetupError, SetupErrors};
pub use sizes::{ForSize, for_size};
pub use state::{Battlesnake, Chance, Listing};
pub use walk::Walk;

use takeback_core::ZeroSum;

/// Boards of up to 128 cells: 11x11 and smaller.
pub type Small<const S: usize> = Battlesnake<2, S>;

/// Boards of up to 512 cells: 19x19, and 19x21.
pub type Medium<const S: usize> = Battlesnake<8, S>;

/// Boards of up to 640 cells: 25x25.
pub type Large<const S: usize> = Battlesnake<10, S>;

/// A duel. (A position of this type may hold a single snake, whose payoff is
/// then nobody's loss; searches for two ask for two.)
impl<const W: usize> ZeroSum for Battlesnake<W, 2> {}

#[cfg(test)]
mod tests;
