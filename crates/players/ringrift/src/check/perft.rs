//! Perft counts from the start and from positions inside recorded games.

use super::traces::{Record, on_board, records, referee};
use serde::Deserialize;
use std::collections::BTreeMap;
use takeback_core::Game;
use takeback_host::check::{File, Report, find};
use takeback_ringrift::{Board, Hex8, Hexagonal, RingRift, Square8, Square19};
use takeback_verify::perft;

#[derive(Deserialize)]
struct Counts {
    #[serde(default)]
    initial: Vec<Initial>,
    #[serde(default)]
    midgame: Vec<Midgame>,
}

#[derive(Deserialize)]
struct Initial {
    board: String,
    players: u8,
    depth: u32,
    nodes: u64,
}

#[derive(Deserialize)]
struct Midgame {
    game: String,
    ply: usize,
    phase: Option<String>,
    player: Option<u8>,
    perft: BTreeMap<String, u64>,
}

/// Checks every count, one case for each row.
pub(super) fn check(file: &File, report: &mut Report) {
    let counts: Counts = match serde_json::from_str(&file.text) {
        Ok(counts) => counts,
        Err(error) => return report.fail(&file.name, error),
    };
    for row in &counts.initial {
        let outcome = on_board!(row.board.as_str(), from_start(row));
        let what =
            format!("{} {} players {} depth {}", file.name, row.board, row.players, row.depth);
        report.case(what, outcome);
    }
    let games = recorded_games(file);
    for row in &counts.midgame {
        let what = format!("{} {} ply {}", file.name, row.game, row.ply);
        match games.iter().find(|record| record.opening.id == row.game) {
            None => report.skip(),
            Some(record) => {
                let board = record.opening.board.as_str();
                report.case(what, on_board!(board, from_record(row, record)));
            }
        }
    }
}

/// All games recorded in the folder of this file or below it.
fn recorded_games(file: &File) -> Vec<Record> {
    let Some(folder) = file.path.parent() else { return Vec::new() };
    let paths = find(folder).unwrap_or_default();
    let games = paths.iter().filter(|path| super::is_trace_path(path));
    let mut ignored = Report::default();
    games
        .filter_map(|path| File::read(path).ok())
        .flat_map(|file| records(&file, &mut ignored))
        .collect()
}

fn count<B: Board>(game: &RingRift<B>, depth: u32, nodes: u64) -> Result<(), String> {
    let found = perft(&mut game.clone(), depth);
    if found == nodes {
        return Ok(());
    }
    Err(format!("depth {depth}: recorded {nodes}, found {found}"))
}

fn from_start<B: Board>(row: &Initial) -> Result<(), String> {
    let rules = takeback_ringrift::Rules::standard::<B>(row.players);
    let game = RingRift::<B>::new(rules).map_err(|e| e.to_string())?;
    count(&game, row.depth, row.nodes)
}

fn from_record<B: Board>(row: &Midgame, record: &Record) -> Result<(), String> {
    let mut game = record.opening.start::<B>()?;
    for (_, ply) in record.plies.iter().take(row.ply) {
        let m = referee(&game, &ply.mv)?;
        let _ = game.make(m);
    }
    if row.phase.as_ref().is_some_and(|phase| phase != game.phase().name()) {
        return Err(format!("phase {} instead of {:?}", game.phase().name(), row.phase));
    }
    if row.player.is_some_and(|player| player != game.colour().0 + 1) {
        return Err(format!("player {} instead of {:?}", game.colour().0 + 1, row.player));
    }
    for (depth, &nodes) in &row.perft {
        let depth = depth.parse().map_err(|_| format!("no depth: {depth:?}"))?;
        count(&game, depth, nodes)?;
    }
    Ok(())
}
