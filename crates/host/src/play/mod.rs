//! Games in progress and engines, without their types.
//!
//! A [`Table`] is a game being played: text in, text out, with take back. An
//! [`Engine`] looks at a table and answers with an [`Analysis`]. Both are thin
//! faces over [`Line`](takeback_core::Line) and
//! [`Search`](takeback_search::Search); nothing inside a search goes through
//! them. A [`Walk`] is a table by numbers, and a [`Batch`] many games at once: what
//! programs in other languages play on (a browser's module does without).

mod analysis;
#[cfg(not(target_family = "wasm"))]
mod batch;
mod drawing;
mod engine;
mod faces;
#[cfg(not(target_family = "wasm"))]
mod numbers;
mod table;
#[cfg(not(target_family = "wasm"))]
mod walk;

pub use analysis::{AnalysedLine, AnalysedMove, Analysis};
#[cfg(not(target_family = "wasm"))]
pub use batch::Batch;
#[cfg(not(target_family = "wasm"))]
pub(crate) use batch::{BatchOf, Begin};
pub use drawing::{Drawing, MoveInput, Told};
pub use engine::{Engine, Seat, Thinker};
pub use faces::Faces;
#[cfg(not(target_family = "wasm"))]
pub use numbers::{LISTED, NO_NUMBER};
pub use table::{FeatureSet, Refused, Seen, Table, TableOf};
#[cfg(not(target_family = "wasm"))]
pub use walk::Walk;
#[cfg(not(target_family = "wasm"))]
pub(crate) use walk::WalkOf;
