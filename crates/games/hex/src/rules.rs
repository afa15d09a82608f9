//! Make and unmake side by side; whose turn it is; who has won.

use crate::bits::Bits;
use crate::geometry::Colour;
use crate::moves::Move;
use crate::state::{Hex, Swap};
use takeback_core::{Game, Key, Keyed, Moves, Pass, Payoff, Player, Turn, ZeroSum};

/// What a move overwrote: which of the mover's stones were joined to its edges.
#[derive(Copy, Clone, Debug)]
pub struct Undo<B>([B; 2]);

impl<B: Bits> Game for Hex<B> {
    type Move = Move;
    type Undo = Undo<B>;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.winner {
            Some(_) => Turn::Over,
            None => Turn::Player(self.seat(self.to_move)),
        }
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Move>) {
        self.list(out);
    }

    /// A swap of pieces is a stone changed and the turn handed over; a swap of
    /// sides leaves board and colour in turn alone and crosses the seats.
    #[inline]
    fn make(&mut self, m: Move) -> Undo<B> {
        match m {
            Move::Place(cell) => {
                let joined = self.put(self.to_move, cell);
                self.pass_turn();
                Undo(joined)
            }
            Move::Swap => {
                if self.swap == Swap::Pieces {
                    self.exchange(self.to_move.other());
                    self.pass_turn();
                }
                self.flip_swapped();
                Undo([B::EMPTY; 2])
            }
        }
    }

    #[inline]
    fn unmake(&mut self, m: Move, Undo(joined): Undo<B>) {
        match m {
            Move::Place(cell) => {
                self.pass_turn();
                self.lift(self.to_move, cell, joined);
            }
            Move::Swap => {
                self.flip_swapped();
                if self.swap == Swap::Pieces {
                    self.pass_turn();
                    self.exchange(self.to_move);
                }
            }
        }
    }

    #[inline]
    fn payoff(&self, player: Player) -> Payoff {
        if self.winner == Some(self.colour_of(player)) { Payoff::WIN } else { Payoff::LOSS }
    }
}

impl<B: Bits> Hex<B> {
    /// The only stone, of colour `from`, crosses the diagonal and changes its
    /// colour. Done again with the other colour it takes itself back.
    fn exchange(&mut self, from: Colour) {
        let cell = self.stones(from).lowest().into();
        self.lift(from, cell, [B::EMPTY; 2]);
        self.put(from.other(), self.size().mirrored(cell));
    }
}

impl<B: Bits> Keyed for Hex<B> {
    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn key_from_scratch(&self) -> Key {
        self.key_of_parts()
    }
}

impl<B: Bits> ZeroSum for Hex<B> {}

/// Hex has no pass and no zugzwang: an extra stone never hurts, so a pass is a
/// sound lower bound for null-move pruning.
impl<B: Bits> Pass for Hex<B> {
    #[inline]
    fn may_pass(&self) -> bool {
        self.winner.is_none() && !self.may_swap()
    }

    #[inline]
    fn make_pass(&mut self) -> Undo<B> {
        self.pass_turn();
        Undo([B::EMPTY; 2])
    }

    #[inline]
    fn unmake_pass(&mut self, _: Undo<B>) {
        self.pass_turn();
    }
}
