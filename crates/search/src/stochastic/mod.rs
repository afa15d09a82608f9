//! Exact values of games with chance in which positions come round again.
//!
//! Where dice decide whether play goes on or falls back, a position may be reached
//! from itself, and no walk to the end of the game ever ends. So all positions
//! are written out once ([`Graph`]), cut into the parts within which play can go
//! round (strongly connected components, Tarjan 1972), and valued from the ends
//! of the game backwards: a part whose ways out are known is repeated until its
//! values stand still (value iteration). It is retrograde analysis, with chance. What
//! is kept is the [`Solution`]: the values of positions where somebody decides.

mod graph;
mod parts;
mod solution;

pub use graph::{Graph, GraphError};
pub use solution::Solution;

use crate::root::{check_limits, mover};
use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};
use std::sync::{Arc, OnceLock};
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
    solved: Arc<OnceLock<Solution>>,
    /// From a position that play from the start does not come to.
    aside: Option<Solution>,
    /// Positions a shared solution may have, whatever memory a search is given.
    room: Option<usize>,
}

/// What a position takes of the memory allowed while the game is being solved.
const POSITION_BYTES: usize = 96;

impl<G: Keyed> Stochastic<G> {
    /// For games that begin at `start`.
    #[must_use]
    pub fn new(start: G) -> Self {
        Stochastic { start, solved: Arc::default(), aside: None, room: None }
    }

    /// The same, with the solution of all games that begin at `start` kept where
    /// other players of it find it. Being everybody's it is no part of the memory
    /// of one search: it may have so many positions.
    #[must_use]
    pub fn sharing(start: G, solved: Arc<OnceLock<Solution>>, positions: usize) -> Self {
        Stochastic { start, solved, aside: None, room: Some(positions) }
    }

    fn solve(&mut self, position: &G, limits: &Limits) -> Result<&Solution, SearchError> {
        let most = self.room.unwrap_or((limits.memory << 20) / POSITION_BYTES);
        let stop = &limits.stop;
        let solved = |from: &G| {
            let graph = Graph::unroll(from, most, stop).map_err(unsuited)?;
            graph.solve(stop).map_err(unsuited)
        };
        let knows = |graph: &Solution| graph.values(position.key()).is_some();
        if self.solved.get().is_none() {
            // Somebody else may have been quicker, with the same result.
            let _ = self.solved.set(solved(&self.start)?);
        }
        let aside = !self.solved.get().is_some_and(knows);
        if aside && !self.aside.as_ref().is_some_and(knows) {
            self.aside = Some(solved(position)?);
        }
        let graph = if aside { self.aside.as_ref() } else { self.solved.get() };
        Ok(graph.expect("it was just solved"))
    }
}

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
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let clock = Clock::start(limits);
        check_limits(limits)?;
        let player = mover(position)?;
        let legal = position.legal_moves();
        let graph = self.solve(position, limits)?;
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
