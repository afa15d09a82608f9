//! One address attacks, another one plays: what the second notices.
//!
//! `cargo run --profile quick -p takeback-server --example attack -- [SECONDS]`
//!
//! Three attacks on a server with its usual settings, each for so long: games of
//! engines of level 10 in 32 loops; connections that send half a request; large
//! files whose branches lie as badly as they can. Another address plays Connect
//! Four against level 3 meanwhile and asks for `/health`.

mod shared;

use serde_json::{Value, json};
use shared::{Client, House, at, connect, play};
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use takeback_server::Config;

const ATTACKER: u8 = 2;
const PLAYER: u8 = 3;

/// Runs until told to end, and counts what it did.
type Attack = fn(SocketAddr, &AtomicBool, &AtomicU64);

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(20);
    let time = Duration::from_secs(seconds);
    let attacks: [(&str, Attack); 4] = [
        ("nobody attacks", |_, _, _| ()),
        ("engines of level 10, 32 loops", engines),
        ("half-sent requests", half_sent),
        ("files with bad branches, 8 loops", files),
    ];
    for (name, attack) in attacks {
        let house = House::open(Config::default());
        let (stop, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
        let (flag, count, to) = (Arc::clone(&stop), Arc::clone(&done), house.address);
        let attacker = std::thread::spawn(move || attack(to, &flag, &count));
        std::thread::sleep(Duration::from_secs(2));
        let until = Instant::now() + time;
        let health = std::thread::spawn(move || health(to, until));
        let (mut moves, lost) = play(PLAYER, to, until);
        let (mut healths, unanswered) = health.join().expect("no fault here");
        stop.store(true, Ordering::Relaxed);
        let _ = attacker.join();
        println!("{name} ({} attacks)", done.load(Ordering::Relaxed));
        for (what, times, lost) in
            [("level 3", &mut moves, lost), ("/health", &mut healths, unanswered)]
        {
            println!(
                "  {what}: {} answers, p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms, {lost} lost",
                times.len(),
                at(times, 0.5),
                at(times, 0.99),
                at(times, 1.0)
            );
        }
    }
}

fn health(to: SocketAddr, until: Instant) -> (Vec<Duration>, usize) {
    let (mut client, mut times, mut lost) = (Client::new(PLAYER, to), Vec::new(), 0);
    while Instant::now() < until {
        let sent = Instant::now();
        match client.ask("GET", "/health", "") {
            Some((200, _)) => times.push(sent.elapsed()),
            _ => lost += 1,
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    (times, lost)
}

/// Games of the strongest engines against each other, as many as one may have.
fn engines(to: SocketAddr, stop: &AtomicBool, done: &AtomicU64) {
    std::thread::scope(|scope| {
        for _ in 0..32 {
            scope.spawn(|| {
                let mut client = Client::new(ATTACKER, to);
                let new = json!({ "game": "connect4", "seats": ["10", "10"] });
                while !stop.load(Ordering::Relaxed) {
                    if client.begin(&new).is_some() {
                        done.fetch_add(1, Ordering::Relaxed);
                    }
                    std::thread::sleep(Duration::from_millis(30));
                }
            });
        }
    });
}

/// A thousand connections that never finish their first line.
fn half_sent(to: SocketAddr, stop: &AtomicBool, done: &AtomicU64) {
    let mut held = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        if held.len() < 1015 {
            if let Ok(mut stream) = connect(ATTACKER, to) {
                let _ = stream.write_all(b"GET / HT");
                done.fetch_add(1, Ordering::Relaxed);
                held.push(stream);
            }
        } else {
            std::thread::sleep(Duration::from_millis(50));
            held.retain_mut(|stream| stream.write_all(b"x").is_ok());
        }
    }
}

/// A long game with a branch at its start after every move.
fn bad_file(to: SocketAddr) -> Option<String> {
    let mut client = Client::new(ATTACKER, to);
    let new = json!({ "game": "ringrift", "variant": "hexagonal", "seats": ["random", "random"] });
    let path = client.begin(&new)?;
    let begun = Instant::now();
    let saved = loop {
        let (_, saved) = client.ask("GET", &format!("{path}/save"), "")?;
        let moves = saved["moves"].as_array().map_or(0, Vec::len);
        if moves > 700 || begun.elapsed() > Duration::from_secs(30) {
            break saved;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    client.ask("DELETE", &path, "");
    let mut start = Client::new(ATTACKER, to);
    let new = json!({ "game": "ringrift", "variant": "hexagonal", "seats": ["person", "person"] });
    let path = start.begin(&new)?;
    start.ask("POST", &format!("{path}/goto"), r#"{"node":0}"#)?;
    let (_, state) = start.ask("GET", &path, "")?;
    let first: Vec<Value> =
        state["inputs"].as_array()?.iter().map(|input| input["text"].clone()).collect();
    let main = saved["moves"].as_array()?;
    // Numbers as they come to stand: a move of the game, a branch at the start, and so on.
    let mut moves: Vec<Value> = Vec::new();
    let (mut before, mut branches) = (0, first.iter().filter(|text| **text != main[0][1]));
    for m in main {
        moves.push(json!([before, m[1]]));
        before = moves.len();
        if let Some(text) = branches.next() {
            moves.push(json!([0, text]));
        }
    }
    let mut bad = saved.clone();
    bad["moves"] = moves.into();
    bad["now"] = before.into();
    Some(bad.to_string())
}

fn files(to: SocketAddr, stop: &AtomicBool, done: &AtomicU64) {
    let Some(file) = bad_file(to) else { return };
    println!("a file of {} kB", file.len() / 1000);
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut client = Client::new(ATTACKER, to);
                while !stop.load(Ordering::Relaxed) {
                    if let Some((201, made)) = client.ask("POST", "/api/v1/games/load", &file) {
                        done.fetch_add(1, Ordering::Relaxed);
                        let mut owner = Client::new(ATTACKER, to);
                        made["owner"].as_str().unwrap_or("").clone_into(&mut owner.token);
                        let id = made["id"].as_str().unwrap_or("");
                        owner.ask("DELETE", &format!("/api/v1/games/{id}"), "");
                    }
                }
            });
        }
    });
}
