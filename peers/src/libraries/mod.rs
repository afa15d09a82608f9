//! One file a library: our rules through its traits, and how to set it going.
//!
//! All search by UCT with a weight of exploration of 1 on results between 0
//! and 1 (minimax has its own, fixed) and give a leaf children after as many
//! visits as takeback does. What else a library offers by choice (solver,
//! transpositions) stays as it is by default.

pub(crate) mod arbor;
pub(crate) mod board_game;
pub(crate) mod mcts;
pub(crate) mod minimax;
pub(crate) mod takeback;
pub(crate) mod treant;
