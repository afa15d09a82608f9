//! RingRift for two to four, on square and hexagonal boards.
//!
//! Rings stand in stacks, and the top ring's colour controls a stack. A turn is a row of plies:
//!
//! 1. *placement*: up to three rings from the hand, which then must move;
//! 2. *movement*: a stack goes at least as far as it is high and leaves a marker; markers it passes
//!    change colour or collapse; a player without stacks may *recover* buried rings instead;
//! 3. *capture*: jump a stack with no taller cap and take its top ring; a chain once begun must go on;
//! 4. *lines*: rows of own markers collapse into territory, for a ring;
//! 5. *territory*: enclosed regions are claimed, for the cap of a stack;
//! 6. who did nothing at all loses a cap.
//!
//! Who has eliminated enough rings, owns enough territory, or has long been the only one able to act wins.
//! Every ply is a ply, forced ones too; [`RingRift::only_move`] tells searches
//! which need no thought.
//!
//! | file | what it holds |
//! |---|---|
//! | [`bits`], [`geometry`], `tables`, `flood` | sets of cells, the four boards, rays, floods |
//! | `stack`, `step`, `state` | packed rings, packed facts of a turn, the position and its few doors |
//! | `params`, `setup` | what a table agrees on; validated positions |
//! | `moves`, `reach`, `lines`, `regions`, `recovery` | the legal list, phase by phase |
//! | `rules`, `victory` | what a ply does, what comes next, how games end |
//! | `notation`, `portable`, `referee` | plies and positions as text; why a ply is illegal |
//! | `random`, `eval` | plies by chance, judgement |
//! | `loose`, `any` | plies of hand-made records; one type over all boards |
//!
//! The position lives in a [`Journal`](takeback_core::Journal): no unmake is written anywhere.
//!
//! ```
//! use takeback_core::{Game, Notation, Portable};
//! use takeback_ringrift::{Duel, Square8};
//!
//! let mut game = Duel::<Square8>::standard(2);
//! assert_eq!(game.legal_moves().len(), 192); // 64 cells, one to three rings
//! let start = game.clone();
//! let mut undos = Vec::new();
//! for text in ["P 3,3 2", "M 3,3 3,6", "NL", "NT"] {
//!     let m = game.read_move(text)?;
//!     assert!(game.objection(m).is_none());
//!     undos.push((m, game.make(m)));
//! }
//! assert!(game.position_text().ends_with("| 3,3:M1 3,6:S11"));
//! while let Some((m, undo)) = undos.pop() {
//!     game.unmake(m, undo);
//! }
//! assert_eq!(game, start);
//! # Ok::<(), takeback_ringrift::MoveError>(())
//! ```

#![forbid(unsafe_code)]

pub mod bits;
pub mod geometry;

mod any;
mod code;
mod duel;
mod eval;
mod features;
mod flood;
mod lines;
mod loose;
mod moves;
mod notation;
mod params;
mod portable;
mod random;
mod reach;
mod recovery;
mod referee;
mod regions;
mod rules;
mod scene;
mod setup;
mod stack;
mod state;
mod step;
mod tables;
mod victory;

pub use any::AnyRingRift;
pub use duel::Duel;
pub use eval::{Judge, Terms, Weights};
pub use geometry::{Board, Cell, CellName, Hex8, Hexagonal, Square8, Square19};
pub use loose::{LooseError, LoosePly, fits_phase};
pub use moves::{Border, Move, Recovery};
pub use notation::MoveError;
pub use params::{Rules, RulesError, RulesFault};
pub use portable::PositionError;
pub use referee::{Objection, Why};
pub use setup::{Content, Setup, SetupError, SetupFault};
pub use stack::Stack;
pub use state::RingRift;
pub use step::{Phase, Purse, Reason, Rounds, Step};

#[cfg(test)]
mod tests;
