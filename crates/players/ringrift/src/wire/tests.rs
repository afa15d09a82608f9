//! JSON there and back, and the answers of the service.

use super::service::{self, Choice, ServiceError};
use super::{JsonMove, JsonState, ReadPly, fingerprint, write_move, write_state};
use serde_json::{Value, json};
use takeback_core::{Game, Portable, RandomMove, SplitMix};
use takeback_ringrift::{
    Board, Hex8, Hexagonal, LoosePly, Move, RingRift, Rules, Square8, Square19, on_any,
};

/// Every position and every ply of random games comes back from its JSON.
fn there_and_back<B: Board>(rules: Rules, games: u64, stride: usize) {
    for seed in 0..games {
        let mut rng = SplitMix::new(seed);
        let mut game = RingRift::<B>::new(rules).unwrap();
        for ply in 0.. {
            if ply % stride == 0 || game.turn().is_over() {
                let text = write_state(&game, None, &[]).to_string();
                let back: RingRift<B> = JsonState::read(&text).unwrap().game().unwrap();
                assert_eq!(back, game, "{text}");
                for m in game.legal_moves() {
                    let text = write_move(&game, m, ply).to_string();
                    let read = JsonMove::read(&text).unwrap().ply(&game, &[]).unwrap();
                    assert!(
                        matches!(read, ReadPly::Ply(LoosePly::Ply(same)) if same == m),
                        "{text}"
                    );
                }
            }
            if game.turn().is_over() {
                break;
            }
            let m = game.random_move(&mut rng);
            let _ = game.make(m);
        }
    }
}

#[test]
fn states_and_plies_come_back_from_json() {
    for players in 2..=4 {
        there_and_back::<Square8>(Rules::standard::<Square8>(players), 2, 5);
        there_and_back::<Hex8>(Rules::with_rings::<Hex8>(players, 4), 4, 3);
    }
    let swap = Rules { swap: true, strike: false, lps_rounds: 2, ..Rules::standard::<Square8>(2) };
    there_and_back::<Square8>(swap, 2, 5);
    there_and_back::<Square19>(Rules::standard::<Square19>(2), 1, 97);
    there_and_back::<Hexagonal>(Rules::standard::<Hexagonal>(3), 1, 197);
}

/// Without our own object the history tells what the turn has seen.
#[test]
fn the_history_tells_what_this_turn_has_seen() {
    let mut rng = SplitMix::new(3);
    for _ in 0..6 {
        let mut game = RingRift::<Square8>::standard(2);
        let mut history = Vec::new();
        while !game.turn().is_over() {
            let mut state = write_state(&game, None, &history);
            state.as_object_mut().unwrap().remove("turnState");
            let back: RingRift<Square8> =
                JsonState::read(&state.to_string()).unwrap().game().unwrap();
            assert_eq!(back.step(), game.step());
            assert_eq!(fingerprint(&back), fingerprint(&game));
            assert_eq!(back.legal_moves(), game.legal_moves());
            let m = game.random_move(&mut rng);
            history.push(write_move(&game, m, history.len() + 1));
            let _ = game.make(m);
        }
    }
}

#[test]
fn a_known_fingerprint() {
    let mut game = RingRift::<Square8>::standard(2);
    for m in ["P 3,7 3", "M 3,7 3,1"] {
        let m = takeback_core::Notation::read_move(&game, m).unwrap();
        let _ = game.make(m);
    }
    let text = super::fingerprint_text(&game);
    assert_eq!(text, "1:line_processing:active:0#1:15:0:0|2:18:0:0#3,1:1:3:3#3,7:1#");
    assert_eq!(fingerprint(&game), "07d36ad3a3fe0ab8");
}

#[test]
fn states_that_cannot_be_played_are_refused() {
    let good = write_state(&RingRift::<Square8>::standard(2), None, &[]);
    let refuse = |path: &str, value: Value| {
        let mut state = good.clone();
        *state.pointer_mut(path).unwrap() = value;
        let read = JsonState::read(&state.to_string()).and_then(|state| state.game::<Square8>());
        let read: Result<RingRift<Square8>, _> = read;
        assert!(read.is_err(), "{path}");
    };
    refuse("/board/type", json!("square9"));
    refuse("/currentPlayer", json!(3));
    refuse("/currentPlayer", json!(0));
    refuse("/currentPhase", json!("lunch"));
    refuse("/currentPhase", json!("chain_capture"));
    refuse("/players", json!([]));
    refuse("/players/0/playerNumber", json!(9));
    refuse("/players/0/ringsInHand", json!(65535));
    refuse("/players/0/ringsInHand", json!(-1));
    refuse("/board/stacks", json!({ "9,9": { "rings": [1] } }));
    refuse("/board/stacks", json!({ "1,1": { "rings": [3] } }));
    refuse("/board/stacks", json!({ "1,1": { "rings": vec![1; 40] } }));
    refuse(
        "/board/stacks",
        json!({ "1,1": { "stackHeight": 1_000_000_000, "controllingPlayer": 1 } }),
    );
    refuse("/board/markers", json!({ "1,1": { "player": 5 } }));
    refuse("/rulesOptions/ringsPerPlayer", json!(0));
    refuse("/lpsRoundsRequired", json!(0));
    let mut double = good.clone();
    double["board"]["stacks"] = json!({ "1,1": { "rings": [1] } });
    double["board"]["markers"] = json!({ "1,1": { "player": 1 } });
    let read = JsonState::read(&double.to_string()).unwrap().game::<Square8>();
    assert!(read.is_err());
}

fn first_move(request: &service::MoveRequest) -> Result<Choice, ServiceError> {
    let best = on_any!(&request.game, game => game.legal_moves().first().copied());
    let ai_type = "heuristic".to_owned();
    Ok(Choice { best, evaluation: 0.5, thinking_time_ms: 2, ai_type, analysis: Value::Null })
}

#[test]
fn the_service_moves_and_the_rules_agree() {
    let mut state = write_state(&RingRift::<Hex8>::standard(3), None, &[]);
    // Ours and theirs in turn: the service picks, the rules carry out, ten turns long.
    for _ in 0..40 {
        let request = json!({ "game_state": state, "player_number": state["currentPlayer"] });
        let answer = service::ai_move(&request.to_string(), first_move).unwrap();
        assert_eq!(answer["difficulty"], 5);
        let body = json!({ "game_state": state, "move": answer["move"] });
        let judged = service::rules_evaluate_move(&body.to_string()).unwrap();
        assert_eq!(judged["valid"], true, "{judged}");
        state = judged["next_state"].clone();
    }
    let request = json!({ "game_state": state, "player_number": 1 }).to_string();
    let value = service::ai_evaluate(&request).unwrap();
    assert!(value["score"].is_number() && value["breakdown"]["control"].is_number());
    let all = service::ai_evaluate_position(&request, "now").unwrap();
    let shares =
        (1..=3).map(|n| all["per_player"][n.to_string()]["winProbability"].as_f64().unwrap());
    assert!((shares.sum::<f64>() - 1.0).abs() < 1e-9);
}

#[test]
fn an_illegal_ply_is_an_answer_with_a_reason() {
    let state = write_state(&RingRift::<Square8>::standard(2), None, &[]);
    let wrong = json!({ "type": "move_stack", "player": 1, "from": {"x": 0, "y": 0}, "to": {"x": 1, "y": 0} });
    let body = json!({ "game_state": state, "move": wrong }).to_string();
    let answer = service::rules_evaluate_move(&body).unwrap();
    assert_eq!(answer["valid"], false);
    assert_eq!(answer["validation_error"], "the phase is ring_placement");
}

#[test]
fn requests_out_of_bounds_are_typed_errors() {
    let state = write_state(&RingRift::<Square8>::standard(2), None, &[]);
    let ask = |more: Value| {
        let mut body = json!({ "game_state": state, "player_number": 1 });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        service::ai_move(&body.to_string(), first_move)
    };
    assert!(matches!(ask(json!({ "difficulty": 11 })), Err(ServiceError::Difficulty(11))));
    for hint in [json!("gumbel_mcts"), json!("oracle"), json!(null), json!(7)] {
        assert!(ask(json!({ "ai_type": hint })).is_ok(), "{hint}");
    }
    assert!(matches!(ask(json!({ "player_number": 3 })), Err(ServiceError::Player(3))));
    assert!(matches!(ask(json!({ "game_state": 7 })), Err(ServiceError::Json(_))));
    // Not this player's turn: no move, but an answer.
    assert_eq!(ask(json!({ "player_number": 2 })).unwrap()["move"], Value::Null);
    let batch = json!({ "game_states": [state, state], "player_numbers": [1, 1] });
    let answer = service::ai_moves_batch(&batch.to_string(), first_move).unwrap();
    assert_eq!(
        (answer["moves"].as_array().unwrap().len(), &answer["games_processed"]),
        (2, &json!(2))
    );
    let batch = |more: Value| {
        let mut body = json!({ "game_states": [state], "player_numbers": [1] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        service::ai_moves_batch(&body.to_string(), first_move)
    };
    assert!(matches!(batch(json!({ "mode": "pile" })), Err(ServiceError::Mode(_))));
    assert!(matches!(batch(json!({ "simulation_budget": 5 })), Err(ServiceError::Budget(5))));
    assert!(matches!(batch(json!({ "game_states": vec![7; 0] })), Err(ServiceError::Batch(0))));
    assert!(matches!(ask(json!({ "lines": 17 })), Err(ServiceError::Lines(17))));
    let uneven = json!({ "game_states": [state], "player_numbers": [] }).to_string();
    assert!(matches!(
        service::ai_moves_batch(&uneven, first_move),
        Err(ServiceError::Uneven { .. })
    ));
}

#[test]
fn choices_are_made_by_rule_of_thumb() {
    let body = json!({ "options": [{ "capHeight": 3 }, { "capHeight": 1 }, { "capHeight": 1 }] });
    let answer = service::ai_choice("ring_elimination", &body.to_string()).unwrap();
    assert_eq!(answer["selectedOption"], json!({ "capHeight": 1 }));
    let none = json!({ "options": [] }).to_string();
    assert!(matches!(service::ai_choice("line_order", &none), Err(ServiceError::NoOptions)));
    assert!(matches!(service::ai_choice("lunch", &none), Err(ServiceError::Choice(_))));
}

#[test]
fn a_resignation_is_written_and_read() {
    let mut game = RingRift::<Square8>::standard(2);
    let text = write_move(&game, Move::Resign(takeback_core::Player(1)), 1).to_string();
    let ply = JsonMove::read(&text).unwrap().ply(&game, &[]).unwrap();
    let ReadPly::Ply(LoosePly::Ply(m)) = ply else { panic!("{ply:?}") };
    let _ = game.make(m);
    let text = write_state(&game, None, &[]).to_string();
    let back: RingRift<Square8> = JsonState::read(&text).unwrap().game().unwrap();
    assert_eq!(back.position_text(), game.position_text());
}
