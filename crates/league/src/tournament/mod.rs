//! Tournaments: everybody against everybody, or one against all others.
//!
//! The whole tournament is a list of numbered games, known before the first
//! one: [`Schedule`] says for every number who sits where and from which
//! opening, and the number alone gives the game's seeds. A finished game is
//! committed to the file under its number. So it can be stopped at any moment,
//! by any means, and going on is nothing but playing the numbers that are
//! missing.

mod run;
mod schedule;

pub use run::{Progress, TournamentError, play_game, run};
pub use schedule::{Plan, Schedule, ScheduleError, Slot};
