//! Snakes that answer over HTTP.

use crate::wire::Request;
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use takeback_battlesnake::Battlesnake;
use takeback_core::{Player, Portable};
use takeback_host::outside::{Decider, Decision, Fault, Forfeit, GRACE, fault};
use takeback_host::play::Table;
use takeback_search::Limits;

/// No answer may be longer.
const LONGEST_ANSWER: u64 = 64 * 1024;

/// What a snake answers; all but the move is for people.
#[derive(serde::Deserialize)]
struct Reply {
    #[serde(rename = "move")]
    direction: String,
}

/// A snake at an address.
pub(crate) struct Snake {
    url: String,
    name: String,
    limits: Limits,
    games: u64,
}

impl Snake {
    pub(crate) fn new(url: &str, name: String, time: Duration) -> Self {
        Snake { url: url.to_owned(), name, limits: Limits::time(time), games: 0 }
    }

    fn request(&self, table: &dyn Table, player: Player) -> Result<Request, Forfeit> {
        // The widest board and the most snakes hold every position.
        let game = Battlesnake::<10, 16>::read_position(&table.position())
            .map_err(|e| fault(Fault::Protocol, e.to_string()))?;
        let id = format!("takeback-{}-{}-{player:?}", std::process::id(), self.games);
        let mut request = Request::of(&game.setup(), player, &id);
        request.game.timeout = i64::try_from(self.time().as_millis()).unwrap_or(i64::MAX);
        request.game.source = "takeback".to_owned();
        Ok(request)
    }

    fn time(&self) -> Duration {
        self.limits.time.unwrap_or(Duration::from_millis(500))
    }

    /// Send something; the answer's body.
    fn post(&self, path: &str, request: &Request, patience: Duration) -> Result<Vec<u8>, Forfeit> {
        post(&self.url, path, request, patience).map_err(|refusal| match &refusal {
            Refusal::Late => fault(Fault::Time, refusal.to_string()),
            Refusal::Status(_) => fault(Fault::Protocol, refusal.to_string()),
            Refusal::Broken(_) => fault(Fault::Crash, refusal.to_string()),
        })
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("no answer in time")]
    Late,
    #[error("status {0}")]
    Status(u16),
    #[error("{0}")]
    Broken(ureq::Error),
}

/// Send a request to a snake; the answer's body.
pub(crate) fn post(
    url: &str,
    path: &str,
    request: &Request,
    patience: Duration,
) -> Result<Vec<u8>, Refusal> {
    let agent: ureq::Agent =
        ureq::Agent::config_builder().timeout_global(Some(patience)).build().into();
    let lost = |error: ureq::Error| match error {
        ureq::Error::Timeout(_) => Refusal::Late,
        ureq::Error::StatusCode(code) => Refusal::Status(code),
        error => Refusal::Broken(error),
    };
    let mut answer = agent.post(format!("{url}/{path}")).send_json(request).map_err(lost)?;
    answer.body_mut().with_config().limit(LONGEST_ANSWER).read_to_vec().map_err(lost)
}

/// The move word of an answer.
pub(crate) fn reply(body: &[u8]) -> Result<String, serde_json::Error> {
    serde_json::from_slice(body).map(|reply: Reply| reply.direction)
}

impl Decider for Snake {
    fn name(&self) -> &str {
        &self.name
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn limits_mut(&mut self) -> &mut Limits {
        &mut self.limits
    }

    fn knock(&mut self) -> Result<(), Forfeit> {
        let absent =
            |why: String| fault(Fault::Crash, format!("nobody answers at {}: {why}", self.url));
        let host = self.url.trim_start_matches("http://").split('/').next().unwrap_or_default();
        let named = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        let mut addresses = named.to_socket_addrs().map_err(|e| absent(e.to_string()))?;
        let address = addresses.next().ok_or_else(|| absent("no such host".to_owned()))?;
        TcpStream::connect_timeout(&address, GRACE).map(drop).map_err(|e| absent(e.to_string()))
    }

    fn begin(&mut self, table: &dyn Table, player: Player) -> Result<(), Forfeit> {
        self.games += 1;
        let request = self.request(table, player)?;
        self.post("start", &request, GRACE).map(drop)
    }

    fn decide(&mut self, table: &dyn Table, player: Player, _: u64) -> Result<Decision, Forfeit> {
        let request = self.request(table, player)?;
        let started = Instant::now();
        let body = self.post("move", &request, self.time())?;
        let m = reply(&body).map_err(|e| fault(Fault::Protocol, format!("no move: {e}")))?;
        Ok(Decision { m, score: None, nodes: 0, depth: 0, time: started.elapsed() })
    }

    fn end(&mut self, table: &dyn Table, player: Player) {
        // The game is over whatever the snake says to it.
        if let Ok(request) = self.request(table, player) {
            let _ = self.post("end", &request, GRACE);
        }
    }
}
