//! What the threads of a search tell each other while they walk.

use super::busy::{Busy, FROM_DEPTH, Mark};
use super::node::Searcher;
use super::policy::{MoveIndex, Passing};
use super::view::View;
use crate::limits::Stopped;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use takeback_core::{Evaluator, Game, Key, Keyed};

/// How often threads tell each other how many nodes they have seen.
const PUBLISH: u64 = 1024;

/// How often they ask whether another has settled what they are at.
const LISTEN: u64 = 32;

/// Nodes this deep and more are asked for.
const HEARS_FROM: u32 = 2;

/// What the threads of one search have in common, beside the table.
#[derive(Default)]
pub(super) struct Team {
    /// The last iteration that any of them has finished.
    done: AtomicU32,
    /// Whether the values so far rest on averages.
    averaged: AtomicBool,
    busy: Busy,
}

impl Team {
    /// An iteration is finished.
    pub(super) fn finished(&self, depth: u32, averaged: bool) {
        self.averaged.fetch_or(averaged, Ordering::Relaxed);
        self.done.store(depth, Ordering::Relaxed);
    }

    pub(super) fn has_averaged(&self) -> bool {
        self.averaged.load(Ordering::Relaxed)
    }
}

impl<G, E, V, I, N> Searcher<'_, G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// Whether to put off a move because another thread is looking at it.
    #[inline]
    pub(super) fn is_in_hand(&self, key: Key, ordinal: usize, depth: u32) -> bool {
        match self.team {
            Some(team) if depth >= FROM_DEPTH && !V::NARROWS => {
                team.busy.has(Mark::new(key, ordinal, depth))
            }
            _ => false,
        }
    }

    /// Tell the other threads that this one is looking at a move.
    #[inline]
    pub(super) fn take_in_hand(&self, key: Key, ordinal: usize, depth: u32) -> Option<Mark> {
        let team = self.team.filter(|_| depth >= FROM_DEPTH && !V::NARROWS)?;
        let mark = Mark::new(key, ordinal, depth);
        team.busy.take(mark);
        Some(mark)
    }

    /// Tell them that it has.
    #[inline]
    pub(super) fn let_go(&self, mark: Option<Mark>) {
        if let (Some(team), Some(mark)) = (self.team, mark) {
            team.busy.drop(mark);
        }
    }

    /// Whether the search has to end; told once, it stays so.
    #[inline]
    pub(super) fn is_up(&mut self) -> bool {
        if self.nodes - self.published >= PUBLISH {
            self.publish();
        }
        if self.team.is_some() && self.nodes >= self.ask_at {
            self.listen();
        }
        if let Some(why) = self.clock.is_up(self.nodes + self.others) {
            self.stopped = Some(why);
        }
        self.stopped.is_some()
    }

    /// Whether an iteration was left only because another thread has finished
    /// it; then this one may go on.
    pub(super) fn caught_up(&mut self) -> bool {
        let overtaken = std::mem::take(&mut self.overtaken);
        if overtaken {
            self.stopped = self.clock.look();
        }
        overtaken && self.stopped.is_none()
    }

    /// Tell the other threads how many nodes this one has seen, and ask.
    #[cold]
    pub(super) fn publish(&mut self) {
        if let Some(total) = self.shared {
            let fresh = self.nodes - self.published;
            let all = total.fetch_add(fresh, Ordering::Relaxed) + fresh;
            self.others = all - self.nodes;
        }
        self.published = self.nodes;
    }

    /// Whether another thread's word on a node under way is of use.
    #[inline]
    pub(super) fn hears_others(&self, depth: u32) -> bool {
        self.team.is_some() && depth >= HEARS_FROM && !V::NARROWS
    }

    /// Leave what another thread has settled: the iteration, or the node
    /// nearest to the root that the table can answer by now.
    ///
    /// Only nodes with an open window are asked for. When one is settled all
    /// others are still at its later moves: that was over half of all that
    /// sixteen threads looked at beyond one. Below the rest it is a tenth.
    #[cold]
    fn listen(&mut self) {
        self.ask_at = self.nodes + LISTEN;
        if self.stopped.is_some() {
            return;
        }
        if self.team.is_some_and(|team| team.done.load(Ordering::Relaxed) >= self.iteration) {
            (self.overtaken, self.stopped) = (true, Some(Stopped::Flag));
            return;
        }
        for at in 0..self.open.len() {
            let (key, ask) = self.open[at];
            if let Some(entry) = self.table.probe(key)
                && let Some(value) = self.answer(entry, ask)
            {
                (self.theirs, self.stopped) = (Some((at, value)), Some(Stopped::Flag));
                return;
            }
        }
    }

    /// The value of the innermost open node: what another thread has found, if
    /// that is why it was left.
    pub(super) fn or_theirs(&mut self, value: i32, ply: u32) -> i32 {
        self.open.pop();
        match self.theirs {
            Some((at, theirs)) if at == self.open.len() => {
                (self.theirs, self.stopped) = (None, None);
                self.lines[ply as usize].clear();
                theirs
            }
            _ => value,
        }
    }
}
