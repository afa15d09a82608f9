//! The root of max^n: moves dealt out to threads, and the report.

use super::MaxN;
use super::node::{Outcome, Searcher, Vector};
use crate::alphabeta::StopOnPanic;
use crate::limits::{Clock, Limits, StopFlag, Stopped};
use crate::many::Locality;
use crate::rank::sort_few;
use crate::report::{Report, RootMove, Score, Variation};
use crate::transposition;
use crate::value::{MAX_PLY, Scale};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use takeback_core::{Evaluator, Game, Job, Key, Keyed, Moves, Player, Players, together};

/// A root move and what came of it in one iteration.
#[derive(Clone)]
pub(super) struct Found<M> {
    pub(super) vector: Option<Vector>,
    pub(super) complete: bool,
    nodes: u64,
    line: Vec<M>,
}

impl<G, E, L> MaxN<G, E, L>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    L: Locality<G>,
{
    /// A thread's walk from `position`.
    pub(super) fn walk<'a>(
        &'a self,
        position: &G,
        clock: &Clock,
        ends: &StopFlag,
        total: &'a AtomicU64,
    ) -> Searcher<'a, G, E, L> {
        let players = position.players();
        let slack = 2 * players as i64 * i64::from(MAX_PLY);
        let most = self.sums.map(|sums| {
            let payoffs = i64::from(sums.payoffs) * i64::from(Scale::<G, E>::UNIT);
            payoffs.max(i64::from(sums.points)) + slack
        });
        Searcher {
            game: position.clone(),
            eval: self.eval.clone(),
            locality: self.locality.clone(),
            near: Players::all(players),
            salt: Key::ZERO,
            table: &self.table,
            most,
            players,
            moves: Moves::new(),
            lines: vec![Vec::new(); MAX_PLY as usize + 1],
            clock: clock.clone().also_obey(ends.clone()),
            nodes: 0,
            total,
            published: 0,
            horizon: 0,
            deepest: 0,
            stopped: None,
        }
    }
}

/// One iteration: the root moves dealt out to all threads, each with a vector
/// of its own. `None` when stopped before the end.
pub(super) fn iterate<G, E, L>(
    walks: &mut [Searcher<'_, G, E, L>],
    playable: &[G::Move],
    depth: u32,
    ends: &StopFlag,
) -> Option<Vec<Found<G::Move>>>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    L: Locality<G>,
{
    let counter = AtomicUsize::new(0);
    let found: Vec<Mutex<Option<Found<G::Move>>>> =
        playable.iter().map(|_| Mutex::new(None)).collect();
    let deal = |walk: &mut Searcher<'_, G, E, L>| {
        let _ends = StopOnPanic(ends.clone());
        loop {
            let at = counter.fetch_add(1, Ordering::Relaxed);
            let Some(&m) = playable.get(at) else { return };
            let (nodes, seen) = (walk.nodes, walk.horizon);
            let outcome = walk.visit(m, 0, depth, None);
            if walk.stopped.is_some() {
                return;
            }
            let vector = match outcome {
                Outcome::Exact(vector) => Some(vector),
                Outcome::Useless | Outcome::Void => None,
            };
            let mut line = vec![m];
            line.extend_from_slice(&walk.lines[1]);
            let complete = walk.horizon == seen;
            let result = Found { vector, complete, nodes: walk.nodes - nodes, line };
            *found[at].lock().expect("each slot has one taker") = Some(result);
        }
    };
    let (first, rest) = walks.split_first_mut().expect("limits allow a thread");
    let deal = &deal;
    let others = rest.iter_mut().map(|walk| Box::new(move || deal(walk)) as Job<'_>).collect();
    together(others, || deal(first));
    found.into_iter().map(|slot| slot.into_inner().expect("nobody panicked")).collect()
}

/// Tell every thread who matters at this depth.
pub(super) fn focus<G, E, L>(
    walks: &mut [Searcher<'_, G, E, L>],
    root: &G,
    mover: Player,
    depth: u32,
) where
    G: Game,
    L: Locality<G>,
{
    for walk in walks {
        if L::NARROWS {
            walk.near = walk.locality.near(root, mover, depth).with(mover);
            walk.salt = transposition::salt(u64::from(walk.near.0));
        }
    }
}

/// Keeps the last finished iteration and writes it up.
pub(super) struct Scribe<'a, M> {
    pub(super) playable: &'a [M],
    pub(super) mover: Player,
    pub(super) limits: &'a Limits,
    pub(super) depth: u32,
    pub(super) found: Vec<Found<M>>,
}

impl<M: Copy> Scribe<'_, M> {
    /// Before the first iteration all moves are worth what the root is.
    pub(super) fn begin<G, E, L>(&mut self, walk: &mut Searcher<'_, G, E, L>)
    where
        G: Game<Move = M> + Keyed,
        E: Evaluator<G>,
        L: Locality<G>,
    {
        let vector = Some(walk.judge());
        let found = self.playable.iter().map(|&m| Found {
            vector,
            complete: false,
            nodes: 0,
            line: vec![m],
        });
        self.found = found.collect();
    }

    pub(super) fn report<G, E, L>(
        &self,
        walks: &[Searcher<'_, G, E, L>],
        stopped: Option<Stopped>,
    ) -> Report<M>
    where
        G: Game<Move = M> + Keyed,
        E: Evaluator<G>,
        L: Locality<G>,
    {
        let me = self.mover.index();
        let players = walks[0].players;
        let mut order: Vec<(usize, Vector)> = self
            .found
            .iter()
            .enumerate()
            .filter_map(|(i, found)| Some((i, found.vector?)))
            .collect();
        // A stable sort: between equals the move listed first is played.
        sort_few(&mut order, |(_, a), (_, b)| a[me] > b[me]);
        let complete = self.found.iter().all(|found| found.complete);
        let score = |vector: &Vector| match Scale::<G, E>::score(vector[me], complete) {
            Score::Win(_) if players > 2 => Score::Points(E::LIMIT),
            Score::Loss(_) if players > 2 => Score::Points(-E::LIMIT),
            Score::Exact(_) if players > 2 => Score::Points(vector[me]),
            score => score,
        };
        let (best, vector) = &order[0];
        let lines = order.iter().take(self.limits.lines).map(|(i, vector)| Variation {
            score: score(vector),
            moves: self.found[*i].line.clone(),
        });
        let root = self.playable.iter().zip(&self.found).filter_map(|(&m, found)| {
            Some(RootMove { m, score: score(&found.vector?), visits: found.nodes })
        });
        Report {
            best: self.playable[*best],
            score: score(vector),
            shares: vector[..players].iter().map(|&value| Scale::<G, E>::share(value)).collect(),
            lines: lines.collect(),
            root: root.collect(),
            nodes: walks.iter().map(|walk| walk.nodes).sum::<u64>().max(1),
            iterations: 0,
            depth: self.depth,
            deepest: walks.iter().map(|walk| walk.deepest).max().unwrap_or(0).max(1),
            time: walks[0].clock.elapsed(),
            stopped,
            rebuilt: 0,
        }
    }
}
