//! The registry of games and engines, and everything that runs on it.
//!
//! Below this crate all is generic and monomorphic; above it, front ends hold
//! the small object-safe faces of [`registry`] and speak text.

pub mod bench;
pub mod engines;
pub mod external;
mod files;
pub mod games;
pub mod matches;
pub mod play;
pub mod ratings;
pub mod records;
pub mod registry;
pub mod selfplay;
pub mod tournament;
pub mod tune;

pub use registry::{
    GameEntry, Legality, PerftRequest, Strategy, UseError, Variant, VerifyRequest, all, find,
};
