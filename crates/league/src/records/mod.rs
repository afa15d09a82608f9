//! Games kept in an SQLite file: games, moves, engines, ratings, positions.
//!
//! | where | what |
//! |---|---|
//! | `schema.rs` | the tables, their version, the way from older ones |
//! | `store.rs` | opening a file, events, games in and out |
//! | `game.rs` | a recorded game |
//! | `export.rs` | JSON lines, and Parquet where it is built in |
//! | `wire.rs` | a record as text, between programs that play for one file |
//! | `import/` | games that others recorded |
//!
//! A finished game is one transaction. Whatever happens to the process or the
//! machine, a game is there whole or not at all.

mod export;
mod game;
pub mod import;
mod schema;
mod store;
mod wire;

#[cfg(feature = "parquet")]
pub use export::write_parquet;
pub use export::{game_json, write_jsonl};
pub use game::{Record, RecordedPly, RecordedSeat, read_score, score_json, score_text};
pub use schema::VERSION;
pub use store::{Event, Filter, Rated, Row, Store, StoreError};
pub use wire::{WireError, from_wire, to_wire};
