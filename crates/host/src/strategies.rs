//! Mixed strategies as text: one information set a line.
//!
//! ```text
//! takeback strategy 1
//! 1 5f2c9d0e11aa34b7 pass=0.787421 bet=0.212579
//! ```
//!
//! Seat, key of what is known there, and each move with its chance in order of the
//! list. Keys are the same in every run and release; the moves are for readers.

use std::fmt::Write as _;
use std::path::Path;
use takeback_core::{Hidden, Key, Notation, Player};
use takeback_search::equilibrium::{InfoSet, Strategy};

/// The first line.
const HEADER: &str = "takeback strategy 1";

/// Why a text or file is no strategy of this game.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StrategyError {
    #[error("cannot read {path}: {why}")]
    File { path: String, why: std::io::Error },
    #[error("the first line is not `{HEADER}`; `takeback solve GAME --out FILE` writes strategies")]
    Header,
    #[error("line {line}: {text:?} is not `SEAT KEY MOVE=CHANCE …`")]
    Line { line: usize, text: String },
    #[error("it is a strategy of another game: no decision of this one is in it")]
    Foreign,
}

/// A strategy as text, in the order the game comes to its sets.
#[must_use]
pub fn write<G: Hidden + Notation>(start: &G, strategy: &Strategy) -> String {
    let mut text = headed();
    let mut seen = Strategy::default();
    let mut left = strategy.len();
    walk(&mut start.clone(), &mut |game, set| {
        let Some(chances) = strategy.chances(set).filter(|_| seen.chances(set).is_none()) else {
            return left > 0;
        };
        seen.insert(set, chances);
        left -= 1;
        add(&mut text, game, chances);
        left > 0
    });
    text
}

/// A strategy's first line.
pub(crate) fn headed() -> String {
    format!("{HEADER}\n")
}

/// Add the line of a position in which somebody decides.
pub(crate) fn add<G: Hidden + Notation>(text: &mut String, game: &G, chances: &[f64]) {
    let set = InfoSet::of(game, game.turn().decider().unwrap_or_default());
    let _ = write!(text, "{} {}", set.player.0 + 1, set.key);
    for (m, chance) in game.legal_moves().into_iter().zip(chances) {
        let _ = write!(text, " {}={chance:.6}", game.move_text(m));
    }
    text.push('\n');
}

/// Every decision of the game, as long as `visit` wants more.
fn walk<G: Hidden>(game: &mut G, visit: &mut dyn FnMut(&G, InfoSet) -> bool) -> bool {
    if let Some(player) = game.turn().decider()
        && !visit(game, InfoSet::of(game, player))
    {
        return false;
    }
    game.legal_moves().into_iter().all(|m| game.explore(m, |after| walk(after, visit)))
}

/// Read a strategy.
///
/// # Errors
/// When the text is none.
pub fn read(text: &str) -> Result<Strategy, StrategyError> {
    let mut lines = text.lines().enumerate();
    if lines.next().is_none_or(|(_, first)| first.trim() != HEADER) {
        return Err(StrategyError::Header);
    }
    let mut strategy = Strategy::default();
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        let bad =
            || StrategyError::Line { line: number + 1, text: line.chars().take(80).collect() };
        let mut words = line.split_whitespace();
        let seat = words.next().and_then(|word| word.parse::<u8>().ok()).ok_or_else(bad)?;
        let key = words.next().and_then(|word| u64::from_str_radix(word, 16).ok());
        let key = key.ok_or_else(bad)?;
        let chance = |word: &str| {
            let chance: f64 = word.rsplit_once('=')?.1.parse().ok()?;
            (0.0..=1.0).contains(&chance).then_some(chance)
        };
        let chances: Option<Vec<f64>> = words.map(chance).collect();
        let chances = chances.filter(|chances| !chances.is_empty()).ok_or_else(bad)?;
        let player = Player(seat.checked_sub(1).ok_or_else(bad)?);
        strategy.insert(InfoSet { player, key: Key(key) }, &chances);
    }
    Ok(strategy)
}

/// Read a file and see whether it is about this game.
///
/// # Errors
/// When it cannot be read, is no strategy, or is about another game.
pub fn load<G: Hidden>(path: &Path, start: &G) -> Result<Strategy, StrategyError> {
    let text = std::fs::read_to_string(path)
        .map_err(|why| StrategyError::File { path: path.display().to_string(), why })?;
    let strategy = read(&text)?;
    /// The first decisions of the game are in any strategy of it.
    const LOOKED_AT: usize = 100;
    let (mut looked, mut found) = (0, false);
    walk(&mut start.clone(), &mut |game, set| {
        looked += 1;
        let fits = strategy.chances(set).map(<[f64]>::len) == Some(game.legal_moves().len());
        found |= fits;
        !found && looked < LOOKED_AT
    });
    if found { Ok(strategy) } else { Err(StrategyError::Foreign) }
}
