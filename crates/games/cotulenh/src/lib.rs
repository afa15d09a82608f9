//! CoTuLenh (Cờ Tư Lệnh), or Commander Chess: two armies by the sea.
//!
//! Eleven files, twelve ranks; sea on the left, land on the right, a river
//! across. Nineteen pieces a side move along straight lines; ships keep to the
//! water and the rest to the land. Pieces of one side may stand in stacks of up
//! to three, carrier first, and move as one. A stack can also be taken apart: its
//! pieces *deploy* one by one within the same turn, each going its own way, later
//! ones riding along with earlier ones, until the turn is committed. Who attacks
//! the enemy commander becomes a *hero*, one step stronger; so does a side's last
//! guard. Anti-air guns, ships and missiles keep aircraft out of their zones or
//! let them in to die. The commanders may never face each other on an open file or
//! rank. A captured commander or a mated one loses.
//!
//! ```text
//! 12  .  .  .  .  .  .  c  .  .  .  .        a-b  sea
//! 11  .  n  .  .  f  h  .  h  f  .  .        c, d6 e6 d7 e7  mixed
//! 10  .  .  .  a  .  .  s  .  .  a  .        else land
//!  9  .  .  n  .  g  t  .  t  g  .  .
//!  8  .  .  i  e  .  .  m  .  .  e  i
//!  7  .  .  .  .  .  .  .  .  .  .  .
//!  ~~~~~~~~~~~~~~~~~=~~~~~=~~~~~~~~~~        bridges on f and h
//!  6  .  .  .  .  .  .  .  .  .  .  .
//!  5  .  .  I  E  .  .  M  .  .  E  I
//!  4  .  .  N  .  G  T  .  T  G  .  .
//!  3  .  .  .  A  .  .  S  .  .  A  .
//!  2  .  N  .  .  F  H  .  H  F  .  .
//!  1  .  .  .  .  .  .  C  .  .  .  .
//!     a  b  c  d  e  f  g  h  i  j  k
//! ```
//!
//! # Where each rule lives
//!
//! | file | rules |
//! |---|---|
//! | `geometry` | squares, terrain, directions, sets of squares |
//! | `pieces` | types, ranges, the 34 stacks, sixteen bits a cell |
//! | `air` | zones, flights through them |
//! | `board` | cells and sums, attacks, exposure, promotion, one elementary move |
//! | `watch` | legality without trying out |
//! | `moves` | the move type; rays: where a mover may go and what it may take |
//! | `session` | deployments: steps, riding along by replay, commit |
//! | `rules` | make and unmake; turn order; endings; the traits |
//! | `fen`, `notation`, `turn_text`, `pgn`, `foreign` | positions, steps, turns and games as text |
//! | `eval`, `weights` | judgement for searches, and its numbers |
//!
//! # A move is one step
//!
//! A whole stack's move ends the turn. A deploying step does not, until nothing
//! is left to do ([`CoTuLenh`] commits by itself then) or [`Move::COMMIT`] is
//! played. A session may run into a *dead end*, where it can neither go on nor be
//! committed: the player is in turn, the list is empty, the game is not over.
//! Searches drop such lines; a player goes back with [`Move::CANCEL`], which can be
//! made inside every session and is never listed.
//!
//! # Legality
//!
//! Listing has two phases. The rays give candidates; a candidate is legal if the
//! own commander is out of danger afterwards. Once a turn the position notes what
//! that commander's safety hangs on, and nearly every candidate is then decided by
//! a few comparisons; the rest are tried out on a copy of the board.
//!
//! # The way back
//!
//! Cells are overwritten through one door that logs what they held, everything
//! else is small and saved whole: [`Undo`]. Riding along replaces the whole session
//! by a replay of its steps, and is taken back like any other move. The whole board
//! in every token instead was measured, too: 1,090 instructions for make and unmake
//! of an average first move against 955, and four times the token.
//!
//! # Draws
//!
//! Besides stalemate a game is drawn after a hundred turns without a capture by
//! moving, and when a position with the same side to move begins a turn for the
//! third time. The second rule is a correction: the reference engine keys
//! repetition on its counters, so that it can never occur. [`Draws`] switches
//! both; perft counts with neither.
//!
//! ```
//! use takeback_core::{Game, Notation, Portable};
//! use takeback_cotulenh::{CoTuLenh, Move};
//!
//! // A tank with infantry aboard, taken apart within one turn.
//! let mut game = CoTuLenh::read_position(
//!     "6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1",
//! )?;
//! let start = game.clone();
//! let step = game.read_move("Tf4>f6")?;
//! let undo = game.make(step);
//! assert!(game.is_deploying() && game.legal_moves().contains(&Move::COMMIT));
//! assert!(game.position_text().ends_with("r - - 0 1 f4:I:T>f6..."));
//! game.unmake(step, undo);
//! assert_eq!(game, start);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod air;
mod board;
mod eval;
mod features;
mod fen;
mod foreign;
mod geometry;
mod moves;
mod notation;
mod pgn;
mod pieces;
mod rules;
mod scene;
mod session;
mod state;
mod turn_text;
mod watch;
mod weights;

#[cfg(test)]
mod tests;

pub use eval::Eval;
pub use fen::{FenCategory, FenError, FenReason, Strictness, fen_reasons};
pub use foreign::PgnWarning;
pub use geometry::{FILES, RANKS, Square, Terrain};
pub use moves::{Action, Move};
pub use notation::MoveError;
pub use pgn::{Pgn, PgnError, PgnResult, PgnTurn, SEVEN_TAGS};
pub use pieces::{Kind, STACKS, Side, Stack};
pub use rules::Undo;
pub use state::{CoTuLenh, Draws, Ending, START};
pub use turn_text::{RankMark, TurnError};
pub use weights::Weights;
