//! Every reader over its corpus and some damaged inputs. The loop of
//! `takeback-fuzz read` does the same for as long as one likes.

use std::time::Duration;
use takeback_fuzz::TARGETS;
use takeback_fuzz::round::{self, Until};

#[test]
fn no_reader_panics() {
    // Counted, not timed: the same inputs on every machine.
    let until = Until { inputs: 240, time: Duration::from_secs(3600) };
    let mut failed = Vec::new();
    for target in TARGETS {
        let round = round::run(target, 1, until);
        assert!(round.seeds >= 2, "{} has {} seeds", target.name, round.seeds);
        for (input, said) in round.failed {
            failed.push(format!("{}: {said}: {}", target.name, round::shown(&input)));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// `fuzz/` has a program for every reader, and for no other.
#[test]
fn cargo_fuzz_has_every_reader() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
    let mut named: Vec<&str> = manifest
        .split("[[bin]]")
        .skip(1)
        .filter_map(|bin| bin.split("name = \"").nth(1)?.split('"').next())
        .collect();
    let mut known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
    for name in known {
        let source = folder.join(format!("fuzz_targets/{name}.rs"));
        let source = std::fs::read_to_string(source).expect("a program");
        assert!(source.contains(&format!("run(\"{name}\", input)")), "{source}");
    }
}
