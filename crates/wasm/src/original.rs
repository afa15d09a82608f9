//! What the drop-in for CoTuLenh's own library asks beyond what every game
//! answers: endings, danger, attackers, air defence, sessions, whole turns.

use crate::fault::{Fault, Kind};
use crate::json::{Object, json};
use serde::Serialize;
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

/// The same fact of both sides.
#[derive(Serialize)]
struct Both<T> {
    r: T,
    b: T,
}

impl<T> Both<T> {
    fn of(fact: impl Fn(Side) -> T) -> Self {
        Both { r: fact(Side::Red), b: fact(Side::Blue) }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Facts {
    turn: char,
    clock: u32,
    number: u32,
    ending: Option<&'static str>,
    commander: Both<Option<String>>,
    attacked: Both<bool>,
    danger: Both<bool>,
    board: String,
    origin: Option<String>,
    can_commit: bool,
}

/// All facts of a position that are neither pieces nor moves.
pub(crate) fn facts(table: &dyn Table) -> Result<String, Fault> {
    let game = position(table)?;
    Ok(json(&Facts {
        turn: game.side().letter(),
        clock: game.clock(),
        number: game.number(),
        ending: game.ending().map(takeback_cotulenh::Ending::word),
        commander: Both::of(|side| game.commander(side).map(|at| at.to_string())),
        attacked: Both::of(|side| game.is_attacked(side)),
        danger: Both::of(|side| game.in_danger(side)),
        board: game.board_text(),
        origin: game.deploys_from().map(|at| at.to_string()),
        can_commit: game.can_commit(),
    }))
}

/// From each covered square to the squares of the guns that cover it.
pub(crate) fn air(table: &dyn Table) -> Result<String, Fault> {
    let game = position(table)?;
    let of = |side| {
        let cover = game.air_cover(side).into_iter().map(|(at, guns)| {
            let guns: Vec<String> = guns.iter().map(Square::to_string).collect();
            (at.to_string(), guns)
        });
        cover.collect::<Vec<_>>()
    };
    let (r, b) = (of(Side::Red), of(Side::Blue));
    Ok(json(&Both { r: Object(&r), b: Object(&b) }))
}

#[derive(Serialize)]
struct Attacker {
    square: String,
    r#type: char,
}

/// Who attacks a square: `SQUARE r` or `SQUARE b`.
pub(crate) fn attackers(table: &dyn Table, ask: &str) -> Result<String, Fault> {
    let game = position(table)?;
    let unclear = || Fault::new(Kind::Request, format!("{ask:?} is no square and colour"));
    let (at, side) = ask.split_once(' ').ok_or_else(unclear)?;
    let at = Square::parse(at).ok_or_else(unclear)?;
    let side = Side::BOTH.into_iter().find(|one| side == one.letter().to_string());
    let side = side.ok_or_else(unclear)?;
    let all = game.attackers_of(at, side).map(|(kind, from)| Attacker {
        square: from.to_string(),
        r#type: kind.letter().to_ascii_lowercase(),
    });
    Ok(json(&all.collect::<Vec<_>>()))
}

/// What is wrong with a position text.
#[derive(Serialize)]
struct Wrong<'r> {
    category: &'static str,
    reason: &'static str,
    about: About<'r>,
    message: String,
}

/// What a reason is about.
#[derive(Serialize)]
#[serde(untagged)]
enum About<'r> {
    Nothing,
    Sign(char),
    Text(&'r str),
    Name(String),
    Count(u64),
    Counts(u64, u64),
    Side(char, u64),
}

/// Every reason against a position text, with its sort.
pub(crate) fn reasons(strict: bool, fen: &str) -> String {
    let strictness = if strict { Strictness::Complete } else { Strictness::Spelling };
    let reasons = fen_reasons(fen, strictness);
    let told = reasons.iter().map(|why| {
        let (reason, about) = told(why);
        Wrong { category: why.category().word(), reason, about, message: why.to_string() }
    });
    json(&told.collect::<Vec<_>>())
}

/// A word for a reason, and what it is about.
fn told(reason: &FenReason) -> (&'static str, About<'_>) {
    let count = |number: usize| About::Count(number as u64);
    match reason {
        FenReason::UnknownLetter(letter) => ("letter", About::Sign(*letter)),
        FenReason::BadCount(count) => ("count", About::Text(count)),
        FenReason::DoublePlus => ("plus", About::Text("++")),
        FenReason::DanglingPlus => ("plus", About::Text("+")),
        FenReason::FieldCount(fields) => ("fields", count(*fields)),
        FenReason::RankCount(ranks) => ("ranks", count(*ranks)),
        FenReason::RankWidth { rank, files } => {
            ("width", About::Counts(*rank as u64, *files as u64))
        }
        FenReason::Parentheses => ("parentheses", About::Nothing),
        FenReason::BadSide(side) => ("side", About::Text(side)),
        FenReason::BadDash(mark) => ("dash", About::Text(mark)),
        FenReason::BadClock(clock) => ("clock", About::Text(clock)),
        FenReason::BadNumber(number) => ("number", About::Text(number)),
        FenReason::BadStack(at, _) => ("stack", About::Name(at.to_string())),
        FenReason::BadTerrain(at, _) => ("terrain", About::Name(at.to_string())),
        FenReason::Commanders(side, count) => {
            ("commanders", About::Side(side.letter(), *count as u64))
        }
        FenReason::BadSession(text) => ("session", About::Text(text)),
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
