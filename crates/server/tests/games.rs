//! Playing over HTTP: every game, forwards and backwards.

mod common;

use common::{Client, House, hear, moves};
use serde_json::{Value, json};
use takeback_core::SplitMix;
use takeback_server::Config;

fn house() -> House {
    House::open(Config { requests_per_second: 100_000, ..Config::default() })
}

/// Play `count` moves at random for whoever is asked.
fn play_some(client: &Client, game: &str, count: usize, rng: &mut SplitMix) -> Value {
    let mut state = client.get(game);
    for _ in 0..count {
        if state["turn"]["kind"] == "over" {
            break;
        }
        let legal = moves(&state);
        assert!(!legal.is_empty(), "somebody can move: {}", state["turn"]);
        let choice = &legal[rng.below(legal.len())];
        state = client.post(&format!("{game}/moves"), &json!({ "move": choice }));
    }
    state
}

#[test]
fn every_variant_is_played_taken_back_and_redone() {
    let house = house();
    let mut client = house.client();
    let mut rng = SplitMix::new(3);
    let catalogue = client.get("/api/v1/catalogue");
    for game in catalogue["games"].as_array().expect("games") {
        for variant in game["variants"].as_array().expect("variants") {
            let (name, board) = (game["name"].as_str().unwrap(), variant["name"].as_str().unwrap());
            let players = variant["players"].as_u64().unwrap() as usize;
            let path = client.people(name, board, players);
            // Where there is nothing to choose at first, the game has begun by itself.
            let first = client.post(&format!("{path}/goto"), &json!({ "node": 0 }));
            client.json("PATCH", &path, &json!({ "running": true }));
            let drawn = client.get(&format!("{path}/board"));
            assert!(drawn["cells"].is_array(), "{name}:{board} has a board");
            let end = play_some(&client, &path, 6, &mut rng);
            assert!(end["now"].as_u64().unwrap() >= 3, "{name}:{board} was played");
            let back = client.post(&format!("{path}/takeback"), &json!({ "plies": 1000 }));
            assert_eq!(back["now"], 0);
            assert_eq!(back["position"], first["position"], "{name}:{board} taken back");
            assert_eq!(back["scene"], first["scene"], "{name}:{board} looks as at first");
            assert_eq!(back["running"], false);
            let again = client.post(&format!("{path}/redo"), &json!({ "plies": 1000 }));
            assert_eq!(again["position"], end["position"], "{name}:{board} redone");
            assert_eq!(again["now"], end["now"]);
            assert_eq!(client.ask("DELETE", &path, None).0, 204);
        }
    }
}

#[test]
fn branches_are_kept_and_saved() {
    let house = house();
    let mut client = house.client();
    let path = client.people("tictactoe", "3x3", 2);
    let texts = moves(&client.get(&path));
    let play = |m: &str| client.post(&format!("{path}/moves"), &json!({ "move": m }));
    play(&texts[0]);
    play(&texts[1]);
    client.post(&format!("{path}/goto"), &json!({ "node": 1 }));
    let branched = play(&texts[2]);
    assert_eq!(branched["count"], 4);
    assert_eq!(branched["nodes"][3]["parent"], 1);
    assert_eq!(branched["line"], json!([0, 1, 3]));
    let old = client.post(&format!("{path}/goto"), &json!({ "node": 2 }));
    assert_eq!(old["line"], json!([0, 1, 2]));
    // A move that was played before leads to the same place.
    client.post(&format!("{path}/goto"), &json!({ "node": 1 }));
    assert_eq!(play(&texts[2])["now"], 3);

    let saved = client.get(&format!("{path}/save"));
    let created = client.post("/api/v1/games/load", &saved);
    let mut other = house.client();
    created["owner"].as_str().unwrap().clone_into(&mut other.token);
    let loaded = format!("/api/v1/games/{}", created["id"].as_str().unwrap());
    let state = other.get(&loaded);
    assert_eq!(state["position"], client.get(&path)["position"]);
    assert_eq!(other.get(&format!("{loaded}/save")), saved);
}

#[test]
fn engines_answer_and_analysis_comes_live() {
    let house = house();
    let mut client = house.client();
    let path = client.begin(&json!({ "game": "connect4", "seats": ["person", "ab:depth=4"] }));
    let mut socket = client.live(&path);
    assert_eq!(hear(&mut socket, "state")["now"], 0);
    let first = moves(&client.get(&path))[3].clone();
    client.post(&format!("{path}/moves"), &json!({ "move": first }));
    loop {
        if hear(&mut socket, "state")["now"] == 2 {
            break;
        }
    }
    let ask = json!({ "engine": "ab:depth=6", "lines": 2, "time_ms": 20000 });
    assert_eq!(client.json("POST", &format!("{path}/analysis"), &ask).0, 202);
    let report = loop {
        let report = hear(&mut socket, "analysis");
        if report["done"] == true {
            break report;
        }
    };
    assert_eq!(report["node"], 2);
    assert_eq!(report["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(report["shares"].as_array().map(Vec::len), Some(2));
    assert!(report["nodes"].as_u64().unwrap() > 100);

    let root = client.post(&format!("{path}/tree"), &json!({ "engine": "ab:depth=4", "line": [] }));
    let best = root["moves"][0]["move"].clone();
    let below =
        client.post(&format!("{path}/tree"), &json!({ "engine": "ab:depth=4", "line": [best] }));
    assert_eq!((root["seat"].clone(), below["seat"].clone()), (json!(0), json!(1)));

    // An engine may play for a person too.
    client.post(&format!("{path}/engine"), &json!({ "engine": "ab:depth=3" }));
    client.wait(&path, "two engine moves", |state| state["now"] == 4);
}

#[test]
fn taking_back_while_an_engine_thinks_wins() {
    let house = house();
    let mut client = house.client();
    let path = client.begin(&json!({ "game": "othello", "seats": ["person", "mcts:time=20s"] }));
    let first = moves(&client.get(&path))[0].clone();
    let state = client.post(&format!("{path}/moves"), &json!({ "move": first }));
    assert_eq!(state["thinking"], json!([1]));
    let state = client.post(&format!("{path}/takeback"), &json!({}));
    assert_eq!((&state["now"], &state["thinking"]), (&json!(0), &json!([])));
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert_eq!(client.get(&path)["now"], 0, "the engine's late answer is dropped");
}

#[test]
fn a_round_played_together_waits_for_all() {
    let house = house();
    let mut client = house.client();
    let created = client.post(
        "/api/v1/games",
        &json!({ "game": "tron", "seats": ["person", "person"], "seed": 1 }),
    );
    let path = format!("/api/v1/games/{}", created["id"].as_str().unwrap());
    let mut other = client.clone();
    created["seats"][0].as_str().unwrap().clone_into(&mut client.token);
    created["seats"][1].as_str().unwrap().clone_into(&mut other.token);
    let choice = moves(&client.get(&path))[0].clone();
    let state = client.post(&format!("{path}/moves"), &json!({ "move": choice }));
    assert_eq!((&state["now"], &state["chosen"]), (&json!(0), &json!([0])));
    assert!(moves(&state).is_empty(), "one choice a round");
    assert_eq!(
        client.refused("POST", &format!("{path}/moves"), &json!({ "move": choice })),
        "not_now"
    );
    let choice = moves(&other.get(&path))[0].clone();
    let state = other.post(&format!("{path}/moves"), &json!({ "move": choice }));
    assert_eq!(state["now"], 2, "both choices are made at once");
}

#[test]
fn a_finished_game_is_graded() {
    let house = house();
    let mut client = house.client();
    let path = client.people("tictactoe", "3x3", 2);
    let mut state = client.get(&path);
    for text in ["a1", "a2", "b1", "b2", "c1"] {
        state = client.post(&format!("{path}/moves"), &json!({ "move": text }));
    }
    assert_eq!(state["result"], json!([1.0, 0.0]), "the first player has a row");
    let ask = json!({ "engine": "ab:depth=9", "time_ms": 2000 });
    client.post(&format!("{path}/grades"), &ask);
    let state = client.wait(&path, "grades", |state| {
        state["grading"]["done"] == state["grading"]["all"] && !state["grading"].is_null()
    });
    for node in &state["nodes"].as_array().unwrap()[1..] {
        let loss = node["grade"]["loss"].as_f64().expect("every move has a grade");
        assert!((0.0..=1.0).contains(&loss));
    }
    let gave = |by: u8| {
        let nodes = state["nodes"].as_array().unwrap()[1..].iter();
        let own = nodes.filter(|node| node["by"] == json!(by));
        own.map(|node| node["grade"]["loss"].as_f64().unwrap()).sum::<f64>()
    };
    assert!(gave(1) >= 0.5, "who loses tic-tac-toe gave at least half a win away");
    assert_eq!(state["nodes"][5]["grade"]["word"], "best", "the row was completed");
}

#[test]
fn nobody_sees_what_is_hidden() {
    let house = house();
    for variant in ["2", "kit", "cards"] {
        keeps_secrets(&house.client(), variant);
    }
}

fn keeps_secrets(client: &Client, variant: &str) {
    let seats = ["person", "person"];
    let new = json!({ "game": "gofish", "variant": variant, "seats": seats });
    let created = client.post("/api/v1/games", &new);
    let path = format!("/api/v1/games/{}", created["id"].as_str().unwrap());
    let seat = |i: usize| {
        let mut seat = client.clone();
        created["seats"][i].as_str().unwrap().clone_into(&mut seat.token);
        seat
    };
    let (first, second) = (seat(0), seat(1));
    let seen = [first.get(&path), second.get(&path), client.get(&path)];
    assert!(seen.iter().all(|state| state["position"].is_null()));
    assert_ne!(seen[0]["scene"], seen[1]["scene"], "each sees its own hand");
    let turn = seen[0]["turn"]["players"][0].as_u64().unwrap() as usize;
    assert!(!moves(&seen[turn]).is_empty());
    assert!(moves(&seen[1 - turn]).is_empty(), "what can be asked tells the hand");
    assert!(moves(&seen[2]).is_empty());
    for (player, state) in seen.iter().enumerate() {
        for panel in state["scene"]["panels"].as_array().unwrap() {
            let own = panel["player"] == json!(player);
            let faces = panel["items"].as_array().unwrap().iter();
            let shown = faces.filter(|item| item["kind"]["card"]["face"].is_string()).count();
            if !own && panel["player"].is_number() && state["nodes"].as_array().unwrap().len() == 1
            {
                assert_eq!(shown, 0, "seat {player} sees no other hand: {panel}");
            }
        }
    }
    let other = [&first, &second][1 - turn];
    for (who, method, what) in [
        (client, "GET", "save"),
        (&first, "GET", "save"),
        (&second, "GET", "position"),
        (client, "GET", "position"),
        (client, "POST", "analysis"),
        (other, "POST", "analysis"),
        (&first, "POST", "tree"),
        (&first, "POST", "grades"),
    ] {
        let code = who.refused(method, &format!("{path}/{what}"), &Value::Null);
        assert!(["hidden", "forbidden", "not_now"].contains(&code.as_str()), "{what}: {code}");
    }
}

#[test]
fn only_those_with_a_token_change_a_game() {
    let house = house();
    let mut owner = house.client();
    let path = owner.people("hex", "5x5", 2);
    let guest = house.client();
    assert_eq!(guest.get(&path)["you"]["plays"], Value::Null);
    for (method, what, body) in [
        ("POST", "/moves", json!({ "move": "a1" })),
        ("POST", "/takeback", json!({})),
        ("POST", "/position", json!({ "position": "x" })),
        ("POST", "/analysis", json!({})),
        ("PATCH", "", json!({ "running": false })),
        ("DELETE", "", Value::Null),
    ] {
        assert_eq!(guest.refused(method, &format!("{path}{what}"), &body), "forbidden", "{what}");
    }
}

/// Two people at a game, each with a token of a seat, and the owner.
fn two(house: &House, game: &str) -> (Client, Client, Client, String) {
    let mut owner = house.client();
    let new = json!({ "game": game, "seats": ["person", "person"] });
    let created = owner.post("/api/v1/games", &new);
    created["owner"].as_str().unwrap().clone_into(&mut owner.token);
    let seat = |i: usize| {
        let mut seat = house.client();
        created["seats"][i].as_str().unwrap().clone_into(&mut seat.token);
        seat
    };
    let path = format!("/api/v1/games/{}", created["id"].as_str().unwrap());
    (owner, seat(0), seat(1), path)
}

#[test]
fn a_hidden_game_between_people_cannot_be_cheated_through_the_interface() {
    let house = house();
    let (owner, one, two, path) = two(&house, "gofish");
    let (first, second) = (one.get(&path), two.get(&path));
    assert_eq!((&first["you"]["sees"], &second["you"]["sees"]), (&json!(0), &json!(1)));
    assert_eq!(owner.get(&path)["you"]["sees"], Value::Null, "both seats are taken");
    let who = if first["you"]["plays"].is_number() { &one } else { &two };
    let asked = moves(&who.get(&path))[0].clone();
    who.post(&format!("{path}/moves"), &json!({ "move": asked }));
    for client in [&owner, &one, &two] {
        for (method, what, body) in [
            ("POST", "/takeback", json!({})),
            ("POST", "/goto", json!({ "node": 0 })),
            ("POST", "/redo", json!({})),
            ("PATCH", "", json!({ "running": false })),
            ("GET", "/save", Value::Null),
            ("GET", "/position", Value::Null),
            ("POST", "/tree", Value::Null),
            ("POST", "/engine", json!({})),
            ("POST", "/look", json!({ "node": 0, "line": [asked] })),
        ] {
            let code = client.refused(method, &format!("{path}{what}"), &body);
            assert!(
                ["hidden", "forbidden", "needs_consent", "not_now"].contains(&code.as_str()),
                "{what}: {code}"
            );
        }
    }
    assert!(first["deals"][0]["commitment"].is_string() && first["deals"][0]["secret"].is_null());
}

#[test]
fn what_needs_consent_is_asked_for_and_granted() {
    let house = house();
    let (_, one, two, path) = two(&house, "connect4");
    two.get(&path);
    let first = moves(&one.get(&path))[3].clone();
    one.post(&format!("{path}/moves"), &json!({ "move": first }));
    assert_eq!(one.refused("POST", &format!("{path}/takeback"), &json!({})), "needs_consent");
    let asked = one.post(&format!("{path}/ask"), &json!({ "go_to": 0 }));
    assert_eq!((&asked["head"], &asked["proposal"]["yours"]), (&json!(1), &json!(true)));
    let number = two.get(&path)["proposal"]["number"].clone();
    let answer = json!({ "number": number, "agree": true });
    assert_eq!(two.post(&format!("{path}/answer"), &answer)["head"], 0);
}

#[test]
fn a_live_connection_follows_a_seat_that_was_given_away() {
    let house = house();
    let (owner, _, two, path) = two(&house, "hex");
    let mut socket = owner.live(&path);
    assert_eq!(hear(&mut socket, "state")["you"]["seats"], json!([0, 1]));
    two.get(&path);
    assert_eq!(hear(&mut socket, "state")["you"]["seats"], json!([0]));
}

#[test]
fn everybody_looks_where_they_like() {
    let house = house();
    let mut owner = house.client();
    let path = owner.people("connect4", "7x6", 2);
    for column in ["a", "b", "c"] {
        owner.post(&format!("{path}/moves"), &json!({ "move": column }));
    }
    let guest = house.client();
    let mut socket = guest.live(&path);
    assert_eq!(hear(&mut socket, "state")["now"], 3);
    socket.send(tungstenite::Message::text(r#"{"look":{"node":1}}"#)).expect("sent");
    let there = hear(&mut socket, "state");
    assert_eq!((&there["now"], &there["head"]), (&json!(1), &json!(3)));
    owner.post(&format!("{path}/moves"), &json!({ "move": "d" }));
    let still = hear(&mut socket, "state");
    assert_eq!((&still["now"], &still["head"]), (&json!(1), &json!(4)), "the game goes on");
    assert_eq!(guest.get(&format!("{path}?at=2"))["now"], 2);
    let tried = guest.post(&format!("{path}/look"), &json!({ "node": 0, "line": ["g"] }));
    assert_eq!(tried["tried"], json!(["g"]));
    let news = owner.post(&format!("{path}/moves?since=5"), &json!({ "move": "e" }));
    assert_eq!((&news["first"], news["nodes"].as_array().map(Vec::len)), (&json!(5), Some(1)));
    assert_eq!(owner.get(&path)["now"], 5, "nobody else's board moved");
}
