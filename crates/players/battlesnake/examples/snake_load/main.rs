//! Plays many games at once against the snake's server, over HTTP, and reports
//! how long answers took.
//!
//! ```text
//! cargo run --release -p takeback-players-battlesnake --features service --example snake_load -- [GAMES [SECONDS [TIMEOUT_MS [MARGIN_MS]]]]
//! ```
//!
//! By default 50 games for 60 seconds with 500 ms a move and a margin of 100.

mod client;

use client::{Limit, Outcome, Served, play};
use std::time::{Duration, Instant};
use takeback_players_battlesnake::service::Config;

fn main() {
    let numbers: Vec<u64> = std::env::args().skip(1).filter_map(|a| a.parse().ok()).collect();
    let number = |at: usize, usual: u64| numbers.get(at).copied().unwrap_or(usual);
    let (games, seconds) = (number(0, 50), number(1, 60));
    let (timeout, margin) = (number(2, 500), number(3, 100));
    let config = Config { margin: Duration::from_millis(margin), ..Config::default() };
    let served = Served::new(config);
    let at = served.at;
    let until = Instant::now() + Duration::from_secs(seconds);
    let limit = Limit { timeout: timeout as i64, turns: u32::MAX, until };
    let outcomes: Vec<Outcome> = std::thread::scope(|scope| {
        let players: Vec<_> = (0..games)
            .map(|game| scope.spawn(move || one_after_the_other(at, game, limit)))
            .collect();
        players.into_iter().flat_map(|p| p.join().unwrap_or_default()).collect()
    });
    report(&outcomes, timeout);
}

/// Games of one table until the time is up.
fn one_after_the_other(at: std::net::SocketAddr, table: u64, limit: Limit) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    while Instant::now() < limit.until {
        let seed = table << 32 | outcomes.len() as u64;
        outcomes.push(play(at, seed, 4, limit));
    }
    outcomes
}

fn report(outcomes: &[Outcome], timeout: u64) {
    let mut all: Vec<Duration> = outcomes.iter().flat_map(|o| o.latencies.clone()).collect();
    all.sort_unstable();
    let lost: u64 = outcomes.iter().map(|o| o.lost).sum();
    let won = outcomes.iter().filter(|o| o.won).count();
    let at = |share: f64| all.get(((all.len() - 1) as f64 * share) as usize).copied();
    let late = all.iter().filter(|l| l.as_millis() as u64 > timeout).count();
    println!(
        "{} games, {won} won, {} answers, {lost} lost, {late} late",
        outcomes.len(),
        all.len()
    );
    if !all.is_empty() {
        for (name, share) in [("median", 0.5), ("p90", 0.9), ("p99", 0.99), ("most", 1.0)] {
            println!("{name:7} {:?}", at(share).unwrap_or_default());
        }
    }
}
