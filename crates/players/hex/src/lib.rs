//! Hex, ready to play: its engine and levels, its place in the registry, HTP (the
//! protocol of Hex programs) in both directions, records and the exact solver.

mod carried;
mod check;
mod connect;
mod engine;
mod entry;
mod htp;
mod import;
mod knowledge;
mod opponent;
pub mod patterns;
mod player;
mod solve;
mod solver;

pub use carried::Carried;
pub use connect::{Connections, Effort, End, FIRST_EDGE, SECOND_EDGE};
pub use engine::{
    Budget, Certainty, Ended, Engine, Found, FoundMove, GameOver, Options, Puct, fair_openings,
    net_knows, part_of_clock,
};
pub use entry::hex;
pub use knowledge::{Advice, Knowledge};
pub use solver::{Limits, ProofsError, Solved, Solver, Widening, solve};
