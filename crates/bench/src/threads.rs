//! What threads bring: the same search on one, two, four … threads.

use super::{Cell, ResultTable};
use std::time::Duration;
use takeback_host::Chosen;
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
}

/// Nodes (or simulations), depth and speed-up by number of threads.
///
/// # Errors
/// When an engine or a move does not suit.
pub fn threads(
    chosen: Chosen<'_>,
    work: &ThreadWork<'_>,
    counts: &[usize],
    time: Duration,
) -> Result<ResultTable, String> {
    let mut rows = Vec::new();
    let mut one: Option<f64> = None;
    for &count in counts {
        let spec = work.engine.clone().saying("threads", count);
        let mut seat = chosen.engine(&spec).map_err(|e| e.to_string())?;
        // A fixed depth is timed; everything else works for the time given.
        let timed = seat.limits.depth.is_none();
        seat.limits.time = timed.then_some(time);
        let mut table = chosen.table(None).map_err(|e| e.to_string())?;
        for m in &work.moves {
            table.play(m).map_err(|e| format!("{m}: {e}"))?;
        }
        let found = seat.engine.choose(&*table, &seat.limits).map_err(|e| e.to_string())?;
        let seconds = found.time.as_secs_f64().max(1e-9);
        let rate = if timed { found.nodes as f64 / seconds } else { 1.0 / seconds };
        let base = *one.get_or_insert(rate);
        rows.push(vec![
            chosen.full_name().into(),
            work.name.into(),
            Cell::Number(count as f64, 0),
            Cell::Number(found.nodes as f64, 0),
            Cell::Number(f64::from(found.depth), 0),
            Cell::Number(seconds, 3),
            Cell::Number(rate / base, 2),
        ]);
    }
    Ok(ResultTable {
        name: "threads",
        title: "The same search on more threads".into(),
        columns: vec!["game", "search", "threads", "nodes", "depth", "seconds", "speed-up"],
        rows,
        notes: vec![
            "Speed-up: nodes a second against one thread; with a fixed depth, the time to it."
                .into(),
        ],
        charted: 6,
    })
}
