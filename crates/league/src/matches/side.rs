//! One side of a match: an engine of ours, or somebody from outside.

use crate::external::Contender;
use std::collections::BTreeMap;
use std::time::Duration;
use takeback_core::{Player, SplitMix, Turn};
use takeback_host::Chosen;
use takeback_host::engines::EngineError;
use takeback_host::outside::{Decider, Decision, Forfeit};
use takeback_host::play::{Analysis, Seat, Table};
use takeback_search::{Limits, Score, SearchError, StopFlag};

/// Decides for one or more seats of a game.
pub enum Side {
    /// An engine of ours.
    Own(Seat),
    /// One whose thoughts are kept, and which may draw its moves.
    Weighing(Weighing),
    /// Another program.
    External(Box<dyn Decider>),
}

/// An engine of ours that remembers, until somebody takes it, what was spent on the moves
/// of every position it decided in.
pub struct Weighing {
    seat: Seat,
    /// How freely moves are drawn; 0: the best is played.
    pub(crate) temperature: f32,
    /// So many plies into the game the best is played, whatever the temperature.
    pub(crate) cool_after: usize,
    /// By the number of moves played before.
    thoughts: BTreeMap<usize, Thoughts>,
}

/// What was spent on the moves of a position.
#[derive(Clone, Debug, Default)]
pub(crate) struct Thoughts {
    pub(crate) best: String,
    /// Visits or positions, by move.
    pub(crate) root: Vec<(String, u64)>,
    /// Whether these are visits of a search that samples, which say how good a move is. The
    /// positions of one that looks at everything say how hard it was to refute.
    pub(crate) sampled: bool,
}

impl Weighing {
    pub(crate) fn new(seat: Seat) -> Self {
        Weighing { seat, temperature: 0.0, cool_after: 0, thoughts: BTreeMap::new() }
    }

    /// What was thought since this was asked last.
    pub(crate) fn take(&mut self) -> BTreeMap<usize, Thoughts> {
        std::mem::take(&mut self.thoughts)
    }

    fn decide(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError> {
        let mut answer = self.seat.engine.weigh(table, limits)?;
        let ply = table.length();
        let root: Vec<(String, u64)> =
            answer.root.drain(..).map(|root| (root.m, root.visits)).collect();
        // Searches that sample keep shares of a win.
        let sampled = !answer.shares.is_empty();
        let thoughts = Thoughts { best: answer.best.clone(), root, sampled };
        // A win that is seen is not thrown away.
        let is_won = matches!(answer.score, Score::Win(_));
        if self.temperature > 0.0 && ply < self.cool_after && !is_won {
            let mut rng = SplitMix::stream(limits.seed, 0x7e39);
            if let Some(drawn) = drawn(&thoughts.root, self.temperature, &mut rng) {
                answer.best = drawn.to_owned();
            }
        }
        self.thoughts.insert(ply, thoughts);
        Ok(answer)
    }
}

/// A move, as likely as its visits to the power of one over the temperature; `None` where
/// nothing was spent on any.
fn drawn<'a>(root: &'a [(String, u64)], temperature: f32, rng: &mut SplitMix) -> Option<&'a str> {
    let most = root.iter().map(|(_, visits)| *visits).max().filter(|&most| most > 0)?;
    let weight = |visits: u64| (visits as f64 / most as f64).powf(1.0 / f64::from(temperature));
    let mut left = rng.unit() * root.iter().map(|(_, visits)| weight(*visits)).sum::<f64>();
    let mut last = None;
    for (m, visits) in root.iter().filter(|(_, visits)| *visits > 0) {
        last = Some(m.as_str());
        left -= weight(*visits);
        if left < 0.0 {
            break;
        }
    }
    last
}

/// Why there is no decision.
pub(super) enum Trouble {
    Forfeit(Forfeit),
    Search(SearchError),
}

impl Side {
    /// A side as specified. `time` replaces the specification's own limit.
    ///
    /// # Errors
    /// When the specification does not suit the game.
    pub fn new(
        variant: Chosen<'_>,
        contender: &Contender,
        time: Option<Duration>,
    ) -> Result<Self, EngineError> {
        let mut side = contender.build(variant)?;
        if let Some(time) = time {
            side.limits_mut().time = Some(time);
        }
        Ok(side)
    }

    /// How long it may think.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        match self {
            Side::Own(seat) | Side::Weighing(Weighing { seat, .. }) => &seat.limits,
            Side::External(external) => external.limits(),
        }
    }

    pub(crate) fn limits_mut(&mut self) -> &mut Limits {
        match self {
            Side::Own(seat) | Side::Weighing(Weighing { seat, .. }) => &mut seat.limits,
            Side::External(external) => external.limits_mut(),
        }
    }

    /// Think no longer, here and in games to come, once the flag is set; games that this
    /// side plays in end with [`GameError::Stopped`](super::GameError::Stopped).
    pub fn obey(&mut self, stop: &StopFlag) {
        self.limits_mut().stop = stop.clone();
    }

    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Side::Own(seat) | Side::Weighing(Weighing { seat, .. }) => &seat.name,
            Side::External(external) => external.name(),
        }
    }

    pub(super) fn is_external(&self) -> bool {
        matches!(self, Side::External(_))
    }

    /// Make sure that somebody is there.
    pub(super) fn knock(&mut self) -> Result<(), Forfeit> {
        match self {
            Side::Own(_) | Side::Weighing(_) => Ok(()),
            Side::External(external) => external.knock(),
        }
    }

    /// What was learned in the last game is forgotten.
    pub(crate) fn forget(&mut self) {
        if let Side::Own(seat) | Side::Weighing(Weighing { seat, .. }) = self {
            seat.engine.forget();
        }
    }

    /// A new game begins for a seat of this side.
    pub(super) fn begin(&mut self, table: &dyn Table, player: Player) -> Result<(), Forfeit> {
        match self {
            Side::Own(_) | Side::Weighing(_) => Ok(()),
            Side::External(external) => external.begin(table, player),
        }
    }

    pub(super) fn decide(
        &mut self,
        table: &dyn Table,
        player: Player,
        seed: u64,
    ) -> Result<Decision, Trouble> {
        match self {
            Side::Own(_) | Side::Weighing(_) => {
                let mut limits = self.limits().clone();
                limits.seat = Some(player);
                limits.seed ^= seed;
                let answer = self.answer(table, &limits).map_err(Trouble::Search)?;
                Ok(Decision {
                    m: answer.best,
                    score: Some(answer.score),
                    nodes: answer.nodes,
                    depth: answer.depth,
                    time: answer.time,
                })
            }
            Side::External(external) => {
                if matches!(table.turn(), Turn::Player(_)) && table.legal().is_empty() {
                    return Err(Trouble::Search(SearchError::NoMove));
                }
                external.decide(table, player, seed).map_err(Trouble::Forfeit)
            }
        }
    }

    /// What an engine of ours says.
    fn answer(&mut self, table: &dyn Table, limits: &Limits) -> Result<Analysis, SearchError> {
        match self {
            Side::Own(seat) => seat.engine.choose(table, limits),
            Side::Weighing(weighing) => weighing.decide(table, limits),
            Side::External(_) => Err(SearchError::Unsuited("somebody else decides")),
        }
    }

    /// What it would play here, for a comment.
    ///
    /// # Errors
    /// With the reason why it has nothing to say.
    pub fn advise(
        &mut self,
        table: &dyn Table,
        player: Player,
        seed: u64,
    ) -> Result<Decision, String> {
        self.decide(table, player, seed).map_err(|trouble| match trouble {
            Trouble::Forfeit(forfeit) => forfeit.to_string(),
            Trouble::Search(error) => error.to_string(),
        })
    }

    pub(super) fn end(&mut self, table: &dyn Table, player: Player) {
        if let Side::External(external) = self {
            external.end(table, player);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often each of two moves is drawn, visited 300 and 100 times.
    fn shares(temperature: f32) -> [f64; 2] {
        let root = [("a", 300), ("b", 100), ("c", 0)].map(|(m, visits)| (m.to_owned(), visits));
        let mut rng = SplitMix::new(5);
        let draws = 20_000;
        let mut drawn = || super::drawn(&root, temperature, &mut rng).expect("a move").to_owned();
        let all: Vec<String> = (0..draws).map(|_| drawn()).collect();
        ["a", "b"].map(|m| all.iter().filter(|d| *d == m).count() as f64 / f64::from(draws))
    }

    #[test]
    fn moves_are_drawn_by_their_visits_and_the_temperature() {
        let near = |found: [f64; 2], a: f64, b: f64| {
            assert!((found[0] - a).abs() < 0.02 && (found[1] - b).abs() < 0.02, "{found:?}");
        };
        near(shares(1.0), 0.75, 0.25);
        near(shares(0.5), 0.9, 0.1);
        near(shares(0.05), 1.0, 0.0);
        near(shares(1000.0), 0.5, 0.5);
        let nothing = [("a".to_owned(), 0)];
        assert_eq!(super::drawn(&nothing, 1.0, &mut SplitMix::new(1)), None);
        assert_eq!(super::drawn(&[], 1.0, &mut SplitMix::new(1)), None);
    }
}
