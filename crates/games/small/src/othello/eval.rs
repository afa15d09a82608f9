//! A hand-made judge: what squares are worth, and room to move.

use super::{Board, Token};
use takeback_core::{Evaluator, Player};

/// Corners are dear, the cells beside them dangerous, and whoever has more
/// moves to choose from can wait.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Squares {
    /// A corner.
    pub corner: i32,
    /// The cell diagonally beside a corner that is still empty.
    pub x_square: i32,
    /// The cells on the edge beside such a corner.
    pub c_square: i32,
    /// Any other cell of the edge.
    pub edge: i32,
    /// One more move than the other could make.
    pub mobility: i32,
    /// One more disc, early in the game; it matters more at the end.
    pub disc: i32,
}

impl Default for Squares {
    fn default() -> Self {
        Squares { corner: 180, x_square: -70, c_square: -30, edge: 12, mobility: 14, disc: -4 }
    }
}

/// Each corner with its diagonal neighbour and those along the edges.
const CORNERS: [(u64, u64, u64); 4] = [
    (1, 1 << 9, 1 << 1 | 1 << 8),
    (1 << 7, 1 << 14, 1 << 6 | 1 << 15),
    (1 << 56, 1 << 49, 1 << 57 | 1 << 48),
    (1 << 63, 1 << 54, 1 << 62 | 1 << 55),
];
/// The edge without corners and their neighbours.
const EDGE: u64 = 0x3c00_8181_8181_003c;

impl Squares {
    /// The names of the weights, in the order of [`values`](Self::values).
    pub const NAMES: &'static [&'static str] =
        &["corner", "x_square", "c_square", "edge", "mobility", "disc"];

    /// All weights in a row.
    #[must_use]
    pub fn values(&self) -> Vec<i32> {
        vec![self.corner, self.x_square, self.c_square, self.edge, self.mobility, self.disc]
    }

    /// Weights from a row; what is missing keeps its default.
    #[must_use]
    pub fn from_values(values: &[i32]) -> Self {
        let usual = Squares::default().values();
        let at = |i: usize| values.get(i).copied().unwrap_or(usual[i]);
        Squares {
            corner: at(0),
            x_square: at(1),
            c_square: at(2),
            edge: at(3),
            mobility: at(4),
            disc: at(5),
        }
    }

    fn standing(&self, own: u64, other: u64) -> i32 {
        let mut sum = self.edge * (own & EDGE).count_ones() as i32;
        for (corner, x, c) in CORNERS {
            if own & corner != 0 {
                sum += self.corner;
            } else if other & corner == 0 {
                sum += self.x_square * (own & x).count_ones() as i32;
                sum += self.c_square * (own & c).count_ones() as i32;
            }
        }
        sum
    }
}

impl Evaluator<Token> for Squares {
    const LIMIT: i32 = 10_000;

    fn score(&mut self, game: &Token, player: Player) -> i32 {
        let board = &game.board;
        let (own, other) = (board.discs[player.index()], board.discs[player.other().index()]);
        let room = |next| Board { next, ..*board }.placeable().count_ones() as i32;
        let filled = (own | other).count_ones() as i32;
        // Few discs are good early; at the end they are all that counts.
        let disc = self.disc + (filled - 32).max(0) * 12 / 32;
        let score = self.standing(own, other) - self.standing(other, own)
            + self.mobility * (room(player) - room(player.other()))
            + disc * (own.count_ones() as i32 - other.count_ones() as i32);
        score.clamp(-10_000, 10_000)
    }
}
