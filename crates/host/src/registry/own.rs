//! Solvers made for one game, where the lines of play are too many to be written
//! out but the game has a shape that helps.

use super::UseError;
use super::equilibria::{Exploited, SolveRequest, Solved, run};
use crate::strategies;
use takeback_core::{Hidden, Notation};
use takeback_search::equilibrium::Exploitability;
use takeback_search::{Limits, Search, SearchError};

/// A solver that knows its game. It learns by sweeps and measures exactly.
pub trait OwnSolver<G> {
    /// Let every player learn once.
    fn sweep(&mut self);

    /// What the strategy found so far is worth.
    fn measure(&self) -> Exploitability;

    /// Information sets and positions along all lines.
    fn size(&self) -> (usize, usize);

    /// The strategy to be kept: `tell` hears of a position of every set that it can
    /// come to, with the chances of its moves. What that strategy is worth.
    fn keep(&self, tell: &mut dyn FnMut(&G, &[f64])) -> Exploitability;

    /// What somebody's strategy is worth who says how he plays each position.
    ///
    /// # Errors
    /// When he has no answer.
    fn ask(&self, asked: &mut Asked<'_, G>) -> Result<Exploitability, UseError>;
}

/// Somebody who says how likely he makes each move of a position.
pub type Asked<'a, G> = dyn FnMut(&G) -> Result<Vec<f64>, UseError> + 'a;

/// What [`Of::with_own_solver`](super::Of::with_own_solver) fills in.
pub(crate) struct OwnRuns<G> {
    pub(crate) make: fn() -> Box<dyn OwnSolver<G>>,
    pub(crate) solve: fn(&mut dyn OwnSolver<G>, &SolveRequest) -> Solved,
    pub(crate) exploit: Exploit<G>,
}

/// [`exploit`] for a game of this type.
type Exploit<G> = fn(
    &dyn OwnSolver<G>,
    &mut dyn Search<G>,
    &Limits,
    usize,
    &mut dyn FnMut(usize, usize),
) -> Result<Exploited, UseError>;

pub(crate) fn solve<G: Hidden + Notation>(
    solver: &mut dyn OwnSolver<G>,
    request: &SolveRequest,
) -> Solved {
    let (progress, _) = run(request, solver, OwnSolver::sweep, |solver| solver.measure());
    let mut strategy = strategies::headed();
    let found = solver.keep(&mut |game, chances| strategies::add(&mut strategy, game, chances));
    Solved { strategy, found, progress, size: solver.size() }
}

/// Ask a search at every set that its own play can come to, at most `most`.
pub(crate) fn exploit<G: Hidden>(
    solver: &dyn OwnSolver<G>,
    search: &mut dyn Search<G>,
    limits: &Limits,
    most: usize,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Exploited, UseError> {
    let size = solver.size();
    let mut asked = 0;
    let found = solver.ask(&mut |game| {
        asked += 1;
        if asked > most {
            let why = format!("the engine comes to more than {most} information sets");
            return Err(UseError::NotWrittenOut(why));
        }
        watch(asked, size.0);
        search.forget();
        let no_answer = |why: SearchError| UseError::NoAnswer(why.to_string());
        let mix = search.policy(game, limits).map_err(no_answer)?;
        let chance = |m| mix.iter().find(|(played, _)| *played == m).map_or(0.0, |(_, p)| *p);
        Ok(game.legal_moves().into_iter().map(chance).collect())
    })?;
    Ok(Exploited::Exact { found, size })
}
