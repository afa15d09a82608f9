//! What threads bring: the same search on one, two, four … threads.

use super::{Cell, ResultTable};
use std::time::Duration;
use takeback_host::Chosen;
use takeback_host::play::{Analysis, Table};
use takeback_host::spec::Spec;

/// A search to run on more and more threads.
#[derive(Clone, Debug)]
pub struct ThreadWork<'a> {
    /// Its name in the table.
    pub name: &'a str,
    /// The engine without a word about threads.
    pub engine: Spec,
    /// Moves to play before it thinks.
    pub moves: Vec<String>,
    /// Positions to think about: the first is after those moves, the others
    /// follow in a game that the engine plays on with itself.
    pub positions: usize,
}

/// Plies between two positions: both sides have moved, and not just replied.
const APART: usize = 6;

/// Nodes for each move of that game.
const QUICK: u64 = 5_000;

/// Nodes, visits, depth and speed-up by number of threads.
///
/// # Errors
/// When an engine or a move does not suit.
pub fn threads(
    chosen: Chosen<'_>,
    work: &ThreadWork<'_>,
    counts: &[usize],
    time: Duration,
) -> Result<ResultTable, String> {
    let lines = lines(chosen, work)?;
    let mut rows = Vec::new();
    let mut one: Option<f64> = None;
    for &count in counts {
        let spec = work.engine.clone().saying("threads", count);
        let (mut nodes, mut visits, mut depth, mut seconds) = (0, 0, 0, 0.0);
        let mut timed = false;
        for line in &lines {
            // A new engine each time: what it remembers of one position would
            // help with the next.
            let mut seat = chosen.engine(&spec).map_err(|e| e.to_string())?;
            // A fixed depth is timed; everything else works for the time given.
            timed = seat.limits.depth.is_none();
            seat.limits.time = timed.then_some(time);
            let table = played(chosen, line)?;
            let found = seat.engine.weigh(&*table, &seat.limits).map_err(|e| e.to_string())?;
            nodes += found.nodes;
            visits += visits_of(&found);
            depth += u64::from(found.depth);
            seconds += found.time.as_secs_f64();
        }
        let seconds = seconds.max(1e-9);
        let rate = if timed { visits as f64 / seconds } else { 1.0 / seconds };
        let base = *one.get_or_insert(rate);
        rows.push(vec![
            chosen.full_name().into(),
            work.name.into(),
            Cell::Number(count as f64, 0),
            Cell::Number(nodes as f64, 0),
            Cell::Number(visits as f64, 0),
            Cell::Number(depth as f64 / lines.len() as f64, 1),
            Cell::Number(seconds, 3),
            Cell::Number(rate / base, 2),
        ]);
    }
    Ok(ResultTable {
        name: "threads",
        title: "The same search on more threads".into(),
        columns: vec![
            "game", "search", "threads", "nodes", "visits", "depth", "seconds", "speed-up",
        ],
        rows,
        notes: vec![
            "Visits: simulations where the search samples, else nodes. Speed-up: visits a second \
             against one thread; with a fixed depth, the time to it."
                .into(),
            format!("Sums over {} position(s); the depth is their mean.", lines.len()),
        ],
        charted: 7,
    })
}

/// How much was done. Threads that sample share the way down to where they
/// work, so that their simulations take fewer nodes than those of one thread.
fn visits_of(found: &Analysis) -> u64 {
    let simulations = found.root.iter().map(|at| at.visits).sum();
    if found.shares.is_empty() || simulations == 0 { found.nodes } else { simulations }
}

/// A table on which these moves have been played.
fn played(chosen: Chosen<'_>, line: &[String]) -> Result<Box<dyn Table>, String> {
    let mut table = chosen.table(None).map_err(|e| e.to_string())?;
    for m in line {
        table.play(m).map_err(|e| format!("{m}: {e}"))?;
    }
    Ok(table)
}

/// The lines that lead to the positions.
fn lines(chosen: Chosen<'_>, work: &ThreadWork<'_>) -> Result<Vec<Vec<String>>, String> {
    let mut line = work.moves.clone();
    let mut lines = vec![line.clone()];
    let mut table = played(chosen, &line)?;
    let mut seat = chosen.engine(&work.engine).map_err(|e| e.to_string())?;
    (seat.limits.nodes, seat.limits.threads) = (Some(QUICK), 1);
    (seat.limits.depth, seat.limits.time) = (None, None);
    while lines.len() < work.positions {
        for _ in 0..APART {
            let found = seat.engine.choose(&*table, &seat.limits);
            let m = found.map_err(|why| format!("after {} plies: {why}", line.len()))?.best;
            table.play(&m).map_err(|e| format!("{m}: {e}"))?;
            line.push(m);
        }
        lines.push(line.clone());
    }
    Ok(lines)
}
