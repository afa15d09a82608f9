//! From labelled positions to a network.
//!
//! Nothing here knows a game: a position is a bag of small numbers for each player (the
//! mover's view, then the others'), a bucket, what a search thought of it and of its moves, and how
//! the game ended. [`rows`] is the file that self-play writes and training
//! reads; [`Data`] is what is learned from; [`run`] is the training.
//!
//! Everything is decided by the data, the plan and its seed. Gradients are summed
//! in a fixed number of shards and added up in one order, so the network is the
//! same on any number of threads; and a run that was stopped goes on from its last
//! whole epoch to the same file.

#![forbid(unsafe_code)]

mod adam;
mod checkpoint;
#[cfg(feature = "parquet")]
pub mod columns;
mod curve;
mod data;
mod model;
mod policy;
pub mod rows;
mod run;
#[cfg(feature = "parquet")]
pub mod table;

pub use curve::svg;
pub use data::{Data, fitted_scale};
pub use run::{Epoch, Outcome, Plan, TrainError, run, run_until};
pub use takeback_net::sparse::SparseNet;
