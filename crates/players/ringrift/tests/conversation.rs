//! A conversation of RingRift's game server with its AI service, as data: every request as the client
//! forms it, and every field of the answers that the client reads.
//!
//! The requests are in `data/conversation.jsonl`, one a line, made from random games by
//! `cargo test -p takeback-players-ringrift --features service --test conversation -- --ignored`.

mod common;

use common::Played;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use takeback_core::SplitMix;
use takeback_players_ringrift::service::{Options, router};
use takeback_players_ringrift::wire::JsonState;
use takeback_players_ringrift::wire::service::{AI_TYPES, read_any};
use takeback_ringrift::{Board, Hex8, Hexagonal, Phase, Rules, Square8, Square19};
use takeback_service::testing;

/// What the client calls the engine of each difficulty.
const HINTS: [&str; 10] = [
    "random",
    "heuristic",
    "minimax",
    "minimax",
    "descent",
    "descent",
    "mcts",
    "mcts",
    "gumbel_mcts",
    "gumbel_mcts",
];

/// Where in a game to ask.
const STAGES: [&str; 8] =
    ["start", "middle", "capture", "chain", "line", "territory", "debt", "end"];

fn is_at<B: Board>(played: &Played<B>, stage: &str) -> bool {
    let game = &played.game;
    let choice = game.count_moves() > 1;
    match stage {
        "start" => true,
        "middle" => played.history.len() > 30 && choice && game.phase() == Phase::Movement,
        "capture" => game.phase() == Phase::Capture,
        "chain" => game.phase() == Phase::ChainCapture,
        "line" => game.phase() == Phase::LineProcessing && choice,
        "territory" => game.phase() == Phase::TerritoryProcessing && choice && !game.step().debt(),
        "debt" => game.phase() == Phase::TerritoryProcessing && game.step().debt(),
        _ => played.is_over(),
    }
}

/// The shortest of some random games that comes there: short ones keep the data small.
fn reach<B: Board>(players: u8, stage: &str) -> Played<B> {
    let rings = if B::CELLS > 100 { 5 } else { 4 };
    let rules = Rules { lps_rounds: 2, ..Rules::with_rings::<B>(players, rings) };
    let games = (0..400).filter_map(|seed| {
        let (mut played, mut rng) = (Played::<B>::new(rules), SplitMix::new(seed));
        while !is_at(&played, stage) {
            if !played.step(&mut rng) {
                return None;
            }
        }
        Some(played)
    });
    let shortest = games.min_by_key(|played| played.history.len());
    shortest.unwrap_or_else(|| panic!("nothing on {} for {players} comes to {stage}", B::NAME))
}

fn asked<B: Board>(out: &mut Vec<Value>) {
    for players in 2..=4_u8 {
        for stage in STAGES {
            let played = reach::<B>(players, stage);
            let state = played.state();
            let difficulty = out.len() % 10 + 1;
            let body = json!({
                "game_state": state, "player_number": state["currentPlayer"],
                "difficulty": difficulty, "ai_type": HINTS[difficulty - 1], "seed": 42,
            });
            let name = format!("{} for {players}, {stage}", B::NAME);
            out.push(json!({ "name": name, "path": "/ai/move", "body": body }));
        }
    }
}

/// The data is what these rules and this client make of it: one board here, all four in the
/// long tests. `cargo xtask golden --bless` writes it.
#[test]
fn the_conversation_is_what_would_be_asked_today() {
    let writes = std::env::var_os("TAKEBACK_BLESS").is_some();
    let mut all = Vec::new();
    asked::<Square8>(&mut all);
    if writes || std::env::var_os("TAKEBACK_LONG_TESTS").is_some() {
        asked::<Hex8>(&mut all);
        asked::<Square19>(&mut all);
        asked::<Hexagonal>(&mut all);
    }
    if writes {
        let text: String = all.iter().map(|line| format!("{line}\n")).collect();
        let place = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/conversation.jsonl");
        return std::fs::write(place, text).expect("a file that can be written");
    }
    for (asked, recorded) in all.iter().zip(conversation()) {
        assert_eq!(asked, &recorded, "{}", recorded["name"]);
    }
}

fn conversation() -> Vec<Value> {
    let text = include_str!("data/conversation.jsonl");
    text.lines().map(|line| serde_json::from_str(line).expect("a request")).collect()
}

fn serve(options: Options) -> SocketAddr {
    testing::serve(router(options))
}

fn post(at: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = testing::send(at, "POST", path, &body.to_string());
    (status, serde_json::from_str(&text).expect("JSON"))
}

/// The kinds of plies that the client takes in a phase.
fn kinds_in(phase: &str) -> &'static [&'static str] {
    match phase {
        "ring_placement" => &["place_ring", "skip_placement", "no_placement_action", "swap_sides"],
        "movement" => &[
            "move_stack",
            "overtaking_capture",
            "recovery_slide",
            "skip_recovery",
            "no_movement_action",
        ],
        "capture" => &["overtaking_capture", "skip_capture"],
        "chain_capture" => &["continue_capture_segment"],
        "line_processing" => {
            &["process_line", "choose_line_option", "eliminate_rings_from_stack", "no_line_action"]
        }
        "territory_processing" => &[
            "choose_territory_option",
            "eliminate_rings_from_stack",
            "skip_territory_processing",
            "no_territory_action",
        ],
        "forced_elimination" => &["forced_elimination"],
        other => panic!("no phase {other}"),
    }
}

/// A cell of the board: `z` is there on hexagons, follows from the others, and is nowhere else.
fn is_cell(at: &Value, hexagons: bool) -> bool {
    let number = |key: &str| at.get(key).and_then(Value::as_i64);
    match (number("x"), number("y"), at.get("z")) {
        (Some(x), Some(y), Some(z)) => hexagons && z.as_i64() == Some(-x - y),
        (Some(_), Some(_), None) => !hexagons,
        _ => false,
    }
}

/// Every field of a ply that the client looks at.
fn check_ply(name: &str, state: &Value, ply: &Value) {
    let hexagons = state["board"]["type"].as_str().is_some_and(|board| board.starts_with("hex"));
    let phase = state["currentPhase"].as_str().expect("a phase");
    let kind = ply["type"].as_str().expect("a type");
    assert!(kinds_in(phase).contains(&kind), "{name}: {kind} in {phase}");
    assert_eq!(ply["player"], state["currentPlayer"], "{name}");
    assert!(ply["id"].is_string() && ply["timestamp"].is_string(), "{name}");
    assert!(ply["thinkTime"].is_u64(), "{name}");
    let plies = state["moveHistory"].as_array().expect("a history").len();
    assert_eq!(ply["moveNumber"], plies + 1, "{name}");
    let cell = |at: &Value| assert!(is_cell(at, hexagons), "{name}: {at} in {ply}");
    let cells = |list: &Value| {
        let list = list.as_array().unwrap_or_else(|| panic!("{name}: no cells in {ply}"));
        assert!(!list.is_empty(), "{name}: {ply}");
        list.iter().for_each(cell);
    };
    let nowhere = kind.starts_with("skip_") || kind.starts_with("no_") || kind == "swap_sides";
    if nowhere {
        assert_eq!(ply["to"], json!({ "x": 0, "y": 0 }), "{name}");
    } else {
        cell(&ply["to"]);
    }
    match kind {
        "place_ring" => {
            assert!((1..=3).contains(&ply["placementCount"].as_u64().expect("a count")), "{name}");
        }
        "move_stack" => cell(&ply["from"]),
        "overtaking_capture" | "continue_capture_segment" => {
            cell(&ply["from"]);
            cell(&ply["captureTarget"]);
        }
        "process_line" | "choose_line_option" => {
            let line = &ply["formedLines"][0];
            cells(&line["positions"]);
            cells(&ply["collapsedMarkers"]);
            let length = line["positions"].as_array().map(Vec::len);
            assert_eq!(line["length"].as_u64(), length.map(|n| n as u64), "{name}");
            assert_eq!(line["player"], ply["player"], "{name}");
        }
        "choose_territory_option" => {
            let region = &ply["disconnectedRegions"][0];
            cells(&region["spaces"]);
            let place = |at: &Value| (at["x"].as_i64(), at["y"].as_i64());
            let least = region["spaces"].as_array().and_then(|all| all.iter().map(place).min());
            assert_eq!(Some(place(&ply["to"])), least, "{name}: the lowest x, then y");
            assert_eq!(region["isDisconnected"], true, "{name}");
        }
        "eliminate_rings_from_stack" => {
            let context = ply["eliminationContext"].as_str().expect("a context");
            assert!(["line", "territory", "recovery"].contains(&context), "{name}");
            assert!(ply["eliminationFromStack"]["capHeight"].is_u64(), "{name}");
        }
        "recovery_slide" => {
            cell(&ply["from"]);
            assert!(ply["recoveryMode"].is_string(), "{name}");
        }
        _ => {}
    }
}

#[test]
fn the_conversation_is_answered_as_the_client_reads_it() {
    let at = serve(Options { longest_move: Duration::from_millis(60), ..Options::default() });
    let (mut boards, mut levels, mut phases) = (Vec::new(), Vec::new(), Vec::new());
    for line in conversation() {
        let (name, body) = (line["name"].as_str().expect("a name"), &line["body"]);
        let state = &body["game_state"];
        let (status, answer) = post(at, line["path"].as_str().expect("a path"), body);
        assert_eq!(status, 200, "{name}: {answer}");
        assert_eq!(answer["difficulty"], body["difficulty"], "{name}");
        assert!(answer["evaluation"].as_f64().is_some_and(f64::is_finite), "{name}: {answer}");
        assert!(answer["thinking_time_ms"].is_u64(), "{name}: {answer}");
        let kind = answer["ai_type"].as_str().expect("a kind");
        assert!(AI_TYPES.contains(&kind), "{name}: {kind}");
        boards.push(format!("{} {}", state["board"]["type"], state["maxPlayers"]));
        levels.push(body["difficulty"].as_u64());
        if state["gameStatus"] == "completed" {
            assert_eq!(answer["move"], Value::Null, "{name}");
            phases.push("over".to_owned());
            continue;
        }
        phases.push(state["currentPhase"].to_string());
        check_ply(name, state, &answer["move"]);
        let asked = json!({ "game_state": state, "move": answer["move"] });
        let (status, judged) = post(at, "/rules/evaluate_move", &asked);
        assert_eq!((status, &judged["valid"]), (200, &json!(true)), "{name}: {judged}");
        let next = JsonState::read(&judged["next_state"].to_string()).expect("a state");
        assert!(read_any(&next).is_ok(), "{name}");
    }
    for list in [&mut boards, &mut phases] {
        list.sort_unstable();
        list.dedup();
    }
    levels.sort_unstable();
    levels.dedup();
    assert_eq!((boards.len(), levels.len()), (4 * 3, 10), "all boards, tables and levels");
    assert!(phases.len() >= 6, "{phases:?}");
}
