//! CoTuLenh, ready to play: its engines, its place in the registry, recorded data,
//! and what its web app needs of a server.

mod check;
mod entry;
mod import;
#[cfg(feature = "service")]
pub mod service;

pub use check::check;
pub use entry::cotulenh;
