//! Battlesnake, ready to play: its engine, its place in the registry, the JSON of
//! the official interface, a snake on the network, recorded data.

#[cfg(not(target_family = "wasm"))]
mod authors;
pub mod check;
mod commands;
mod deaths;
pub mod engine;
mod entry;
mod export;
mod import;
#[cfg(not(target_family = "wasm"))]
mod opponent;
#[cfg(feature = "service")]
pub mod service;
pub mod wire;

pub use entry::battlesnake;
