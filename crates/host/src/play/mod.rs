//! Games in progress and engines, without their types.
//!
//! A [`Table`] is a game being played: text in, text out, with take back. An
//! [`Engine`] looks at a table and answers with an [`Analysis`]. Both are thin
//! faces over [`Line`](takeback_core::Line) and
//! [`Search`](takeback_search::Search); nothing inside a search goes through
//! them.

mod analysis;
mod drawing;
mod engine;
mod table;

pub use analysis::{AnalysedLine, AnalysedMove, Analysis};
pub use drawing::{Drawing, MoveInput, Told};
pub use engine::{Engine, Seat, Thinker};
pub use table::{FeatureSet, Refused, Seen, Table, TableOf};
