//! Beyond the horizon: noisy moves are followed until the position is quiet
//! (quiescence search).
//!
//! The side in turn may always stop and take the judgement as it stands, which
//! is sound only where nobody is ever forced to make a noisy move. So games
//! opt in through their evaluator.
//!
//! Better exchanges come first; those that lose, or win too little to matter
//! (delta pruning), are left out, where the evaluator tells
//! ([`Evaluator::exchange`]). And there is an end to it by design, whatever a
//! game finds noisy: a line goes on for so many plies, below one leaf so many
//! positions are looked at, and over the whole search so many for each one
//! above the horizon. Where an allowance is used up, the judgement stands.

use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::ranks::{Choice, Rank};
use super::view::View;
use crate::value::{MAX_PLY, VOID};
use takeback_core::{Evaluator, Frame, Game, Keyed};

/// The longest line of noisy moves.
pub(crate) const LONGEST: u32 = 32;

/// Positions below one leaf. In chess with ordering one leaf in ten thousand
/// needs more.
const A_LEAF: u64 = 1000;

/// Positions for each one above the horizon, and to begin with.
const A_NODE: u64 = 8;
const AT_FIRST: u64 = 10_000;

/// How much of the allowance is used.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Quiet {
    /// Positions looked at beyond the horizon.
    nodes: u64,
    /// With so many, the leaf under way is looked at no further.
    until: u64,
    /// Plies beyond the horizon; none above it.
    plies: u32,
}

impl Quiet {
    /// Whether the walk is beyond the horizon.
    #[inline]
    pub(super) fn is_under_way(&self) -> bool {
        self.plies > 0
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
    /// The value of a position at or beyond the horizon.
    pub(super) fn quiesce(&mut self, ask: Visit) -> i32 {
        if self.is_up() {
            return VOID;
        }
        let best = self.judge(ask.side);
        if best >= ask.beta || ask.ply >= MAX_PLY - 1 || self.clock.hurry().is_some() {
            return best;
        }
        if self.quiet.plies == 0 {
            self.allow();
        }
        if self.quiet.plies >= LONGEST || self.quiet.nodes >= self.quiet.until {
            return best;
        }
        let frame = self.moves.open();
        let mut choice = Choice::above(&self.ranks);
        self.list_noisy(frame, ask, best);
        self.quiet.plies += 1;
        let value = self.follow_all(frame, &mut choice, ask, best);
        self.quiet.plies -= 1;
        self.moves.close(frame);
        choice.close(&mut self.ranks);
        value
    }

    /// A leaf of the main search: its allowance.
    fn allow(&mut self) {
        let above = self.nodes - self.quiet.nodes;
        let most = AT_FIRST + A_NODE * above;
        self.quiet.until = most.min(self.quiet.nodes + A_LEAF);
    }

    /// List the noisy moves that can matter, with their ranks.
    fn list_noisy(&mut self, frame: Frame, ask: Visit, stands: i32) {
        for stage in 0..G::STAGES.min(E::NOISY_STAGES) {
            self.game.candidates(stage, &mut self.moves);
        }
        let (game, eval, ranks) = (&self.game, &mut self.eval, &mut self.ranks);
        let mut listed = 0;
        self.moves.retain_since(frame, |&m| {
            if !eval.is_noisy(game, m) {
                return false;
            }
            let exchange = eval.exchange(game, m);
            let matters = exchange.is_none_or(|exchange| {
                let most = stands.saturating_add(exchange.takes).saturating_add(E::MARGIN);
                exchange.keeps >= 0 && most > ask.alpha
            });
            if matters {
                let known = exchange.filter(|_| !E::NOISY_IN_ORDER);
                ranks.push(Rank::new(known.map_or(0, |exchange| exchange.takes), listed));
                listed += 1;
            }
            matters
        });
    }

    fn follow_all(&mut self, frame: Frame, choice: &mut Choice, ask: Visit, stands: i32) -> i32 {
        let (mut best, mut alpha) = (stands, ask.alpha.max(stands));
        let start = self.moves.range(frame).start;
        while let Some(ordinal) = choice.next(&mut self.ranks) {
            let m = self.moves[start + ordinal];
            if !self.game.is_legal(m) {
                continue;
            }
            let value = self.follow(m, Visit { alpha, ..ask });
            if self.stopped.is_some() {
                return VOID;
            }
            if value == VOID {
                continue;
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= ask.beta {
                break;
            }
        }
        best
    }

    #[inline]
    fn follow(&mut self, m: G::Move, ask: Visit) -> i32 {
        self.quiet.nodes += 1;
        let mover = self.counted_mover();
        let undo = self.make(m);
        let within = self.within(ask, mover);
        let value = self.value_after::<false>(Visit { ply: ask.ply + 1, depth: 0, within, ..ask });
        self.unmake(m, undo);
        value
    }
}
