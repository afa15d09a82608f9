//! Which engine answers a request, and what it says.

use crate::wire::service::{Choice, MoveRequest, ServiceError};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use takeback_core::{Game, Notation, Portable, Turn};
use takeback_host::GameEntry;
use takeback_host::spec::Spec;
use takeback_ringrift::on_any;
use takeback_search::{Score, StopFlag};

/// Table or tree of one search, in MiB: many may run at once.
const MEMORY: usize = 16;

/// All engines of RingRift.
pub(super) struct Desk {
    game: GameEntry,
}

impl Desk {
    pub(super) fn new() -> Self {
        Desk { game: crate::ringrift() }
    }

    /// The game with its levels.
    pub(super) fn game(&self) -> &GameEntry {
        &self.game
    }

    /// A move for the request, in at most so much time.
    pub(super) fn pick(
        &self,
        request: &MoveRequest,
        longest: Duration,
        stop: &StopFlag,
    ) -> Result<Choice, ServiceError> {
        let begun = Instant::now();
        let (players, position, mine) = on_any!(&request.game, game => (
            game.players(),
            game.position_text(),
            game.turn() != Turn::Over && game.colour() == request.player,
        ));
        let spec = spec_of(request);
        let fail = |why: &dyn std::fmt::Display| ServiceError::Engine(why.to_string());
        let variant = self.game.variant(Some(&variant_name(request.game.board(), players)));
        let variant = variant.map_err(|e| fail(&e))?;
        let mut choice = Choice {
            best: None,
            evaluation: 0.0,
            thinking_time_ms: 0,
            ai_type: "minimax".to_owned(),
            analysis: Value::Null,
        };
        // A rung is told as what plays there; what cannot be read is refused below.
        let parsed = spec.parse::<Spec>();
        if let Ok(parsed) = &parsed {
            let rung = parsed.level().and_then(|level| variant.ladder()?.spec(level).ok());
            choice.ai_type = ai_type(rung.as_ref().unwrap_or(parsed)).to_owned();
        }
        if !mine {
            return Ok(choice);
        }
        let table = variant.table(Some(&position)).map_err(|e| fail(&e))?;
        let parsed = parsed.map_err(|e| fail(&e))?;
        let mut seat = variant.engine_for_strangers(&parsed).map_err(|e| fail(&e))?;
        let mut limits = seat.limits;
        limits.time = Some(limits.time.map_or(longest, |time| time.min(longest)));
        limits.memory = MEMORY;
        limits.threads = 1;
        limits.lines = request.lines;
        limits.seed = request.seed.unwrap_or(limits.seed);
        limits.stop = stop.clone();
        let told = seat.engine.think(&*table, &limits, &mut |_| ()).map_err(|e| fail(&e))?;
        let best = on_any!(&request.game, game => game.read_move(&told.best));
        choice.best = Some(best.map_err(|e| fail(&e))?);
        choice.evaluation = evaluation(told.score);
        choice.analysis = told.json();
        if let Some(fields) = choice.analysis.as_object_mut() {
            fields.insert("engine".to_owned(), json!(spec));
            if request.lines == 1 {
                fields.remove("moves"); // hundreds of root moves nobody asked about
            }
        }
        choice.thinking_time_ms = begun.elapsed().as_millis() as u64;
        Ok(choice)
    }
}

/// Tables of two have engines of their own; any other number plays by those for many.
pub(super) fn variant_name(board: &str, players: usize) -> String {
    match players {
        2 => board.to_owned(),
        4 => format!("{board}-4"),
        _ => format!("{board}-3"),
    }
}

/// The engine as specified: the game's own ladder, unless the request asks for something of ours.
fn spec_of(request: &MoveRequest) -> String {
    match (request.simulations, &request.engine) {
        (Some(simulations), _) => format!("mcts:iterations={simulations}"),
        (None, Some(engine)) => engine.clone(),
        (None, None) => format!("level:{}", request.difficulty),
    }
}

/// What the service calls the kind of player behind a specification: who looks one ply ahead
/// judges, and does not search.
pub(super) fn ai_type(spec: &Spec) -> &'static str {
    let judges = spec.get("depth") == Some(Some("1"));
    match spec.engine() {
        "random" => "random",
        "ab" | "maxn" | "brs" if judges => "heuristic",
        "maxn" => "maxn",
        "brs" => "brs",
        "mcts" => "mcts",
        "descent" => "descent",
        _ => "minimax",
    }
}

/// In which part of its decisions it plays any move at all.
pub(super) fn randomness(spec: &Spec) -> f64 {
    let slips = spec.get("slips").flatten().and_then(|percent| percent.parse::<u8>().ok());
    match spec.engine() {
        "random" => 1.0,
        _ => f64::from(slips.unwrap_or(0)) / 100.0,
    }
}

/// A score as one number, in units of the judgement; proven results lie far outside.
fn evaluation(score: Score) -> f64 {
    match score {
        Score::Points(points) => f64::from(points) / 100.0,
        Score::Win(plies) => 10_000.0 - f64::from(plies),
        Score::Loss(plies) => f64::from(plies) - 10_000.0,
        Score::Exact(payoff) => f64::from(payoff) * 10.0,
        Score::Margin(points) => f64::from(points.signum()) * 10_000.0,
        // The judgement's own odds, turned round.
        Score::Share(share) => {
            let share = f64::from(share).clamp(1e-6, 1.0 - 1e-6);
            4.0 * (share / (1.0 - share)).ln()
        }
    }
}
