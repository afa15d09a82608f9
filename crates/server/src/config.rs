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
    /// A kept game that nobody looked at for so long is forgotten.
    pub kept_game: Duration,
    /// Bytes of kept games; beyond it the ones longest not looked at are forgotten.
    pub kept_bytes: u64,
    /// Positions one game may remember, branches included.
    pub nodes_per_game: usize,
    /// A game nobody looked at for so long is forgotten; where games are kept, it only
    /// leaves the memory.
    pub idle_game: Duration,
    /// Bytes of a request's body.
    pub body: usize,
    /// Bytes of a request to one of the games' own services: some send a whole
    /// history each time.
    pub service_body: usize,
    /// Time to load a game; a file that takes longer is refused.
    pub load: Duration,
    /// Connections at once, all clients together. Fewer where the system allows
    /// fewer open files: a quarter of those is kept for the house.
    pub connections: usize,
    /// Connections at once of one client, live ones included; never more than a
    /// quarter of all. Beyond it the client's oldest connection that waits for a
    /// request, or for the rest of one, makes room.
    pub connections_per_client: usize,
    /// Requests of one client that are worked on at once; the others wait for them.
    pub work_per_client: usize,
    /// A connection that sends nothing for so long is closed; longer than any
    /// answer takes.
    pub idle_connection: Duration,
    /// The head of a request is there after so long, however slowly it comes; so
    /// long does a connection wait for the next request, too.
    pub head: Duration,
    /// The body of a request is there after so long.
    pub body_time: Duration,
    /// Names that this server answers to beside those of this machine (`localhost`
    /// and addresses written in digits, which no foreign name can stand for); `*`
    /// for any. A page elsewhere that points its own name here is refused by it.
    pub hosts: Vec<String>,
    /// Origins such as `https://app.example` whose pages may call the games' own services
    /// and the calls about positions, and read the answers; `*` for all.
    pub cors: Vec<String>,
    /// Origins whose pages may show this one in a frame; `*` for all.
    pub embed: Vec<String>,
    /// Addresses of proxies whose `X-Forwarded-For` is believed; everybody else's
    /// is not read.
    pub proxies: Vec<IpAddr>,
    /// Requests a second of one client, averaged over ten seconds.
    pub requests_per_second: u32,
    /// An answer that takes longer is given up.
    pub request: Duration,
    /// Bytes of a message from a live connection; they have little to say.
    pub message: usize,
    /// Messages a second from a live connection.
    pub messages_per_second: u32,
    /// A reader who does not take an answer or a message for so long is dropped.
    pub slow_reader: Duration,
    /// Threads that search. Half of them at most serve one client, half of them at
    /// most what no person waits for, and one is kept for short searches.
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
            kept_game: Duration::from_secs(90 * 24 * 3600),
            kept_bytes: 1 << 30,
            nodes_per_game: 5000,
            idle_game: Duration::from_secs(6 * 3600),
            body: 1 << 20,
            service_body: 32 << 20,
            load: Duration::from_secs(20),
            connections: 4096,
            connections_per_client: 256,
            work_per_client: 4,
            idle_connection: Duration::from_secs(75),
            head: Duration::from_secs(15),
            body_time: Duration::from_secs(20),
            hosts: Vec::new(),
            cors: Vec::new(),
            embed: Vec::new(),
            proxies: Vec::new(),
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
