//! Recorded data of RingRift: whole games, contract vectors, perft counts.

mod sha256;
mod traces;

use crate::{File, Known, Report};

/// Checks one file.
pub fn check(file: &File, report: &mut Report) -> Known {
    let name = file.name.as_str();
    if name.ends_with(".jsonl") {
        traces::check(file, report);
        return Known::Yes;
    }
    Known::No
}

#[cfg(test)]
mod tests;
