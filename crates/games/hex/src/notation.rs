//! Text of moves and positions, both directions.
//!
//! A move is a cell (`a1` is the top left one; no letter is left out) or
//! `swap-pieces` / `swap-sides`. A position is one line of four fields, the
//! board row by row from the top with runs of empty cells counted:
//!
//! ```text
//! 3x3 2b/1w1/3 b swap-pieces      Black to move, may not swap (not his ply)
//! 3x3 3/1w1/3 b swap-sides*       the star: a swap has been played
//! 3x3 3/3/3 b -                   no swap rule
//! ```

use crate::bits::Bits;
use crate::geometry::{Cell, Colour, Size, SizeError};
use crate::moves::Move;
use crate::state::{Hex, Setup, SetupError, Swap};
use std::error::Error;
use std::fmt::{self, Write};
use takeback_core::{Notation, Portable};

/// Why a text is no move.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MoveError {
    /// Neither a cell nor a swap.
    NoCell(String),
    /// A cell beyond the board.
    OffBoard {
        /// The cell asked for.
        cell: String,
        /// The board.
        size: Size,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::NoCell(text) => {
                write!(f, "{text:?} is neither a cell such as \"c2\" nor \"swap-pieces\"")
            }
            MoveError::OffBoard { cell, size } => write!(f, "{cell} is not on a board of {size}"),
        }
    }
}

impl Error for MoveError {}

impl Size {
    /// Read a cell such as `c2`, in either case.
    ///
    /// # Errors
    /// When it is no cell or not on this board.
    pub fn read_cell(self, text: &str) -> Result<Cell, MoveError> {
        let shown = || text.chars().take(24).collect::<String>();
        let none = || MoveError::NoCell(shown());
        let mut rest = text.chars();
        let letter = rest.next().filter(char::is_ascii_alphabetic).ok_or_else(none)?;
        let digits = rest.as_str();
        if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return Err(none());
        }
        let x = (letter.to_ascii_lowercase() as u8 - b'a') as usize;
        let row: usize = digits.parse().map_err(|_| none())?;
        row.checked_sub(1)
            .and_then(|y| self.cell(x, y))
            .ok_or_else(|| MoveError::OffBoard { cell: shown(), size: self })
    }

    /// Write a cell such as `c2`.
    ///
    /// # Errors
    /// Only those of the writer.
    pub fn write_cell(self, cell: Cell, out: &mut dyn Write) -> fmt::Result {
        let (x, y) = self.xy(cell);
        write!(out, "{}{}", (b'a' + x as u8) as char, y + 1)
    }

    /// A cell as text of its own.
    #[must_use]
    pub fn cell_text(self, cell: Cell) -> String {
        let mut text = String::new();
        self.write_cell(cell, &mut text).expect("a String takes everything");
        text
    }
}

impl<B: Bits> Notation for Hex<B> {
    type MoveError = MoveError;

    fn write_move(&self, m: Move, out: &mut dyn Write) -> fmt::Result {
        match m {
            Move::Place(cell) => self.size().write_cell(cell, out),
            Move::Swap if self.swap == Swap::Sides => out.write_str("swap-sides"),
            Move::Swap => out.write_str("swap-pieces"),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let text = text.trim();
        if ["swap", "swap-pieces", "swap-sides"].iter().any(|s| text.eq_ignore_ascii_case(s)) {
            return Ok(Move::Swap);
        }
        self.size().read_cell(text).map(Move::Place)
    }
}

/// Why a text is no position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum PositionError {
    /// Not the four fields size, rows, colour to move, swap rule.
    Fields(usize),
    /// A size is written as in `11x11`.
    Size(String),
    /// A side is too long or zero.
    SizeRange(SizeError),
    /// Another number of rows than the board has.
    Rows {
        /// Rows of the board.
        expected: usize,
        /// Rows in the text.
        found: usize,
    },
    /// A row holds something other than digits, `b` and `w`, or another number of cells.
    Row(String),
    /// The colour to move is `b` or `w`.
    ToMove(String),
    /// The swap rule is `-`, `swap-pieces` or `swap-sides`, with a star when used.
    Swap(String),
    /// The parts are well written but make no position.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Fields(n) => write!(f, "expected 4 fields, found {n}"),
            PositionError::Size(text) => write!(f, "{text:?} is no size such as \"11x11\""),
            PositionError::SizeRange(e) => e.fmt(f),
            PositionError::Rows { expected, found } => {
                write!(f, "expected {expected} rows, found {found}")
            }
            PositionError::Row(row) => write!(f, "{row:?} is no row of this board"),
            PositionError::ToMove(text) => write!(f, "{text:?} is neither \"b\" nor \"w\""),
            PositionError::Swap(text) => {
                write!(f, "{text:?} is neither \"-\", \"swap-pieces\" nor \"swap-sides\"")
            }
            PositionError::Setup(e) => e.fmt(f),
        }
    }
}

impl Error for PositionError {}

impl From<SetupError> for PositionError {
    fn from(e: SetupError) -> Self {
        PositionError::Setup(e)
    }
}

impl<B: Bits> Portable for Hex<B> {
    type PositionError = PositionError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{} ", self.size())?;
        for y in 0..self.size().height() {
            if y > 0 {
                out.write_char('/')?;
            }
            self.write_row(y, out)?;
        }
        let to_move = if self.to_move == Colour::Black { 'b' } else { 'w' };
        let swap = match self.swap {
            Swap::Off => "-",
            Swap::Pieces => "swap-pieces",
            Swap::Sides => "swap-sides",
        };
        write!(out, " {to_move} {swap}{}", if self.swapped { "*" } else { "" })
    }

    fn read_position(text: &str) -> Result<Self, PositionError> {
        Ok(Hex::from_setup(&Setup::read(text)?)?)
    }
}

impl<B: Bits> Hex<B> {
    fn write_row(&self, y: usize, out: &mut dyn Write) -> fmt::Result {
        let mut run = 0;
        for x in 0..self.size().width() {
            let cell = self.size().cell(x, y).expect("x and y run over the board");
            let Some(colour) = self.stone(cell) else {
                run += 1;
                continue;
            };
            write_run(run, out)?;
            run = 0;
            out.write_char(if colour == Colour::Black { 'b' } else { 'w' })?;
        }
        write_run(run, out)
    }
}

fn write_run(run: usize, out: &mut dyn Write) -> fmt::Result {
    if run > 0 { write!(out, "{run}") } else { Ok(()) }
}

impl Setup {
    /// Read the text of a position, of whatever size.
    ///
    /// # Errors
    /// When a field is malformed. Whether the parts make a position is asked
    /// by [`Hex::from_setup`].
    pub fn read(text: &str) -> Result<Setup, PositionError> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[size, rows, to_move, swap] = fields.as_slice() else {
            return Err(PositionError::Fields(fields.len()));
        };
        let size = read_size(size)?;
        let mut setup = Setup::empty(size, Swap::Off);
        setup.to_move =
            Colour::read(to_move).ok_or_else(|| PositionError::ToMove(to_move.into()))?;
        setup.swapped = swap.ends_with('*');
        setup.swap = match swap.strip_suffix('*').unwrap_or(swap) {
            "-" => Swap::Off,
            "swap-pieces" => Swap::Pieces,
            "swap-sides" => Swap::Sides,
            _ => return Err(PositionError::Swap(swap.into())),
        };
        let found = rows.split('/').count();
        if found != size.height() {
            return Err(PositionError::Rows { expected: size.height(), found });
        }
        for (y, row) in rows.split('/').enumerate() {
            setup.read_row(y, row).ok_or_else(|| PositionError::Row(row.into()))?;
        }
        Ok(setup)
    }

    fn read_row(&mut self, y: usize, row: &str) -> Option<()> {
        let (mut x, mut run) = (0, 0);
        for c in row.chars() {
            if let Some(digit) = c.to_digit(10) {
                run = run * 10 + digit as usize;
                if run > self.size.width() {
                    return None;
                }
                continue;
            }
            x += run;
            run = 0;
            let cell = self.size.cell(x, y)?;
            match c {
                'b' | 'B' => self.black.push(cell),
                'w' | 'W' => self.white.push(cell),
                _ => return None,
            }
            x += 1;
        }
        (x + run == self.size.width()).then_some(())
    }
}

/// Read a size such as `11x11`.
///
/// # Errors
/// When it is no size or out of range.
pub fn read_size(text: &str) -> Result<Size, PositionError> {
    let bad = || PositionError::Size(text.chars().take(24).collect());
    let (width, height) = text.split_once('x').ok_or_else(bad)?;
    let side = |s: &str| s.parse::<u16>().map(usize::from).map_err(|_| bad());
    Size::new(side(width)?, side(height)?).map_err(PositionError::SizeRange)
}

/// The board as people draw it: rows shifted, `B` and `W` for stones.
impl<B: Bits> fmt::Display for Hex<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        let letters = |f: &mut fmt::Formatter<'_>, indent: usize| {
            write!(f, "{:indent$}", "")?;
            for x in 0..size.width() {
                write!(f, "  {}", (b'a' + x as u8) as char)?;
            }
            writeln!(f)
        };
        letters(f, 1)?;
        for y in 0..size.height() {
            write!(f, "{:y$}{:>2}\\", "", y + 1)?;
            for x in 0..size.width() {
                let cell = size.cell(x, y).expect("x and y run over the board");
                let stone = match self.stone(cell) {
                    None => '.',
                    Some(Colour::Black) => 'B',
                    Some(Colour::White) => 'W',
                };
                write!(f, "{}{stone}", if x == 0 { "" } else { "  " })?;
            }
            writeln!(f, "\\{}", y + 1)?;
        }
        letters(f, size.height() + 2)
    }
}
