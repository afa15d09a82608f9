//! The other side of the wire: a server on a port of its own, a small HTTP
//! client, and games played as the official engine plays them.

#![allow(dead_code, reason = "tests and the load program use different parts")]

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use takeback_battlesnake::{
    Battlesnake, Chance, Direction, Map, Move, Ruleset, Settings, Setup, Small,
};
use takeback_core::{Game, Player, RandomMove, SplitMix, Turn};
use takeback_players_battlesnake::service::{Config, router};
use takeback_players_battlesnake::wire::Request;

/// A snake served on 127.0.0.1; it goes with this value.
pub(crate) struct Served {
    /// Where it answers.
    pub(crate) at: SocketAddr,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Served {
    /// Serve on a free port, at the root.
    pub(crate) fn new(config: Config) -> Served {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .expect("a runtime starts");
        let app = router(config).expect("the settings make sense");
        let bound = runtime.block_on(tokio::net::TcpListener::bind("127.0.0.1:0"));
        let listener = bound.expect("a port is free");
        let at = listener.local_addr().expect("a bound port has an address");
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            runtime.block_on(async {
                let serving = takeback_service::axum::serve(listener, app);
                tokio::select! {
                    _ = serving.into_future() => {}
                    _ = stopped => {}
                }
            });
        });
        Served { at, stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Status and body of an answer; status 0 when there was none.
pub(crate) fn ask(at: SocketAddr, method: &str, path: &str, body: &[u8]) -> (u16, String) {
    exchange(at, method, path, body).unwrap_or((0, String::new()))
}

fn exchange(
    at: SocketAddr,
    method: &str,
    path: &str,
    body: &[u8],
) -> std::io::Result<(u16, String)> {
    let mut stream = TcpStream::connect(at)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: snake\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    // A body that is refused may not be read to its end.
    let _ = stream.write_all(body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let text = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    Ok((status, body.to_owned()))
}

/// What came of a served game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// Time to each answer of `move`.
    pub(crate) latencies: Vec<Duration>,
    /// Requests without a proper answer.
    pub(crate) lost: u64,
    /// Turns played.
    pub(crate) turns: u32,
    /// Whether the served snake was the last alive.
    pub(crate) won: bool,
}

/// Play one game: the server has the first seat, prudent snakes that choose at
/// random the others. Stops after so many turns or at that time.
pub(crate) fn play(at: SocketAddr, seed: u64, snakes: usize, limit: Limit) -> Outcome {
    let setup =
        Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (11, 11), snakes, seed)
            .expect("a standard start");
    let mut game: Small<4> =
        Battlesnake::new(&setup).expect("a start can be played").with_chance(Chance::Live);
    let mut rng = SplitMix::new(seed);
    let name = format!("load-{seed}");
    let mut outcome = Outcome::default();
    let body = |game: &Small<4>| {
        let mut request = Request::of(&game.setup(), Player(0), &name);
        request.game.timeout = limit.timeout;
        serde_json::to_vec(&request).expect("plain data has a JSON form")
    };
    outcome.lost += u64::from(ask(at, "POST", "/start", &body(&game)).0 != 200);
    while game.turn() != Turn::Over
        && game.living().contains(Player(0))
        && outcome.turns < limit.turns
        && Instant::now() < limit.until
    {
        if game.turn() == Turn::Chance {
            let m = game.random_move(&mut rng);
            game.make(m);
            continue;
        }
        let sent = Instant::now();
        let (status, answer) = ask(at, "POST", "/move", &body(&game));
        outcome.latencies.push(sent.elapsed());
        let said = serde_json::from_str::<serde_json::Value>(&answer).ok();
        let word = said.and_then(|said| Direction::from_word(said["move"].as_str()?));
        outcome.lost += u64::from(status != 200 || word.is_none());
        game.make(Move::Go(word.unwrap_or(Direction::Up)));
        for seat in game.living().iter().filter(|p| p.0 > 0).collect::<Vec<_>>() {
            let choices: Vec<Direction> = game.prudent(seat).iter().collect();
            game.make(Move::Go(choices[rng.below(choices.len())]));
        }
        outcome.turns += 1;
    }
    outcome.won = game.turn() == Turn::Over && game.living().contains(Player(0));
    outcome.lost += u64::from(ask(at, "POST", "/end", &body(&game)).0 != 200);
    outcome
}

/// How long to play and how fast.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Limit {
    /// Milliseconds that the game allows for an answer.
    pub(crate) timeout: i64,
    /// At most so many turns.
    pub(crate) turns: u32,
    /// Not beyond this.
    pub(crate) until: Instant,
}
