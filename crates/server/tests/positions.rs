//! Calls without a game: a position in, an answer out. And pages of other origins, who may make them.

mod common;

use common::House;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;
use takeback_server::Config;

/// As it comes out of its text: numbers are written shorter than they are.
fn as_sent(value: &impl serde::Serialize) -> Value {
    let text = serde_json::to_string(value).expect("JSON");
    serde_json::from_str(&text).expect("its own text")
}

/// Beside the exact notation stands what people write and say, along the whole line.
#[test]
fn lines_of_an_analysis_read_as_people_write_them() {
    let house = House::open(Config::default());
    let client = house.client();
    let asked = json!({
        "game": "chess", "position": "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "engine": "ab:depth=4",
    });
    let best = client.post("/api/v1/positions/best", &asked);
    assert_eq!(best["lines"][0]["moves"], json!(["a1a8"]), "{best}");
    assert_eq!(best["lines"][0]["short"], json!(["Ra8#"]));
    let said = best["lines"][0]["said"][0].as_str().expect("words");
    assert!(said.contains("rook") && said.contains("a8"), "{said}");
    assert!(best["moves"][0]["short"].is_string(), "{best}");
    // The second move is written from the position that it is played in.
    let asked = json!({
        "game": "chess", "position": "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1",
        "moves": ["e1g1"], "engine": "ab:depth=3",
    });
    let best = client.post("/api/v1/positions/best", &asked);
    let line = &best["lines"][0];
    let (moves, short) = (line["moves"].as_array(), line["short"].as_array());
    let (moves, short) = (moves.expect("moves"), short.expect("as people write them"));
    assert!(moves.len() > 1 && short.len() == moves.len(), "{line}");
    assert!(short[0].as_str().is_some_and(|san| san.starts_with('K')), "{line}");
    // Where something is hidden, words could tell it.
    let asked = json!({ "game": "gofish", "engine": "ismcts:iterations=50" });
    let best = client.post("/api/v1/positions/best", &asked);
    assert!(best["lines"][0]["said"].is_null() && best["moves"][0]["said"].is_null(), "{best}");
}

/// A few moves of every variant, each by a call of its own: what one answers the next takes.
#[test]
fn every_game_is_played_without_being_kept() {
    let house = House::open(Config::default());
    let client = house.client();
    let (mut searched, mut chance) = (0, 0);
    for game in takeback::standard().games() {
        for variant in &game.variants {
            let mut table = variant.table(None).expect("a start");
            let mut position = table.position();
            for ply in 0..6 {
                let name = format!("{} {} ply {ply}", game.name, variant.name());
                let asked = json!({
                    "game": game.name, "variant": variant.name(), "position": position,
                });
                let standing = client.post("/api/v1/positions/status", &asked);
                assert_eq!(standing["position"], json!(table.position()), "{name}");
                assert_eq!(standing["players"], json!(table.player_names()), "{name}");
                let over = standing["over"] == true;
                assert_eq!(over, table.payoffs().is_some(), "{name}");
                let legal = client.post("/api/v1/positions/legal", &asked);
                assert_eq!(legal["legal"], json!(table.legal()), "{name}");
                assert_eq!(legal["weights"], json!(table.weights()), "{name}");
                let picture = client.post("/api/v1/positions/picture", &asked);
                assert_eq!(picture["scene"], as_sent(&table.scene(None)), "{name}");
                assert_eq!(picture["board"], as_sent(&table.board()), "{name}");
                let inputs = picture["inputs"].as_array().expect("a list");
                assert_eq!(inputs.len(), table.inputs().len(), "{name}");
                let drawn = client.post("/api/v1/positions/svg", &asked);
                assert!(drawn["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{name}");
                if over {
                    break;
                }
                chance += u32::from(standing["chance"] == true);
                let listed = table.legal();
                if ply == 2 && standing["chance"] == false && variant.ladder().is_some() {
                    searched += 1;
                    let mut asked = asked.clone();
                    asked["engine"] = json!("4");
                    asked["time_ms"] = json!(15);
                    let best = client.post("/api/v1/positions/best", &asked);
                    let found = best["best"].as_str().expect("a move");
                    assert!(listed.iter().any(|m| m == found), "{name}: {found}");
                    assert_eq!(best["position"], standing["position"], "{name}");
                    assert!(best["seconds"].is_number() && best["lines"].is_array(), "{name}");
                    // By the short names; equal effort and seed give an equal report.
                    asked["engine"] = json!("random");
                    let best = client.post("/api/v1/positions/best", &asked);
                    let analysed = client.post("/api/analyze", &asked);
                    assert_eq!(analysed["best"], best["best"], "{name}");
                    let moved = client.post("/api/move", &asked);
                    assert_eq!(moved["best"], best["best"], "{name}");
                    assert_eq!(moved["position"], standing["position"], "{name}");
                    let alone = standing["to_move"].as_array().map_or(0, Vec::len) == 1;
                    asked["moves"] = json!([best["best"]]);
                    let applied = match alone {
                        true => client.post("/api/v1/positions/apply", &asked),
                        false => Value::Null,
                    };
                    assert_eq!(moved["after"], applied, "{name}");
                }
                // A round played together is sent whole.
                let owing = standing["to_move"].as_array().map_or(1, |seats| seats.len().max(1));
                let mut made = Vec::new();
                for _ in 0..owing {
                    let listed = table.legal();
                    let m = listed[(7 * ply + 1) % listed.len()].clone();
                    table.play(&m).expect("a legal move");
                    made.push(m);
                }
                let mut asked = asked;
                asked["moves"] = json!(made);
                let after = client.post("/api/v1/positions/apply", &asked);
                assert_eq!(after["position"], json!(table.position()), "{name} {made:?}");
                position = after["position"].as_str().expect("a position").to_owned();
            }
        }
    }
    assert!(searched > 20 && chance > 0, "{searched} searches, {chance} times chance");
}

#[test]
fn bad_questions_get_typed_errors() {
    let house = House::open(Config { nodes_per_game: 10, ..Config::default() });
    let client = house.client();
    let hex = |more: Value| {
        let mut body = json!({ "game": "hex", "variant": "3x3" });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        body
    };
    for (call, body, code) in [
        ("legal", json!({}), "bad_request"),
        ("legal", json!({ "game": "lunch" }), "unknown"),
        ("legal", json!({ "game": "hex", "variant": "lunch" }), "unknown"),
        ("legal", hex(json!({ "position": "lunch" })), "bad_position"),
        ("legal", hex(json!({ "colour": 1 })), "bad_request"),
        ("apply", hex(json!({})), "bad_request"),
        ("apply", hex(json!({ "moves": ["z9"] })), "unreadable_move"),
        ("apply", hex(json!({ "moves": ["a1", "a1"] })), "illegal_move"),
        ("apply", hex(json!({ "moves": vec!["a1"; 11] })), "too_many"),
        ("picture", hex(json!({ "seat": 2 })), "bad_request"),
        ("svg", hex(json!({ "size": 9 })), "bad_request"),
        ("legal", hex(json!({ "deal": 1, "position": "x" })), "bad_request"),
        ("best", hex(json!({ "engine": "lunch" })), "bad_engine"),
        ("best", hex(json!({ "engine": "ab:wings=2" })), "bad_engine"),
        ("best", hex(json!({ "seat": 1 })), "not_now"),
        ("best", hex(json!({ "moves": ["a1", "b1", "a2", "b2", "a3"] })), "over"),
        ("lunch", hex(json!({})), "unknown"),
    ] {
        let path = format!("/api/v1/positions/{call}");
        assert_eq!(client.refused("POST", &path, &body), code, "{call} {body}");
    }
    let won = client
        .post("/api/v1/positions/status", &hex(json!({ "moves": ["a1", "b1", "a2", "b2", "a3"] })));
    assert_eq!((&won["over"], &won["payoffs"]), (&json!(true), &json!([1000, -1000])));
    assert_eq!(won["to_move"], json!([]));
}

/// The same question gets the same answer, whoever asked in between: no engine is kept.
#[test]
fn a_seed_repeats_an_answer() {
    let house = House::open(Config::default());
    let client = house.client();
    let body = json!({
        "game": "connect4", "moves": ["d", "c"], "engine": "mcts:iterations=200", "seed": 5,
        "lines": 3,
    });
    let mut answers = (0..2).map(|_| {
        let mut answer = client.post("/api/v1/positions/best", &body);
        let fields = answer.as_object_mut().expect("an object");
        fields.remove("seconds");
        fields.remove("nodes_per_second");
        answer
    });
    assert_eq!(answers.next(), answers.next());
}

#[test]
fn the_interface_describes_these_calls() {
    let house = House::open(Config::default());
    let document = house.client().get("/api/v1/openapi.json");
    for call in ["status", "legal", "apply", "best", "picture", "svg"] {
        assert!(
            document["paths"][format!("/api/v1/positions/{call}")]["post"].is_object(),
            "{call}"
        );
    }
}

/// A request with these headers; status line, headers and body as they come.
fn raw(house: &House, head: &str, body: &str) -> String {
    let mut stream = TcpStream::connect(house.address).expect("the server listens");
    let length = body.len();
    let text = format!(
        "{head}\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(text.as_bytes()).expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer.to_ascii_lowercase()
}

#[test]
fn a_page_of_an_origin_that_was_let_in_may_ask_and_read() {
    let cors = vec!["https://app.example".to_owned()];
    let house = House::open(Config { cors, ..Config::default() });
    let body = json!({ "game": "hex", "variant": "3x3" }).to_string();
    let allow = "access-control-allow-origin: https://app.example";
    for path in ["/api/v1/positions/legal", "/fish/move"] {
        let head = format!("POST {path} HTTP/1.1\r\nOrigin: https://app.example");
        let answer = raw(&house, &head, &body);
        assert!(answer.starts_with("http/1.1 200") && answer.contains(allow), "{path}: {answer}");
        let asks = format!(
            "OPTIONS {path} HTTP/1.1\r\nOrigin: https://app.example\r\n\
             Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: content-type"
        );
        let answer = raw(&house, &asks, "");
        assert!(answer.starts_with("http/1.1 204") && answer.contains(allow), "{path}: {answer}");
        assert!(answer.contains("access-control-allow-headers: content-type"), "{answer}");
        // Another page is refused, and told nothing it could read.
        let head = format!("POST {path} HTTP/1.1\r\nOrigin: https://evil.example");
        let answer = raw(&house, &head, &body);
        assert!(answer.starts_with("http/1.1 403"), "{path}: {answer}");
        assert!(!answer.contains("access-control"), "{path}: {answer}");
    }
    // What games there are, all may know.
    let head = "GET /api/v1/catalogue HTTP/1.1\r\nOrigin: https://app.example";
    let answer = raw(&house, head, "");
    assert!(answer.starts_with("http/1.1 200") && answer.contains(allow), "{answer}");
    // Games belong to this server's own pages.
    let head = "POST /api/v1/games HTTP/1.1\r\nOrigin: https://app.example";
    let answer = raw(&house, head, &json!({ "game": "hex" }).to_string());
    assert!(answer.starts_with("http/1.1 403") && !answer.contains("access-control"), "{answer}");
}

#[test]
fn services_share_the_clients_requests_and_have_a_limit_of_their_own() {
    let house =
        House::open(Config { requests_per_second: 1, service_body: 1000, ..Config::default() });
    let client = house.client();
    let large = "x".repeat(2000);
    assert_eq!(client.ask("POST", "/fish/eat", Some(&large)).0, 413);
    let answers: Vec<u16> = (0..40).map(|_| client.ask("POST", "/fish/eat", None).0).collect();
    assert_eq!(answers[0], 200);
    assert_eq!(answers.last(), Some(&429), "{answers:?}");
    // One share for all: the house's own routes are refused as well.
    assert_eq!(client.ask("GET", "/api/v1/catalogue", None).0, 429);
}

#[test]
fn a_number_deals_as_it_does_everywhere() {
    let house = House::open(Config::default());
    let client = house.client();
    let registry = takeback::standard();
    for (game, variant) in [("gofish", "2"), ("gofish", "kit"), ("eights", "3")] {
        let deal = |seed: u64| {
            let asked = json!({ "game": game, "variant": variant, "deal": seed });
            client.post("/api/v1/positions/status", &asked)["position"].clone()
        };
        let known = registry.games().iter().find(|entry| entry.name == game).expect("it is there");
        let table =
            known.variants.iter().find(|v| v.name() == variant).expect("it is there").deal(5);
        assert_eq!(deal(5), json!(table.position()), "{game}:{variant}");
        assert_ne!(deal(5), deal(6), "{game}:{variant}");
    }
}
