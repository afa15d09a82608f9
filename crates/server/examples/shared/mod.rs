//! What the measuring examples share: a server, and clients of several addresses.

// Not every example uses all of it.
#![allow(dead_code)]

use serde_json::Value;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use takeback_server::{Config, Server};

/// A server in this process; ends when it is dropped.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl House {
    /// A server that forgets its games when it ends.
    pub(crate) fn open(config: Config) -> House {
        House::start(Config { port: 0, ..config }, None)
    }

    /// A server on this port (0: a free one) that keeps its games in this file.
    pub(crate) fn keeping(config: Config, games: &Path) -> House {
        House::start(config, Some(games.to_owned()))
    }

    fn start(config: Config, games: Option<PathBuf>) -> House {
        let (tell, told) = mpsc::channel();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Runtime::new().expect("a runtime");
            runtime.block_on(async move {
                let server = Server::bind(config, takeback::standard());
                let mut server = server.await.expect("a free port");
                if let Some(path) = games {
                    server.keep_games_in(&path).expect("a file that can be written");
                }
                tell.send(server.address()).expect("somebody listens");
                server.run(async { drop(ended.await) }).await.expect("the server runs");
            });
            runtime.shutdown_timeout(Duration::from_secs(2));
        });
        let address = told.recv().expect("the server starts");
        House { address, end: Some(end), thread: Some(thread) }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// A connection from 127.0.0.`last`: to the server, another client.
pub(crate) fn connect(last: u8, to: SocketAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into())?;
        socket.connect(to).await
    })?;
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    Ok(stream)
}

/// Somebody at an address, over one connection at a time.
pub(crate) struct Client {
    last: u8,
    to: SocketAddr,
    stream: Option<TcpStream>,
    pub(crate) token: String,
}

impl Client {
    pub(crate) fn new(last: u8, to: SocketAddr) -> Client {
        Client { last, to, stream: None, token: String::new() }
    }

    /// Status and body; `None` when the server did not answer.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        // A connection may have been closed meanwhile: once more on a fresh one.
        self.once(method, path, body).or_else(|| {
            self.stream = None;
            self.once(method, path, body)
        })
    }

    fn once(&mut self, method: &str, path: &str, body: &str) -> Option<(u16, Value)> {
        if self.stream.is_none() {
            self.stream = connect(self.last, self.to).ok();
        }
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
             Authorization: Bearer {}\r\nContent-Length: {}\r\n\r\n{body}",
            self.token,
            body.len()
        );
        let answer = self.stream.as_mut().and_then(|stream| {
            stream.write_all(request.as_bytes()).ok()?;
            read_answer(stream)
        });
        if answer.is_none() {
            self.stream = None;
        }
        let (status, text) = answer?;
        Some((status, serde_json::from_str(&text).unwrap_or(Value::Null)))
    }

    /// Begin a game; its path.
    pub(crate) fn begin(&mut self, new: &Value) -> Option<String> {
        let (status, made) = self.ask("POST", "/api/v1/games", &new.to_string())?;
        made["owner"].as_str()?.clone_into(&mut self.token);
        (status == 201).then(|| format!("/api/v1/games/{}", made["id"].as_str().unwrap_or("")))
    }
}

fn read_answer(stream: &mut TcpStream) -> Option<(u16, String)> {
    let mut bytes = Vec::new();
    let mut chunk = [0; 16 << 10];
    let (head, length) = loop {
        let read = stream.read(&mut chunk).ok().filter(|&read| read > 0)?;
        bytes.extend_from_slice(&chunk[..read]);
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).to_lowercase();
            let length = head.split("content-length:").nth(1);
            let length = length.and_then(|after| after.split("\r\n").next()?.trim().parse().ok());
            bytes.drain(..end + 4);
            break (head, length.unwrap_or(0));
        }
    };
    while bytes.len() < length {
        let read = stream.read(&mut chunk).ok().filter(|&read| read > 0)?;
        bytes.extend_from_slice(&chunk[..read]);
    }
    let status = head.get(9..12)?.parse().ok()?;
    Some((status, String::from_utf8_lossy(&bytes).into_owned()))
}

/// The part of the times that took no longer than this.
pub(crate) fn at(times: &mut [Duration], part: f64) -> f64 {
    times.sort_unstable();
    let i = (times.len().saturating_sub(1) as f64 * part) as usize;
    times.get(i).map_or(f64::NAN, |time| time.as_secs_f64() * 1000.0)
}

/// Whoever plays Connect Four against level 3, game after game: how long each
/// answer took, from the move to the engine's, and how many did not come.
pub(crate) fn play(last: u8, to: SocketAddr, until: Instant) -> (Vec<Duration>, usize) {
    let mut client = Client::new(last, to);
    let (mut times, mut lost) = (Vec::new(), 0);
    let new = serde_json::json!({ "game": "connect4", "seats": ["person", "3"] });
    while Instant::now() < until {
        let Some(path) = client.begin(&new) else {
            lost += 1;
            std::thread::sleep(Duration::from_millis(50));
            continue;
        };
        for column in ["d", "c", "e", "d", "c", "e", "b"] {
            let sent = Instant::now();
            let play = serde_json::json!({ "move": column }).to_string();
            let Some((200, mut state)) = client.ask("POST", &format!("{path}/moves"), &play) else {
                break;
            };
            let patience = sent + Duration::from_secs(40);
            while state["thinking"].as_array().is_some_and(|seats| !seats.is_empty())
                && Instant::now() < patience
            {
                std::thread::sleep(Duration::from_millis(1));
                match client.ask("GET", &format!("{path}?since=1000000"), "") {
                    Some((200, next)) => state = next,
                    _ => lost += 1,
                }
            }
            times.push(sent.elapsed());
            if state["turn"]["kind"] == "over" || Instant::now() > until {
                break;
            }
            // Without a pause it would ask more often than one client may.
            std::thread::sleep(Duration::from_millis(10));
        }
        client.ask("DELETE", &path, "");
    }
    (times, lost)
}
