//! RingRift's service from outside: a real listener, requests as its game server sends them.

use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use takeback_core::{Game, RandomMove, SplitMix};
use takeback_players_ringrift::service::{Options, router};
use takeback_players_ringrift::wire::{JsonState, write_state};
use takeback_ringrift::{Board, Hex8, Hexagonal, RingRift, Square8};
use takeback_service::axum::Router;
use takeback_service::testing;

/// Serves on a port of its own until the test ends.
fn serve(options: Options) -> SocketAddr {
    testing::serve(Router::new().nest_service("/ringrift", router(options)))
}

/// Short thoughts, so that tests are quick.
fn hasty() -> Options {
    Options { longest_move: Duration::from_millis(300), ..Options::default() }
}

fn send(at: SocketAddr, method: &str, path: &str, body: &str) -> (u16, String) {
    testing::send(at, method, &format!("/ringrift{path}"), body)
}

fn post(at: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = send(at, "POST", path, &body.to_string());
    (status, serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}: {text}")))
}

fn state<B: Board>(players: u8, plies: usize, seed: u64) -> Value {
    let (mut game, mut rng) = (RingRift::<B>::standard(players), SplitMix::new(seed));
    for _ in 0..plies {
        let m = game.random_move(&mut rng);
        let _ = game.make(m);
    }
    write_state(&game, Some(&json!("test")), &[])
}

#[test]
fn the_service_says_how_it_is() {
    let at = serve(hasty());
    for path in ["/", "/health", "/ready", "/live"] {
        let (status, text) = send(at, "GET", path, "");
        let answer: Value = serde_json::from_str(&text).expect("JSON");
        assert!(status == 200 && answer["status"].is_string(), "{path}: {text}");
    }
    let (_, _) = post(at, "/ai/choice/line_order", &json!({ "options": [{ "length": 3 }] }));
    let (status, text) = send(at, "GET", "/metrics", "");
    assert_eq!(status, 200);
    let line = "takeback_ringrift_requests_total{endpoint=\"choice\",outcome=\"answered\"} 1";
    assert!(text.contains(line), "{text}");
}

/// Every kind of player gives a move that the rules endpoint accepts, for two, three and four.
#[test]
fn every_kind_of_player_moves_legally() {
    let at = serve(hasty());
    let states = [state::<Square8>(2, 30, 1), state::<Hex8>(3, 20, 2), state::<Square8>(4, 9, 3)];
    for state in states {
        let kinds = ["random", "mcts:nodes=600", "descent:nodes=600"];
        for kind in kinds.into_iter().map(Some).chain([None]) {
            let mut body = json!({
                "game_state": state, "player_number": state["currentPlayer"], "difficulty": 4,
                "seed": 7, "unknown_field": { "ignored": true },
            });
            if let Some(kind) = kind {
                body["engine"] = json!(kind);
            }
            let (status, answer) = post(at, "/ai/move", &body);
            assert_eq!(status, 200, "{kind:?}: {answer}");
            assert!(answer["evaluation"].is_number() && answer["thinking_time_ms"].is_number());
            assert_eq!(answer["difficulty"], 4);
            let (_, judged) = post(
                at,
                "/rules/evaluate_move",
                &json!({ "game_state": state, "move": answer["move"] }),
            );
            assert_eq!(judged["valid"], true, "{kind:?}: {judged}");
            assert!(judged["state_hash"].is_string() && judged["s_invariant"].is_number());
        }
    }
}

/// Clients name the engine that the original service has at a difficulty. Here the difficulty alone
/// decides: every name ever sent gets the same answer as none, and nobody's breaker opens.
#[test]
fn the_kind_of_player_asked_for_is_a_hint() {
    let at = serve(Options::default());
    let state = state::<Square8>(2, 30, 1);
    let names = "random heuristic minimax gpu_minimax maxn brs mcts descent neural_demo policy_only \
                 gumbel_mcts ebmo gmo gmo_v2 gmo_mcts gmo_gumbel ig_gmo cage improved_mcts hybrid_nn gnn \
                 hybrid nnue_gumbel nnue_mcts nnue_brs nnue_maxn of_tomorrow";
    let ask = |difficulty: u8, kind: Option<&str>| {
        let mut body = json!({
            "game_state": state, "player_number": state["currentPlayer"], "difficulty": difficulty,
            "seed": 7,
        });
        if let Some(kind) = kind {
            body["ai_type"] = json!(kind);
        }
        let (status, mut answer) = post(at, "/ai/move", &body);
        assert_eq!(status, 200, "{kind:?}: {answer}");
        // How long it took is the one thing that may differ.
        let fields = answer.as_object_mut().expect("an object");
        fields.remove("thinking_time_ms");
        fields.remove("analysis");
        answer
    };
    let plain = ask(4, None);
    for kind in names.split_ascii_whitespace() {
        assert_eq!(ask(4, Some(kind)), plain, "{kind}");
    }
    assert_eq!(plain["ai_type"], "minimax");
    // The lowest judge one ply ahead, and slip.
    assert_eq!(ask(1, Some("gumbel_mcts"))["ai_type"], "heuristic");
    assert_eq!(ask(2, Some("random"))["ai_type"], "heuristic");
}

#[test]
fn what_the_client_asks_beside_moves_is_answered() {
    let at = serve(hasty());
    let get = |path: &str| {
        let (status, text) = send(at, "GET", path, "");
        (status, serde_json::from_str::<Value>(&text).unwrap_or_else(|e| panic!("{path}: {e}")))
    };
    let (status, text) = send(at, "DELETE", "/ai/cache", "");
    let cleared: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((status, &cleared["instances_removed"]), (200, &json!(0)), "{text}");
    assert!(cleared["status"].is_string());
    let (status, models) = get("/ai/models");
    assert!(status == 200 && models["models"].as_array().is_some_and(|all| !all.is_empty()));
    let (status, all) = get("/internal/ladder/health");
    assert_eq!((status, &all["summary"]["tiers"]), (200, &json!(4 * 3 * 10)));
    let (_, one) = get("/internal/ladder/health?board_type=hex8&num_players=3&difficulty=10");
    let tiers = one["tiers"].as_array().expect("tiers");
    assert_eq!((tiers.len(), &tiers[0]["ai_type"]), (1, &json!("brs")), "{one}");
    assert_eq!(tiers[0]["randomness"], 0.0, "the highest does not slip: {one}");
    let (_, one) = get("/internal/ladder/health?board_type=square8&num_players=2&difficulty=1");
    let slips = one["tiers"][0]["randomness"].as_f64().expect("a share");
    assert!((0.2..0.9).contains(&slips), "the lowest slips, but is not mere chance: {one}");
    for name in ["heuristic_profiles", "nnue_checkpoints", "neural_checkpoints"] {
        assert_eq!(one["summary"][format!("missing_{name}")], 0);
    }
    for wrong in ["board_type=square9", "num_players=5", "difficulty=11", "difficulty=hard"] {
        let (status, refused) = get(&format!("/internal/ladder/health?{wrong}"));
        assert_eq!((status, &refused["error"]), (400, &json!("query")), "{wrong}: {refused}");
    }
}

/// The client sends, with every request, a picture of the board for each ply that was made.
#[test]
fn a_long_history_with_pictures_of_boards_is_no_obstacle() {
    let at = serve(hasty());
    let mut state = state::<Hexagonal>(2, 40, 3);
    let picture = json!({ "stacks": vec!["0,0,0:1:3:3"; 200], "markers": vec!["0,0,0:1"; 200] });
    let entry = json!({
        "moveNumber": 1, "stateHashBefore": "a", "boardBeforeSummary": picture,
        "boardAfterSummary": picture,
    });
    state["history"] = json!(vec![entry; 600]);
    let body = json!({
        "game_state": state, "player_number": state["currentPlayer"], "difficulty": 3,
        "ai_type": "minimax",
    });
    assert!(body.to_string().len() > 5 << 20);
    let (status, answer) = post(at, "/ai/move", &body);
    assert_eq!(status, 200, "{answer}");
    let (status, judged) =
        post(at, "/rules/evaluate_move", &json!({ "game_state": state, "move": answer["move"] }));
    assert_eq!((status, &judged["valid"]), (200, &json!(true)));
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let at = serve(Options::default());
    // A few plies on where bookkeeping leaves no choice.
    let mut game = RingRift::<Square8>::standard(2);
    let mut rng = SplitMix::new(5);
    for ply in 0.. {
        if ply >= 25 && game.legal_moves().len() >= 3 {
            break;
        }
        let m = game.random_move(&mut rng);
        let _ = game.make(m);
    }
    let state = write_state(&game, Some(&json!("test")), &[]);
    let body = json!({
        "game_state": state, "player_number": state["currentPlayer"], "difficulty": 4, "seed": 3,
        "lines": 3,
    });
    let answers: Vec<Value> = (0..2).map(|_| post(at, "/ai/move", &body).1).collect();
    for field in ["move", "evaluation"] {
        assert_eq!(answers[0][field], answers[1][field]);
    }
    let lines = answers[0]["analysis"]["lines"].as_array().expect("lines");
    let begins = |line: &Value| line["moves"].as_array().is_some_and(|moves| !moves.is_empty());
    assert!(lines.len() == 3 && lines.iter().all(begins), "{lines:?}");
}

#[test]
fn a_whole_turn_is_played_through_the_service() {
    let at = serve(hasty());
    let mut state = state::<Hexagonal>(2, 0, 0);
    for _ in 0..6 {
        let body = json!({
            "game_state": state, "player_number": state["currentPlayer"], "difficulty": 3,
        });
        let (status, answer) = post(at, "/ai/move", &body);
        assert_eq!(status, 200, "{answer}");
        let body = json!({ "game_state": state, "move": answer["move"] });
        let (_, judged) = post(at, "/rules/evaluate_move", &body);
        assert_eq!(judged["valid"], true, "{judged}");
        assert!(JsonState::read(&judged["next_state"].to_string()).is_ok());
        state = judged["next_state"].clone();
    }
    assert_eq!(state["currentPlayer"], 2, "four plies or five are a turn");
}

#[test]
fn batches_share_their_time() {
    let at = serve(Options { longest_batch: Duration::from_millis(800), ..hasty() });
    let one = state::<Square8>(2, 12, 6);
    let player = one["currentPlayer"].clone();
    for budget in [Value::Null, json!(20)] {
        let mut body = json!({
            "game_states": vec![one.clone(); 4], "player_numbers": vec![player.clone(); 4],
            "difficulty": 10, "mode": "batch", "device": "cpu",
        });
        if !budget.is_null() {
            body["simulation_budget"] = budget;
        }
        let (status, answer) = post(at, "/ai/moves_batch", &body);
        assert_eq!(status, 200, "{answer}");
        assert_eq!(answer["games_processed"], 4);
        let moves = answer["moves"].as_array().expect("moves");
        assert!(moves.iter().all(|m| m["type"].is_string()), "{answer}");
        assert!(answer["throughput_games_per_sec"].as_f64().is_some_and(|rate| rate > 0.0));
    }
}

#[test]
fn judgements_name_their_terms() {
    let at = serve(hasty());
    let state = state::<Square8>(3, 40, 9);
    let body = json!({ "game_state": state, "player_number": 2 });
    let (status, answer) = post(at, "/ai/evaluate", &body);
    assert_eq!(status, 200);
    assert!(answer["score"].is_number() && answer["breakdown"]["territory"].is_number());
    let (status, answer) = post(at, "/ai/evaluate_position", &json!({ "game_state": state }));
    assert_eq!((status, &answer["board_type"]), (200, &json!("square8")));
    for player in ["1", "2", "3"] {
        for field in ["totalEval", "territoryEval", "ringEval", "winProbability"] {
            assert!(answer["per_player"][player][field].is_number(), "{player} {field}");
        }
    }
    assert!(answer["generated_at"].as_str().is_some_and(|text| text.ends_with('Z')));
}

#[test]
fn an_illegal_ply_is_answered_with_its_reason() {
    let at = serve(hasty());
    let state = state::<Square8>(2, 0, 0);
    let ply = json!({
        "type": "place_ring", "player": 1, "to": { "x": 3, "y": 3 }, "placementCount": 3,
    });
    let (_, placed) =
        post(at, "/rules/evaluate_move", &json!({ "game_state": state, "move": ply }));
    assert_eq!(placed["valid"], true);
    let ply = json!({
        "type": "move_stack", "player": 1, "from": { "x": 3, "y": 3 }, "to": { "x": 3, "y": 4 },
    });
    let body = json!({ "game_state": placed["next_state"], "move": ply });
    let (status, judged) = post(at, "/rules/evaluate_move", &body);
    assert_eq!((status, &judged["valid"]), (200, &json!(false)));
    assert_eq!(judged["validation_error"], "a stack of height 3 cannot go only 1 cells");
}

#[test]
fn bad_requests_get_typed_refusals() {
    let at = serve(Options { body: 100_000, ..hasty() });
    let state = state::<Square8>(2, 0, 0);
    let ask = |more: Value| {
        let mut body = json!({ "game_state": state, "player_number": 1 });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        post(at, "/ai/move", &body)
    };
    for (more, kind) in [
        (json!({ "difficulty": 11 }), "difficulty"),
        (json!({ "difficulty": 0 }), "difficulty"),
        (json!({ "engine": "oracle" }), "engine"),
        (json!({ "engine": "ab:wings=2" }), "engine"),
        // A stranger has no file read.
        (json!({ "engine": "ab:nodes=9,net=Cargo.toml" }), "engine"),
        (json!({ "player_number": 3 }), "player_number"),
        (json!({ "lines": 0 }), "lines"),
        (json!({ "game_state": { "board": 3 } }), "json"),
        (json!({ "difficulty": "hard" }), "json"),
    ] {
        let (status, answer) = ask(more);
        assert_eq!((status, answer["error"].as_str()), (422, Some(kind)), "{answer}");
        assert!(answer["detail"].is_string());
    }
    let refused = |method: &str, path: &str, body: &str| {
        let (status, text) = send(at, method, path, body);
        let answer: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        (status, answer["error"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(refused("POST", "/ai/move", "not json"), (422, "json".into()));
    assert_eq!(refused("POST", "/ai/evaluate", "{}"), (422, "json".into()));
    assert_eq!(refused("POST", "/ai/choice/lunch", "{\"options\": []}"), (404, "choice".into()));
    assert_eq!(refused("POST", "/ai/choice/line_order", "{\"options\": []}").0, 422);
    assert_eq!(refused("POST", "/ai/lunch", "{}"), (404, "path".into()));
    assert_eq!(refused("GET", "/ai/move", ""), (405, "method".into()));
    let large = format!("{{\"game_state\": \"{}\"}}", "x".repeat(120_000));
    assert_eq!(refused("POST", "/ai/move", &large), (413, "body".into()));
    // Not this player's turn is an answer without a move.
    let (status, answer) = ask(json!({ "player_number": 2 }));
    assert_eq!((status, &answer["move"]), (200, &Value::Null));
}

/// One place and no patience: the second request is turned away while the first thinks.
#[test]
fn a_busy_service_says_so() {
    let options = Options {
        searches: 1,
        patience: Duration::from_millis(20),
        longest_move: Duration::from_secs(3),
        ..Options::default()
    };
    let at = serve(options);
    let state = state::<Hexagonal>(2, 60, 4);
    let body = json!({
        "game_state": state, "player_number": state["currentPlayer"], "difficulty": 10,
        "ai_type": "minimax",
    });
    let first = {
        let body = body.clone();
        std::thread::spawn(move || post(at, "/ai/move", &body))
    };
    let turned_away = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(5));
        let (status, answer) = post(at, "/ai/move", &body);
        status == 503 && answer["error"] == "busy"
    });
    assert!(turned_away);
    assert_eq!(first.join().expect("answered").0, 200);
}
