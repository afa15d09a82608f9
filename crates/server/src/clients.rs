//! What each client uses: requests, connections, games, searches.
//!
//! A client is an address. Whoever shares one shares its limits, which are
//! meant to keep one guest from spoiling the evening for the others and not to
//! count pennies.

use crate::config::Config;
use crate::error::ApiError;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Who asks.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Client(pub(crate) IpAddr);

/// A seconds' worth of requests may be saved up for so long.
const BURST_SECONDS: f64 = 10.0;

/// Clients beyond this many with nothing open are forgotten.
const REMEMBERED: usize = 10_000;

#[derive(Debug)]
struct Usage {
    requests_left: f64,
    counted: Instant,
    connections: usize,
    games: usize,
}

/// The books.
#[derive(Debug)]
pub(crate) struct Clients {
    per_second: f64,
    connections: usize,
    connections_per_client: usize,
    games: usize,
    games_per_client: usize,
    books: Mutex<Books>,
}

#[derive(Debug, Default)]
struct Books {
    usage: HashMap<Client, Usage>,
    connections: usize,
    games: usize,
}

impl Books {
    fn of(&mut self, client: Client, full: f64) -> &mut Usage {
        self.usage.entry(client).or_insert_with(|| Usage {
            requests_left: full,
            counted: Instant::now(),
            connections: 0,
            games: 0,
        })
    }
}

impl Clients {
    pub(crate) fn new(config: &Config) -> Self {
        Clients {
            per_second: f64::from(config.requests_per_second),
            connections: config.connections,
            connections_per_client: config.connections_per_client,
            games: config.games,
            games_per_client: config.games_per_client,
            books: Mutex::default(),
        }
    }

    fn books(&self) -> std::sync::MutexGuard<'_, Books> {
        // Every change is a few numbers: a panic elsewhere leaves them whole.
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Count a request; refused when the client has none left.
    pub(crate) fn request(&self, client: Client) -> Result<(), ApiError> {
        let full = self.per_second * BURST_SECONDS;
        let mut books = self.books();
        if books.usage.len() > REMEMBERED {
            books.usage.retain(|_, usage| usage.connections + usage.games > 0);
        }
        let usage = books.of(client, full);
        let now = Instant::now();
        let earned = now.duration_since(usage.counted).as_secs_f64() * self.per_second;
        usage.requests_left = (usage.requests_left + earned).min(full);
        usage.counted = now;
        if usage.requests_left < 1.0 {
            return Err(ApiError::Slower);
        }
        usage.requests_left -= 1.0;
        Ok(())
    }

    /// Let a connection in, as long as the ticket is kept.
    pub(crate) fn connect(self: &Arc<Self>, client: Client) -> Option<Ticket> {
        let full = self.per_second * BURST_SECONDS;
        let mut books = self.books();
        if books.connections >= self.connections {
            return None;
        }
        let usage = books.of(client, full);
        if usage.connections >= self.connections_per_client {
            return None;
        }
        usage.connections += 1;
        books.connections += 1;
        Some(Ticket { clients: Arc::clone(self), client })
    }

    /// Let a game begin, as long as the ticket is kept.
    pub(crate) fn begin(self: &Arc<Self>, client: Client) -> Result<Playing, ApiError> {
        let full = self.per_second * BURST_SECONDS;
        let mut books = self.books();
        if books.games >= self.games {
            return Err(ApiError::TooMany { what: "games on this server", most: self.games });
        }
        let usage = books.of(client, full);
        if usage.games >= self.games_per_client {
            let most = self.games_per_client;
            return Err(ApiError::TooMany { what: "games of one client", most });
        }
        usage.games += 1;
        books.games += 1;
        Ok(Playing { clients: Arc::clone(self), client })
    }

    /// Connections open now.
    pub(crate) fn connected(&self) -> usize {
        self.books().connections
    }
}

/// A connection in the books.
#[derive(Debug)]
pub(crate) struct Ticket {
    clients: Arc<Clients>,
    client: Client,
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut books = self.clients.books();
        books.connections -= 1;
        if let Some(usage) = books.usage.get_mut(&self.client) {
            usage.connections -= 1;
        }
    }
}

/// A game in the books.
#[derive(Debug)]
pub(crate) struct Playing {
    clients: Arc<Clients>,
    client: Client,
}

impl Playing {
    /// Whose game it is.
    pub(crate) fn client(&self) -> Client {
        self.client
    }
}

impl Drop for Playing {
    fn drop(&mut self) {
        let mut books = self.clients.books();
        books.games -= 1;
        if let Some(usage) = books.usage.get_mut(&self.client) {
            usage.games -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn client(last: u8) -> Client {
        Client(Ipv4Addr::new(10, 0, 0, last).into())
    }

    #[test]
    fn one_client_cannot_use_up_the_others_share() {
        let config = Config { games: 3, games_per_client: 2, ..Config::default() };
        let clients = Arc::new(Clients::new(&config));
        let first = clients.begin(client(1)).expect("free");
        let _second = clients.begin(client(1)).expect("free");
        assert!(clients.begin(client(1)).is_err());
        let _third = clients.begin(client(2)).expect("another client");
        assert!(clients.begin(client(3)).is_err(), "the house is full");
        drop(first);
        assert!(clients.begin(client(3)).is_ok());
    }

    #[test]
    fn a_flood_is_refused_and_others_are_not() {
        let config = Config { requests_per_second: 1, ..Config::default() };
        let clients = Clients::new(&config);
        let served = (0..100).filter(|_| clients.request(client(1)).is_ok()).count();
        assert!((10..13).contains(&served), "ten saved up, not {served}");
        assert!(clients.request(client(2)).is_ok());
    }
}
