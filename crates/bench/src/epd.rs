//! Positions with known best moves, as collections of them are written down
//! (EPD): how many of them does an engine solve?
//!
//! A line is a position, then operations that each end with a semicolon: `bm`
//! names the moves that solve it, `am` those that must be avoided, `id` its
//! name. What else there is, is left alone. Moves may be written in the game's
//! notation or as its players tell them, with or without signs of praise.

use super::{Cell, ResultTable};
use takeback_host::Chosen;
use takeback_host::play::Table;
use takeback_host::spec::Spec;

/// One line of a collection.
struct Problem {
    table: Box<dyn Table>,
    name: String,
    solved_by: Vec<String>,
    spoiled_by: Vec<String>,
}

/// How many positions of `text` the engine solves, with a row for each that it
/// does not.
///
/// # Errors
/// When a line or the engine does not suit; the text says which.
pub fn epd(chosen: Chosen<'_>, engine: &Spec, text: &str) -> Result<ResultTable, String> {
    let (mut all, mut rows, mut depth) = (0, Vec::new(), 0);
    for (at, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let problem = read(chosen, line, at + 1)?;
        // A new engine each time: what it remembers of one position must not
        // help with another.
        let mut seat = chosen.engine(engine).map_err(|why| why.to_string())?;
        let found = seat.engine.choose(&*problem.table, &seat.limits);
        let found = found.map_err(|why| format!("{}: {why}", problem.name))?;
        all += 1;
        depth += u64::from(found.depth);
        let told = told(&*problem.table, &found.best)?;
        if !problem.is_solved(&found.best, &told) {
            rows.push(vec![
                problem.name.as_str().into(),
                problem.wanted().into(),
                told.into(),
                Cell::Number(f64::from(found.depth), 0),
                Cell::Number(found.nodes as f64, 0),
            ]);
        }
    }
    if all == 0 {
        return Err("no line has a position with moves that solve it (bm) or spoil it (am)".into());
    }
    Ok(ResultTable {
        name: "epd",
        title: format!("Positions that {engine} does not solve"),
        columns: vec!["position", "wanted", "found", "depth", "nodes"],
        notes: vec![
            format!("{} of {all} solved.", all - rows.len()),
            format!("Mean depth {:.1}.", depth as f64 / all as f64),
        ],
        rows,
        charted: 3,
    })
}

impl Problem {
    fn is_solved(&self, text: &str, told: &str) -> bool {
        let is = |wanted: &String| plain(wanted) == plain(text) || plain(wanted) == plain(told);
        let hits = self.solved_by.is_empty() || self.solved_by.iter().any(is);
        hits && !self.spoiled_by.iter().any(is)
    }

    fn wanted(&self) -> String {
        let avoid = self.spoiled_by.iter().map(|m| format!("not {m}"));
        let words: Vec<String> = self.solved_by.iter().cloned().chain(avoid).collect();
        words.join(" ")
    }
}

/// A move without what comments on it or follows from the position.
fn plain(m: &str) -> String {
    m.trim_end_matches(['+', '#', '!', '?']).replace('=', "")
}

/// The move as players tell it.
fn told(table: &dyn Table, m: &str) -> Result<String, String> {
    let mut after = table.branch();
    after.play(m).map_err(|why| format!("{m}: {why}"))?;
    Ok(after.last(None).map_or_else(|| m.to_owned(), |last| last.told))
}

fn read(chosen: Chosen<'_>, line: &str, number: usize) -> Result<Problem, String> {
    let mut parts = line.split(';');
    let words: Vec<&str> = parts.next().unwrap_or("").split_whitespace().collect();
    // Nothing marks where a position ends: it is as long as the game can read.
    let readable = (1..=words.len()).rev().find_map(|length| {
        let table = chosen.table(Some(&words[..length].join(" "))).ok()?;
        Some((table, words[length..].join(" ")))
    });
    let (table, first) = readable
        .ok_or_else(|| format!("line {number}: no position of {} begins it", chosen.full_name()))?;
    let mut problem = Problem {
        table,
        name: format!("line {number}"),
        solved_by: Vec::new(),
        spoiled_by: Vec::new(),
    };
    for operation in std::iter::once(first.as_str()).chain(parts) {
        let (name, rest) = operation.trim().split_once(' ').unwrap_or((operation.trim(), ""));
        let words = || rest.split_whitespace().map(str::to_owned).collect();
        match name {
            "bm" => problem.solved_by = words(),
            "am" => problem.spoiled_by = words(),
            "id" => problem.name = rest.trim().trim_matches('"').to_owned(),
            _ => {}
        }
    }
    if problem.solved_by.is_empty() && problem.spoiled_by.is_empty() {
        return Err(format!("line {number}: neither bm nor am says what solves it"));
    }
    Ok(problem)
}
