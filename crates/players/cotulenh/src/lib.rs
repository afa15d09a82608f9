//! CoTuLenh, ready to play: its engines, its place in the registry, recorded data.

mod check;
mod entry;
mod import;

pub use check::check;
pub use entry::cotulenh;
