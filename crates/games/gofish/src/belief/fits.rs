//! All ways in which the unseen cards of one rank can lie.

use super::facts::{Fact, Problem};
use crate::cards::Rank;

/// How many of a rank lie in each group, packed with a spare bit a group, and
/// what that means for the table as it stands.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) packed: u128,
    /// Cards in the pond.
    pub(crate) pond: u8,
    /// Cards in each hand now.
    pub(crate) hands: [u8; 6],
    /// Orders of the cards that look alike: m! over the product of n!.
    pub(crate) ways: u64,
}

/// Where each group's count lies in a packed word. Every count has one bit to
/// spare above it, which catches the borrow when more is taken than there is.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    shifts: Vec<u32>,
    widths: Vec<u32>,
    pub(crate) spare: u128,
}

impl Packing {
    pub(crate) fn new(capacities: impl Iterator<Item = usize>) -> Self {
        let mut packing = Packing { shifts: Vec::new(), widths: Vec::new(), spare: 0 };
        let mut at = 0;
        for capacity in capacities {
            let width = usize::BITS - capacity.leading_zeros();
            packing.shifts.push(at);
            packing.widths.push(width);
            packing.spare |= 1 << (at + width);
            at += width + 1;
        }
        // A group of c places takes at most 2c bits and a deck has 52 places.
        debug_assert!(at <= 104, "{at} bits");
        packing
    }

    pub(crate) fn pack(&self, group: usize, count: u8) -> u128 {
        u128::from(count) << self.shifts[group]
    }

    pub(crate) fn mask(&self, group: usize) -> u128 {
        ((1 << self.widths[group]) - 1) << self.shifts[group]
    }

    pub(crate) fn count(&self, packed: u128, group: usize) -> u8 {
        (packed >> self.shifts[group]) as u8 & ((1 << self.widths[group]) - 1)
    }

    /// What is left of `room` when `fit` is taken out, if it has the room.
    #[inline]
    pub(crate) fn take(&self, room: u128, fit: u128) -> Option<u128> {
        let left = (room | self.spare) - fit;
        (left & self.spare == self.spare).then_some(left & !self.spare)
    }
}

const FACTORIALS: [u64; 8] = [1, 1, 2, 6, 24, 120, 720, 5040];

/// A walk along the history with one rank in mind: at every group that comes
/// into a hand it branches over how many of the rank lie there, and gives up
/// where the history contradicts.
struct Walk<'a> {
    problem: &'a Problem,
    packing: &'a Packing,
    rank: Rank,
    facts: Vec<Fact>,
    out: Vec<Fit>,
}

/// Every fit of a rank.
pub(crate) fn fits(problem: &Problem, packing: &Packing, rank: Rank) -> Vec<Fit> {
    let facts = problem.facts.iter().copied().filter(|fact| match *fact {
        Fact::Take { group, .. } => problem.groups[usize::from(group)].never != Some(rank),
        Fact::Known { rank: r, .. } | Fact::Holds { rank: r, .. } | Fact::Gives { rank: r, .. } => {
            r == rank
        }
        Fact::Looks { .. } => true,
    });
    let facts = facts.collect();
    let mut walk = Walk { problem, packing, rank, facts, out: Vec::new() };
    let unseen = problem.unseen[usize::from(rank)];
    walk.go(0, [0; 6], unseen, 0, FACTORIALS[usize::from(unseen)]);
    walk.out
}

impl Walk<'_> {
    fn go(&mut self, from: usize, mut hands: [u8; 6], left: u8, packed: u128, ways: u64) {
        for at in from..self.facts.len() {
            match self.facts[at] {
                Fact::Take { seat, group } => {
                    return self.branch(at, hands, left, packed, ways, (seat, group));
                }
                Fact::Known { seat, .. } => hands[usize::from(seat)] += 1,
                Fact::Holds { seat, .. } => {
                    if hands[usize::from(seat)] == 0 {
                        return;
                    }
                }
                Fact::Gives { from, to, count, .. } => {
                    if hands[usize::from(from)] != count {
                        return;
                    }
                    hands[usize::from(from)] = 0;
                    hands[usize::from(to)] += count;
                }
                Fact::Looks { seat, laid } => {
                    let hand = &mut hands[usize::from(seat)];
                    let book = self.problem.options.book;
                    let laid = laid.of(self.rank) * book;
                    // Too few for what was laid, or a book kept back.
                    if *hand < laid || *hand - laid >= book {
                        return;
                    }
                    *hand -= laid;
                }
            }
        }
        if usize::from(left) <= self.problem.pond.len() {
            let ways = ways / FACTORIALS[usize::from(left)];
            self.out.push(Fit { packed, pond: left, hands, ways });
        }
    }

    fn branch(
        &mut self,
        at: usize,
        hands: [u8; 6],
        left: u8,
        packed: u128,
        ways: u64,
        (seat, group): (u8, u8),
    ) {
        let group = usize::from(group);
        let room = self.problem.groups[group].places.len();
        for count in 0..=left.min(room as u8) {
            let mut hands = hands;
            hands[usize::from(seat)] += count;
            let packed = packed | self.packing.pack(group, count);
            let ways = ways / FACTORIALS[usize::from(count)];
            self.go(at + 1, hands, left - count, packed, ways);
        }
    }
}
