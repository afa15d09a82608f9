//! What CoTuLenh's web app asks, over a real listener.

use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use takeback_core::{Game, Portable};
use takeback_cotulenh::{CoTuLenh, START};
use takeback_players_cotulenh::service::{Options, router};
use takeback_service::testing;

fn serve() -> SocketAddr {
    let options = Options { longest: Duration::from_millis(400), ..Options::default() };
    testing::serve(router(options))
}

fn post(at: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = testing::send(at, "POST", path, &body.to_string());
    (status, serde_json::from_str(&text).expect("JSON"))
}

fn ask(at: SocketAddr, path: &str, body: &Value) -> Value {
    let (status, answer) = post(at, path, body);
    assert_eq!(status, 200, "{path} {body}: {answer}");
    answer
}

/// A tank with infantry aboard and somebody to shoot at.
const STACK: &str = "6c4/11/11/11/11/11/11/11/5(TI)5/11/8A2/3C7 r - - 0 1";

#[test]
fn moves_are_listed_in_the_apps_words() {
    let at = serve();
    let told = ask(at, "/legal", &json!({ "fen": START }));
    assert_eq!(told["moves"].as_array().map(Vec::len), Some(116));
    assert_eq!(
        (&told["turn"], &told["gameOver"], &told["session"]),
        (&json!("r"), &json!(false), &Value::Null)
    );
    let flight = told["moves"].as_array().expect("moves").iter().find(|m| m["lan"] == "Fe2e5");
    let flight = flight.expect("a flight");
    for (field, value) in [
        ("from", json!("e2")),
        ("to", json!("e5")),
        ("piece", json!("f")),
        ("stay", json!(false)),
        ("deploy", json!(false)),
        ("san", json!("Fe5")),
        ("flags", json!("n")),
        ("color", json!("r")),
    ] {
        assert_eq!(flight[field], value, "{field}");
    }
}

/// A session lives in the FEN: each step takes what the one before answered.
#[test]
fn a_deployment_is_made_step_by_step() {
    let at = serve();
    let step = json!({ "from": "f4", "to": "f6", "piece": "t", "deploy": true });
    let first = ask(at, "/apply", &json!({ "fen": STACK, "move": step }));
    assert_eq!(first["applied"]["completed"], false);
    let session = &first["session"];
    assert_eq!((&session["stackSquare"], &session["stay"]), (&json!("f4"), &json!("I")));
    assert_eq!((&session["steps"], &session["canCommit"]), (&json!(["T>f6"]), &json!(true)));
    let open = &first["fen"];
    let listed = ask(at, "/legal", &json!({ "fen": open }));
    let all_deploy = |m: &Value| m["deploy"] == true && m["piece"] == "i" && m["from"] == "f4";
    assert!(
        listed["moves"].as_array().is_some_and(|all| !all.is_empty() && all.iter().all(all_deploy))
    );
    let committed = ask(at, "/apply", &json!({ "fen": open, "move": "commit" }));
    assert_eq!(
        (&committed["turn"], &committed["applied"]["completed"]),
        (&json!("b"), &json!(true))
    );
    let cancelled = ask(at, "/apply", &json!({ "fen": open, "move": "cancel" }));
    assert_eq!(
        (&cancelled["fen"], &cancelled["applied"]["completed"]),
        (&json!(STACK), &json!(false))
    );
    // The whole turn by its text is the same turn.
    let turn = ask(at, "/apply", &json!({ "fen": STACK, "move": "I<T>f6" }));
    assert_eq!(turn["fen"], committed["fen"]);
    let infantry = json!({ "from": "f4", "to": "f5", "piece": { "type": "i", "color": "r" } });
    let both = ask(at, "/apply", &json!({ "fen": open, "move": infantry }));
    assert_eq!((&both["turn"], &both["session"]), (&json!("b"), &Value::Null), "nothing is left");
}

/// The whole turn of an answer can be made step by step, and leads where the answer says.
#[test]
fn the_best_move_is_a_turn_that_can_be_played() {
    let at = serve();
    let mut fen = STACK.to_owned();
    for level in 1..=10 {
        let body = json!({ "fen": fen, "level": level, "seed": 1, "timeMs": 60 });
        let best = ask(at, "/bestmove", &body);
        let mut now = fen.clone();
        for step in best["steps"].as_array().expect("steps") {
            let asked = json!({
                "from": step["from"], "to": step["to"], "piece": step["piece"],
                "stay": step["stay"], "deploy": step["deploy"],
            });
            let after = ask(at, "/apply", &json!({ "fen": now, "move": asked }));
            after["fen"].as_str().expect("a FEN").clone_into(&mut now);
        }
        if best["commit"] == true {
            let after = ask(at, "/apply", &json!({ "fen": now, "move": "commit" }));
            after["fen"].as_str().expect("a FEN").clone_into(&mut now);
        }
        assert_eq!(best["after"], json!(now), "level {level}");
        let by_text = ask(at, "/apply", &json!({ "fen": fen, "move": best["lan"] }));
        assert_eq!(by_text["fen"], json!(now), "level {level}");
        assert_eq!(best["move"]["from"], best["steps"][0]["from"]);
        if ask(at, "/legal", &json!({ "fen": now }))["gameOver"] == true {
            break;
        }
        fen = now;
    }
}

/// The upper levels open from their book, as they do at the board; by the seed, not always alike.
#[test]
fn the_upper_levels_open_from_their_book() {
    let at = serve();
    let best = |fen: &str, level: u64, seed: u64| {
        ask(at, "/bestmove", &json!({ "fen": fen, "level": level, "seed": seed, "timeMs": 40 }))
    };
    let mut first = std::collections::BTreeSet::new();
    for seed in 0..12 {
        let told = best(START, 7, seed);
        assert_eq!((&told["book"], &told["nodes"]), (&json!(true), &json!(0)), "{told}");
        let after = ask(at, "/apply", &json!({ "fen": START, "move": told["lan"] }));
        assert_eq!(after["fen"], told["after"]);
        assert_eq!(told["lan"], best(START, 7, seed)["lan"], "the same seed, the same move");
        first.insert(told["lan"].to_string());
    }
    assert!(first.len() > 1, "{first:?}");
    for told in [best(START, 4, 1), best(STACK, 7, 1)] {
        assert_eq!(told["book"], false, "{told}");
        assert_ne!(told["nodes"], 0, "{told}");
    }
}

#[test]
fn a_game_is_replayed_and_its_pgn_read() {
    let at = serve();
    let flight = json!({ "from": "e2", "to": "e5" });
    let told = ask(at, "/game", &json!({ "moves": [flight, "Ncb9", "Cf1"] }));
    let history = told["history"].as_array().expect("history");
    let sans: Vec<&str> = history.iter().filter_map(|turn| turn["san"].as_str()).collect();
    assert_eq!(sans, ["Fe5", "Ncb9", "Cf1"]);
    assert_eq!(history[0]["before"], json!(START));
    assert_eq!(history[2]["after"], told["fen"]);
    let back = ask(at, "/game", &json!({ "pgn": told["pgn"] }));
    assert_eq!((&back["fen"], &back["warnings"]), (&told["fen"], &json!([])));
    // As the app writes it: its FEN tag holds the last position.
    let late = told["fen"].as_str().expect("a FEN");
    let pgn = format!("[SetUp \"1\"]\n[FEN \"{late}\"]\n\n1. Fe5 Ncb9 2. Cf1 *");
    let back = ask(at, "/game", &json!({ "pgn": pgn }));
    assert_eq!((&back["fen"], &back["start"]), (&told["fen"], &json!(START)));
    assert!(back["warnings"][0].as_str().is_some_and(|w| w.contains("after 3 turns")), "{back}");
    let mut game = CoTuLenh::new();
    for turn in ["Fe5", "Ncb9", "Cf1"] {
        for m in game.read_turn(turn).expect("a turn") {
            game.make(m);
        }
    }
    assert_eq!(told["fen"], json!(game.position_text()));
}

#[test]
fn bad_requests_get_typed_refusals() {
    let at = serve();
    let over = "6c4/11/11/11/11/11/11/11/5T5/11/11/11 r - - 0 1";
    let both = "6c4/11/5i5/11/11/11/11/11/2(FT)8/11/11/3C7 r - - 0 1";
    for (path, body, kind) in [
        ("/legal", json!({}), "json"),
        ("/legal", json!({ "fen": "lunch" }), "fen"),
        ("/legal", json!({ "fen": "6c4/11/11/11/11/11/11/11/N10/11/11/3T7 r - - 0" }), "fen"),
        ("/bestmove", json!({ "fen": over }), "over"),
        ("/bestmove", json!({ "fen": START, "level": 11 }), "level"),
        ("/bestmove", json!({ "fen": START, "engine": "lunch" }), "engine"),
        ("/apply", json!({ "fen": START, "move": "Zz" }), "move"),
        ("/apply", json!({ "fen": START, "move": "Fe12" }), "move"),
        ("/apply", json!({ "fen": START, "move": { "from": "e2", "to": "z9" } }), "move"),
        (
            "/apply",
            json!({ "fen": START, "move": { "from": "e2", "to": "e5", "piece": "xy" } }),
            "move",
        ),
        (
            "/apply",
            json!({ "fen": START, "move": { "from": "e2", "to": "e5", "piece": "n" } }),
            "move",
        ),
        ("/apply", json!({ "fen": both, "move": { "from": "c4", "to": "c5" } }), "move"),
        ("/apply", json!({ "fen": START, "move": "commit" }), "session"),
        ("/apply", json!({ "fen": START, "move": 7 }), "json"),
        ("/game", json!({ "pgn": "1. Fe12 *" }), "pgn"),
        ("/game", json!({ "pgn": "*", "fen": START }), "json"),
        ("/game", json!({ "moves": vec!["Fe5"; 2001] }), "moves"),
    ] {
        let (status, answer) = post(at, path, &body);
        assert_eq!((status, &answer["error"]), (422, &json!(kind)), "{path} {body}: {answer}");
        assert!(answer["detail"].is_string());
    }
    assert_eq!(post(at, "/lunch", &json!({})).0, 404);
    // A stranger has no file read, not even to hear what is wrong with it.
    for engine in ["ab:nodes=9,book=Cargo.toml", "ab:nodes=9,net=Cargo.toml"] {
        let (status, answer) = post(at, "/bestmove", &json!({ "fen": START, "engine": engine }));
        let why = answer["detail"].as_str().expect("a sentence");
        assert!(status == 422 && why.contains("engines that read files"), "{engine}: {answer}");
    }
}
