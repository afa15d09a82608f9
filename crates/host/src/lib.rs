//! One object-safe face for every game.
//!
//! Below this crate all is generic and monomorphic; above it, front ends hold
//! the small faces of this crate and speak text. The walk of a move through it:
//! the rules list it, a [`Table`](play::Table) shows it as text and as clicks,
//! an [`Engine`](play::Engine) looks through it on its own copy.
//!
//! | module | what |
//! |---|---|
//! | [`registry`] | games by name: [`Registry`], [`GameEntry`], [`Variant`] |
//! | [`play`] | games in progress and engines at work, without their types |
//! | [`engines`] | which searches a game offers, with every option declared |
//! | [`spec`] | engines as text |
//! | [`strategies`] | mixed strategies as text |
//! | [`check`] | recorded data, read and counted |
//! | [`guide`] | how to learn a game: rules in words, boards, a first lesson |
//! | [`outside`] | what a game brings from its own world: protocols, records, programs |

/// Whether every search and the verifier are here. A browser's small module has the searches
/// that people play against, and says of the others that they are apart.
pub const FULL: bool = cfg!(any(not(target_family = "wasm"), feature = "full"));

pub mod books;
pub mod check;
pub mod engines;
mod extensions;
pub mod files;
pub mod guide;
pub mod outside;
pub mod play;
pub mod registry;
pub mod spec;
pub mod strategies;
pub mod weights;

pub use extensions::Extensions;
pub use registry::{
    Chosen, Extras, GameEntry, Legality, NoExtras, PerftRequest, Registry, Strategy, UseError,
    Variant, VerifyRequest,
};
