//! Walking through a game in search of a broken law.
//!
//! Three kinds of walk take turns: *exhaustive* (every line, deeper and deeper,
//! for a tenth of the plies), *random* (any move), and *rare-seeking* (among
//! the moves listed, those whose kind and consequence were seen least often,
//! so that promotions, deployments and forced endings come up). At every
//! position all moves are made and taken back; at the end the whole game is.
//!
//! Games are numbered and each number has its own random stream, so a seed
//! finds the same things on any number of threads.

use crate::aspects::{Broken, Snapshot};
use crate::plan::Plan;
use crate::quiet::quietly;
use crate::rarity::{Consequence, Rarity};
use crate::replay::{agrees_with_twin, facts_hold, look_around};
use crate::subject::{MoveId, Slot, Subject, Workshop};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use takeback_core::clock::Instant;
use takeback_core::{Job, SplitMix, Turn, together};

/// Where a law broke, and the bench on which it did: its moves have their
/// numbers there.
pub(crate) struct Found<'a> {
    pub(crate) start: usize,
    pub(crate) line: Vec<MoveId>,
    pub(crate) broken: Broken,
    pub(crate) subject: Box<dyn Subject + Send + 'a>,
}

pub(crate) struct Walked<'a> {
    pub(crate) plies: u64,
    pub(crate) games: u64,
    pub(crate) found: Option<Found<'a>>,
}

/// At most so many moves of one position are explored by a random walk, so that
/// long lists do not keep it from getting deep.
const SIBLINGS: usize = 48;

/// Moves are numbered anew from game to game once so many are known.
const MANY_MOVES: usize = 1 << 16;

pub(crate) fn run<'a>(
    plan: &Plan,
    workshop: &'a dyn Workshop,
    watch: &(dyn Fn(u64) + Sync),
    told: &AtomicBool,
) -> Walked<'a> {
    let shared = Shared {
        plan,
        workshop,
        watch,
        next_game: AtomicU64::new(0),
        plies: AtomicU64::new(0),
        games: AtomicU64::new(0),
        found: Mutex::new(None),
        stop: AtomicBool::new(false),
        told,
        deadline: plan.time.map(|time| Instant::now() + time),
    };
    if plan.threads == 1 {
        shared.work();
    } else {
        let work = || Box::new(|| shared.work()) as Job<'_>;
        together((1..plan.threads).map(|_| work()).collect(), || shared.work());
    }
    let found = shared.found.into_inner().expect("no worker panics outside of `quietly`");
    Walked {
        plies: shared.plies.into_inner(),
        games: shared.games.into_inner(),
        found: found.map(|(_, found)| found),
    }
}

struct Shared<'a, 'b> {
    plan: &'b Plan,
    workshop: &'a dyn Workshop,
    watch: &'b (dyn Fn(u64) + Sync),
    next_game: AtomicU64,
    plies: AtomicU64,
    games: AtomicU64,
    found: Mutex<Option<(u64, Found<'a>)>>,
    /// A law broke.
    stop: AtomicBool,
    /// Whoever asked wants no more.
    told: &'b AtomicBool,
    deadline: Option<Instant>,
}

impl Shared<'_, '_> {
    fn work(&self) {
        let mut subject = self.workshop.open();
        while !self.is_done() {
            let number = self.next_game.fetch_add(1, Ordering::Relaxed);
            let starts = self.workshop.starts();
            let start = number as usize % starts;
            subject.clear_above(0);
            if subject.moves_known() > MANY_MOVES {
                subject.forget_moves();
            }
            let mut walker = Walker {
                shared: self,
                plan: self.plan,
                subject: &mut *subject,
                rng: SplitMix::stream(self.plan.seed, number),
                line: Vec::new(),
                rarity: Rarity::default(),
                unreported: 0,
                budget: u64::MAX,
            };
            let outcome = quietly(|| match number as usize / starts {
                0 => walker.exhaustive(start),
                n => walker.game(start, n % 3 == 0),
            });
            walker.report_plies();
            let line = walker.line;
            self.games.fetch_add(1, Ordering::Relaxed);
            let broken = match outcome {
                Ok(Ok(())) => continue,
                Ok(Err(broken)) => broken,
                Err(message) => Broken::new("no panic", message),
            };
            return self.note(number, Found { start, line, broken, subject });
        }
    }
}

impl<'a> Shared<'a, '_> {
    /// Of several failures the one of the lowest game number is kept.
    fn note(&self, number: u64, found: Found<'a>) {
        let mut slot = self.found.lock().expect("no worker panics while it holds the lock");
        if slot.as_ref().is_none_or(|(best, _)| number < *best) {
            *slot = Some((number, found));
        }
        self.stop.store(true, Ordering::Relaxed);
    }

    fn is_done(&self) -> bool {
        self.plies.load(Ordering::Relaxed) >= self.plan.plies
            || self.deadline.is_some_and(|end| Instant::now() >= end)
            || self.stop.load(Ordering::Relaxed)
            || self.told.load(Ordering::Relaxed)
    }
}

struct Walker<'s, 'a, 'b> {
    shared: &'s Shared<'a, 'b>,
    plan: &'b Plan,
    subject: &'s mut (dyn Subject + 'a),
    rng: SplitMix,
    line: Vec<MoveId>,
    rarity: Rarity,
    unreported: u64,
    budget: u64,
}

impl Walker<'_, '_, '_> {
    fn count(&mut self, plies: u64) {
        self.unreported += plies;
        // Who was told to stop has nothing left to spend on every line.
        let told = self.shared.told.load(Ordering::Relaxed);
        self.budget = if told { 0 } else { self.budget.saturating_sub(plies) };
        if self.unreported >= 1_000 {
            self.report_plies();
        }
    }

    fn report_plies(&mut self) {
        let plies = std::mem::take(&mut self.unreported);
        let total = self.shared.plies.fetch_add(plies, Ordering::Relaxed) + plies;
        (self.shared.watch)(total);
    }

    /// One game to its end, with a look at every move on the way, then all the
    /// way back.
    fn game(&mut self, start: usize, rare: bool) -> Result<(), Broken> {
        let plan = self.plan;
        let game = self.subject.fresh(start);
        let mut way: Vec<Snapshot> = Vec::new();
        let mut moves = Vec::new();
        while way.len() < plan.longest {
            let before = Snapshot::take(self.subject, game, &plan.aspects);
            if way.is_empty() || self.rng.one_in(4) || self.subject.turn(game) == Turn::Over {
                facts_hold(plan, self.subject, game, &mut self.rng)?;
            }
            if self.rng.one_in(8) {
                self.same_as_fresh(start, game)?;
            }
            self.subject.list(game, &mut moves);
            if moves.is_empty() {
                break;
            }
            let rarest = self.look_at_each(game, &before, &moves)?;
            let m = match rarest {
                Some(m) if rare && !self.rng.one_in(3) => m,
                _ => self.pick(game, &moves),
            };
            self.subject.make(game, m);
            self.line.push(m);
            way.push(before);
            self.count(1);
            if self.shared.is_done() {
                break;
            }
        }
        self.same_as_fresh(start, game)?;
        while let Some(before) = way.pop() {
            self.subject.unmake(game);
            if self.rng.one_in(4) {
                before.compare(self.subject, game, &plan.aspects, "after taking back")?;
            } else {
                before.compare_quickly(self.subject, game, &plan.aspects, "after taking back")?;
            }
            self.line.pop();
        }
        Ok(())
    }

    /// Make and take back the moves of this position (all, or a sample of a
    /// long list); returns the one of the rarest kind.
    fn look_at_each(
        &mut self,
        game: Slot,
        before: &Snapshot,
        moves: &[MoveId],
    ) -> Result<Option<MoveId>, Broken> {
        let plan = self.plan;
        let mover = self.subject.turn(game);
        let step = moves.len().div_ceil(SIBLINGS).max(1);
        let offset = self.rng.below(step);
        let mut rarest = None;
        for &m in moves.iter().skip(offset).step_by(step) {
            self.line.push(m);
            if plan.twin && self.rng.one_in(4) {
                agrees_with_twin(self.subject, game, m)?;
            }
            self.subject.make(game, m);
            let after = self.subject.turn(game);
            if self.rng.one_in(4) {
                look_around(plan, self.subject, game);
            }
            self.subject.unmake(game);
            before.compare_quickly(self.subject, game, &plan.aspects, "after taking back")?;
            self.line.pop();
            let seen = self.rarity.seen(self.subject, m, Consequence::of(mover, after));
            if rarest.is_none_or(|(least, _)| seen < least) {
                rarest = Some((seen, m));
            }
        }
        self.count(moves.len().div_ceil(step) as u64);
        before.compare(self.subject, game, &plan.aspects, "after looking at every move")?;
        Ok(rarest.map(|(_, m)| m))
    }

    /// Any move; chance by weight.
    fn pick(&mut self, game: Slot, moves: &[MoveId]) -> MoveId {
        if self.subject.turn(game) != Turn::Chance {
            return moves[self.rng.below(moves.len())];
        }
        by_weight(self.subject, game, moves, &mut self.rng)
    }

    /// A position reached through thousands of makes and unmakes must be the
    /// one that the moves alone lead to.
    fn same_as_fresh(&mut self, start: usize, game: Slot) -> Result<(), Broken> {
        let (plan, subject) = (self.plan, &mut *self.subject);
        let height = subject.height();
        let fresh = subject.fresh(start);
        for &m in &self.line {
            subject.make(fresh, m);
        }
        let end = Snapshot::take(subject, fresh, &plan.aspects);
        end.compare(subject, game, &plan.aspects, "after much making and taking back")?;
        subject.clear_above(height);
        Ok(())
    }

    /// Every line, one ply deeper each time, while a tenth of the plies lasts.
    fn exhaustive(&mut self, start: usize) -> Result<(), Broken> {
        self.budget = self.plan.plies / 10 / self.shared.workshop.starts() as u64;
        let game = self.subject.fresh(start);
        for depth in 1..64 {
            let before = self.budget;
            self.every_line(start, game, depth)?;
            let spent = before - self.budget;
            if self.budget < spent.saturating_mul(2) || spent == 0 || self.shared.is_done() {
                break;
            }
        }
        Ok(())
    }

    fn every_line(&mut self, start: usize, game: Slot, depth: u32) -> Result<(), Broken> {
        let plan = self.plan;
        let height = self.subject.height();
        let before = Snapshot::take(self.subject, game, &plan.aspects);
        if depth == 0 {
            self.same_as_fresh(start, game)?;
            facts_hold(plan, self.subject, game, &mut self.rng)?;
            self.subject.clear_above(height);
            return Ok(());
        }
        for m in self.subject.legal(game) {
            if self.budget == 0 {
                break;
            }
            self.line.push(m);
            if plan.twin {
                agrees_with_twin(self.subject, game, m)?;
            }
            self.subject.make(game, m);
            self.every_line(start, game, depth - 1)?;
            self.subject.unmake(game);
            self.count(1);
            before.compare_quickly(self.subject, game, &plan.aspects, "after taking back")?;
            self.line.pop();
        }
        before.compare(self.subject, game, &plan.aspects, "after looking at every move")?;
        self.subject.clear_above(height);
        Ok(())
    }
}

/// A chance outcome, each as likely as its weight says.
pub(crate) fn by_weight(
    subject: &dyn Subject,
    at: Slot,
    outcomes: &[MoveId],
    rng: &mut SplitMix,
) -> MoveId {
    let weight = |m| u64::from(subject.weight(at, m));
    let total: u64 = outcomes.iter().map(|&m| weight(m)).sum();
    let mut left = (rng.unit() * total as f64) as u64;
    for &m in outcomes {
        if left < weight(m) {
            return m;
        }
        left -= weight(m);
    }
    outcomes[outcomes.len() - 1]
}
