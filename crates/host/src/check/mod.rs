//! Replays recorded games and facts, and says where the rules differ.
//!
//! A game that has recorded data brings a [`Checker`], which knows the kinds of
//! file and tells them apart by name. This module walks folders, unpacks, counts,
//! and keeps the first differences.

mod file;
mod report;

pub use file::{File, FileError, find, recorded};
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
