//! What a server allows. Every limit has its reason beside it.

use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

/// Where to listen and what to allow.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to bind; nobody but this machine unless told otherwise.
    pub host: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// Games at once, all clients together.
    pub games: usize,
    /// Games at once of one client.
    pub games_per_client: usize,
    /// Positions one game may remember, branches included.
    pub nodes_per_game: usize,
    /// A game nobody looked at for so long is forgotten.
    pub idle_game: Duration,
    /// Bytes of a request's body.
    pub body: usize,
    /// Connections at once, all clients together.
    pub connections: usize,
    /// Connections at once of one client, live ones included.
    pub connections_per_client: usize,
    /// A connection that sends nothing for so long is closed; longer than any
    /// answer takes.
    pub idle_connection: Duration,
    /// Requests a second of one client, averaged over ten seconds.
    pub requests_per_second: u32,
    /// An answer that takes longer is given up.
    pub request: Duration,
    /// Bytes of a message from a live connection; they have little to say.
    pub message: usize,
    /// Messages a second from a live connection.
    pub messages_per_second: u32,
    /// A reader who does not take a message for so long is dropped.
    pub slow_reader: Duration,
    /// Threads that search. Half of them at most serve analysis, so that
    /// engines always get to move.
    pub searchers: usize,
    /// Searches that may wait for a thread, all clients together.
    pub waiting: usize,
    /// Searches one client may have running or waiting.
    pub searches_per_client: usize,
    /// Time of one search.
    pub search: Duration,
    /// Memory of one search, in MiB.
    pub memory: usize,
    /// Threads of one search.
    pub threads: usize,
    /// Engines that keep what they learned between moves, all games together;
    /// times `memory`, this bounds what searches hold.
    pub engines: usize,
}

impl Default for Config {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Config {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7878,
            games: 1000,
            games_per_client: 200,
            nodes_per_game: 5000,
            idle_game: Duration::from_secs(6 * 3600),
            body: 1 << 20,
            connections: 4096,
            connections_per_client: 1024,
            idle_connection: Duration::from_secs(75),
            requests_per_second: 400,
            request: Duration::from_secs(60),
            message: 4096,
            messages_per_second: 20,
            slow_reader: Duration::from_secs(10),
            searchers: (2 * cores).clamp(4, 64),
            waiting: 256,
            searches_per_client: 64,
            search: Duration::from_secs(30),
            memory: 64,
            threads: 1,
            engines: 16,
        }
    }
}
