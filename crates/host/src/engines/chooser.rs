//! Players that choose without looking ahead.

use std::time::Duration;
use takeback_core::{Game, Player, SplitMix, Turn};
use takeback_search::{Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};

/// Picks a move for the seat that decides, or finds none.
pub type Pick<G> = Box<dyn Fn(&G, Player, &mut SplitMix) -> Option<<G as Game>::Move> + Send>;

/// A rule of thumb as an engine: the yardsticks that searches must beat.
pub struct Chooser<G: Game> {
    pick: Pick<G>,
    drawn: u64,
}

impl<G: Game> Chooser<G> {
    /// An engine that plays what `pick` says.
    pub fn new(
        pick: impl Fn(&G, Player, &mut SplitMix) -> Option<G::Move> + Send + 'static,
    ) -> Self {
        Chooser { pick: Box::new(pick), drawn: 0 }
    }
}

impl<G: Game> Search<G> for Chooser<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let decider = match position.turn() {
            Turn::Over => return Err(SearchError::Over),
            Turn::Chance => return Err(SearchError::Chance),
            Turn::Player(player) => player,
            Turn::Together(players) => {
                let asked = limits.seat.filter(|&seat| players.contains(seat));
                asked.or(players.first()).ok_or(SearchError::NoMove)?
            }
        };
        self.drawn += 1;
        let mut rng = SplitMix::stream(limits.seed, self.drawn);
        let best = (self.pick)(position, decider, &mut rng).ok_or(SearchError::NoMove)?;
        let score = Score::Share(0.5);
        Ok(Report {
            best,
            score,
            shares: Vec::new(),
            lines: vec![Variation { score, moves: vec![best] }],
            root: vec![RootMove { m: best, score, visits: 1 }],
            nodes: 1,
            iterations: 0,
            depth: 0,
            deepest: 0,
            time: Duration::ZERO,
            stopped: Some(Stopped::Iterations),
            rebuilt: 0,
        })
    }

    fn forget(&mut self) {
        self.drawn = 0;
    }
}
