//! Online outcome sampling: regrets learned while playing.
//!
//! Every search goes on learning about the whole game from its start, so that
//! what opponents hold is weighed by how they would have played it. But half of
//! the walks are *aimed*: as long as possible they keep to play that may lead
//! to what the searching player sees ([`Hidden::may_lead_to`]), and the weights
//! of outcome sampling make up for it. So the mixes converge to an equilibrium of
//! the whole game, and fastest where they are needed.
//!
//! Lisý, Lanctot and Bowling 2015 (targeting of information sets).

use super::sampling::{Aim, Mccfr, Sampling};
use super::strategy::InfoSet;
use super::tabled::mixed;
use super::{Worth, draw};
use crate::root::{check_limits, mover};
use crate::{Clock, Limits, Report, Score, Search, SearchError, Stopped};
use takeback_core::{Hidden, Player, SplitMix};

/// Online outcome sampling.
///
/// The answer is drawn from the mix learned so far; [`Search::policy`] tells the
/// mix. What was learned is kept until the next game.
pub struct Oos<G: Hidden> {
    start: G,
    worth: Worth<G>,
    /// How often a walk tries any move, between 0 and 1.
    pub exploration: f64,
    /// The part of the walks that is aimed, from 0 to below 1.
    pub aim: f64,
    learned: Option<Mccfr<G>>,
    searches: u64,
}

impl<G: Hidden> Oos<G> {
    /// For games that begin at `start`.
    ///
    /// Half of the walks are aimed: in Kuhn poker, after 30,000 iterations, the
    /// second player then gives away 0.008 chips; 0.010 with none aimed, 0.067
    /// with nine in ten, where rare plain walks weigh too much.
    #[must_use]
    pub fn new(start: G, worth: Worth<G>) -> Self {
        Oos { start, worth, exploration: 0.6, aim: 0.5, learned: None, searches: 0 }
    }

    fn learn(&mut self, position: &G, limits: &Limits) -> Result<Answer<G::Move>, SearchError> {
        let mut clock = Clock::start(limits);
        check_limits(limits)?;
        let player = mover(position)?;
        let legal = position.legal_moves();
        if legal.is_empty() {
            return Err(SearchError::NoMove);
        }
        let sight = position.observation(player);
        if !self.start.may_lead_to(player, &sight) {
            return Err(SearchError::Unsuited("the position is not one of a game from the start"));
        }
        self.searches += 1;
        let sampling = Sampling::Outcome { exploration: self.exploration };
        let bytes = limits.memory << 20;
        let learned = self.learned.get_or_insert_with(|| {
            Mccfr::new(&self.start, self.worth, sampling, bytes, limits.seed)
        });
        let mut walked = vec![(0, 0.0); legal.len()];
        let before = learned.nodes;
        let mut iterations = 0;
        let set = InfoSet::of(position, player);
        let stopped = loop {
            if limits.iterations.is_some_and(|most| iterations >= most) {
                break Stopped::Iterations;
            }
            if let Some(why) = clock.is_up(learned.nodes - before) {
                break why;
            }
            let now = learned.rng.unit() < self.aim;
            for learner in Player::all(self.start.players()) {
                let (viewer, sight, share) = (player, &sight, self.aim);
                let mut aim = Aim { viewer, sight, set, share, now, walked: &mut walked };
                learned.outcome(learner, self.exploration, Some(&mut aim));
            }
            iterations += 1;
        };
        let mix = learned.ledger.averaged(set).filter(|mix| mix.len() == legal.len());
        let mix = mix.unwrap_or_else(|| vec![1.0 / legal.len() as f64; legal.len()]);
        let nodes = learned.nodes - before;
        Ok(Answer { legal, mix, walked, iterations, nodes, stopped, time: clock.elapsed() })
    }
}

struct Answer<M> {
    legal: Vec<M>,
    mix: Vec<f64>,
    walked: Vec<(u64, f64)>,
    iterations: u64,
    nodes: u64,
    stopped: Stopped,
    time: std::time::Duration,
}

impl<G: Hidden> Search<G> for Oos<G> {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        _: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let answer = self.learn(position, limits)?;
        let mut rng = SplitMix::stream(limits.seed, self.searches);
        let mut report = mixed(&answer.legal, &answer.mix, draw(&answer.mix, &mut rng));
        for (row, &(walks, total)) in report.root.iter_mut().zip(&answer.walked) {
            let mean = if walks == 0 { 0.5 } else { total / walks as f64 };
            row.score = Score::Share(mean as f32);
        }
        let value: f64 = (answer.mix.iter().zip(&report.root))
            .map(
                |(p, row)| {
                    if let Score::Share(share) = row.score { p * f64::from(share) } else { 0.0 }
                },
            )
            .sum();
        report.score = Score::Share(value as f32);
        report.lines[0].score = report.score;
        report.iterations = answer.iterations;
        report.nodes = answer.nodes;
        report.time = answer.time;
        report.stopped = Some(answer.stopped);
        Ok(report)
    }

    fn policy(
        &mut self,
        position: &G,
        limits: &Limits,
    ) -> Result<Vec<(G::Move, f64)>, SearchError> {
        let answer = self.learn(position, limits)?;
        Ok(answer.legal.into_iter().zip(answer.mix).collect())
    }

    fn forget(&mut self) {
        self.learned = None;
        self.searches = 0;
    }
}
