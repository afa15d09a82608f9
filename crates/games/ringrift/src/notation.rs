//! Plies as text, both ways: a letter or two for the kind, then cells.
//!
//! Lists of cells are sorted as text, so that one ply has one spelling.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell, CellName, Direction};
use crate::lines::run;
use crate::moves::{Border, Move, Recovery, cells};
use crate::state::RingRift;
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::{Notation, Player};

/// Why a text is no ply.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MoveError {
    /// No ply begins like this.
    Kind(String),
    /// Not a cell of this board.
    Cell(String),
    /// Not 1 to 3 rings.
    Rings(String),
    /// Not a seat of this table.
    Seat(String),
    /// Something is missing, or there is more than the ply needs.
    Shape {
        /// What was read.
        text: String,
        /// What such a ply looks like.
        expected: &'static str,
    },
    /// The cells are no line of the player in turn.
    NoLine(String),
    /// The cells are no region enclosed by one colour.
    NoRegion(String),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Kind(text) => write!(f, "no ply begins with {text:?}"),
            MoveError::Cell(text) => write!(f, "{text:?} is no cell of this board"),
            MoveError::Rings(text) => write!(f, "{text:?} is no number of rings from 1 to 3"),
            MoveError::Seat(text) => write!(f, "{text:?} is no seat of this table"),
            MoveError::Shape { text, expected } => {
                write!(f, "{text:?} should look like {expected:?}")
            }
            MoveError::NoLine(text) => write!(f, "{text:?} names no line of the player in turn"),
            MoveError::NoRegion(text) => write!(f, "{text:?} names no enclosed region"),
        }
    }
}

impl Error for MoveError {}

/// Plies that are nothing but their letters.
const BARE: [(&str, Move); 9] = [
    ("SP", Move::SkipPlacement),
    ("NP", Move::NoPlacement),
    ("SW", Move::Swap),
    ("SC", Move::SkipCapture),
    ("SR", Move::SkipRecovery),
    ("NM", Move::NoMovement),
    ("NL", Move::NoLine),
    ("ST", Move::SkipTerritory),
    ("NT", Move::NoTerritory),
];

impl<B: Board> RingRift<B> {
    /// The cells a claim, line or free recovery is about, sorted as text.
    fn names(set: B::Set) -> Vec<String> {
        let mut names: Vec<String> =
            cells(set).map(|cell| CellName::<B>::of(cell).to_string()).collect();
        names.sort_unstable();
        names
    }

    /// The cells that this ply of the player in turn would collapse or look at, as a set:
    /// for lines the whole line, for claims the region.
    #[must_use]
    pub fn subject(&self, m: Move) -> B::Set {
        let me = self.colour();
        match m {
            Move::Line { start, axis } | Move::LineOption { start, axis, .. } => {
                self.line_cells(me, start, axis)
            }
            Move::RecoverFree { start, axis, .. } => {
                run::<B>(start, Direction::from(axis), self.rules().line::<B>())
            }
            Move::Recover { kind: Recovery::Line, from, to, .. } => {
                self.recovered_line(me, from, to)
            }
            Move::Claim { seed, border } => self.enclosed(seed, border),
            _ => B::Set::EMPTY,
        }
    }

    /// The cells of a line option that collapse.
    #[must_use]
    pub fn chosen(&self, m: Move) -> B::Set {
        match m {
            Move::LineOption { start, axis, window } => {
                self.option_cells(self.colour(), start, axis, window)
            }
            _ => self.subject(m),
        }
    }

    /// First cell and axis of a set that is one straight run.
    fn as_run(set: B::Set) -> Option<(Cell, u8, u32)> {
        let length = set.count();
        B::AXES.iter().find_map(|&axis| {
            let start = Cell::of(set.minus(B::step(set, axis)).first()?);
            let room = u32::from(B::room()[start.index()][axis]);
            (length > 1 && room + 1 >= length && run::<B>(start, axis, length) == set)
                .then_some((start, axis as u8, length))
        })
    }

    /// The ply that collapses `chosen` cells of the `line` of the player in turn.
    #[must_use]
    pub fn line_ply(&self, line: B::Set, chosen: B::Set) -> Option<Move> {
        let (start, axis, length) = Self::as_run(line)?;
        let mine = self.markers(self.colour());
        let maximal =
            line.minus(mine).is_empty() && self.line_cells(self.colour(), start, axis) == line;
        if !maximal || B::step(mine, Direction::from(axis)).contains(start.index()) {
            return None;
        }
        let required = self.rules().line::<B>();
        if chosen == line {
            let exact = length == required;
            return Some(if exact {
                Move::Line { start, axis }
            } else {
                Move::LineOption { start, axis, window: None }
            });
        }
        (0..=length.checked_sub(required)?)
            .map(|skipped| Move::LineOption { start, axis, window: Some(skipped as u8) })
            .find(|&m| self.chosen(m) == chosen)
    }

    /// The ply that claims this region.
    #[must_use]
    pub fn claim_ply(&self, region: B::Set) -> Option<Move> {
        let seed = Cell::of(region.first()?);
        let open = region.minus(self.all_collapsed()) == region;
        let borders = std::iter::once(Border::Collapsed).chain(self.colours().map(Border::Markers));
        borders
            .filter(|&border| match border {
                Border::Collapsed => open,
                Border::Markers(colour) => open && !self.markers(colour).meets(region),
            })
            .find(|&border| self.enclosed(seed, border) == region)
            .map(|border| Move::Claim { seed, border })
    }

    /// The free recovery that collapses these cells.
    #[must_use]
    pub fn free_recovery_ply(&self, from: Cell, to: Cell, window: B::Set) -> Option<Move> {
        let (start, axis, length) = Self::as_run(window)?;
        (length == self.rules().line::<B>()).then_some(Move::RecoverFree { from, to, start, axis })
    }
}

impl<B: Board> Notation for RingRift<B> {
    type MoveError = MoveError;

    fn write_move(&self, m: Move, out: &mut dyn Write) -> fmt::Result {
        let name = CellName::<B>::of;
        if let Some((text, _)) = BARE.iter().find(|(_, bare)| *bare == m) {
            return out.write_str(text);
        }
        match m {
            Move::Place { to, rings } => write!(out, "P {} {rings}", name(to)),
            Move::Slide { from, to } => write!(out, "M {} {}", name(from), name(to)),
            Move::Capture { from, target, to } => {
                write!(out, "C {} {} {}", name(from), name(target), name(to))
            }
            Move::Continue { from, target, to } => {
                write!(out, "K {} {} {}", name(from), name(target), name(to))
            }
            Move::Recover { kind, from, to, extract } => {
                let letters = match kind {
                    Recovery::Line => "R1",
                    Recovery::Fallback => "RF",
                    Recovery::Strike => "RS",
                };
                write!(out, "{letters} {} {} x {}", name(from), name(to), name(extract))
            }
            Move::RecoverFree { from, to, .. } => {
                let window = Self::names(self.subject(m)).join(" ");
                write!(out, "R2 {} {} c {window}", name(from), name(to))
            }
            Move::Line { .. } => write!(out, "L {}", Self::names(self.subject(m)).join(" ")),
            Move::LineOption { .. } => {
                let line = Self::names(self.subject(m)).join(" ");
                write!(out, "O {line} c {}", Self::names(self.chosen(m)).join(" "))
            }
            Move::Claim { .. } => write!(out, "T {}", Self::names(self.subject(m)).join(" ")),
            Move::PayLine(cell) => write!(out, "E1 {}", name(cell)),
            Move::PayCap(cell) => write!(out, "ET {}", name(cell)),
            Move::PayBuried(cell) => write!(out, "EX {}", name(cell)),
            Move::ForcedElimination(cell) => write!(out, "F {}", name(cell)),
            Move::Resign(seat) => write!(out, "RESIGN {}", seat.0 + 1),
            Move::TimeOut(seat) => write!(out, "TIMEOUT {}", seat.0 + 1),
            _ => Ok(()),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let shape = |expected| MoveError::Shape { text: text.to_owned(), expected };
        let cell =
            |word: &str| CellName::<B>::read(word).ok_or_else(|| MoveError::Cell(word.to_owned()));
        let set = |words: &[&str]| {
            words.iter().try_fold(B::Set::EMPTY, |set, word| Ok(set.with(cell(word)?.index())))
        };
        let seat = |word: &str| {
            let seats = self.seats() as u8;
            let number = word.parse::<u8>().ok().filter(|n| (1..=seats).contains(n));
            number.map(|n| Player(n - 1)).ok_or_else(|| MoveError::Seat(word.to_owned()))
        };
        if let [word] = words[..]
            && let Some(&(_, bare)) = BARE.iter().find(|(letters, _)| *letters == word)
        {
            return Ok(bare);
        }
        match words[..] {
            ["P", to, rings] => {
                let count = rings.parse().ok().filter(|n| (1..=3).contains(n));
                let rings = count.ok_or_else(|| MoveError::Rings(rings.to_owned()))?;
                Ok(Move::Place { to: cell(to)?, rings })
            }
            ["P", ..] => Err(shape("P cell rings")),
            ["M", from, to] => Ok(Move::Slide { from: cell(from)?, to: cell(to)? }),
            ["M", ..] => Err(shape("M from to")),
            ["C", from, target, to] => {
                Ok(Move::Capture { from: cell(from)?, target: cell(target)?, to: cell(to)? })
            }
            ["K", from, target, to] => {
                Ok(Move::Continue { from: cell(from)?, target: cell(target)?, to: cell(to)? })
            }
            ["C" | "K", ..] => Err(shape("C from target to")),
            [letters @ ("R1" | "RF" | "RS"), from, to, "x", extract] => {
                let kind = match letters {
                    "R1" => Recovery::Line,
                    "RF" => Recovery::Fallback,
                    _ => Recovery::Strike,
                };
                let (from, to, extract) = (cell(from)?, cell(to)?, cell(extract)?);
                Ok(Move::Recover { kind, from, to, extract })
            }
            ["R1" | "RF" | "RS", ..] => Err(shape("R1 from to x stack")),
            ["R2", from, to, "c", ref window @ ..] => self
                .free_recovery_ply(cell(from)?, cell(to)?, set(window)?)
                .ok_or_else(|| MoveError::NoLine(text.to_owned())),
            ["R2", ..] => Err(shape("R2 from to c cells")),
            ["L", ref line @ ..] => {
                let line = set(line)?;
                self.line_ply(line, line)
                    .filter(|m| matches!(m, Move::Line { .. }))
                    .ok_or_else(|| MoveError::NoLine(text.to_owned()))
            }
            ["O", ref rest @ ..] => {
                let cut = rest.iter().position(|&word| word == "c");
                let cut = cut.ok_or_else(|| shape("O line cells c chosen cells"))?;
                self.line_ply(set(&rest[..cut])?, set(&rest[cut + 1..])?)
                    .filter(|m| matches!(m, Move::LineOption { .. }))
                    .ok_or_else(|| MoveError::NoLine(text.to_owned()))
            }
            ["T", ref region @ ..] => {
                self.claim_ply(set(region)?).ok_or_else(|| MoveError::NoRegion(text.to_owned()))
            }
            ["E1", at] => Ok(Move::PayLine(cell(at)?)),
            ["ET", at] => Ok(Move::PayCap(cell(at)?)),
            ["EX", at] => Ok(Move::PayBuried(cell(at)?)),
            ["F", at] => Ok(Move::ForcedElimination(cell(at)?)),
            ["E1" | "ET" | "EX" | "F", ..] => Err(shape("F cell")),
            ["RESIGN", who] => Ok(Move::Resign(seat(who)?)),
            ["TIMEOUT", who] => Ok(Move::TimeOut(seat(who)?)),
            _ => Err(MoveError::Kind(words.first().copied().unwrap_or_default().to_owned())),
        }
    }
}
