//! One search from beginning to end: rounds of simulations between which trees
//! grow, forget, and are looked at.

use super::desk::{Alarm, Desk, Pause};
use super::findings::Findings;
use super::guide::Guide;
use super::halving::Halving;
use super::options::{Options, Parallel, Root};
use super::proof::Results;
use super::rollout::Rollout;
use super::tally::Tally;
use super::trace::Trace;
use super::tree::{NodeId, Tree};
use super::worker::{Scene, Worker};
use crate::{Clock, Limits, Report, Stopped};
use std::time::Duration;
use takeback_core::{Game, Job, SplitMix, together};

/// Time between progress reports.
const WATCH_EVERY: Duration = Duration::from_millis(100);

/// A search under way.
pub(super) struct Run<'a, G: Game, R, T, P> {
    pub(super) root: &'a G,
    pub(super) legal: &'a [G::Move],
    pub(super) forest: &'a mut [Tree<G::Move>],
    pub(super) results: &'a Results,
    pub(super) options: &'a Options,
    pub(super) limits: &'a Limits,
    pub(super) clock: Clock,
    pub(super) workers: Vec<Worker<G, R, T, P>>,
    /// When the next progress report is due.
    pub(super) due: Duration,
}

/// What a whole search comes to.
pub(super) struct End {
    pub(super) stopped: Stopped,
    /// The move that won the race of the halving root.
    pub(super) winner: Option<NodeId>,
}

impl<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>> Run<'_, G, R, T, P> {
    /// Simulate until a limit is reached or the root is proven.
    pub(super) fn go(&mut self, watch: &mut dyn FnMut(&Report<G::Move>)) -> End {
        let budget = self.limits.iterations.unwrap_or(u64::MAX);
        match self.options.root {
            Root::Tree => {
                let stopped = self.phase(budget, None, &[], watch);
                End { stopped, winner: None }
            }
            Root::Gumbel { considered } => self.halve(budget, considered, watch),
        }
    }

    fn halve(
        &mut self,
        budget: u64,
        considered: usize,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> End {
        // The first simulation opens the root.
        let mut stopped = self.phase(1, None, &[], watch);
        let mut rng = SplitMix::stream(self.limits.seed, u64::MAX);
        let mut race = Halving::new(&self.forest[0], considered, &mut rng);
        let player = self.root.turn().decider().unwrap_or_default();
        for round in 0..race.rounds() {
            if stopped != Stopped::Iterations {
                break;
            }
            let left = u64::from(race.rounds() - round);
            let until = self.simulations() + budget.saturating_sub(self.simulations()) / left;
            let time = self.limits.time.map(|time| {
                let now = self.clock.elapsed();
                now + time.saturating_sub(now) / left as u32
            });
            let alive = race.alive();
            stopped = match self.phase(until, time, &alive, watch) {
                Stopped::Time if left > 1 => Stopped::Iterations,
                stopped => stopped,
            };
            race.halve(&self.forest[0], self.results, player);
        }
        End { stopped, winner: race.leader() }
    }

    /// Simulate until so many simulations are done in all, or until `time`.
    fn phase(
        &mut self,
        until: u64,
        time: Option<Duration>,
        forced: &[NodeId],
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Stopped {
        let limits = self.limits.clone();
        let part = time.map(|time| time.saturating_sub(self.clock.elapsed()));
        let clock = match part {
            Some(part) => Clock::start(&Limits { time: Some(part), ..limits }),
            None => self.clock.clone(),
        };
        loop {
            let todo = until.saturating_sub(self.simulations());
            let nodes = match self.limits.nodes {
                Some(nodes) => nodes.saturating_sub(self.nodes()).max(1),
                None => u64::MAX,
            };
            let desk = Desk::new(todo, nodes, self.workers.len());
            if let Pause::Stop(stopped) = self.round(&desk, &clock, forced, watch) {
                return stopped;
            }
        }
    }

    fn simulations(&self) -> u64 {
        self.workers.iter().map(|worker| worker.tally.simulations).sum()
    }

    fn nodes(&self) -> u64 {
        self.workers.iter().map(|worker| worker.tally.nodes).sum()
    }

    /// All workers at work until one of them finds a reason to pause.
    fn round(
        &mut self,
        desk: &Desk,
        clock: &Clock,
        forced: &[NodeId],
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Pause {
        let (forest, root, legal) = (&*self.forest, self.root, self.legal);
        let (results, options) = (self.results, self.options);
        let (limits, whole, due) = (self.limits, &self.clock, &mut self.due);
        let scene = |n: usize| Scene {
            root,
            tree: &forest[n.min(forest.len() - 1)],
            results,
            options,
            stop: &limits.stop,
        };
        let on_look = |tally: &Tally| {
            if whole.elapsed() >= *due {
                *due = whole.elapsed() + WATCH_EVERY;
                let answer = Findings { root, legal, forest, results, limits, winner: None };
                watch(&answer.report(tally, whole.elapsed(), None));
            }
        };
        let Some((first, others)) = self.workers.split_first_mut() else {
            return Pause::Stop(Stopped::Iterations);
        };
        if others.is_empty() {
            let scene = scene(0);
            first.sit_down(&scene);
            first.work::<false>(&scene, desk, clock, forced, on_look);
            first.settle_up(&scene);
            return desk.pause();
        }
        // Were the one who opens the root put aside by the system, the others
        // would spend the whole budget on playouts from there.
        let shared = options.parallel == Parallel::Tree && forced.is_empty();
        if shared && forest[0].family(NodeId::ROOT).is_none() && desk.one() {
            first.open_root(&scene(0));
        }
        let others = others.iter_mut().enumerate().map(|(n, worker)| {
            let scene = scene(n + 1);
            Box::new(move || {
                let _alarm = Alarm(desk);
                work(worker, &scene, desk, clock, forced, |_| {});
            }) as Job<'_>
        });
        together(others.collect(), || {
            let _alarm = Alarm(desk);
            work(first, &scene(0), desk, clock, forced, on_look);
        });
        desk.pause()
    }
}

/// Work alone on a tree of one's own, or together on one.
fn work<G: Game, R: Rollout<G>, T: Trace<G>, P: Guide<G>>(
    worker: &mut Worker<G, R, T, P>,
    scene: &Scene<'_, G>,
    desk: &Desk,
    clock: &Clock,
    forced: &[NodeId],
    on_look: impl FnMut(&Tally),
) {
    worker.sit_down(scene);
    match scene.options.parallel {
        Parallel::Tree => worker.work::<true>(scene, desk, clock, forced, on_look),
        Parallel::Root => worker.work::<false>(scene, desk, clock, forced, on_look),
    }
    worker.settle_up(scene);
}
