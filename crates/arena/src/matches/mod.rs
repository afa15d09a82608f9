//! Matches between engines: seats swapped, openings shared, error bars shown.

mod game;
mod run;
pub mod stats;

pub use game::{Effort, GameError, Played, play};
pub use run::{MatchError, Plan, Result as MatchResult, run};
