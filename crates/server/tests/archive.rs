//! Lists of games, records of others, clocks and endings over HTTP.

mod common;

use common::{Client, House};
use serde_json::{Value, json};
use std::path::PathBuf;
use takeback_server::Config;

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("takeback-{name}-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// A game of tic-tac-toe that the first player wins; its name.
fn won(client: &mut Client, name: &str, listed: bool) -> String {
    let seats = ["person", "person"];
    let path = client
        .begin(&json!({ "game": "tictactoe", "seats": seats, "name": name, "listed": listed }));
    for text in ["a1", "b2", "a2", "b3", "a3"] {
        client.post(&format!("{path}/moves"), &json!({ "move": text }));
    }
    path.rsplit('/').next().expect("a name").to_owned()
}

fn found(client: &Client, asked: &str) -> Vec<String> {
    let games = client.get(&format!("/api/v1/archive?{asked}"));
    let games = games["games"].as_array().expect("games").clone();
    games.iter().map(|game| game["id"].as_str().expect("a name").to_owned()).collect()
}

fn lists(house: &House) {
    let mut client = house.client();
    let secret = won(&mut client, "Eve", false);
    let open = won(&mut client, "Ann 100%", true);
    let path = client
        .begin(&json!({ "game": "tictactoe", "seats": ["person", "person"], "listed": true }));
    let running = path.rsplit('/').next().expect("a name").to_owned();
    assert_eq!(found(&client, ""), std::slice::from_ref(&open), "what is over and may be found");
    assert_eq!(found(&client, "player=ann"), std::slice::from_ref(&open));
    assert_eq!(found(&client, "player=100%25"), std::slice::from_ref(&open));
    assert!(found(&client, "player=%25zzz").is_empty() && found(&client, "player=eve").is_empty());
    assert_eq!(found(&client, "game=tictactoe&result=0"), std::slice::from_ref(&open));
    assert!(found(&client, "result=1").is_empty() && found(&client, "result=draw").is_empty());
    assert!(found(&client, "game=chess").is_empty() && found(&client, "before=5").is_empty());
    assert_eq!(client.refused("GET", "/api/v1/archive?result=x", &Value::Null), "bad_request");
    let ids = json!({ "ids": [secret, open, running, "nothing"] });
    let own = client.post("/api/v1/games/list", &ids);
    assert_eq!(
        own["games"].as_array().map(Vec::len),
        Some(3),
        "who knows the name finds it: {own}"
    );
    assert_eq!(
        client.refused("POST", "/api/v1/games/list", &json!({ "ids": vec!["x"; 201] })),
        "too_many"
    );
    // Anybody may look at what the archive shows.
    let looker = house.client();
    assert_eq!(looker.get(&format!("/api/v1/games/{open}"))["result"], json!([1.0, 0.0]));
    client.token.clear();
}

#[test]
fn games_are_found_in_memory_and_on_disk() {
    lists(&House::open(Config::default()));
    let folder = folder("archive");
    let db = || Some(folder.join("games.db"));
    let first = House::keeping(Config::default(), takeback::standard(), db());
    lists(&first);
    first.close();
    let second = House::keeping(Config::default(), takeback::standard(), db());
    assert_eq!(found(&second.client(), "player=ann").len(), 1, "after a restart too");
    drop(second);
    std::fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn records_of_others_come_in_and_go_out() {
    let house = House::open(Config::default());
    let mut client = house.client();
    let pgn = "[White \"Morphy\"]\n\n1. e4 e5 2. Nf3 d6 *\n";
    let new = json!({ "game": "chess", "file": "opera.pgn", "text": pgn });
    let made = client.post("/api/v1/games/import", &new);
    made["owner"].as_str().expect("a token").clone_into(&mut client.token);
    let path = format!("/api/v1/games/{}", made["id"].as_str().expect("a name"));
    let state = client.get(&path);
    assert_eq!((&state["now"], &state["players"][0]["person"]), (&json!(4), &json!("Morphy")));
    assert_eq!(state["nodes"][3]["short"], "Nf3");
    assert_eq!(state["nodes"][3]["said"], "knight to f3");
    let (status, text) = client.ask("GET", &format!("{path}/export"), None);
    assert!(status == 200 && text.contains("1. e4 e5 2. Nf3 d6 *"), "{text}");
    for (game, file, text) in [
        ("chess", "a.pgn", "1. e5"),
        ("chess", "a.sgf", "(;)"),
        ("tictactoe", "a.pgn", ""),
        ("chess", "a.pgn", ""),
    ] {
        let new = json!({ "game": game, "file": file, "text": text });
        assert_eq!(
            client.refused("POST", "/api/v1/games/import", &new),
            "bad_request",
            "{file}: {text}"
        );
    }
    let other = client.people("tictactoe", "3x3", 2);
    assert_eq!(client.refused("GET", &format!("{other}/export"), &Value::Null), "unknown");
}

#[test]
fn a_game_ends_by_giving_up_and_the_next_one_opens_to_the_same_token() {
    let house = House::open(Config::default());
    let mut client = house.client();
    let pace = json!({ "game": { "start_ms": 60_000, "add_ms": 1000 } });
    let new = json!({ "game": "tictactoe", "seats": ["person", "1"], "pace": pace });
    let path = client.begin(&new);
    client.post(&format!("{path}/moves"), &json!({ "move": "b2" }));
    let state = client.wait(&path, "the engine has moved", |s| s["you"]["plays"] == 0);
    assert_eq!(state["clock"]["pace"], pace);
    let over = client.post(&format!("{path}/resign"), &Value::Null);
    assert_eq!(
        (&over["outcome"]["why"], &over["result"]),
        (&json!("resigned"), &json!([0.0, 1.0]))
    );
    let asked = client.post(&format!("{path}/ask"), &json!("rematch"));
    let next = format!("/api/v1/games/{}", asked["next"].as_str().expect("it has begun"));
    let state = client.wait(&next, "the engine begins", |s| s["you"]["plays"] == 1);
    assert!(state["you"]["owner"] == true && state["clock"]["pace"] == pace);
    assert_eq!(client.refused("POST", &format!("{path}/ask"), &json!("rematch")), "not_now");
    let bad = json!({ "game": "tictactoe", "pace": { "turn": { "each_ms": 1 } } });
    assert_eq!(client.refused("POST", "/api/v1/games", &bad), "bad_request");
}

#[test]
fn whose_time_is_up_loses_though_nobody_asks() {
    let house = House::open(Config::default());
    let mut client = house.client();
    let pace = json!({ "turn": { "each_ms": 1000 } });
    let path =
        client.begin(&json!({ "game": "tictactoe", "seats": ["person", "person"], "pace": pace }));
    let mut live = client.live(&path);
    for text in ["b2", "a1"] {
        client.post(&format!("{path}/moves"), &json!({ "move": text }));
    }
    // The server says so by itself.
    loop {
        let state = common::hear(&mut live, "state");
        if state["outcome"]["why"] == "time" {
            assert_eq!(state["outcome"]["by"], 0);
            break;
        }
    }
}

#[test]
fn a_refused_click_is_explained() {
    let house = House::open(Config::default());
    let mut client = house.client();
    let path = client.people("chess", "standard", 2);
    let why = |clicks: Value| {
        client.post(&format!("{path}/why"), &json!({ "clicks": clicks }))["why"].clone()
    };
    assert!(why(json!([{ "cell": 12 }])).as_str().expect("a rule").contains("White's turn"));
    assert_eq!(why(json!([{ "cell": 52 }])), Value::Null);
}
