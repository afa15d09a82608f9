//! The last ply before the horizon: every child is judged at once, so nothing
//! is ordered, looked up or remembered. Most nodes of a search are here.

use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::view::View;
use crate::value::VOID;
use takeback_core::{Evaluator, Game, Keyed};

impl<G, E, V, I, N> Searcher<'_, G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// The value of a position one ply above the horizon.
    pub(super) fn last_ply<const PV: bool>(&mut self, ask: Visit) -> i32 {
        let (mut alpha, mut best) = (ask.alpha, VOID);
        let frame = self.moves.open();
        'stages: for stage in 0..G::STAGES {
            let from = self.moves.len();
            self.game.candidates(stage, &mut self.moves);
            for i in from..self.moves.len() {
                let m = self.moves[i];
                if !self.game.is_legal(m) {
                    continue;
                }
                if PV {
                    self.lines[ask.ply as usize + 1].clear();
                }
                let undo = self.make(m);
                let paid = Visit { alpha, depth: 0, free: 0, ..ask };
                let value = self.landed::<PV>(paid, 0, ask.side, 0);
                self.unmake(m, undo);
                if value == VOID {
                    if self.stopped.is_some() {
                        break 'stages;
                    }
                    continue;
                }
                best = best.max(value);
                if value > alpha {
                    alpha = value;
                    if PV {
                        self.extend_line(ask.ply, m);
                    }
                    if value >= ask.beta {
                        break 'stages;
                    }
                }
            }
        }
        self.moves.close(frame);
        if self.stopped.is_some() { VOID } else { best }
    }
}
