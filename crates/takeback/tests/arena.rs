//! Matches, tournaments, records, tuning and self-play from outside.

mod common;

use common::{Folder, json, refuses, says};

#[test]
fn a_match_is_stored_shown_exported_and_replayed() {
    let folder = Folder::new("stored");
    let (db, svg, out) = (folder.file("a.db"), folder.file("a.svg"), folder.file("a.jsonl"));
    let engines = ["--a", "ab:depth=2,tt=1", "--b", "random", "--games", "4", "--threads", "1"];
    let text = says(&[&["match", "connect4", "--db", &db], &engines[..]].concat());
    assert!(text.contains("time forfeits") && text.contains("harness"), "{text}");
    let list = says(&["games", "list", "--db", &db]);
    assert_eq!(list.lines().count(), 4, "{list}");
    let shown = says(&["games", "show", "2", "--db", &db]);
    assert!(
        shown.contains("seat 2: ab:depth=2,tt=1") || shown.contains("seat 1: ab:depth=2,tt=1"),
        "{shown}"
    );
    let shown = json(&says(&["games", "show", "2", "--db", &db, "--json"]));
    assert_eq!((shown["id"].as_i64(), shown["opening"].as_u64()), (Some(2), Some(4)));
    let replayed = says(&["replay", "2", "--db", &db, "--engine", "ab:depth=3,tt=1", "--boards"]);
    assert!(
        replayed.contains("ab:depth=3,tt=1") && replayed.contains("ended by: rules"),
        "{replayed}"
    );
    says(&["games", "export", "--db", &db, "--out", &out]);
    assert_eq!(std::fs::read_to_string(&out).expect("a file").lines().count(), 4);
    let cup = ["tournament", "connect4", "random", "ab:depth=1,tt=1", "--games", "4"];
    let table = says(&[&cup[..], &["--db", &db, "--svg", &svg]].concat());
    assert!(table.contains("rating") && table.contains("first seat"), "{table}");
    assert!(std::fs::read_to_string(&svg).expect("a chart").contains("<svg"));
    assert!(refuses(&["replay", "999", "--db", &db]).contains("no game 999"));
    assert!(refuses(&["games", "list", "--db", "no/such.db"]).contains("no file"));
    assert!(refuses(&["match", "connect4", "--a", "cmd:", "--b", "1"]).contains("command"));
    let same = ["tournament", "connect4", "random", "random", "--db", &db];
    assert!(refuses(&same).contains("given twice"));
}

#[test]
fn scores_by_seat_come_with_their_error() {
    let args = ["match", "pig:4", "--a", "random", "--b", "random", "--games", "28"];
    let text = says(&args);
    assert!(text.contains("by seat") && text.contains("\n  4: "), "{text}");
    let result = json(&says(&[&args[..], &["--json"]].concat()));
    let seats = result["seats"].as_array().expect("seats");
    assert_eq!(seats.len(), 4);
    for seat in seats {
        assert_eq!((seat["a_games"].as_u64(), seat["b_games"].as_u64()), (Some(14), Some(14)));
        let score: Vec<f64> = serde_json::from_value(seat["score"].clone()).expect("an interval");
        let [a, b] = ["a", "b"].map(|side| seat[side].as_f64().expect("a share"));
        assert!((score[1] - (0.5 + (a - b) / 2.0)).abs() < 1e-6, "{seat}");
        assert!(score[0] < score[1] && score[1] < score[2], "{seat}");
    }
}

#[test]
fn openings_come_from_a_file() {
    let folder = Folder::new("openings");
    let (book, db) = (folder.file("book"), folder.file("b.db"));
    std::fs::write(&book, "# centre\nd d d\nstartpos moves a b\n").expect("a book");
    let args = ["match", "connect4", "--a", "random", "--b", "ab:depth=1,tt=1", "--games", "4"];
    says(&[&args[..], &["--openings", &book, "--db", &db]].concat());
    let shown = json(&says(&["games", "show", "1", "--db", &db, "--json"]));
    let first: Vec<_> = shown["moves"].as_array().expect("moves").iter().take(3).collect();
    assert!(first.iter().all(|m| m["move"] == "d") || first[0]["move"] == "a", "{shown}");
    std::fs::write(&book, "d d z\n").expect("a book");
    assert!(refuses(&[&args[..], &["--openings", &book]].concat()).contains("line 1"));
}

#[test]
fn weights_are_listed_tuned_and_used() {
    let folder = Folder::new("tuned");
    let (state, out) = (folder.file("state"), folder.file("weights.json"));
    assert!(says(&["tune", "connect4", "--list"]).contains("parity"));
    let args = [
        "tune",
        "connect4",
        "--engine",
        "ab:depth=2,tt=1",
        "--steps",
        "2",
        "--games",
        "2",
        "--verdict",
        "4",
    ];
    let args = [&args[..], &["--state", &state, "--out", &out, "--json"]].concat();
    let first = says(&args);
    let report = json(&first);
    assert_eq!(report["steps"], 2);
    assert!(report["match"]["sprt"]["llr"].is_number());
    let engine = format!("ab:depth=2,tt=1,weights={out}");
    let text =
        says(&["match", "connect4", "--a", &engine, "--b", "ab:depth=2,tt=1", "--games", "2"]);
    assert!(text.contains("weights="), "{text}");
    let mut other = args.clone();
    other.extend(["--seed", "7"]);
    assert!(refuses(&other).contains("another tuning"));
    assert!(refuses(&["tune", "tictactoe", "--state", &state]).contains("no evaluator"));
}

#[test]
fn selfplay_writes_labelled_positions() {
    let folder = Folder::new("labelled");
    let out = folder.file("rows");
    let args =
        ["selfplay", "tictactoe", "--engine", "ab:depth=2,tt=1", "--games", "5", "--part", "2"];
    let text = says(&[&args[..], &["--out", &out, "--json"]].concat());
    assert_eq!(json(&text)["games"], 5);
    let again = says(&[&args[..], &["--out", &out, "--json"]].concat());
    assert_eq!(json(&again)["new_positions"], 0);
    let other = [&args[..], &["--out", &out, "--seed", "9"]].concat();
    assert!(refuses(&other).contains("another run"));
}
