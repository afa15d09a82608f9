//! What is stopped, by Ctrl-C or by a kill, and what goes on from there.

#![cfg(unix)]

mod common;

use common::{Folder, json, says, start, takeback, wait_until};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::Duration;

/// SIGKILL: nothing can be tidied up.
fn kill(mut child: Child) {
    child.kill().expect("it is ours");
    child.wait().expect("it has ended");
}

/// SIGINT, as by Ctrl-C, and what the program says to it.
fn interrupt(mut child: Child) -> Output {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
    wait_until("the end", || child.try_wait().expect("a child").is_some());
    child.wait_with_output().expect("a child")
}

/// Exit status 130; gives standard output and what was said beside it.
fn ended(out: &Output) -> (String, String) {
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    let said = String::from_utf8_lossy(&out.stderr).into_owned();
    assert_eq!(out.status.code(), Some(130), "{text} {said}");
    assert!(said.contains("ended early"), "{said}");
    (text, said)
}

/// Every file of a folder with its bytes.
fn files(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            (name, std::fs::read(entry.path()).unwrap_or_default())
        })
        .collect()
}

/// How many parts of a run are whole.
fn parts(folder: &str) -> usize {
    files(folder).keys().filter(|name| name.ends_with(".gz")).count()
}

/// Steps of a tuning that are in its file.
fn steps(state: &str) -> u64 {
    let text = std::fs::read_to_string(state).unwrap_or_default();
    let state: Option<serde_json::Value> = serde_json::from_str(&text).ok();
    state.and_then(|s| s["done"].as_u64()).unwrap_or(0)
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
        let child = start(&args);
        std::thread::sleep(Duration::from_millis(wait));
        kill(child);
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

const SELFPLAY: [&str; 11] = [
    "selfplay",
    "connect4",
    "--engine",
    "ab:depth=4,tt=1",
    "--games",
    "60",
    "--part",
    "3",
    "--threads",
    "2",
    "--out",
];

#[test]
fn killed_selfplay_writes_the_same_files_in_the_end() {
    let folder = Folder::new("killed-selfplay");
    let (whole, killed) = (folder.file("whole"), folder.file("killed"));
    for more in [1, 4, 9] {
        let child = start(&[&SELFPLAY[..], &[&killed]].concat());
        wait_until("some parts", || parts(&killed) >= more);
        kill(child);
    }
    let before = parts(&killed);
    assert!(before < 20, "killed too late to show anything");
    // As if it had been killed while it wrote a part.
    std::fs::write(Path::new(&killed).join("part-00019.jsonl.gz.1.part"), "half").expect("ours");
    says(&[&SELFPLAY[..], &[&killed]].concat());
    says(&[&SELFPLAY[..], &[&whole]].concat());
    let (whole, killed) = (files(&whole), files(&killed));
    assert_eq!(whole.len(), 21, "twenty parts, and what the run is");
    assert_eq!(whole.keys().collect::<Vec<_>>(), killed.keys().collect::<Vec<_>>());
    assert!(whole == killed, "bytes differ after {before} parts and a kill");
}

#[test]
fn interrupted_selfplay_says_what_is_kept() {
    let folder = Folder::new("interrupted-selfplay");
    let out = folder.file("rows");
    let child = start(&[&SELFPLAY[..], &[&out]].concat());
    wait_until("a part", || parts(&out) >= 1);
    let (_, said) = ended(&interrupt(child));
    assert!(said.contains(" of 60 games are kept in") && said.contains("the same command"));
}

const TUNE: [&str; 15] = [
    "tune",
    "connect4",
    "--engine",
    "ab:depth=2,tt=1",
    "--steps",
    "40",
    "--games",
    "4",
    "--verdict",
    "2",
    "--threads",
    "1",
    "--method",
    "spsa",
    "--state",
];

#[test]
fn a_killed_tuning_comes_to_the_same_weights() {
    let folder = Folder::new("killed-tune");
    let (whole, killed) = (folder.file("whole.tune"), folder.file("killed.tune"));
    let (whole_out, killed_out) = (folder.file("whole.json"), folder.file("killed.json"));
    for more in [2, 9, 20] {
        let child = start(&[&TUNE[..], &[&killed]].concat());
        wait_until("some steps", || steps(&killed) >= more);
        kill(child);
    }
    assert!(steps(&killed) < 40, "killed too late to show anything");
    says(&[&TUNE[..], &[&killed, "--out", &killed_out]].concat());
    says(&[&TUNE[..], &[&whole, "--out", &whole_out]].concat());
    let same = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|path| std::fs::read_to_string(path).expect("a file"));
        assert_eq!(a, b);
    };
    same(&whole, &killed);
    same(&whole_out, &killed_out);
    assert_eq!(files(folder.0.to_str().expect("a plain path")).len(), 4, "nothing is left over");
}

#[test]
fn an_interrupted_tuning_says_what_is_kept() {
    let folder = Folder::new("interrupted-tune");
    let state = folder.file("four.tune");
    let child = start(&[&TUNE[..], &[&state]].concat());
    wait_until("a step", || steps(&state) >= 1);
    let (_, said) = ended(&interrupt(child));
    assert!(said.contains(" of 40 steps are kept in") && said.contains("goes on"), "{said}");
}

#[test]
fn an_interrupted_tournament_says_what_is_kept() {
    let folder = Folder::new("interrupted-cup");
    let db = folder.file("cup.db");
    let args = ["tournament", "tictactoe", "random", "ab:depth=1,tt=1", "--threads", "1"];
    let child = start(&[&args[..], &["--games", "1000000", "--db", &db]].concat());
    wait_until("a game", || {
        let listed = takeback(&["games", "list", "--db", &db, "--limit", "1"]);
        !listed.stdout.is_empty()
    });
    let (_, said) = ended(&interrupt(child));
    assert!(said.contains("of 1000000 games are kept in"), "{said}");
}

#[test]
fn an_interrupted_match_tells_what_it_knows() {
    let args = ["match", "tictactoe", "--a", "random", "--b", "random", "--threads", "1"];
    let child = start(&[&args[..], &["--games", "1000000000"]].concat());
    std::thread::sleep(Duration::from_millis(1500));
    let (text, _) = ended(&interrupt(child));
    assert!(text.contains("score 5") || text.contains("score 4"), "{text}");
}
