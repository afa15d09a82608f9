//! Records for other programs.

use super::game::{Record, score_json};
use super::store::{Filter, Row, Store, StoreError};
use serde_json::{Value, json};
use std::io::Write;

/// A game as one JSON object.
#[must_use]
pub fn game_json(row: &Row, record: &Record) -> Value {
    let seats: Vec<Value> = record
        .seats
        .iter()
        .map(|seat| {
            json!({
                "engine": seat.engine, "payoff": seat.payoff, "moves": seat.effort.moves,
                "nodes": seat.effort.nodes, "seconds": seat.effort.seconds,
            })
        })
        .collect();
    let moves: Vec<Value> = record
        .plies
        .iter()
        .map(|ply| {
            json!({
                "move": ply.text, "seat": ply.seat.map(|p| p.0), "score": ply.score.map(score_json),
                "depth": ply.depth, "nodes": ply.nodes, "seconds": ply.time.as_secs_f64(),
            })
        })
        .collect();
    json!({
        "id": row.id, "event": row.event.0, "number": row.event.1, "game": record.game,
        "variant": record.variant, "start": record.start, "opening": record.opening,
        "ending": record.ending, "detail": record.detail, "seconds": record.seconds,
        "seats": seats, "moves": moves,
    })
}

/// A line a game; says how many.
///
/// # Errors
/// When the file cannot be read or the lines not be written.
pub fn write_jsonl(store: &Store, filter: &Filter, out: &mut dyn Write) -> Result<u64, StoreError> {
    let mut written = 0;
    for row in store.list(filter)? {
        let line = game_json(&row, &store.game(row.id)?);
        writeln!(out, "{line}").map_err(write_failed)?;
        written += 1;
    }
    Ok(written)
}

fn write_failed(error: std::io::Error) -> StoreError {
    StoreError::Write(error)
}

#[cfg(feature = "parquet")]
const NUMBERS: [&str; 3] = ["game", "ply", "seat"];
#[cfg(feature = "parquet")]
const TEXTS: [&str; 3] = ["variant", "move", "score"];

/// A row a move, as Parquet; says how many games.
///
/// # Errors
/// When the file cannot be read or the rows not be written.
#[cfg(feature = "parquet")]
pub fn write_parquet(
    store: &Store,
    filter: &Filter,
    out: std::fs::File,
) -> Result<u64, StoreError> {
    use crate::selfplay::columns::{Column, ColumnFile, Columns};
    let failed = |error: String| StoreError::Write(std::io::Error::other(error));
    let columns = Columns { numbers: &NUMBERS, texts: &TEXTS, ..Columns::default() };
    let mut table = ColumnFile::new(out, &columns).map_err(failed)?;
    let mut games = 0;
    for row in store.list(filter)? {
        let record = store.game(row.id)?;
        for (i, ply) in record.plies.iter().enumerate() {
            let seat = ply.seat.map_or(-1, |p| i64::from(p.0));
            let score = ply.score.map(super::game::score_text).unwrap_or_default();
            let variant = format!("{}:{}", record.game, record.variant);
            table
                .push(&[
                    Column::Number(row.id),
                    Column::Number(i as i64),
                    Column::Number(seat),
                    Column::Text(&variant),
                    Column::Text(&ply.text),
                    Column::Text(&score),
                ])
                .map_err(failed)?;
        }
        games += 1;
    }
    table.finish().map_err(failed)?;
    Ok(games)
}

#[cfg(all(test, feature = "parquet"))]
mod tests {
    use super::*;
    use crate::matches::{Openings, Plan, Played, run};
    use std::sync::Mutex;

    #[test]
    fn parquet_holds_the_moves_of_the_lines() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = entry.nth(0);
        let mut store = Store::in_memory().expect("memory");
        let event = store.event("one", "match", ("connect4", variant.name()), "").expect("new");
        let (a, b) = ("ab:depth=2,tt=1".parse(), "random".parse());
        let plan = Plan::new(a.expect("a spec"), b.expect("a spec"));
        let plan = Plan { games: 6, openings: Openings::random(2), ..plan };
        let store = Mutex::new(store);
        let record = |number: u64, seats: &[usize], played: &Played| {
            let names: Vec<String> = seats.iter().map(|&i| plan.sides[i].to_string()).collect();
            let record = Record::of("connect4", variant.name(), &names, played);
            let mut store = store.lock().expect("no panic while locked");
            store.add(event, number, &record).map(drop).map_err(|e| e.to_string())
        };
        run(variant, &plan, &record, &|_| ()).expect("the match is played");
        let store = store.into_inner().expect("no panic while locked");

        let mut lines = Vec::new();
        assert_eq!(write_jsonl(&store, &Filter::default(), &mut lines).expect("written"), 6);
        let mut wanted = Vec::new();
        for line in String::from_utf8(lines).expect("text").lines() {
            let game: Value = serde_json::from_str(line).expect("JSON");
            for (i, m) in game["moves"].as_array().expect("moves").iter().enumerate() {
                let seat = m["seat"].as_i64().unwrap_or(-1);
                wanted.push(json!([game["id"], i, seat, "connect4:7x6", m["move"], m["score"]]));
            }
        }
        let path = std::env::temp_dir().join(format!("takeback-moves-{}", std::process::id()));
        let file = std::fs::File::create(&path).expect("a file");
        assert_eq!(write_parquet(&store, &Filter::default(), file).expect("written"), 6);
        let rows = crate::selfplay::columns::read(&path, &NUMBERS, &TEXTS);
        std::fs::remove_file(&path).expect("ours");
        let score = |row: &Value| {
            let text = row["score"].as_str().expect("a text");
            super::super::read_score(text).map(score_json)
        };
        let found: Vec<Value> = rows
            .iter()
            .map(|row| {
                json!([
                    row["game"],
                    row["ply"],
                    row["seat"],
                    row["variant"],
                    row["move"],
                    score(row)
                ])
            })
            .collect();
        assert!(found.len() > 60, "{} rows", found.len());
        assert_eq!(found, wanted);
    }
}
