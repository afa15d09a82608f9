//! A search under way: threads, clock and the look at the root.

use super::errand::Errand;
use super::look::Look;
use super::net_search::{self, Judged};
use super::pace::{Pacer, Standing};
use super::report::Found;
use super::simulate::{Board, Tally, Worker};
use super::tree::{EXCLUDED, NodeId, Tree};
use super::{Budget, Ended, Knowledge, Options, Puct};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use takeback_core::SplitMix;
use takeback_core::clock::Instant;
use takeback_hex::Bits;
use takeback_hex::Cell;
use takeback_hex::Hex;
use takeback_hex::Move;

/// Simulations between two looks at the clock; a judgement takes as long as many.
const BATCH: u64 = 32;
const JUDGED_BATCH: u64 = 4;
/// Time between progress reports.
const WATCH_EVERY: Duration = Duration::from_millis(100);
/// Moves are compared by value with the most visited one from this part of its visits on.
const COMPARED: u32 = 10;
/// No search without limits does more than this.
const MOST: u64 = 20_000_000;

pub(super) struct Run<'a, B: Bits> {
    pub(super) hex: &'a Hex<B>,
    pub(super) board: Board<B>,
    pub(super) tree: &'a Tree<B>,
    pub(super) options: &'a Options,
    pub(super) budget: &'a Budget<'a>,
    pub(super) start: Instant,
    /// How the net leads the search, if it does.
    pub(super) puct: Option<Puct>,
    /// What the second thread asks the solver before it joins the first.
    pub(super) errand: Mutex<Option<&'a mut Errand<B>>>,
}

/// One thread's work.
enum Labour<'a, B: Bits> {
    Played(Box<Worker<'a, B>>),
    Judged(Box<Judged<'a, B>>),
}

impl<B: Bits> Labour<'_, B> {
    fn simulate(&mut self) {
        match self {
            Labour::Played(worker) => worker.simulate(),
            Labour::Judged(worker) => worker.simulate(),
        }
    }

    /// Bring in what is under way.
    fn finish(&mut self) {
        if let Labour::Judged(worker) = self {
            worker.finish();
        }
    }

    fn tally(&self) -> &Tally {
        match self {
            Labour::Played(worker) => &worker.tally,
            Labour::Judged(worker) => &worker.tally,
        }
    }
}

/// What the threads of a run share.
struct Shared {
    stop: AtomicBool,
    /// Simulations handed out.
    given: AtomicU64,
    ended: Mutex<Option<Ended>>,
    /// What the solver proved meanwhile.
    proven: Mutex<Option<Found>>,
}

impl Shared {
    /// End the search.
    fn end(&self, why: Ended) {
        self.stop.store(true, Relaxed);
        self.ended.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
    }
}

impl<B: Bits> Run<'_, B> {
    /// Search until the budget is spent or the result is proven.
    pub(super) fn go(&mut self, watch: &mut dyn FnMut(&Found)) -> Found {
        let fallback = match self.look_at_root() {
            RootLook::Won(cell) => return Found::proven(Move::Place(cell), 1),
            RootLook::Lost(cell) | RootLook::Open(cell) => cell,
        };
        let shared = Shared {
            stop: AtomicBool::new(false),
            given: AtomicU64::new(0),
            ended: Mutex::new(None),
            proven: Mutex::new(None),
        };
        let threads = self.budget.threads.clamp(1, 256);
        let mut tallies = vec![Tally::default(); threads];
        if let Some((first, others)) = tallies.split_first_mut() {
            std::thread::scope(|scope| {
                for (n, tally) in others.iter_mut().enumerate() {
                    let (run, shared) = (&*self, &shared);
                    scope.spawn(move || {
                        run.solve_beside(shared);
                        *tally = run.work(n as u64 + 1, shared, &mut |_| {});
                    });
                }
                *first = self.work(0, &shared, &mut |tally| watch(&self.found(tally, fallback)));
            });
        }
        if let Some(proven) = shared.proven.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return proven;
        }
        let tally = sum(&tallies);
        let ended = shared.ended.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut found = self.found(&tally, fallback);
        found.ended = ended.or(Some(Ended::Simulations));
        found
    }

    fn found(&self, tally: &Tally, fallback: Cell) -> Found {
        let mut found = Found::of_tree(self.tree, fallback);
        let simulations = tally.simulations.max(1);
        found.simulations = tally.simulations;
        found.nodes = tally.plies + tally.depths;
        found.depth = (tally.depths / simulations) as u32;
        found.deepest = tally.deepest;
        found.looks = tally.looks;
        found.time = self.start.elapsed();
        found.ended = None;
        found
    }

    /// Whoever comes first asks the solver. A win ends the search of all.
    fn solve_beside(&self, shared: &Shared) {
        let errand = self.errand.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(found) = errand.and_then(|errand| errand.run(Some(&shared.stop))) {
            shared.proven.lock().unwrap_or_else(PoisonError::into_inner).replace(found);
            shared.end(Ended::Solved);
        }
    }

    /// One thread's simulations.
    fn work(&self, n: u64, shared: &Shared, watch: &mut dyn FnMut(&Tally)) -> Tally {
        let mut worker = self.labour(SplitMix::stream(self.budget.seed, n));
        let (batch, limit) = match self.puct {
            Some(_) => (JUDGED_BATCH, net_search::MOST),
            None => (BATCH, MOST),
        };
        let most = self.budget.simulations.map_or(MOST, |n| self.stretched(n)).min(limit);
        // One thread looks at the choice for all.
        let save = self.budget.save_time && n == 0;
        let mut pacer = save.then(|| Pacer::new(self.budget.stretch));
        let begun = self.start.elapsed();
        let mut due = WATCH_EVERY / 2;
        while !shared.stop.load(Relaxed) {
            let given = shared.given.fetch_add(batch, Relaxed);
            for _ in 0..batch.min(most.saturating_sub(given)) {
                worker.simulate();
                if self.tree.proof(NodeId::ROOT).is_some() {
                    break;
                }
            }
            let done = given + batch;
            if let Some(ended) = self.reason(done, most) {
                shared.end(ended);
            } else if pacer.as_mut().is_some_and(|pacer| self.is_settled(pacer, done, begun)) {
                shared.end(Ended::Decided);
            }
            if n == 0 && self.start.elapsed() >= due {
                due = self.start.elapsed() + WATCH_EVERY;
                watch(worker.tally());
            }
        }
        worker.finish();
        *worker.tally()
    }

    fn labour(&self, rng: SplitMix) -> Labour<'_, B> {
        let geometry = self.hex.geometry();
        let (tree, board) = (self.tree, self.board);
        let look = Look::new(self.options, self.deadline());
        match self.puct {
            Some(puct) => {
                let how = (self.options, puct);
                Labour::Judged(Box::new(Judged::new(geometry, how, tree, board, look, rng)))
            }
            None => {
                let worker = Worker::new(geometry, self.options, tree, board, look, rng);
                Labour::Played(Box::new(worker))
            }
        }
    }

    /// When all time that may be spent is used up.
    fn deadline(&self) -> Option<Instant> {
        self.longest().and_then(|time| self.start.checked_add(time))
    }

    /// The most time that may be spent.
    fn longest(&self) -> Option<Duration> {
        let Budget { time, save_time, stretch, .. } = *self.budget;
        time.map(|time| if save_time { time.mul_f32(stretch.max(1.0)) } else { time })
    }

    /// The most simulations that may be spent. Beside a time they are a bound and no share.
    fn stretched(&self, simulations: u64) -> u64 {
        let Budget { time, save_time, stretch, .. } = *self.budget;
        if save_time && time.is_none() {
            (simulations as f64 * f64::from(stretch.max(1.0))) as u64
        } else {
            simulations
        }
    }

    /// Why to end now, if at all.
    fn reason(&self, done: u64, most: u64) -> Option<Ended> {
        if self.tree.proof(NodeId::ROOT).is_some() {
            return Some(Ended::Solved);
        }
        if done >= most {
            return Some(Ended::Simulations);
        }
        if self.budget.stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Some(Ended::Flag);
        }
        (self.start.elapsed() >= self.longest()?).then_some(Ended::Time)
    }

    /// Whether the choice stands firmly enough for what has been spent. Simulations began
    /// when the search had taken `begun`.
    fn is_settled(&self, pacer: &mut Pacer, done: u64, begun: Duration) -> bool {
        let passed = self.start.elapsed();
        let by_time = |time: Duration| passed.as_secs_f64() / time.as_secs_f64().max(1e-6);
        let by_count = |count: u64| done as f64 / count.max(1) as f64;
        let spent = match (self.budget.time, self.budget.simulations) {
            (Some(time), Some(count)) => by_time(time).max(by_count(count)),
            (Some(time), None) => by_time(time),
            (None, Some(count)) => by_count(count),
            (None, None) => return false,
        };
        if !pacer.is_due(spent) {
            return false;
        }
        let rest = (1.0 - spent).max(0.0);
        let left = match self.budget.time {
            None => done as f64 * rest / spent,
            Some(time) => {
                let rate = done as f64 / (passed - begun).as_secs_f64().max(1e-6);
                rate * rest * time.as_secs_f64()
            }
        };
        self.standing().is_some_and(|now| pacer.stops(spent, left, &now))
    }

    /// How the moves of the root stand; `None` before one has been tried.
    fn standing(&self) -> Option<Standing> {
        let family = self.tree.family(NodeId::ROOT)?;
        let open = || family.nodes().filter(|&child| self.tree.bias(child) > EXCLUDED);
        let tried = |child: NodeId| self.tree.stat(child).0;
        let leader = open().max_by_key(|&child| tried(child)).filter(|&child| tried(child) > 0)?;
        let second = open().filter(|&child| child != leader).map(tried).max();
        let all: u32 = open().map(tried).sum();
        let worth = |child: NodeId| self.tree.share(child);
        let favourite = open()
            .filter(|&child| COMPARED * tried(child) >= tried(leader))
            .max_by(|&a, &b| worth(a).total_cmp(&worth(b)))?;
        Some(Standing {
            leader: self.tree.cell(leader),
            lead: second.map(|second| tried(leader).saturating_sub(second)),
            favourite: self.tree.cell(favourite),
            worth: worth(leader),
            part: tried(leader) as f32 / all.max(1) as f32,
        })
    }

    /// What connections say about the root, and a move in case the search
    /// finds none.
    fn look_at_root(&mut self) -> RootLook {
        let hex = self.hex.without_swap();
        let mut knowledge = Knowledge::new(self.options.effort);
        knowledge.until(self.deadline());
        let advice = knowledge.advise(&hex);
        let mut shares = vec![0.0; hex.size().cells()];
        let among = if advice.candidates.is_empty() { hex.empty() } else { advice.candidates };
        knowledge.priors(&hex, among, self.board.last.map(Cell::from), &mut shares);
        let best = hex.empty().iter().max_by(|&a, &b| shares[a].total_cmp(&shares[b]));
        let best = Cell::from(best.unwrap_or_default());
        match advice.winner {
            Some(winner) if winner == hex.to_move() => {
                match knowledge.winning_move(&hex, &advice) {
                    Some(cell) => RootLook::Won(cell),
                    None => RootLook::Open(best),
                }
            }
            Some(_) => RootLook::Lost(best),
            None => RootLook::Open(best),
        }
    }
}

/// What a look at the root says.
enum RootLook {
    Won(Cell),
    Lost(Cell),
    Open(Cell),
}

fn sum(tallies: &[Tally]) -> Tally {
    let mut all = Tally::default();
    for tally in tallies {
        all.simulations += tally.simulations;
        all.plies += tally.plies;
        all.depths += tally.depths;
        all.deepest = all.deepest.max(tally.deepest);
        all.looks += tally.looks;
    }
    all
}
