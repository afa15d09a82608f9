//! takeback as a WebAssembly module.
//!
//! Everything that JavaScript may ask goes through one [`Desk`]: tables and
//! engines by number, texts and JSON in and out, and a [`Fault`] with a word for
//! programs and a sentence for people where something is refused. The desk knows
//! nothing of WebAssembly and is tested like any other crate; `abi` is the thin
//! C interface over it, `rules` a game whose rules are JavaScript functions. A
//! `House` keeps rooms as a server does, for pages that have none.
//!
//! A module has neither clock nor threads: the time comes from the host program,
//! which also says at every look at the clock whether to stop. A file built for shared
//! memory gets threads from there too (`crew`).

mod desk;
mod fault;
mod games;
#[cfg(feature = "room")]
mod house;
mod json;
mod options;
mod slots;
mod told;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;
#[cfg(all(target_feature = "atomics", target_family = "wasm", target_os = "unknown"))]
mod crew;
#[cfg(all(feature = "cotulenh-original", target_family = "wasm", target_os = "unknown"))]
mod original;
#[cfg(all(feature = "rules", target_family = "wasm", target_os = "unknown"))]
mod rules;

pub use desk::{Desk, Lent, turn_number};
pub use fault::{Fault, Kind};
pub use games::games;
#[cfg(feature = "room")]
pub use house::{Answer, Effect, House, Request};
