//! Damaged input for every reader of the outside, and a watchdog over every engine.
//!
//! A [`Target`] is a function of bytes that must neither panic nor hang, whatever
//! the bytes are; where a reader accepts them, it also checks what must hold then
//! (what is written reads back as the same, what is taken back was never there).
//! The same functions stand behind the programs of `fuzz/`, for cargo-fuzz, and
//! behind a loop that needs nothing but stable Rust: `takeback-fuzz`.
//!
//! | file | what |
//! |---|---|
//! | `corpus` | sound input, from the golden games |
//! | `mutate` | small damages, the same for the same seed |
//! | `targets/` | the readers |
//! | `round` | the loop: take, damage, read, keep what failed |
//! | `dog` | a thread that speaks up when something does not end |
//! | `engines` | every engine from damaged positions, within its limits |

#![forbid(unsafe_code)]

pub mod corpus;
pub mod dog;
pub mod engines;
pub mod mutate;
pub mod round;
pub mod targets;

pub use targets::{TARGETS, Target};

use std::sync::OnceLock;
use takeback::host::{Chosen, Registry};

/// The games that are built in.
pub fn games() -> &'static Registry {
    static GAMES: OnceLock<Registry> = OnceLock::new();
    GAMES.get_or_init(takeback::standard)
}

/// Every variant of every game.
#[must_use]
pub fn variants() -> Vec<Chosen<'static>> {
    let games = games().games().iter();
    games.flat_map(|game| (0..game.variants.len()).map(|place| game.nth(place))).collect()
}
