//! Positions whose result is known: how far off is a judge that looks at them and no
//! further?
//!
//! A line is the moves to a position in the game's notation, `=`, and a number: above
//! zero the player in turn wins with best play, at zero it is drawn, below zero lost. A
//! line in brackets names those that follow; `#` begins a comment.
//!
//! Judges speak in points of their own. What they say is squashed to a chance of winning
//! by the scale that suits each of them best on all positions together, so that none is
//! blamed for its units.

use super::{Cell, ResultTable};
use std::sync::Arc;
use takeback_host::Chosen;
use takeback_host::play::Table;
use takeback_net::sparse::SparseNet;

/// A position and what it is worth to the player in turn: 1, 0.5 or 0.
struct Known {
    set: usize,
    table: Box<dyn Table>,
    worth: f64,
}

/// What judges make of the positions of `text`: the hand-made one, then these networks,
/// each a name and a file's bytes. Rows are judges by set, those of all sets together at the end.
///
/// # Errors
/// When a line or a network does not suit; the text says which.
pub fn values(
    chosen: Chosen<'_>,
    nets: &[(String, Vec<u8>)],
    text: &str,
) -> Result<ResultTable, String> {
    let (sets, positions) = read(chosen, text)?;
    let mut rows = Vec::new();
    let none = || format!("no network can judge {}", chosen.full_name());
    let set = chosen.features().ok_or_else(none)?;
    let players = chosen.players();
    let judges = nets.iter().map(|(name, bytes)| (name.as_str(), Some(bytes)));
    for (name, bytes) in std::iter::once(("by hand", None)).chain(judges) {
        let read = |bytes| {
            SparseNet::read_for(bytes, &set.encoding, set.features, set.buckets, players)
                .map(Arc::new)
        };
        let net = bytes.map(|bytes| read(bytes)).transpose();
        let net = net.map_err(|why| format!("{name}: {why}"))?;
        let mut glance = chosen.glance(net).ok_or_else(none)?;
        let seen: Option<Vec<i32>> = positions.iter().map(|known| glance(&*known.table)).collect();
        let seen = seen.ok_or("there is a position where nobody is in turn")?;
        let scale = best_scale(&positions, &seen);
        for set in (0..sets.len()).map(Some).chain([None]) {
            let picked =
                positions.iter().zip(&seen).filter(|(p, _)| set.is_none_or(|s| s == p.set));
            let pairs: Vec<(f64, i32)> = picked.map(|(p, &points)| (p.worth, points)).collect();
            let number = |value: f64, digits| Cell::Number(value, digits);
            rows.push(vec![
                name.into(),
                set.map_or("all", |set| sets[set].as_str()).into(),
                number(pairs.len() as f64, 0),
                number(error(&pairs, scale), 4),
                number(100.0 * wrong_signs(&pairs), 1),
                number(scale, 0),
            ]);
        }
    }
    Ok(ResultTable {
        name: "values",
        title: format!("How far judges of {} are from known results", chosen.full_name()),
        columns: vec!["judge", "set", "positions", "error", "wrong side %", "scale"],
        rows,
        notes: vec![
            "`error` is the mean distance between the chance of winning that the judge's points stand for \
             and the result (1, 0.5 or 0);"
                .into(),
            "`wrong side`: of the positions that are won or lost, those judged to be the other's; even \
             counts as half."
                .into(),
            "`scale` is how many points are one step of the logarithm of odds: the one by which this \
             judge's error is least."
                .into(),
        ],
        charted: 3,
    })
}

/// The positions of `text`, as [`values`] reads it.
///
/// # Errors
/// When a line does not suit; the text says which.
pub fn known_tables(chosen: Chosen<'_>, text: &str) -> Result<Vec<Box<dyn Table>>, String> {
    Ok(read(chosen, text)?.1.into_iter().map(|known| known.table).collect())
}

/// The chance of winning that so many points stand for.
fn chance(points: i32, scale: f64) -> f64 {
    1.0 / (1.0 + (-f64::from(points) / scale).exp())
}

fn error(pairs: &[(f64, i32)], scale: f64) -> f64 {
    let off = pairs.iter().map(|&(worth, points)| (worth - chance(points, scale)).abs());
    off.sum::<f64>() / pairs.len().max(1) as f64
}

/// Of decided positions, how many are judged to be the other's.
fn wrong_signs(pairs: &[(f64, i32)]) -> f64 {
    let decided: Vec<_> = pairs.iter().filter(|(worth, _)| *worth != 0.5).collect();
    let wrong = decided.iter().map(|&&(worth, points)| match (worth > 0.5, points.signum()) {
        (_, 0) => 0.5,
        (true, 1) | (false, -1) => 0.0,
        _ => 1.0,
    });
    wrong.sum::<f64>() / decided.len().max(1) as f64
}

/// The scale with the least error, from a point to a hundred thousand in steps of a tenth.
fn best_scale(positions: &[Known], seen: &[i32]) -> f64 {
    let pairs: Vec<(f64, i32)> =
        positions.iter().zip(seen).map(|(known, &points)| (known.worth, points)).collect();
    let scales = (0..=120).map(|step| 1.1f64.powi(step));
    let judged = scales.map(|scale| (error(&pairs, scale), scale));
    judged.min_by(|a, b| a.0.total_cmp(&b.0)).map_or(1.0, |(_, scale)| scale)
}

/// The names of the sets, and the positions.
fn read(chosen: Chosen<'_>, text: &str) -> Result<(Vec<String>, Vec<Known>), String> {
    let (mut sets, mut positions): (Vec<String>, Vec<Known>) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        let line = line.split('#').next().unwrap_or("").trim();
        let bad = |why: String| format!("line {}: {why}", at + 1);
        if line.is_empty() {
            continue;
        }
        if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            sets.push(name.to_owned());
            continue;
        }
        let (moves, number) =
            line.split_once('=').ok_or_else(|| bad("no = between moves and result".into()))?;
        let number: i64 =
            number.trim().parse().map_err(|_| bad(format!("{number:?} is no whole number")))?;
        let mut table = chosen.table(None).map_err(|why| bad(why.to_string()))?;
        for m in moves.split_whitespace() {
            table.play(m).map_err(|why| bad(format!("{m}: {why}")))?;
        }
        if sets.is_empty() {
            sets.push("unnamed".to_owned());
        }
        let worth = (number.signum() + 1) as f64 / 2.0;
        positions.push(Known { set: sets.len() - 1, table, worth });
    }
    if positions.is_empty() {
        return Err("no line has moves and a result".into());
    }
    Ok((sets, positions))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_distances_and_sides_are_told_apart() {
        // Sure and right, sure and wrong, unsure of a draw, blind to a loss.
        let pairs = [(1.0, 1_000_000), (1.0, -1_000_000), (0.5, 0), (0.0, 0)];
        assert!((error(&pairs, 100.0) - (0.0 + 1.0 + 0.0 + 0.5) / 4.0).abs() < 1e-9);
        assert!((wrong_signs(&pairs) - 1.5 / 3.0).abs() < 1e-9);
        assert!((chance(100, 100.0) - 0.731_058_578).abs() < 1e-6);
    }
}
