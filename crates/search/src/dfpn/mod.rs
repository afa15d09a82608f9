//! Depth-first proof-number search: does a win exist, and what is it?
//!
//! df-pn (Nagai 2002) asks one question, "can this player make sure of at least
//! so much?", and answers it with the memory of one line and a bounded table
//! (`table.rs`). `prover.rs` is the search itself. Exact values come from a few
//! questions: a refuted question says how much is possible at most, which is
//! the next question's goal, so a game without draws needs one and one with
//! draws two.
//!
//! With more than two players the others are taken to play together against
//! the one who asks.
//!
//! Repeated positions count as draws. What a repetition contributed to may
//! depend on the way there, so such an answer is only given when it does not
//! rest on one.

mod proof_table;
mod prover;

use crate::mcts::{check_limits, root_moves};
use crate::{Clock, Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};
use proof_table::{Entry, ProofTable};
use prover::{Desk, Glimpse, Prover, Question, Watch};
use std::sync::atomic::AtomicBool;
use takeback_core::{Job, Keyed, Payoff, Player, together};

/// The answer to a question.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Verdict<M> {
    /// The player can make sure of this much, in so many plies; his first move
    /// if he is in turn.
    Proven {
        /// At least this, and at least the goal.
        payoff: Payoff,
        /// Plies to the end of the longest defence found.
        plies: u32,
        /// How to begin, when the player is in turn.
        best: Option<M>,
    },
    /// He cannot; this is the most he can have.
    Disproven {
        /// At most this, and less than the goal.
        payoff: Payoff,
        /// Plies to the end.
        plies: u32,
        /// The refutation, or the longest resistance.
        best: Option<M>,
    },
    /// A limit came first.
    Unknown(Stopped),
}

/// A verdict, and the root move that is nearest to one.
type Asked<M> = (Verdict<M>, Option<M>);

/// df-pn with a bounded table, on any number of threads.
///
/// ```
/// # use takeback_core::{Game, Key, Keyed, Moves, Payoff, Player, Turn};
/// # #[derive(Clone)]
/// # struct Nim { heap: u8, next: Player }
/// # impl Game for Nim {
/// #     type Move = u8; type Undo = ();
/// #     fn players(&self) -> usize { 2 }
/// #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) } }
/// #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=self.heap.min(3)); }
/// #     fn make(&mut self, take: u8) { self.heap -= take; self.next = self.next.other(); }
/// #     fn unmake(&mut self, take: u8, (): ()) { self.heap += take; self.next = self.next.other(); }
/// #     fn payoff(&self, p: Player) -> Payoff { if p == self.next { Payoff::LOSS } else { Payoff::WIN } }
/// # }
/// # impl Keyed for Nim {
/// #     fn key(&self) -> Key { Key::nth(u64::from(self.heap) * 2 + u64::from(self.next.0)) }
/// #     fn key_from_scratch(&self) -> Key { self.key() }
/// # }
/// use takeback_search::dfpn::{Dfpn, Verdict};
/// use takeback_search::Limits;
///
/// let nim = Nim { heap: 21, next: Player::FIRST };
/// let verdict = Dfpn::new().prove(&nim, Player::FIRST, Payoff::WIN, &Limits::default())?;
/// assert!(matches!(verdict, Verdict::Proven { best: Some(1), .. }));
/// # Ok::<(), takeback_search::SearchError>(())
/// ```
#[derive(Default)]
pub struct Dfpn {
    table: Option<ProofTable>,
    tally: Tally,
}

#[derive(Copy, Clone, Default)]
struct Tally {
    nodes: u64,
    deepest: u32,
}

impl Tally {
    fn with(self, nodes: u64, deepest: u32) -> Tally {
        Tally { nodes: self.nodes + nodes, deepest: self.deepest.max(deepest) }
    }
}

impl Dfpn {
    /// With a table of as much memory as the limits of the first search allow.
    #[must_use]
    pub fn new() -> Self {
        Dfpn::default()
    }

    /// Bytes of the table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.table.as_ref().map_or(0, ProofTable::bytes)
    }

    /// Whether `player` can make sure of at least `goal`.
    ///
    /// # Errors
    /// When the game is over, chance takes part, or the answer would rest on a
    /// repeated position.
    pub fn prove<G: Keyed>(
        &mut self,
        position: &G,
        player: Player,
        goal: Payoff,
        limits: &Limits,
    ) -> Result<Verdict<G::Move>, SearchError> {
        let clock = Clock::start(limits);
        self.tally = Tally::default();
        check_limits(limits)?;
        root_moves(position)?;
        let (verdict, _) = self.ask(position, player, goal, limits, &clock, None)?;
        Ok(verdict)
    }

    fn ask<G: Keyed>(
        &mut self,
        position: &G,
        player: Player,
        goal: Payoff,
        limits: &Limits,
        clock: &Clock,
        watch: Option<Watch<'_, G::Move>>,
    ) -> Result<Asked<G::Move>, SearchError> {
        let bytes = limits.memory.saturating_mul(1 << 20);
        let table = self.table.take_if(|table| table.bytes() <= bytes);
        let table = self.table.insert(table.unwrap_or_else(|| ProofTable::new(bytes)));
        let question = Question { prover: player, goal: goal.0.clamp(-1000, 1000) as i16 };
        let solved = AtomicBool::new(false);
        let prover = |alone: bool| {
            let desk = Desk { table, solved: &solved, stop: &limits.stop, alone };
            Prover::new(position.clone(), question, desk, clock.clone())
        };
        let mut provers: Vec<_> =
            (0..limits.threads).map(|_| prover(limits.threads == 1)).collect();
        let entries = run_all(&mut provers, watch);
        for prover in &provers {
            self.tally = self.tally.with(prover.nodes, prover.deepest);
        }
        if provers.iter().any(|prover| prover.chance) {
            return Err(SearchError::Unsuited("df-pn knows no chance"));
        }
        let winner = entries.iter().position(|entry| entry.is_solved());
        let Some(winner) = winner else {
            let why = provers.iter().find_map(|prover| prover.stopped);
            return Ok((Verdict::Unknown(why.unwrap_or(Stopped::Flag)), provers[0].best));
        };
        let entry = entries[winner];
        let repeats: u64 = provers.iter().map(|prover| prover.repeats).sum();
        if repeats > 0 && entry.is_proven() != (goal > Payoff::DRAW) {
            return Err(SearchError::Unsuited("positions repeat, and the answer hangs on it"));
        }
        let best = provers[winner].best;
        Ok((verdict(entry, best)?, best))
    }
}

fn verdict<M>(entry: Entry, best: Option<M>) -> Result<Verdict<M>, SearchError> {
    let (payoff, plies) = (Payoff(i32::from(entry.bound)), u32::from(entry.plies));
    if entry.is_proven() {
        Ok(Verdict::Proven { payoff, plies, best })
    } else if entry.is_disproven() {
        Ok(Verdict::Disproven { payoff, plies, best })
    } else {
        Err(SearchError::NoMove)
    }
}

/// One thread a prover, this one for the first, who tells how far it is; the
/// first to solve the root ends it for all.
fn run_all<G: Keyed>(
    provers: &mut [Prover<'_, G>],
    mut watch: Option<Watch<'_, G::Move>>,
) -> Vec<Entry> {
    let Some((first, others)) = provers.split_first_mut() else { return Vec::new() };
    let mut entries = vec![Entry::UNKNOWN; others.len()];
    let jobs = others.iter_mut().zip(&mut entries);
    let jobs = jobs.map(|(one, entry)| Box::new(|| *entry = one.run(&mut None)) as Job<'_>);
    let first = together(jobs.collect(), || first.run(&mut watch));
    entries.insert(0, first);
    entries
}

impl<G: Keyed> Search<G> for Dfpn {
    fn search(
        &mut self,
        position: &G,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let clock = Clock::start(limits);
        check_limits(limits)?;
        let legal = root_moves(position)?;
        self.tally = Tally::default();
        let player = position.turn().decider().unwrap_or_default();
        let mut goal = Payoff::WIN;
        loop {
            let before = self.tally;
            let mut tell = |glimpse: Glimpse<G::Move>| {
                let tally = before.with(glimpse.nodes, glimpse.deepest);
                let best = glimpse.best.unwrap_or(legal[0]);
                watch(&report(best, Score::Share(share(glimpse.root)), None, tally, &clock));
            };
            let (verdict, likely) =
                self.ask(position, player, goal, limits, &clock, Some(&mut tell))?;
            let (best, score, why) = match verdict {
                Verdict::Proven { payoff, plies, best } => {
                    (best, score(payoff, plies), Stopped::Solved)
                }
                Verdict::Disproven { payoff: Payoff::LOSS, plies, best } => {
                    (best, Score::Loss(plies), Stopped::Solved)
                }
                Verdict::Disproven { payoff, .. } => {
                    goal = payoff;
                    continue;
                }
                Verdict::Unknown(why) => (likely, Score::Share(0.5), why),
            };
            let best = best.unwrap_or(legal[0]);
            return Ok(report(best, score, Some(why), self.tally, &clock));
        }
    }

    fn forget(&mut self) {
        if let Some(table) = &mut self.table {
            table.clear();
        }
    }
}

fn score(payoff: Payoff, plies: u32) -> Score {
    match payoff {
        Payoff::WIN => Score::Win(plies),
        Payoff::LOSS => Score::Loss(plies),
        payoff => Score::Exact(payoff.0),
    }
}

/// How likely a proof looks: by the leaves still to be won and to be lost.
fn share(root: Entry) -> f32 {
    let (proof, disproof) = (f64::from(root.proof), f64::from(root.disproof));
    (disproof / (proof + disproof).max(1.0)) as f32
}

fn report<M: Copy>(
    best: M,
    score: Score,
    stopped: Option<Stopped>,
    tally: Tally,
    clock: &Clock,
) -> Report<M> {
    Report {
        best,
        score,
        shares: Vec::new(),
        lines: vec![Variation { score, moves: vec![best] }],
        root: vec![RootMove { m: best, score, visits: tally.nodes }],
        nodes: tally.nodes,
        iterations: 0,
        depth: tally.deepest,
        deepest: tally.deepest,
        time: clock.elapsed(),
        stopped,
        rebuilt: 0,
    }
}
