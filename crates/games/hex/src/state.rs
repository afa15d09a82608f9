//! The position, its two doors (`put` and `lift`), and validated setups.

use crate::bits::Bits;
use crate::geometry::{Cell, Colour, Geometry, MAX_SIDE, Size};
use std::error::Error;
use std::fmt;
use takeback_core::{Key, Player};

/// How the second player may take over the first stone instead of playing.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Swap {
    /// Not at all.
    #[default]
    Off,
    /// The stone is mirrored on the long diagonal and changes its colour; the
    /// players keep theirs. Needs a square board.
    Pieces,
    /// The players exchange colours; the stone stays.
    Sides,
}

/// A position of Hex on a board held in the storage class `B`: `u64` up to 64
/// cells, `u128` up to 128 (11x11), [`Wide`](crate::Wide)`<4>` up to 256,
/// `Wide<6>` up to 19x19.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Hex<B: Bits = u128> {
    pub(crate) geometry: &'static Geometry<B>,
    pub(crate) swap: Swap,
    pub(crate) stones: [B; 2],
    /// Per colour the stones joined to its first and to its second edge. A
    /// function of the stones, kept in step: a stone that meets both has won.
    pub(crate) joined: [[B; 2]; 2],
    pub(crate) to_move: Colour,
    pub(crate) swapped: bool,
    pub(crate) winner: Option<Colour>,
    pub(crate) key: Key,
}

/// Anything that can be written down as a position; becomes a [`Hex`] when it
/// makes sense.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Setup {
    /// The board.
    pub size: Size,
    /// The swap rule.
    pub swap: Swap,
    /// Whether a swap has been played.
    pub swapped: bool,
    /// Black's stones.
    pub black: Vec<Cell>,
    /// White's stones.
    pub white: Vec<Cell>,
    /// Whose stone comes next.
    pub to_move: Colour,
}

/// Why a setup is no position.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum SetupError {
    /// The board has more cells than the storage class.
    TooLarge {
        /// The board asked for.
        size: Size,
        /// The cells the class holds.
        room: usize,
    },
    /// Pieces can be swapped on square boards only.
    SwapNeedsSquare(Size),
    /// A stone beyond the board.
    OffBoard(Cell),
    /// Two stones on one cell.
    Twice(Cell),
    /// A swap was played, yet the rule is off or no stone is there.
    NothingSwapped,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SetupError::TooLarge { size, room } => {
                write!(f, "a board of {size} does not fit into {room} cells")
            }
            SetupError::SwapNeedsSquare(size) => {
                write!(f, "pieces cannot be swapped on a board of {size}: it is not square")
            }
            SetupError::OffBoard(cell) => write!(f, "cell number {} is off the board", cell.0),
            SetupError::Twice(cell) => write!(f, "two stones on cell number {}", cell.0),
            SetupError::NothingSwapped => f.write_str("there was nothing to swap"),
        }
    }
}

impl Error for SetupError {}

impl Setup {
    /// An empty board, Black to move.
    #[must_use]
    pub fn empty(size: Size, swap: Swap) -> Setup {
        let (black, white) = (Vec::new(), Vec::new());
        Setup { size, swap, swapped: false, black, white, to_move: Colour::Black }
    }
}

/// Keys of a stone by colour and cell number, then of the flags.
static STONE_KEYS: [Key; 2 * MAX_SIDE * MAX_SIDE] = Key::table(0x4e78_0000);
const WHITE_TO_MOVE: Key = Key::nth(0x4e78_1000);
const SWAPPED: Key = Key::nth(0x4e78_1001);
const BOARD: u64 = 0x4e78_2000;

#[inline]
pub(crate) fn stone_key(colour: Colour, cell: Cell) -> Key {
    STONE_KEYS[colour.index() * MAX_SIDE * MAX_SIDE + cell.index()]
}

impl<B: Bits> Hex<B> {
    /// An empty board, Black to move.
    ///
    /// # Errors
    /// When the board does not fit the class, or is not square and
    /// [`Swap::Pieces`] is asked for.
    pub fn new(size: Size, swap: Swap) -> Result<Self, SetupError> {
        Hex::from_setup(&Setup::empty(size, swap))
    }

    /// A position from its description.
    ///
    /// # Errors
    /// The first reason why it is none.
    pub fn from_setup(setup: &Setup) -> Result<Self, SetupError> {
        let Setup { size, swap, swapped, to_move, .. } = *setup;
        if size.cells() > B::BITS {
            return Err(SetupError::TooLarge { size, room: B::BITS });
        }
        if swap == Swap::Pieces && !size.is_square() {
            return Err(SetupError::SwapNeedsSquare(size));
        }
        let mut stones = [B::EMPTY; 2];
        for (colour, cells) in [(0, &setup.black), (1, &setup.white)] {
            for &cell in cells {
                if cell.index() >= size.cells() {
                    return Err(SetupError::OffBoard(cell));
                }
                if (stones[0] | stones[1]).has(cell.index()) {
                    return Err(SetupError::Twice(cell));
                }
                stones[colour] = stones[colour].with(cell.index());
            }
        }
        if swapped && (swap == Swap::Off || (stones[0] | stones[1]).is_empty()) {
            return Err(SetupError::NothingSwapped);
        }
        Ok(Hex::from_stones(B::geometry(size), swap, stones, to_move, swapped))
    }

    /// The position of these sets of stones, which must be disjoint.
    #[must_use]
    pub fn from_stones(
        geometry: &'static Geometry<B>,
        swap: Swap,
        stones: [B; 2],
        to_move: Colour,
        swapped: bool,
    ) -> Self {
        let joined = Colour::BOTH.map(|colour| {
            let own = stones[colour.index()];
            geometry.edges[colour.index()].map(|edge| geometry.flood(edge, own))
        });
        let winner =
            Colour::BOTH.into_iter().find(|&colour| geometry.joins(colour, stones[colour.index()]));
        let mut hex =
            Hex { geometry, swap, stones, joined, to_move, swapped, winner, key: Key::ZERO };
        hex.key = hex.key_of_parts();
        hex
    }

    /// The description of this position.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let cells = |colour: Colour| self.stones(colour).iter().map(Cell::from).collect();
        Setup {
            size: self.size(),
            swap: self.swap,
            swapped: self.swapped,
            black: cells(Colour::Black),
            white: cells(Colour::White),
            to_move: self.to_move,
        }
    }

    /// The same stones with `colour` to move: studies and text protocols do
    /// not insist that colours alternate.
    #[must_use]
    pub fn with_to_move(mut self, colour: Colour) -> Self {
        if self.to_move != colour {
            self.pass_turn();
        }
        self
    }

    /// The same stones and colours where nothing may be taken over any more.
    #[must_use]
    pub fn without_swap(&self) -> Self {
        Hex::from_stones(self.geometry, Swap::Off, self.stones, self.to_move, false)
    }

    /// The board's size.
    #[inline]
    #[must_use]
    pub fn size(&self) -> Size {
        self.geometry.size
    }

    /// The tables of this board.
    #[inline]
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry<B> {
        self.geometry
    }

    /// The swap rule.
    #[inline]
    #[must_use]
    pub fn swap_rule(&self) -> Swap {
        self.swap
    }

    /// Whether a swap has been played.
    #[inline]
    #[must_use]
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Both colours' stones, Black's first.
    #[inline]
    #[must_use]
    pub fn both(&self) -> [B; 2] {
        self.stones
    }

    /// One colour's stones.
    #[inline]
    #[must_use]
    pub fn stones(&self, colour: Colour) -> B {
        self.stones[colour.index()]
    }

    /// The empty cells.
    #[inline]
    #[must_use]
    pub fn empty(&self) -> B {
        self.geometry.all.minus(self.stones[0] | self.stones[1])
    }

    /// The colour of the stone on a cell.
    #[must_use]
    pub fn stone(&self, cell: Cell) -> Option<Colour> {
        Colour::BOTH
            .into_iter()
            .find(|&colour| cell.index() < B::BITS && self.stones(colour).has(cell.index()))
    }

    /// Whose stone comes next, also when the game is over.
    #[inline]
    #[must_use]
    pub fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The colour that has joined its edges.
    #[inline]
    #[must_use]
    pub fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// Who plays `colour`: Black is the first seat until sides are swapped.
    #[inline]
    #[must_use]
    pub fn seat(&self, colour: Colour) -> Player {
        let crossed = self.swapped && self.swap == Swap::Sides;
        Player(colour as u8 ^ u8::from(crossed))
    }

    /// The colour that `player` plays.
    #[inline]
    #[must_use]
    pub fn colour_of(&self, player: Player) -> Colour {
        if self.seat(Colour::Black) == player { Colour::Black } else { Colour::White }
    }

    /// Whether the player in turn may swap: one enemy stone and no swap so far.
    #[inline]
    #[must_use]
    pub fn may_swap(&self) -> bool {
        self.swap != Swap::Off
            && !self.swapped
            && self.winner.is_none()
            && self.stones[self.to_move.index()].is_empty()
            && self.stones[self.to_move.other().index()].count() == 1
    }

    /// Put a stone on an empty cell, keeping edges, winner and key in step.
    /// Returns what the colour's stones joined before.
    #[inline]
    pub(crate) fn put(&mut self, colour: Colour, cell: Cell) -> [B; 2] {
        debug_assert!(self.empty().has(cell.index()), "stones go on empty cells");
        let (c, at) = (colour.index(), cell.index());
        let before = self.joined[c];
        let near = self.geometry.adjacent[at];
        self.stones[c] = self.stones[c].with(at);
        let mut met = 0;
        for (joined, edge) in self.joined[c].iter_mut().zip(self.geometry.edges[c]) {
            if edge.has(at) || near.meets(*joined) {
                met += 1;
                let loose = self.stones[c].minus(*joined);
                *joined |= self.geometry.flood(B::bit(at), loose);
            }
        }
        if met == 2 {
            self.winner = Some(colour);
        }
        self.key ^= stone_key(colour, cell);
        before
    }

    /// Take the last stone off again.
    #[inline]
    pub(crate) fn lift(&mut self, colour: Colour, cell: Cell, joined: [B; 2]) {
        let c = colour.index();
        self.key ^= stone_key(colour, cell);
        self.winner = None;
        self.joined[c] = joined;
        self.stones[c] = self.stones[c].without(cell.index());
    }

    /// Hand the turn over; its own inverse.
    #[inline]
    pub(crate) fn pass_turn(&mut self) {
        self.to_move = self.to_move.other();
        self.key ^= WHITE_TO_MOVE;
    }

    /// Note that a swap was played, or take the note back; its own inverse.
    #[inline]
    pub(crate) fn flip_swapped(&mut self) {
        self.swapped = !self.swapped;
        self.key ^= SWAPPED;
    }

    /// The key from the stones and flags. Boards of different sizes number their
    /// cells differently, so the size counts too: a search may keep its table
    /// from one board to the next.
    pub(crate) fn key_of_parts(&self) -> Key {
        let size = self.size();
        let mut key = Key::nth(BOARD + (size.width() * 32 + size.height()) as u64);
        for colour in Colour::BOTH {
            for at in self.stones(colour).iter() {
                key ^= stone_key(colour, Cell::from(at));
            }
        }
        if self.to_move == Colour::White {
            key ^= WHITE_TO_MOVE;
        }
        if self.swapped {
            key ^= SWAPPED;
        }
        key
    }
}
