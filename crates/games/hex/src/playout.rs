//! Random games to the end, four ways.
//!
//! *Fill*: nothing but the final board decides a random game of Hex, so the
//! empty cells are dealt to both sides at once and tested once. The deal is a
//! uniformly random set of the right size, drawn without a shuffle: give every
//! cell a random bit, then move single random cells across until the count is
//! right. A random set is uniform among those of its own size, and stays so
//! when a random member is taken out or a random non-member put in.
//!
//! *Pairs* deals the two cells of every bridge on the board to different
//! sides, as if each intrusion were answered, and the rest at random: most of
//! what saving bridges is worth, at the price of a deal.
//!
//! *Save bridges* and *patterns* play move by move, since they answer the
//! last move; they cost more and judge better.

use crate::bits::Bits;
use crate::geometry::{Beyond, Cell, Colour, Geometry, MAX_SIDE};
use crate::inferior::is_wasted;
use crate::moves::Move;
use crate::state::Hex;
use takeback_core::{
    Game, Indexed, Payoff, Played, Player, Playout, RandomMove, SplitMix, TracedPlayout,
};

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

impl<B: Bits> TracedPlayout for Hex<B> {
    fn traced_playout(
        &self,
        (): &mut (),
        rng: &mut SplitMix,
        results: &mut [Payoff],
        played: &mut Played,
    ) -> u32 {
        if self.may_swap() {
            let m = self.random_move(rng);
            played.insert(self.seat(self.to_move), self.index(m));
            return 1 + self.apply(m).traced_playout(&mut (), rng, results, played);
        }
        let filled = self.fill(rng);
        for colour in Colour::BOTH {
            let player = self.seat(colour);
            let won = filled.winner == colour;
            results[player.index()] = if won { Payoff::WIN } else { Payoff::LOSS };
            let fresh = filled.stones[colour.index()].minus(self.stones(colour));
            fresh.iter().for_each(|at| played.insert(player, at));
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

/// Deal all empty cells, those of bridges in pairs; `mover` gets the odd one.
/// A bridge that the stone on `last` has entered is saved first.
#[inline]
fn fill_by_pairs<B: Bits>(
    geometry: &Geometry<B>,
    mut stones: [B; 2],
    mut mover: Colour,
    last: Option<usize>,
    rng: &mut SplitMix,
) -> [B; 2] {
    if let Some(at) = last.and_then(|at| bridge_mate(geometry, stones, mover, at, rng)) {
        stones[mover.index()] = stones[mover.index()].with(at);
        mover = mover.other();
    }
    let mut empty = geometry.all.minus(stones[0] | stones[1]);
    let mut full = stones;
    let mut luck = rng.next();
    // Bridges may share cells; whose come first is chance.
    let first = if luck & 1 == 0 { Colour::Black } else { Colour::White };
    luck >>= 1;
    let turn = (luck & 3) as usize;
    luck >>= 2;
    for colour in [first, first.other()] {
        let (own, enemy) = (colour.index(), colour.other().index());
        for k in 0..3 {
            let d = (k + turn) % 3;
            for at in bridges(geometry, stones[own], empty, colour, d).iter() {
                let mate = (at as isize + geometry.step(d)) as usize;
                if !empty.has(at) || !empty.has(mate) {
                    continue;
                }
                empty = empty.without(at).without(mate);
                let (saved, lost) = if luck & 1 == 0 { (at, mate) } else { (mate, at) };
                luck = luck.rotate_right(1);
                full[own] = full[own].with(saved);
                full[enemy] = full[enemy].with(lost);
            }
        }
    }
    let dealt = deal(geometry, empty, empty.count(), rng);
    full[mover.index()] |= dealt;
    full[mover.other().index()] |= empty.minus(dealt);
    full
}

/// The empty cells that make up a bridge of `colour` with their neighbour in
/// direction `d`: both common neighbours of the two hold its stones or are
/// beyond its edge.
#[inline]
fn bridges<B: Bits>(geometry: &Geometry<B>, own: B, empty: B, colour: Colour, d: usize) -> B {
    let held = |d: usize| {
        let d = d % 6;
        geometry.beside(own, d) | geometry.over_edge[colour.index()][d]
    };
    empty & geometry.beside(empty, d) & held(d + 1) & held(d + 5)
}

/// A uniformly random half of the `cells` cells of `from`, rounded up.
#[inline]
fn deal<B: Bits>(geometry: &Geometry<B>, from: B, cells: usize, rng: &mut SplitMix) -> B {
    let wanted = cells.div_ceil(2);
    let mut chosen = B::random(rng, geometry.size.cells()) & from;
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
    /// The bridges of the position hold; everything else all alike.
    Pairs,
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
        let plies = self.empty().count() as u32;
        let last = match last {
            Some(Move::Place(cell)) => Some(cell.index()),
            _ => None,
        };
        let stones = play_on(self.geometry, self.stones, self.to_move, policy, last, room, rng);
        Filled { winner: self.winner_of_full(stones), stones, plies }
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
        bridge_mate(self.geometry, stones, mover, intruder, rng)
    }
}

/// Fill the board from these stones by a policy. `last` is the stone to be
/// answered, if any.
#[inline]
#[must_use]
pub fn play_on<B: Bits>(
    geometry: &Geometry<B>,
    stones: [B; 2],
    mover: Colour,
    policy: Policy,
    last: Option<usize>,
    room: &mut Room,
    rng: &mut SplitMix,
) -> [B; 2] {
    match policy {
        Policy::Uniform => {
            let empty = geometry.all.minus(stones[0] | stones[1]);
            let dealt = deal(geometry, empty, empty.count(), rng);
            let mut full = stones;
            full[mover.index()] |= dealt;
            full[mover.other().index()] |= empty.minus(dealt);
            full
        }
        Policy::Pairs => fill_by_pairs(geometry, stones, mover, last, rng),
        Policy::SaveBridges | Policy::Patterns => {
            play_moves(geometry, stones, mover, policy, last, room, rng)
        }
    }
}

/// Move by move, every intrusion into a bridge answered.
fn play_moves<B: Bits>(
    geometry: &Geometry<B>,
    mut stones: [B; 2],
    mut mover: Colour,
    policy: Policy,
    mut last: Option<usize>,
    room: &mut Room,
    rng: &mut SplitMix,
) -> [B; 2] {
    let mut left = room.enter(geometry.all.minus(stones[0] | stones[1]).iter());
    while left > 0 {
        let saved = last.and_then(|at| bridge_mate(geometry, stones, mover, at, rng));
        let place = match saved {
            Some(at) => room.place[at] as usize,
            None => draw(geometry, policy, stones, mover, room, left, rng),
        };
        let at = room.take(place, left);
        left -= 1;
        stones[mover.index()] = stones[mover.index()].with(at);
        mover = mover.other();
        last = Some(at);
    }
    stones
}

/// A place among the first `left` of the room. With patterns, up to three
/// draws for one that is not wasted.
#[inline]
fn draw<B: Bits>(
    geometry: &Geometry<B>,
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
            if !is_wasted(geometry, stones, mover, at) {
                break;
            }
            place = rng.below(left);
        }
    }
    place
}

#[inline]
fn bridge_mate<B: Bits>(
    geometry: &Geometry<B>,
    stones: [B; 2],
    mover: Colour,
    intruder: usize,
    rng: &mut SplitMix,
) -> Option<usize> {
    let ring = &geometry.ring[intruder];
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
