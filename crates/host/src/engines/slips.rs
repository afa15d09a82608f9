//! An engine that now and then plays any move at all: rungs between random moves
//! and the shallowest search, which in most games sees far more than a beginner.

use super::random::random;
use super::{AnySearch, Chooser, Offer, boxed};
use crate::spec::{EngineOption, SEED, Takes};
use takeback_core::{Game, SplitMix};
use takeback_search::{Limits, Report, Search, SearchError};

const SLIPS: EngineOption = EngineOption::new(
    "slips",
    Takes::Count(0, 100),
    "0",
    "in so many of a hundred decisions it plays any legal move",
);

impl<G: Game + 'static> Offer<G> {
    /// With the option `slips`.
    #[must_use]
    pub fn slipping(self) -> Self {
        // Who draws lots anyway has a seed of its own.
        let seed = EngineOption { needs: &[SLIPS.name], ..SEED };
        let options = [SLIPS, seed];
        let more = if self.takes(SEED.name) { &options[..1] } else { &options[..] };
        self.adjusted(more, |settings, search| match settings.count(SLIPS.name) {
            None | Some(0) => search,
            Some(percent) => boxed(Slipping { search: search?, any: random(), percent, asked: 0 }),
        })
    }
}

struct Slipping<G: Game> {
    search: AnySearch<G>,
    any: Chooser<G>,
    percent: u64,
    asked: u64,
}

/// Keeps the draw for a slip apart from the draw of its move.
const APART: u64 = 0x511b_5ee5;

impl<G: Game> Search<G> for Slipping<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        self.asked += 1;
        let mut rng = SplitMix::stream(limits.seed ^ APART, self.asked);
        if (rng.below(100) as u64) < self.percent {
            self.any.search(position, limits, watch)
        } else {
            self.search.search(position, limits, watch)
        }
    }

    fn forget(&mut self) {
        self.asked = 0;
        self.any.forget();
        self.search.forget();
    }
}
