//! Hex 11x11 on bits, to be copied, on the tables of takeback's own.

use super::{Outcome, Playouts, Rules};
use std::sync::LazyLock;
use takeback_core::{Player, SplitMix, mix};
use takeback_hex::{Bits, Colour, Geometry, Size};

/// The tables, fetched once: a position should not have to look for them.
static TABLES: LazyLock<&'static Geometry<u128>> =
    LazyLock::new(|| u128::geometry(Size::square(11).expect("11x11 is a board")));

/// Stones, and per colour those joined to its first and second edge.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Hex11 {
    tables: &'static Geometry<u128>,
    stones: [u128; 2],
    joined: [[u128; 2]; 2],
    mover: Player,
    winner: Option<Player>,
}

impl Hex11 {
    #[inline]
    fn empty(&self) -> u128 {
        self.tables.all & !(self.stones[0] | self.stones[1])
    }
}

impl Rules for Hex11 {
    type Move = u8;
    const RIPE: u32 = 1 + 121 / 16;
    const WIDEST: usize = 121;

    fn start() -> Self {
        let (mover, winner) = (Player::FIRST, None);
        Hex11 { tables: *TABLES, stones: [0; 2], joined: [[0; 2]; 2], mover, winner }
    }

    #[inline]
    fn mover(&self) -> Player {
        self.mover
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(Outcome::Won)
    }

    #[inline]
    fn each_move(&self, tell: impl FnMut(u8)) {
        self.empty().iter().map(|at| at as u8).for_each(tell);
    }

    #[inline]
    fn play(&mut self, cell: u8) {
        let (who, at) = (self.mover.index(), usize::from(cell));
        let near = self.tables.adjacent[at];
        self.stones[who] = self.stones[who].with(at);
        let mut met = 0;
        for (joined, edge) in self.joined[who].iter_mut().zip(self.tables.edges[who]) {
            if edge.has(at) || near.meets(*joined) {
                met += 1;
                *joined |= self.tables.flood(u128::bit(at), self.stones[who] & !*joined);
            }
        }
        if met == 2 {
            self.winner = Some(self.mover);
        }
        self.mover = self.mover.other();
    }

    #[inline]
    fn random_move(&self, rng: &mut SplitMix) -> u8 {
        let empty = self.empty();
        empty.nth(rng.below(empty.count())) as u8
    }

    #[inline]
    fn key(&self) -> u64 {
        let fold = |stones: u128| mix(stones as u64 ^ mix((stones >> 64) as u64));
        fold(self.stones[0]) ^ fold(self.stones[1]).rotate_left(1)
    }
}

/// takeback's playout, lent: deal the empty cells at once and test once.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Fill;

impl Playouts<Hex11> for Fill {
    #[inline]
    fn play(from: &Hex11, rng: &mut SplitMix) -> Outcome {
        if let Some(winner) = from.winner {
            return Outcome::Won(winner);
        }
        let empty = from.empty();
        let own = half_of(empty, rng);
        let first = from.stones[0] | if from.mover == Player::FIRST { own } else { empty & !own };
        let joined = from.tables.joins(Colour::Black, first);
        Outcome::Won(if joined { Player::FIRST } else { Player::SECOND })
    }
}

/// A random half of a set, rounded up: a random bit each, then single random
/// cells across until the count is right.
#[inline]
fn half_of(set: u128, rng: &mut SplitMix) -> u128 {
    let cells = set.count();
    let wanted = cells.div_ceil(2);
    let mut chosen = u128::random(rng, Hex11::WIDEST) & set;
    let mut count = chosen.count();
    while count > wanted {
        chosen = chosen.without(random_member(chosen, count, rng));
        count -= 1;
    }
    while count < wanted {
        chosen = chosen.with(random_member(set & !chosen, cells - count, rng));
        count += 1;
    }
    chosen
}

/// By trial while the set is a good part of the board, else by counting.
#[inline]
fn random_member(set: u128, count: usize, rng: &mut SplitMix) -> usize {
    if count * 6 < Hex11::WIDEST {
        return set.nth(rng.below(count));
    }
    loop {
        let at = rng.below(Hex11::WIDEST);
        if set.has(at) {
            return at;
        }
    }
}
