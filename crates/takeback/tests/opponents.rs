//! Other programs as opponents: our own engines, met from outside.

mod common;

use common::{Folder, TAKEBACK, json, says};

/// A match against `opponent`, who must play all games without a fault.
fn play(game: &str, opponent: &str, more: &[&str]) -> serde_json::Value {
    let args = ["match", game, "--a", "random", "--b", opponent, "--threads", "1", "--json"];
    let result = json(&says(&[&args[..], more].concat()));
    let forfeits = result["effort"][1]["forfeits"].as_object().expect("an object");
    assert!(forfeits.values().all(|n| n == 0), "{result}");
    result
}

/// Milliseconds that the opponent took for a move.
fn pace(result: &serde_json::Value) -> f64 {
    let side = &result["effort"][1];
    1e3 * side["seconds"].as_f64().expect("seconds") / side["moves"].as_f64().expect("moves")
}

#[test]
fn our_hex_engine_plays_over_htp_within_the_time_it_is_told() {
    let folder = Folder::new("htp-match");
    let book = folder.file("book");
    // A swap has to be understood, though the engine has it off by default.
    std::fs::write(&book, "c3 swap-pieces\na2\n").expect("a book");
    // By itself it would think for five seconds a move.
    let engine = format!("cmd:\"{TAKEBACK} engine hex --time 5 --memory 16\"");
    let result = play("hex", &engine, &["--openings", &book, "--games", "4", "--time", "20ms"]);
    assert_eq!((result["games"].as_u64(), result["losses"].as_u64()), (Some(4), Some(4)));
    assert!(pace(&result) < 1_000.0, "{result}");
}

#[test]
fn our_cotulenh_engine_plays_over_uci() {
    let engine = format!("cmd:\"{TAKEBACK} engine cotulenh\",nodes=200");
    let result = play("cotulenh", &engine, &["--games", "2", "--longest", "60"]);
    let side = &result["effort"][1];
    assert!(side["moves"].as_u64().is_some_and(|moves| moves > 20), "{result}");
    assert!(side["nodes"].as_u64().is_some_and(|nodes| nodes > 0), "{result}");
}

#[cfg(unix)]
#[test]
fn our_snake_plays_over_http() {
    use std::io::BufRead;
    let mut server = common::start(&["serve", "--memory", "--port", "0"]);
    let mut lines = std::io::BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let line = lines.next().expect("a line").expect("text");
    let address = line.split("http://").nth(1).expect("an address").to_owned();
    let snake = format!("http://{address}/battlesnake,time=150ms");
    let result = play("battlesnake:small", &snake, &["--games", "2"]);
    server.kill().expect("it is ours");
    server.wait().expect("it has ended");
    assert_eq!(result["games"], 2);
    assert!(result["effort"][1]["moves"].as_u64().is_some_and(|moves| moves > 2), "{result}");
    assert!(pace(&result) < 150.0, "{result}");
}

/// Somebody who is not there, or does not speak, is no opponent: nothing is
/// played, and nothing is claimed.
#[test]
fn a_match_against_nobody_fails_at_once() {
    let nobody = "http://127.0.0.1:9,time=400ms";
    for (game, opponent) in [
        ("battlesnake", nobody),
        ("connect4", "cmd:\"false\""),
        ("hex", "cmd:\"false\""),
        ("connect4", "cmd:\"no-such-program-anywhere\""),
    ] {
        let out = std::process::Command::new(TAKEBACK)
            .args(["match", game, "--a", "random", "--b", opponent, "--games", "4"])
            .output()
            .expect("the binary runs");
        let said = String::from_utf8_lossy(&out.stderr);
        assert_eq!(out.status.code(), Some(2), "{opponent}: {said}");
        assert!(!String::from_utf8_lossy(&out.stdout).contains("Elo"), "{opponent}");
        let name = opponent.trim_start_matches("cmd:").trim_matches('"');
        assert!(said.contains(name.split(',').next().unwrap_or(name)), "{opponent}: {said}");
    }
}

/// An opponent that dies in every game is counted, named, and the exit status
/// says that the match is no measure of strength.
#[test]
fn a_match_against_one_who_dies_is_no_success() {
    let folder = Folder::new("dying");
    let script = folder.file("dying.sh");
    let lines = "read line; echo uciok; read line; read line; echo readyok; read line; exit 3\n";
    std::fs::write(&script, lines).expect("a script");
    let opponent = format!("cmd:\"sh {script}\",timeout=2s");
    let out = std::process::Command::new(TAKEBACK)
        .args(["match", "connect4", "--a", "random", "--b", &opponent, "--games", "4", "--json"])
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{said}");
    assert!(said.contains("by faults"), "{said}");
    let result = json(&String::from_utf8_lossy(&out.stdout));
    assert_eq!(result["effort"][1]["forfeits"]["crash"], 4, "{result}");
}
