//! JSON of the games' services.

use serde_json::json;
use takeback::core::{Game, Player};
use takeback_players_battlesnake::wire::{Log, Regression, Request};
use takeback_players_ringrift::wire::service::{read_any, rules_evaluate_move};
use takeback_players_ringrift::wire::{JsonMove, JsonState, write_move, write_state};
use takeback_ringrift::{Board, RingRift, Rules, Square8, on_any};

fn seed(kind: &str, text: &str) -> Vec<u8> {
    format!("{kind}\n{text}").into_bytes()
}

pub(super) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = ringrift();
    let request = json!({
        "game": {"id": "g", "ruleset": {"name": "standard", "version": "v1.0.0",
            "settings": {"foodSpawnChance": 15, "minimumFood": 1, "hazardDamagePerTurn": 14}},
            "map": "standard", "source": "league", "timeout": 500},
        "turn": 4,
        "board": {"width": 7, "height": 7, "food": [{"x": 3, "y": 3}], "hazards": [{"x": 0, "y": 6}],
            "snakes": [
                {"id": "a", "name": "a", "health": 96, "length": 3, "latency": "1", "shout": "",
                 "body": [{"x": 1, "y": 1}, {"x": 1, "y": 2}, {"x": 1, "y": 3}],
                 "head": {"x": 1, "y": 1}},
                {"id": "b", "name": "b", "health": 90, "length": 3, "latency": "1", "shout": "",
                 "body": [{"x": 5, "y": 5}, {"x": 5, "y": 4}, {"x": 5, "y": 3}],
                 "head": {"x": 5, "y": 5}}]},
        "you": {"id": "a", "name": "a", "health": 96, "length": 3, "latency": "1", "shout": "",
            "body": [{"x": 1, "y": 1}, {"x": 1, "y": 2}, {"x": 1, "y": 3}], "head": {"x": 1, "y": 1}},
    });
    seeds.push(seed("request", &request.to_string()));
    seeds.push(seed("log", &format!("{}\n{request}\n", request["game"])));
    let line = json!({"id": "x", "why": "y", "one_of": ["up"], "budget_ms": 5, "request": request});
    seeds.push(seed("regression", &line.to_string()));
    seeds
}

fn ringrift() -> Vec<Vec<u8>> {
    let rules = Rules::with_rings::<Square8>(2, Square8::RINGS);
    let mut game = RingRift::<Square8>::new(rules).expect("the usual rules");
    let mut seeds = Vec::new();
    for ply in 0..24 {
        let moves = game.legal_moves();
        let Some(&m) = moves.get(ply * 7 % moves.len().max(1)) else { break };
        let (state, mv) = (write_state(&game, None, &[]), write_move(&game, m, ply + 1));
        seeds.push(seed("state", &state.to_string()));
        seeds.push(seed("move", &mv.to_string()));
        let body = json!({"game_state": state, "move": mv});
        seeds.push(seed("evaluate_move", &body.to_string()));
        let _ = game.make(m);
    }
    seeds
}

/// What a service is sent is read and set up, or refused with a reason.
pub(super) fn run(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let Some((kind, body)) = text.split_once('\n') else { return };
    match kind {
        "state" => {
            let Ok(state) = JsonState::read(body) else { return };
            let Ok(any) = read_any(&state) else { return };
            on_any!(&any, game => {
                let written = write_state(game, None, &[]).to_string();
                JsonState::read(&written).expect("what is written is read");
                drop(game.legal_moves());
            });
        }
        "move" => drop(JsonMove::read(body)),
        "evaluate_move" => drop(rules_evaluate_move(body)),
        "request" => {
            let Ok(request) = Request::read(body.as_bytes()) else { return };
            if let Ok(setup) = request.setup() {
                let again = Request::of(&setup, Player(0), "again");
                let text = serde_json::to_vec(&again).expect("a request can be written");
                Request::read(&text).expect("what is written is read");
            }
            let _ = request.playable();
        }
        "log" => {
            if let Ok(log) = Log::read(body) {
                Log::read(&log.write()).expect("what is written is read");
            }
        }
        _ => {
            if let Ok(line) = Regression::read(body) {
                Regression::read(&line.write()).expect("what is written is read");
            }
        }
    }
}
