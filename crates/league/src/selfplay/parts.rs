//! The files of a run.

use super::run::Format;
use flate2::{Compression, GzBuilder};
use std::io::Write;
use std::path::{Path, PathBuf};
use takeback_train::rows::{Game, Header};

/// A labelled position.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Row {
    /// The number of the game.
    pub game: u64,
    /// How many moves were played before.
    pub ply: u32,
    /// Who decided.
    pub seat: u8,
    /// Where.
    pub position: String,
    /// What was played.
    #[serde(rename = "move")]
    pub m: String,
    /// What the search thought; nothing where there was none.
    pub score: serde_json::Value,
    /// 1 if a search stands behind the score.
    pub searched: u8,
    /// Its depth.
    pub depth: u32,
    /// Its positions.
    pub nodes: u64,
    /// The decider's result of the game, in thousandths of a win.
    pub result: i32,
}

pub(super) fn path(folder: &Path, part: u64, format: Format) -> PathBuf {
    let ending = match format {
        Format::Jsonl => "jsonl.gz",
        #[cfg(feature = "parquet")]
        Format::Parquet => "parquet",
        Format::Rows => "rows",
    };
    folder.join(format!("part-{part:05}.{ending}"))
}

/// What a file holds.
#[derive(Debug, Default)]
pub(super) struct Part {
    pub(super) rows: Vec<Row>,
    /// What is learned from, of games with features.
    pub(super) games: Vec<Game>,
}

pub(super) fn write(
    path: &Path,
    part: &Part,
    header: Option<&Header>,
    format: Format,
) -> std::io::Result<()> {
    let bytes = match (format, header) {
        (Format::Jsonl, _) => jsonl(&part.rows)?,
        #[cfg(feature = "parquet")]
        (Format::Parquet, None) => parquet(&part.rows)?,
        #[cfg(feature = "parquet")]
        (Format::Parquet, Some(header)) => {
            learnable(part, header).map_err(std::io::Error::other)?
        }
        (Format::Rows, _) => return Err(std::io::Error::other("rows are not written by parts")),
    };
    takeback_host::files::replace(path, &bytes)
}

fn jsonl(rows: &[Row]) -> std::io::Result<Vec<u8>> {
    // No time and no name in the header: the same rows, the same bytes.
    let mut out = GzBuilder::new().mtime(0).write(Vec::new(), Compression::default());
    for row in rows {
        serde_json::to_writer(&mut out, row)?;
        out.write_all(b"\n")?;
    }
    out.finish()
}

/// Columns of whole numbers, where nothing is learned from.
#[cfg(feature = "parquet")]
pub(super) const NUMBERS: [&str; 7] =
    ["game", "ply", "seat", "depth", "nodes", "searched", "result"];
#[cfg(feature = "parquet")]
pub(super) const TEXTS: [&str; 3] = ["position", "move", "score"];

#[cfg(feature = "parquet")]
fn parquet(rows: &[Row]) -> std::io::Result<Vec<u8>> {
    use super::columns::{Column, ColumnFile, Columns};
    let columns = Columns { numbers: &NUMBERS, texts: &TEXTS, ..Columns::default() };
    let mut table = ColumnFile::new(Vec::new(), &columns).map_err(std::io::Error::other)?;
    for row in rows {
        let score = row.score.to_string();
        table
            .push(&[
                Column::Number(row.game as i64),
                Column::Number(row.ply.into()),
                Column::Number(row.seat.into()),
                Column::Number(row.depth.into()),
                Column::Number(row.nodes as i64),
                Column::Number(row.searched.into()),
                Column::Number(row.result.into()),
                Column::Text(&row.position),
                Column::Text(&row.m),
                Column::Text(&score),
            ])
            .map_err(std::io::Error::other)?;
    }
    table.finish().map_err(std::io::Error::other)
}

/// The same and what training reads, side by side.
#[cfg(feature = "parquet")]
fn learnable(part: &Part, header: &Header) -> Result<Vec<u8>, String> {
    use super::columns::{Column, ColumnFile, Columns};
    use takeback_train::table;
    let numbers: Vec<&str> = table::NUMBERS.into_iter().chain(["searched", "result"]).collect();
    let columns = Columns {
        numbers: &numbers,
        reals: &table::REALS,
        texts: &TEXTS,
        lists: &table::LISTS,
        notes: table::notes(header),
    };
    let mut file = ColumnFile::new(Vec::new(), &columns)?;
    let mut rows = part.rows.iter();
    for game in &part.games {
        for labelled in &game.rows {
            let same = |row: &&Row| row.game == game.number && row.ply == u32::from(labelled.ply);
            // Both lists are of the same plies, in the same order.
            let Some(row) = rows.find(same) else {
                return Err(format!("game {}, ply {} has no text", game.number, labelled.ply));
            };
            let score = row.score.to_string();
            let values = table::Values::of(game, labelled);
            let mut values = values.columns();
            values.extend([
                Column::Number(row.searched.into()),
                Column::Number(row.result.into()),
                Column::Text(&row.position),
                Column::Text(&row.m),
                Column::Text(&score),
            ]);
            file.push(&values)?;
        }
    }
    file.finish()
}
