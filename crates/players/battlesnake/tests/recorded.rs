//! Recorded Battlesnake data, sampled. The full run is `takeback check`.

use takeback_host::check::{File, Known, Report, recorded};
use takeback_players_battlesnake::check;

/// Every `one_in`th line of a recorded file passes.
fn sample(name: &str, one_in: usize) {
    let Some(folder) = recorded("battlesnake") else { return };
    let mut file = File::read(&folder.join(name)).unwrap();
    let lines: Vec<&str> = file.text.lines().step_by(one_in).collect();
    file.text = lines.join("\n");
    let mut report = Report::default();
    assert_eq!(check::check(&file, &mut report), Known::Yes);
    assert!(report.passed > 0 && report.failed == 0, "{report}\n{:#?}", report.differences());
}

#[test]
fn traces() {
    sample("traces.jsonl.gz", 4);
}

#[test]
fn random_steps() {
    sample("random_steps.jsonl.gz", 3);
}

#[test]
fn edge_cases() {
    sample("edge_cases.jsonl.gz", 1);
}

#[test]
fn unit_cases() {
    sample("unit_cases.jsonl.gz", 1);
}

#[test]
fn perft() {
    sample("perft.jsonl.gz", 6);
}

#[test]
fn maps() {
    sample("maps.json", 1);
}
