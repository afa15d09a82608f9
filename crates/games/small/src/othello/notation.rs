//! Text, numbers and random moves, the same for both forms.

use super::board::{Board, Disc};
use super::{Token, Trail};
use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::{Indexed, Notation, Player, Portable, RandomMove, SplitMix, ZeroSum};

impl Token {
    /// The position as plain values.
    #[inline]
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }
}

fn write_move(disc: Disc, out: &mut dyn Write) -> fmt::Result {
    if disc == Disc::PASS {
        return out.write_str("pass");
    }
    write!(out, "{}{}", (b'a' + disc.0 % 8) as char, disc.0 / 8 + 1)
}

fn read_move(text: &str) -> Result<Disc, ReadError> {
    match text.as_bytes() {
        b"pass" => Ok(Disc::PASS),
        &[column @ b'a'..=b'h', row @ b'1'..=b'8'] => Ok(Disc((row - b'1') * 8 + column - b'a')),
        _ => Err(ReadError::new(text, "a cell from a1 to h8, or pass")),
    }
}

fn random_move(board: &Board, rng: &mut SplitMix) -> Disc {
    let mut cells = board.placeable();
    if cells == 0 {
        return Disc::PASS;
    }
    for _ in 0..rng.below(cells.count_ones() as usize) {
        cells &= cells - 1;
    }
    Disc(cells.trailing_zeros() as u8)
}

fn write_position(board: &Board, out: &mut dyn Write) -> fmt::Result {
    for row in (0..8).rev() {
        for column in 0..8 {
            let cell = 8 * row + column;
            out.write_char(match (board.discs[0] >> cell & 1, board.discs[1] >> cell & 1) {
                (1, _) => 'x',
                (_, 1) => 'o',
                _ => '.',
            })?;
        }
        out.write_char(if row > 0 { '/' } else { ' ' })?;
    }
    write!(out, "{} {}", if board.next == Player::FIRST { 'x' } else { 'o' }, board.passes)
}

fn read_position(text: &str) -> Result<Board, ReadError> {
    let bad = || ReadError::new(text, "eight rows from the top, x or o to move, passes so far");
    let fields: Vec<&str> = text.split_whitespace().collect();
    let &[rows, side, passes] = fields.as_slice() else { return Err(bad()) };
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != 8 || rows.iter().any(|row| row.len() != 8) {
        return Err(bad());
    }
    let mut board = Board { discs: [0; 2], next: Player::FIRST, passes: 0 };
    for (from_top, row) in rows.iter().enumerate() {
        for (column, mark) in row.bytes().enumerate() {
            let cell = 1 << (8 * (7 - from_top) + column);
            match mark {
                b'x' => board.discs[0] |= cell,
                b'o' => board.discs[1] |= cell,
                b'.' => {}
                _ => return Err(bad()),
            }
        }
    }
    board.next = match side {
        "x" => Player::FIRST,
        "o" => Player::SECOND,
        _ => return Err(bad()),
    };
    board.passes = passes.parse().ok().filter(|&n| n <= 2).ok_or_else(bad)?;
    Ok(board)
}

macro_rules! faces {
    ($($form:ident),*) => {$(
        impl ZeroSum for $form {}

        impl Indexed for $form {
            const INDICES: usize = 65;

            #[inline]
            fn index(&self, disc: Disc) -> usize {
                disc.0 as usize
            }
        }

        impl RandomMove for $form {
            #[inline]
            fn random_move(&self, rng: &mut SplitMix) -> Disc {
                random_move(&self.board(), rng)
            }
        }

        /// Column letter and row number, or `pass`.
        impl Notation for $form {
            type MoveError = ReadError;

            fn write_move(&self, disc: Disc, out: &mut dyn Write) -> fmt::Result {
                write_move(disc, out)
            }

            fn read_move(&self, text: &str) -> Result<Disc, ReadError> {
                read_move(text)
            }
        }

        /// Rows from the top, the side to move, passes in a row.
        impl Portable for $form {
            type PositionError = ReadError;

            fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
                write_position(&self.board(), out)
            }

            fn read_position(text: &str) -> Result<Self, ReadError> {
                read_position(text).map($form::at)
            }
        }
    )*};
}
faces!(Token, Trail);
