//! Hex, ready to play: its engine and levels, its place in the registry, HTP (the
//! protocol of Hex programs) in both directions, records and the exact solver.

mod check;
mod entry;
mod htp;
mod import;
mod opponent;
mod player;
mod solve;

pub use entry::hex;
