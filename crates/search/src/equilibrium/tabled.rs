//! Plays a finished strategy.

use super::draw;
use super::strategy::{InfoSet, Strategy};
use crate::root::mover;
use crate::{Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};
use std::time::Duration;
use takeback_core::{Hidden, SplitMix};

/// Draws each move from a [`Strategy`]; any legal move where that has no opinion.
pub struct Tabled {
    strategy: Strategy,
    drawn: u64,
}

impl Tabled {
    /// A player of this strategy.
    #[must_use]
    pub fn new(strategy: Strategy) -> Self {
        Tabled { strategy, drawn: 0 }
    }

    fn mix<G: Hidden>(&self, position: &G) -> Result<(Vec<G::Move>, Vec<f64>), SearchError> {
        let player = mover(position)?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Err(SearchError::NoMove);
        }
        let known = self.strategy.chances(InfoSet::of(position, player));
        let known = known.filter(|chances| chances.len() == legal.len());
        let alike = vec![1.0 / legal.len() as f64; legal.len()];
        Ok((legal, known.map_or(alike, <[f64]>::to_vec)))
    }
}

/// A report of a mix: visits stand for chances in millionths.
pub(super) fn mixed<M: Copy>(legal: &[M], mix: &[f64], drawn: usize) -> Report<M> {
    let score = Score::Share(0.5);
    let row = |(&m, &p): (&M, &f64)| RootMove { m, score, visits: (p * 1e6).round() as u64 };
    Report {
        best: legal[drawn],
        score,
        shares: Vec::new(),
        lines: vec![Variation { score, moves: vec![legal[drawn]] }],
        root: legal.iter().zip(mix).map(row).collect(),
        nodes: 1,
        iterations: 0,
        depth: 0,
        deepest: 0,
        time: Duration::ZERO,
        stopped: Some(Stopped::Solved),
        rebuilt: 0,
    }
}

impl<G: Hidden> Search<G> for Tabled {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let (legal, mix) = self.mix(position)?;
        self.drawn += 1;
        let mut rng = SplitMix::stream(limits.seed, self.drawn);
        Ok(mixed(&legal, &mix, draw(&mix, &mut rng)))
    }

    fn policy(&mut self, position: &G, _: &Limits) -> Result<Vec<(G::Move, f64)>, SearchError> {
        let (legal, mix) = self.mix(position)?;
        Ok(legal.into_iter().zip(mix).collect())
    }

    fn forget(&mut self) {
        self.drawn = 0;
    }
}
