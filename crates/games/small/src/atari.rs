//! Atari Go: Go in which the first capture wins.
//!
//! The one small game whose legality is a question to the board: any empty
//! point is a candidate, but a stone without liberties that captures nothing
//! may not be placed. [`Game::is_legal`] places it, looks, and lifts it again.

use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::strategy::legality;
use takeback_core::{
    Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Portable, RandomMove, SplitMix,
    Turn, ZeroSum,
};

/// An `N` by `N` board, `N` at most 8. Who cannot place a stone loses.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct AtariGo<const N: usize = 7> {
    /// Bit `8 * row + column`, row 0 at the bottom.
    pub(crate) stones: [u64; 2],
    next: Player,
    pub(crate) winner: Option<Player>,
}

/// A point on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Point(pub(crate) u8);

impl takeback_core::Coded for Point {
    fn code(self) -> u64 {
        self.0.into()
    }

    fn decode(code: u64) -> Self {
        Point(code as u8)
    }
}

impl<const N: usize> AtariGo<N> {
    const BOARD: u64 = {
        assert!(N >= 2 && N <= 8, "a side from 2 to 8");
        let mut board = 0;
        let mut row = 0;
        while row < N {
            board |= ((1 << N) - 1) << (8 * row);
            row += 1;
        }
        board
    };

    fn empty(&self) -> u64 {
        Self::BOARD & !(self.stones[0] | self.stones[1])
    }

    /// The points of `set` and next to them.
    #[inline]
    fn spread(set: u64) -> u64 {
        const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
        const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        set | set << 8 | set >> 8 | set << 1 & NOT_LEFT | set >> 1 & NOT_RIGHT
    }

    /// Whether the group around `seed` has no liberty.
    pub(crate) fn is_dead(&self, owner: Player, seed: u64) -> bool {
        let stones = self.stones[owner.index()];
        let mut group = seed;
        loop {
            let around = Self::spread(group);
            if around & self.empty() != 0 {
                return false;
            }
            let grown = around & stones;
            if grown == group {
                return true;
            }
            group = grown;
        }
    }

    /// Whether the stone just placed at `point` takes a neighbouring group.
    fn captures(&self, point: u64, owner: Player) -> bool {
        let mut near = Self::spread(point) & self.stones[owner.other().index()];
        while near != 0 {
            let seed = near & near.wrapping_neg();
            if self.is_dead(owner.other(), seed) {
                return true;
            }
            near &= near - 1;
        }
        false
    }

    fn place(&mut self, owner: Player, point: u64) {
        self.stones[owner.index()] |= point;
    }

    fn lift(&mut self, owner: Player, point: u64) {
        self.stones[owner.index()] &= !point;
    }

    fn can_place(&mut self, owner: Player, point: u64) -> bool {
        if Self::spread(point) & self.empty() & !point != 0 {
            return true;
        }
        self.place(owner, point);
        let legal = !self.is_dead(owner, point) || self.captures(point, owner);
        self.lift(owner, point);
        legal
    }
}

impl<const N: usize> AtariGo<N> {
    /// Whether the player in turn can place no stone.
    fn is_blocked(&mut self) -> bool {
        let mut points = self.empty();
        while points != 0 {
            if self.can_place(self.next, points & points.wrapping_neg()) {
                return false;
            }
            points &= points - 1;
        }
        true
    }
}

impl<const N: usize> Game for AtariGo<N> {
    type Move = Point;
    type Undo = ();
    /// Points without an enemy next to them last: a stone there takes nothing.
    const STAGES: u8 = 2;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        if self.winner.is_some() { Turn::Over } else { Turn::Player(self.next) }
    }

    fn moves(&self, out: &mut Moves<Point>) {
        legality::transient(self, out);
    }

    fn candidates(&self, stage: u8, out: &mut Moves<Point>) {
        if self.winner.is_some() {
            return;
        }
        let contact = Self::spread(self.stones[self.next.other().index()]);
        let mut points = self.empty() & if stage == 0 { contact } else { !contact };
        while points != 0 {
            out.push(Point(points.trailing_zeros() as u8));
            points &= points - 1;
        }
    }

    fn is_legal(&mut self, Point(point): Point) -> bool {
        self.can_place(self.next, 1 << point)
    }

    fn make(&mut self, Point(point): Point) {
        let mover = self.next;
        self.place(mover, 1 << point);
        self.next = mover.other();
        if self.captures(1 << point, mover) || self.is_blocked() {
            self.winner = Some(mover);
        }
    }

    fn unmake(&mut self, Point(point): Point, (): ()) {
        self.winner = None;
        self.next = self.next.other();
        self.lift(self.next, 1 << point);
    }

    fn payoff(&self, player: Player) -> Payoff {
        if self.winner == Some(player) { Payoff::WIN } else { Payoff::LOSS }
    }
}

impl<const N: usize> ZeroSum for AtariGo<N> {}

impl<const N: usize> Keyed for AtariGo<N> {
    fn key(&self) -> Key {
        Key::nth(self.stones[0]) ^ Key::nth(!self.stones[1]) ^ Key(u64::from(self.next.0))
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl<const N: usize> Indexed for AtariGo<N> {
    const INDICES: usize = 64;

    fn index(&self, Point(point): Point) -> usize {
        point as usize
    }
}

impl<const N: usize> RandomMove for AtariGo<N> {
    fn random_move(&self, rng: &mut SplitMix) -> Point {
        let mut copy = self.clone();
        let empty = self.empty();
        loop {
            let mut points = empty;
            for _ in 0..rng.below(empty.count_ones() as usize) {
                points &= points - 1;
            }
            let point = Point(points.trailing_zeros() as u8);
            if copy.is_legal(point) {
                return point;
            }
        }
    }
}

/// Column letter and row number, `a1` at the bottom left.
impl<const N: usize> Notation for AtariGo<N> {
    type MoveError = ReadError;

    fn write_move(&self, Point(point): Point, out: &mut dyn Write) -> fmt::Result {
        write!(out, "{}{}", (b'a' + point % 8) as char, point / 8 + 1)
    }

    fn read_move(&self, text: &str) -> Result<Point, ReadError> {
        if let &[column @ b'a'..=b'h', row @ b'1'..=b'8'] = text.as_bytes() {
            let point = (row - b'1') * 8 + (column - b'a');
            if Self::BOARD >> point & 1 == 1 {
                return Ok(Point(point));
            }
        }
        Err(ReadError::new(text, "a point such as c3"))
    }
}

/// Rows from the top, `/` between them, `x` for the first player, then the
/// side to move: `....../… x`.
impl<const N: usize> Portable for AtariGo<N> {
    type PositionError = ReadError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        for row in (0..N).rev() {
            for column in 0..N {
                let point = 8 * row + column;
                out.write_char(match (self.stones[0] >> point & 1, self.stones[1] >> point & 1) {
                    (1, _) => 'x',
                    (_, 1) => 'o',
                    _ => '.',
                })?;
            }
            out.write_char(if row > 0 { '/' } else { ' ' })?;
        }
        out.write_char(if self.next == Player::FIRST { 'x' } else { 'o' })
    }

    fn read_position(text: &str) -> Result<Self, ReadError> {
        let bad = || ReadError::new(text, "rows of x, o and . from the top, then x or o to move");
        let (board, side) = text.trim().split_once(' ').ok_or_else(bad)?;
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != N || rows.iter().any(|row| row.len() != N) {
            return Err(bad());
        }
        let mut game = AtariGo::<N>::default();
        for (from_top, row) in rows.iter().enumerate() {
            for (column, mark) in row.bytes().enumerate() {
                let point = 1 << (8 * (N - 1 - from_top) + column);
                match mark {
                    b'x' => game.place(Player::FIRST, point),
                    b'o' => game.place(Player::SECOND, point),
                    b'.' => {}
                    _ => return Err(bad()),
                }
            }
        }
        game.next = match side {
            "x" => Player::FIRST,
            "o" => Player::SECOND,
            _ => return Err(bad()),
        };
        let dead = |game: &Self, owner: Player| {
            let stones = game.stones[owner.index()];
            (0..64).any(|p| stones >> p & 1 == 1 && game.is_dead(owner, 1 << p))
        };
        if dead(&game, game.next.other()) && !dead(&game, game.next) {
            return Err(bad());
        }
        let lost = dead(&game, game.next) || game.is_blocked();
        game.winner = lost.then_some(game.next.other());
        Ok(game)
    }
}
