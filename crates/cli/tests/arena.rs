//! Matches, tournaments, records, tuning and self-play from outside.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

fn takeback(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_takeback")).args(args).output().expect("the binary runs")
}

/// Exit status 0; gives standard output.
fn says(args: &[&str]) -> String {
    let out = takeback(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8_lossy(&out.stdout).into_owned()
}

/// Exit status 2 and one line on standard error.
fn refuses(args: &[&str]) -> String {
    let out = takeback(args);
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(2), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    error
}

/// A folder that goes with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("takeback-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_tournament_survives_being_killed_three_times() {
    let folder = Folder::new("killed");
    let db = folder.file("cup.db");
    let args = [
        "tournament",
        "tictactoe",
        "random",
        "ab:depth=1,tt=1",
        "ab:depth=2,tt=1",
        "--games",
        "300",
        "--opening",
        "1",
        "--threads",
        "2",
        "--seed",
        "5",
        "--db",
        &db,
        "--json",
    ];
    let mut counts = vec![0];
    for wait in [400, 300, 500] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_takeback"))
            .args(args)
            .stdout(Stdio::null())
            .spawn()
            .expect("the binary runs");
        std::thread::sleep(Duration::from_millis(wait));
        // SIGKILL: nothing can be tidied up.
        child.kill().expect("it is ours");
        child.wait().expect("it has ended");
        let listed = takeback(&["games", "list", "--db", &db, "--limit", "0"]);
        let count = String::from_utf8_lossy(&listed.stdout).lines().count();
        assert!(count >= counts[counts.len() - 1], "finished games were lost");
        counts.push(count);
    }
    let result = json(&says(&args));
    assert_eq!(result["games"], 300);
    let listed = says(&["games", "list", "--db", &db, "--limit", "0", "--json"]);
    let rows: Vec<serde_json::Value> = listed.lines().map(json).collect();
    let numbers: BTreeSet<i64> = rows.iter().filter_map(|row| row["number"].as_i64()).collect();
    assert_eq!((rows.len(), numbers.len()), (300, 300), "{counts:?}");
    assert_eq!(numbers.last(), Some(&299));
    // Played in one go it is the same tournament.
    let other = folder.file("other.db");
    let mut whole = args;
    whole[14] = &other;
    assert_eq!(json(&says(&whole)), result);
}

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

/// Ctrl-C ends a match with the result so far.
#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_what_it_knows() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_takeback"))
        .args(["match", "tictactoe", "--a", "random", "--b", "random", "--threads", "1"])
        .args(["--games", "1000000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    std::thread::sleep(Duration::from_millis(1500));
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(100));
        if child.try_wait().expect("a child").is_some() {
            break;
        }
    }
    let _ = child.kill();
    let out = child.wait_with_output().expect("a child");
    let (text, said) = (String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
    assert_eq!(out.status.code(), Some(130), "{text} {said}");
    assert!(text.contains("score 5") || text.contains("score 4"), "{text}");
    assert!(said.contains("ended early"), "{said}");
}
