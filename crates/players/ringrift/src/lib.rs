//! RingRift, ready to play: its engines, its place in the registry, its JSON, recorded
//! data, and the service that its own game server calls.

pub mod check;
mod entry;
mod import;
#[cfg(feature = "service")]
pub mod service;
mod shipped;
pub mod wire;

pub use entry::ringrift;
