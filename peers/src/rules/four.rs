//! Connect Four on two words, to be copied.

use super::{Outcome, Rules};
use takeback_core::{Player, SplitMix, mix};

/// Seven columns of six cells and a spare bit each.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Four {
    /// Stones of the player in turn and of the other one.
    own: u64,
    other: u64,
    ply: u8,
    won: bool,
}

const STRIDE: u32 = 7;
const COLUMN: u64 = 0b11_1111;
const BOTTOM: u64 = 0x0000_0408_1020_4081;
const BOARD: u64 = BOTTOM * COLUMN;
const CELLS: u8 = 42;

impl Four {
    #[inline]
    fn playable(&self) -> u64 {
        ((self.own | self.other) + BOTTOM) & BOARD
    }
}

#[inline]
fn has_four(stones: u64) -> bool {
    let along = |step: u32| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step)
    };
    along(1) | along(STRIDE) | along(STRIDE - 1) | along(STRIDE + 1) != 0
}

impl Rules for Four {
    type Move = u8;
    const RIPE: u32 = 1;
    const WIDEST: usize = 7;

    fn start() -> Self {
        Four { own: 0, other: 0, ply: 0, won: false }
    }

    #[inline]
    fn mover(&self) -> Player {
        Player(self.ply & 1)
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.won {
            Some(Outcome::Won(self.mover().other()))
        } else {
            (self.ply == CELLS).then_some(Outcome::Drawn)
        }
    }

    #[inline]
    fn each_move(&self, mut tell: impl FnMut(u8)) {
        let mut cells = self.playable();
        while cells != 0 {
            tell((cells.trailing_zeros() / STRIDE) as u8);
            cells &= cells - 1;
        }
    }

    #[inline]
    fn play(&mut self, column: u8) {
        let stone = self.playable() & COLUMN << (u32::from(column) * STRIDE);
        let grown = self.own | stone;
        self.won = has_four(grown);
        (self.own, self.other) = (self.other, grown);
        self.ply += 1;
    }

    #[inline]
    fn random_move(&self, rng: &mut SplitMix) -> u8 {
        let playable = self.playable();
        loop {
            let column = rng.below(Self::WIDEST) as u32;
            if playable >> (column * STRIDE) & COLUMN != 0 {
                return column as u8;
            }
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        mix((self.own | self.other) + BOTTOM + self.own)
    }
}
