//! What each client uses: requests, connections, games, searches.
//!
//! A client is an address, or, of IPv6, the network of 64 bits that one customer
//! gets. Whoever shares one shares its limits, which are meant to keep one guest
//! from spoiling the evening for the others and not to count pennies.

use crate::config::Config;
use crate::error::ApiError;
use std::collections::{BTreeMap, HashMap};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use takeback_room::RoomError;
use tokio::sync::{Notify, Semaphore};

/// Who asks.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Client(pub(crate) IpAddr);

impl Client {
    /// Whoever has this address.
    pub(crate) fn of(address: IpAddr) -> Client {
        match address {
            IpAddr::V4(_) => Client(address),
            IpAddr::V6(six) => match six.to_ipv4_mapped() {
                Some(four) => Client(four.into()),
                None => {
                    let network = u128::from(six) & !u128::from(u64::MAX);
                    Client(Ipv6Addr::from(network).into())
                }
            },
        }
    }
}

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
    /// Turns at work that takes longer than a moment.
    turns: Arc<Semaphore>,
}

/// The books.
#[derive(Debug)]
pub(crate) struct Clients {
    per_second: f64,
    connections: usize,
    connections_per_client: usize,
    games: usize,
    games_per_client: usize,
    work_per_client: usize,
    proxies: Vec<IpAddr>,
    books: Mutex<Books>,
}

#[derive(Debug, Default)]
struct Books {
    usage: HashMap<Client, Usage>,
    connections: usize,
    games: usize,
    /// Connections that wait for a request or for the rest of one: first those that
    /// never sent a whole one, each kind by number, the oldest first.
    waiting: BTreeMap<(bool, u64), (Client, Arc<Notify>)>,
    numbers: u64,
}

impl Books {
    fn of(&mut self, client: Client, full: f64, turns: usize) -> &mut Usage {
        self.usage.entry(client).or_insert_with(|| Usage {
            requests_left: full,
            counted: Instant::now(),
            connections: 0,
            games: 0,
            turns: Arc::new(Semaphore::new(turns)),
        })
    }

    /// Send the oldest connection home that waits for the rest of a request: of
    /// this client, or of whoever has most of them.
    fn send_one_home(&mut self, of: Option<Client>) -> bool {
        let of = of.or_else(|| {
            let mut many: HashMap<Client, usize> = HashMap::new();
            for (client, _) in self.waiting.values() {
                *many.entry(*client).or_default() += 1;
            }
            many.into_iter().max_by_key(|(_, many)| *many).map(|(client, _)| client)
        });
        let oldest = self.waiting.iter().find(|(_, (client, _))| Some(*client) == of);
        let Some(number) = oldest.map(|(number, _)| *number) else { return false };
        if let Some((_, home)) = self.waiting.remove(&number) {
            home.notify_one();
        }
        true
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
            work_per_client: config.work_per_client.max(1),
            proxies: config.proxies.clone(),
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
        let usage = books.of(client, full, self.work_per_client);
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

    /// A turn at work that takes longer than a moment.
    pub(crate) fn turn(&self, client: Client) -> Arc<Semaphore> {
        let full = self.per_second * BURST_SECONDS;
        Arc::clone(&self.books().of(client, full, self.work_per_client).turns)
    }

    /// Let a connection in, as long as the ticket is kept. Where there are too
    /// many, the oldest that waits for the rest of a request makes room.
    pub(crate) fn connect(self: &Arc<Self>, address: IpAddr) -> Option<Ticket> {
        let full = self.per_second * BURST_SECONDS;
        let client = Client::of(address);
        // Behind a proxy is everybody: only the house's limit counts there.
        let proxy = self.proxies.contains(&address);
        let mut books = self.books();
        let own = books.of(client, full, self.work_per_client).connections;
        // Who goes home is still there for a moment; not everybody may rely on it,
        // and whoever is refused sends nobody home.
        if own >= 2 * self.connections_per_client && !proxy
            || books.connections >= self.connections + SPARE
        {
            return None;
        }
        if !proxy && own >= self.connections_per_client && !books.send_one_home(Some(client)) {
            return None;
        }
        if books.connections >= self.connections && !books.send_one_home(None) {
            return None;
        }
        books.of(client, full, self.work_per_client).connections += 1;
        books.connections += 1;
        books.numbers += 1;
        let number = books.numbers;
        let home = Arc::new(Notify::new());
        books.waiting.insert((false, number), (client, Arc::clone(&home)));
        Some(Ticket { clients: Arc::clone(self), client, number, home })
    }

    /// Who asks, when a proxy that is trusted says so.
    pub(crate) fn behind(&self, address: IpAddr, forwarded: Option<&str>) -> Client {
        if !self.proxies.contains(&address) {
            return Client::of(address);
        }
        // The last one that is no proxy of ours is the one that ours has seen.
        let said = forwarded.unwrap_or_default().rsplit(',');
        let mut seen = said.map_while(|text| text.trim().parse::<IpAddr>().ok());
        Client::of(seen.find(|known| !self.proxies.contains(known)).unwrap_or(address))
    }

    /// Let a game begin, as long as the ticket is kept.
    pub(crate) fn begin(self: &Arc<Self>, client: Client) -> Result<Playing, ApiError> {
        let full = self.per_second * BURST_SECONDS;
        let mut books = self.books();
        if books.games >= self.games {
            return Err(ApiError::Refused(RoomError::TooMany {
                what: "games on this server",
                most: self.games,
            }));
        }
        let usage = books.of(client, full, self.work_per_client);
        if usage.games >= self.games_per_client {
            let most = self.games_per_client;
            return Err(ApiError::Refused(RoomError::TooMany {
                what: "games of one client",
                most,
            }));
        }
        usage.games += 1;
        books.games += 1;
        Ok(Playing { clients: Arc::clone(self), client })
    }

    /// Whether those who are on their way out should leave before others come in.
    pub(crate) fn crowded(&self) -> bool {
        self.books().connections >= self.connections + SPARE
    }

    /// Connections open now.
    pub(crate) fn connected(&self) -> usize {
        self.books().connections
    }
}

/// Connections that are on their way out count no more than this.
const SPARE: usize = 32;

/// A connection in the books.
#[derive(Debug)]
pub(crate) struct Ticket {
    clients: Arc<Clients>,
    client: Client,
    number: u64,
    home: Arc<Notify>,
}

impl Ticket {
    /// Waits until the connection is to make room for others.
    pub(crate) async fn sent_home(&self) {
        self.home.notified().await;
    }

    /// A request has come whole and is worked on.
    pub(crate) fn works(&self) {
        let mut books = self.clients.books();
        books.waiting.remove(&(false, self.number));
        books.waiting.remove(&(true, self.number));
    }

    /// It waits for the next request.
    pub(crate) fn waits(&self) {
        let entry = (self.client, Arc::clone(&self.home));
        self.clients.books().waiting.insert((true, self.number), entry);
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut books = self.clients.books();
        books.waiting.remove(&(false, self.number));
        books.waiting.remove(&(true, self.number));
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

    #[test]
    fn the_oldest_that_waits_makes_room_and_who_works_stays() {
        let config = Config { connections_per_client: 2, ..Config::default() };
        let clients = Arc::new(Clients::new(&config));
        let address = client(1).0;
        let first = clients.connect(address).expect("free");
        let second = clients.connect(address).expect("free");
        first.works();
        let third = clients.connect(address).expect("the second makes room");
        assert_eq!(clients.books().waiting.len(), 1, "only the third waits");
        drop(second);
        third.works();
        assert!(clients.connect(address).is_none(), "both are worked on");
        assert!(clients.connect(client(2).0).is_some(), "others come in");
    }

    #[test]
    fn who_is_refused_sends_nobody_home() {
        let config = Config { connections_per_client: 4, ..Config::default() };
        let clients = Arc::new(Clients::new(&config));
        let address = client(1).0;
        let served = clients.connect(address).expect("free");
        served.works();
        served.waits();
        // A burst before anybody who goes home has gone.
        let burst: Vec<_> = (0..40).filter_map(|_| clients.connect(address)).collect();
        assert_eq!(burst.len(), 7, "twice the limit is in");
        let waits = clients.books().waiting.contains_key(&(true, served.number));
        assert!(waits, "the one that was served stays");
    }

    #[test]
    fn a_crowd_at_the_door_leaves_first() {
        let config = Config { connections: 4, ..Config::default() };
        let clients = Arc::new(Clients::new(&config));
        let others = (1..200).map(|last| client(last).0);
        let mut inside: Vec<_> = others.map_while(|address| clients.connect(address)).collect();
        assert_eq!(inside.len(), 4 + SPARE, "all but four are on their way out");
        assert!(clients.crowded());
        inside.pop();
        assert!(!clients.crowded(), "one has gone, one may come");
    }

    #[test]
    fn a_network_of_64_bits_is_one_client() {
        let of = |text: &str| Client::of(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::9"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:10.0.0.7"), of("10.0.0.7"));
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        let proxy: IpAddr = "10.0.0.1".parse().expect("an address");
        let config = Config { proxies: vec![proxy], ..Config::default() };
        let clients = Clients::new(&config);
        let said = Some("1.2.3.4, 5.6.7.8");
        let of = |text: &str| Client(text.parse().expect("an address"));
        assert_eq!(clients.behind(proxy, said), of("5.6.7.8"), "the last one was seen by ours");
        assert_eq!(clients.behind(of("9.9.9.9").0, said), of("9.9.9.9"), "a stranger is not heard");
        assert_eq!(clients.behind(proxy, Some("nonsense")), of("10.0.0.1"));
        assert_eq!(clients.behind(proxy, None), of("10.0.0.1"));
    }
}
