//! A search under way: threads, clock and the look at the root.

use super::errand::Errand;
use super::look::Look;
use super::net_search::{self, Judged};
use super::report::Found;
use super::simulate::{Board, Tally, Worker};
use super::tree::{NodeId, Tree};
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
        let most = self.budget.simulations.unwrap_or(MOST).min(limit);
        let mut due = WATCH_EVERY / 2;
        while !shared.stop.load(Relaxed) {
            let given = shared.given.fetch_add(batch, Relaxed);
            for _ in 0..batch.min(most.saturating_sub(given)) {
                worker.simulate();
                if self.tree.proof(NodeId::ROOT).is_some() {
                    break;
                }
            }
            if let Some(ended) = self.reason(given + batch, batch, most) {
                shared.end(ended);
            }
            if n == 0 && self.start.elapsed() >= due {
                due = self.start.elapsed() + WATCH_EVERY;
                watch(worker.tally());
            }
        }
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

    /// When the time is used up.
    fn deadline(&self) -> Option<Instant> {
        self.budget.time.and_then(|time| self.start.checked_add(time))
    }

    /// Why to end now, if at all.
    fn reason(&self, done: u64, batch: u64, most: u64) -> Option<Ended> {
        if self.tree.proof(NodeId::ROOT).is_some() {
            return Some(Ended::Solved);
        }
        if done >= most {
            return Some(Ended::Simulations);
        }
        if self.budget.stop.is_some_and(|stop| stop.load(Relaxed)) {
            return Some(Ended::Flag);
        }
        let time = self.budget.time?;
        let passed = self.start.elapsed();
        if passed >= time {
            return Some(Ended::Time);
        }
        let early = self.budget.save_time && done.is_multiple_of(batch * 64);
        (early && self.is_decided(done, passed, time)).then_some(Ended::Decided)
    }

    /// Whether no move can catch up with the most visited in the time left.
    fn is_decided(&self, done: u64, passed: Duration, time: Duration) -> bool {
        if passed < time / 10 {
            return false;
        }
        let left = done as f64 * (time - passed).as_secs_f64() / passed.as_secs_f64().max(1e-6);
        let Some(family) = self.tree.family(NodeId::ROOT) else { return false };
        let (mut first, mut second) = (0, 0);
        for child in family.nodes() {
            let (visits, _) = self.tree.stat(child);
            second = second.max(visits.min(first));
            first = first.max(visits);
        }
        f64::from(first - second) > left
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
