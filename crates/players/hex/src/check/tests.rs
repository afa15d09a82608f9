use super::*;
use std::path::PathBuf;
use takeback_host::check::recorded;

fn file(name: &str, text: &str) -> File {
    File { path: PathBuf::from(name), name: name.into(), text: text.into() }
}

fn counts(name: &str, text: &str) -> (u64, u64, u64) {
    let mut report = Report::default();
    assert_eq!(check(&file(name, text), &mut report), Known::Yes);
    (report.passed, report.failed, report.skipped)
}

#[test]
fn true_records_pass() {
    let game = r#"{"width":2,"height":2,"moves":["a1","b1","a2"],"winner":"black","plies":3,
        "distances":{"1":{"black":1,"white":2},"3":{"black":0,"white":null}}}"#
        .replace('\n', "");
    assert_eq!(counts("random-games-2.jsonl", &game), (1, 0, 0));
    let game = r#"{"id":"x","size":3,"first":"black","side_swap_after_first":true,
        "moves":["b2","a1","resign"],"winner":"white by resignation"}"#
        .replace('\n', "");
    assert_eq!(counts("olympiad-games.jsonl", &game), (1, 0, 0));
    let opening = r#"{"width":3,"height":3,"opening":"a1","winner":"white"}"#;
    assert_eq!(counts("openings.jsonl", opening), (1, 0, 0));
}

#[test]
fn false_and_malformed_records_fail_and_never_panic() {
    for (name, row) in [
        (
            "random-games.jsonl",
            r#"{"width":2,"height":2,"moves":["a1","b1","a2"],"winner":"white","plies":3}"#,
        ),
        (
            "random-games.jsonl",
            r#"{"width":2,"height":2,"moves":["a1","a1"],"winner":"white","plies":2}"#,
        ),
        (
            "random-games.jsonl",
            r#"{"width":2,"height":2,"moves":["c1"],"winner":"white","plies":1}"#,
        ),
        ("random-games.jsonl", r#"{"width":0,"height":99,"moves":[],"winner":"white","plies":0}"#),
        ("random-games.jsonl", r#"{"width":2,"height":2,"moves":["a1"],"winner":"x","plies":9}"#),
        (
            "random-games.jsonl",
            r#"{"width":2,"height":2,"moves":["a1","b1","a2"],"winner":"black","plies":3,"distances":{"1":{"black":2,"white":2}}}"#,
        ),
        ("olympiad-games.jsonl", r#"{"size":3,"first":"black","moves":["b2"],"winner":"black"}"#),
        (
            "olympiad-games.jsonl",
            r#"{"size":3,"first":"black","moves":["resign","a1"],"winner":null}"#,
        ),
        ("openings.jsonl", r#"{"width":3,"height":3,"opening":"a1","winner":"black"}"#),
        ("openings.jsonl", r#"{"width":3,"height":3,"opening":"d1","winner":"black"}"#),
        (
            "labels.jsonl",
            r#"{"width":2,"height":2,"black":[],"white":[],"to_move":"black","kind":"all_winning_moves","answer":["a2"]}"#,
        ),
        (
            "labels.jsonl",
            r#"{"width":2,"height":2,"black":[],"white":[],"to_move":"black","kind":"all_winning_moves","answer":["a1","a2","b1"]}"#,
        ),
        (
            "positions.jsonl",
            r#"{"width":2,"height":2,"black":["a1"],"white":["a1"],"to_move":"black","kind":"winner","answer":"black"}"#,
        ),
        (
            "positions.jsonl",
            r#"{"width":3,"height":3,"black":[],"white":[],"to_move":"black","kind":"winning_moves","answer":[]}"#,
        ),
        (
            "positions.jsonl",
            r#"{"width":3,"height":3,"black":[],"white":[],"to_move":"black","kind":"good_moves","answer":["a1"]}"#,
        ),
        (
            "positions.jsonl",
            r#"{"width":3,"height":3,"black":[],"white":[],"to_move":"black","kind":"odd","answer":["a1"]}"#,
        ),
        ("positions.jsonl", "not json"),
    ] {
        assert_eq!(counts(name, row), (0, 1, 0), "{name} {row}");
    }
}

#[test]
fn other_files_are_not_ours() {
    let mut report = Report::default();
    assert_eq!(check(&file("README.md", ""), &mut report), Known::No);
}

/// A part of the recorded data, small enough for a debug build.
#[test]
fn recorded_data_agrees() {
    let Some(shared) = recorded("hex") else { return };
    let small = ["\"width\":2,", "\"width\":3,", "\"width\":4,"];
    for name in ["openings.jsonl", "labels.jsonl", "positions.jsonl", "random-games.jsonl"] {
        let whole = File::read(&shared.join(name)).expect("a readable file");
        let text: Vec<&str> =
            whole.text.lines().filter(|l| small.iter().any(|s| l.contains(s))).collect();
        let mut report = Report::default();
        check(&file(name, &text.join("\n")), &mut report);
        assert_eq!((report.failed, report.skipped), (0, 0), "{:?}", report.differences());
    }
    let games = File::read(&shared.join("olympiad-games.jsonl")).expect("a readable file");
    let mut report = Report::default();
    check(&games, &mut report);
    assert_eq!(report.failed, 0, "{:?}", report.differences());
}
