//! Matches between engines: seats swapped, openings shared, error bars shown.
//!
//! | where | what |
//! |---|---|
//! | `game.rs` | one game from its opening to its end, forfeits included |
//! | `side.rs` | who decides: an engine of ours or another program |
//! | `openings.rs` | where games begin: random moves by seed, or a book |
//! | `arrange.rs` | who sits where |
//! | `rules.rs` | length, lateness, adjudication |
//! | `run.rs` | a match of two sides on all threads |
//! | `result.rs` | what a match comes to: scores, seats, faults, effort |
//! | `stats.rs` | what the results say |

pub mod arrange;
mod game;
mod openings;
mod result;
mod rules;
mod run;
mod side;
pub mod stats;

pub use arrange::Seating;
pub use game::{Effort, Ending, GameError, Played, Ply, play};
pub use openings::{Opening, OpeningError, Openings};
pub use result::{Faults, Result as MatchResult, SeatScores};
pub use rules::{Adjudication, Rules};
pub use run::{MatchError, Plan, Recorder, run, run_sets, sides};
pub(crate) use side::Thoughts;
pub use side::{Side, Weighing};
