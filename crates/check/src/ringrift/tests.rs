//! The recorded data beside the project, when it is there.

use crate::{File, Report, find};
use std::path::PathBuf;

fn recorded(below: &str) -> Option<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/vectors/ringrift");
    let found = folder.join(below);
    if !found.exists() {
        eprintln!("no recorded data at {}: nothing checked", found.display());
        return None;
    }
    Some(found)
}

fn check(below: &str) {
    let Some(path) = recorded(below) else { return };
    let mut report = Report::default();
    for path in find(&path).unwrap() {
        let file = File::read(&path).unwrap();
        super::check(&file, &mut report);
    }
    assert_eq!(report.failed, 0, "{report}\n{}", report.differences().join("\n"));
    assert!(report.passed > 0);
    eprintln!("{below}: {report}");
}

#[test]
fn recorded_games() {
    check("traces");
}

#[test]
fn recorded_contracts() {
    check("contract");
}

#[test]
fn recorded_counts() {
    check("perft.json");
}
