//! Threads. One position clone each, none in the tree; the table is shared.

use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::quiet::Quiet;
use super::root::{Candidate, Root};
use super::team::Team;
use super::view::{Side, View};
use super::{Engine, Options, Parallel};
use crate::limits::{Clock, Limits, StopFlag, Stopped};
use crate::report::{Report, SearchError};
use crate::value::{MAX_DEPTH, MAX_PLY, Scale, VOID};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{mem, thread};
use takeback_core::{Evaluator, Game, HAS_THREADS, Keyed, Moves, together};

/// Ends all threads when dropped, also by a panic: a scope waits for them.
pub(crate) struct StopOnDrop(pub(crate) StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Ends all threads when one panics: nobody will use what they find.
pub(crate) struct StopOnPanic(pub(crate) StopFlag);

impl Drop for StopOnPanic {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

impl<G, E, V, I, N> Engine<G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// Search with as many threads as the limits say.
    pub(super) fn run(
        &mut self,
        position: &G,
        limits: &Limits,
        clock: &Clock,
        options: Options,
        playable: &[G::Move],
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError> {
        let mut memories = mem::take(&mut self.memories);
        let ends = StopFlag::default();
        let total = AtomicU64::new(0);
        // What only threads need takes as long to lay out as a thousand positions to look at.
        let team = (HAS_THREADS && limits.threads > 1).then(Team::default);
        let mut walks: Vec<Searcher<'_, G, E, V, I, N>> = memories
            .drain(..)
            .map(|memory| Searcher {
                game: position.clone(),
                eval: self.eval.clone(),
                view: self.view.clone(),
                table: &self.table,
                options,
                moves: Moves::new(),
                ranks: Vec::with_capacity(4096),
                memory,
                played: vec![0; MAX_PLY as usize + 1],
                lines: vec![Vec::new(); MAX_PLY as usize + 1],
                reductions: &self.reductions,
                clock: clock.clone().also_obey(ends.clone()),
                nodes: 0,
                shared: (HAS_THREADS && limits.threads > 1).then_some(&total),
                others: 0,
                published: 0,
                horizon: 0,
                averaged: false,
                deepest: 0,
                stopped: None,
                certain: false,
                quiet: Quiet::default(),
                team: team.as_ref(),
                iteration: MAX_DEPTH,
                overtaken: false,
                later: Vec::new(),
                open: Vec::new(),
                theirs: None,
                ask_at: 0,
                policies: PhantomData,
            })
            .collect();
        let report = {
            let mut job = Job { position, limits, ends: &ends, total: &total };
            let (first, rest) = walks.split_first_mut().expect("limits allow a thread");
            job.search(first, rest, options.parallel, playable, watch)
        };
        self.memories = walks.into_iter().map(|walk| walk.memory).collect();
        report
    }
}

/// One search and what its threads have in common.
struct Job<'a, G> {
    position: &'a G,
    limits: &'a Limits,
    ends: &'a StopFlag,
    total: &'a AtomicU64,
}

impl<G: Game + Keyed> Job<'_, G> {
    fn search<E, V, I, N>(
        &mut self,
        first: &mut Searcher<'_, G, E, V, I, N>,
        rest: &mut [Searcher<'_, G, E, V, I, N>],
        parallel: Parallel,
        playable: &[G::Move],
        watch: &mut dyn FnMut(&Report<G::Move>),
    ) -> Result<Report<G::Move>, SearchError>
    where
        E: Evaluator<G>,
        V: View<G>,
        I: MoveIndex<G>,
        N: Passing<G>,
    {
        let mover = crate::root::mover(self.position)?;
        let side = first.view.side(mover);
        let value = first.judge(side);
        let root = Root::new(playable, self.limits.lines, value);
        if playable.len() == 1 && !self.limits.valued {
            return Ok(first.report(&root, self.limits, Some(Stopped::Forced), 1));
        }
        if !HAS_THREADS || rest.is_empty() {
            return self.deepen(first, root, watch, |first, root, depth| {
                first.view.deepen(self.position, depth);
                first.iterate(root, depth, side)
            });
        }
        // A split root has one best score: more lines need a whole search each.
        if parallel == Parallel::Root && self.limits.lines == 1 {
            return self.deepen(first, root, watch, |first, root, depth| {
                split(first, rest, root, depth, self.position, self.ends)
            });
        }
        let (position, ends) = (self.position, self.ends);
        // Deeper than asked would leave deeper values in the table.
        let deepest = self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let relay = &Relay(Mutex::new(root.clone()));
        let helps = rest.iter_mut().map(|helper| {
            Box::new(move || {
                let _ends = StopOnPanic(ends.clone());
                help(helper, relay, deepest, position, side);
            }) as takeback_core::Job<'_>
        });
        let report = together(helps.collect(), || {
            let _ends = StopOnDrop(self.ends.clone());
            self.deepen(first, root, watch, |first, root, depth| {
                *root = relay.ahead_of(depth, root);
                while root.depth < depth {
                    if run_on(first, root, depth, position, side) {
                        relay.hand_on(first, root);
                    } else if !first.caught_up() {
                        break;
                    }
                    *root = relay.ahead_of(depth, root);
                }
                // At the last moment another may have been faster.
                *root = relay.ahead_of(depth, root);
                first.averaged |= first.team.is_some_and(Team::has_averaged);
                root.depth >= depth
            })
        });
        // What only helpers met counts too.
        first.deepest = rest.iter().fold(first.deepest, |deepest, walk| deepest.max(walk.deepest));
        report
    }

    /// Iterate deeper and deeper until the answer is certain or time is up.
    fn deepen<E, V, I, N>(
        &self,
        first: &mut Searcher<'_, G, E, V, I, N>,
        mut root: Root<G::Move>,
        watch: &mut dyn FnMut(&Report<G::Move>),
        mut iterate: impl FnMut(&mut Searcher<'_, G, E, V, I, N>, &mut Root<G::Move>, u32) -> bool,
    ) -> Result<Report<G::Move>, SearchError>
    where
        E: Evaluator<G>,
        V: View<G>,
        I: MoveIndex<G>,
        N: Passing<G>,
    {
        let deepest = self.limits.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH);
        let mut stopped = Stopped::Depth;
        first.clock = first.clock.clone().patient();
        while root.depth < deepest {
            let depth = root.depth + 1;
            let settled = root.clone();
            if !iterate(first, &mut root, depth) {
                stopped = first.stopped.unwrap_or(Stopped::Flag);
                if root.moves[0].m == settled.moves[0].m {
                    root = settled; // its value may be a bound by now
                }
                break;
            }
            root.moves.retain(|candidate| candidate.value != VOID);
            root.lines = root.lines.min(root.moves.len());
            if root.moves.is_empty() {
                return Err(SearchError::NoMove);
            }
            if first.is_solved(&root) {
                first.shorten(&mut root);
                stopped = Stopped::Solved;
                break;
            }
            if let Some(why) = first.clock.iterated() {
                stopped = why;
                break;
            }
            if root.depth < deepest {
                let nodes = self.nodes(first);
                watch(&first.report(&root, self.limits, None, nodes));
            }
        }
        let nodes = self.nodes(first);
        Ok(first.report(&root, self.limits, Some(stopped), nodes))
    }

    fn nodes<E, V, I, N>(&self, first: &mut Searcher<'_, G, E, V, I, N>) -> u64
    where
        E: Evaluator<G>,
        V: View<G>,
        I: MoveIndex<G>,
        N: Passing<G>,
    {
        first.publish();
        self.total.load(Ordering::Relaxed).max(first.nodes)
    }
}

/// The root as the fastest thread knows it.
struct Relay<M>(Mutex<Root<M>>);

impl<M: Copy> Relay<M> {
    /// The root after the last iteration that anybody has finished, if that is
    /// `depth` or deeper; else what the thread has itself.
    fn ahead_of(&self, depth: u32, own: &Root<M>) -> Root<M> {
        let root = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if root.depth >= depth { root.clone() } else { own.clone() }
    }

    fn latest(&self) -> Root<M> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// An iteration is finished: the others need not finish theirs.
    fn hand_on<G, E, V, I, N>(&self, walk: &Searcher<'_, G, E, V, I, N>, root: &Root<M>)
    where
        G: Game<Move = M>,
    {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if root.depth > known.depth {
            *known = root.clone();
            if let Some(team) = walk.team {
                team.finished(root.depth, walk.averaged);
            }
        }
    }
}

/// One iteration of one of several threads.
fn run_on<G, E, V, I, N>(
    walk: &mut Searcher<'_, G, E, V, I, N>,
    root: &mut Root<G::Move>,
    depth: u32,
    position: &G,
    side: Side,
) -> bool
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    walk.view.deepen(position, depth);
    let whole = walk.iterate(root, depth, side);
    if whole {
        root.moves.retain(|candidate| candidate.value != VOID);
        root.lines = root.lines.min(root.moves.len());
    }
    whole
}

/// A helper: runs the same iterations as the first thread, and goes on from
/// whoever is ahead.
fn help<G, E, V, I, N>(
    walk: &mut Searcher<'_, G, E, V, I, N>,
    relay: &Relay<G::Move>,
    deepest: u32,
    position: &G,
    side: Side,
) where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    loop {
        let mut root = relay.latest();
        let depth = root.depth + 1;
        if depth > deepest || root.depth > 0 && walk.is_solved(&root) {
            return;
        }
        if run_on(walk, &mut root, depth, position, side) {
            if root.moves.is_empty() {
                return;
            }
            relay.hand_on(walk, &root);
        } else if !walk.caught_up() {
            return;
        }
    }
}

/// One iteration with the root moves dealt out: the first alone, to have a
/// score to beat, then each thread takes the next move from a common counter
/// and the best score from a common cell.
fn split<G, E, V, I, N>(
    first: &mut Searcher<'_, G, E, V, I, N>,
    rest: &mut [Searcher<'_, G, E, V, I, N>],
    root: &mut Root<G::Move>,
    depth: u32,
    position: &G,
    ends: &StopFlag,
) -> bool
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    let Ok(mover) = crate::root::mover(position) else { return false };
    let side = first.view.side(mover);
    let most = Scale::<G, E>::WIN + 1;
    let ask = Visit { ply: 0, depth, alpha: -most, beta: most, side, free: 0, within: 0 };
    first.view.deepen(position, depth);
    first.iteration = depth;
    let mut best = VOID;
    let mut next = 0;
    while best == VOID && next < root.moves.len() {
        best = first.try_candidate(&mut root.moves[next], ask, 0);
        if first.stopped.is_some() {
            return false;
        }
        next += 1;
    }
    let alpha = AtomicI32::new(best.max(-most));
    let counter = AtomicUsize::new(next);
    let slots: Vec<Mutex<&mut Candidate<G::Move>>> =
        root.moves.iter_mut().map(Mutex::new).collect();
    let deal = |walk: &mut Searcher<'_, G, E, V, I, N>| {
        let _ends = StopOnPanic(ends.clone());
        loop {
            let i = counter.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = slots.get(i) else { return };
            let mut candidate = slot.lock().expect("each slot has one taker");
            let alpha_now = alpha.load(Ordering::Relaxed);
            let value = walk.try_candidate(&mut candidate, Visit { alpha: alpha_now, ..ask }, 1);
            if walk.stopped.is_some() {
                return;
            }
            alpha.fetch_max(value, Ordering::Relaxed);
        }
    };
    let deal = &deal;
    let others = rest.iter_mut().map(|helper| {
        helper.view.deepen(position, depth);
        helper.iteration = depth;
        if depth == 1 {
            helper.clock = helper.clock.clone().patient();
        }
        Box::new(move || deal(helper)) as takeback_core::Job<'_>
    });
    together(others.collect(), || deal(first));
    for helper in rest.iter_mut() {
        helper.publish();
        helper.clock.iterated();
        first.deepest = first.deepest.max(helper.deepest);
        first.averaged |= helper.averaged;
    }
    let stopped = rest.iter().find_map(|helper| helper.stopped);
    first.stopped = first.stopped.or(stopped);
    drop(slots);
    root.sort(0);
    if first.stopped.is_some() {
        return false;
    }
    root.depth = depth;
    true
}
