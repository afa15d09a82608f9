//! Answers of the service that RingRift's game server calls, as functions from text to JSON.
//!
//! No HTTP here: a front end hands over the body of a request and sends back what
//! comes out. Choosing a move is the front end's business too: it is asked for through a
//! closure, so that this page knows no search.

mod choice;
mod evaluate;

pub use choice::{CHOICES, ai_choice};
pub use evaluate::{ai_evaluate, ai_evaluate_position, rules_evaluate_move};

use super::moves::{JsonMove, write_move};
use super::state::{JsonState, StateError};
use serde::Deserialize;
use serde_json::{Value, json};
use takeback_core::{Game, Player};
use takeback_ringrift::{
    AnyRingRift, Board, Hex8, Hexagonal, Move, RingRift, Square8, Square19, on_any,
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
    #[error("{0} game states instead of 1 to 64")]
    Batch(usize),
    #[error("{states} game states but {players} player numbers")]
    Uneven { states: usize, players: usize },
    #[error("mode {0:?} instead of batch or tensor")]
    Mode(String),
    #[error("a simulation budget of {0} instead of 10 to 1000")]
    Budget(u64),
    #[error("{0} lines instead of 1 to 16")]
    Lines(u64),
    #[error("no choice is called {0:?}; there are {known}", known = CHOICES.join(", "))]
    Choice(String),
    #[error("nothing to choose from")]
    NoOptions,
    #[error("the engine found no move: {0}")]
    Engine(String),
}

impl ServiceError {
    /// A word for programs; the message is for people.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            ServiceError::Json(_) => "json",
            ServiceError::State(_) => "game_state",
            ServiceError::Player(_) => "player_number",
            ServiceError::Difficulty(_) => "difficulty",
            ServiceError::Batch(_) => "game_states",
            ServiceError::Uneven { .. } => "player_numbers",
            ServiceError::Mode(_) => "mode",
            ServiceError::Budget(_) => "simulation_budget",
            ServiceError::Lines(_) => "lines",
            ServiceError::Choice(_) => "choice",
            ServiceError::NoOptions => "options",
            ServiceError::Engine(_) => "engine",
        }
    }
}

/// The kinds of player that answer. What a request calls `ai_type` is a hint and nothing more:
/// clients name the engine that the original service would use at a difficulty, and
/// here the difficulty says which one that is.
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
    /// An engine instead of the difficulty's, as its specification says.
    pub engine: Option<String>,
    /// For answers that can be repeated.
    pub seed: Option<u64>,
    /// How many of the best lines to tell: 1 to 16.
    pub lines: usize,
    /// Simulations to spend instead of what the difficulty says.
    pub simulations: Option<u64>,
    /// How many positions share the time of one request.
    pub shared_by: usize,
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
    /// What else was found out; passed on as it is, left out when null.
    pub analysis: Value,
}

#[derive(Deserialize)]
struct MoveBody {
    game_state: JsonState,
    player_number: u64,
    #[serde(default = "usual_difficulty")]
    difficulty: u64,
    /// Ours alone: no client of the original service sends it.
    #[serde(default)]
    engine: Option<String>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    lines: Option<u64>,
}

fn usual_difficulty() -> u64 {
    5
}

/// The position of a JSON state, on whatever board.
///
/// # Errors
/// Every reason why it is none.
pub fn read_any(state: &JsonState) -> Result<AnyRingRift, StateError> {
    read_before(state, None)
}

/// The position of a JSON state in which a ply is to be made.
fn read_before(state: &JsonState, next: Option<&JsonMove>) -> Result<AnyRingRift, StateError> {
    fn on<B: Board>(
        state: &JsonState,
        next: Option<&JsonMove>,
    ) -> Result<Box<RingRift<B>>, StateError> {
        let game = match next {
            None => state.game(),
            Some(ply) => state.game_before(ply),
        };
        game.map(Box::new)
    }
    match state.board() {
        name if name == Square8::NAME => on(state, next).map(AnyRingRift::Square8),
        name if name == Square19::NAME => on(state, next).map(AnyRingRift::Square19),
        name if name == Hex8::NAME => on(state, next).map(AnyRingRift::Hex8),
        name if name == Hexagonal::NAME => on(state, next).map(AnyRingRift::Hexagonal),
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
    let lines = body.lines.unwrap_or(1);
    if !(1..=16).contains(&lines) {
        return Err(ServiceError::Lines(lines));
    }
    Ok(MoveRequest {
        game,
        player,
        difficulty: body.difficulty as u8,
        engine: body.engine.clone(),
        seed: body.seed,
        lines: lines as usize,
        simulations: None,
        shared_by: 1,
    })
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
    pick: impl FnOnce(&MoveRequest) -> Result<Choice, ServiceError>,
) -> Result<Value, ServiceError> {
    let body: MoveBody = serde_json::from_str(body)?;
    let request = request(&body)?;
    let choice = pick(&request)?;
    let mut answer = json!({
        "move": chosen_move(&request, &choice, body.game_state.move_history.len()),
        "evaluation": choice.evaluation,
        "thinking_time_ms": choice.thinking_time_ms,
        "ai_type": choice.ai_type,
        "difficulty": request.difficulty,
        "heuristic_profile_id": "takeback",
        "use_neural_net": false,
    });
    if !choice.analysis.is_null() {
        answer["analysis"] = choice.analysis;
    }
    Ok(answer)
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
    simulation_budget: Option<u64>,
    #[serde(default)]
    seed: Option<u64>,
}

impl BatchBody {
    fn validate(&self) -> Result<(), ServiceError> {
        let (states, players) = (self.game_states.len(), self.player_numbers.len());
        if !(1..=64).contains(&states) {
            return Err(ServiceError::Batch(states));
        }
        if states != players {
            return Err(ServiceError::Uneven { states, players });
        }
        if let Some(mode) = self.mode.as_ref().filter(|m| *m != "batch" && *m != "tensor") {
            return Err(ServiceError::Mode(mode.clone()));
        }
        match self.simulation_budget {
            Some(budget) if !(10..=1000).contains(&budget) => Err(ServiceError::Budget(budget)),
            _ => Ok(()),
        }
    }
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
    mut pick: impl FnMut(&MoveRequest) -> Result<Choice, ServiceError>,
) -> Result<Value, ServiceError> {
    let body: BatchBody = serde_json::from_str(body)?;
    body.validate()?;
    let states = body.game_states.len();
    let bodies = body.game_states.into_iter().zip(body.player_numbers);
    let bodies = bodies.map(|(game_state, player_number)| MoveBody {
        game_state,
        player_number,
        difficulty: body.difficulty,
        engine: None,
        seed: body.seed,
        lines: None,
    });
    // Every position is read before the first is thought about.
    let requests = bodies
        .map(|body| Ok((request(&body)?, body.game_state.move_history.len())))
        .collect::<Result<Vec<_>, ServiceError>>()?;
    let (mut moves, mut time) = (Vec::with_capacity(states), 0);
    for (mut request, plies) in requests {
        request.simulations = body.simulation_budget;
        request.shared_by = states;
        let choice = pick(&request)?;
        time += choice.thinking_time_ms;
        moves.push(chosen_move(&request, &choice, plies));
    }
    Ok(json!({
        "moves": moves,
        "total_thinking_time_ms": time,
        "games_processed": states,
        "mode": body.mode.as_deref().unwrap_or("batch"),
        "throughput_games_per_sec": states as f64 * 1000.0 / time.max(1) as f64,
    }))
}
