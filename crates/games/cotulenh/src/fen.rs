//! Positions as text: six fields, and perhaps the steps of an open session.
//!
//! Reading is in two halves. The first takes the text apart and collects
//! every slip of the pen; the second, only if there was none, asks whether
//! what is written can stand on a board.

use crate::board::{Board, NoLog, may_stand};
use crate::geometry::{FILES, RANKS, Square};
use crate::pieces::{Kind, Side, Stack};
use crate::session::{Session, Step};
use crate::state::{CoTuLenh, Ending};
use crate::turn_text;
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::Portable;

/// One reason why a text is no position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FenReason {
    /// A letter that is no piece.
    UnknownLetter(char),
    /// A run of empty squares outside 1 to 11.
    BadCount(String),
    /// Two `+` in a row.
    DoublePlus,
    /// A `+` with no piece behind it.
    DanglingPlus,
    /// Fewer than six fields, or more than seven.
    FieldCount(usize),
    /// Not twelve ranks.
    RankCount(usize),
    /// A rank (counted from 1 at the bottom) that does not add up to eleven files.
    RankWidth {
        /// The rank.
        rank: usize,
        /// What it adds up to.
        files: usize,
    },
    /// A parenthesis that is nested, empty, never closed or never opened, or holds a number.
    Parentheses,
    /// The side to move is neither `r` nor `b`.
    BadSide(String),
    /// The third or fourth field is not `-`.
    BadDash(String),
    /// The half-move clock is no number.
    BadClock(String),
    /// The move number is no number from 1 on.
    BadNumber(String),
    /// Pieces that make no stack.
    BadStack(Square, String),
    /// A carrier on ground where it may not stand.
    BadTerrain(Square, Kind),
    /// Other than one commander, where one is asked for.
    Commanders(Side, usize),
    /// What follows the six fields, a session or the word `threefold`, cannot
    /// be read or cannot be.
    BadSession(String),
}

/// The five sorts of reason that recorded data tell apart.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum FenCategory {
    /// Marks that mean nothing.
    Lexical,
    /// Fields, ranks, parentheses, counters.
    Structure,
    /// Pieces that make no stack.
    Combination,
    /// Stacks where they may not stand.
    Terrain,
    /// Commanders.
    Semantic,
}

impl FenCategory {
    /// The word used in recorded data.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            FenCategory::Lexical => "lexical",
            FenCategory::Structure => "structure",
            FenCategory::Combination => "combination",
            FenCategory::Terrain => "terrain",
            FenCategory::Semantic => "semantic",
        }
    }
}

impl FenReason {
    /// Which sort of reason this is.
    #[must_use]
    pub const fn category(&self) -> FenCategory {
        match self {
            FenReason::UnknownLetter(_)
            | FenReason::BadCount(_)
            | FenReason::DoublePlus
            | FenReason::DanglingPlus => FenCategory::Lexical,
            FenReason::BadStack(..) => FenCategory::Combination,
            FenReason::BadTerrain(..) => FenCategory::Terrain,
            FenReason::Commanders(..) => FenCategory::Semantic,
            _ => FenCategory::Structure,
        }
    }
}

impl fmt::Display for FenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenReason::UnknownLetter(c) => write!(f, "{c:?} is no piece"),
            FenReason::BadCount(n) => write!(f, "{n:?} empty squares: 1 to 11 are possible"),
            FenReason::DoublePlus => f.write_str("two + in a row"),
            FenReason::DanglingPlus => f.write_str("a + without a piece"),
            FenReason::FieldCount(n) => write!(f, "{n} fields instead of 6"),
            FenReason::RankCount(n) => write!(f, "{n} ranks instead of 12"),
            FenReason::RankWidth { rank, files } => {
                write!(f, "rank {rank} has {files} files instead of 11")
            }
            FenReason::Parentheses => f.write_str("parentheses do not enclose one stack"),
            FenReason::BadSide(s) => write!(f, "side {s:?} is neither r nor b"),
            FenReason::BadDash(s) => write!(f, "{s:?} where - belongs"),
            FenReason::BadClock(s) => write!(f, "half-move clock {s:?} is no number"),
            FenReason::BadNumber(s) => write!(f, "move number {s:?} is no number from 1 on"),
            FenReason::BadStack(at, s) => write!(f, "{s} on {at} is no stack"),
            FenReason::BadTerrain(at, kind) => write!(f, "{kind:?} may not stand on {at}"),
            FenReason::Commanders(side, n) => write!(f, "{side:?} has {n} commanders"),
            FenReason::BadSession(s) => write!(f, "{s:?} cannot follow this position"),
        }
    }
}

/// Every reason why a text is no position; there is at least one.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FenError {
    /// The reasons, in the order of the text.
    pub reasons: Vec<FenReason>,
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, reason) in self.reasons.iter().enumerate() {
            write!(f, "{}{reason}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

impl Error for FenError {}

/// How much is asked of a position beside its spelling.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Strictness {
    /// Nothing: letters, counts and fields alone.
    Spelling,
    /// It can stand on a board: stacks, terrain, at most one commander a side.
    Playable,
    /// And each side has its commander.
    Complete,
}

/// Every reason against a position text, none if it will do.
///
/// ```
/// use takeback_cotulenh::{FenCategory, Strictness, fen_reasons, START};
/// assert!(fen_reasons(START, Strictness::Complete).is_empty());
/// let wet = START.replace("6C4", "C10");
/// let reasons = fen_reasons(&wet, Strictness::Complete);
/// assert_eq!(reasons[0].category(), FenCategory::Terrain);
/// ```
#[must_use]
pub fn fen_reasons(text: &str, strictness: Strictness) -> Vec<FenReason> {
    read(text, strictness).err().map_or_else(Vec::new, |error| error.reasons)
}

/// A piece as written: whose, which, whether a hero.
type Written = (Side, Kind, bool);

/// What a text says, spelled correctly.
struct Spelled<'a> {
    /// Pieces as written, square by square.
    placed: Vec<(Square, Vec<Written>)>,
    side: Side,
    clock: u32,
    number: u32,
    /// The seventh field: an open session, or the word for a repetition.
    more: Option<&'a str>,
}

fn read(text: &str, strictness: Strictness) -> Result<Option<CoTuLenh>, FenError> {
    let mut reasons = Vec::new();
    let spelled = spell(text, &mut reasons);
    let Some(spelled) = spelled.filter(|_| reasons.is_empty()) else {
        return Err(FenError { reasons });
    };
    if strictness == Strictness::Spelling {
        return Ok(None);
    }
    let board = set_up(&spelled, strictness, &mut reasons);
    if !reasons.is_empty() {
        return Err(FenError { reasons });
    }
    let start = CoTuLenh::from_board(board, spelled.side, spelled.clock, spelled.number);
    let Some(more) = spelled.more else { return Ok(Some(start)) };
    let continued = match more {
        REPEATED => start.repeated_twice(),
        session => turn_text::open_session(&start, session),
    };
    continued
        .map(Some)
        .ok_or_else(|| FenError { reasons: vec![FenReason::BadSession(more.to_owned())] })
}

/// The word behind the fields of a position that is drawn by repetition, which
/// the fields alone cannot tell.
const REPEATED: &str = "threefold";

fn spell<'a>(text: &'a str, reasons: &mut Vec<FenReason>) -> Option<Spelled<'a>> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    if !(6..=7).contains(&fields.len()) {
        reasons.push(FenReason::FieldCount(fields.len()));
    }
    let field = |i: usize| fields.get(i).copied();
    let mut placed = Vec::new();
    spell_placement(field(0).unwrap_or(""), &mut placed, reasons);
    let side = match field(1) {
        Some("r") => Side::Red,
        Some("b") => Side::Blue,
        other => {
            reasons.extend(other.map(|s| FenReason::BadSide(s.to_owned())));
            Side::Red
        }
    };
    for dash in [field(2), field(3)].into_iter().flatten().filter(|&d| d != "-") {
        reasons.push(FenReason::BadDash(dash.to_owned()));
    }
    let number =
        |text: &str| text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    let clock = field(4).map(|s| number(s).ok_or_else(|| FenReason::BadClock(s.to_owned())));
    let turn = field(5).map(|s| {
        number(s).filter(|&n: &u32| n > 0).ok_or_else(|| FenReason::BadNumber(s.to_owned()))
    });
    let mut value = |field: Option<Result<u32, FenReason>>| match field? {
        Ok(number) => Some(number),
        Err(reason) => {
            reasons.push(reason);
            None
        }
    };
    let (clock, number) = (value(clock), value(turn));
    Some(Spelled { placed, side, clock: clock?, number: number?, more: field(6) })
}

fn spell_placement(
    text: &str,
    placed: &mut Vec<(Square, Vec<Written>)>,
    reasons: &mut Vec<FenReason>,
) {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != usize::from(RANKS) {
        reasons.push(FenReason::RankCount(ranks.len()));
    }
    for (from_top, rank) in ranks.iter().enumerate() {
        let number = (usize::from(RANKS)).saturating_sub(from_top);
        let files = spell_rank(rank, reasons, |file, pieces| {
            let square = u8::try_from(number).ok().zip(u8::try_from(file).ok());
            let square = square.and_then(|(n, f)| Square::new(f, n.checked_sub(1)?));
            placed.extend(square.map(|at| (at, pieces)));
        });
        if files != usize::from(FILES) {
            reasons.push(FenReason::RankWidth { rank: number, files });
        }
    }
}

/// Reads one rank; tells every stack with its file, and how many files there were.
fn spell_rank(
    rank: &str,
    reasons: &mut Vec<FenReason>,
    mut place: impl FnMut(usize, Vec<Written>),
) -> usize {
    let (mut files, mut heroic) = (0, false);
    let mut open: Option<Vec<Written>> = None;
    let mut chars = rank.chars().peekable();
    while let Some(c) = chars.next() {
        if heroic && !c.is_ascii_alphabetic() {
            reasons.push(if c == '+' { FenReason::DoublePlus } else { FenReason::DanglingPlus });
            heroic = false;
        }
        match c {
            '+' => heroic = true,
            '0'..='9' => {
                let mut count = String::from(c);
                if c == '1' {
                    count.extend(chars.next_if(char::is_ascii_digit));
                }
                match count.parse::<usize>() {
                    Ok(n @ 1..=11) if open.is_none() => files += n,
                    Ok(1..=11) => reasons.push(FenReason::Parentheses),
                    _ => reasons.push(FenReason::BadCount(count)),
                }
            }
            '(' => match open {
                None => open = Some(Vec::new()),
                Some(_) => reasons.push(FenReason::Parentheses),
            },
            ')' => match open.take() {
                Some(pieces) if !pieces.is_empty() => {
                    place(files, pieces);
                    files += 1;
                }
                _ => reasons.push(FenReason::Parentheses),
            },
            letter => match Kind::from_letter(letter.to_ascii_uppercase()) {
                None => {
                    reasons.push(FenReason::UnknownLetter(letter));
                    heroic = false;
                }
                Some(kind) => {
                    let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Blue };
                    let piece = (side, kind, std::mem::take(&mut heroic));
                    match &mut open {
                        Some(pieces) => pieces.push(piece),
                        None => {
                            place(files, vec![piece]);
                            files += 1;
                        }
                    }
                }
            },
        }
    }
    if heroic {
        reasons.push(FenReason::DanglingPlus);
    }
    if open.is_some() {
        reasons.push(FenReason::Parentheses);
    }
    files
}

/// Puts the stacks on a board, piece by piece in the order written: each
/// beginning must itself be a stack that may stand there.
fn set_up(spelled: &Spelled<'_>, strictness: Strictness, reasons: &mut Vec<FenReason>) -> Board {
    let mut board = Board::empty();
    let mut commanders = [0; 2];
    for (at, pieces) in &spelled.placed {
        let mut stack = Stack::EMPTY;
        for &(side, kind, heroic) in pieces {
            commanders[side.index()] += usize::from(kind == Kind::Commander);
            let piece = Stack::single(side, kind, heroic);
            let joined = if stack.is_empty() { Some(piece) } else { stack.combined(piece) };
            let Some(joined) = joined else {
                let text = pieces.iter().map(|&(s, k, h)| letters(s, k, h)).collect::<String>();
                reasons.push(FenReason::BadStack(*at, format!("({text})")));
                break;
            };
            stack = joined;
            if !may_stand(stack.carrier(), *at) {
                reasons.push(FenReason::BadTerrain(*at, stack.carrier()));
                break;
            }
        }
        board.set(*at, stack, &mut NoLog);
    }
    for side in Side::BOTH {
        let count = commanders[side.index()];
        if count > 1 || strictness == Strictness::Complete && count == 0 {
            reasons.push(FenReason::Commanders(side, count));
        }
    }
    board
}

fn letters(side: Side, kind: Kind, heroic: bool) -> String {
    let letter = kind.letter();
    let letter = if side == Side::Red { letter } else { letter.to_ascii_lowercase() };
    format!("{}{letter}", if heroic { "+" } else { "" })
}

/// The six fields for a board of this position.
pub(crate) fn board_text(board: &Board, position: &CoTuLenh) -> String {
    let mut text = String::with_capacity(96);
    write_board(board, position, &mut text).expect("a String takes everything");
    text
}

fn write_board(board: &Board, position: &CoTuLenh, out: &mut dyn Write) -> fmt::Result {
    for rank in (0..RANKS).rev() {
        let mut empty = 0;
        for file in 0..FILES {
            let stack = board.at(Square(rank << 4 | file));
            if stack.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                write!(out, "{}", std::mem::take(&mut empty))?;
            }
            let text = stack.to_string();
            out.write_str(&if stack.side() == Side::Red {
                text
            } else {
                text.to_ascii_lowercase()
            })?;
        }
        if empty > 0 {
            write!(out, "{empty}")?;
        }
        if rank > 0 {
            out.write_char('/')?;
        }
    }
    let turn = &position.turn;
    write!(out, " {} - - {} {}", turn.side.letter(), turn.clock, turn.number)
}

/// `origin:stay:steps`, and `...` while pieces remain to be deployed.
pub(crate) fn session_text(session: &Session) -> String {
    let remaining = session.stack.only(session.remaining());
    let more = if remaining.is_empty() { "" } else { "..." };
    format!("{}:{}:{}{more}", session.origin, stay_text(remaining), steps_text(session.steps()))
}

fn stay_text(stay: Stack) -> String {
    if stay.is_empty() { String::new() } else { stay.to_string() }
}

pub(crate) fn steps_text(steps: &[Step]) -> String {
    let texts: Vec<String> = steps
        .iter()
        .map(|step| format!("{}>{}{}", step.stack, turn_text::mark(step.action), step.to))
        .collect();
    texts.join(",")
}

/// Six fields; inside a session those of its start, and the session.
impl Portable for CoTuLenh {
    type PositionError = FenError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        write_board(&self.session_start(), self, out)?;
        match &self.turn.session {
            Some(session) => write!(out, " {}", session_text(session)),
            None if self.turn.ending == Some(Ending::Threefold) => write!(out, " {REPEATED}"),
            None => Ok(()),
        }
    }

    /// Commanders may be missing, as in studies and recorded positions; see
    /// [`fen_reasons`] for more or less strictness.
    fn read_position(text: &str) -> Result<Self, FenError> {
        read(text, Strictness::Playable)?.ok_or(FenError { reasons: Vec::new() })
    }
}
