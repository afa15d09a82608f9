//! Equilibria and exploitability of a variant, without its types.

use super::UseError;
use super::own::OwnRuns;
use crate::strategies;
use std::time::Duration;
use takeback_core::clock::Instant;
use takeback_core::{Hidden, Notation};
use takeback_search::equilibrium::{
    Cfr, Exploitability, LocalEffort, LocalResponse, Mccfr, Rule, Sampling, Strategy, Tree,
    TreeError, Worth, local_response, strategy_of,
};
use takeback_search::{Limits, Search, SearchError};

/// How to look for an equilibrium.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Method {
    /// Sweeps over all lines of play.
    Sweeps(Rule),
    /// Sampled lines.
    Sampled(Sampling),
}

/// What to solve and for how long.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct SolveRequest {
    /// How.
    pub method: Method,
    /// At most so many iterations.
    pub iterations: u64,
    /// At most so long.
    pub time: Option<Duration>,
    /// Done when nobody can gain more than this on average.
    pub target: f64,
    /// At most so many positions along all lines.
    pub positions: usize,
    /// Seed of what is drawn.
    pub seed: u64,
}

/// How far it was after some iterations.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// Iterations so far.
    pub iterations: u64,
    /// Time spent on them; measuring does not count.
    pub time: Duration,
    /// What each player could gain on average by leaving the strategy.
    pub exploitability: f64,
}

/// A strategy and how good it is.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The strategy as text; [`strategies`] reads it.
    pub strategy: String,
    /// What it is worth, and what best responses to it are.
    pub found: Exploitability,
    /// How it came about: after one, two, five, ten … iterations and at the end.
    pub progress: Vec<Progress>,
    /// Information sets and positions along all lines.
    pub size: (usize, usize),
}

/// How to measure what an engine gives away.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum ExploitRequest {
    /// By best responses, with at most so many positions along all lines.
    Exact(usize),
    /// By local best responses: a lower bound, for games of any size.
    Local(LocalEffort),
    /// By best responses if no more positions are needed, else by local ones.
    Either(usize, LocalEffort),
}

/// What an engine gives away.
#[derive(Clone, Debug)]
pub enum Exploited {
    /// Exactly.
    Exact {
        /// What it is worth, and what best responses to it are.
        found: Exploitability,
        /// Information sets and positions along all lines.
        size: (usize, usize),
    },
    /// At least so much.
    Local(LocalResponse),
}

impl Exploited {
    /// What each player could gain on average by leaving the engine's strategy, or
    /// a lower bound of it.
    #[must_use]
    pub fn per_player(&self) -> f64 {
        match self {
            Exploited::Exact { found, .. } => found.per_player(),
            Exploited::Local(found) => found.per_player(),
        }
    }
}

/// What [`Of::with_equilibria`](super::Of::with_equilibria) fills in, since only
/// games that hide have it.
pub(crate) struct HiddenRuns<G: takeback_core::Game> {
    pub(crate) worth: Worth<G>,
    pub(crate) unit: &'static str,
    pub(crate) solve: fn(&G, Worth<G>, &SolveRequest) -> Result<Solved, UseError>,
    pub(crate) exploit: Exploit<G>,
    /// A solver made for this game.
    pub(crate) own: Option<OwnRuns<G>>,
}

/// [`exploit`] for a game of this type.
type Exploit<G> = fn(
    &G,
    Worth<G>,
    &mut dyn Search<G>,
    &Limits,
    &ExploitRequest,
    &mut dyn FnMut(usize, usize),
) -> Result<Exploited, UseError>;

fn unrolled<G: Hidden>(
    start: &G,
    worth: Worth<G>,
    positions: usize,
) -> Result<Tree<G::Move>, UseError> {
    Tree::unroll(start, worth, positions).map_err(|why| UseError::NotWrittenOut(why.to_string()))
}

pub(crate) fn exploit<G: Hidden>(
    start: &G,
    worth: Worth<G>,
    search: &mut dyn Search<G>,
    limits: &Limits,
    request: &ExploitRequest,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Exploited, UseError> {
    let no_answer = |why: SearchError| UseError::NoAnswer(why.to_string());
    let (positions, effort) = match *request {
        ExploitRequest::Exact(positions) => (Some(positions), None),
        ExploitRequest::Local(effort) => (None, Some(effort)),
        ExploitRequest::Either(positions, effort) => (Some(positions), Some(effort)),
    };
    let tree = match positions.map(|most| Tree::unroll(start, worth, most)) {
        None => None,
        Some(Ok(tree)) => Some(tree),
        Some(Err(TreeError::TooLarge { .. })) if effort.is_some() => None,
        Some(Err(why)) => return Err(UseError::NotWrittenOut(why.to_string())),
    };
    if let Some(tree) = tree {
        let sets = tree.sets().count();
        let strategy = strategy_of(start, search, limits, &mut |asked| watch(asked, sets))
            .map_err(no_answer)?;
        let size = (sets, tree.positions());
        return Ok(Exploited::Exact { found: tree.exploitability(&strategy), size });
    }
    let effort = effort.unwrap_or_default();
    let games = effort.games as usize * (1 + start.players());
    let mut told = |played: u64| watch(played as usize, games);
    local_response(start, worth, search, limits, &effort, &mut told)
        .map(Exploited::Local)
        .map_err(no_answer)
}

/// Either way of learning.
enum Learner<'t, G: Hidden> {
    Sweeps(Cfr<'t, G::Move>),
    Sampled(Mccfr<G>),
}

impl<G: Hidden> Learner<'_, G> {
    fn iterate(&mut self) {
        match self {
            Learner::Sweeps(cfr) => cfr.iterate(),
            Learner::Sampled(learner) => learner.iterate(),
        }
    }

    fn average(&self) -> Strategy {
        match self {
            Learner::Sweeps(cfr) => cfr.average(),
            Learner::Sampled(learner) => learner.average(),
        }
    }
}

/// What a sampled table may take; the tree is larger.
const TABLE_BYTES: usize = 1 << 30;

pub(crate) fn solve<G: Hidden + Notation>(
    start: &G,
    worth: Worth<G>,
    request: &SolveRequest,
) -> Result<Solved, UseError> {
    let tree = unrolled(start, worth, request.positions)?;
    let mut learner = match request.method {
        Method::Sweeps(rule) => Learner::Sweeps(Cfr::new(&tree, rule)),
        Method::Sampled(way) => {
            Learner::Sampled(Mccfr::new(start, worth, way, TABLE_BYTES, request.seed))
        }
    };
    let measure = |learner: &mut Learner<'_, G>| tree.exploitability(&learner.average());
    let (progress, found) = run(request, &mut learner, Learner::iterate, measure);
    let size = (tree.sets().count(), tree.positions());
    Ok(Solved { strategy: strategies::write(start, &learner.average()), found, progress, size })
}

/// Learn within the limits of a request, and measure at every milestone.
pub(super) fn run<L: ?Sized>(
    request: &SolveRequest,
    learner: &mut L,
    iterate: impl Fn(&mut L),
    measure: impl Fn(&mut L) -> Exploitability,
) -> (Vec<Progress>, Exploitability) {
    let (mut progress, mut spent, mut iterations) = (Vec::new(), Duration::ZERO, 0);
    loop {
        let next = milestone(iterations).min(request.iterations.max(1));
        let began = Instant::now();
        let mut late = false;
        while iterations < next && !late {
            iterate(learner);
            iterations += 1;
            late = request.time.is_some_and(|most| spent + began.elapsed() >= most);
        }
        spent += began.elapsed();
        let found = measure(learner);
        let exploitability = found.per_player();
        progress.push(Progress { iterations, time: spent, exploitability });
        if late || iterations >= request.iterations || exploitability <= request.target {
            return (progress, found);
        }
    }
}

/// The next of one, two, five, ten, twenty … after `n`.
fn milestone(n: u64) -> u64 {
    let mut decade = 1u64;
    loop {
        if let Some(next) = [1, 2, 5].map(|step| step * decade).into_iter().find(|&m| m > n) {
            return next;
        }
        decade = decade.saturating_mul(10);
    }
}

#[cfg(test)]
mod tests {
    use super::milestone;

    #[test]
    fn milestones_are_even_on_a_logarithmic_axis() {
        let mut at = 0;
        let met: Vec<u64> = (0..8)
            .map(|_| {
                at = milestone(at);
                at
            })
            .collect();
        assert_eq!(met, [1, 2, 5, 10, 20, 50, 100, 200]);
    }
}
