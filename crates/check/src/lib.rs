//! Replays recorded games and facts, and says where the rules differ.
//!
//! Each game has a module that knows the kinds of file recorded for it and
//! tells them apart by name. This page walks folders, unpacks, counts, and
//! keeps the first differences.

pub mod battlesnake;
pub mod cotulenh;
pub mod gofish;
pub mod hex;
pub mod ringrift;

mod file;
mod report;

pub use file::{File, FileError, find};
pub use report::Report;

/// Whether a checker knew what kind of file it was given.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Known {
    /// The file was checked; the report has the counts.
    Yes,
    /// Not a kind this game has; name it and pass over it.
    No,
}

/// Checks one file of one game.
///
/// Everything that is wrong *in* a recorded case (a difference, an unreadable
/// line) is a failed case in the report and never a panic.
pub type Checker = fn(&File, &mut Report) -> Known;
