//! Tron: two light cycles, moving at the same time, leaving walls behind.

use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::{
    Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Players, Portable, RandomMove,
    Simultaneous, SplitMix, Turn, ZeroSum,
};

/// An 8 by 8 field. Both choose a direction, then both move; who runs into a
/// wall, a trail or the other's head crashes. Both at once is a draw.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Tron {
    /// Cells with a trail, heads included; row 0 is the bottom.
    pub(crate) walls: u64,
    /// Where the cycles are; a crashed one stays where it was.
    pub(crate) heads: [u8; 2],
    pub(crate) crashed: [bool; 2],
    /// What the first player has chosen this round, unseen by the second.
    chosen: Option<Direction>,
}

/// One step on the grid.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[allow(missing_docs)]
pub enum Direction {
    Up,
    Right,
    Down,
    Left,
}

const DIRECTIONS: [Direction; 4] =
    [Direction::Up, Direction::Right, Direction::Down, Direction::Left];
pub(crate) const NAMES: [&str; 4] = ["up", "right", "down", "left"];

/// What resolving a round overwrote: the heads and the first player's choice.
#[derive(Copy, Clone, Debug)]
pub struct Round {
    heads: [u8; 2],
    chosen: Option<Direction>,
}

impl Default for Tron {
    fn default() -> Self {
        let heads = [4 * 8 + 1, 3 * 8 + 6];
        Tron { walls: 1 << heads[0] | 1 << heads[1], heads, crashed: [false; 2], chosen: None }
    }
}

impl Tron {
    /// The cell one step away, if it is on the board.
    pub(crate) fn step(cell: u8, direction: Direction) -> Option<u8> {
        let (row, column) = (cell / 8, cell % 8);
        match direction {
            Direction::Up if row < 7 => Some(cell + 8),
            Direction::Down if row > 0 => Some(cell - 8),
            Direction::Right if column < 7 => Some(cell + 1),
            Direction::Left if column > 0 => Some(cell - 1),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.crashed[0] || self.crashed[1]
    }

    fn resolve(&mut self, choices: [Direction; 2]) {
        let targets = [0, 1].map(|p| {
            Self::step(self.heads[p], choices[p]).filter(|&cell| self.walls >> cell & 1 == 0)
        });
        let head_on = targets[0].is_some() && targets[0] == targets[1];
        for (player, target) in targets.into_iter().enumerate() {
            match target {
                Some(cell) if !head_on => {
                    self.heads[player] = cell;
                    self.walls |= 1 << cell;
                }
                _ => self.crashed[player] = true,
            }
        }
    }
}

impl Game for Tron {
    type Move = Direction;
    type Undo = Round;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.is_over() {
            Turn::Over
        } else if self.chosen.is_none() {
            Turn::Together(Players::all(2))
        } else {
            Turn::Together(Players::only(Player::SECOND))
        }
    }

    fn moves(&self, out: &mut Moves<Direction>) {
        if !self.is_over() {
            out.extend(DIRECTIONS);
        }
    }

    fn make(&mut self, choice: Direction) -> Round {
        let before = Round { heads: self.heads, chosen: self.chosen };
        match self.chosen.take() {
            None => self.chosen = Some(choice),
            Some(first) => self.resolve([first, choice]),
        }
        before
    }

    fn unmake(&mut self, _: Direction, before: Round) {
        for player in 0..2 {
            if self.heads[player] != before.heads[player] {
                self.walls &= !(1 << self.heads[player]);
            }
        }
        self.heads = before.heads;
        self.crashed = [false; 2];
        self.chosen = before.chosen;
    }

    fn payoff(&self, player: Player) -> Payoff {
        match (self.crashed[player.index()], self.crashed[player.other().index()]) {
            (true, false) => Payoff::LOSS,
            (false, true) => Payoff::WIN,
            _ => Payoff::DRAW,
        }
    }
}

impl ZeroSum for Tron {}

impl Simultaneous for Tron {
    fn choices(&self, _: Player, out: &mut Moves<Direction>) {
        self.moves(out);
    }
}

impl Keyed for Tron {
    fn key(&self) -> Key {
        let chosen = self.chosen.map_or(4, |d| d as u64);
        let crashed = u64::from(self.crashed[0]) | u64::from(self.crashed[1]) << 1;
        let heads = u64::from(self.heads[0]) | u64::from(self.heads[1]) << 8;
        Key::nth(self.walls) ^ Key::nth(1 << 60 | heads | chosen << 16 | crashed << 24)
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl Indexed for Tron {
    const INDICES: usize = 4;

    fn index(&self, m: Direction) -> usize {
        m as usize
    }
}

impl RandomMove for Tron {
    fn random_move(&self, rng: &mut SplitMix) -> Direction {
        DIRECTIONS[rng.below(4)]
    }
}

impl Notation for Tron {
    type MoveError = ReadError;

    fn write_move(&self, m: Direction, out: &mut dyn Write) -> fmt::Result {
        out.write_str(NAMES[m as usize])
    }

    fn read_move(&self, text: &str) -> Result<Direction, ReadError> {
        let found = NAMES.iter().position(|&name| name == text).map(|i| DIRECTIONS[i]);
        found.ok_or_else(|| ReadError::new(text, "up, right, down or left"))
    }
}

/// Walls in hexadecimal, the two heads as cell numbers (`x` behind a crashed
/// one), and the first player's choice or `-`: `0000004200000000 33 30 -`.
impl Portable for Tron {
    type PositionError = ReadError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{:016x}", self.walls)?;
        for player in 0..2 {
            write!(out, " {}{}", self.heads[player], if self.crashed[player] { "x" } else { "" })?;
        }
        write!(out, " {}", self.chosen.map_or("-", |d| NAMES[d as usize]))
    }

    fn read_position(text: &str) -> Result<Self, ReadError> {
        let bad = || ReadError::new(text, "walls, two heads and a choice");
        let fields: Vec<&str> = text.split_whitespace().collect();
        let &[walls, first, second, chosen] = fields.as_slice() else { return Err(bad()) };
        let walls = u64::from_str_radix(walls, 16).map_err(|_| bad())?;
        let head = |text: &str| {
            let cell: u8 = text.trim_end_matches('x').parse().map_err(|_| bad())?;
            let on_wall = cell < 64 && walls >> cell & 1 == 1;
            if on_wall { Ok((cell, text.ends_with('x'))) } else { Err(bad()) }
        };
        let ((a, a_crashed), (b, b_crashed)) = (head(first)?, head(second)?);
        let chosen = match NAMES.iter().position(|&name| name == chosen) {
            Some(i) => Some(DIRECTIONS[i]),
            None if chosen == "-" => None,
            None => return Err(bad()),
        };
        if a == b || (chosen.is_some() && (a_crashed || b_crashed)) {
            return Err(bad());
        }
        Ok(Tron { walls, heads: [a, b], crashed: [a_crashed, b_crashed], chosen })
    }
}
