//! A game outside this repository: written by `takeback new`, built against this
//! workspace, and asked for everything that takeback can do.
//!
//! It builds a crate of its own, which takes minutes at first, so it runs when
//! asked for: `cargo test -p takeback --test new_game -- --ignored`, and in
//! `cargo xtask test`.

#![cfg(unix)]

mod common;

use common::{TAKEBACK, json, wait_until};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The crate, built.
struct MyGame {
    folder: PathBuf,
    program: PathBuf,
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

impl MyGame {
    /// Always in the same place below cargo's folder, so that a second run finds
    /// its dependencies built.
    fn build() -> Self {
        let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("above");
        let target = Path::new(TAKEBACK).ancestors().nth(2).expect("a folder of cargo's");
        let folder = target.join("new-game");
        let _ = fs::remove_dir_all(&folder);
        let new = Command::new(TAKEBACK)
            .args(["new", "my-game", "--path"])
            .arg(&folder)
            .arg("--workspace")
            .arg(checkout)
            .output()
            .expect("the binary runs");
        assert!(new.status.success(), "{}", text(&new.stderr));
        // The versions of the workspace, which are on this machine.
        fs::copy(checkout.join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
        let game = MyGame { program: target.join("debug/my-game"), folder };
        game.cargo(target, &["build", "--offline", "--quiet"]);
        game.cargo(target, &["test", "--offline", "--quiet"]);
        game
    }

    fn cargo(&self, target: &Path, args: &[&str]) {
        let done = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(args)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
            .output()
            .expect("cargo runs");
        let (out, error) = (text(&done.stdout), text(&done.stderr));
        assert!(done.status.success(), "cargo {args:?}:\n{out}\n{error}");
        assert!(!error.contains("warning"), "cargo {args:?}:\n{error}");
    }

    fn run(&self, args: &[&str], input: &str) -> Output {
        let mut child = self.start(args);
        child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it listens");
        child.wait_with_output().expect("it ends")
    }

    fn start(&self, args: &[&str]) -> Child {
        Command::new(&self.program)
            .args(args)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs")
    }

    /// Exit status 0; what it says to these lines.
    fn answers(&self, args: &[&str], input: &str) -> String {
        let out = self.run(args, input);
        assert!(out.status.success(), "{args:?}: {}", text(&out.stderr));
        text(&out.stdout)
    }

    fn says(&self, args: &[&str]) -> String {
        self.answers(args, "")
    }

    /// One line after another of what it says holds this.
    fn shows(&self, args: &[&str], wanted: &[&str]) {
        let said = self.says(args);
        for wanted in wanted {
            assert!(said.contains(wanted), "{args:?}: no {wanted:?} in\n{said}");
        }
    }
}

#[test]
#[ignore = "builds a crate of its own: minutes at first"]
fn every_command_works_for_a_new_game() {
    let game = MyGame::build();
    looks_and_counts(&game);
    thinks(&game);
    competes(&game);
    learns(&game);
    speaks(&game);
    is_played(&game);
    is_served(&game);
    breaks(&game);
}

fn looks_and_counts(game: &MyGame) {
    game.shows(&["games"], &["my-game  My Game - dominoes"]);
    game.shows(&["games", "my-game"], &["variant 6x6", "undo by token", "keyed, zero_sum"]);
    game.shows(&["perft", "my-game", "3"], &["depth 3: 19360 lines"]);
    game.shows(&["perft", "my-game", "2", "--divide", "--strategy", "cow"], &["a6: "]);
    game.shows(&["verify", "my-game", "--plies", "5000"], &["all laws hold", "0 mismatches"]);
    game.shows(&["engines", "my-game"], &["ab: alpha-beta", "mcts: ", "levels"]);
    let golden = ["golden", "--out", "golden"];
    game.shows(&golden, &["1 variants", "1 changed"]);
    game.shows(&["golden", "--check", "golden"], &["1 passed, 0 failed"]);
}

fn thinks(game: &MyGame) {
    game.shows(&["analyze", "my-game", "--engine", "ab:depth=4"], &["best ", "depth 4"]);
    game.shows(&["analyze", "my-game", "--engine", "mcts:iterations=200"], &["best "]);
    let last = "VVVVVV/VVVVVV/VVHHHH/VV..../HHHHHH/HHHH.. H";
    let solved = game.says(&["analyze", "my-game", "--engine", "solve", "--position", last]);
    assert!(solved.contains("win in"), "{solved}");
    let small = ["--nodes", "1000", "--repeats", "1"];
    game.shows(&[&["bench", "strategies", "my-game"], &small[..]].concat(), &["my-game", "copy"]);
    game.shows(&["bench", "signature", "--rows"], &["my-game:6x6 ab:nodes=3000"]);
}

fn competes(game: &MyGame) {
    let sides = ["--a", "ab:depth=3", "--b", "random", "--games", "8"];
    game.shows(&[&["match", "my-game"], &sides[..]].concat(), &["8 games", "Elo"]);
    let cup = ["tournament", "my-game", "random", "2", "mcts:iterations=50", "--games", "12"];
    game.shows(&[&cup[..], &["--db", "cup.db"]].concat(), &["rating"]);
    game.shows(&["games", "list", "--db", "cup.db"], &["my-game"]);
    game.shows(&["replay", "1", "--db", "cup.db"], &["ended by"]);
}

fn learns(game: &MyGame) {
    let rows = ["selfplay", "my-game", "--engine", "2", "--games", "4", "--out", "data"];
    game.shows(&rows, &["4 games"]);
    game.shows(&["tune", "my-game", "--list"], &["place", "safe"]);
    let steps = ["--steps", "2", "--games", "2", "--verdict", "4", "--engine", "ab:depth=1"];
    game.shows(&[&["tune", "my-game", "--out", "w.json"], &steps[..]].concat(), &["2 steps"]);
    let tuned = ["--a", "ab:depth=1,weights=w.json", "--b", "ab:depth=1", "--games", "2"];
    game.shows(&[&["match", "my-game"], &tuned[..]].concat(), &["2 games"]);
}

/// The common line protocol.
fn speaks(game: &MyGame) {
    let said = game.answers(
        &["engine", "my-game"],
        "uci\nisready\nposition startpos moves a6\ngo depth 3\nquit\n",
    );
    let order = ["id name", "uciok", "readyok", "bestmove "];
    let places = order.map(|word| said.find(word).unwrap_or_else(|| panic!("no {word}:\n{said}")));
    assert!(places.is_sorted(), "{said}");
}

fn is_played(game: &MyGame) {
    let said = game.answers(
        &["play", "my-game", "--seat", "person", "--seat", "2"],
        "a6\nundo\nmoves\na6\nposition\nquit\n",
    );
    assert!(said.contains("V.") && said.contains("a6"), "{said}");
}

/// A request over a connection of its own: the status, and the body as JSON.
fn ask(address: &str, method: &str, path: &str, token: &str, body: Option<&Value>) -> (u16, Value) {
    let body = body.map_or_else(String::new, Value::to_string);
    let mut stream = TcpStream::connect(address).expect("it listens");
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer \
         {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("it answers");
    let answer = text(&answer);
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    (status, serde_json::from_str(body).unwrap_or(Value::Null))
}

/// The page's interface: the catalogue, a game against an engine, the end.
fn is_served(game: &MyGame) {
    let mut server = game.start(&["serve", "--memory", "--port", "0"]);
    let mut lines = BufReader::new(server.stdout.take().expect("a pipe")).lines();
    let line = lines.next().expect("a line").expect("text");
    let address = line.split("http://").nth(1).expect("an address").to_owned();
    let (status, catalogue) = ask(&address, "GET", "/api/v1/catalogue", "", None);
    assert_eq!((status, &catalogue["games"][0]["name"]), (200, &json!("my-game")));
    assert_eq!(catalogue["games"].as_array().map(Vec::len), Some(1));
    let wanted = json!({ "game": "my-game", "seats": ["person", "ab:depth=2"] });
    let (_, begun) = ask(&address, "POST", "/api/v1/games", "", Some(&wanted));
    let token = begun["owner"].as_str().expect("a token");
    let path = format!("/api/v1/games/{}", begun["id"].as_str().expect("a number"));
    let played = json!({ "move": "c4" });
    let (status, state) = ask(&address, "POST", &format!("{path}/moves"), token, Some(&played));
    assert_eq!(status, 200, "{state}");
    wait_until("the engine's answer", || {
        let (_, state) = ask(&address, "GET", &path, token, None);
        state["scene"]["pieces"].as_array().is_some_and(|pieces| pieces.len() == 4)
    });
    let asked = Command::new("kill").args(["-TERM", &server.id().to_string()]).status();
    assert!(asked.expect("kill is there").success());
    assert!(server.wait().expect("it ends").success());
}

/// A broken rule is found, and the command named under `again:` finds it again.
fn breaks(game: &MyGame) {
    let source = game.folder.join("src/game.rs");
    let rules = fs::read_to_string(&source).expect("the rules");
    let undo = "        self.filled[self.next.index()] &= !Self::domino(self.next, cell);\n";
    let broken = rules.replace(undo, &undo.replace("self.next, cell", "self.next.other(), cell"));
    assert_ne!(rules, broken, "the template still takes back so");
    fs::write(&source, broken).expect("a file");
    let target = game.program.ancestors().nth(2).expect("a folder of cargo's");
    game.cargo(target, &["build", "--offline", "--quiet"]);
    let found = game.run(&["verify", "my-game", "--plies", "500", "--json"], "");
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    let report = json(&text(&found.stdout));
    let failure = report["variants"][0]["failure"].as_str().expect("a failure");
    let again = failure.split("again: ").nth(1).expect("a command");
    let words: Vec<&str> = again.split_whitespace().collect();
    assert_eq!(Path::new(words[0]), game.program);
    let same = game.run(&words[1..], "");
    assert_eq!(same.status.code(), Some(1), "{}", text(&same.stderr));
    let law = failure.lines().next().expect("a law");
    assert!(text(&same.stdout).contains(law), "{law}: {}", text(&same.stdout));
}
