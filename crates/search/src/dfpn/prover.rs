//! One thread of df-pn: depth first, guided by proof and disproof numbers.
//!
//! At a position of the prover's own, one child is enough: its proof number is
//! the least of its children's, its disproof number the sum. At others' it is
//! the other way round. The search goes down to the child that is nearest to
//! a solution and stays below it until its numbers pass those of the second
//! best (by a quarter, which spares a lot of going back and forth).

use super::proof_table::{Entry, INFINITE, ProofTable};
use crate::{Clock, StopFlag, Stopped};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;
use takeback_core::{Key, Keyed, Moves, Payoff, Player, Turn, mix};

/// The question: can `prover` make sure of at least `goal`, whatever the
/// others do?
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Question {
    pub(super) prover: Player,
    pub(super) goal: i16,
}

impl Question {
    /// Different questions have different entries.
    fn salt(self) -> u64 {
        mix(u64::from(self.goal as u16) << 8 | u64::from(self.prover.0) | 1 << 40)
    }

    fn judge(self, payoff: i16) -> Entry {
        if payoff >= self.goal { Entry::proven(payoff, 0) } else { Entry::disproven(payoff, 0) }
    }
}

/// A child of a position on the current line.
#[derive(Copy, Clone)]
struct Child<M> {
    m: M,
    key: Key,
    entry: Entry,
}

/// Shared by all threads that work on a question.
pub(super) struct Desk<'a> {
    pub(super) table: &'a ProofTable,
    pub(super) solved: &'a AtomicBool,
    pub(super) stop: &'a StopFlag,
    pub(super) alone: bool,
}

/// Word of how far a proof has come is given this often.
const PAUSE: Duration = Duration::from_millis(100);

/// Visits between two looks whether it is time for a word.
const LOOK_EVERY: u64 = 1 << 10;

/// How far a proof has come.
#[derive(Copy, Clone, Debug)]
pub(super) struct Glimpse<M> {
    /// The root child that is nearest to a solution, and the root's numbers.
    pub(super) best: Option<M>,
    pub(super) root: Entry,
    pub(super) nodes: u64,
    pub(super) deepest: u32,
}

/// Who is told.
pub(super) type Watch<'a, M> = &'a mut dyn FnMut(Glimpse<M>);

/// One thread.
pub(super) struct Prover<'a, G: Keyed> {
    pub(super) game: G,
    question: Question,
    desk: Desk<'a>,
    clock: Clock,
    moves: Moves<G::Move>,
    children: Vec<Child<G::Move>>,
    /// Positions visited.
    pub(super) nodes: u64,
    /// Repeated positions met, whose value depends on the way there.
    pub(super) repeats: u64,
    pub(super) stopped: Option<Stopped>,
    /// Chance was met, which has neither friend nor foe.
    pub(super) chance: bool,
    pub(super) deepest: u32,
    /// The root child that settled the question.
    pub(super) best: Option<G::Move>,
    /// What the root's children added up to when it was last looked at.
    root: Entry,
    next_look: u64,
    next_word: Duration,
    depth: u32,
}

impl<'a, G: Keyed> Prover<'a, G> {
    pub(super) fn new(game: G, question: Question, desk: Desk<'a>, clock: Clock) -> Self {
        Prover {
            game,
            question,
            desk,
            clock,
            moves: Moves::with_capacity(512),
            children: Vec::with_capacity(1 << 12),
            nodes: 0,
            repeats: 0,
            stopped: None,
            chance: false,
            deepest: 0,
            best: None,
            root: Entry::UNKNOWN,
            next_look: LOOK_EVERY,
            next_word: PAUSE,
            depth: 0,
        }
    }

    /// Work on the root until it is solved or a limit is reached.
    pub(super) fn run(&mut self, watch: &mut Option<Watch<'_, G::Move>>) -> Entry {
        let entry = self.prove(INFINITE, INFINITE, watch);
        if entry.is_solved() {
            self.desk.solved.store(true, Relaxed);
        }
        entry
    }

    fn key(&self) -> Key {
        Key(self.game.key().0 ^ self.question.salt())
    }

    /// Search below the position on the board until its numbers reach these.
    fn prove(
        &mut self,
        proof: u32,
        disproof: u32,
        watch: &mut Option<Watch<'_, G::Move>>,
    ) -> Entry {
        let before = self.nodes;
        self.nodes += 1;
        let mine = self.game.turn().decider() == Some(self.question.prover);
        let from = self.children.len();
        self.list();
        let key = self.key();
        let entry = loop {
            let sums = self.sum_up(from, mine);
            let done = sums.entry.is_solved()
                || sums.entry.proof >= proof
                || sums.entry.disproof >= disproof
                || self.is_stopped();
            if self.depth == 0 {
                (self.best, self.root) = (sums.best.map(|best| self.children[best].m), sums.entry);
            }
            if done {
                break sums.entry;
            }
            let Some(best) = sums.best else { break sums.entry };
            let entry = self.children[best].entry;
            let (proof, disproof) = sums.thresholds(mine, proof, disproof, entry);
            self.descend(best, proof, disproof, watch);
            if self.nodes >= self.next_look
                && let Some(watch) = watch
            {
                self.tell(watch);
            }
        };
        self.children.truncate(from);
        let work = (self.nodes - before).ilog2() as u8;
        if self.stopped.is_none() || entry.is_solved() {
            self.desk.table.put(key, Entry { work, ..entry });
        }
        entry
    }

    #[cold]
    fn tell(&mut self, watch: &mut Watch<'_, G::Move>) {
        self.next_look = self.nodes + LOOK_EVERY;
        let now = self.clock.elapsed();
        if now >= self.next_word {
            self.next_word = now + PAUSE;
            let Self { best, root, nodes, deepest, .. } = *self;
            watch(Glimpse { best, root, nodes, deepest });
        }
    }

    fn descend(
        &mut self,
        at: usize,
        proof: u32,
        disproof: u32,
        watch: &mut Option<Watch<'_, G::Move>>,
    ) {
        let Child { m, key, .. } = self.children[at];
        let undo = self.game.make(m);
        if !self.desk.alone {
            self.desk.table.enter(key);
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let entry = self.prove(proof, disproof, watch);
        self.depth -= 1;
        if !self.desk.alone {
            self.desk.table.leave(key);
        }
        self.game.unmake(m, undo);
        self.children[at].entry = entry;
    }

    fn is_stopped(&mut self) -> bool {
        if self.stopped.is_none() {
            self.stopped = self.clock.is_up(self.nodes);
        }
        self.stopped.is_some() || self.desk.solved.load(Relaxed) || self.desk.stop.is_set()
    }

    /// Put the children on the stack, with what is known of each.
    fn list(&mut self) {
        let frame = self.moves.open();
        self.game.moves(&mut self.moves);
        for i in self.moves.range(frame) {
            let m = self.moves[i];
            let undo = self.game.make(m);
            let key = self.key();
            let entry = match self.game.turn() {
                Turn::Over => {
                    let payoff = self.game.payoff(self.question.prover).0.clamp(-1000, 1000);
                    self.question.judge(payoff as i16)
                }
                Turn::Chance => {
                    self.chance = true;
                    self.desk.solved.store(true, Relaxed);
                    Entry::UNKNOWN
                }
                _ if self.game.is_repeat() => {
                    self.repeats += 1;
                    self.question.judge(Payoff::DRAW.0 as i16)
                }
                _ => self.desk.table.get(key).unwrap_or(Entry::UNKNOWN),
            };
            self.game.unmake(m, undo);
            self.children.push(Child { m, key, entry });
        }
        self.moves.close(frame);
    }

    /// A position's numbers from its children's.
    fn sum_up(&mut self, from: usize, mine: bool) -> Sums {
        let mut sums = Sums::new();
        for at in from..self.children.len() {
            let child = &mut self.children[at];
            if !child.entry.is_solved() {
                // Others may have learned more in the meantime.
                child.entry = self.desk.table.get(child.key).unwrap_or(child.entry);
            }
            let crowd = if self.desk.alone { 0 } else { self.desk.table.crowd(child.key) };
            sums.add(at, child.entry, mine, crowd);
        }
        sums.finish(mine);
        sums
    }
}

/// What the children of a position add up to.
struct Sums {
    entry: Entry,
    /// The child nearest to a solution, or the one that settles it.
    best: Option<usize>,
    nearest: u32,
    /// The least number, wherever others are at work.
    least: u32,
    second: u32,
    playable: u32,
    solution: Option<(i16, u16)>,
    refutation: Option<(i16, u16)>,
}

impl Sums {
    fn new() -> Self {
        Sums {
            entry: Entry { proof: 0, disproof: 0, ..Entry::UNKNOWN },
            best: None,
            nearest: u32::MAX,
            least: u32::MAX,
            second: INFINITE,
            playable: 0,
            solution: None,
            refutation: None,
        }
    }

    /// In the mover's eyes: `near` leaves to reach what he wants through this
    /// child, `far` to keep him from it.
    fn add(&mut self, at: usize, entry: Entry, mine: bool, crowd: u32) {
        if entry.is_dead() {
            return;
        }
        self.playable += 1;
        let (near, far) =
            if mine { (entry.proof, entry.disproof) } else { (entry.disproof, entry.proof) };
        let sum = if mine { &mut self.entry.disproof } else { &mut self.entry.proof };
        *sum = (*sum + far.min(INFINITE)).min(INFINITE);
        let better = |old: Option<(i16, u16)>| {
            old.is_none_or(|old| prefers(mine, near == 0, (entry.bound, entry.plies), old))
        };
        if near == 0 && better(self.solution) {
            self.solution = Some((entry.bound, entry.plies));
            (self.best, self.nearest) = (Some(at), 0);
        }
        if far == 0 && better(self.refutation) {
            self.refutation = Some((entry.bound, entry.plies));
            if self.nearest == u32::MAX {
                self.best = Some(at);
            }
        }
        if far == 0 || near == 0 {
            return;
        }
        self.least = self.least.min(near);
        // Where others are at work, look as if it were further away.
        let near = near.saturating_mul(1 + crowd);
        if near < self.nearest {
            self.second = self.nearest.min(INFINITE);
            (self.best, self.nearest) = (Some(at), near);
        } else {
            self.second = self.second.min(near);
        }
    }

    fn finish(&mut self, mine: bool) {
        let solved = |proven: bool, (bound, plies): (i16, u16)| {
            let plies = plies.saturating_add(1);
            if proven { Entry::proven(bound, plies) } else { Entry::disproven(bound, plies) }
        };
        if let Some(solution) = self.solution {
            self.entry = solved(mine, solution);
        } else if self.playable == 0 {
            self.entry = Entry::DEAD;
        } else if self.nearest == u32::MAX
            && let Some(refutation) = self.refutation
        {
            self.entry = solved(!mine, refutation);
        } else if mine {
            self.entry.proof = self.least.clamp(1, INFINITE - 1);
            self.entry.disproof = self.entry.disproof.clamp(1, INFINITE - 1);
        } else {
            self.entry.disproof = self.least.clamp(1, INFINITE - 1);
            self.entry.proof = self.entry.proof.clamp(1, INFINITE - 1);
        }
    }

    /// How far the best child may be searched before another is nearer.
    fn thresholds(&self, mine: bool, proof: u32, disproof: u32, child: Entry) -> (u32, u32) {
        let next = self.second.saturating_add(self.second / 4).saturating_add(1).min(INFINITE);
        let rest = |limit: u32, sum: u32, own: u32| {
            limit.saturating_sub(sum.saturating_sub(own)).clamp(own.saturating_add(1), INFINITE)
        };
        if mine {
            let least = child.proof.saturating_add(1);
            (proof.min(next).max(least), rest(disproof, self.entry.disproof, child.disproof))
        } else {
            let least = child.disproof.saturating_add(1);
            (rest(proof, self.entry.proof, child.proof), disproof.min(next).max(least))
        }
    }
}

/// Of several ways to settle a position, the one the mover likes best: the
/// better bound, then the shorter success or the longer failure.
fn prefers(mine: bool, success: bool, a: (i16, u16), b: (i16, u16)) -> bool {
    let better = if mine { a.0 > b.0 } else { a.0 < b.0 };
    let sooner = if success { a.1 < b.1 } else { a.1 > b.1 };
    better || (a.0 == b.0 && sooner)
}
