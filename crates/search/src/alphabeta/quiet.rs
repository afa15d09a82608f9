//! Beyond the horizon: noisy moves are followed until the position is quiet.
//!
//! The side in turn may always stop and take the judgement as it stands, which
//! is sound only where nobody is ever forced to make a noisy move. So games
//! opt in through their evaluator.

use super::node::{Ask, Walk};
use super::policy::{MoveIndex, Passing};
use super::view::View;
use crate::value::{MAX_PLY, VOID};
use takeback_core::{Evaluator, Game, Keyed};

impl<G, E, V, I, N> Walk<'_, G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// The value of a position at or beyond the horizon.
    pub(super) fn quiesce(&mut self, ask: Ask) -> i32 {
        if self.is_up() {
            return VOID;
        }
        let mut best = self.judge(ask.side);
        if best >= ask.beta || ask.ply >= MAX_PLY - 1 || self.clock.hurry().is_some() {
            return best;
        }
        let mut alpha = ask.alpha.max(best);
        let frame = self.moves.open();
        for stage in 0..G::STAGES.min(E::NOISY_STAGES) {
            let from = self.moves.len();
            self.game.candidates(stage, &mut self.moves);
            for i in from..self.moves.len() {
                let m = self.moves[i];
                if !self.eval.is_noisy(&self.game, m) || !self.game.is_legal(m) {
                    continue;
                }
                let value = self.follow(m, Ask { alpha, ..ask });
                if self.stopped.is_some() {
                    self.moves.close(frame);
                    return VOID;
                }
                if value == VOID {
                    continue;
                }
                best = best.max(value);
                alpha = alpha.max(value);
                if alpha >= ask.beta {
                    self.moves.close(frame);
                    return best;
                }
            }
        }
        self.moves.close(frame);
        best
    }

    #[inline]
    fn follow(&mut self, m: G::Move, ask: Ask) -> i32 {
        let undo = self.make(m);
        let value = self.value_after::<false>(Ask { ply: ask.ply + 1, depth: 0, ..ask });
        self.unmake(m, undo);
        value
    }
}
