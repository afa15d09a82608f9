//! How deep a move is looked at: what a step costs, which positions get a ply
//! more or less, and what is not looked at at all.
//!
//! A move costs a ply, or a turn where the evaluator counts those. All else in
//! here is off unless the game and its evaluator ask for it, for it changes
//! values.

use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::view::View;
use crate::value::{Scale, VOID};
use takeback_core::{Evaluator, FREE_STEPS, Game, Keyed, Player};

/// Quiet moves from this place in the order on may be reduced.
const LATE: u32 = 3;

/// Down to this depth the root reduces nothing. It costs little there, and the
/// shortest win is found before a longer one.
const WHOLE_ROOT: u32 = 4;

/// So near the horizon judgements decide what is worth a look.
const SHALLOW: u32 = 5;

/// So many moves are tried just above the horizon; the square of the depth more
/// farther up.
const MANY: u32 = 4;

/// The place of a pass among those of moves: past all of them.
const PASSED: usize = usize::MAX;

/// How many plies late moves lose, by depth and place in the order.
#[derive(Debug)]
pub(crate) struct Reductions([[u8; 64]; 64]);

impl Default for Reductions {
    fn default() -> Self {
        let mut table = [[0; 64]; 64];
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (late, plies) in row.iter_mut().enumerate().skip(1) {
                let product = (depth as f64).ln() * (late as f64).ln();
                *plies = (0.25 + product / 2.25) as u8;
            }
        }
        Reductions(table)
    }
}

impl Reductions {
    #[inline]
    fn plies(&self, depth: u32, late: u32) -> u32 {
        u32::from(self.0[depth.min(63) as usize][late.min(63) as usize])
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
    /// Where nothing is known of a position, it is worth a ply less: whatever
    /// is found leads the next visit.
    #[inline]
    pub(super) fn shallower(&self, ask: Visit, hint: Option<u16>) -> Visit {
        if self.options.pruning && hint.is_none() && ask.depth >= 4 && ask.ply > 0 {
            Visit { depth: ask.depth - 1, ..ask }
        } else {
            ask
        }
    }

    /// The judgement that near the horizon decides what is worth a look, where
    /// the evaluator says how far to trust it.
    #[inline]
    pub(super) fn stands<const PV: bool>(&mut self, ask: Visit) -> Option<i32> {
        let asked =
            !PV && self.options.pruning && ask.depth <= SHALLOW && self.eval.is_calm(&self.game);
        asked.then(|| Scale::<G, E>::judged(self.view.judge(&mut self.eval, &self.game, ask.side)))
    }

    /// What so many plies can be hoped to change.
    #[inline]
    pub(super) fn hope(&self, depth: u32) -> i32 {
        self.eval.swing() * depth as i32
    }

    /// Whether a late quiet move near the horizon need not be looked at: too
    /// many were tried before it, or the score is too far below the window.
    #[inline]
    pub(super) fn is_futile(
        &mut self,
        m: G::Move,
        ask: Visit,
        tried: u32,
        stands: i32,
        best: i32,
    ) -> bool {
        if best <= -Scale::<G, E>::WON || ask.alpha.abs() >= Scale::<G, E>::WON {
            return false;
        }
        let late = tried >= MANY + ask.depth * ask.depth;
        let hopeless = stands.saturating_add(self.hope(ask.depth + 1)) <= ask.alpha;
        (late || hopeless)
            && !self.eval.is_noisy(&self.game, m)
            && !self.eval.is_threat(&self.game, m)
    }

    /// How many plies less a late quiet move gets at first.
    #[inline]
    pub(super) fn reduction<const PV: bool>(&mut self, m: G::Move, ask: Visit, tried: u32) -> u32 {
        if !self.options.late_moves || ask.depth < 3 || tried < LATE {
            return 0;
        }
        if ask.ply == 0 && ask.depth <= WHOLE_ROOT {
            return 0;
        }
        if self.eval.is_noisy(&self.game, m) {
            return 0;
        }
        let plies = self.reductions.plies(ask.depth, tried).saturating_sub(u32::from(PV));
        plies.min(ask.depth - 2)
    }

    /// How many plies more a position at `ply` gets: one where the player in
    /// turn has to answer a threat. None farther from the root than twice the
    /// depth, and none beyond the horizon: rows of threats have an end.
    #[inline]
    pub(super) fn extension(&mut self, ply: u32) -> u32 {
        let far = ply.div_ceil(2) > self.iteration || self.quiet.is_under_way();
        let may = self.options.extensions && !far;
        u32::from(may && self.eval.is_pressed(&self.game))
    }

    /// The question with the depth that is left after a move by `mover`, just
    /// made: one less, unless depth counts turns and the turn goes on.
    #[inline]
    pub(super) fn paid(&self, ask: Visit, mover: Option<Player>) -> Visit {
        let within = self.within(ask, mover);
        if within > ask.within && ask.free < FREE_STEPS {
            Visit { free: ask.free + 1, within, ..ask }
        } else {
            Visit { depth: ask.depth - 1, free: 0, within, ..ask }
        }
    }

    /// Whose turn may go on after a move, where depth counts turns.
    #[inline]
    pub(super) fn counted_mover(&self) -> Option<Player> {
        if E::DEPTH_IN_TURNS { self.game.turn().decider() } else { None }
    }

    /// [`Visit::within`] after a move by `mover`, just made.
    #[inline]
    pub(super) fn within(&self, ask: Visit, mover: Option<Player>) -> u16 {
        let goes_on = E::DEPTH_IN_TURNS && mover.is_some() && self.game.turn().decider() == mover;
        ask.within + u16::from(goes_on)
    }

    /// What wins are counted from: plies since the root, or turns where depth
    /// counts those. A turn of many steps is one, so it is not put off for a
    /// longer way of fewer steps.
    #[inline]
    pub(super) fn distance(ply: u32, within: u16) -> u32 {
        if E::DEPTH_IN_TURNS { ply - u32::from(within) } else { ply }
    }

    /// Whether the position is so good that even handing over the turn keeps
    /// it above the window (Donninger 1993). Never twice in a row.
    #[inline]
    pub(super) fn cuts_off_by_passing(&mut self, ask: Visit) -> bool {
        if ask.depth < 3 || self.played[ask.ply as usize] == PASSED {
            return false;
        }
        let seen = self.horizon;
        let good = ask.beta < Scale::<G, E>::WON && self.judge(ask.side) >= ask.beta;
        let cuts = good && self.value_of_passing(ask) >= ask.beta;
        if !cuts {
            self.horizon = seen; // what was looked at in vain decided nothing
        }
        cuts
    }

    fn value_of_passing(&mut self, ask: Visit) -> i32 {
        let Some(undo) = N::make_pass(&mut self.game) else { return VOID };
        self.eval.passed(&self.game);
        self.nodes += 1;
        let next = self.game.turn().decider().map(|player| self.view.side(player));
        let value = match next {
            Some(next) if next.faces(ask.side) => {
                self.played[ask.ply as usize + 1] = PASSED;
                let depth = (ask.depth - 1).saturating_sub(2 + ask.depth / 4);
                self.below::<false>(ask, next, depth, ask.beta - 1, ask.beta)
            }
            _ => VOID,
        };
        N::unmake_pass(&mut self.game, undo);
        self.eval.unpassed(&self.game);
        value
    }
}
