//! Sound input, from the golden games.
//!
//! A golden file shows short positions in full and long ones in part, and every
//! move; so the moves are played again, and the positions read off the table.

use std::path::{Path, PathBuf};
use takeback::host::Chosen;
use takeback::host::play::Table;

/// A game that was played.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Where it began.
    pub start: String,
    /// The moves.
    pub moves: Vec<String>,
    /// Some of the positions it went through.
    pub positions: Vec<String>,
}

/// A position is kept every so many plies.
const EVERY: usize = 5;

/// The folder of golden games in this checkout.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../golden")
}

/// The golden text of a variant; empty where there is none.
#[must_use]
pub fn golden(chosen: Chosen<'_>) -> String {
    let name = format!("{}/{}.txt", chosen.game.name, chosen.variant.name());
    std::fs::read_to_string(folder().join(name)).unwrap_or_default()
}

/// The golden games of a variant, as far as they can be played from what is shown.
#[must_use]
pub fn walks(chosen: Chosen<'_>) -> Vec<Walk> {
    let text = golden(chosen);
    let games = text.split("\n= game ").skip(1);
    games.filter_map(|game| walk(chosen, game)).collect()
}

fn walk(chosen: Chosen<'_>, game: &str) -> Option<Walk> {
    let shown = game.lines().find_map(|line| line.strip_prefix("position: "));
    // A position that is shown in part cannot be read: those games begin as usual.
    let shown = shown.and_then(|text| chosen.table(Some(text)).ok());
    let mut table = match shown {
        Some(table) => table,
        None => chosen.table(None).ok()?,
    };
    let mut walk =
        Walk { start: table.position(), moves: Vec::new(), positions: vec![table.position()] };
    for text in game.lines().filter_map(|line| line.strip_prefix("> ")) {
        if table.play(text).is_err() {
            break;
        }
        walk.moves.push(text.to_owned());
        if walk.moves.len().is_multiple_of(EVERY) {
            walk.positions.push(table.position());
        }
    }
    walk.positions.push(table.position());
    Some(walk)
}

/// Positions of a variant that its own rules have written.
#[must_use]
pub fn positions(chosen: Chosen<'_>) -> Vec<String> {
    let mut all: Vec<String> = walks(chosen).into_iter().flat_map(|walk| walk.positions).collect();
    all.push(chosen.start());
    all.sort();
    all.dedup();
    all
}

/// Play these moves from this position, as far as they go.
#[must_use]
pub fn table(chosen: Chosen<'_>, walk: &Walk) -> Option<Box<dyn Table>> {
    let mut table = chosen.table(Some(&walk.start)).ok()?;
    for text in &walk.moves {
        table.play(text).ok()?;
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_positions() {
        for chosen in crate::variants() {
            let walks = walks(chosen);
            let moves: usize = walks.iter().map(|walk| walk.moves.len()).sum();
            assert!(moves >= 4, "{}: {moves} moves", chosen.full_name());
            assert!(positions(chosen).len() >= 3, "{}", chosen.full_name());
            for walk in &walks {
                assert!(table(chosen, walk).is_some(), "{}", chosen.full_name());
            }
        }
    }
}
