//! All ways in which the unseen cards of one rank can lie.

use super::classes::Classes;
use super::facts::{Fact, Problem};
use crate::cards::Rank;

/// How many of a rank lie in each class, and what that means for the table as
/// it stands.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    /// The counts, packed with a spare bit a class.
    pub(crate) packed: u128,
    /// Cards in the pond.
    pub(crate) pond: u8,
    /// Cards in each hand now.
    pub(crate) hands: [u8; 6],
}

/// Where each class's count lies in a packed word. Every count has one bit to
/// spare above it, which catches the borrow when more is taken than there is.
#[derive(Clone, Debug)]
pub(crate) struct Packing {
    shifts: Vec<u32>,
    widths: Vec<u32>,
    spare: u128,
}

impl Packing {
    pub(crate) fn new(sizes: &[u8]) -> Self {
        let mut packing = Packing { shifts: Vec::new(), widths: Vec::new(), spare: 0 };
        let mut at = 0;
        for size in sizes {
            let width = u8::BITS - size.leading_zeros();
            packing.shifts.push(at);
            packing.widths.push(width);
            packing.spare |= 1 << (at + width);
            at += width + 1;
        }
        // A class of c places takes at most 2c bits and a deck has 52 places.
        debug_assert!(at <= 104, "{at} bits");
        packing
    }

    #[inline]
    pub(crate) fn pack(&self, class: usize, count: u8) -> u128 {
        u128::from(count) << self.shifts[class]
    }

    #[inline]
    pub(crate) fn count(&self, packed: u128, class: usize) -> u8 {
        (packed >> self.shifts[class]) as u8 & ((1 << self.widths[class]) - 1)
    }

    /// What is left of `room` when `fit` is taken out, if it has the room.
    #[inline]
    pub(crate) fn take(&self, room: u128, fit: u128) -> Option<u128> {
        let left = (room | self.spare) - fit;
        (left & self.spare == self.spare).then_some(left & !self.spare)
    }
}

/// A walk along the history with one rank in mind: where a class first comes
/// into a hand it branches over how many of the rank lie there, and gives up where
/// the history contradicts.
struct Replay<'a> {
    problem: &'a Problem,
    packing: &'a Packing,
    rank: Rank,
    steps: Vec<Step>,
    out: Vec<Fit>,
}

/// A fact about one rank, or the arrival of a class.
enum Step {
    Told(Fact),
    Arrives { seat: u8, class: u8, size: u8 },
}

/// Every fit of a rank. `classes` must not join what is unlike for this rank.
pub(crate) fn fits(
    problem: &Problem,
    classes: &Classes,
    packing: &Packing,
    rank: Rank,
    can_lie: impl Fn(usize) -> bool,
) -> Vec<Fit> {
    let mut met = vec![false; classes.len()];
    let mut steps = Vec::new();
    for fact in &problem.facts {
        match *fact {
            Fact::Take { seat, group } => {
                let Some(class) = classes.of[usize::from(group)] else { continue };
                let met = std::mem::replace(&mut met[usize::from(class)], true);
                if !met && can_lie(usize::from(group)) {
                    let size = classes.sizes[usize::from(class)];
                    steps.push(Step::Arrives { seat, class, size });
                }
            }
            Fact::Known { rank: r, .. }
            | Fact::Holds { rank: r, .. }
            | Fact::Gives { rank: r, .. }
                if r != rank => {}
            _ => steps.push(Step::Told(*fact)),
        }
    }
    let mut walk = Replay { problem, packing, rank, steps, out: Vec::new() };
    walk.go(0, [0; 6], problem.unseen[usize::from(rank)], 0);
    walk.out
}

impl Replay<'_> {
    fn go(&mut self, from: usize, mut hands: [u8; 6], left: u8, packed: u128) {
        for at in from..self.steps.len() {
            match self.steps[at] {
                Step::Arrives { seat, class, size } => {
                    for count in 0..=left.min(size) {
                        let mut hands = hands;
                        hands[usize::from(seat)] += count;
                        let packed = packed | self.packing.pack(class.into(), count);
                        self.go(at + 1, hands, left - count, packed);
                    }
                    return;
                }
                Step::Told(fact) => {
                    if !self.agrees(fact, &mut hands) {
                        return;
                    }
                }
            }
        }
        if usize::from(left) <= self.problem.pond.len() {
            self.out.push(Fit { packed, pond: left, hands });
        }
    }

    /// Move the hands along; `false` where they contradict.
    #[inline]
    fn agrees(&self, fact: Fact, hands: &mut [u8; 6]) -> bool {
        match fact {
            Fact::Take { .. } => true,
            Fact::Known { seat, .. } => {
                hands[usize::from(seat)] += 1;
                true
            }
            Fact::Holds { seat, .. } => hands[usize::from(seat)] > 0,
            Fact::Gives { from, to, count, .. } => {
                let agrees = hands[usize::from(from)] == count;
                hands[usize::from(from)] = 0;
                hands[usize::from(to)] += count;
                agrees
            }
            Fact::Looks { seat, laid } => {
                let hand = &mut hands[usize::from(seat)];
                let book = self.problem.options.book;
                let laid = laid.of(self.rank) * book;
                // Too few for what was laid, or a book kept back.
                let agrees = *hand >= laid && *hand - laid < book;
                *hand = hand.wrapping_sub(laid);
                agrees
            }
        }
    }
}
