//! Answers of the service that RingRift's game server calls, as functions from text to JSON.
//!
//! No HTTP here: a front end hands over the body of a request and sends back what
//! comes out. Choosing a move is the front end's business too: it is asked for through a
//! closure, so that this page knows no search.

use super::moves::{JsonMove, ReadPly, write_move};
use super::state::{JsonState, StateError, write_state};
use super::{MoveJsonError, fingerprint};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use takeback_core::{Game, Player};
use takeback_ringrift::bits::BitSet;
use takeback_ringrift::{
    AnyRingRift, Board, Hex8, Hexagonal, Judge, LoosePly, Move, RingRift, Square8, Square19, Table,
    on_any,
};

/// Why a request has no answer. Front ends send it as status 422.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ServiceError {
    #[error("{0}")]
    Json(#[from] serde_json::Error),
    #[error("{0}")]
    State(#[from] StateError),
    #[error("player {0} is not at this table")]
    Player(u64),
    #[error("difficulty {0} instead of 1 to 10")]
    Difficulty(u64),
    #[error("no kind of player is called {0:?}")]
    AiType(String),
    #[error("{0} game states instead of 1 to 64")]
    Batch(usize),
    #[error("{states} game states but {players} player numbers")]
    Uneven { states: usize, players: usize },
    #[error("no choice is called {0:?}")]
    Choice(String),
    #[error("nothing to choose from")]
    NoOptions,
}

/// The kinds of player that can be asked for.
pub const AI_TYPES: [&str; 7] =
    ["random", "heuristic", "minimax", "maxn", "brs", "mcts", "descent"];

/// A request for a move.
#[derive(Clone, Debug)]
pub struct MoveRequest {
    /// The position.
    pub game: AnyRingRift,
    /// The colour to move for.
    pub player: Player,
    /// From 1 to 10.
    pub difficulty: u8,
    /// The kind of player, when one is asked for.
    pub ai_type: Option<String>,
    /// For answers that can be repeated.
    pub seed: Option<u64>,
}

/// What a front end's search found.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The move, none when the player has none.
    pub best: Option<Move>,
    /// How good the position looks to the player.
    pub evaluation: f64,
    /// How long it took.
    pub thinking_time_ms: u64,
    /// The kind of player that answered.
    pub ai_type: String,
}

#[derive(Deserialize)]
struct MoveBody {
    game_state: JsonState,
    player_number: u64,
    #[serde(default = "usual_difficulty")]
    difficulty: u64,
    #[serde(default)]
    ai_type: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
}

fn usual_difficulty() -> u64 {
    5
}

/// The position of a JSON state, on whatever board.
///
/// # Errors
/// Every reason why it is none.
pub fn read_any(state: &JsonState) -> Result<AnyRingRift, StateError> {
    match state.board() {
        name if name == Square8::NAME => {
            state.game().map(|game| AnyRingRift::Square8(Box::new(game)))
        }
        name if name == Square19::NAME => {
            state.game().map(|game| AnyRingRift::Square19(Box::new(game)))
        }
        name if name == Hex8::NAME => state.game().map(|game| AnyRingRift::Hex8(Box::new(game))),
        name if name == Hexagonal::NAME => {
            state.game().map(|game| AnyRingRift::Hexagonal(Box::new(game)))
        }
        other => Err(StateError::UnknownBoard(other.to_owned())),
    }
}

fn seat(game: &AnyRingRift, number: u64) -> Result<Player, ServiceError> {
    let seats = on_any!(game, game => game.players()) as u64;
    let valid = (1..=seats).contains(&number);
    if valid { Ok(Player(number as u8 - 1)) } else { Err(ServiceError::Player(number)) }
}

fn request(body: &MoveBody) -> Result<MoveRequest, ServiceError> {
    let game = read_any(&body.game_state)?;
    let player = seat(&game, body.player_number)?;
    if !(1..=10).contains(&body.difficulty) {
        return Err(ServiceError::Difficulty(body.difficulty));
    }
    if let Some(kind) = body.ai_type.as_ref().filter(|kind| !AI_TYPES.contains(&kind.as_str())) {
        return Err(ServiceError::AiType(kind.clone()));
    }
    let difficulty = body.difficulty as u8;
    Ok(MoveRequest { game, player, difficulty, ai_type: body.ai_type.clone(), seed: body.seed })
}

/// A move as JSON, if it is the player's turn.
fn chosen_move(request: &MoveRequest, choice: &Choice, plies: usize) -> Value {
    on_any!(&request.game, game => match choice.best {
        Some(m) if game.colour() == request.player => write_move(game, m, plies + 1),
        _ => Value::Null,
    })
}

/// `POST /ai/move`.
///
/// # Errors
/// When the request is malformed or its position cannot be played.
pub fn ai_move(
    body: &str,
    pick: impl FnOnce(&MoveRequest) -> Choice,
) -> Result<Value, ServiceError> {
    let body: MoveBody = serde_json::from_str(body)?;
    let request = request(&body)?;
    let choice = pick(&request);
    Ok(json!({
        "move": chosen_move(&request, &choice, body.game_state.move_history.len()),
        "evaluation": choice.evaluation,
        "thinking_time_ms": choice.thinking_time_ms,
        "ai_type": choice.ai_type,
        "difficulty": request.difficulty,
    }))
}

#[derive(Deserialize)]
struct BatchBody {
    game_states: Vec<JsonState>,
    player_numbers: Vec<u64>,
    #[serde(default = "batch_difficulty")]
    difficulty: u64,
    #[serde(default)]
    mode: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
}

fn batch_difficulty() -> u64 {
    8
}

/// `POST /ai/moves_batch`.
///
/// # Errors
/// When the request is malformed or one of its positions cannot be played.
pub fn ai_moves_batch(
    body: &str,
    mut pick: impl FnMut(&MoveRequest) -> Choice,
) -> Result<Value, ServiceError> {
    let body: BatchBody = serde_json::from_str(body)?;
    let (states, players) = (body.game_states.len(), body.player_numbers.len());
    if !(1..=64).contains(&states) {
        return Err(ServiceError::Batch(states));
    }
    if states != players {
        return Err(ServiceError::Uneven { states, players });
    }
    let bodies = body.game_states.into_iter().zip(body.player_numbers);
    let bodies = bodies.map(|(game_state, player_number)| MoveBody {
        game_state,
        player_number,
        difficulty: body.difficulty,
        ai_type: None,
        seed: body.seed,
    });
    let requests = bodies
        .map(|body| Ok((request(&body)?, body.game_state.move_history.len())))
        .collect::<Result<Vec<_>, ServiceError>>()?;
    let (mut moves, mut time) = (Vec::with_capacity(states), 0);
    for (request, plies) in &requests {
        let choice = pick(request);
        time += choice.thinking_time_ms;
        moves.push(chosen_move(request, &choice, *plies));
    }
    Ok(json!({
        "moves": moves,
        "total_thinking_time_ms": time,
        "games_processed": states,
        "mode": body.mode.as_deref().unwrap_or("batch"),
        "throughput_games_per_sec": states as f64 * 1000.0 / time.max(1) as f64,
    }))
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
pub fn ai_evaluate(body: &str, judge: &Judge) -> Result<Value, ServiceError> {
    let body: EvaluateBody = serde_json::from_str(body)?;
    let game = read_any(&body.game_state)?;
    let player = seat(&game, body.player_number)?;
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
pub fn ai_evaluate_position(body: &str, judge: &Judge, now: &str) -> Result<Value, ServiceError> {
    let body: PositionBody = serde_json::from_str(body)?;
    let game = read_any(&body.game_state)?;
    let per_player = on_any!(&game, game => per_player(game, judge));
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

fn per_player<B: Board, T: Table>(game: &RingRift<B, T>, judge: &Judge) -> Map<String, Value> {
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
    game_state: Value,
    #[serde(rename = "move")]
    ply: JsonMove,
}

/// `POST /rules/evaluate_move`: whether a ply is legal, and what comes of it.
///
/// # Errors
/// When the request is malformed or its position cannot be played; an illegal ply is an answer and no error.
pub fn rules_evaluate_move(body: &str) -> Result<Value, ServiceError> {
    let body: RulesBody = serde_json::from_str(body)?;
    let state: JsonState = serde_json::from_value(body.game_state.clone())?;
    let history = body.game_state.get("moveHistory").and_then(Value::as_array);
    let history = history.cloned().unwrap_or_default();
    let mut game = read_any(&state)?;
    let made = on_any!(&mut game, game => make(game, &state, &body.ply, history));
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

#[derive(Deserialize)]
struct ChoiceBody {
    options: Vec<Value>,
}

/// `POST /ai/choice/{name}`: one of the options of a decision, picked by rule of thumb. The options
/// come without their position, so nothing deeper can be asked.
///
/// # Errors
/// When there is no such choice or nothing to choose from.
pub fn ai_choice(name: &str, body: &str) -> Result<Value, ServiceError> {
    let known = [
        "line_reward_option",
        "ring_elimination",
        "region_order",
        "line_order",
        "capture_direction",
    ];
    if !known.contains(&name) {
        return Err(ServiceError::Choice(name.to_owned()));
    }
    let body: ChoiceBody = serde_json::from_str(body)?;
    // The first of the best, so that the answer does not depend on chance.
    let best = body.options.iter().rev().max_by_key(|option| thumb(name, option));
    let best = best.ok_or(ServiceError::NoOptions)?;
    Ok(json!({ "selectedOption": best, "aiType": "heuristic", "difficulty": 5 }))
}

/// What an option is worth at first sight: keep rings, take much, capture tall caps.
fn thumb(name: &str, option: &Value) -> i64 {
    let number = |key: &str| option.get(key).and_then(Value::as_i64);
    let length =
        |key: &str| option.get(key).and_then(Value::as_array).map(|list| list.len() as i64);
    match name {
        // Option 2 of a line costs nothing.
        "line_reward_option" => {
            let text = option.as_str().unwrap_or_default();
            i64::from(text.contains('2') || text.contains("minimum"))
        }
        "ring_elimination" => {
            -number("capHeight").unwrap_or(0) * 100 - number("totalHeight").unwrap_or(0)
        }
        "region_order" => number("size").or(length("spaces")).unwrap_or(0),
        "line_order" => number("length").or(length("markerPositions")).unwrap_or(0),
        _ => number("capturedCapHeight").unwrap_or(0),
    }
}
