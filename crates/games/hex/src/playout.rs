//! Random games to the end, three ways.
//!
//! *Fill*: nothing but the final board decides a random game of Hex, so the
//! empty cells are dealt to both sides at once and tested once. The deal is a
//! uniformly random set of the right size, drawn without a shuffle: give every
//! cell a random bit, then move single random cells across until the count is
//! right. A random set is uniform among those of its own size, and stays so
//! when a random member is taken out or a random non-member put in.
//!
//! *Save bridges* and *patterns* play move by move, since they answer the
//! last move; they cost more and judge better.

use crate::bits::Bits;
use crate::geometry::{Colour, Geometry};
use crate::moves::Move;
use crate::state::{Hex, Swap};
use takeback_core::{Game, Payoff, Player, Playout, RandomMove, SplitMix};

impl<B: Bits> Playout for Hex<B> {
    type Scratch = ();

    #[inline]
    fn playout(&self, (): &mut (), rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        if self.winner.is_none() && self.swap != Swap::Off && self.may_swap() {
            return self.playout_with_swap(rng, results);
        }
        let (winner, plies) = self.fill(rng);
        let winner = self.seat(winner);
        for player in Player::all(results.len()) {
            results[player.index()] =
                if player == winner { Payoff::WIN } else { Payoff::LOSS };
        }
        plies
    }
}

impl<B: Bits> Hex<B> {
    /// The swap is one of the moves that a random game may begin with.
    #[cold]
    fn playout_with_swap(&self, rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let m = self.random_move(rng);
        let after = self.apply(m);
        1 + if after.winner.is_some() {
            for player in Player::all(results.len()) {
                results[player.index()] = after.payoff(player);
            }
            0
        } else {
            debug_assert!(m != Move::Swap || !after.may_swap(), "a swap comes once");
            after.playout(&mut (), rng, results)
        }
    }

    /// Deal all empty cells at random, the colour to move getting the odd one,
    /// and say who has joined his edges and how many stones were dealt.
    #[inline]
    #[must_use]
    pub fn fill(&self, rng: &mut SplitMix) -> (Colour, u32) {
        if let Some(winner) = self.winner {
            return (winner, 0);
        }
        let empty = self.empty();
        let plies = empty.count();
        let mover = deal(self.geometry, empty, plies, rng);
        let black = match self.to_move {
            Colour::Black => self.stones[0] | mover,
            Colour::White => self.stones[0] | empty.minus(mover),
        };
        let joined = self.geometry.joins(Colour::Black, black);
        let winner = if joined { Colour::Black } else { Colour::White };
        (winner, plies as u32)
    }
}

/// A uniformly random half of the `cells` cells of `from`, rounded up.
#[inline]
fn deal<B: Bits>(geometry: &Geometry<B>, from: B, cells: usize, rng: &mut SplitMix) -> B {
    let wanted = cells.div_ceil(2);
    let mut chosen = B::random(rng) & from;
    let mut count = chosen.count();
    while count > wanted {
        chosen = chosen.without(pick(geometry, chosen, count, rng));
        count -= 1;
    }
    while count < wanted {
        let rest = from.minus(chosen);
        chosen = chosen.with(pick(geometry, rest, cells - count, rng));
        count += 1;
    }
    chosen
}

/// A random member of a set of `count` cells: by trial while the set is a good
/// part of the board, by counting when it is thin.
#[inline]
fn pick<B: Bits>(geometry: &Geometry<B>, set: B, count: usize, rng: &mut SplitMix) -> usize {
    let board = geometry.size.cells();
    if count * 6 < board {
        return set.nth(rng.below(count));
    }
    loop {
        let at = rng.below(board);
        if set.has(at) {
            return at;
        }
    }
}
