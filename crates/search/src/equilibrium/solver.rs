//! Solves the whole game before the first move, then plays the equilibrium.

use super::Worth;
use super::cfr::{Cfr, Rule};
use super::tabled::Tabled;
use super::tree::{Tree, TreeError};
use crate::root::{check_limits, mover};
use crate::{Clock, Limits, Report, Search, SearchError};
use takeback_core::Hidden;

/// Counterfactual regret minimisation as a player, for games small enough.
///
/// The first search solves the game from its start, within its limits; the others
/// draw from what was found.
pub struct Solver<G: Hidden> {
    start: G,
    worth: Worth<G>,
    rule: Rule,
    found: Option<Tabled>,
}

/// Iterations where no limit is set.
const USUAL: u64 = 1000;

/// What a position takes of the memory allowed: its node, two numbers, and a share
/// of the sets.
const POSITION_BYTES: usize = 64;

impl<G: Hidden> Solver<G> {
    /// For games that begin at `start`.
    #[must_use]
    pub fn new(start: G, worth: Worth<G>, rule: Rule) -> Self {
        Solver { start, worth, rule, found: None }
    }

    fn solve(&mut self, limits: &Limits) -> Result<&mut Tabled, SearchError> {
        check_limits(limits)?;
        if self.found.is_none() {
            let most = (limits.memory << 20) / POSITION_BYTES;
            let tree = Tree::unroll(&self.start, self.worth, most).map_err(unsuited)?;
            let clock = Clock::start(limits);
            let unlimited = limits.time.is_none() && limits.iterations.is_none();
            let most = if unlimited { Some(USUAL) } else { limits.iterations };
            let mut cfr = Cfr::new(&tree, self.rule);
            loop {
                cfr.iterate();
                let done = most.is_some_and(|most| cfr.iterations() >= most);
                if done || clock.look().is_some() {
                    break;
                }
            }
            self.found = Some(Tabled::new(cfr.average()));
        }
        Ok(self.found.as_mut().expect("it was just found"))
    }
}

fn unsuited(error: TreeError) -> SearchError {
    SearchError::Unsuited(match error {
        TreeError::TooLarge { .. } => "it is too large to be solved within this memory; try oos",
        TreeError::DeadEnd => "it has dead ends",
        TreeError::Uneven(_) => "positions that look alike list different moves",
        TreeError::Forgets(_) => "players forget their own choices",
    })
}

impl<G: Hidden> Search<G> for Solver<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        mover(position)?;
        self.solve(limits)?.search(position, limits, watch)
    }

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        mover(position)?;
        self.solve(limits)?.policy(position, limits)
    }

    /// The game's solution holds for every game of it; only the draws begin anew.
    fn forget(&mut self) {
        if let Some(found) = &mut self.found {
            Search::<G>::forget(found);
        }
    }
}
