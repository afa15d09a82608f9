//! A snake on the network: the official Battlesnake interface.
//!
//! | where | what |
//! |---|---|
//! | `config.rs` | what may be set, and its limits |
//! | `routes.rs` | the four requests and their answers |
//! | `sessions.rs` | what is kept of each game, and for how long |
//! | `desk.rs` | who thinks when: searches share the cores so that all end in time |
//! | `think.rs` | one search, and the move that is ready before it |
//! | `record.rs` | served games as files |
//!
//! A request is answered by the asynchronous side at its deadline at the latest,
//! with the best move known by then; a safe one is known before the search
//! begins. Searches run on threads of their own.

mod config;
mod desk;
mod record;
mod routes;
mod sessions;
mod think;

pub use config::{Config, ConfigError};
pub use routes::router;
