//! The atomics the tables are built of, by one name: the model check of the
//! slot protocol compiles the same file against a checker's atomics.

pub(crate) use std::sync::atomic::{AtomicU64, Ordering};
