//! Finding better weights for an evaluator.
//!
//! A game offers its evaluator's weights by name ([`Weight`], [`Tuned`]); the
//! two optimisers know nothing of games: [`Spsa`] compares two sets of weights
//! in each step, [`Cma`] ranks a handful. [`run()`] plays the games for them and
//! keeps its state in a file, so that it can be stopped at any moment.
//!
//! All optimisers work on the unit cube: 0 is the least a weight may be, 1 the
//! most, so that large and small weights are moved alike.

mod cma;
mod run;
mod spsa;
mod weights;

pub use cma::Cma;
pub use run::{Method, Plan, State, TuneError, Verdict, run};
pub use spsa::{Gains, Spsa};
pub use weights::{Build, Tuned, Weight, read_weights, write_weights};

/// Write a file under another name, push it to the disk and rename it: whoever
/// reads sees the old contents or the new ones, never a part.
pub(crate) fn replace(path: &std::path::Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::io::Write;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let mut file = std::fs::File::create(&part)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&part, path)
}
