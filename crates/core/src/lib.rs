//! What a game is, and nothing about how to search it.
//!
//! The one idea: a single position is changed in place by [`Game::make`] and
//! taken back *exactly* by [`Game::unmake`]. How a game remembers the way back
//! is its own choice, the type [`Game::Undo`]:
//!
//! | way back | `Undo` | good for |
//! |---|---|---|
//! | nothing | `()` | the move says it all (Nim, Hex) |
//! | a token | a few words | small, well understood effects (Connect Four) |
//! | a journal | [`Mark`] | rich rules; undo nobody writes cannot be wrong |
//! | the old state | `Self` | states of a few dozen bytes (chess crates) |
//!
//! Read in this order: [`Game`], then the capabilities in [`capability`], then
//! [`journal`], [`strategy`] and [`Line`]. This crate depends on `std` alone.

#![forbid(unsafe_code)]

pub mod capability;
pub mod clock;
pub mod features;
pub mod journal;
pub mod strategy;

mod game;
mod key;
mod line;
mod moves;
mod player;
mod rng;
mod together;

pub use capability::{
    Blind, Coded, Evaluator, Exchange, FREE_STEPS, Hidden, Indexed, Keyed, Notation, Pass, Played,
    Playout, Portable, RandomMove, Scored, Simultaneous, TracedPlayout, ZeroSum,
};
pub use features::{Bag, FeatureSum, Features, Taken};
pub use game::Game;
pub use journal::{Journal, Mark, Word};
pub use key::Key;
pub use line::{Line, PlayError};
pub use moves::{Frame, Moves};
pub use player::{Payoff, Player, Players, Turn};
pub use rng::{SplitMix, mix};
pub use together::{Crew, HAS_THREADS, Job, supply_threads, threads_of, together};
