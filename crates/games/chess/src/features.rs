//! What a learned judge sees: every piece on its square, from one's own side of
//! the board.

use crate::Chess;
use cozy_chess::{BitBoard, Color, Piece};
use takeback_core::{Bag, Features, Taken};

/// The pieces of a board, as far as they are needed to tell what changed.
#[derive(Copy, Clone, Debug)]
pub struct Pieces {
    kinds: [BitBoard; 6],
    white: BitBoard,
}

impl Pieces {
    fn of(chess: &Chess) -> Self {
        let board = chess.board();
        Pieces {
            kinds: Piece::ALL.map(|piece| board.pieces(piece)),
            white: board.colors(Color::White),
        }
    }

    /// The pieces on these squares.
    fn tell(&self, squares: BitBoard, out: &mut impl Bag) {
        for (kind, &set) in self.kinds.iter().enumerate() {
            for square in set & squares {
                let black = usize::from(!self.white.has(square));
                let at = square as usize;
                // Black looks at the board from the other side.
                out.add(0, (black * 6 + kind) * 64 + at);
                out.add(1, ((1 - black) * 6 + kind) * 64 + (at ^ 56));
            }
        }
    }

    /// Squares whose piece is another one.
    fn differing(&self, other: &Pieces) -> BitBoard {
        let kinds = self.kinds.iter().zip(&other.kinds);
        let changed = kinds.fold(BitBoard::EMPTY, |all, (&a, &b)| all | (a ^ b));
        changed | (self.white ^ other.white)
    }
}

impl Features for Chess {
    type Snapshot = Pieces;
    const FEATURES: usize = 2 * 6 * 64;
    const MOST_FEATURES: usize = 32;
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        "chess: pieces on squares, 1".to_owned()
    }

    /// Eight pieces a bucket.
    #[inline]
    fn bucket(&self) -> usize {
        ((self.board().occupied().len() as usize).saturating_sub(1) / 8).min(3)
    }

    #[inline]
    fn snapshot(&self) -> Pieces {
        Pieces::of(self)
    }

    fn list_features(&self, out: &mut impl Bag) {
        Pieces::of(self).tell(BitBoard::FULL, out);
    }

    #[inline]
    fn changed_features(&self, before: &Pieces, out: &mut impl Bag) {
        let now = Pieces::of(self);
        let squares = now.differing(before);
        before.tell(squares, &mut Taken(out));
        now.tell(squares, out);
    }
}
