//! What the drop-in for CoTuLenh's own library asks beyond what every game
//! answers: endings, danger, attackers, air defence, sessions, whole turns.

use crate::fault::{Fault, Kind};
use serde_json::{Map, Value, json};
use takeback_core::Notation;
use takeback_cotulenh::{
    CoTuLenh, FenReason, Move, RankMark, Side, Square, Strictness, fen_reasons,
};
use takeback_host::play::{Table, TableOf};

/// The position of a table, which must be this game's.
fn position(table: &dyn Table) -> Result<&CoTuLenh, Fault> {
    let table = table.as_any().downcast_ref::<TableOf<CoTuLenh>>();
    table.map(TableOf::now).ok_or_else(|| Fault::new(Kind::Request, "this is another game's table"))
}

/// All facts of a position that are neither pieces nor moves.
pub(crate) fn facts(table: &dyn Table) -> Result<String, Fault> {
    let game = position(table)?;
    let both =
        |fact: &dyn Fn(Side) -> Value| json!({ "r": fact(Side::Red), "b": fact(Side::Blue) });
    let squares = |side| game.commander(side).map(|at| at.to_string());
    Ok(json!({
        "turn": game.side().letter().to_string(),
        "clock": game.clock(),
        "number": game.number(),
        "ending": game.ending().map(takeback_cotulenh::Ending::word),
        "commander": both(&|side| json!(squares(side))),
        "attacked": both(&|side| json!(game.is_attacked(side))),
        "danger": both(&|side| json!(game.in_danger(side))),
        "board": game.board_text(),
        "origin": game.deploys_from().map(|at| at.to_string()),
        "canCommit": game.can_commit(),
    })
    .to_string())
}

/// From each covered square to the squares of the guns that cover it.
pub(crate) fn air(table: &dyn Table) -> Result<String, Fault> {
    let game = position(table)?;
    let of = |side| -> Value {
        let cover = game.air_cover(side).into_iter().map(|(at, guns)| {
            let guns: Vec<String> = guns.iter().map(Square::to_string).collect();
            (at.to_string(), json!(guns))
        });
        Value::Object(cover.collect::<Map<_, _>>())
    };
    Ok(json!({ "r": of(Side::Red), "b": of(Side::Blue) }).to_string())
}

/// Who attacks a square: `SQUARE r` or `SQUARE b`.
pub(crate) fn attackers(table: &dyn Table, ask: &str) -> Result<String, Fault> {
    let game = position(table)?;
    let unclear = || Fault::new(Kind::Request, format!("{ask:?} is no square and colour"));
    let (at, side) = ask.split_once(' ').ok_or_else(unclear)?;
    let at = Square::parse(at).ok_or_else(unclear)?;
    let side = Side::BOTH.into_iter().find(|one| side == one.letter().to_string());
    let side = side.ok_or_else(unclear)?;
    let all = game.attackers_of(at, side).map(|(kind, from)| {
        json!({ "square": from.to_string(), "type": kind.letter().to_ascii_lowercase().to_string() })
    });
    Ok(Value::Array(all.collect()).to_string())
}

/// Every reason against a position text, with its sort.
pub(crate) fn reasons(strict: bool, fen: &str) -> String {
    let strictness = if strict { Strictness::Complete } else { Strictness::Spelling };
    let reasons = fen_reasons(fen, strictness).into_iter().map(|reason| {
        let (word, about) = told(&reason);
        json!({ "category": reason.category().word(), "reason": word, "about": about, "message": reason.to_string() })
    });
    Value::Array(reasons.collect()).to_string()
}

/// A word for a reason, and what it is about.
fn told(reason: &FenReason) -> (&'static str, Value) {
    match reason {
        FenReason::UnknownLetter(letter) => ("letter", json!(letter.to_string())),
        FenReason::BadCount(count) => ("count", json!(count)),
        FenReason::DoublePlus => ("plus", json!("++")),
        FenReason::DanglingPlus => ("plus", json!("+")),
        FenReason::FieldCount(fields) => ("fields", json!(fields)),
        FenReason::RankCount(ranks) => ("ranks", json!(ranks)),
        FenReason::RankWidth { rank, files } => ("width", json!([rank, files])),
        FenReason::Parentheses => ("parentheses", Value::Null),
        FenReason::BadSide(side) => ("side", json!(side)),
        FenReason::BadDash(mark) => ("dash", json!(mark)),
        FenReason::BadClock(clock) => ("clock", json!(clock)),
        FenReason::BadNumber(number) => ("number", json!(number)),
        FenReason::BadStack(at, _) => ("stack", json!(at.to_string())),
        FenReason::BadTerrain(at, _) => ("terrain", json!(at.to_string())),
        FenReason::Commanders(side, count) => {
            ("commanders", json!([side.letter().to_string(), count]))
        }
        FenReason::BadSession(text) => ("session", json!(text)),
    }
}

/// The steps that the text of a whole turn stands for, one a line.
pub(crate) fn read_turn(table: &dyn Table, text: &str) -> Result<String, Fault> {
    let game = position(table)?;
    let moves = game.read_turn(text).map_err(|e| Fault::new(Kind::Illegal, e.to_string()))?;
    let mut now = game.clone();
    let texts = moves.into_iter().map(|m| {
        let text = now.move_text(m);
        takeback_core::Game::make(&mut now, m);
        text
    });
    Ok(texts.collect::<Vec<_>>().join("\n"))
}

/// SAN and LAN of a whole turn that begins here, from its steps.
pub(crate) fn turn_text(table: &dyn Table, steps: &str) -> Result<String, Fault> {
    let game = position(table)?;
    let mut now = game.clone();
    let mut moves: Vec<Move> = Vec::new();
    for step in steps.lines() {
        let m = now.read_move(step).map_err(|e| Fault::new(Kind::Unreadable, e.to_string()))?;
        takeback_core::Game::make(&mut now, m);
        moves.push(m);
    }
    let texts = game.turn_text(&moves, RankMark::FirstDigit).zip(game.turn_lan(&moves));
    let (san, lan) = texts.ok_or_else(|| Fault::new(Kind::Request, "these steps make no turn"))?;
    Ok(format!("{san}\n{lan}"))
}
