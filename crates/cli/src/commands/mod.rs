//! One file a command.

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod engine;
pub(crate) mod games;
pub(crate) mod matches;
pub(crate) mod perft;
pub(crate) mod play;
