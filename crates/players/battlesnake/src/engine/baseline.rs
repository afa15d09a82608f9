//! The opponent to measure by, as an engine.

use super::decider;
use takeback_battlesnake::{Baseline, Battlesnake, Move};
use takeback_core::clock::Instant;
use takeback_search::{Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};

/// [`Baseline`] as a search: a fixed depth, whatever the limits say.
#[derive(Copy, Clone, Debug, Default)]
pub struct BaselinePlayer(pub Baseline);

impl<const W: usize, const S: usize> Search<Battlesnake<W, S>> for BaselinePlayer {
    fn search(
        &mut self,
        position: &Battlesnake<W, S>,
        limits: &Limits,
        _: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, SearchError> {
        let me = decider(position, limits)?;
        let started = Instant::now();
        let best = Move::Go(self.0.choose(position, me));
        let score = Score::Points(0);
        Ok(Report {
            best,
            score,
            shares: Vec::new(),
            lines: vec![Variation { score, moves: vec![best] }],
            root: vec![RootMove { m: best, score, visits: 1 }],
            nodes: 1,
            iterations: 0,
            depth: self.0.depth,
            deepest: self.0.depth,
            time: started.elapsed(),
            stopped: Some(Stopped::Depth),
            rebuilt: 0,
        })
    }
}
