//! Load: watchers on live connections and games that search, for a while.
//!
//! `cargo run --profile quick -p takeback-server --example load -- [SECONDS]`
//!
//! Starts a server on a free port, lets 20 games of engines play, 200 clients watch them, each
//! looking about for itself, and measures how long moves take in further games of people, and how long
//! a watcher waits for what it looks at. Prints the percentiles and everything that went wrong.

mod shared;

use serde_json::{Value, json};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};
use takeback_server::{Config, Server};

const WATCHERS: usize = 200;
const SEARCHING: usize = 20;
/// Every watcher looks elsewhere so often.
const LOOK: Duration = Duration::from_secs(2);

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(60);
    let (tell, told) = mpsc::channel();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let server = std::thread::spawn(move || {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async move {
            let config = Config { port: 0, ..Config::default() };
            let server = Server::bind(config, takeback::standard()).await.expect("a free port");
            tell.send(server.address()).expect("somebody listens");
            server.run(async { drop(ended.await) }).await.expect("the server runs");
        });
    });
    let address = told.recv().expect("the server starts").to_string();
    let games: Vec<String> = (0..SEARCHING).map(|i| begin_search(&address, i)).collect();
    let book = Arc::new(Book::default());
    let watchers: Vec<_> = (0..WATCHERS)
        .map(|i| {
            let (address, game) = (address.clone(), games[i % games.len()].clone());
            let book = Arc::clone(&book);
            std::thread::Builder::new()
                .stack_size(256 << 10)
                .spawn(move || watch(&address, &game, &book))
                .expect("a thread")
        })
        .collect();
    let times = play(&address, Duration::from_secs(seconds), &book.failed);
    book.stop.store(true, Ordering::Relaxed);
    for watcher in watchers {
        let _ = watcher.join();
    }
    let _ = end.send(());
    let _ = server.join();
    report(times, &book, seconds);
}

/// What the watchers see.
#[derive(Default)]
struct Book {
    stop: AtomicBool,
    heard: AtomicU64,
    failed: AtomicU64,
    /// From looking elsewhere to seeing it.
    looks: Mutex<Vec<Duration>>,
}

fn ask(agent: &ureq::Agent, url: &str, token: &str, body: &Value) -> Option<Value> {
    let request = ureq::http::Request::builder()
        .method("POST")
        .uri(url)
        .header("Content-Type", "application/json")
        .header("Authorization", format!("Bearer {token}"))
        .body(body.to_string())
        .ok()?;
    let mut response = agent.run(request).ok()?;
    serde_json::from_str(&response.body_mut().read_to_string().ok()?).ok()
}

fn agent() -> ureq::Agent {
    ureq::Agent::config_builder().timeout_global(Some(Duration::from_secs(30))).build().new_agent()
}

/// A game of two engines that goes on for long.
fn begin_search(address: &str, number: usize) -> String {
    let kinds = [("hex", "19x19"), ("othello", "8x8"), ("hex", "11x11"), ("chess", "standard")];
    let (game, variant) = kinds[number % kinds.len()];
    let engine = if game == "chess" { "ab:time=1s" } else { "mcts:time=1s" };
    let new = json!({ "game": game, "variant": variant, "seats": [engine, engine], "pause_ms": 0 });
    let made = ask(&agent(), &format!("http://{address}/api/v1/games"), "", &new);
    let id = made.and_then(|made| made["id"].as_str().map(str::to_owned));
    id.expect("the game begins")
}

fn watch(address: &str, game: &str, Book { stop, heard, failed, looks }: &Book) {
    let connect = || {
        let stream = std::net::TcpStream::connect(address).ok()?;
        stream.set_read_timeout(Some(Duration::from_secs(30))).ok()?;
        let url = format!("ws://{address}/api/v1/games/{game}/live");
        let (socket, _) = tungstenite::client(url, stream).ok()?;
        // From now on, look up now and then whether to stop.
        socket.get_ref().set_read_timeout(Some(Duration::from_millis(500))).ok()?;
        Some(socket)
    };
    let Some(mut socket) = connect() else {
        failed.fetch_add(1, Ordering::Relaxed);
        return;
    };
    // Everybody looks back at another move, now and then, once there are some.
    let (mut looked, mut node, mut count) = (Instant::now(), 0_u64, 0);
    let mut waits = false;
    while !stop.load(Ordering::Relaxed) {
        if looked.elapsed() > LOOK && count > 2 {
            (looked, node, waits) = (Instant::now(), (node + 1) % 3, true);
            let look = json!({ "look": { "node": node } }).to_string();
            if socket.send(tungstenite::Message::text(look)).is_err() {
                failed.fetch_add(1, Ordering::Relaxed);
                return;
            }
        }
        match socket.read() {
            Ok(message) => {
                heard.fetch_add(1, Ordering::Relaxed);
                let text = message.to_text().unwrap_or_default();
                let state: Value = serde_json::from_str(text).unwrap_or_default();
                count = state["count"].as_u64().unwrap_or(count);
                if waits && state["now"] == node {
                    waits = false;
                    looks.lock().expect("no fault here").push(looked.elapsed());
                }
            }
            Err(tungstenite::Error::Io(error))
                if matches!(
                    error.kind(),
                    std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut
                ) => {}
            Err(_) => {
                failed.fetch_add(1, Ordering::Relaxed);
                return;
            }
        }
    }
}

/// Moves in games of people, one after the other: how long each took.
fn play(address: &str, time: Duration, failed: &AtomicU64) -> Vec<Duration> {
    let (agent, begun) = (agent(), Instant::now());
    let mut times = Vec::new();
    while begun.elapsed() < time {
        let new = json!({ "game": "hex", "variant": "11x11", "seats": ["person", "person"] });
        let Some(made) = ask(&agent, &format!("http://{address}/api/v1/games"), "", &new) else {
            failed.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_millis(100));
            continue;
        };
        let (id, token) = (made["id"].as_str().unwrap_or(""), made["owner"].as_str().unwrap_or(""));
        for row in 1..=11 {
            let url = format!("http://{address}/api/v1/games/{id}/moves");
            let sent = Instant::now();
            let state = ask(&agent, &url, token, &json!({ "move": format!("c{row}") }));
            times.push(sent.elapsed());
            if state.is_none_or(|state| state["now"] != row) {
                failed.fetch_add(1, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(15));
        }
        // Or the limit on games at once would be met.
        if !end_game(&agent, &format!("http://{address}/api/v1/games/{id}"), token) {
            failed.fetch_add(1, Ordering::Relaxed);
        }
    }
    times
}

fn end_game(agent: &ureq::Agent, url: &str, token: &str) -> bool {
    agent.delete(url).header("Authorization", format!("Bearer {token}")).call().is_ok()
}

fn report(times: Vec<Duration>, book: &Book, seconds: u64) {
    let (heard, failed) = (book.heard.load(Ordering::Relaxed), book.failed.load(Ordering::Relaxed));
    println!("{WATCHERS} watchers, {SEARCHING} games searching, {seconds} s");
    println!("{heard} messages heard, {failed} failures");
    percentiles("moves", times);
    percentiles("looks", std::mem::take(&mut *book.looks.lock().expect("no fault here")));
}

fn percentiles(what: &str, mut times: Vec<Duration>) {
    let p = [0.5, 0.9, 0.99, 1.0].map(|part| shared::at(&mut times, part));
    println!(
        "{} {what}: median {:.1} ms, p90 {:.1} ms, p99 {:.1} ms, worst {:.1} ms",
        times.len(),
        p[0],
        p[1],
        p[2],
        p[3]
    );
}
