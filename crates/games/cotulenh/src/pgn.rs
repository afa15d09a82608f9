//! Whole games as text: tags, one SAN a turn, comments, result.
//!
//! A deployment is one token (`N>c5,T>c4`). A start other than the usual one
//! is told by `SetUp` and `FEN`, which always hold the *first* position.

use crate::moves::Move;
use crate::pieces::Side;
use crate::state::{CoTuLenh, Draws, START};
use crate::turn_text::{RankMark, TurnError};
use crate::{FenError, Strictness, fen_reasons};
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::{Game, Portable};

/// The seven tags every game has, in the order they are written.
pub const SEVEN_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "Red", "Blue", "Result"];

/// What a record says at its end.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum PgnResult {
    /// `1-0`
    RedWins,
    /// `0-1`
    BlueWins,
    /// `1/2-1/2`
    Draw,
    /// `*`
    #[default]
    Open,
}

impl PgnResult {
    /// The mark at the end of a record.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            PgnResult::RedWins => "1-0",
            PgnResult::BlueWins => "0-1",
            PgnResult::Draw => "1/2-1/2",
            PgnResult::Open => "*",
        }
    }

    /// The result of a mark.
    #[must_use]
    pub fn from_mark(mark: &str) -> Option<PgnResult> {
        let all = [PgnResult::RedWins, PgnResult::BlueWins, PgnResult::Draw, PgnResult::Open];
        all.into_iter().find(|result| result.mark() == mark)
    }

    /// What the rules say of a position.
    #[must_use]
    pub fn of(position: &CoTuLenh) -> PgnResult {
        if position.ending().is_none() {
            return PgnResult::Open;
        }
        match position.payoff(Side::Red.player()).0 {
            1.. => PgnResult::RedWins,
            0 => PgnResult::Draw,
            _ => PgnResult::BlueWins,
        }
    }
}

/// One turn of a record.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct PgnTurn {
    /// Its steps: one move, or a deployment up to and with its end.
    pub moves: Vec<Move>,
    /// Comments behind it, without braces; clocks are comments such as `[%clk 0:01:00]`.
    pub comments: Vec<String>,
}

/// A recorded game.
///
/// ```
/// use takeback_cotulenh::Pgn;
/// let text = "[Event \"Example\"]\n\n1. Fe5 {bold} Nbb9 2. Cf1 *";
/// let pgn = Pgn::read(text).unwrap();
/// assert_eq!(pgn.turns.len(), 3);
/// assert_eq!(pgn.tag("Event"), Some("Example"));
/// assert_eq!(Pgn::read(&pgn.to_string()).unwrap().turns, pgn.turns);
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Pgn {
    /// Names and values in the order read; `SetUp`, `FEN` and `Result` are not among them.
    pub tags: Vec<(String, String)>,
    /// The first position.
    pub start: CoTuLenh,
    /// Comments before the first turn.
    pub comments: Vec<String>,
    /// The turns.
    pub turns: Vec<PgnTurn>,
    /// How it ended.
    pub result: PgnResult,
}

/// Why a text is no record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PgnError {
    /// A line of tags that is not `[Name "value"]`.
    Tag(String),
    /// The position in the `FEN` tag cannot be played.
    Fen(FenError),
    /// A comment is never closed.
    OpenComment,
    /// A turn that cannot be read or played.
    Turn {
        /// Counted from 1, both sides' turns.
        turn: usize,
        /// What is wrong with it.
        error: TurnError,
    },
    /// Something stands behind the result.
    AfterResult(String),
    /// Its turns may mean so much that no way through them was found in so many tries.
    TooManyWays(usize),
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PgnError::Tag(line) => write!(f, "{line:?} is no tag"),
            PgnError::Fen(error) => write!(f, "FEN tag: {error}"),
            PgnError::OpenComment => f.write_str("a comment is never closed"),
            PgnError::Turn { turn, error } => write!(f, "turn {turn}: {error}"),
            PgnError::AfterResult(text) => write!(f, "{text:?} stands behind the result"),
            PgnError::TooManyWays(tries) => {
                write!(f, "no way through the turns was found in {tries} tries")
            }
        }
    }
}

impl Error for PgnError {}

impl Pgn {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    /// All single steps, in order.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        self.turns.iter().flat_map(|turn| turn.moves.iter().copied())
    }

    /// A record of these steps from a position; the result is what the rules
    /// say. Steps of a turn that is not finished are left out.
    #[must_use]
    pub fn of(start: &CoTuLenh, moves: &[Move]) -> Pgn {
        let mut pgn = Pgn { start: start.clone(), ..Pgn::default() };
        let (mut now, mut turn) = (start.clone(), Vec::new());
        for &m in moves {
            now.make(m);
            turn.push(m);
            if m == Move::CANCEL {
                turn.clear();
            } else if !now.is_deploying() {
                pgn.turns.push(PgnTurn { moves: std::mem::take(&mut turn), comments: Vec::new() });
            }
        }
        pgn.result = PgnResult::of(&now);
        pgn
    }

    /// Reads one record.
    ///
    /// # Errors
    /// At the first thing that cannot be read or played. Games that went on
    /// after a draw by the rules are read to their end.
    pub fn read(text: &str) -> Result<Pgn, PgnError> {
        let (tags, body) = read_tags(text)?;
        let mut pgn = Pgn::headed(tags.clone());
        pgn.start = start_of(&tags)?;
        let mut now = pgn.start.clone().with_draws(Draws::Neither);
        pgn.read_body(body, |turns, token| {
            let turn = turns.len() + 1;
            let moves = now.read_turn(token).map_err(|error| PgnError::Turn { turn, error })?;
            for &m in &moves {
                now.make(m);
            }
            Ok(moves)
        })?;
        Ok(pgn)
    }

    /// A record of these tags, without its turns.
    pub(crate) fn headed(tags: Tags) -> Pgn {
        let result = tags.iter().find(|(name, _)| name == "Result");
        let result = result.and_then(|(_, mark)| PgnResult::from_mark(mark)).unwrap_or_default();
        let mut pgn = Pgn { result, tags, ..Pgn::default() };
        pgn.tags.retain(|(name, _)| !["SetUp", "FEN", "Result"].contains(&name.as_str()));
        pgn
    }

    /// Reads every record of a collection.
    pub fn read_all(text: &str) -> impl Iterator<Item = Result<Pgn, PgnError>> + '_ {
        Pgn::records(text).map(Pgn::read)
    }

    /// The texts of a collection's records.
    pub fn records(text: &str) -> impl Iterator<Item = &str> {
        let mut rest = text.trim_start();
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let (record, after) = rest.split_at(end_of_record(rest));
            rest = after.trim_start();
            Some(record)
        })
    }

    /// Reads everything behind the tags; `read_turn` finds the moves of a token, knowing
    /// the turns before it.
    pub(crate) fn read_body(
        &mut self,
        body: &str,
        mut read_turn: impl FnMut(&[PgnTurn], &str) -> Result<Vec<Move>, PgnError>,
    ) -> Result<(), PgnError> {
        let mut rest = body.trim_start();
        let mut is_over = false;
        while !rest.is_empty() {
            if let Some((comment, after)) = read_comment(rest)? {
                let comments =
                    self.turns.last_mut().map_or(&mut self.comments, |t| &mut t.comments);
                comments.push(comment.trim().to_owned());
                rest = after.trim_start();
                continue;
            }
            let end =
                rest.find(|c: char| c.is_whitespace() || "{;".contains(c)).unwrap_or(rest.len());
            let (token, after) = rest.split_at(end);
            rest = after.trim_start();
            if is_over {
                return Err(PgnError::AfterResult(token.to_owned()));
            }
            if let Some(result) = PgnResult::from_mark(token) {
                self.result = result;
                is_over = true;
            } else if let Some(token) = turn_token(token) {
                let moves = read_turn(&self.turns, token)?;
                self.turns.push(PgnTurn { moves, comments: Vec::new() });
            }
        }
        Ok(())
    }
}

/// Where the next record begins: at a tag behind the moves of this one.
fn end_of_record(text: &str) -> usize {
    let (mut at, mut has_moves) = (0, false);
    for line in text.split_inclusive('\n') {
        let is_tag = line.trim_start().starts_with('[');
        if is_tag && has_moves {
            break;
        }
        has_moves |= !is_tag && !line.trim().is_empty();
        at += line.len();
    }
    at
}

pub(crate) type Tags = Vec<(String, String)>;

pub(crate) fn read_tags(text: &str) -> Result<(Tags, &str), PgnError> {
    let mut tags = Vec::new();
    let mut rest = text.trim_start();
    while rest.starts_with('[') {
        let end = rest.find('\n').unwrap_or(rest.len());
        let (line, after) = rest.split_at(end);
        tags.push(read_tag(line.trim()).ok_or_else(|| PgnError::Tag(line.trim().to_owned()))?);
        rest = after.trim_start();
    }
    Ok((tags, rest))
}

fn read_tag(line: &str) -> Option<(String, String)> {
    let inside = line.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let (mut text, mut chars) = (String::new(), value.chars());
    while let Some(c) = chars.next() {
        text.push(if c == '\\' { chars.next()? } else { c });
    }
    Some((name.to_owned(), text))
}

fn start_of(tags: &Tags) -> Result<CoTuLenh, PgnError> {
    let Some((_, fen)) = tags.iter().find(|(name, _)| name == "FEN") else {
        return Ok(CoTuLenh::new());
    };
    let reasons = fen_reasons(fen, Strictness::Playable);
    if !reasons.is_empty() {
        return Err(PgnError::Fen(FenError { reasons }));
    }
    CoTuLenh::read_position(fen).map_err(PgnError::Fen)
}

/// A comment in braces or to the end of a line, if one begins here.
fn read_comment(text: &str) -> Result<Option<(&str, &str)>, PgnError> {
    if let Some(inside) = text.strip_prefix('{') {
        return inside.split_once('}').map(Some).ok_or(PgnError::OpenComment);
    }
    Ok(text.strip_prefix(';').map(|line| line.split_once('\n').unwrap_or((line, ""))))
}

/// The turn in a token without move number, marks of praise and numbered glyphs.
fn turn_token(token: &str) -> Option<&str> {
    let after_number = token.trim_start_matches(|c: char| c.is_ascii_digit());
    let token = if after_number.starts_with('.') && after_number.len() < token.len() {
        after_number.trim_start_matches('.')
    } else {
        token
    };
    let token = token.trim_end_matches(['!', '?']);
    let is_number = token.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    (!is_number && !token.starts_with('$')).then_some(token)
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in SEVEN_TAGS {
            let unknown = if name == "Date" { "????.??.??" } else { "?" };
            let value = if name == "Result" {
                self.result.mark()
            } else {
                self.tag(name).unwrap_or(unknown)
            };
            write_tag(f, name, value)?;
        }
        for (name, value) in
            self.tags.iter().filter(|(name, _)| !SEVEN_TAGS.contains(&name.as_str()))
        {
            write_tag(f, name, value)?;
        }
        let fen = self.start.position_text();
        if fen != START {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &fen)?;
        }
        writeln!(f)?;
        self.write_body(f)
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{name} \"{value}\"]")
}

impl Pgn {
    fn write_body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Wrapped { out: f, column: 0 };
        let mut now = self.start.clone().with_draws(Draws::Neither);
        lines.comments(&self.comments)?;
        let mut needs_number = true;
        for turn in &self.turns {
            if now.side() == Side::Red {
                lines.word(&format!("{}.", now.number()))?;
            } else if needs_number {
                lines.word(&format!("{}...", now.number()))?;
            }
            // Moves that make no turn have no text: show that something is missing.
            let text = now.turn_text(&turn.moves, RankMark::Whole);
            lines.word(text.as_deref().unwrap_or("--"))?;
            lines.comments(&turn.comments)?;
            needs_number = !turn.comments.is_empty();
            for &m in &turn.moves {
                now.make(m);
            }
        }
        lines.word(self.result.mark())?;
        writeln!(f)
    }
}

/// Words on lines of at most eighty columns.
struct Wrapped<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    column: usize,
}

impl Wrapped<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.column > 0 && self.column + 1 + width > 80 {
            self.out.write_char('\n')?;
            self.column = 0;
        }
        if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += width;
        self.out.write_str(word)
    }

    /// A comment stays on one line, so that it is read back as it was.
    fn comments(&mut self, comments: &[String]) -> fmt::Result {
        comments.iter().try_for_each(|comment| {
            self.word(&format!("{{{}}}", comment.replace('}', ")").replace(['\n', '\r'], " ")))
        })
    }
}
