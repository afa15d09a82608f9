//! Ratings from results.
//!
//! For games of two: [`elo`], a Bayesian fit of all results at once with draws
//! and the worth of the first seat. For more players: [`skill`], Weng and
//! Lin's update after each game. [`cross`] is the table of who scored what
//! against whom, and [`Standings::svg`] the picture.

mod chart;
pub mod cross;
pub mod elo;
pub mod linear;
pub mod skill;

pub use cross::{CrossTable, Standings};
