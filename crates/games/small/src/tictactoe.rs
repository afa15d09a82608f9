//! Tic-tac-toe: the smallest complete game.

use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::{
    Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Portable, RandomMove, SplitMix,
    Turn, ZeroSum, mix,
};

/// Nine cells, three in a row wins.
///
/// ```
/// use takeback_core::{Game, Notation};
/// use takeback_small::TicTacToe;
/// let mut game = TicTacToe::default();
/// let centre = game.read_move("b2")?;
/// let undo = game.make(centre);
/// game.unmake(centre, undo);
/// assert_eq!(game, TicTacToe::default());
/// # Ok::<(), takeback_small::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TicTacToe {
    pub(crate) marks: [u16; 2],
    pub(crate) next: Player,
}

/// One of nine cells, row by row from the top.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Cell(pub(crate) u8);

impl takeback_core::Coded for Cell {
    fn code(self) -> u64 {
        self.0.into()
    }

    fn decode(code: u64) -> Self {
        Cell(code as u8)
    }
}

const FULL: u16 = 0o777;
pub(crate) const ROWS: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

impl TicTacToe {
    fn empty(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    fn has_row(&self, player: Player) -> bool {
        let marks = self.marks[player.index()];
        ROWS.iter().any(|&row| row & !marks == 0)
    }
}

impl Game for TicTacToe {
    type Move = Cell;
    type Undo = ();

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.has_row(self.next.other()) || self.empty() == 0 {
            Turn::Over
        } else {
            Turn::Player(self.next)
        }
    }

    fn moves(&self, out: &mut Moves<Cell>) {
        if self.turn() != Turn::Over {
            out.extend((0..9).filter(|c| self.empty() >> c & 1 == 1).map(Cell));
        }
    }

    fn make(&mut self, Cell(cell): Cell) {
        self.marks[self.next.index()] |= 1 << cell;
        self.next = self.next.other();
    }

    fn unmake(&mut self, Cell(cell): Cell, (): ()) {
        self.next = self.next.other();
        self.marks[self.next.index()] &= !(1 << cell);
    }

    fn payoff(&self, player: Player) -> Payoff {
        match (self.has_row(player), self.has_row(player.other())) {
            (true, _) => Payoff::WIN,
            (_, true) => Payoff::LOSS,
            _ => Payoff::DRAW,
        }
    }
}

impl ZeroSum for TicTacToe {}

impl Keyed for TicTacToe {
    fn key(&self) -> Key {
        let marks = u64::from(self.marks[0]) | u64::from(self.marks[1]) << 9;
        Key(mix(marks | u64::from(self.next.0) << 18))
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl Indexed for TicTacToe {
    const INDICES: usize = 9;

    fn index(&self, Cell(cell): Cell) -> usize {
        cell as usize
    }
}

impl RandomMove for TicTacToe {
    fn random_move(&self, rng: &mut SplitMix) -> Cell {
        let mut empty = self.empty();
        for _ in 0..rng.below(empty.count_ones() as usize) {
            empty &= empty - 1;
        }
        Cell(empty.trailing_zeros() as u8)
    }
}

/// `a1` is the bottom left cell, `c3` the top right one.
impl Notation for TicTacToe {
    type MoveError = ReadError;

    fn write_move(&self, Cell(cell): Cell, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}{}", (b'a' + cell % 3) as char, 3 - cell / 3)
    }

    fn read_move(&self, text: &str) -> Result<Cell, ReadError> {
        match text.as_bytes() {
            &[column @ b'a'..=b'c', row @ b'1'..=b'3'] => {
                Ok(Cell((b'3' - row) * 3 + (column - b'a')))
            }
            _ => Err(ReadError::new(text, "a cell from a1 to c3")),
        }
    }
}

/// Rows from the top, `/` between them: `x.o/.x./..o`; x begins, so the side to
/// move follows from the counts.
impl Portable for TicTacToe {
    type PositionError = ReadError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for cell in 0..9 {
            if cell == 3 || cell == 6 {
                out.write_char('/')?;
            }
            let mark = |player: usize| self.marks[player] >> cell & 1 == 1;
            out.write_char(if mark(0) {
                'x'
            } else if mark(1) {
                'o'
            } else {
                '.'
            })?;
        }
        Ok(())
    }

    fn read_position(text: &str) -> Result<Self, ReadError> {
        let bad = || ReadError::new(text, "three rows of x, o and . with x to begin");
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
            return Err(bad());
        }
        let mut game = TicTacToe::default();
        for (cell, mark) in rows.iter().flat_map(|row| row.bytes()).enumerate() {
            match mark {
                b'x' => game.marks[0] |= 1 << cell,
                b'o' => game.marks[1] |= 1 << cell,
                b'.' => {}
                _ => return Err(bad()),
            }
        }
        let [x, o] = game.marks.map(u16::count_ones);
        game.next = Player(u8::from(x > o));
        let both = game.has_row(Player::FIRST) && game.has_row(Player::SECOND);
        let moved_after_end = game.has_row(game.next);
        if x < o || x > o + 1 || both || moved_after_end { Err(bad()) } else { Ok(game) }
    }
}
