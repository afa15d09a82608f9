//! The rules on bitboards: what can be turned over, and what a disc turns.

use takeback_core::{Moves, Payoff, Player, Turn};

/// A position as plain values. Bit `8 * row + column`, row 0 at the bottom.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Board {
    /// Discs of the first (black) and second (white) player.
    pub discs: [u64; 2],
    /// Who is in turn.
    pub next: Player,
    /// Passes in a row; the game ends with the second.
    pub passes: u8,
}

/// A cell to place a disc on, or a pass.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Disc(pub(crate) u8);

impl takeback_core::Coded for Disc {
    fn code(self) -> u64 {
        self.0.into()
    }

    fn decode(code: u64) -> Self {
        Disc(code as u8)
    }
}

impl Disc {
    /// No disc can be placed.
    pub const PASS: Disc = Disc(64);
}

const NOT_LEFT: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_RIGHT: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The eight directions as a shift and the cells it may not start from.
const DIRECTIONS: [(i8, u64); 8] = [
    (8, !0),
    (-8, !0),
    (1, NOT_RIGHT),
    (-1, NOT_LEFT),
    (9, NOT_RIGHT),
    (7, NOT_LEFT),
    (-7, NOT_RIGHT),
    (-9, NOT_LEFT),
];

#[inline]
fn shift(cells: u64, (by, from): (i8, u64)) -> u64 {
    let cells = cells & from;
    if by > 0 { cells << by } else { cells >> -by }
}

impl Board {
    /// Four discs in the middle, black to move.
    pub const START: Board =
        Board { discs: [1 << 28 | 1 << 35, 1 << 27 | 1 << 36], next: Player::FIRST, passes: 0 };

    /// Discs that a disc of the player in turn on `cell` would turn over.
    #[inline]
    #[must_use]
    pub fn flips(&self, cell: u8) -> u64 {
        let (own, other) = self.sides();
        let mut flips = 0;
        for direction in DIRECTIONS {
            let mut run = 0;
            let mut at = shift(1 << cell, direction);
            while at & other != 0 {
                run |= at;
                at = shift(at, direction);
            }
            if at & own != 0 {
                flips |= run;
            }
        }
        flips
    }

    #[inline]
    fn sides(&self) -> (u64, u64) {
        (self.discs[self.next.index()], self.discs[self.next.other().index()])
    }

    /// Cells where the player in turn may place a disc.
    #[inline]
    #[must_use]
    pub fn placeable(&self) -> u64 {
        let (own, other) = self.sides();
        let empty = !(own | other);
        let mut cells = 0;
        for direction in DIRECTIONS {
            let mut run = shift(own, direction) & other;
            for _ in 0..5 {
                run |= shift(run, direction) & other;
            }
            cells |= shift(run, direction) & empty;
        }
        cells
    }

    #[inline]
    pub(super) fn turn(&self) -> Turn {
        if self.passes >= 2 { Turn::Over } else { Turn::Player(self.next) }
    }

    #[inline]
    pub(super) fn list(&self, out: &mut Moves<Disc>) {
        if self.passes >= 2 {
            return;
        }
        let mut cells = self.placeable();
        if cells == 0 {
            out.push(Disc::PASS);
        }
        while cells != 0 {
            out.push(Disc(cells.trailing_zeros() as u8));
            cells &= cells - 1;
        }
    }

    /// By how many discs a player has won; empty squares count for the winner.
    pub(super) fn margin(&self, player: Player) -> i32 {
        let [own, other] =
            [player, player.other()].map(|p| self.discs[p.index()].count_ones() as i32);
        let empty = 64 - own - other;
        own - other + (own - other).signum() * empty
    }

    pub(super) fn payoff(&self, player: Player) -> Payoff {
        let count = |p: Player| self.discs[p.index()].count_ones();
        match count(player).cmp(&count(player.other())) {
            std::cmp::Ordering::Greater => Payoff::WIN,
            std::cmp::Ordering::Equal => Payoff::DRAW,
            std::cmp::Ordering::Less => Payoff::LOSS,
        }
    }
}
