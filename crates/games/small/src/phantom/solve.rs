//! An exact solver of games in the dark: regrets over all lines of play, and proven
//! bounds of the value.
//!
//! What a player wins with a plan depends on the other's plan only through how
//! likely that one has placed each of his sequences of stones and refusals. So a
//! sweep has three steps: how likely is each sequence of the other
//! ([`flow`](DarkSolver::flow)); what does that pay at the end of each of the
//! learner's own ([`Walk`], the only step that looks at both at once); and what is
//! each choice worth, from the last turn to the first
//! ([`climb`](DarkSolver::climb)). The last step learns regrets, follows a mix or
//! answers as well as possible, which is a best response and a proof.
//!
//! The last two stones are not walked. The very last is forced, and before the one
//! before it nothing counts of the other's past but where his stones are.

use super::plans::{Plans, State, Subsets, bits};
use super::walk::Walk;
use super::{Goal, Phantom};
use std::marker::PhantomData;
use takeback_core::Player;

/// How likely each cell is to be tried, for all that both players can come to know.
#[derive(Clone, Debug)]
pub struct DarkMix {
    /// By slot; the chances of one choice add up to one.
    pub(super) chances: [Vec<f32>; 2],
}

/// What a mix is worth to the first player, and how good it is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct DarkWorth {
    /// What the first player wins when both play it.
    pub value: f64,
    /// What each wins with the best answer to the other's part of it.
    pub responses: [f64; 2],
}

impl DarkWorth {
    /// The least and the most that the game itself can be worth to the first player:
    /// nobody who plays the mix gets less than the best answer leaves him.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (-self.responses[1], self.responses[0])
    }

    /// What both together could gain by leaving the mix, each alone.
    #[must_use]
    pub fn nash_conv(&self) -> f64 {
        self.responses.iter().sum()
    }
}

/// Regret minimisation over all lines of a game in the dark.
///
/// Regrets never fall below zero, the next mix also counts the last sweep's once
/// more (predictive CFR+, Farina, Kroer and Sandholm 2021), and mixes count by the
/// square of the sweeps before theirs. With the square of their own sweep NashConv
/// of phantom tic-tac-toe was 0.067 after 16 sweeps, 0.104 without the prediction
/// and 0.119 with CFR+ as it was published.
///
/// ```
/// use takeback_small::{Chain, DarkSolver};
///
/// let mut solver = DarkSolver::<Chain<2>>::new();
/// (0..100).for_each(|_| solver.sweep());
/// let found = solver.measure(&solver.average());
/// // Who begins dark Hex on four cells wins.
/// let (least, most) = found.bounds();
/// assert!(least > 0.98 && most <= 1.0 + 1e-9);
/// ```
pub struct DarkSolver<B: Goal> {
    pub(super) plans: [Plans; 2],
    pub(super) subsets: Subsets,
    /// Whether these stones win, for each player.
    pub(super) wins: [[bool; 512]; 2],
    /// Where the row of each state of the last turn begins, one place for every way
    /// in which the other's unmet stones may lie.
    pub(super) rows: Vec<u32>,
    regrets: [Vec<f32>; 2],
    /// Regrets as they will be if the next sweep brings what the last one did.
    guesses: [Vec<f32>; 2],
    /// Mixes so far, by how likely their player came to use them.
    sums: [Vec<f32>; 2],
    sweeps: u32,
    goal: PhantomData<B>,
}

/// Working memory of a sweep.
struct Desk {
    /// How likely each player places each sequence.
    placed: [Vec<f64>; 2],
    /// What is paid at the end of each sequence of the learner.
    paid: Vec<f64>,
    /// By row: how likely the other's stones lie so, or what that pays.
    row: Vec<f64>,
}

/// What is made of a choice: its slots, the cells refused in its turn, and what each
/// cell is worth.
type Decide<'a> = dyn FnMut(std::ops::Range<usize>, u16, &[f64]) -> f64 + 'a;

impl<B: Goal> Default for DarkSolver<B> {
    fn default() -> Self {
        DarkSolver::new()
    }
}

impl<B: Goal> DarkSolver<B> {
    pub(super) const ALL: u16 = Phantom::<B>::ALL;

    /// Who makes the last choice of the game.
    pub(super) const LAST: usize = {
        assert!(Phantom::<B>::CELLS >= 4, "on less than four cells there is nothing to solve");
        (Phantom::<B>::CELLS as usize) % 2
    };

    /// Nothing is regretted yet: all cells alike.
    #[must_use]
    pub fn new() -> Self {
        let subsets = Subsets::new();
        let plans = [Player(0), Player(1)].map(|player| Plans::of::<B>(player, &subsets));
        let won = |player| std::array::from_fn(|stones| B::is_won(stones as u16, player));
        let wins = [won(Player(0)), won(Player(1))];
        let mut rows = vec![0];
        for state in &plans[Self::LAST].states[plans[Self::LAST].last()] {
            let end = rows[rows.len() - 1] + subsets.exactly(state.open, state.unmet) as u32;
            rows.push(end);
        }
        let zeros = || [0, 1].map(|seat: usize| vec![0.0; plans[seat].slots]);
        let (regrets, guesses, sums) = (zeros(), zeros(), zeros());
        DarkSolver {
            plans,
            subsets,
            wins,
            rows,
            regrets,
            guesses,
            sums,
            sweeps: 0,
            goal: PhantomData,
        }
    }

    /// How often both players have learned.
    #[must_use]
    pub fn sweeps(&self) -> u32 {
        self.sweeps
    }

    /// How many things each player can come to know when he has to choose between
    /// cells, the order of refusals in one turn apart.
    #[must_use]
    pub fn sets(&self) -> [usize; 2] {
        let sets = |state: &State| self.subsets.up_to(state.open, state.unmet);
        [0, 1].map(|seat: usize| self.plans[seat].states.iter().map(sets).sum())
    }

    /// Let both players learn once.
    pub fn sweep(&mut self) {
        self.sweeps += 1;
        // Of the first mix, in which all cells are alike, nothing is kept.
        let weight = (self.sweeps as f32 - 1.0).powi(2);
        let mut desk = self.desk();
        for learner in 0..2 {
            let other = 1 - learner;
            self.flow(other, &self.guesses[other], &mut desk.placed[other]);
            let sums = self.sums[other].iter_mut().zip(&desk.placed[other]);
            sums.for_each(|(sum, &placed)| *sum += weight * placed as f32);
            self.pay(learner, &mut desk);
            self.learn(learner, &desk.paid);
        }
    }

    fn learn(&mut self, learner: usize, paid: &[f64]) {
        let mut regrets = std::mem::take(&mut self.regrets[learner]);
        let mut guesses = std::mem::take(&mut self.guesses[learner]);
        self.climb(learner, paid, &mut |slots, refused, worth| {
            let (regrets, guesses) = (&mut regrets[slots.clone()], &mut guesses[slots]);
            let value = mean(guesses, refused, worth);
            for n in untried(refused, worth.len()) {
                let regret = (worth[n] - value) as f32;
                regrets[n] = (regrets[n] + regret).max(0.0);
                guesses[n] = (regrets[n] + regret).max(0.0);
            }
            value
        });
        (self.regrets[learner], self.guesses[learner]) = (regrets, guesses);
    }

    /// All untried cells alike, at every try.
    #[must_use]
    pub fn uniform(&self) -> DarkMix {
        let alike = |seat: usize| vec![1.0; self.plans[seat].slots];
        self.mix(&[alike(0), alike(1)])
    }

    /// The average of all mixes so far, which is what goes to an equilibrium.
    #[must_use]
    pub fn average(&self) -> DarkMix {
        self.mix(&self.sums)
    }

    /// The same without chances below `least`, unless all are.
    #[must_use]
    pub fn without(&self, mix: &DarkMix, least: f32) -> DarkMix {
        let kept = |chances: &Vec<f32>| {
            chances.iter().map(|&p| if p < least { 0.0 } else { p }).collect::<Vec<f32>>()
        };
        self.mix(&[kept(&mix.chances[0]), kept(&mix.chances[1])])
    }

    /// Weights of all choices, scaled.
    pub(super) fn mix(&self, weights: &[Vec<f32>; 2]) -> DarkMix {
        let scaled = |seat: usize| {
            let mut chances = vec![0.0; weights[seat].len()];
            self.each_set(seat, &mut |slots, refused| {
                let (weights, chances) = (&weights[seat][slots.clone()], &mut chances[slots]);
                let open = untried(refused, weights.len());
                let total: f32 = open.clone().map(|n| weights[n]).sum();
                let alike = 1.0 / open.clone().count() as f32;
                open.for_each(|n| {
                    chances[n] = if total > 0.0 { weights[n] / total } else { alike };
                });
            });
            chances
        };
        DarkMix { chances: [scaled(0), scaled(1)] }
    }

    /// The slots of every choice of a player, with the cells refused before it.
    fn each_set(&self, seat: usize, visit: &mut dyn FnMut(std::ops::Range<usize>, u16)) {
        for state in &self.plans[seat].states {
            let open = usize::from(state.open);
            for (rank, refused) in self.subsets.each(state.open, state.unmet) {
                let from = state.base as usize + rank * open;
                visit(from..from + open, refused);
            }
        }
    }

    /// What a mix is worth, and the best answers to both parts of it.
    #[must_use]
    pub fn measure(&self, mix: &DarkMix) -> DarkWorth {
        let mut desk = self.desk();
        let mut found = DarkWorth { value: 0.0, responses: [0.0; 2] };
        for seat in 0..2 {
            self.flow(1 - seat, &mix.chances[1 - seat], &mut desk.placed[1 - seat]);
            self.pay(seat, &mut desk);
            found.responses[seat] = self.climb(seat, &desk.paid, &mut |_, refused, worth| {
                untried(refused, worth.len()).map(|n| worth[n]).fold(f64::NEG_INFINITY, f64::max)
            });
            if seat == 0 {
                let own = &mix.chances[seat];
                found.value = self.climb(seat, &desk.paid, &mut |slots, refused, worth| {
                    mean(&own[slots], refused, worth)
                });
            }
        }
        found
    }

    fn desk(&self) -> Desk {
        let zeros = |seat: usize| vec![0.0; self.plans[seat].slots];
        let row = vec![0.0; self.rows[self.rows.len() - 1] as usize];
        Desk { placed: [zeros(0), zeros(1)], paid: Vec::new(), row }
    }

    /// How likely a player who plays by these weights places each sequence, whatever
    /// the other does.
    fn flow(&self, seat: usize, weights: &[f32], placed: &mut [f64]) {
        let mut tried = [0.0; 512];
        for state in &self.plans[seat].states {
            let (base, open) = (state.base as usize, usize::from(state.open));
            let sets = self.subsets.up_to(state.open, state.unmet);
            let came = placed.get(state.before as usize).copied().unwrap_or(1.0);
            if came == 0.0 {
                placed[base..base + sets * open].fill(0.0);
                continue;
            }
            tried[..sets].fill(0.0);
            tried[0] = came;
            for (rank, refused) in self.subsets.each(state.open, state.unmet) {
                let slots = base + rank * open..base + (rank + 1) * open;
                let (weights, placed) = (&weights[slots.clone()], &mut placed[slots]);
                placed.fill(0.0);
                if tried[rank] == 0.0 {
                    continue;
                }
                let more = self.subsets.ones[usize::from(refused)] < state.unmet;
                let untried = untried(refused, open);
                let total: f64 = untried.clone().map(|n| f64::from(weights[n])).sum();
                let alike = 1.0 / untried.clone().count() as f64;
                for n in untried {
                    let part = if total > 0.0 { f64::from(weights[n]) / total } else { alike };
                    let chance = tried[rank] * part;
                    placed[n] = chance;
                    if more {
                        tried[self.subsets.rank(state.open, refused | 1 << n)] += chance;
                    }
                }
            }
        }
    }

    /// What every sequence of the learner is paid, the other's being this likely.
    fn pay(&self, learner: usize, desk: &mut Desk) {
        desk.paid.clear();
        desk.paid.resize(self.plans[learner].slots, 0.0);
        desk.row.fill(0.0);
        let other = &desk.placed[1 - learner];
        if learner != Self::LAST {
            self.last_turn(&mut |slot, place, worth| desk.row[place] -= other[slot] * worth);
        }
        Walk::new(self, learner, other, &mut desk.paid, &mut desk.row).run();
        if learner == Self::LAST {
            let (paid, row) = (&mut desk.paid, &desk.row);
            self.last_turn(&mut |slot, place, worth| paid[slot] += row[place] * worth);
        }
    }

    /// Every last choice that does not end in a draw: its slot, the place in its row
    /// for how the other's stones lie, and what it is worth to who makes it.
    fn last_turn(&self, tell: &mut dyn FnMut(usize, usize, f64)) {
        let plans = &self.plans[Self::LAST];
        for (state, &row) in plans.states[plans.last()].iter().zip(&self.rows) {
            let space = Self::ALL & !state.known;
            let lies = self.subsets.list(state.open, state.unmet).iter().enumerate();
            for (place, &unmet) in lies {
                let theirs = state.met() | Subsets::spread(space, unmet);
                if self.wins[1 - Self::LAST][usize::from(theirs)] {
                    continue;
                }
                let free = space & !theirs;
                for stone in bits(free) {
                    let n = usize::from(self.subsets.number(space, stone));
                    let left = theirs | free & !stone;
                    let worth = match () {
                        () if self.wins[Self::LAST][usize::from(state.stones | stone)] => 1.0,
                        () if self.wins[1 - Self::LAST][usize::from(left)] => -1.0,
                        () => continue,
                    };
                    each_part(unmet, |refused| {
                        let rank = self.subsets.rank(state.open, refused);
                        let slot = state.base as usize + rank * usize::from(state.open) + n;
                        tell(slot, row as usize + place, worth);
                    });
                }
            }
        }
    }

    /// From the last turn to the first: what each choice is worth to its player by
    /// `decide`, which is given its slots, the cells refused and the worth of each
    /// cell. Returns what the whole game is worth.
    fn climb(&self, seat: usize, paid: &[f64], decide: &mut Decide<'_>) -> f64 {
        let plans = &self.plans[seat];
        let mut values = vec![0.0; plans.states.len()];
        let mut sets = [0.0; 512];
        for (at, state) in plans.states.iter().enumerate().rev() {
            let open = usize::from(state.open);
            let mut worth = [0.0; 9];
            for (rank, refused) in self.subsets.each(state.open, state.unmet).rev() {
                let from = state.base as usize + rank * open;
                let more = self.subsets.ones[usize::from(refused)] < state.unmet;
                for n in untried(refused, open) {
                    // Either the cell is free, or it is refused and tried no more.
                    let after = plans.child(from + n).map_or(0.0, |child| values[child]);
                    let again = self.subsets.rank(state.open, refused | 1 << n);
                    worth[n] = paid[from + n] + after + if more { sets[again] } else { 0.0 };
                }
                sets[rank] = decide(from..from + open, refused, &worth[..open]);
            }
            values[at] = sets[0];
        }
        values[0]
    }
}

/// The cells of a turn that were not refused in it, by their numbers.
fn untried(refused: u16, open: usize) -> impl Iterator<Item = usize> + Clone {
    (0..open).filter(move |n| refused >> n & 1 == 0)
}

/// What a choice is worth that tries cells by these weights; all alike without any.
fn mean(weights: &[f32], refused: u16, worth: &[f64]) -> f64 {
    let open = untried(refused, worth.len());
    let total: f64 = open.clone().map(|n| f64::from(weights[n])).sum();
    if total > 0.0 {
        open.map(|n| f64::from(weights[n]) * worth[n]).sum::<f64>() / total
    } else {
        open.clone().map(|n| worth[n]).sum::<f64>() / open.count() as f64
    }
}

/// All subsets of a set, the empty one first.
pub(super) fn each_part(set: u16, mut visit: impl FnMut(u16)) {
    let mut part = 0u16;
    loop {
        visit(part);
        part = part.wrapping_sub(set) & set;
        if part == 0 {
            return;
        }
    }
}
