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
    use crate::selfplay::columns::{Column, Table};
    let failed = |error: String| StoreError::Write(std::io::Error::other(error));
    let mut table =
        Table::new(out, &["game", "ply", "seat"], &["variant", "move", "score"]).map_err(failed)?;
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
