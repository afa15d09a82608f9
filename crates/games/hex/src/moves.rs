//! The move type, the list of legal moves and a draw from it.

use crate::bits::Bits;
use crate::geometry::Cell;
use crate::state::Hex;
use takeback_core::{Indexed, Moves, RandomMove, SplitMix};

/// One move.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Move {
    /// A stone of the colour in turn.
    Place(Cell),
    /// Take over the first stone instead; see [`Swap`](crate::Swap).
    Swap,
}

impl takeback_core::Coded for Move {
    #[inline]
    fn code(self) -> u64 {
        match self {
            Move::Place(cell) => cell.index() as u64,
            Move::Swap => u64::MAX,
        }
    }

    #[inline]
    fn decode(code: u64) -> Self {
        match code {
            u64::MAX => Move::Swap,
            cell => Move::Place(Cell::from(cell as usize)),
        }
    }
}

impl<B: Bits> Hex<B> {
    /// Empty cells from the top left, then the swap where it is allowed.
    pub(crate) fn list(&self, out: &mut Moves<Move>) {
        if self.winner.is_some() {
            return;
        }
        out.extend(self.empty().iter().map(|at| Move::Place(Cell::from(at))));
        if self.may_swap() {
            out.push(Move::Swap);
        }
    }

    /// Whether `m` may be played here.
    #[must_use]
    pub fn allows(&self, m: Move) -> bool {
        match m {
            _ if self.winner.is_some() => false,
            Move::Place(cell) => cell.index() < B::BITS && self.empty().has(cell.index()),
            Move::Swap => self.may_swap(),
        }
    }
}

impl<B: Bits> Indexed for Hex<B> {
    /// A place for each cell of the class, one for the swap.
    const INDICES: usize = B::BITS + 1;

    #[inline]
    fn index(&self, m: Move) -> usize {
        match m {
            Move::Place(cell) => cell.index(),
            Move::Swap => B::BITS,
        }
    }
}

impl<B: Bits> RandomMove for Hex<B> {
    #[inline]
    fn random_move(&self, rng: &mut SplitMix) -> Move {
        let empty = self.empty();
        let cells = empty.count();
        let n = rng.below(cells + usize::from(self.may_swap()));
        if n == cells { Move::Swap } else { Move::Place(Cell::from(empty.nth(n))) }
    }
}
