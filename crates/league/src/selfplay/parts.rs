//! The files of a run.

use super::run::Format;
use flate2::{Compression, GzBuilder};
use std::io::Write;
use std::path::{Path, PathBuf};

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

pub(super) fn write(path: &Path, rows: &[Row], format: Format) -> std::io::Result<()> {
    let bytes = match format {
        Format::Jsonl => jsonl(rows)?,
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet(rows)?,
        Format::Rows => return Err(std::io::Error::other("rows are not written by parts")),
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

#[cfg(feature = "parquet")]
fn parquet(rows: &[Row]) -> std::io::Result<Vec<u8>> {
    use super::columns::{Column, ColumnFile};
    let numbers = ["game", "ply", "seat", "searched", "depth", "nodes", "result"];
    let mut table = ColumnFile::new(Vec::new(), &numbers, &["position", "move", "score"])
        .map_err(std::io::Error::other)?;
    for row in rows {
        let score = row.score.to_string();
        table
            .push(&[
                Column::Number(row.game as i64),
                Column::Number(row.ply.into()),
                Column::Number(row.seat.into()),
                Column::Number(row.searched.into()),
                Column::Number(row.depth.into()),
                Column::Number(row.nodes as i64),
                Column::Number(row.result.into()),
                Column::Text(&row.position),
                Column::Text(&row.m),
                Column::Text(&score),
            ])
            .map_err(std::io::Error::other)?;
    }
    table.finish().map_err(std::io::Error::other)
}
