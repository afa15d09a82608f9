//! Recorded data of RingRift: whole games in two forms, contract vectors, perft counts.

mod contract;
mod games;
mod perft;
mod traces;

use std::path::Path;
use takeback_host::check::{File, Known, Report};

/// Checks one file.
pub fn check(file: &File, report: &mut Report) -> Known {
    let name = file.name.as_str();
    if is_trace_path(Path::new(name)) {
        traces::check(file, report);
    } else if name.contains("vectors") && name.ends_with(".json") {
        contract::check(file, report);
    } else if name.contains("perft") && name.ends_with(".json") {
        perft::check(file, report);
    } else if !file.is_kind("after") {
        return games::check(file, report);
    }
    // Results are checked together with the vectors they belong to.
    Known::Yes
}

/// Whether the file holds whole games.
fn is_trace_path(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name.strip_suffix(".gz").unwrap_or(&name).ends_with(".jsonl")
}

/// A fact of the record against the same fact found.
#[allow(clippy::needless_pass_by_value)] // callers compare temporaries
fn expect<T: PartialEq + std::fmt::Debug>(what: &str, recorded: T, found: T) -> Result<(), String> {
    if recorded == found {
        return Ok(());
    }
    Err(format!("{what}: recorded {recorded:?}, found {found:?}"))
}

#[cfg(test)]
mod tests;
