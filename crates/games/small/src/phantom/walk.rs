//! Both players' plans at once: which sequences meet, and what that pays.

use super::Goal;
use super::plans::{NONE, Plans, Subsets, bits};
use super::solve::{DarkSolver, each_part};

/// A walk along all lines of play, up to the turn before the last two stones.
pub(super) struct Walk<'a> {
    plans: &'a [Plans; 2],
    subsets: &'a Subsets,
    wins: &'a [[bool; 512]; 2],
    rows: &'a [u32],
    all: u16,
    learner: usize,
    /// Who makes the last choice.
    last: usize,
    /// The stone with which the walk ends; the first one is 0.
    end: u8,
    /// How likely the other places each of his sequences.
    other: &'a [f64],
    /// What each of the learner's is paid.
    paid: &'a mut [f64],
    /// By how the stones lie when the last choice is made: what is still paid, or
    /// how likely they do, if the last choice is the learner's.
    row: &'a mut [f64],
}

/// A position: the stones of each, where each began or begins his turn, and the
/// slot by which he came there.
#[derive(Copy, Clone)]
struct Place {
    stones: [u16; 2],
    at: [u32; 2],
    slot: [u32; 2],
}

impl<'a> Walk<'a> {
    pub(super) fn new<B: Goal>(
        solver: &'a DarkSolver<B>,
        learner: usize,
        other: &'a [f64],
        paid: &'a mut [f64],
        row: &'a mut [f64],
    ) -> Self {
        Walk {
            plans: &solver.plans,
            subsets: &solver.subsets,
            wins: &solver.wins,
            rows: &solver.rows,
            all: DarkSolver::<B>::ALL,
            learner,
            last: DarkSolver::<B>::LAST,
            end: super::Phantom::<B>::CELLS - 3,
            other,
            paid,
            row,
        }
    }

    pub(super) fn run(&mut self) {
        self.turn(0, Place { stones: [0; 2], at: [0; 2], slot: [NONE; 2] });
    }

    /// The turn in which stone number `ply` is placed.
    fn turn(&mut self, ply: u8, place: Place) {
        if ply == self.end {
            return self.close(place);
        }
        let who = usize::from(ply % 2);
        let plans = &self.plans[who];
        let state = plans.states[place.at[who] as usize];
        let space = self.all & !state.known;
        let free = self.all & !(place.stones[0] | place.stones[1]);
        let unmet = self.subsets.squeezed(space, place.stones[1 - who] & space);
        each_part(unmet, |refused| {
            let rank = self.subsets.rank(state.open, refused) as u32;
            let from = state.base + rank * u32::from(state.open);
            for stone in bits(free) {
                let slot = from + u32::from(self.subsets.number(space, stone));
                if who != self.learner && self.other[slot as usize] == 0.0 {
                    continue;
                }
                let mut after = place;
                after.stones[who] |= stone;
                after.slot[who] = slot;
                if self.wins[who][usize::from(after.stones[who])] {
                    self.won(who, &after);
                    continue;
                }
                after.at[who] = plans.child[slot as usize];
                self.turn(ply + 1, after);
            }
        });
    }

    /// How likely the other came to where he is.
    fn likely(&self, place: &Place) -> f64 {
        // At the start everybody is there for certain.
        self.other.get(place.slot[1 - self.learner] as usize).copied().unwrap_or(1.0)
    }

    fn won(&mut self, who: usize, place: &Place) {
        let paid = if who == self.learner { 1.0 } else { -1.0 };
        let likely = self.likely(place);
        if let Some(sum) = self.paid.get_mut(place.slot[self.learner] as usize) {
            *sum += paid * likely;
        }
    }

    /// The last turn of who does not make the last choice.
    fn close(&mut self, place: Place) {
        let (who, last) = (1 - self.last, self.last);
        let state = self.plans[who].states[place.at[who] as usize];
        let space = self.all & !state.known;
        let unmet = self.subsets.squeezed(space, place.stones[last] & space);
        // How the stones will lie as who makes the last choice sees it.
        let viewer = self.plans[last].states[place.at[last] as usize];
        let row = self.rows[place.at[last] as usize - self.plans[last].last().start];
        let unseen = self.all & !viewer.known;
        let lie = self.subsets.squeezed(unseen, place.stones[who] & unseen);
        let free = self.all & !(place.stones[0] | place.stones[1]);
        let likely = self.likely(&place);
        for stone in bits(free) {
            let n = usize::from(self.subsets.number(space, stone));
            let from = state.base as usize + n;
            let open = usize::from(state.open);
            let lies = lie | 1 << self.subsets.number(unseen, stone);
            let cell = row as usize + usize::from(self.subsets.place[usize::from(lies)]);
            let wins = self.wins[who][usize::from(place.stones[who] | stone)];
            if self.learner == who {
                let paid = if wins { likely } else { self.row[cell] };
                let sums = &mut *self.paid;
                let subsets = self.subsets;
                each_part(unmet, |refused| {
                    sums[from + subsets.rank(state.open, refused) * open] += paid;
                });
                continue;
            }
            let mut sum = 0.0;
            each_part(unmet, |refused| {
                sum += self.other[from + self.subsets.rank(state.open, refused) * open];
            });
            if wins {
                self.paid[place.slot[last] as usize] -= sum;
            } else {
                self.row[cell] += sum;
            }
        }
    }
}
