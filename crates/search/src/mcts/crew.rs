//! Workers with trees of their own, side by side, and a report now and then.
//!
//! Searches that share no tree between threads ([`Decoupled`](super::Decoupled),
//! [`IsMcts`](crate::ismcts::IsMcts)) differ in what one iteration is; how many
//! there are, when to look at the clock and how to add up is the same.

use super::Tally;
use crate::rank::sort_few;
use crate::{Clock, Limits, Report, RootMove, Stopped, Variation};
use std::time::Duration;
use takeback_core::{Job, together};

/// Reports come this often.
const PAUSE: Duration = Duration::from_millis(100);

/// A worker of such a search.
pub(crate) trait Hand: Send {
    /// What it has done so far.
    fn tally(&self) -> &Tally;
    /// What its trees take.
    fn bytes(&self) -> usize;
    /// Trees stop growing, and their statistics go on, or not.
    fn freeze(&mut self, full: bool);
}

/// One thread's part of the limits.
#[derive(Copy, Clone)]
struct Budget {
    iterations: u64,
    nodes: u64,
    bytes: usize,
}

/// Let all hands `work` until a limit is reached; `pause` is called now and
/// then, with nobody at work.
pub(crate) fn run<H: Hand>(
    hands: &mut [H],
    limits: &Limits,
    clock: &Clock,
    work: impl Fn(&mut H) + Sync,
    mut pause: impl FnMut(&[H]),
) -> Stopped {
    let part = |limit: Option<u64>| limit.map_or(u64::MAX, |n| n.div_ceil(hands.len() as u64));
    let budget = Budget {
        iterations: part(limits.iterations),
        nodes: part(limits.nodes),
        bytes: limits.memory.saturating_mul(1 << 20) / hands.len(),
    };
    loop {
        let until = clock.elapsed() + PAUSE;
        let spell = |hand: &mut H| spell(hand, clock, budget, until, &work);
        let ends: Vec<Option<Stopped>> = if let [alone] = hands {
            vec![spell(alone)]
        } else {
            let (spell, mut ends) = (&spell, vec![None; hands.len()]);
            let jobs = hands.iter_mut().zip(&mut ends);
            let jobs = jobs.map(|(hand, end)| Box::new(|| *end = spell(hand)) as Job<'_>);
            together(jobs.collect(), || ());
            ends
        };
        if let [Some(why), ..] = ends[..]
            && ends.iter().all(Option::is_some)
        {
            return why;
        }
        pause(hands);
    }
}

/// One hand's work until the next pause, or why there is no more.
fn spell<H: Hand>(
    hand: &mut H,
    clock: &Clock,
    budget: Budget,
    until: Duration,
    work: &impl Fn(&mut H),
) -> Option<Stopped> {
    let mut looked = hand.tally().nodes;
    loop {
        if hand.tally().simulations >= budget.iterations {
            return Some(Stopped::Iterations);
        }
        if hand.tally().nodes >= budget.nodes {
            return Some(Stopped::Nodes);
        }
        work(hand);
        let full = hand.bytes() >= budget.bytes;
        hand.freeze(full);
        let Tally { nodes, simulations, .. } = *hand.tally();
        if nodes - looked >= 128 || simulations.is_multiple_of(128) {
            looked = nodes;
            if let Some(why) = clock.look() {
                return Some(why);
            }
            if clock.elapsed() >= until {
                return None;
            }
        }
    }
}

/// The report of all hands. `root` says what was learned of each move;
/// `first` reorders the ranking by visits where the answer is drawn.
pub(crate) fn report<M: Copy>(
    tallies: impl Iterator<Item = impl std::ops::Deref<Target = Tally>>,
    root: Vec<RootMove<M>>,
    first: impl FnOnce(&mut [&RootMove<M>]),
    limits: &Limits,
    time: Duration,
    stopped: Option<Stopped>,
) -> Report<M> {
    let tally = Tally::sum(tallies);
    let mut ranking: Vec<&RootMove<M>> = root.iter().collect();
    sort_few(&mut ranking, |a, b| a.visits > b.visits);
    first(&mut ranking);
    let (best, score) = (ranking[0].m, ranking[0].score);
    let line = |row: &&RootMove<M>| Variation { score: row.score, moves: vec![row.m] };
    Report {
        best,
        score,
        shares: tally.shares(),
        lines: ranking.iter().take(limits.lines).map(line).collect(),
        nodes: tally.nodes,
        iterations: tally.simulations,
        depth: (tally.depths / tally.simulations.max(1)) as u32,
        deepest: tally.deepest,
        time,
        stopped,
        rebuilt: tally.rebuilt,
        root,
    }
}
