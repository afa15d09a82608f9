//! Players that choose without looking ahead.

use std::time::Duration;
use takeback_core::{Game, Moves, Player, SplitMix, Turn};
use takeback_search::{Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};

/// Picks a move for the seat that decides, or finds none.
pub type Pick<G> = Box<dyn Fn(&G, Player, &mut SplitMix) -> Option<<G as Game>::Move> + Send>;

/// A rule of thumb as an engine: the yardsticks that searches must beat.
pub struct Chooser<G: Game> {
    pick: Pick<G>,
    /// What it chooses from, where all choices are alike.
    alike: Option<List<G>>,
    drawn: u64,
}

/// Lists what a seat may choose.
pub type List<G> = fn(&G, Player, &mut Moves<<G as Game>::Move>);

impl<G: Game> Chooser<G> {
    /// An engine that plays what `pick` says.
    pub fn new(
        pick: impl Fn(&G, Player, &mut SplitMix) -> Option<G::Move> + Send + 'static,
    ) -> Self {
        Chooser { pick: Box::new(pick), alike: None, drawn: 0 }
    }

    /// An engine that plays any of what `list` lists, all alike.
    #[must_use]
    pub fn any(list: List<G>) -> Self {
        let pick = move |game: &G, seat: Player, rng: &mut SplitMix| {
            let mut moves = Moves::with_capacity(64);
            list(game, seat, &mut moves);
            (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
        };
        Chooser { alike: Some(list), ..Chooser::new(pick) }
    }
}

/// Who decides, or why nobody does.
fn decider<G: Game>(position: &G, limits: &Limits) -> Result<Player, SearchError> {
    match position.turn() {
        Turn::Over => Err(SearchError::Over),
        Turn::Chance => Err(SearchError::Chance),
        Turn::Player(player) => Ok(player),
        Turn::Together(players) => {
            let asked = limits.seat.filter(|&seat| players.contains(seat));
            asked.or(players.first()).ok_or(SearchError::NoMove)
        }
    }
}

impl<G: Game> Search<G> for Chooser<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let decider = decider(position, limits)?;
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

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        let Some(list) = self.alike else {
            return Ok(vec![(self.search(position, limits, &mut |_| ())?.best, 1.0)]);
        };
        let mut moves = Moves::with_capacity(64);
        list(position, decider(position, limits)?, &mut moves);
        let chance = 1.0 / moves.len().max(1) as f64;
        Ok(moves.as_slice().iter().map(|&m| (m, chance)).collect())
    }

    fn forget(&mut self) {
        self.drawn = 0;
    }
}
