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
use crate::geometry::{Beyond, Cell, Colour, Geometry, MAX_SIDE};
use crate::inferior::is_wasted;
use crate::moves::Move;
use crate::state::Hex;
use takeback_core::{Game, Payoff, Player, Playout, RandomMove, SplitMix};

/// A game played to a full board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Filled<B> {
    /// Who has joined his edges.
    pub winner: Colour,
    /// All stones, those of the position included: what AMAF and RAVE learn from.
    pub stones: [B; 2],
    /// How many stones were added.
    pub plies: u32,
}

impl<B: Bits> Playout for Hex<B> {
    type Scratch = ();

    #[inline]
    fn playout(&self, (): &mut (), rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        if self.may_swap() {
            return self.playout_with_swap(rng, results);
        }
        let filled = self.fill(rng);
        let winner = self.seat(filled.winner);
        for player in Player::all(results.len()) {
            results[player.index()] = if player == winner { Payoff::WIN } else { Payoff::LOSS };
        }
        filled.plies
    }
}

impl<B: Bits> Hex<B> {
    /// The swap is one of the moves that a random game may begin with.
    #[cold]
    fn playout_with_swap(&self, rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let m = self.random_move(rng);
        let after = self.apply(m);
        debug_assert!(!after.may_swap(), "a swap comes once");
        1 + after.playout(&mut (), rng, results)
    }

    /// Deal all empty cells at random, the colour to move getting the odd one.
    #[inline]
    #[must_use]
    pub fn fill(&self, rng: &mut SplitMix) -> Filled<B> {
        if let Some(winner) = self.winner {
            return Filled { winner, stones: self.stones, plies: 0 };
        }
        let empty = self.empty();
        let plies = empty.count();
        let mut stones = self.stones;
        let dealt = deal(self.geometry, empty, plies, rng);
        stones[self.to_move.index()] |= dealt;
        stones[self.to_move.other().index()] |= empty.minus(dealt);
        Filled { winner: self.winner_of_full(stones), stones, plies: plies as u32 }
    }

    /// A full board has exactly one winner.
    #[inline]
    fn winner_of_full(&self, stones: [B; 2]) -> Colour {
        let black = self.geometry.joins(Colour::Black, stones[0]);
        if black { Colour::Black } else { Colour::White }
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

/// How the moves of a played-out game are chosen.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Policy {
    /// All alike: see [`Hex::fill`].
    #[default]
    Uniform,
    /// Answer an intrusion into a bridge at its other cell, else uniform.
    SaveBridges,
    /// Save bridges, and leave cells for last that are dead or that one enemy
    /// stone would kill.
    Patterns,
}

/// Room for games played move by move: the empty cells in random order.
#[derive(Clone, Debug)]
pub struct Room {
    order: [u16; MAX_SIDE * MAX_SIDE],
    place: [u16; MAX_SIDE * MAX_SIDE],
}

impl Default for Room {
    fn default() -> Self {
        Room { order: [0; MAX_SIDE * MAX_SIDE], place: [0; MAX_SIDE * MAX_SIDE] }
    }
}

impl Room {
    fn enter(&mut self, cells: impl Iterator<Item = usize>) -> usize {
        let mut count = 0;
        for at in cells {
            self.put(count, at as u16);
            count += 1;
        }
        count
    }

    #[inline]
    fn put(&mut self, place: usize, at: u16) {
        self.order[place] = at;
        self.place[at as usize] = place as u16;
    }

    /// Take the cell at `place` out of the first `count`.
    #[inline]
    fn take(&mut self, place: usize, count: usize) -> usize {
        let (at, last) = (self.order[place], self.order[count - 1]);
        self.put(place, last);
        self.put(count - 1, at);
        at as usize
    }
}

impl<B: Bits> Hex<B> {
    /// Play to a full board by a policy. `last` is the move that led here, if
    /// it is to be answered. Uniform games are dealt at once.
    pub fn play_out(
        &self,
        policy: Policy,
        last: Option<Move>,
        room: &mut Room,
        rng: &mut SplitMix,
    ) -> Filled<B> {
        if policy == Policy::Uniform || self.winner.is_some() {
            return self.fill(rng);
        }
        let mut left = room.enter(self.empty().iter());
        let plies = left as u32;
        let mut stones = self.stones;
        let mut mover = self.to_move;
        let mut last = match last {
            Some(Move::Place(cell)) => Some(cell.index()),
            _ => None,
        };
        while left > 0 {
            let saved = last.and_then(|at| self.bridge_mate(stones, mover, at, rng));
            let place = match saved {
                Some(at) => room.place[at] as usize,
                None => self.draw(policy, stones, mover, room, left, rng),
            };
            let at = room.take(place, left);
            left -= 1;
            stones[mover.index()] = stones[mover.index()].with(at);
            mover = mover.other();
            last = Some(at);
        }
        Filled { winner: self.winner_of_full(stones), stones, plies }
    }

    /// A place among the first `left` of the room. With patterns, up to three
    /// draws for one that is not wasted.
    #[inline]
    fn draw(
        &self,
        policy: Policy,
        stones: [B; 2],
        mover: Colour,
        room: &Room,
        left: usize,
        rng: &mut SplitMix,
    ) -> usize {
        let mut place = rng.below(left);
        if policy == Policy::Patterns {
            for _ in 0..2 {
                let at = room.order[place] as usize;
                if !is_wasted(self.geometry, stones, mover, at) {
                    break;
                }
                place = rng.below(left);
            }
        }
        place
    }

    /// The other cell of a bridge of `mover` into which the enemy stone on
    /// `intruder` has just been played, from a random side.
    #[inline]
    #[must_use]
    pub fn bridge_mate(
        &self,
        stones: [B; 2],
        mover: Colour,
        intruder: usize,
        rng: &mut SplitMix,
    ) -> Option<usize> {
        let ring = &self.geometry.ring[intruder];
        let own = |beyond: Beyond| match beyond {
            Beyond::Cell(cell) => stones[mover.index()].has(cell.index()),
            Beyond::Edge(colour) => colour == mover,
        };
        let taken = stones[0] | stones[1];
        let mut found = None;
        let mut count = 0;
        for d in 0..6 {
            // Two neighbours of the intruder with one between them: the ends of
            // a bridge whose cells are the intruder's and that one.
            let Beyond::Cell(Cell(mate)) = ring[(d + 1) % 6] else { continue };
            if !taken.has(mate as usize) && own(ring[d]) && own(ring[(d + 2) % 6]) {
                count += 1;
                if rng.one_in(count) {
                    found = Some(mate as usize);
                }
            }
        }
        found
    }
}
