//! Game records as SGF (GM[11]), both directions.
//!
//! Cells are written as everywhere else (`a1`); two letters (`aa`), as other
//! games write them, are read too. Of a tree only the main line is read.

use crate::bits::Bits;
use crate::geometry::{Cell, Colour, Size, SizeError};
use crate::moves::Move;
use crate::notation::MoveError;
use crate::state::{Hex, Setup, SetupError, Swap};
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::Game;

/// A recorded game.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Record {
    /// The board.
    pub size: Size,
    /// Black stones on the board before the first move.
    pub black: Vec<Cell>,
    /// White stones on the board before the first move.
    pub white: Vec<Cell>,
    /// Who is to move first, where the record says so.
    pub to_move: Option<Colour>,
    /// What was played, with the colour that played it.
    pub moves: Vec<(Colour, Played)>,
}

/// One entry of a record.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Played {
    /// A stone or a swap.
    Move(Move),
    /// The colour gave up.
    Resign,
}

/// Why a text is no record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum SgfError {
    /// No tree of nodes begins anywhere.
    NoTree,
    /// The text ends within a value.
    CutShort,
    /// Another game than Hex (11).
    Game(String),
    /// A size is one number, or two with a colon between.
    Size(String),
    /// A side is too long or zero.
    SizeRange(SizeError),
    /// A value that should be a cell.
    Cell(MoveError),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::NoTree => f.write_str("no game tree \"(;...)\" found"),
            SgfError::CutShort => f.write_str("the text ends within a value"),
            SgfError::Game(game) => write!(f, "GM[{game}] is not Hex, GM[11]"),
            SgfError::Size(text) => write!(f, "SZ[{text}] is no size"),
            SgfError::SizeRange(e) => e.fmt(f),
            SgfError::Cell(e) => e.fmt(f),
        }
    }
}

impl Error for SgfError {}

/// Why a record cannot be replayed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ReplayError {
    /// The stones before the first move make no position.
    Setup(SetupError),
    /// The move with this number, from 1, is not legal.
    Illegal(usize),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Setup(e) => e.fmt(f),
            ReplayError::Illegal(number) => write!(f, "move {number} is not legal"),
        }
    }
}

impl Error for ReplayError {}

impl Record {
    /// An empty record.
    #[must_use]
    pub fn new(size: Size) -> Record {
        Record { size, black: Vec::new(), white: Vec::new(), to_move: None, moves: Vec::new() }
    }

    /// The position after the first `plies` entries (all, if there are fewer).
    /// Colours need not alternate; giving up changes nothing on the board.
    ///
    /// # Errors
    /// When the setup or a move is not legal under this swap rule.
    pub fn position<B: Bits>(&self, swap: Swap, plies: usize) -> Result<Hex<B>, ReplayError> {
        let mut setup = Setup::empty(self.size, swap);
        setup.black.clone_from(&self.black);
        setup.white.clone_from(&self.white);
        let first = self.moves.first().map(|&(colour, _)| colour);
        setup.to_move = self.to_move.or(first).unwrap_or(Colour::Black);
        let mut hex = Hex::from_setup(&setup).map_err(ReplayError::Setup)?;
        for (i, &(colour, played)) in self.moves.iter().enumerate().take(plies) {
            let Played::Move(m) = played else { continue };
            hex = hex.with_to_move(colour);
            if !hex.allows(m) {
                return Err(ReplayError::Illegal(i + 1));
            }
            hex.make(m);
        }
        Ok(hex)
    }

    /// Whether a swap was played, and so a rule is needed that allows it.
    #[must_use]
    pub fn has_swap(&self) -> bool {
        self.moves.iter().any(|&(_, played)| played == Played::Move(Move::Swap))
    }

    /// Read the main line of the first tree in a text.
    ///
    /// # Errors
    /// When there is none, or a value that matters is malformed.
    pub fn read_sgf(text: &str) -> Result<Record, SgfError> {
        let properties = main_line(text)?;
        let value =
            |name: &str| properties.iter().find(|(n, _)| n == name).map(|(_, value)| value.trim());
        if let Some(game) = value("GM").filter(|&game| game != "11") {
            return Err(SgfError::Game(game.chars().take(24).collect()));
        }
        let size = value("SZ").map_or(Ok(DEFAULT_SIZE), read_size)?;
        let mut record = Record::new(size);
        for (name, value) in &properties {
            match name.as_str() {
                "AB" => record.black.push(read_cell(size, value)?),
                "AW" => record.white.push(read_cell(size, value)?),
                "PL" => record.to_move = Colour::read(value.trim()),
                "B" => record.moves.push((Colour::Black, read_played(size, value)?)),
                "W" => record.moves.push((Colour::White, read_played(size, value)?)),
                _ => {}
            }
        }
        Ok(record)
    }

    /// Write the record as SGF.
    #[must_use]
    pub fn sgf(&self) -> String {
        let mut text = String::new();
        self.write_sgf(&mut text).expect("a String takes everything");
        text
    }

    fn write_sgf(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "(;FF[4]GM[11]AP[takeback]SZ[{}", self.size.width())?;
        if !self.size.is_square() {
            write!(out, ":{}", self.size.height())?;
        }
        out.write_char(']')?;
        for (name, cells) in [("AB", &self.black), ("AW", &self.white)] {
            if !cells.is_empty() {
                out.write_str(name)?;
            }
            for &cell in cells {
                write!(out, "[{}]", self.size.cell_text(cell))?;
            }
        }
        if let Some(colour) = self.to_move {
            write!(out, "PL[{}]", letter(colour))?;
        }
        for &(colour, played) in &self.moves {
            let played = match played {
                Played::Move(Move::Place(cell)) => self.size.cell_text(cell),
                Played::Move(Move::Swap) => "swap-pieces".into(),
                Played::Resign => "resign".into(),
            };
            write!(out, ";{}[{played}]", letter(colour))?;
        }
        out.write_char(')')
    }
}

/// What a record without a size is about.
const DEFAULT_SIZE: Size = match Size::square(11) {
    Ok(size) => size,
    Err(_) => panic!("11 is a side"),
};

const fn letter(colour: Colour) -> char {
    match colour {
        Colour::Black => 'B',
        Colour::White => 'W',
    }
}

/// Properties from the root to the first leaf, in order, one pair per value.
/// The first branch is always the main one, so its end is the first `)`.
fn main_line(text: &str) -> Result<Vec<(String, String)>, SgfError> {
    let start = text.find("(;").or_else(|| text.find('(')).ok_or(SgfError::NoTree)?;
    let mut properties = Vec::new();
    let mut name = String::new();
    let mut fresh = false;
    let mut chars = text[start + 1..].chars();
    while let Some(c) = chars.next() {
        match c {
            ')' => return Ok(properties),
            '[' => {
                let value = read_value(&mut chars)?;
                properties.push((name.clone(), value));
                fresh = true;
            }
            'A'..='Z' => {
                if fresh {
                    name.clear();
                    fresh = false;
                }
                name.push(c);
            }
            ';' => {
                name.clear();
                fresh = false;
            }
            _ => {}
        }
    }
    Err(SgfError::CutShort)
}

fn read_value(chars: &mut std::str::Chars<'_>) -> Result<String, SgfError> {
    let mut value = String::new();
    while let Some(c) = chars.next() {
        match c {
            ']' => return Ok(value),
            '\\' => value.extend(chars.next()),
            _ => value.push(c),
        }
    }
    Err(SgfError::CutShort)
}

fn read_size(text: &str) -> Result<Size, SgfError> {
    let bad = || SgfError::Size(text.chars().take(24).collect());
    let side = |s: &str| s.trim().parse::<u16>().map(usize::from).map_err(|_| bad());
    let (width, height) = match text.split_once(':') {
        Some((width, height)) => (side(width)?, side(height)?),
        None => (side(text)?, side(text)?),
    };
    Size::new(width, height).map_err(SgfError::SizeRange)
}

fn read_cell(size: Size, text: &str) -> Result<Cell, SgfError> {
    let text = text.trim();
    if let &[x, y] = text.as_bytes()
        && x.is_ascii_lowercase()
        && y.is_ascii_lowercase()
    {
        let cell = size.cell((x - b'a') as usize, (y - b'a') as usize);
        return cell
            .ok_or_else(|| SgfError::Cell(MoveError::OffBoard { cell: text.to_owned(), size }));
    }
    size.read_cell(text).map_err(SgfError::Cell)
}

fn read_played(size: Size, text: &str) -> Result<Played, SgfError> {
    let text = text.trim();
    if text.eq_ignore_ascii_case("resign") {
        return Ok(Played::Resign);
    }
    if ["swap", "swap-pieces", "swap-sides"].iter().any(|s| text.eq_ignore_ascii_case(s)) {
        return Ok(Played::Move(Move::Swap));
    }
    read_cell(size, text).map(|cell| Played::Move(Move::Place(cell)))
}
