//! Any legal move, all alike.

use std::time::Duration;
use takeback_core::{Game, Moves, Player, SplitMix, Turn};
use takeback_search::{Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};

/// Plays at random: the lowest rung of every ladder, and the yardstick every
/// other engine must beat.
pub struct Random<G: Game> {
    choices: fn(&G, Player, &mut Moves<G::Move>),
    drawn: u64,
}

impl<G: Game> Default for Random<G> {
    fn default() -> Self {
        Random { choices: |game, _, out| game.moves(out), drawn: 0 }
    }
}

impl<G: Game> Random<G> {
    /// For games with rounds played together: what each seat may choose.
    #[must_use]
    pub fn choosing(choices: fn(&G, Player, &mut Moves<G::Move>)) -> Self {
        Random { choices, drawn: 0 }
    }
}

impl<G: Game> Search<G> for Random<G> {
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
        let mut moves = Moves::with_capacity(64);
        (self.choices)(position, decider, &mut moves);
        if moves.is_empty() {
            return Err(SearchError::NoMove);
        }
        self.drawn += 1;
        let mut rng = SplitMix::stream(limits.seed, self.drawn);
        let best = moves[rng.below(moves.len())];
        let score = Score::Share(0.5);
        Ok(Report {
            best,
            score,
            shares: Vec::new(),
            lines: vec![Variation { score, moves: vec![best] }],
            root: moves
                .as_slice()
                .iter()
                .map(|&m| RootMove { m, score, visits: u64::from(m == best) })
                .collect(),
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
