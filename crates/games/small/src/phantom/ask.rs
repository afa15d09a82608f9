//! From positions to the solver's mixes and back.
//!
//! Others keep the order in which cells were refused, as the game itself does. The
//! solver does not, and need not: who plays differently after other orders plays,
//! for all that anybody else can tell, the average of it.

use super::plans::{Plans, State, Subsets, bits};
use super::solve::{DarkMix, DarkSolver};
use super::{Dark, DarkCell, Goal, Phantom};
use takeback_core::{Game, Player};

/// Somebody who is asked for chances of all moves of a position.
type Asked<'a, B, E> = dyn FnMut(&Phantom<B>) -> Result<Vec<f64>, E> + 'a;

impl<B: Goal> DarkSolver<B> {
    /// How likely the player in turn tries each of his cells, in order of the move
    /// list. Where nothing is left to decide, all alike.
    #[must_use]
    pub fn chances(&self, mix: &DarkMix, position: &Phantom<B>) -> Vec<f64> {
        let mut dark = Dark::default();
        let turn = position.turn().decider().unwrap_or_default();
        let (seat, plans) = (turn.index(), &self.plans[turn.index()]);
        let (mut at, mut refused) = (Some(0), 0u16);
        for DarkCell(cell) in position.record.iter() {
            let mine = dark.next == seat;
            let free = dark.attempt(cell);
            let Some(state) = at.map(|at: usize| plans.states[at]).filter(|_| mine) else {
                continue;
            };
            let n = self.subsets.number(Self::ALL & !state.known, 1 << cell);
            if free {
                at = plans.child(self.slot(&state, refused) + usize::from(n));
                refused = 0;
            } else {
                refused |= 1 << n;
            }
        }
        let untried = (Self::ALL & !dark.tried[seat]).count_ones() as usize;
        let alike = || vec![1.0 / untried as f64; untried];
        let Some(state) = at.map(|at| plans.states[at]) else { return alike() };
        let slots = &mix.chances[seat][self.slot(&state, refused)..][..usize::from(state.open)];
        let open = slots.iter().enumerate().filter(|(n, _)| refused >> n & 1 == 0);
        let chances: Vec<f64> = open.map(|(_, &chance)| f64::from(chance)).collect();
        let total: f64 = chances.iter().sum();
        chances.into_iter().map(|chance| chance / total).collect()
    }

    /// Where the slots of a choice begin.
    fn slot(&self, state: &State, refused: u16) -> usize {
        let rank = self.subsets.rank(state.open, refused);
        state.base as usize + rank * usize::from(state.open)
    }

    /// The mix of somebody who is asked for it: at every set that his own play can
    /// come to he is shown a position that looks so to the player in turn, and answers
    /// with a chance for each move of its list. Sets that he never comes to are asked
    /// about by nobody and are played with all cells alike.
    ///
    /// # Errors
    /// The first one of `asked`.
    pub fn ask<E>(&self, asked: &mut Asked<'_, B, E>) -> Result<DarkMix, E> {
        let mut weights = [Vec::new(), Vec::new()];
        for player in Player::all(2) {
            let plans = &self.plans[player.index()];
            weights[player.index()] = vec![0.0; plans.slots];
            let sums = &mut weights[player.index()];
            let mut asking = Asking { solver: self, plans, asked, sums, tries: Vec::new() };
            asking.turn(0, 0, 1.0)?;
        }
        Ok(self.mix(&weights))
    }
}

struct Asking<'a, 'b, B: Goal, E> {
    solver: &'a DarkSolver<B>,
    plans: &'a Plans,
    asked: &'a mut Asked<'b, B, E>,
    sums: &'a mut [f32],
    /// The player's attempts on the way here, and whether the cell was free.
    tries: Vec<(u8, bool)>,
}

impl<B: Goal, E> Asking<'_, '_, B, E> {
    /// One choice after these refusals; its player comes to it with this chance if
    /// the other lets him.
    fn turn(&mut self, at: usize, refused: u16, came: f64) -> Result<(), E> {
        let state = self.plans.states[at];
        let Some(position) = self.example(&state, refused) else { return Ok(()) };
        let chances = (self.asked)(&position)?;
        let space = DarkSolver::<B>::ALL & !state.known;
        let from = self.solver.slot(&state, refused);
        let more = self.solver.subsets.ones[usize::from(refused)] < state.unmet;
        let open = (0..usize::from(state.open)).filter(|n| refused >> n & 1 == 0);
        let total: f64 = chances.iter().sum();
        for (n, chance) in open.zip(chances).filter(|(_, chance)| *chance > 0.0) {
            let chance = came * chance / total;
            self.sums[from + n] += chance as f32;
            let cell = Subsets::spread(space, 1 << n).trailing_zeros() as u8;
            if let Some(child) = self.plans.child(from + n) {
                self.tries.push((cell, true));
                self.turn(child, 0, chance)?;
                self.tries.pop();
            }
            if more {
                self.tries.push((cell, false));
                self.turn(at, refused | 1 << n, chance)?;
                self.tries.pop();
            }
        }
        Ok(())
    }

    /// A game in which the player knows just this; none where the other would have
    /// won with whatever stones he has.
    fn example(&self, state: &State, refused: u16) -> Option<Phantom<B>> {
        let (seat, space) = (self.plans.player.index(), DarkSolver::<B>::ALL & !state.known);
        let subsets = &self.solver.subsets;
        let met = state.met() | Subsets::spread(space, refused);
        let left = state.unmet - subsets.ones[usize::from(refused)];
        let mut rest = subsets.list(state.open, left).iter().filter(|set| *set & refused == 0);
        let others = rest.find_map(|&set| {
            let others = Subsets::spread(space, set);
            (!self.solver.wins[1 - seat][usize::from(met | others)]).then_some(others)
        })?;
        // What was met first was there first.
        let bumped = self.tries.iter().filter(|(_, free)| !free).map(|&(cell, _)| cell);
        let mut stones = bumped.chain(bits(others).map(|bit| bit.trailing_zeros() as u8));
        let (mut position, mut dark) = (Phantom::default(), Dark::default());
        let mut attempt = |dark: &mut Dark, cell: u8| {
            dark.attempt(cell);
            position.record.push(DarkCell(cell));
        };
        for &(cell, _) in &self.tries {
            if dark.next != seat {
                attempt(&mut dark, stones.next()?);
            }
            attempt(&mut dark, cell);
        }
        if dark.next != seat {
            attempt(&mut dark, stones.next()?);
        }
        Some(position)
    }
}
