//! The calls, as functions from text to JSON.

use super::words::{AskedMove, WordError, read_fen, standing, write_move, write_step};
use super::{MOST_MOVES, Options};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};
use takeback_core::{Game, Notation, Portable};
use takeback_cotulenh::{CoTuLenh, Move, Pgn, PgnWarning, RankMark};
use takeback_host::GameEntry;
use takeback_host::spec::Spec;
use takeback_search::{StopFlag, Stopped};

#[derive(Deserialize)]
struct Position {
    fen: String,
}

/// `POST /legal`: every move of the list, `commit` apart.
pub(super) fn legal(body: &str) -> Result<Value, WordError> {
    let body: Position = serde_json::from_str(body)?;
    let game = read_fen(&body.fen)?;
    let mut told = standing(&game);
    let moves = game.legal_moves().into_iter().filter(|m| !m.is_control());
    told.insert("moves".into(), moves.map(|m| write_move(&game, m)).collect());
    Ok(Value::Object(told))
}

#[derive(Deserialize)]
struct ApplyBody {
    fen: String,
    #[serde(rename = "move")]
    asked: AskedMove,
}

/// `POST /apply`: the position after a step, a whole turn, a commit or a cancel.
pub(super) fn apply(body: &str) -> Result<Value, WordError> {
    let body: ApplyBody = serde_json::from_str(body)?;
    let mut game = read_fen(&body.fen)?;
    let before = game.position_text();
    let moves = body.asked.steps(&game)?;
    let steps: Vec<Value> = made(&mut game, &moves);
    let mut told = standing(&game);
    told.insert(
        "applied".into(),
        json!({
            "steps": steps,
            "before": before,
            "after": game.position_text(),
            "completed": !game.is_deploying() && moves != [Move::CANCEL],
        }),
    );
    Ok(Value::Object(told))
}

/// Makes moves and tells them, controls left out.
fn made(game: &mut CoTuLenh, moves: &[Move]) -> Vec<Value> {
    let mut told = Vec::new();
    for &m in moves {
        if !m.is_control() {
            told.push(write_move(game, m));
        }
        game.make(m);
    }
    told
}

#[derive(Deserialize)]
struct BestBody {
    fen: String,
    #[serde(default)]
    level: Option<u64>,
    #[serde(default)]
    engine: Option<String>,
    #[serde(default, rename = "timeMs")]
    time_ms: Option<u64>,
    #[serde(default)]
    seed: Option<u64>,
}

impl BestBody {
    fn spec(&self) -> Result<Spec, WordError> {
        let level = self.level.unwrap_or(5);
        if !(1..=10).contains(&level) {
            return Err(WordError::Level(level));
        }
        let text = self.engine.clone().unwrap_or_else(|| level.to_string());
        text.parse()
            .map_err(|error: takeback_host::spec::SpecError| WordError::Engine(error.to_string()))
    }
}

/// `POST /bestmove`: what to play, up to the end of the turn.
pub(super) fn bestmove(
    entry: &GameEntry,
    options: &Options,
    body: &str,
    stop: &StopFlag,
) -> Result<Value, WordError> {
    let begun = Instant::now();
    let body: BestBody = serde_json::from_str(body)?;
    let start = read_fen(&body.fen)?;
    if start.ending().is_some() {
        return Err(WordError::Over);
    }
    if start.is_dead_end() {
        return Err(WordError::DeadEnd);
    }
    let fail = |why: &dyn std::fmt::Display| WordError::Engine(why.to_string());
    let spec = body.spec()?;
    let variant = &*entry.variants[0];
    let mut seat = variant.engine_for_strangers(&spec).map_err(|e| fail(&e))?;
    let asked = body.time_ms.map(Duration::from_millis);
    let longest = asked.unwrap_or(options.longest).clamp(Duration::from_millis(1), options.longest);
    let mut limits = seat.limits.clone();
    limits.memory = limits.memory.min(options.memory);
    limits.threads = 1;
    limits.seed = body.seed.unwrap_or(limits.seed);
    limits.stop = stop.clone();
    let own = asked.or(limits.time).unwrap_or(longest);
    let mut table = variant.table(Some(&start.position_text())).map_err(|e| fail(&e))?;
    let (mut game, mut moves, mut first) = (start.clone(), Vec::new(), None);
    loop {
        // Later steps have what is left, and a little where nothing is.
        let left = longest.saturating_sub(begun.elapsed()).max(Duration::from_millis(5));
        limits.time = Some(own.min(left));
        // Who asks for a move gets what the level plays, and that may be its book's.
        let told = match seat.engine.recall(&*table, &limits) {
            Some(known) => known,
            None => seat.engine.think(&*table, &limits, &mut |_| ()).map_err(|e| fail(&e))?,
        };
        table.play(&told.best).map_err(|e| fail(&e))?;
        let m = game.read_move(&told.best).map_err(|e| fail(&e))?;
        game.make(m);
        moves.push(m);
        let _ = first.get_or_insert(told);
        if !game.is_deploying() {
            break;
        }
    }
    let Some(found) = first else { return Err(WordError::DeadEnd) };
    let mut replay = start.clone();
    let steps = made(&mut replay, &moves);
    let mut told = standing(&start);
    let more = json!({
        "move": moves.first().filter(|m| !m.is_control()).map(|&m| write_step(&start, m)),
        "steps": steps,
        "commit": moves.last() == Some(&Move::COMMIT),
        "san": start.turn_text(&moves, RankMark::FirstDigit),
        "lan": start.turn_lan(&moves),
        "after": game.position_text(),
        "engine": spec.to_string(),
        "score": found.score.to_string(),
        "book": found.stopped == Some(Stopped::Book),
        "depth": found.depth,
        "nodes": found.nodes,
        "timeMs": begun.elapsed().as_millis() as u64,
    });
    told.extend(more.as_object().cloned().unwrap_or_else(Map::new));
    Ok(Value::Object(told))
}

#[derive(Deserialize)]
struct GameBody {
    #[serde(default)]
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<AskedMove>,
    #[serde(default)]
    pgn: Option<String>,
}

/// `POST /game`: a whole game, turn by turn.
pub(super) fn game(body: &str) -> Result<Value, WordError> {
    let body: GameBody = serde_json::from_str(body)?;
    let (start, moves, pgn, warnings) = match body.pgn {
        Some(_) if body.fen.is_some() || !body.moves.is_empty() => return Err(WordError::Both),
        Some(text) => {
            let (pgn, warnings) = Pgn::read_foreign(&text)?;
            (pgn.start.clone(), pgn.moves().collect(), Some(pgn), warnings)
        }
        None => {
            let start = body.fen.as_deref().map_or_else(|| Ok(CoTuLenh::new()), read_fen)?;
            (start.clone(), read_moves(start, &body.moves)?, None, Vec::new())
        }
    };
    let (history, end) = history(&start, &moves);
    let pgn = pgn.unwrap_or_else(|| Pgn::of(&start, &moves));
    let mut told = standing(&end);
    let more = json!({
        "start": start.position_text(),
        "history": history,
        "result": pgn.result.mark(),
        "pgn": pgn.to_string(),
        "warnings": warnings.iter().map(PgnWarning::to_string).collect::<Vec<_>>(),
    });
    told.extend(more.as_object().cloned().unwrap_or_else(Map::new));
    Ok(Value::Object(told))
}

fn read_moves(mut game: CoTuLenh, asked: &[AskedMove]) -> Result<Vec<Move>, WordError> {
    if asked.len() > MOST_MOVES {
        return Err(WordError::TooLong(asked.len()));
    }
    let mut all = Vec::new();
    for asked in asked {
        let moves = asked.steps(&game)?;
        for &m in &moves {
            game.make(m);
        }
        all.extend(moves);
    }
    Ok(all)
}

/// One entry a turn that was finished; the position reached.
fn history(start: &CoTuLenh, moves: &[Move]) -> (Vec<Value>, CoTuLenh) {
    let (mut now, mut before, mut turn) = (start.clone(), start.clone(), Vec::new());
    let mut told = Vec::new();
    for &m in moves {
        now.make(m);
        turn.push(m);
        if m == Move::CANCEL {
            turn.clear();
        } else if !now.is_deploying() {
            let mut again = before.clone();
            told.push(json!({
                "color": before.side().letter().to_string(),
                "moveNumber": before.number(),
                "san": before.turn_text(&turn, RankMark::FirstDigit),
                "lan": before.turn_lan(&turn),
                "steps": made(&mut again, &turn),
                "before": before.position_text(),
                "after": now.position_text(),
            }));
            turn.clear();
            before = now.clone();
        }
    }
    (told, now)
}
