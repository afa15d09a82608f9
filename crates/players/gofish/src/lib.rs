//! Go Fish, ready to play: its engines and rules of thumb, its place in the
//! registry, recorded data.

mod check;
mod entry;
mod import;
mod rollout;

pub use entry::gofish;
