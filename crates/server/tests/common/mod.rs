//! A server on a free port, and a client for it.

// Not every test uses all of it; and a server owns its settings.
#![allow(dead_code, clippy::needless_pass_by_value)]

use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use takeback_server::{Config, Server};
use tungstenite::{Message, WebSocket};

/// A server that runs until it is dropped.
pub(crate) struct House {
    pub(crate) address: SocketAddr,
    end: Option<tokio::sync::oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl House {
    pub(crate) fn open(config: Config) -> House {
        House::with_games(config, takeback::standard())
    }

    pub(crate) fn with_games(config: Config, games: takeback_host::Registry) -> House {
        House::keeping(config, games, None)
    }

    /// With games kept in this file.
    pub(crate) fn keeping(
        config: Config,
        games: takeback_host::Registry,
        db: Option<std::path::PathBuf>,
    ) -> House {
        let (tell, told) = mpsc::channel();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread()
                .worker_threads(2)
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async move {
                let config = Config { port: 0, ..config };
                let mut server = Server::bind(config, games).await.expect("a free port");
                if let Some(db) = db {
                    server.keep_games_in(&db).expect("games can be kept");
                }
                // A service as games bring them: it takes whatever is sent.
                let fish = axum::Router::new().fallback(|| async { "fish" });
                let server = server.with_service("/fish", fish);
                tell.send(server.address()).expect("somebody listens");
                let until = async {
                    let _ = ended.await;
                };
                server.run(until).await.expect("the server runs");
            });
            runtime.shutdown_timeout(Duration::from_secs(2));
        });
        let address = told.recv_timeout(Duration::from_secs(60)).expect("the server starts");
        House { address, end: Some(end), thread: Some(thread) }
    }

    pub(crate) fn client(&self) -> Client {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .new_agent();
        Client { agent, base: format!("http://{}", self.address), token: String::new() }
    }

    /// End the server; how long that took.
    pub(crate) fn close(mut self) -> Duration {
        let begun = Instant::now();
        self.shut();
        begun.elapsed()
    }

    fn shut(&mut self) {
        if let Some(end) = self.end.take() {
            let _ = end.send(());
        }
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server ends well");
        }
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.shut();
        }
    }
}

/// Somebody who asks.
#[derive(Clone)]
pub(crate) struct Client {
    pub(crate) agent: ureq::Agent,
    pub(crate) base: String,
    pub(crate) token: String,
}

impl Client {
    /// Status and body.
    pub(crate) fn ask(&self, method: &str, path: &str, body: Option<&str>) -> (u16, String) {
        let mut request = ureq::http::Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.base))
            .header("Content-Type", "application/json");
        if !self.token.is_empty() {
            request = request.header("Authorization", format!("Bearer {}", self.token));
        }
        let request = request.body(body.unwrap_or("").to_owned()).expect("a request");
        let mut response = self.agent.run(request).expect("an answer");
        let status = response.status().as_u16();
        let text = response.body_mut().with_config().limit(1 << 26).read_to_string();
        (status, text.expect("text"))
    }

    /// Status and JSON.
    pub(crate) fn json(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let text = if body.is_null() { None } else { Some(body.to_string()) };
        let (status, text) = self.ask(method, path, text.as_deref());
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub(crate) fn get(&self, path: &str) -> Value {
        let (status, json) = self.json("GET", path, &Value::Null);
        assert_eq!(status, 200, "GET {path}: {json}");
        json
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Value {
        let (status, json) = self.json("POST", path, body);
        assert!((200..300).contains(&status), "POST {path}: {status} {json}");
        json
    }

    /// Begin a game; the client then holds its token.
    pub(crate) fn begin(&mut self, new: &Value) -> String {
        let created = self.post("/api/v1/games", new);
        created["owner"].as_str().expect("a token").clone_into(&mut self.token);
        format!("/api/v1/games/{}", created["id"].as_str().expect("a name"))
    }

    /// A game of people only.
    pub(crate) fn people(&mut self, game: &str, variant: &str, players: usize) -> String {
        let seats = vec!["person"; players];
        self.begin(&json!({ "game": game, "variant": variant, "seats": seats, "seed": 7 }))
    }

    /// The code of the error that this gives.
    pub(crate) fn refused(&self, method: &str, path: &str, body: &Value) -> String {
        let (status, json) = self.json(method, path, body);
        assert!(status >= 400, "{method} {path}: {status} {json}");
        json["error"]["code"].as_str().unwrap_or("no code").to_owned()
    }

    /// Ask for the state until it is so.
    pub(crate) fn wait(&self, game: &str, what: &str, done: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        loop {
            let state = self.get(game);
            if done(&state) {
                return state;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}: still {state}");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// A live connection.
    pub(crate) fn live(&self, game: &str) -> WebSocket<std::net::TcpStream> {
        let address = self.base.trim_start_matches("http://");
        let stream = std::net::TcpStream::connect(address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time-out");
        let url = format!("ws://{address}{game}/live?token={}", self.token);
        tungstenite::client(url, stream).expect("a live connection").0
    }
}

/// The next message of this type.
pub(crate) fn hear(socket: &mut WebSocket<std::net::TcpStream>, kind: &str) -> Value {
    loop {
        if let Message::Text(text) = socket.read().expect("a message") {
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == kind {
                return message;
            }
        }
    }
}

/// The texts of the moves that can be played.
pub(crate) fn moves(state: &Value) -> Vec<String> {
    let inputs = state["inputs"].as_array().expect("inputs");
    inputs.iter().map(|input| input["text"].as_str().expect("text").to_owned()).collect()
}
