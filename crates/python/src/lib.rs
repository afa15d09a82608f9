//! takeback for Python: the extension module `takeback._takeback`.
//!
//! The walk of a call: Python asks a class of this module, the class asks the
//! object-safe faces of `host` (a registry, a [`Walk`](takeback_host::play::Walk),
//! an engine, a batch), and what is refused comes back as an exception with a
//! sentence (`fault.rs`). A panic beneath is caught at the seam and raised as
//! `InternalError`. Whatever may take long lets go of the interpreter.
//!
//! | where | what |
//! |---|---|
//! | `game.rs` | games by name |
//! | `state.rs` | positions: play, undo, numbers, pictures |
//! | `encode.rs` | positions as arrays |
//! | `engine.rs` | engines by text, which Ctrl-C stops |
//! | `batch.rs` | many games at once |
//! | `rules.rs` | games written in Python |
//! | `arena.rs` | matches, self-play, training |
//! | `cluster.rs` | the same by numbered pieces, for many machines |
//! | `attend.rs` | long work that hears Ctrl-C |
//!
//! Without the feature `module` the library is empty, so that builds and tests of
//! the whole workspace need no Python.

#![allow(clippy::needless_pass_by_value, reason = "what Python hands over arrives by value")]

#[cfg(feature = "module")]
mod arena;
#[cfg(feature = "module")]
mod attend;
#[cfg(feature = "module")]
mod batch;
#[cfg(feature = "module")]
mod cluster;
#[cfg(feature = "module")]
mod encode;
#[cfg(feature = "module")]
mod engine;
#[cfg(feature = "module")]
mod fault;
#[cfg(feature = "module")]
mod game;
#[cfg(feature = "module")]
mod rules;
#[cfg(feature = "module")]
mod state;
#[cfg(feature = "module")]
mod values;

#[cfg(feature = "module")]
#[pyo3::pymodule]
mod _takeback {
    #[pymodule_export]
    use crate::arena::{play_match, play_self, train};
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::cluster::{
        Book, Selfplay, Tournament, Tuning, elo_of, goes_by_time, sample, standings,
    };
    #[pymodule_export]
    use crate::engine::{Engine, Report};
    #[pymodule_export]
    use crate::fault::{
        BadPosition, EngineError, GameOver, IllegalMove, InternalError, TakebackError, UnknownGame,
    };
    #[pymodule_export]
    use crate::game::{Game, from_store, games, load};
    #[pymodule_export]
    use crate::state::{State, rebuild};

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
