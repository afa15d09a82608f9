//! Whole games as RingRift's own tools write them: a list of JSON plies, and the state before or after.
//!
//! | field | meaning |
//! |---|---|
//! | `moves` or `moveHistory` | the plies, first first |
//! | `initialState` | where the game began; when it is missing, the usual start |
//! | a state's own fields | where it ended: board, players and options, compared at the end |
//! | `boardType`, `numPlayers`, `rulesOptions` | the table, where there is no state at all |
//!
//! Every ply is judged by the rules as they are, never merely applied: the first one they do not
//! allow is pointed out with the reason.

use super::expect;
use super::traces::{on_board, there_and_back};
use crate::wire::{JsonMove, JsonState, ReadPly, fingerprint};
use serde_json::{Value, json};
use takeback_core::{Game, Notation};
use takeback_host::check::{File, Known, Report};
use takeback_ringrift::{
    Board, Hex8, Hexagonal, LoosePly, Move, RingRift, Rules, Square8, Square19,
};

/// One recorded game.
struct Record {
    plies: Vec<Value>,
    start: Option<JsonState>,
    /// The table the end speaks of; read without its history, which is not judged yet.
    table: Option<JsonState>,
    end: Option<Value>,
    board: String,
    players: u8,
    options: Value,
}

/// Checks every game of a file, one case each; not a kind of ours when it holds no plies.
pub(super) fn check(file: &File, report: &mut Report) -> Known {
    let Some(games) = games(&file.text) else { return Known::No };
    for (number, game) in games.into_iter().enumerate() {
        let id = ["gameId", "id"].iter().find_map(|key| game.get(key).and_then(Value::as_str));
        let id = id.map_or_else(|| format!("game {number}"), str::to_owned);
        report.case(format_args!("{} {id}", file.name), read(game).and_then(|game| judge(&game)));
    }
    Known::Yes
}

/// Whether a line or file holds a game in this form.
pub(super) fn is_game(value: &Value) -> bool {
    ["moves", "moveHistory"].iter().any(|key| value.get(key).is_some_and(Value::is_array))
}

/// The games in a text: one object, a list of them, or `{"games": […]}`.
fn games(text: &str) -> Option<Vec<Value>> {
    let mut value: Value = serde_json::from_str(text).ok()?;
    let list = match value.get_mut("games") {
        Some(games) => games.take(),
        None => value,
    };
    let list = match list {
        Value::Array(list) => list,
        one => vec![one],
    };
    (!list.is_empty() && list.iter().all(is_game)).then_some(list)
}

fn read(mut game: Value) -> Result<Record, String> {
    let mut take = |names: &[&str]| {
        let found = names.iter().find_map(|name| game.get_mut(name).map(Value::take));
        found.unwrap_or(Value::Null)
    };
    let plies = match take(&["moves"]) {
        Value::Null => take(&["moveHistory"]),
        plies => plies,
    };
    let Value::Array(plies) = plies else { return Err("the plies are no list".to_owned()) };
    let state = |value: Value| serde_json::from_value(value).map_err(|e| format!("state: {e}"));
    let start: Option<JsonState> = match take(&["initialState", "initial_state"]) {
        Value::Null => None,
        value => Some(state(value)?),
    };
    let end: Option<Value> = match take(&["finalState", "final_state"]) {
        Value::Null => game.get("currentPhase").is_some().then(|| game.clone()),
        value => Some(value),
    };
    let table: Option<JsonState> = match &end {
        None => None,
        Some(end) => Some(state(with_history(end, &[])?)?),
    };
    let text = |key: &str| game.get(key).and_then(Value::as_str).map(str::to_owned);
    let board = start.as_ref().or(table.as_ref()).map(|state| state.board().to_owned());
    let board = board.or_else(|| text("boardType")).or_else(|| text("board"));
    let seats = game.get("numPlayers").or(game.get("players")).unwrap_or(&Value::Null);
    let seats = seats.as_u64().or(seats.as_array().map(|list| list.len() as u64));
    Ok(Record {
        plies,
        start,
        table,
        end,
        board: board.ok_or("nothing says which board: \"boardType\" or a state is missing")?,
        players: u8::try_from(seats.unwrap_or(2)).unwrap_or(u8::MAX),
        options: game.get("rulesOptions").cloned().unwrap_or(Value::Null),
    })
}

/// A state with these plies as its history.
fn with_history(state: &Value, plies: &[Value]) -> Result<Value, String> {
    let mut fields = state.as_object().ok_or("the state is no object")?.clone();
    fields.insert("moveHistory".to_owned(), json!(plies));
    Ok(Value::Object(fields))
}

fn judge(record: &Record) -> Result<(), String> {
    on_board!(record.board.as_str(), replay(record))
}

/// Where the game began: the state given, or the usual start under the options of the end.
fn start_of<B: Board>(record: &Record) -> Result<RingRift<B>, String> {
    if let Some(start) = &record.start {
        return start.game().map_err(|e| format!("the state at the start: {e}"));
    }
    if let Some(table) = &record.table {
        return table.start().map_err(|e| format!("the rules of the game: {e}"));
    }
    let number = |key: &str| record.options.get(key).and_then(Value::as_u64);
    let flag = |key: &str| record.options.get(key).and_then(Value::as_bool);
    let rings = number("ringsPerPlayer").map_or(B::RINGS, |n| u16::try_from(n).unwrap_or(u16::MAX));
    let mut rules = Rules::with_rings::<B>(record.players, rings);
    if let Some(rounds) = number("lpsRoundsRequired") {
        rules.lps_rounds = u8::try_from(rounds).unwrap_or(u8::MAX);
    }
    rules.swap = flag("swapRuleEnabled").unwrap_or(rules.swap);
    rules.strike = flag("stackStrikeEnabled").unwrap_or(rules.strike);
    RingRift::new(rules).map_err(|e| e.to_string())
}

fn replay<B: Board>(record: &Record) -> Result<(), String> {
    let start = start_of::<B>(record)?;
    let mut game = start.clone();
    let mut undos = Vec::new();
    for (number, ply) in record.plies.iter().enumerate() {
        let kind = ply.get("type").and_then(Value::as_str).unwrap_or("no type");
        let here = |why: String| format!("ply {number} ({kind}): {why}");
        let m = referee(&game, ply).map_err(here)?;
        let undo = if matches!(m, Move::Resign(_) | Move::TimeOut(_)) {
            game.make(m)
        } else {
            there_and_back(&mut game, m).map_err(here)?
        };
        undos.push((m, undo));
    }
    if let Some(end) = &record.end {
        compare_end(&game, end, &record.plies)?;
    }
    while let Some((m, undo)) = undos.pop() {
        game.unmake(m, undo);
    }
    expect("the position after taking the whole game back", &start, &game)
}

/// The ply that is meant, or why the rules do not allow it.
fn referee<B: Board>(game: &RingRift<B>, ply: &Value) -> Result<Move, String> {
    let ply: JsonMove = serde_json::from_value(ply.clone()).map_err(|e| e.to_string())?;
    let meant = ply.ply(game, &[]).map_err(|e| format!("illegal: {e}"))?;
    let m = match meant {
        ReadPly::Ply(LoosePly::Ply(m)) => m,
        ReadPly::Ply(LoosePly::Line { .. }) | ReadPly::NoSuchLine => {
            return Err("illegal: the cells are no line of the player in turn".to_owned());
        }
        ReadPly::Ply(LoosePly::Claim(_)) | ReadPly::NoSuchRegion => {
            return Err("illegal: the cells are no region that may be claimed".to_owned());
        }
    };
    match game.objection(m) {
        None => Ok(m),
        Some(why) => Err(format!("illegal {:?}: {why}", game.move_text(m))),
    }
}

/// A finished game is compared by its winner alone: its phase may be written in more than one way.
fn compare_end<B: Board>(game: &RingRift<B>, end: &Value, plies: &[Value]) -> Result<(), String> {
    let end = with_history(end, plies)?;
    let end: JsonState = serde_json::from_value(end).map_err(|e| format!("state: {e}"))?;
    let end: RingRift<B> =
        end.loose_game(None).map_err(|e| format!("the state at the end: {e}"))?;
    let winner =
        |game: &RingRift<B>| game.outcome().map(|(winner, _)| winner.map(|seat| seat.0 + 1));
    expect("winner after the last ply", winner(&end), winner(game))?;
    if game.outcome().is_some() {
        return Ok(());
    }
    expect("fingerprint after the last ply", fingerprint(&end), fingerprint(game))
}
