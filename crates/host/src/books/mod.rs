//! Opening books: what to play at once in positions that were thought about before.
//!
//! ```text
//! takeback book 1
//! game mygame:standard
//! start 4/4/4/4 w
//! engine ab:nodes=1m
//! margin 20
//! : a1=21 b2=18 c1=-30
//! a1 : c3=-20 d4=-24
//! ```
//!
//! A line is a position, by the moves that lead to it from the start, and each move worth
//! naming there with what it is worth to who plays it. Moves and not keys stand in the
//! file, so that it can be read, and so that it lasts where keys change.
//! `takeback book` writes such files.

mod booked;

pub(crate) use booked::{BOOK, BOOKED, Booked};

use crate::play::Table;
use std::collections::HashMap;
use std::fmt::Write as _;
use takeback_core::{Key, SplitMix, Turn};

/// The first line.
const HEADER: &str = "takeback book 1";

/// No book is larger; who has more to say should search.
pub const MOST_BYTES: u64 = 1 << 24;

/// A book as it is written.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Book {
    /// The game and variant.
    pub game: String,
    /// The position it begins at, in the game's notation.
    pub start: String,
    /// The engine that thought.
    pub engine: String,
    /// Moves that are worse than the best by no more points than this are played too.
    pub margin: i32,
    /// The positions, each after those that lead to it.
    pub pages: Vec<Page>,
}

/// A position of a book.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Page {
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// What is worth naming there, with what it is worth to who plays it.
    pub moves: Vec<(String, i32)>,
}

/// Why a text is no book of this game.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum BookError {
    #[error("{path}: {why}")]
    File { path: String, why: String },
    #[error("the first line is not `{HEADER}`; `takeback book GAME --out FILE` writes books")]
    Header,
    #[error("it is a book of {0}, which begins elsewhere")]
    Foreign(String),
    #[error("line {line}: {text:?} is not `MOVE MOVE … : MOVE=POINTS …`")]
    Line { line: usize, text: String },
    #[error("after {line:?}: {why}")]
    Unplayable { line: String, why: String },
    #[error("books are for two players who see everything, in games that keep a key")]
    Unsuited,
}

impl Book {
    /// Read a book.
    ///
    /// # Errors
    /// When the text is none.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let mut lines = text.lines().map(str::trim).enumerate();
        if lines.next().is_none_or(|(_, first)| first != HEADER) {
            return Err(BookError::Header);
        }
        let mut book = Book::default();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
            let bad =
                || BookError::Line { line: number + 1, text: line.chars().take(80).collect() };
            match line.split_once(' ').unwrap_or((line, "")) {
                ("game", game) => game.trim().clone_into(&mut book.game),
                ("start", start) => start.trim().clone_into(&mut book.start),
                ("engine", engine) => engine.trim().clone_into(&mut book.engine),
                ("margin", margin) => book.margin = margin.trim().parse().map_err(|_| bad())?,
                _ => book.pages.push(page(line).ok_or_else(bad)?),
            }
        }
        Ok(book)
    }

    /// The same as text.
    #[must_use]
    pub fn write(&self) -> String {
        let Book { game, start, engine, margin, pages } = self;
        let mut text = format!("{HEADER}\ngame {game}\nstart {start}\n");
        let _ = write!(text, "engine {engine}\nmargin {margin}\n");
        for Page { line, moves } in pages {
            for m in line {
                text.push_str(m);
                text.push(' ');
            }
            text.push(':');
            for (m, points) in moves {
                // A String takes everything.
                let _ = write!(text, " {m}={points}");
            }
            text.push('\n');
        }
        text
    }

    /// The positions by their keys, every move having been played on this table, which
    /// stands at the start. Where two lines meet, the first says what is played.
    ///
    /// # Errors
    /// When a move cannot be played, or the game is none for books.
    pub fn keyed(&self, mut table: Box<dyn Table>) -> Result<HashMap<Key, Vec<Choice>>, BookError> {
        if !suits(&*table) {
            return Err(BookError::Unsuited);
        }
        if self.start != table.position() {
            return Err(BookError::Foreign(self.game.clone()));
        }
        let mut keyed = HashMap::with_capacity(self.pages.len());
        let mut here: Vec<&str> = Vec::new();
        for Page { line, moves } in &self.pages {
            let fail = |why: String| BookError::Unplayable { line: line.join(" "), why };
            let common = here.iter().zip(line).take_while(|(a, b)| *a == b).count();
            while here.len() > common {
                table.take_back();
                here.pop();
            }
            for m in &line[common..] {
                table.play(m).map_err(|refused| fail(refused.to_string()))?;
                here.push(m);
            }
            let legal = table.legal();
            if let Some((odd, _)) = moves.iter().find(|(m, _)| !legal.contains(m)) {
                return Err(fail(format!("{odd} is not a legal move here")));
            }
            let best = moves.iter().map(|(_, points)| *points).max().unwrap_or_default();
            let choices = moves
                .iter()
                .filter(|(_, points)| i64::from(*points) + i64::from(self.margin) >= best.into())
                .map(|(m, points)| Choice { m: m.clone(), points: *points })
                .collect();
            // Every table of such a game has a key.
            keyed.entry(table.key().unwrap_or(Key::ZERO)).or_insert(choices);
        }
        Ok(keyed)
    }
}

/// A move that a book plays.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Choice {
    /// The move.
    pub m: String,
    /// What it is worth to who plays it.
    pub points: i32,
}

/// Whether books can be about this game.
#[must_use]
pub fn suits(table: &dyn Table) -> bool {
    table.players() == 2
        && matches!(table.turn(), Turn::Player(_))
        && table.key().is_some()
        && table.observation(takeback_core::Player(0)).is_none()
}

/// One of these, each as likely.
fn draw<'c>(choices: &'c [Choice], rng: &mut SplitMix) -> Option<&'c Choice> {
    (!choices.is_empty()).then(|| &choices[rng.below(choices.len())])
}

/// The position in this line.
fn page(line: &str) -> Option<Page> {
    let (path, moves) = match line.strip_prefix(':') {
        Some(moves) => ("", moves),
        None => line.split_once(" :")?,
    };
    let named = |word: &str| {
        let (m, points) = word.rsplit_once('=')?;
        Some((m.to_owned(), points.parse().ok()?)).filter(|(m, _)| !m.is_empty())
    };
    let moves: Vec<(String, i32)> =
        moves.split_whitespace().map(named).collect::<Option<Vec<_>>>()?;
    let line = path.split_whitespace().map(str::to_owned).collect();
    (!moves.is_empty()).then_some(Page { line, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let book = Book {
            game: "mygame:standard".to_owned(),
            start: "as ever w - 0 1".to_owned(),
            engine: "ab:nodes=1m".to_owned(),
            margin: 25,
            pages: vec![
                Page { line: Vec::new(), moves: vec![("e2e4".to_owned(), 30)] },
                Page {
                    line: vec!["e2e4".to_owned()],
                    // Promotions are written with the same sign.
                    moves: vec![("c7c5".to_owned(), -28), ("b7=Q".to_owned(), -40)],
                },
            ],
        };
        assert_eq!(Book::read(&book.write()), Ok(book));
    }

    #[test]
    fn what_is_no_book_is_refused_by_line() {
        assert_eq!(Book::read("takeback strategy 1\n"), Err(BookError::Header));
        assert_eq!(Book::read(""), Err(BookError::Header));
        for odd in ["e2e4", ": ", "e2e4 : c7c5", ": =3", ": e2e4=x", "margin x", "e2e4 :"] {
            let refused = Book::read(&format!("{HEADER}\ngame mygame\n{odd}\n"));
            assert!(matches!(refused, Err(BookError::Line { line: 3, .. })), "{odd}: {refused:?}");
        }
    }
}
