//! Connect Four on any board that fits 64 bits.
//!
//! One bit a cell and one spare bit on top of each column, so that shifts in
//! all four directions never run from one column into the next. A position is
//! also a number of at most 64 bits that no other position shares; its mixed
//! value is the key, so keys never collide and need no upkeep.

use crate::ReadError;
use std::fmt::{self, Write};
use takeback_core::{
    Evaluator, Game, Indexed, Key, Keyed, Moves, Notation, Payoff, Player, Playout, Portable,
    RandomMove, SplitMix, Turn, ZeroSum, mix,
};

/// `W` columns of `H` cells; four in a row wins.
///
/// ```
/// use takeback_core::{Game, Notation, Turn, Payoff, Player};
/// use takeback_small::ConnectFour;
/// let mut game = ConnectFour::<7, 6>::default();
/// for column in ["d", "c", "d", "c", "d", "c", "d"] {
///     let m = game.read_move(column)?;
///     game.make(m);
/// }
/// assert_eq!(game.turn(), Turn::Over);
/// assert_eq!(game.payoff(Player::FIRST), Payoff::WIN);
/// # Ok::<(), takeback_small::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ConnectFour<const W: usize = 7, const H: usize = 6> {
    /// Stones of the player in turn and of the other one.
    pub(crate) own: u64,
    pub(crate) other: u64,
    pub(crate) ply: u8,
    pub(crate) won: bool,
}

/// The column a stone is dropped into, counted from the left.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Column(pub(crate) u8);

impl takeback_core::Coded for Column {
    fn code(self) -> u64 {
        self.0.into()
    }

    fn decode(code: u64) -> Self {
        Column(code as u8)
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    const FITS: () = assert!(W * (H + 1) <= 64 && W > 0 && W <= 26 && H > 0, "at most 64 bits");
    const STRIDE: u32 = H as u32 + 1;
    const COLUMN: u64 = (1 << H) - 1;

    /// The lowest cell of every column.
    const BOTTOM: u64 = {
        let mut bottom = 0;
        let mut column = 0;
        while column < W {
            bottom |= 1 << (column * (H + 1));
            column += 1;
        }
        bottom
    };
    const BOARD: u64 = Self::BOTTOM * Self::COLUMN;

    /// Stones of the player in turn and of the other one: a bit a cell, columns of
    /// `H + 1` bits from the left, each from the bottom. A move's
    /// [index](Indexed::index) is the bit of the cell its stone falls on.
    #[inline]
    #[must_use]
    pub fn bits(&self) -> [u64; 2] {
        [self.own, self.other]
    }

    #[inline]
    fn all(&self) -> u64 {
        self.own | self.other
    }

    /// The lowest free cell of every column that is not full.
    #[inline]
    pub(crate) fn playable(&self) -> u64 {
        (self.all() + Self::BOTTOM) & Self::BOARD
    }

    /// All four directions are looked at without a branch: most stones complete
    /// nothing, and asking four times costs more than asking once.
    #[inline]
    fn has_four(stones: u64) -> bool {
        let along = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step)
        };
        along(1) | along(Self::STRIDE) | along(Self::STRIDE - 1) | along(Self::STRIDE + 1) != 0
    }

    #[inline]
    fn next(&self) -> Player {
        Player(self.ply & 1)
    }

    /// A column at random by 32 bits: the cells of it.
    #[inline]
    fn column(bits: u64) -> u64 {
        Self::COLUMN << (((bits * W as u64) >> 32) as u32 * Self::STRIDE)
    }

    /// The stone that falls into `column`, or into another one at random while
    /// that is full; none when all are. `free` points at the free cells.
    #[inline]
    fn drop(free: u64, mut column: u64, rng: &mut SplitMix) -> Option<u64> {
        loop {
            let stone = free & column;
            if stone != 0 {
                return Some(stone);
            }
            if free & Self::BOARD == 0 {
                return None;
            }
            column = Self::COLUMN << (rng.below(W) as u32 * Self::STRIDE);
        }
    }

    /// Free cells where a stone would complete four for the owner of `stones`.
    fn completing(&self, stones: u64) -> u64 {
        let mut cells = stones << 1 & stones << 2 & stones << 3;
        for step in [Self::STRIDE, Self::STRIDE - 1, Self::STRIDE + 1] {
            let pair = stones << step & stones << (2 * step);
            cells |= pair & (stones << (3 * step) | stones >> step);
            let pair = stones >> step & stones >> (2 * step);
            cells |= pair & (stones >> (3 * step) | stones << step);
        }
        cells & Self::BOARD & !self.all()
    }
}

impl<const W: usize, const H: usize> Game for ConnectFour<W, H> {
    type Move = Column;
    type Undo = ();

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.won || self.ply as usize == W * H { Turn::Over } else { Turn::Player(self.next()) }
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Column>) {
        if self.won {
            return;
        }
        let playable = self.playable();
        for column in 0..W as u8 {
            if playable >> (u32::from(column) * Self::STRIDE) & Self::COLUMN != 0 {
                out.push(Column(column));
            }
        }
    }

    #[inline]
    fn make(&mut self, Column(column): Column) {
        let () = Self::FITS;
        let stone = self.playable() & Self::COLUMN << (u32::from(column) * Self::STRIDE);
        let grown = self.own | stone;
        self.won = Self::has_four(grown);
        (self.own, self.other) = (self.other, grown);
        self.ply += 1;
    }

    #[inline]
    fn unmake(&mut self, Column(column): Column, (): ()) {
        let filled = self.all() & Self::COLUMN << (u32::from(column) * Self::STRIDE);
        let stone = 1 << (63 - filled.leading_zeros());
        self.ply -= 1;
        (self.own, self.other) = (self.other & !stone, self.own);
        self.won = false;
    }

    #[inline]
    fn payoff(&self, player: Player) -> Payoff {
        match (self.won, player == self.next()) {
            (false, _) => Payoff::DRAW,
            (true, true) => Payoff::LOSS,
            (true, false) => Payoff::WIN,
        }
    }
}

impl<const W: usize, const H: usize> ZeroSum for ConnectFour<W, H> {}

impl<const W: usize, const H: usize> Keyed for ConnectFour<W, H> {
    #[inline]
    fn key(&self) -> Key {
        // Each column as its own stones under a bit that marks its height.
        Key(mix(self.all() + Self::BOTTOM + self.own))
    }

    fn key_from_scratch(&self) -> Key {
        self.key()
    }
}

impl<const W: usize, const H: usize> Indexed for ConnectFour<W, H> {
    const INDICES: usize = 64;

    /// The cell the stone would come to lie on: columns alone say too little.
    #[inline]
    fn index(&self, Column(column): Column) -> usize {
        let cell = self.playable() & Self::COLUMN << (u32::from(column) * Self::STRIDE);
        (cell.trailing_zeros() & 63) as usize
    }
}

impl<const W: usize, const H: usize> RandomMove for ConnectFour<W, H> {
    /// By trial: few columns are full for most of a game, so that the first
    /// one drawn will do and the processor can foretell it.
    #[inline]
    fn random_move(&self, rng: &mut SplitMix) -> Column {
        let playable = self.playable();
        debug_assert!(playable != 0, "never asked when the game is over");
        loop {
            let column = rng.below(W) as u32;
            if playable >> (column * Self::STRIDE) & Self::COLUMN != 0 {
                return Column(column as u8);
            }
        }
    }
}

impl<const W: usize, const H: usize> Playout for ConnectFour<W, H> {
    type Scratch = ();

    /// Two plies a random word, nothing to take back. What is carried from ply
    /// to ply is one sum: all stones plus the bottom row points at the lowest
    /// free cell of every column, and a stone added to it moves the pointer up.
    #[inline]
    fn playout(&self, (): &mut (), rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let mut seats = [self.own, self.other];
        let mut free = self.all() + Self::BOTTOM;
        let mut winner = self.won.then_some(1);
        while winner.is_none() && free & Self::BOARD != 0 {
            let bits = rng.next();
            let (first, second) = (Self::column(bits >> 32), Self::column(bits & 0xffff_ffff));
            let Some(stone) = Self::drop(free, first, rng) else { break };
            free += stone;
            seats[0] |= stone;
            if Self::has_four(seats[0]) {
                winner = Some(0);
                break;
            }
            let Some(stone) = Self::drop(free, second, rng) else { break };
            free += stone;
            seats[1] |= stone;
            if Self::has_four(seats[1]) {
                winner = Some(1);
            }
        }
        let mover = self.next();
        for player in Player::all(results.len()) {
            let seat = usize::from(player != mover);
            results[player.index()] = match winner {
                None => Payoff::DRAW,
                Some(won) if won == seat => Payoff::WIN,
                Some(_) => Payoff::LOSS,
            };
        }
        (seats[0] | seats[1]).count_ones() - u32::from(self.ply)
    }
}

/// Columns are `a`, `b`, … from the left.
impl<const W: usize, const H: usize> Notation for ConnectFour<W, H> {
    type MoveError = ReadError;

    fn write_move(&self, Column(column): Column, out: &mut dyn Write) -> fmt::Result {
        out.write_char((b'a' + column) as char)
    }

    fn read_move(&self, text: &str) -> Result<Column, ReadError> {
        match text.as_bytes() {
            &[letter @ b'a'..=b'z'] if ((letter - b'a') as usize) < W => Ok(Column(letter - b'a')),
            _ => Err(ReadError::new(text, "a column letter")),
        }
    }
}

/// Rows from the top, `/` between them, `x` for the first player.
impl<const W: usize, const H: usize> Portable for ConnectFour<W, H> {
    type PositionError = ReadError;

    fn write_position(&self, out: &mut dyn Write) -> fmt::Result {
        let (first, second) =
            if self.ply & 1 == 0 { (self.own, self.other) } else { (self.other, self.own) };
        for row in (0..H).rev() {
            for column in 0..W {
                let cell = column * (H + 1) + row;
                out.write_char(match (first >> cell & 1, second >> cell & 1) {
                    (1, _) => 'x',
                    (_, 1) => 'o',
                    _ => '.',
                })?;
            }
            if row > 0 {
                out.write_char('/')?;
            }
        }
        Ok(())
    }

    fn read_position(text: &str) -> Result<Self, ReadError> {
        let bad = || ReadError::new(text, "a board of x, o and . that can arise with x to begin");
        let rows: Vec<&str> = text.trim().split('/').collect();
        if rows.len() != H || rows.iter().any(|row| row.len() != W) {
            return Err(bad());
        }
        let (mut first, mut second) = (0u64, 0u64);
        for (from_top, row) in rows.iter().enumerate() {
            for (column, mark) in row.bytes().enumerate() {
                let cell = 1u64 << (column * (H + 1) + (H - 1 - from_top));
                match mark {
                    b'x' => first |= cell,
                    b'o' => second |= cell,
                    b'.' => {}
                    _ => return Err(bad()),
                }
            }
        }
        let all = first | second;
        let floating = all & !Self::BOTTOM & !(all << 1);
        let (x, o) = (first.count_ones(), second.count_ones());
        if floating != 0 || x < o || x > o + 1 {
            return Err(bad());
        }
        let (own, other) = if x == o { (first, second) } else { (second, first) };
        if Self::has_four(own) {
            return Err(bad());
        }
        Ok(ConnectFour { own, other, ply: (x + o) as u8, won: Self::has_four(other) })
    }
}

/// Counts cells where either side would complete four; those of the right
/// parity of row count double, since they decide who runs out of moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Threats {
    /// For each such cell.
    pub cell: i32,
    /// More for one of the right parity.
    pub parity: i32,
}

impl Default for Threats {
    fn default() -> Self {
        Threats { cell: 10, parity: 10 }
    }
}

impl Threats {
    /// The names of the weights, in the order of [`values`](Self::values).
    pub const NAMES: &'static [&'static str] = &["cell", "parity"];

    /// All weights in a row.
    #[must_use]
    pub fn values(&self) -> Vec<i32> {
        vec![self.cell, self.parity]
    }

    /// Weights from a row; what is missing keeps its default.
    #[must_use]
    pub fn from_values(values: &[i32]) -> Self {
        let usual = Threats::default();
        let at = |i: usize, usual| values.get(i).copied().unwrap_or(usual);
        Threats { cell: at(0, usual.cell), parity: at(1, usual.parity) }
    }
}

impl<const W: usize, const H: usize> Evaluator<ConnectFour<W, H>> for Threats {
    const LIMIT: i32 = 10_000;

    #[inline]
    fn score(&mut self, game: &ConnectFour<W, H>, player: Player) -> i32 {
        let odd_rows = ConnectFour::<W, H>::BOTTOM * (0x5555_5555_5555_5555 & ((1 << H) - 1));
        let worth = |stones: u64, owner: Player| {
            let cells = game.completing(stones);
            let parity = if owner == Player::FIRST { odd_rows } else { !odd_rows };
            let (all, right) = (cells.count_ones() as i32, (cells & parity).count_ones() as i32);
            self.cell * all + self.parity * right
        };
        let next = game.next();
        let score = worth(game.own, next) - worth(game.other, next.other());
        let score = score.clamp(-10_000, 10_000);
        if player == next { score } else { -score }
    }
}
