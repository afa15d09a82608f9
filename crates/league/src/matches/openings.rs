//! Where the games of a match begin.
//!
//! Every opening is played with all arrangements of seats, so that it favours
//! nobody; and an opening after which a single move ends the game is passed
//! over, since all it would measure is who sits where.

use takeback_core::{SplitMix, Turn};
use takeback_host::play::Table;
use takeback_host::{Chosen, UseError};

/// Where games begin.
#[derive(Clone, Debug, PartialEq)]
pub enum Openings {
    /// So many random moves from the start, or from a position.
    Random {
        /// How many.
        plies: u32,
        /// From here.
        position: Option<String>,
    },
    /// Those of a book, one after the other, again from the first at the end.
    Book(Vec<Opening>),
}

/// An opening of a book.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Opening {
    /// The position, if not the start.
    pub position: Option<String>,
    /// Moves from there.
    pub moves: Vec<String>,
}

/// Why an opening cannot be used.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum OpeningError {
    #[error("line {line}: neither a position nor moves of this game: {why}")]
    Line { line: usize, why: String },
    #[error("line {line}: the game is over there")]
    Over { line: usize },
    #[error(
        "no openings in the file; one a line: moves, a position, or a position, the word `moves` and moves"
    )]
    Empty,
    #[error("more than {} openings", Openings::MOST)]
    Many,
    #[error(transparent)]
    Use(#[from] UseError),
}

/// How often a random opening is drawn again when it ends at once.
const TRIES: u64 = 8;

impl Openings {
    /// No book may hold more.
    pub const MOST: usize = 1_000_000;

    /// Random moves from the usual start.
    #[must_use]
    pub fn random(plies: u32) -> Self {
        Openings::Random { plies, position: None }
    }

    /// Read a book: an opening a line, blank lines and those after `#` left out.
    /// A line is a position, or moves from the start, or both with the word
    /// `moves` between; moves stand apart by blanks, or by `;` where they hold
    /// blanks themselves.
    ///
    /// # Errors
    /// With the number of the first line that makes no sense.
    pub fn read(text: &str, variant: Chosen<'_>) -> Result<Self, OpeningError> {
        let mut book = Vec::new();
        for (i, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if book.len() == Self::MOST {
                return Err(OpeningError::Many);
            }
            book.push(read_line(line, i + 1, variant)?);
        }
        if book.is_empty() { Err(OpeningError::Empty) } else { Ok(Openings::Book(book)) }
    }

    /// The opening of this number.
    ///
    /// # Errors
    /// When a position cannot be read.
    pub fn table(
        &self,
        variant: Chosen<'_>,
        seed: u64,
        number: u64,
    ) -> Result<Box<dyn Table>, OpeningError> {
        match self {
            Openings::Book(book) => {
                let at = (number % book.len().max(1) as u64) as usize;
                let opening = book.get(at).ok_or(OpeningError::Empty)?;
                set_up(opening, variant).map_err(|why| OpeningError::Line { line: at + 1, why })
            }
            Openings::Random { plies, position } => {
                let mut found = None;
                for attempt in 0..TRIES {
                    let stream = SplitMix::stream(seed, number).next();
                    let mut rng = SplitMix::stream(stream, attempt);
                    let table = random(variant, position.as_deref(), *plies, &mut rng)?;
                    let settled = ends_at_once(&*table);
                    found = Some(table);
                    if !settled {
                        break;
                    }
                }
                found.ok_or(OpeningError::Empty)
            }
        }
    }
}

fn read_line(line: &str, number: usize, variant: Chosen<'_>) -> Result<Opening, OpeningError> {
    let split = |text: &str| -> Vec<String> {
        let pieces: Vec<&str> = match text.contains(';') {
            true => text.split(';').collect(),
            false => text.split_whitespace().collect(),
        };
        pieces.into_iter().map(str::trim).filter(|m| !m.is_empty()).map(str::to_owned).collect()
    };
    let mut why = String::new();
    let mut candidates = Vec::new();
    if let Some((position, moves)) = line.split_once("moves ") {
        let position = position.trim();
        let from_start = position.is_empty() || position == "startpos";
        let position = (!from_start).then(|| position.to_owned());
        candidates.push(Opening { position, moves: split(moves) });
    } else {
        candidates.push(Opening { position: Some(line.to_owned()), moves: Vec::new() });
        candidates.push(Opening { position: None, moves: split(line) });
    }
    for opening in candidates {
        match set_up(&opening, variant) {
            Ok(table) if table.turn() == Turn::Over => {
                return Err(OpeningError::Over { line: number });
            }
            Ok(_) => return Ok(opening),
            Err(error) => why = error,
        }
    }
    Err(OpeningError::Line { line: number, why })
}

fn set_up(opening: &Opening, variant: Chosen<'_>) -> Result<Box<dyn Table>, String> {
    let mut table = variant.table(opening.position.as_deref()).map_err(|e| e.to_string())?;
    for m in &opening.moves {
        table.play(m).map_err(|error| format!("{m}: {error}"))?;
    }
    Ok(table)
}

/// Random moves that do not end the game.
fn random(
    variant: Chosen<'_>,
    position: Option<&str>,
    plies: u32,
    rng: &mut SplitMix,
) -> Result<Box<dyn Table>, UseError> {
    let mut table = match position {
        None => variant.deal(rng.next()),
        position => variant.table(position)?,
    };
    let mut left = plies;
    while left > 0 {
        if table.turn() == Turn::Chance {
            table.roll(rng);
            continue;
        }
        let legal = table.legal();
        if legal.is_empty() {
            break;
        }
        left -= 1;
        let played = table.play(&legal[rng.below(legal.len())]).is_ok();
        if played && table.turn() == Turn::Over {
            table.take_back();
            break;
        }
    }
    // A turn of several steps must not be left where no step is possible, nor
    // a round played together half chosen.
    while matches!(table.turn(), Turn::Player(_)) && table.legal().is_empty() {
        if table.take_back().is_none() {
            break;
        }
    }
    while let Turn::Together(owing) = table.turn() {
        let half = table.take_back();
        let whole = match table.turn() {
            Turn::Together(before) => half.is_none() || before.len() <= owing.len(),
            _ => true,
        };
        if whole {
            if half.is_some() {
                table.replay();
            }
            break;
        }
    }
    Ok(table)
}

/// Whether the player in turn can end the game with one move.
fn ends_at_once(table: &dyn Table) -> bool {
    let Turn::Player(_) = table.turn() else { return false };
    let mut trial = table.branch();
    trial.legal().iter().any(|m| {
        let played = trial.play(m).is_ok();
        let over = played && trial.turn() == Turn::Over;
        if played {
            trial.take_back();
        }
        over
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(game: &str) -> takeback_host::GameEntry {
        crate::tests_support::find(game).expect("built in")
    }

    #[test]
    fn a_book_holds_positions_and_moves() {
        let chess = variant("chess");
        let chess = chess.nth(0);
        let book = "# two openings\n\ne2e4 e7e5\nstartpos moves d2d4\n\
                    8/8/8/8/8/4k3/4p3/4K3 w - - 0 1 moves\n";
        let last = Openings::read(book, chess);
        assert!(matches!(last, Err(OpeningError::Line { line: 5, .. })), "{last:?}");
        let book = "e2e4 e7e5\nstartpos moves d2d4\n6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\n";
        let book = Openings::read(book, chess).expect("a book");
        let openings: Vec<String> =
            (0..4).map(|n| book.table(chess, 1, n).expect("an opening").position()).collect();
        assert!(openings[0].contains("4p3/4P3") && openings[2].starts_with("6k1"));
        assert_eq!(openings[0], openings[3]);
        assert!(matches!(Openings::read("#\n", chess), Err(OpeningError::Empty)));
    }

    #[test]
    fn moves_with_blanks_are_told_apart_by_semicolons() {
        let game = variant("ringrift");
        let ringrift = game.nth(0);
        let book = Openings::read("P 3,3 1; M 3,3 3,4", ringrift).expect("a book");
        assert_eq!(book.table(ringrift, 1, 0).expect("an opening").moves().len(), 2);
    }

    #[test]
    fn random_openings_are_the_same_for_a_seed_and_end_no_game() {
        for game in ["tictactoe", "connect4", "tron", "pig", "gofish", "cotulenh", "battlesnake"] {
            let entry = variant(game);
            let variant = entry.nth(0);
            let openings = Openings::random(6);
            for number in 0..8 {
                let one = openings.table(variant, 5, number).expect("an opening");
                let two = openings.table(variant, 5, number).expect("an opening");
                assert_eq!(one.position(), two.position(), "{game}");
                assert_ne!(one.turn(), Turn::Over, "{game}");
                if let Turn::Together(owing) = one.turn() {
                    let mut back = one.branch();
                    let undone = back.take_back();
                    if let (Some(_), Turn::Together(before)) = (undone, back.turn()) {
                        assert!(before.len() <= owing.len(), "{game}: a round left half chosen");
                    }
                }
            }
        }
    }
}
