//! A server that is killed in the middle of many games loses no move that it has
//! answered, and doubles none.

#![cfg(unix)]

mod common;

use common::Folder;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;
use takeback::core::SplitMix;

/// A server that keeps its games, and where it answers.
struct House {
    process: Child,
    address: String,
}

impl House {
    fn open(db: &str, fault: &str) -> House {
        let mut process = Command::new(common::TAKEBACK)
            .args(["serve", "--port", "0", "--db", db])
            .env("TAKEBACK_PLANTED_FAULT", fault)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command starts");
        let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
        let line = lines.next().expect("a line").expect("text");
        let address = line.split("http://").nth(1).expect("an address").to_owned();
        let kept = lines.nth(1).expect("a line").expect("text");
        assert!(kept.contains("games are kept in") && kept.contains(db), "{kept}");
        House { process, address }
    }

    fn kill(self) {
        drop(self);
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A request; `None` when the server is not there or goes away before it answers.
fn ask(
    address: &str,
    method: &str,
    path: &str,
    token: &str,
    body: Option<&Value>,
) -> Option<(u16, Value)> {
    let body = body.map(Value::to_string).unwrap_or_default();
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nAuthorization: Bearer \
         {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    if body.is_empty() {
        return Some((status, Value::Null));
    }
    // Cut short, it was no answer.
    Some((status, serde_json::from_str(body).ok()?))
}

/// A client that asks too much is told to wait.
const BUSY: u16 = 429;

/// A game of two people who share a token, as whoever plays it remembers it.
struct Game {
    path: String,
    owner: String,
    /// Moves that were answered.
    moves: Vec<String>,
    /// A move that was sent and not answered.
    sent: Option<String>,
    version: u64,
    rng: SplitMix,
}

impl Game {
    fn begin(address: &str, game: &str, number: u64) -> Option<Game> {
        let body = json!({ "game": game, "seats": ["person", "person"], "seed": number });
        let (status, made) = ask(address, "POST", "/api/v1/games", "", Some(&body))?;
        assert_eq!(status, 201, "{made}");
        Some(Game {
            path: format!("/api/v1/games/{}", made["id"].as_str()?),
            owner: made["owner"].as_str()?.to_owned(),
            moves: Vec::new(),
            sent: None,
            version: 0,
            rng: SplitMix::stream(number, 5),
        })
    }

    /// Play a legal move; whether the server was there.
    fn step(&mut self, address: &str) -> Option<()> {
        let (status, state) = ask(address, "GET", &self.path, &self.owner, None)?;
        if status == BUSY {
            std::thread::sleep(Duration::from_millis(50));
            return Some(());
        }
        assert_eq!(status, 200, "{state}");
        let version = state["version"].as_u64().expect("a version");
        assert!(version >= self.version, "{} came after {version}", self.version);
        self.version = version;
        let legal = state["inputs"].as_array().expect("a list");
        let pick = legal.get(self.rng.below(legal.len().max(1)));
        let Some(text) = pick.and_then(|m| m["text"].as_str()) else {
            // Over; asking again and again would only use up this client's requests.
            std::thread::sleep(Duration::from_millis(20));
            return Some(());
        };
        let body = json!({ "move": text, "version": version });
        self.sent = Some(text.to_owned());
        let path = format!("{}/moves", self.path);
        let (status, state) = ask(address, "POST", &path, &self.owner, Some(&body))?;
        if status == BUSY {
            // Refused, so not played: a kill must not bring it either.
            self.sent = None;
            return Some(());
        }
        assert_eq!(status, 200, "{state}");
        self.moves.extend(self.sent.take());
        self.version = state["version"].as_u64().expect("a version");
        Some(())
    }

    /// What the server has is what was answered, and at most the one move that was
    /// sent when it died.
    fn check(&mut self, address: &str) -> Result<bool, String> {
        let path = format!("{}/save", self.path);
        let (status, saved) = ask(address, "GET", &path, &self.owner, None).expect("it is there");
        if status != 200 {
            return Err(format!("a game that was begun is gone: {saved}"));
        }
        let moves: Vec<(usize, String)> =
            serde_json::from_value(saved["moves"].clone()).expect("moves");
        let in_a_row = moves.iter().enumerate().all(|(i, (before, _))| *before == i);
        assert!(in_a_row && saved["now"] == moves.len(), "{saved}");
        // Whoever can only pass is not asked: the house does that by itself.
        let texts = moves.into_iter().map(|(_, text)| text);
        let found: Vec<String> = texts.filter(|text| text != "pass").collect();
        let mut with_sent = self.moves.clone();
        with_sent.extend(self.sent.take());
        let came_through = found.len() > self.moves.len();
        if found != self.moves && found != with_sent {
            return Err(format!("{found:?} is not {with_sent:?}"));
        }
        self.moves = found;
        Ok(came_through)
    }
}

/// How much is risked.
#[derive(Copy, Clone)]
struct Storm {
    /// The server is killed so often …
    kills: usize,
    /// … in the middle of so many games.
    games: u64,
}

impl Storm {
    const SHORT: Storm = Storm { kills: 6, games: 8 };
    const LONG: Storm = Storm { kills: 20, games: 100 };
}

/// Kill a server that keeps its games in `db`: how many answered moves were looked for
/// and found, and how many came through unanswered; or what was lost.
fn storm(db: &str, fault: &str, risked: Storm) -> Result<(usize, usize), String> {
    let mut house = House::open(db, fault);
    let kinds = ["connect4", "othello"];
    let mut games: Vec<Game> = (0..risked.games)
        .map(|n| Game::begin(&house.address, kinds[n as usize % 2], n).expect("a game"))
        .collect();
    let (mut answered, mut unanswered) = (0, 0);
    for round in 0..risked.kills {
        let (steps, over) = (AtomicU64::new(0), AtomicBool::new(false));
        // The kill comes after so many answered moves, wherever the others are then.
        let more = SplitMix::stream(3, round as u64).below(5 * games.len()) as u64;
        let until = 2 * risked.games + more;
        let address = house.address.clone();
        std::thread::scope(|scope| {
            for game in &mut games {
                let (steps, over, address) = (&steps, &over, &address);
                scope.spawn(move || {
                    while !over.load(Ordering::Relaxed) {
                        if game.step(address).is_none() {
                            break;
                        }
                        steps.fetch_add(1, Ordering::Relaxed);
                    }
                });
            }
            common::wait_until("moves", || steps.load(Ordering::Relaxed) >= until);
            house.process.kill().expect("it is ours");
            over.store(true, Ordering::Relaxed);
        });
        house.kill();
        house = House::open(db, fault);
        for (number, game) in games.iter_mut().enumerate() {
            answered += game.moves.len();
            unanswered += usize::from(game.check(&house.address)?);
            // A game that is over makes room for another.
            let (_, state) =
                ask(&house.address, "GET", &game.path, &game.owner, None).expect("it is there");
            if state["inputs"].as_array().is_none_or(Vec::is_empty) {
                let number = (1000 * (round + 1) + number) as u64;
                *game = Game::begin(&house.address, "connect4", number).expect("a game");
            }
        }
    }
    Ok((answered, unanswered))
}

#[test]
fn no_answered_move_is_lost_or_doubled_by_a_kill() {
    let folder = Folder::new("killed");
    let long = std::env::var_os("TAKEBACK_LONG_TESTS").is_some();
    let risked = if long { Storm::LONG } else { Storm::SHORT };
    let survived = storm(&folder.file("games.db"), "", risked);
    let (answered, unanswered) = survived.unwrap_or_else(|lost| panic!("{lost}"));
    println!("{answered} answered moves were there after kills, and {unanswered} unanswered ones");
    assert!(answered > 100, "{answered}");
}

#[test]
fn a_server_that_answers_before_it_writes_is_found_out() {
    let folder = Folder::new("killed-early");
    let survived = storm(
        &folder.file("games.db"),
        "answer-before-commit",
        Storm { kills: 20, ..Storm::SHORT },
    );
    assert!(survived.is_err(), "{survived:?} in spite of the fault");
}
