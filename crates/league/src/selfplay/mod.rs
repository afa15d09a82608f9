//! Labelled positions from games of an engine against itself.
//!
//! Game number `n` follows from the seed and `n` alone. Games are gathered into
//! parts of equal size; a part is written under another name and renamed when
//! it is whole. So the files are the same byte by byte whatever the number of
//! threads, and after any interruption the parts that are missing are played.
//!
//! What training reads ([`Format::Rows`]) is one file to which every game is
//! appended when it ends: it holds the same games whatever the number of threads,
//! and its reader puts them in order.

#[cfg(feature = "parquet")]
pub mod columns;
mod crew;
mod parts;
mod rows;
mod run;

pub use parts::Row;
pub use rows::file;
pub use run::{Format, Plan, Progress, SelfplayError, play_rows, run, sides};
