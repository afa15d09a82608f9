//! A long evening: many rooms, people and engines, some leave in the middle.
//!
//! `cargo run --release -p takeback-server --example soak -- [--minutes N] [--rooms N]
//! [--pace MILLISECONDS] [--restart MINUTES]`
//!
//! Keeps so many rooms busy at once, with a move in each every two seconds or so: people
//! against engines and against each other, games that are ended in the middle, saved and
//! loaded again, connections that are dropped. Every five minutes of its first third the
//! server is ended and started again on its file of games, and everybody goes on where he
//! was. Every minute it prints the answers, their percentiles, the memory of the
//! process, and what was lost: an answer that did not come, or a game whose moves
//! are not those that were answered.
//!
//! A server that starts fills its memory with rooms and engines, and every life of it does
//! so anew. So whether memory grows with the games played is looked for where nothing else
//! changes: in the last ten minutes, which belong to one life that had time to fill up, by
//! the straight line that fits a sample of every second best, and with the same share of
//! every kind of room all the time. It is told twice: what is
//! *held* in small pieces, counted byte by byte, in which every game that is not let go of shows; and what
//! is *resident*, which the allocator keeps above that in the sixteen or so heaps that it
//! spreads the threads over, and which levels off later.

mod shared;

use serde_json::{Value, json};
use shared::{Client, House, at};
use std::alloc::{GlobalAlloc, Layout, System};
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use takeback_core::SplitMix;
use takeback_meter::Meter;
use takeback_server::Config;

static METER: Meter = Meter::new();

#[global_allocator]
static SMALL: Small = Small;

/// Counts what is held in small pieces. Tables of engines come in large ones: the shelf
/// bounds how many there are, most of their pages are never touched, and which games they
/// belong to changes from minute to minute.
struct Small;

/// From so many bytes on a piece is large.
const LARGE: usize = 1 << 18;

// SAFETY: every block is asked for and given back with the same layout, whose size alone
// chooses one of two allocators that keep the contract.
unsafe impl GlobalAlloc for Small {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as promised to this function.
        unsafe { if layout.size() < LARGE { METER.alloc(layout) } else { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as promised to this function. Large tables stay untouched so.
        unsafe {
            if layout.size() < LARGE {
                METER.alloc_zeroed(layout)
            } else {
                System.alloc_zeroed(layout)
            }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as promised to this function.
        unsafe {
            if layout.size() < LARGE {
                METER.dealloc(block, layout);
            } else {
                System.dealloc(block, layout);
            }
        }
    }
}

const GAMES: [(&str, &str, &str); 6] = [
    ("connect4", "7x6", "3"),
    ("hex", "5x5", "2"),
    ("tron", "8x8", "random"),
    ("pig", "2", "random"),
    ("gofish", "2", "random"),
    ("othello", "8x8", "2"),
];

/// Of so many rooms of a game one is played by people alone.
const PEOPLE: usize = 3;

/// Threads that play; each holds many rooms.
const PLAYERS: u8 = 10;

/// Minutes at the end in which memory is held to stay as it is.
const MEASURED: u64 = 10;

/// How long somebody waits for a server that starts again.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(Default)]
struct Book {
    times: Mutex<Vec<Duration>>,
    lost: AtomicU64,
    games: AtomicU64,
    /// Odd while the server is away; answers that met a restart are not timed.
    restarts: AtomicU64,
}

/// Room for a minute's answers at once: what grows in steps would look like the server's.
fn empty_times() -> Vec<Duration> {
    Vec::with_capacity(1 << 17)
}

impl Book {
    /// Ask until there is an answer; a server that starts again is waited for.
    fn ask(
        &self,
        client: &mut Client,
        method: &str,
        path: &str,
        body: &str,
    ) -> Option<(u16, Value)> {
        let (sent, before) = (Instant::now(), self.restarts.load(Ordering::SeqCst));
        loop {
            let answer = client.ask(method, path, body);
            let undisturbed = before % 2 == 0 && before == self.restarts.load(Ordering::SeqCst);
            if answer.is_some() && undisturbed {
                self.times.lock().expect("no fault here").push(sent.elapsed());
            }
            if answer.is_some() || undisturbed || sent.elapsed() > PATIENCE {
                self.lost.fetch_add(u64::from(answer.is_none()), Ordering::Relaxed);
                return answer;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

fn option(name: &str, usual: u64) -> u64 {
    let mut args = std::env::args().skip_while(|arg| arg != name);
    args.nth(1).and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn main() {
    let (minutes, rooms) = (option("--minutes", 30), option("--rooms", 500) as usize);
    let (pace, restart) = (option("--pace", 2000), option("--restart", 5).max(1));
    let folder = std::env::temp_dir().join(format!("takeback-soak-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for the games");
    let games = folder.join("games.db");
    let config = Config { requests_per_second: 10_000, ..Config::default() };
    let mut house = House::keeping(Config { port: 0, ..config.clone() }, &games);
    let config = Config { port: house.address.port(), ..config };
    let book = Arc::new(Book { times: Mutex::new(empty_times()), ..Book::default() });
    let stop = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..PLAYERS)
        .map(|number| {
            let (book, stop, to) = (Arc::clone(&book), Arc::clone(&stop), house.address);
            let rooms = (rooms / usize::from(PLAYERS)).max(1);
            let pause = Duration::from_millis(pace / rooms as u64);
            std::thread::spawn(move || evening(number, to, rooms, pause, &book, &stop))
        })
        .collect();
    let samples = 60 * minutes as usize;
    let (mut resident_kb, mut held_kb) = (Vec::with_capacity(samples), Vec::with_capacity(samples));
    let mut last_restart = 0;
    for minute in 1..=minutes {
        let begun = Instant::now();
        for second in 1..=60 {
            std::thread::sleep(Duration::from_secs(second).saturating_sub(begun.elapsed()));
            resident_kb.push(resident() as f64);
            held_kb.push(METER.reading().live as f64 / 1024.0);
        }
        let mut times =
            std::mem::replace(&mut *book.times.lock().expect("no fault here"), empty_times());
        println!(
            "minute {minute}: {} answers, p50 {:.1} ms, p99 {:.1} ms, worst {:.1} ms; {} games, {} lost, {:.0} kB held, {:.0} resident",
            times.len(),
            at(&mut times, 0.5),
            at(&mut times, 0.99),
            at(&mut times, 1.0),
            book.games.load(Ordering::Relaxed),
            book.lost.load(Ordering::Relaxed),
            held_kb[held_kb.len() - 1],
            resident_kb[resident_kb.len() - 1]
        );
        if minute % restart == 0 && minute <= minutes / 3 {
            last_restart = minute;
            book.restarts.fetch_add(1, Ordering::SeqCst);
            drop(house);
            house = House::keeping(config.clone(), &games);
            book.restarts.fetch_add(1, Ordering::SeqCst);
        }
    }
    stop.store(true, Ordering::Relaxed);
    for player in players {
        let _ = player.join();
    }
    let measured = MEASURED.min(minutes - last_restart) as usize;
    println!("in the last {measured} minutes of a life of {}:", minutes - last_restart);
    for (what, all) in [("held", &held_kb), ("resident", &resident_kb)] {
        let samples = &all[all.len().saturating_sub(60 * measured)..];
        if let Some((from, to)) = fitted(samples) {
            let growth = 100.0 * (to - from) / from.max(1.0);
            println!("{what}: {growth:+.2} %, from {from:.0} to {to:.0} kB");
        }
    }
    let restarts = book.restarts.load(Ordering::Relaxed) / 2;
    println!("{} lost in {restarts} restarts", book.lost.load(Ordering::Relaxed));
    drop(house);
    let _ = std::fs::remove_dir_all(folder);
}

/// Where the straight line of least squares through these samples begins and ends.
fn fitted(samples: &[f64]) -> Option<(f64, f64)> {
    let count = samples.len() as f64;
    let (middle, mean) = ((count - 1.0) / 2.0, samples.iter().sum::<f64>() / count);
    let offsets = || samples.iter().enumerate().map(|(i, sample)| (i as f64 - middle, sample));
    let spread: f64 = offsets().map(|(x, _)| x * x).sum();
    let slope = offsets().map(|(x, sample)| x * (sample - mean)).sum::<f64>() / spread;
    (samples.len() > 1).then_some((mean - slope * middle, mean + slope * middle))
}

/// Memory of this process in kB, server and clients together.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().split(' ').next()?.parse().ok()).unwrap_or(0)
}

/// A game somebody plays.
struct Seat {
    /// One of the kinds of rooms.
    kind: usize,
    client: Client,
    path: String,
    /// Position after the last answer.
    count: u64,
}

fn evening(
    number: u8,
    to: SocketAddr,
    rooms: usize,
    pause: Duration,
    book: &Book,
    stop: &AtomicBool,
) {
    let mut rng = SplitMix::stream(2026, u64::from(number));
    let mut seats: Vec<Seat> = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        if seats.len() < rooms {
            let kind = rarest(&seats, &mut rng);
            seats.extend(sit_down(kind, number, to, book));
        }
        if seats.is_empty() {
            continue;
        }
        let i = rng.below(seats.len());
        let done = step(&mut seats[i], &mut rng, book);
        if done || rng.one_in(60) {
            let mut seat = seats.swap_remove(i);
            leave(&mut seat, &mut rng, book);
        }
        std::thread::sleep(pause);
    }
}

/// The kind of room of which there are fewest: so a room that ends is followed by one
/// like it, and what rooms hold does not change with the luck of the draw.
fn rarest(seats: &[Seat], rng: &mut SplitMix) -> usize {
    let kinds = GAMES.len() * PEOPLE;
    let first = rng.below(kinds);
    let all = (0..kinds).map(|i| (first + i) % kinds);
    all.min_by_key(|&kind| seats.iter().filter(|seat| seat.kind == kind).count()).unwrap_or(0)
}

fn sit_down(kind: usize, number: u8, to: SocketAddr, book: &Book) -> Option<Seat> {
    let (game, variant, engine) = GAMES[kind / PEOPLE];
    let other = if kind.is_multiple_of(PEOPLE) { "person" } else { engine };
    let mut client = Client::new(10 + number, to);
    let new = json!({ "game": game, "variant": variant, "seats": ["person", other] });
    let Some((201, made)) = book.ask(&mut client, "POST", "/api/v1/games", &new.to_string()) else {
        book.lost.fetch_add(1, Ordering::Relaxed);
        return None;
    };
    made["owner"].as_str()?.clone_into(&mut client.token);
    let path = format!("/api/v1/games/{}", made["id"].as_str()?);
    book.games.fetch_add(1, Ordering::Relaxed);
    if other == "person" {
        // Alone at both seats; where something is hidden, by saying so.
        book.ask(&mut client, "GET", &path, "");
        book.ask(&mut client, "POST", &format!("{path}/sit"), r#"{"seat":1}"#);
    }
    Some(Seat { kind, client, path, count: 1 })
}

/// One move, or a look; whether the game is over.
fn step(seat: &mut Seat, rng: &mut SplitMix, book: &Book) -> bool {
    let ask = |seat: &mut Seat, method: &str, path: &str, body: &str| {
        book.ask(&mut seat.client, method, path, body)
    };
    let path = seat.path.clone();
    let Some((200, state)) = ask(seat, "GET", &format!("{path}?since=1000000"), "") else {
        book.lost.fetch_add(1, Ordering::Relaxed);
        return true;
    };
    if state["count"].as_u64().unwrap_or(0) < seat.count {
        book.lost.fetch_add(1, Ordering::Relaxed);
    }
    let inputs = state["inputs"].as_array().cloned().unwrap_or_default();
    if inputs.is_empty() || state["you"]["plays"].is_null() {
        return state["turn"]["kind"] == "over";
    }
    if rng.one_in(20) && state["you"]["free"] == true {
        ask(seat, "POST", &format!("{path}/takeback"), "{}");
        ask(seat, "PATCH", &path, r#"{"running":true}"#);
        return false;
    }
    let text = &inputs[rng.below(inputs.len())]["text"];
    let play = json!({ "move": text, "node": state["now"] }).to_string();
    let played = ask(seat, "POST", &format!("{path}/moves?since=1000000"), &play);
    if let Some((200, after)) = played {
        seat.count = after["count"].as_u64().unwrap_or(seat.count);
    }
    false
}

/// The end of a game: forgotten, or saved and loaded first.
fn leave(seat: &mut Seat, rng: &mut SplitMix, book: &Book) {
    let path = seat.path.clone();
    if rng.one_in(4)
        && let Some((200, saved)) = book.ask(&mut seat.client, "GET", &format!("{path}/save"), "")
    {
        let moves = saved["moves"].as_array().map_or(0, Vec::len) as u64;
        if moves + 1 < seat.count {
            book.lost.fetch_add(1, Ordering::Relaxed);
        }
        let made = book.ask(&mut seat.client, "POST", "/api/v1/games/load", &saved.to_string());
        if let Some((201, made)) = made {
            let old = std::mem::replace(
                &mut seat.client.token,
                made["owner"].as_str().unwrap_or("").to_owned(),
            );
            let id = made["id"].as_str().unwrap_or("").to_owned();
            book.ask(&mut seat.client, "DELETE", &format!("/api/v1/games/{id}"), "");
            seat.client.token = old;
        } else {
            book.lost.fetch_add(1, Ordering::Relaxed);
        }
    }
    book.ask(&mut seat.client, "DELETE", &path, "");
}
