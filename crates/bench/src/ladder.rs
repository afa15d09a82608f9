//! Whether a game's ten levels are evenly spaced: each plays the next lower one.

use super::{Cell, ResultTable};

/// One row of a ladder: a level, the one below, and its score with the interval.
pub(crate) type Rung = (u8, u8, u64, [f64; 3]);

/// The table of measured rungs.
#[must_use]
pub fn ladder(game: &str, rungs: &[Rung]) -> ResultTable {
    let rows = rungs
        .iter()
        .map(|&(level, below, games, [low, mid, high])| {
            vec![
                game.into(),
                Cell::Number(f64::from(level), 0),
                Cell::Number(f64::from(below), 0),
                Cell::Number(games as f64, 0),
                Cell::Number(100.0 * mid, 1),
                Cell::Number(100.0 * low, 1),
                Cell::Number(100.0 * high, 1),
            ]
        })
        .collect();
    ResultTable {
        name: "ladder",
        title: format!("Levels of {game}: each against the one below"),
        columns: vec!["game", "level", "against", "games", "score %", "low", "high"],
        rows,
        notes: vec!["Evenly spaced means 60 to 75 % everywhere.".into()],
        charted: 4,
    }
}
