//! takeback: a game-tree search engine that takes moves back exactly.
//!
//! This crate gathers the parts a game author meets, under one name:
//!
//! * [`core`]: what a game is, and how it takes moves back;
//! * [`verify`]: proof that it does, in one line of a test;
//! * [`search`]: every classic search;
//! * [`arena`]: games by name, and the measured tables.
//!
//! The tutorial in the README builds a game with it from the first line.

pub use takeback_arena as arena;
pub use takeback_core as core;
pub use takeback_search as search;
pub use takeback_verify as verify;

/// The README's tutorial, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
