//! Bad input, floods, and clients that misbehave.

mod common;

use common::{House, hear, moves};
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use takeback_core::SplitMix;
use takeback_server::Config;

#[test]
fn bad_input_gets_a_typed_error() {
    let house = House::open(Config::default());
    let mut client = house.client();
    let path = client.people("connect4", "7x6", 2);
    let moves_path = format!("{path}/moves");
    for (method, at, body, code) in [
        ("GET", "/api/v1/games/nosuch", Value::Null, "no_game"),
        ("GET", "/api/v1/nosuch", Value::Null, "unknown"),
        ("GET", "/nosuch", Value::Null, "unknown"),
        ("POST", "/api/v1/games", json!({ "game": "nosuch" }), "unknown"),
        ("POST", "/api/v1/games", json!({ "game": "hex", "variant": "9000" }), "unknown"),
        ("POST", "/api/v1/games", json!({ "game": "hex", "seats": ["person"] }), "bad_request"),
        ("POST", "/api/v1/games", json!({ "game": "hex", "seats": ["x", "y"] }), "bad_engine"),
        ("POST", "/api/v1/games", json!({ "game": "hex", "position": "?" }), "bad_position"),
        ("POST", "/api/v1/games", json!({ "game": "hex", "colour": 1 }), "bad_request"),
        ("POST", "/api/v1/games", json!([1, 2]), "bad_request"),
        ("POST", &moves_path, json!({ "move": "z" }), "unreadable_move"),
        ("POST", &moves_path, json!({ "move": "a", "version": 99 }), "stale"),
        ("POST", &moves_path, json!({ "move": "a", "seat": 1 }), "not_now"),
        ("POST", &moves_path, json!({ "move": "a", "seat": 250 }), "not_now"),
        ("POST", &format!("{path}/goto"), json!({ "node": 77 }), "bad_request"),
        ("POST", &format!("{path}/analysis"), json!({ "engine": "random" }), "bad_engine"),
        ("POST", &format!("{path}/analysis"), json!({ "engine": "ab:depht=3" }), "bad_engine"),
        ("POST", &format!("{path}/tree"), json!({ "line": ["zz"] }), "unreadable_move"),
        ("PATCH", &path, json!({ "seats": ["person"] }), "bad_request"),
    ] {
        assert_eq!(client.refused(method, at, &body), code, "{method} {at} {body}");
    }
    let (status, text) = client.ask("POST", "/api/v1/games", Some("{"));
    assert_eq!(status, 400);
    assert!(text.contains("bad_request"), "{text}");
    assert_eq!(client.get(&path)["now"], 0, "nothing of all that was played");
}

#[test]
fn limits_hold() {
    let config = Config { games_per_client: 3, ..Config::default() };
    let house = House::open(config);
    let mut client = house.client();
    let path = client.people("connect4", "7x6", 2);
    let first = client.token.clone();
    client.people("hex", "3x3", 2);
    client.people("hex", "3x3", 2);
    let refused = client.refused("POST", "/api/v1/games", &json!({ "game": "hex" }));
    assert_eq!(refused, "too_many");
    client.token = first;
    assert_eq!(client.ask("DELETE", &path, None).0, 204, "a game that ends makes room");
    client.people("hex", "3x3", 2);
}

#[test]
fn a_body_of_ten_megabytes_is_refused_unread() {
    let house = House::open(Config::default());
    let mut stream = TcpStream::connect(house.address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
    let size = 10 << 20;
    let head = format!(
        "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {size}\r\n\r\n\""
    );
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = [0; 2048];
    let read = stream.read(&mut answer).expect("it answers");
    let answer = String::from_utf8_lossy(&answer[..read]);
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    // Whoever goes on sending talks to a closed door.
    let sent = (0..200).take_while(|_| stream.write_all(&[b'x'; 1 << 16]).is_ok()).count();
    assert!(sent < 200, "not all of it was taken");
    assert_eq!(house.client().ask("GET", "/health", None).0, 200);
}

#[test]
fn a_game_remembers_only_so_much() {
    let house = House::open(Config { nodes_per_game: 4, ..Config::default() });
    let mut client = house.client();
    let path = client.people("connect4", "7x6", 2);
    let play = json!({ "move": moves(&client.get(&path))[3] });
    for _ in 0..3 {
        client.post(&format!("{path}/moves"), &play);
    }
    assert_eq!(client.refused("POST", &format!("{path}/moves"), &play), "too_many");
    assert_eq!(client.get(&path)["now"], 3);
}

#[test]
fn idle_games_are_forgotten_and_watched_ones_are_not() {
    let house = House::open(Config { idle_game: Duration::from_millis(300), ..Config::default() });
    let mut watcher = house.client();
    let watched = watcher.people("hex", "3x3", 2);
    let mut socket = watcher.live(&watched);
    hear(&mut socket, "state");
    let mut client = house.client();
    let idle = client.people("hex", "3x3", 2);
    // Each look keeps it for a while; a second without one is enough.
    let gone = (0..20).any(|_| {
        std::thread::sleep(Duration::from_secs(1));
        client.ask("GET", &idle, None).0 == 404
    });
    assert!(gone);
    assert_eq!(watcher.get(&watched)["now"], 0);
}

#[test]
fn a_flood_is_slowed_down() {
    let house = House::open(Config { requests_per_second: 5, ..Config::default() });
    let client = house.client();
    let codes: Vec<u16> = (0..120).map(|_| client.ask("GET", "/health", None).0).collect();
    assert!(codes.iter().filter(|&&code| code == 429).count() > 20, "{codes:?}");
    assert!(codes.iter().filter(|&&code| code == 200).count() >= 50);
}

#[test]
fn loud_and_large_messages_end_a_live_connection() {
    let house = House::open(Config::default());
    let mut client = house.client();
    let path = client.people("hex", "3x3", 2);
    let mut loud = client.live(&path);
    let mut large = client.live(&path);
    for _ in 0..200 {
        if loud.send(tungstenite::Message::text("hello")).is_err() {
            break;
        }
    }
    let _ = large.send(tungstenite::Message::text("x".repeat(100_000)));
    for socket in [&mut loud, &mut large] {
        let ended = (0..100).any(|_| match socket.read() {
            Ok(message) => message.is_close(),
            Err(_) => true,
        });
        assert!(ended);
    }
    assert_eq!(client.get(&path)["now"], 0, "others notice nothing");
}

#[test]
fn random_bytes_and_half_open_connections_disturb_nobody() {
    let idle_connection = Duration::from_millis(400);
    let house = House::open(Config { idle_connection, ..Config::default() });
    let mut rng = SplitMix::new(11);
    let mut half_open = Vec::new();
    for i in 0..40 {
        let mut stream = TcpStream::connect(house.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a time-out");
        let bytes: Vec<u8> = match i % 4 {
            0 => (0..rng.below(3000)).map(|_| rng.next() as u8).collect(),
            1 => b"GET / HT".to_vec(),
            2 => {
                b"POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\n\r\n{"
                    .to_vec()
            }
            _ => Vec::new(),
        };
        let _ = stream.write_all(&bytes);
        half_open.push(stream);
    }
    let client = house.client();
    assert_eq!(client.ask("GET", "/health", None).0, 200);
    for mut stream in half_open {
        // The server hangs up by itself, sooner or later.
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
    }
    assert_eq!(client.ask("GET", "/health", None).0, 200);
}

#[test]
fn too_many_connections_are_closed_and_the_others_go_on() {
    let house = House::open(Config { connections_per_client: 12, ..Config::default() });
    let client = house.client();
    assert_eq!(client.ask("GET", "/health", None).0, 200);
    let held: Vec<TcpStream> =
        (0..40).filter_map(|_| TcpStream::connect(house.address).ok()).collect();
    assert_eq!(client.ask("GET", "/health", None).0, 200, "a connection that is in stays in");
    drop(held);
}

#[test]
fn the_house_speaks_of_itself() {
    let house = House::open(Config::default());
    let client = house.client();
    let document = client.get("/api/v1/openapi.json");
    assert!(document["paths"].as_object().unwrap().len() >= 15);
    let (_, metrics) = client.ask("GET", "/metrics", None);
    assert!(metrics.contains("takeback_requests_total"), "{metrics}");
    let (status, page) = client.ask("GET", "/", None);
    assert_eq!(status, 200);
    assert!(page.contains("<title>takeback</title>"));
    let (status, page) = client.ask("GET", "/api.html", None);
    assert_eq!(status, 200);
    assert!(page.contains("openapi.json"));
}

#[test]
fn the_server_ends_while_games_are_watched_and_searched() {
    let house = House::open(Config::default());
    let mut client = house.client();
    let path = client.begin(&json!({ "game": "othello", "seats": ["mcts:time=25s", "person"] }));
    let mut socket = client.live(&path);
    hear(&mut socket, "state");
    let took = house.close();
    assert!(took < Duration::from_secs(15), "took {took:?}");
}

/// A connection from another address of this machine.
fn from(last: u8, to: std::net::SocketAddr) -> std::io::Result<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4()?;
        socket.bind((std::net::Ipv4Addr::new(127, 0, 0, last), 0).into())?;
        socket.connect(to).await
    })?;
    let stream = stream.into_std()?;
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    Ok(stream)
}

#[test]
fn half_sent_requests_do_not_shut_the_door() {
    let config = Config { connections: 40, connections_per_client: 64, ..Config::default() };
    let house = House::open(config);
    let mut held = Vec::new();
    for i in 0..120 {
        // Several strangers, so that the house is full and not only one of them.
        if let Ok(mut stream) = from(2 + i % 6, house.address) {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nHost: loc");
            held.push(stream);
        }
    }
    for _ in 0..5 {
        let client = house.client();
        assert_eq!(client.ask("GET", "/health", None).0, 200, "somebody else gets in");
    }
    drop(held);
}

/// All of them wait at the door before it opens, and one thread lets them in: nothing but the
/// order in which it takes them decides who is served.
#[test]
fn a_rush_before_the_door_opens_turns_nobody_else_away() {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let config =
        Config { port: 0, connections: 40, connections_per_client: 64, ..Config::default() };
    let server = takeback_server::Server::bind(config, takeback::standard());
    let server = runtime.block_on(server).expect("a free port");
    let address = server.address();
    let rush: Vec<_> = (0..120).filter_map(|i| from(2 + i % 6, address).ok()).collect();
    for mut stream in &rush {
        stream.write_all(b"GET / HTTP/1.1\r\nHost: loc").expect("room in the queue");
    }
    let others: Vec<_> = (0..3)
        .map(|_| {
            let mut stream = TcpStream::connect(address).expect("the last in the queue");
            stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a time-out");
            let ask = "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            stream.write_all(ask.as_bytes()).expect("room in the queue");
            stream
        })
        .collect();
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    let readers = std::thread::spawn(move || {
        let answers = others.into_iter().map(|mut stream| {
            let mut answer = String::new();
            let _ = stream.read_to_string(&mut answer);
            answer.get(9..12).unwrap_or("none").to_owned()
        });
        let answers: Vec<String> = answers.collect();
        let _ = end.send(());
        answers
    });
    let until = async {
        let _ = ended.await;
    };
    runtime.block_on(server.run(until)).expect("the server runs");
    assert_eq!(readers.join().expect("they were heard"), ["200"; 3]);
    assert_eq!(rush.len(), 120);
}

#[test]
fn a_head_that_drips_is_given_up() {
    let house = House::open(Config { head: Duration::from_millis(500), ..Config::default() });
    let mut stream = from(2, house.address).expect("the server listens");
    let head = b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: ";
    let _ = stream.write_all(head);
    // A byte now and then is no silence; only the deadline ends it.
    let ended = (0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        stream.write_all(b"x").is_err()
    });
    assert!(ended, "thirty seconds are more than half a one");
}

#[test]
fn a_body_that_drips_is_given_up() {
    let house = House::open(Config { body_time: Duration::from_millis(500), ..Config::default() });
    let mut stream = from(2, house.address).expect("the server listens");
    let head = "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: 9999\r\n\r\n{";
    stream.write_all(head.as_bytes()).expect("it reads");
    let mut answer = [0; 64];
    let read = stream.read(&mut answer).expect("it answers");
    assert!(String::from_utf8_lossy(&answer[..read]).starts_with("HTTP/1.1 408"));
}

#[test]
fn foreign_names_and_foreign_pages_are_refused() {
    let house = House::open(Config { hosts: vec!["play.example".to_owned()], ..Config::default() });
    let ask = |method: &str, path: &str, headers: &str, body: &str| {
        let mut stream = TcpStream::connect(house.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time-out");
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer.get(9..12).unwrap_or("none").to_owned()
    };
    let own = format!("Host: {}\r\n", house.address);
    assert_eq!(ask("GET", "/health", &own, ""), "200");
    assert_eq!(ask("GET", "/health", "Host: localhost:1\r\n", ""), "200");
    assert_eq!(ask("GET", "/health", "Host: play.example\r\n", ""), "200");
    assert_eq!(ask("GET", "/health", "Host: evil.example\r\n", ""), "421");
    assert_eq!(ask("GET", "/fish/x", "Host: evil.example\r\n", ""), "421", "services too");
    let foreign = format!("{own}Origin: http://evil.example\r\n");
    let json = "Content-Type: application/json\r\n";
    let plain = "Content-Type: text/plain\r\n";
    let game = r#"{"game":"hex"}"#;
    assert_eq!(ask("POST", "/api/v1/games", &format!("{foreign}{json}"), game), "403");
    assert_eq!(ask("POST", "/fish/x", &format!("{foreign}{plain}"), "{}"), "403", "services too");
    assert_eq!(ask("POST", "/fish/x", &format!("{own}{plain}"), "{}"), "200");
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\n";
    assert_eq!(ask("GET", "/api/v1/games/x/live", &format!("{foreign}{upgrade}"), ""), "403");
    let same = format!("{own}Origin: http://{}\r\n{json}", house.address);
    assert_eq!(ask("POST", "/api/v1/games", &same, game), "201");
}

#[test]
fn a_proxy_that_is_trusted_speaks_for_its_clients() {
    let proxies = vec!["127.0.0.1".parse().expect("an address")];
    let house = House::open(Config { proxies, games_per_client: 1, ..Config::default() });
    let begin = |said: &str| {
        let mut stream = TcpStream::connect(house.address).expect("the server listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a time-out");
        let body = r#"{"game":"hex","seats":["person","person"]}"#;
        let request = format!(
            "POST /api/v1/games HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: {said}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer.get(9..12).unwrap_or("none").to_owned()
    };
    assert_eq!(begin("1.2.3.4"), "201");
    assert_eq!(begin("1.2.3.4"), "429");
    assert_eq!(begin("1.2.3.5"), "201", "another client behind the same proxy");
    assert_eq!(begin("9.9.9.9, 1.2.3.5"), "429", "what a client says of itself is not heard");
}
