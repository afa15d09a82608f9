//! What a position is worth, and what becomes of a ply.

use super::{ServiceError, read_any, read_before, seat};
use crate::wire::{
    JsonMove, JsonState, MoveJsonError, ReadPly, fingerprint, write_move, write_state,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use takeback_core::Game;
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{AnyRingRift, Board, Judge, LoosePly, RingRift, on_any};

/// The judge tuned for the table a position belongs to.
fn judge_of(game: &AnyRingRift) -> Judge {
    fn of<B: Board>(game: &RingRift<B>) -> Judge {
        Judge::of::<B>(game.rules().players)
    }
    on_any!(game, game => of(game))
}

#[derive(Deserialize)]
struct EvaluateBody {
    game_state: JsonState,
    player_number: u64,
}

/// `POST /ai/evaluate`: the judgement of one position, term by term.
///
/// # Errors
/// When the request is malformed or its position cannot be played.
pub fn ai_evaluate(body: &str) -> Result<Value, ServiceError> {
    let body: EvaluateBody = serde_json::from_str(body)?;
    let game = read_any(&body.game_state)?;
    let player = seat(&game, body.player_number)?;
    let judge = judge_of(&game);
    Ok(on_any!(&game, game => {
        let terms = judge.terms(game)[player.index()];
        let breakdown: Map<String, Value> = judge
            .weights
            .breakdown(&terms)
            .into_iter()
            .map(|(name, value)| (name.to_owned(), json!(hundredths(value))))
            .collect();
        json!({
            "score": hundredths(judge.colour_scores(game)[player.index()]),
            "breakdown": breakdown,
        })
    }))
}

fn hundredths(score: i32) -> f64 {
    f64::from(score) / 100.0
}

#[derive(Deserialize)]
struct PositionBody {
    game_state: JsonState,
    #[serde(default)]
    engine_profile: Option<String>,
}

/// `POST /ai/evaluate_position`: the judgement of one position for every player.
/// `now` is the time of day as the front end writes it.
///
/// # Errors
/// When the request is malformed or its position cannot be played.
pub fn ai_evaluate_position(body: &str, now: &str) -> Result<Value, ServiceError> {
    let body: PositionBody = serde_json::from_str(body)?;
    let game = read_any(&body.game_state)?;
    let judge = judge_of(&game);
    let per_player = on_any!(&game, game => per_player(game, &judge));
    Ok(json!({
        "engine_profile": body.engine_profile.as_deref().unwrap_or("takeback"),
        "board_type": game.board(),
        "game_id": body.game_state.game_id,
        "move_number": body.game_state.move_history.len(),
        "per_player": per_player,
        "evaluation_scale": "zero_sum_margin",
        "generated_at": now,
    }))
}

fn per_player<B: Board>(game: &RingRift<B>, judge: &Judge) -> Map<String, Value> {
    let (scores, terms, weights) = (judge.colour_scores(game), judge.terms(game), &judge.weights);
    let strength = |score: i32| (f64::from(score) / 400.0).clamp(-30.0, 30.0).exp();
    let all: f64 = game.colours().map(|colour| strength(scores[colour.index()])).sum();
    let values = game.colours().map(|colour| {
        let (score, terms) = (scores[colour.index()], terms[colour.index()]);
        let territory = weights.territory * terms.territory
            + weights.territory_nearness * terms.territory_nearness;
        let rings =
            weights.eliminated * terms.eliminated + weights.ring_nearness * terms.ring_nearness;
        let value = json!({
            "totalEval": hundredths(score),
            "territoryEval": hundredths(territory),
            "ringEval": hundredths(rings),
            "winProbability": strength(score) / all,
        });
        ((colour.0 + 1).to_string(), value)
    });
    values.collect()
}

#[derive(Deserialize)]
struct RulesBody {
    game_state: JsonState,
    #[serde(rename = "move")]
    ply: JsonMove,
}

/// The plies of the same request as they are written, to be handed back; boards and
/// pictures of boards are skipped.
#[derive(Deserialize)]
struct Told {
    game_state: ToldState,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ToldState {
    #[serde(default)]
    move_history: Option<Vec<Value>>,
}

/// `POST /rules/evaluate_move`: whether a ply is legal, and what comes of it.
///
/// # Errors
/// When the request is malformed or its position cannot be played; an illegal ply is an answer and no error.
pub fn rules_evaluate_move(body: &str) -> Result<Value, ServiceError> {
    let told: Told = serde_json::from_str(body)?;
    let body: RulesBody = serde_json::from_str(body)?;
    let history = told.game_state.move_history.unwrap_or_default();
    let state = &body.game_state;
    let mut game = read_before(state, Some(&body.ply))?;
    let made = on_any!(&mut game, game => make(game, state, &body.ply, history));
    Ok(match made {
        Ok(answer) => answer,
        Err(why) => json!({ "valid": false, "validation_error": why }),
    })
}

fn make<B: Board>(
    game: &mut RingRift<B>,
    state: &JsonState,
    ply: &JsonMove,
    mut history: Vec<Value>,
) -> Result<Value, String> {
    let read =
        ply.ply(game, &state.stack_order::<B>()).map_err(|e: MoveJsonError| e.to_string())?;
    let ReadPly::Ply(LoosePly::Ply(m)) = read else {
        return Err("the cells are no line or region of this position".to_owned());
    };
    if let Some(why) = game.objection(m) {
        return Err(why.to_string());
    }
    history.push(write_move(game, m, history.len() + 1));
    let _ = game.make(m);
    let progress = u64::from(game.all_markers().count() + game.all_collapsed().count())
        + game.rings_eliminated();
    Ok(json!({
        "valid": true,
        "next_state": write_state(game, state.game_id.as_ref(), &history),
        "state_hash": fingerprint(game),
        "s_invariant": progress,
        "game_status": if game.outcome().is_some() { "completed" } else { "active" },
    }))
}
