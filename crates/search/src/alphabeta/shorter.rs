//! A win is found: is there a shorter one?
//!
//! Reductions and pruning leave out what looks hopeless, and a quiet move that
//! wins at once may look so until the search is deeper. The win it then finds
//! is one, but not always the shortest. So what could be shorter is looked at
//! once more with nothing left out. That takes little: only wins count, every
//! judgement is a miss, and it ends where the search to then has ended.

use super::Options;
use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::root::Root;
use super::view::View;
use crate::transposition::{Bound, Entry};
use crate::value::Scale;
use takeback_core::{Evaluator, Game, Keyed};

/// So many positions at least; otherwise as many as the win has cost.
const AT_LEAST: u64 = 20_000;

impl<G, E, V, I, N> Searcher<'_, G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// Put the shortest win first, if the root has a win and one that is
    /// shorter is found in time.
    pub(super) fn shorten(&mut self, root: &mut Root<G::Move>) {
        let found = root.moves[0].value;
        let leaves_out = N::TRIED || self.options.pruning || self.options.late_moves;
        if !leaves_out || V::NARROWS || root.lines > 1 || found < Scale::<G, E>::WON {
            return;
        }
        let seen = self.nodes + self.others;
        let clock = self.clock.clone();
        let options = self.options;
        self.clock = clock.clone().until(seen + seen.max(AT_LEAST));
        let (late_moves, extensions) = (false, false);
        self.options =
            Options { quiescence: false, pruning: false, late_moves, extensions, ..options };
        (self.certain, self.iteration) = (true, u32::MAX);
        let length = (Scale::<G, E>::WIN - found) as u32;
        let _ = (1..length).any(|depth| self.wins_in(root, depth, found) || self.stopped.is_some());
        (self.clock, self.options, self.stopped, self.certain) = (clock, options, None, false);
    }

    /// Whether a move wins in so many; it is first then.
    fn wins_in(&mut self, root: &mut Root<G::Move>, depth: u32, alpha: i32) -> bool {
        let Some(player) = self.game.turn().decider() else { return false };
        let (side, beta) = (self.view.side(player), Scale::<G, E>::WIN + 1);
        let ask = Visit { ply: 0, depth, alpha, beta, side, free: 0, within: 0 };
        for i in 0..root.moves.len() {
            let mut candidate = root.moves[i].clone();
            let value = self.try_candidate(&mut candidate, ask, 0);
            if self.stopped.is_some() {
                return false;
            }
            root.moves[i].nodes = candidate.nodes;
            if value > alpha {
                root.moves.remove(i);
                root.moves.insert(0, candidate);
                return true;
            }
        }
        false
    }

    /// Whether an entry of the table holds however much was left out on the
    /// way to it: a win or a loss is one, but a better one may have been missed.
    pub(super) fn is_certain(entry: Entry, value: i32) -> bool {
        entry.depth == Entry::COMPLETE
            || entry.bound == Bound::Lower && value >= Scale::<G, E>::WON
            || entry.bound == Bound::Upper && value <= -Scale::<G, E>::WON
    }
}
