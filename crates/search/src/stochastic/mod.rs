//! Exact values of games with chance in which positions come round again.
//!
//! Where dice decide whether play goes on or falls back, a position may be reached
//! from itself, and no walk to the end of the game ever ends. So all positions
//! are written out once ([`Graph`]), cut into the parts within which play can go
//! round (strongly connected components, Tarjan 1972), and valued from the ends
//! of the game backwards: a part whose ways out are known is repeated until its
//! values stand still (value iteration). It is retrograde analysis, with chance. What
//! is kept is the [`Solution`]: the values of positions where somebody decides.
//!
//! All of it goes step by step. A search whose time is up leaves the work where it
//! stands, the next one goes on with it.

mod graph;
mod parts;
mod shared;
mod solution;

pub use graph::{Graph, GraphError};
pub use shared::SharedSolution;
pub use solution::Solution;

use crate::root::{check_limits, mover};
use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};
use shared::Solving;
use std::sync::Arc;
use std::time::Duration;
use takeback_core::{Keyed, Player, Turn};

/// Plays by exact values.
///
/// The first search solves the game from its start, the others look up. Each
/// player wants the most for himself; with two whose payoffs cancel that is the
/// optimum, with more an equilibrium of those who do not make deals.
///
/// Values are of positions by their [keys](Keyed::key).
pub struct Stochastic<G: Keyed> {
    start: G,
    shared: Arc<SharedSolution<G>>,
    /// From a position that play from the start does not come to.
    aside: Option<Aside<G>>,
    /// Positions a shared solution may have, whatever memory a search is given.
    room: Option<usize>,
    /// Who answers while there is no solution yet.
    meanwhile: Option<Box<dyn Search<G>>>,
}

/// The solution from another position, or the work on it.
enum Aside<G: Keyed> {
    Solving(G, Box<Solving<G>>),
    Solved(Solution),
}

/// What a position takes of the memory allowed while the game is being solved.
const POSITION_BYTES: usize = 96;

impl<G: Keyed> Stochastic<G> {
    /// For games that begin at `start`.
    #[must_use]
    pub fn new(start: G) -> Self {
        Stochastic { start, shared: Arc::default(), aside: None, room: None, meanwhile: None }
    }

    /// The same, with the solution of all games that begin at `start` kept where
    /// other players of it find it. Being everybody's it is no part of the memory
    /// of one search: it may have so many positions.
    #[must_use]
    pub fn sharing(start: G, shared: Arc<SharedSolution<G>>, positions: usize) -> Self {
        Stochastic { shared, room: Some(positions), ..Stochastic::new(start) }
    }

    /// Let another search answer when the time is up before the game is solved. Each
    /// search then spends half of its time on the solution. Without, a search takes
    /// the time that solving takes.
    #[must_use]
    pub fn meanwhile(self, other: Box<dyn Search<G>>) -> Self {
        Stochastic { meanwhile: Some(other), ..self }
    }

    /// The solution that has this position, if it is there.
    fn solution(&self, position: &G) -> Option<&Solution> {
        let has = |solution: &&Solution| solution.values(position.key()).is_some();
        let aside = match &self.aside {
            Some(Aside::Solved(solution)) => Some(solution),
            _ => None,
        };
        self.shared.get().filter(has).or(aside.filter(has))
    }

    /// Work on the solution that has this position until it is there or the clock is
    /// up; whether it is there.
    fn work(&mut self, position: &G, memory: usize, clock: &mut Clock) -> Result<bool, GraphError> {
        let most = self.room.unwrap_or((memory << 20) / POSITION_BYTES);
        if !self.shared.work(|| Solving::new(&self.start, most), clock)? {
            return Ok(false);
        }
        if self.solution(position).is_some() {
            return Ok(true);
        }
        let mut solving = match self.aside.take() {
            Some(Aside::Solving(from, solving)) if from.key() == position.key() => solving,
            _ => Box::new(Solving::new(position, most)),
        };
        let solved = solving.go_on(clock)?;
        let is_there = solved.is_some();
        self.aside = Some(match solved {
            Some(solution) => Aside::Solved(solution),
            None => Aside::Solving(position.clone(), solving),
        });
        Ok(is_there)
    }
}

/// So much of its time a search spends on the solution, if there is somebody to answer
/// in the rest.
const SOLVING_SHARE: u32 = 2;

fn unsuited(error: GraphError) -> SearchError {
    SearchError::Unsuited(match error {
        GraphError::TooLarge { .. } => "it has too many positions for this memory",
        GraphError::DeadEnd => "it has dead ends",
        GraphError::Restless => "its values do not settle: no player can force anything",
        GraphError::Stopped => "it was stopped before the game was solved",
    })
}

/// What a position is worth to each player: known, paid, or an average over what
/// chance does.
fn expected<G: Keyed>(game: &mut G, solution: &Solution) -> Option<Vec<f64>> {
    let seats = Player::all(game.players());
    match game.turn() {
        Turn::Over => Some(seats.map(|p| f64::from(game.payoff(p).0) / 1000.0).collect()),
        Turn::Chance => {
            let outcomes = game.legal_moves();
            let total: f64 = outcomes.iter().map(|&m| f64::from(game.weight(m))).sum();
            let mut sum = vec![0.0; game.players()];
            for m in outcomes {
                let chance = f64::from(game.weight(m)) / total;
                let values = game.explore(m, |after| expected(after, solution))?;
                sum.iter_mut().zip(values).for_each(|(sum, value)| *sum += chance * value);
            }
            Some(sum)
        }
        _ => solution.values(game.key()).map(<[f64]>::to_vec),
    }
}

impl<G: Keyed> Search<G> for Stochastic<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        check_limits(limits)?;
        let player = mover(position)?;
        let legal = position.legal_moves();
        // Half an answer is none: where nobody else answers, solving takes its time.
        let time = limits.time.filter(|_| self.meanwhile.is_some());
        let mut clock = Clock::start(&Limits {
            time: time.map(|time| time / SOLVING_SHARE),
            nodes: None,
            ..limits.clone()
        });
        if !self.work(position, limits.memory, &mut clock).map_err(unsuited)? {
            let other = self.meanwhile.as_mut().ok_or(unsuited(GraphError::Stopped))?;
            let left =
                time.map(|time| time.saturating_sub(clock.elapsed()).max(Duration::from_micros(1)));
            return other.search(position, &Limits { time: left, ..limits.clone() }, watch);
        }
        let graph = self.solution(position).ok_or(SearchError::NoMove)?;
        let mut game = position.clone();
        let share = |values: &[f64], player: Player| ((values[player.index()] + 1.0) / 2.0) as f32;
        let mut root = Vec::with_capacity(legal.len());
        let mut best: Option<(f64, G::Move)> = None;
        for m in legal {
            let values = game.explore(m, |after| expected(after, graph));
            let values = &*values.ok_or(SearchError::NoMove)?;
            let value = values[player.index()];
            if best.is_none_or(|(most, _)| value > most) {
                best = Some((value, m));
            }
            root.push(RootMove { m, score: Score::Share(share(values, player)), visits: 1 });
        }
        let (_, best) = best.ok_or(SearchError::NoMove)?;
        let values = graph.values(position.key()).ok_or(SearchError::NoMove)?;
        let score = Score::Share(share(values, player));
        Ok(Report {
            best,
            score,
            shares: Player::all(position.players()).map(|player| share(values, player)).collect(),
            lines: vec![Variation { score, moves: vec![best] }],
            nodes: graph.positions() as u64,
            iterations: 0,
            depth: 1,
            deepest: 1,
            time: clock.elapsed(),
            stopped: Some(Stopped::Solved),
            rebuilt: 0,
            root,
        })
    }
}
