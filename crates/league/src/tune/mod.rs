//! Finding better weights for an evaluator.
//!
//! A game offers its evaluator's weights by name
//! ([`Weight`](takeback_host::weights::Weight)); the two optimisers know nothing of games: [`Spsa`] compares two sets of weights
//! in each step, [`Cma`] ranks a handful. [`run()`] plays the games for them and
//! keeps its state in a file, so that it can be stopped at any moment.
//!
//! All optimisers work on the unit cube: 0 is the least a weight may be, 1 the
//! most, so that large and small weights are moved alike.

mod cma;
mod run;
mod spsa;

pub use cma::Cma;
pub use run::{Method, Plan, State, TuneError, Tuning, Verdict, run};
pub use spsa::{Gains, Spsa};
