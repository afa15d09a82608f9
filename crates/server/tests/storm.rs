//! Random calls, valid and invalid, from several clients at once; afterwards
//! every game's position is the one its moves lead to.
//!
//! `TAKEBACK_STORM=10000` sets the number of calls; without it there are fewer.

mod common;

use common::{Client, House, moves};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};
use takeback_core::SplitMix;
use takeback_server::Config;

const CLIENTS: usize = 4;
const GAMES: [(&str, &str, usize); 8] = [
    ("hex", "5x5", 2),
    ("connect4", "7x6", 2),
    ("tron", "", 2),
    ("pig", "", 2),
    ("gofish", "3", 3),
    ("cotulenh", "standard", 2),
    ("battlesnake", "duel", 2),
    ("ringrift", "square8", 2),
];

/// A game and its owner's token.
type Known = Arc<Mutex<Vec<(String, String)>>>;

fn calls() -> usize {
    std::env::var("TAKEBACK_STORM").ok().and_then(|n| n.parse().ok()).unwrap_or(800)
}

fn garbage(rng: &mut SplitMix) -> String {
    let some = ["", "a1", "e2e4", "{", "null", "P 3,3 2", "up", "💥", "\\u0000", "2Q", "-1"];
    let mut text = some[rng.below(some.len())].to_owned();
    for _ in 0..rng.below(4) {
        text.push(char::from(32 + rng.below(95) as u8));
    }
    text
}

/// One call; the server may refuse it but must not fail.
fn call(client: &mut Client, known: &Known, rng: &mut SplitMix) {
    if rng.one_in(25) {
        let (game, variant, players) = GAMES[rng.below(GAMES.len())];
        let seat = |rng: &mut SplitMix| if rng.one_in(4) { "random" } else { "person" };
        let seats: Vec<&str> = (0..players).map(|_| seat(rng)).collect();
        let mut new =
            json!({ "game": game, "seats": seats, "seed": rng.below(1000), "pause_ms": 5 });
        if !variant.is_empty() {
            new["variant"] = variant.into();
        }
        let (status, created) = client.json("POST", "/api/v1/games", &new);
        assert!(status == 201 || status == 429, "{status} {created}");
        if status == 201 {
            let entry = (
                format!("/api/v1/games/{}", created["id"].as_str().unwrap()),
                created["owner"].as_str().unwrap().to_owned(),
            );
            known.lock().unwrap().push(entry);
        }
        return;
    }
    let (path, token) = {
        let known = known.lock().unwrap();
        known[rng.below(known.len())].clone()
    };
    client.token = if rng.one_in(10) { format!("wrong{}", rng.below(99)) } else { token };
    let (method, at, body) = match rng.below(16) {
        0..=6 => {
            let (_, state) = client.json("GET", &path, &Value::Null);
            let legal = if state["inputs"].is_array() { moves(&state) } else { Vec::new() };
            let text = if legal.is_empty() || rng.one_in(8) {
                garbage(rng)
            } else {
                legal[rng.below(legal.len())].clone()
            };
            let mut play = json!({ "move": text });
            if rng.one_in(3) {
                play["version"] = state["version"].clone();
            }
            if rng.one_in(6) {
                play["seat"] = rng.below(5).into();
            }
            ("POST", "/moves", play)
        }
        7 => ("POST", "/takeback", json!({ "plies": rng.below(5) })),
        8 => ("POST", "/redo", json!({ "plies": rng.below(5) })),
        9 => ("POST", "/goto", json!({ "node": rng.below(40) })),
        10 => ("PATCH", "", json!({ "running": rng.one_in(2), "pause_ms": rng.below(9) })),
        11 => ("POST", "/engine", json!({ "engine": "random" })),
        12 => ("POST", "/position", json!({ "position": garbage(rng) })),
        13 => ("POST", "/moves", json!({ garbage(rng): garbage(rng) })),
        14 => {
            let seats: Vec<&str> =
                (0..2 + rng.below(2)).map(|i| if i == 1 { "random" } else { "person" }).collect();
            ("PATCH", "", json!({ "seats": seats }))
        }
        _ => ("GET", "/save", Value::Null),
    };
    let (status, answer) = client.json(method, &format!("{path}{at}"), &body);
    assert!(status < 500, "{method} {path}{at} {body}: {status} {answer}");
    if status >= 400 {
        assert!(answer["error"]["code"].is_string(), "{method} {at} {body}: {answer}");
    }
}

/// Play the saved moves again and compare.
fn is_whole(house: &House, path: &str, token: &str) {
    let mut client = house.client();
    token.clone_into(&mut client.token);
    let (status, _) = client.json("PATCH", path, &json!({ "running": false }));
    assert_eq!(status, 200);
    let saved = client.get(&format!("{path}/save"));
    let state = client.get(path);
    let games = takeback::standard();
    let name = saved["game"].as_str().unwrap();
    let variant = games.choose(name, saved["variant"].as_str()).expect("a variant");
    let mut table = variant.table(saved["start"].as_str()).expect("the start can be read");
    let all = saved["moves"].as_array().unwrap();
    let mut line = Vec::new();
    let mut at = saved["now"].as_u64().unwrap() as usize;
    while at > 0 {
        line.push(all[at - 1][1].as_str().unwrap());
        at = all[at - 1][0].as_u64().unwrap() as usize;
    }
    for text in line.iter().rev() {
        table.play(text).expect("what was played can be played again");
    }
    assert_eq!(state["nodes"][state["now"].as_u64().unwrap() as usize]["ply"], line.len());
    if state["position"].is_string() {
        assert_eq!(state["position"], table.position());
    }
    // What the server replays itself ends at the same place.
    let created = client.post("/api/v1/games/load", &saved);
    created["owner"].as_str().unwrap().clone_into(&mut client.token);
    let loaded = format!("/api/v1/games/{}", created["id"].as_str().unwrap());
    assert_eq!(client.get(&loaded)["position"], state["position"]);
    assert_eq!(client.ask("DELETE", &loaded, None).0, 204);
}

#[test]
fn a_storm_of_calls_leaves_every_game_whole() {
    let config = Config {
        requests_per_second: 1_000_000,
        games: 10_000,
        games_per_client: 10_000,
        ..Config::default()
    };
    let house = House::open(config);
    let known: Known = Known::default();
    let mut first = house.client();
    let path = first.people("hex", "5x5", 2);
    known.lock().unwrap().push((path, first.token.clone()));
    let each = calls() / CLIENTS;
    std::thread::scope(|scope| {
        for number in 0..CLIENTS {
            let (mut client, known) = (house.client(), Arc::clone(&known));
            scope.spawn(move || {
                let mut rng = SplitMix::stream(2026, number as u64);
                for _ in 0..each {
                    call(&mut client, &known, &mut rng);
                }
            });
        }
    });
    let games = known.lock().unwrap().clone();
    for (path, token) in &games {
        is_whole(&house, path, token);
    }
    println!("{} calls, {} games whole", each * CLIENTS, games.len());
}
