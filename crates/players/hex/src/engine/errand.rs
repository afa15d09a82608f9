//! The solver's part of a search.
//!
//! One thread asks the solver first and simulates in what is left of the time. Where
//! there are more, one of them asks while the others simulate, for as long as the solver's
//! share of all threads' time comes to, and then joins them.

use super::report::Found;
use super::{Budget, Solver, SolverLimits};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use takeback_core::HAS_THREADS;
use takeback_hex::{Bits, Hex};

/// Empty cells, fill-in done, up to which the solver is asked.
const SOLVABLE: usize = 90;
/// Empty cells from which on it gets half as much again.
const NEAR_END: usize = 60;
/// Simulations that cost about as much as one node of the solver.
const NODE_IN_SIMULATIONS: u64 = 100;
/// The time of a search without limits.
const ASIDE: Duration = Duration::from_secs(1);

/// A question for the solver, and what it may spend.
#[derive(Debug)]
pub(super) struct Errand<B: Bits> {
    pub(super) solver: Solver<B>,
    position: Hex<B>,
    nodes: u64,
    time: Option<Duration>,
    /// Whether it runs while others simulate.
    pub(super) is_beside: bool,
}

/// The solver's part of the budget at this position; `None` where it is not asked.
pub(super) fn part<B: Bits>(hex: &Hex<B>, solve: f32) -> Option<f32> {
    let filled = takeback_hex::fill_in(hex.geometry(), hex.both()).stones;
    let empty = hex.geometry().all.minus(filled[0] | filled[1]).count();
    // The fewer cells, the likelier that it comes to an end.
    let part = if empty > NEAR_END { solve } else { 1.5 * solve };
    (solve > 0.0 && empty <= SOLVABLE).then_some(part.min(1.0))
}

impl<B: Bits> Errand<B> {
    pub(super) fn new(solver: Solver<B>, hex: &Hex<B>, budget: &Budget<'_>, part: f32) -> Self {
        let is_beside = HAS_THREADS && budget.threads > 1 && budget.simulations.is_none();
        let part = if is_beside { (part * budget.threads as f32).min(1.0) } else { part };
        let share = |whole: u64| (whole as f64 * f64::from(part)) as u64;
        Errand {
            solver,
            position: hex.without_swap(),
            nodes: budget.simulations.map_or(u64::MAX, |n| share(n / NODE_IN_SIMULATIONS)),
            time: match (budget.time, budget.simulations) {
                (Some(time), _) => Some(time.mul_f32(part)),
                (None, Some(_)) => None,
                (None, None) => Some(ASIDE),
            },
            is_beside,
        }
    }

    /// A move that is proven to win, if one is found.
    pub(super) fn run(&mut self, stop: Option<&AtomicBool>) -> Option<Found> {
        let (nodes, time) = (self.nodes, self.time);
        let limits = SolverLimits { nodes, time, stop, ..SolverLimits::default() };
        let solved = self.solver.winner(&self.position, limits);
        let won = solved.winner == Some(self.position.seat(self.position.to_move()));
        let &best = solved.winning.first().filter(|_| won)?;
        Some(Found::proven(best, solved.nodes))
    }
}
