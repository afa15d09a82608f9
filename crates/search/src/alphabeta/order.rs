//! Which move next: the table's, then noisy ones, killers, the countermove,
//! then by history. Lists come stage by stage and are picked from lazily, so
//! that a cutoff spares both the later stages and the sorting.

use super::node::Walk;
use super::policy::{MoveIndex, Passing};
use super::view::{Side, View, Width};
use takeback_core::{Evaluator, Frame, Game, Keyed};

/// Where a candidate stands: its rank and its place in the original list.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rank {
    score: i32,
    ordinal: u32,
}

impl Rank {
    /// For moves that are in nobody's order.
    pub(crate) const NONE: Rank = Rank { score: 0, ordinal: 0 };
}

const TABLE: i32 = i32::MAX;
const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const COUNTER: i32 = (1 << 26) - 2;

/// History scores stay within this, well below the bands above.
const MOST_HISTORY: i32 = 1 << 14;

/// The moves of one node, partly listed, partly tried.
pub(super) struct Picker {
    frame: Frame,
    next: usize,
    end: usize,
    stage: u8,
    stages: u8,
    hint: u32,
}

/// What ordering remembers between nodes.
#[derive(Debug)]
pub(crate) struct Memory<M> {
    /// Two quiet moves per ply that cut off a sibling.
    killers: Vec<[Option<M>; 2]>,
    /// The reply that refuted the move with this place last time.
    counters: Vec<Option<M>>,
    /// How well moves did, by side and place.
    history: Vec<i32>,
}

impl<M> Default for Memory<M> {
    fn default() -> Self {
        Memory { killers: Vec::new(), counters: Vec::new(), history: Vec::new() }
    }
}

impl<M: Copy> Memory<M> {
    /// Room for a game with so many places for moves, and old scores halved.
    pub(crate) fn prepare(&mut self, places: usize) {
        self.killers.clear();
        self.killers.resize(crate::value::MAX_PLY as usize + 1, [None; 2]);
        self.counters.resize(places, None);
        self.history.resize(2 * places, 0);
        self.history.iter_mut().for_each(|score| *score /= 2);
    }

    pub(crate) fn forget(&mut self) {
        *self = Memory::default();
    }
}

impl<G, E, V, I, N> Walk<'_, G, E, V, I, N>
where
    G: Game + Keyed,
    E: Evaluator<G>,
    V: View<G>,
    I: MoveIndex<G>,
    N: Passing<G>,
{
    /// Open the move list of a node. With a narrow `width` all moves are
    /// listed at once and the default move stands first.
    #[inline]
    pub(super) fn open(&mut self, hint: Option<u16>, ply: u32, side: Side, width: Width) -> Picker {
        let frame = self.moves.open();
        let first = self.moves.len();
        let hint = hint.map_or(u32::MAX, u32::from);
        let mut picker =
            Picker { frame, next: first, end: first, stage: 0, stages: G::STAGES, hint };
        if V::NARROWS && width != Width::Full {
            self.list_narrow(&mut picker, ply, side, width);
        }
        picker
    }

    /// Who does not choose must not be led by what ordering has learned: should
    /// the default move be a dead end, the next is the first of the list.
    fn list_narrow(&mut self, picker: &mut Picker, ply: u32, side: Side, width: Width) {
        self.game.moves(&mut self.moves);
        self.rank(picker, ply, side);
        picker.stage = picker.stages;
        let moves = &self.moves.as_slice()[picker.next..picker.end];
        if !moves.is_empty() {
            let default = self.view.default_move(&mut self.game, moves).min(moves.len() - 1);
            for (i, rank) in self.ranks[picker.next..picker.end].iter_mut().enumerate() {
                rank.score = match width {
                    _ if i == default => TABLE,
                    Width::Default => -(i as i32),
                    _ => rank.score.min(TABLE - 1),
                };
            }
        }
    }

    /// The most promising move not yet tried, with its place in the list.
    #[inline]
    pub(super) fn pick(
        &mut self,
        picker: &mut Picker,
        ply: u32,
        side: Side,
    ) -> Option<(G::Move, u32)> {
        while picker.next == picker.end {
            if !self.list_stage(picker, ply, side) {
                return None;
            }
        }
        let ranks = &self.ranks[picker.next..picker.end];
        let (mut best, mut most) = (0, ranks[0].score);
        for (i, rank) in ranks.iter().enumerate().skip(1) {
            if rank.score > most {
                (best, most) = (i, rank.score);
            }
        }
        if best != 0 {
            self.moves.swap(picker.next, picker.next + best);
            self.ranks.swap(picker.next, picker.next + best);
        }
        let chosen = (self.moves[picker.next], self.ranks[picker.next].ordinal);
        picker.next += 1;
        Some(chosen)
    }

    /// List and rank the next stage; go on until the table's move is listed.
    #[inline]
    fn list_stage(&mut self, picker: &mut Picker, ply: u32, side: Side) -> bool {
        if picker.stage == picker.stages {
            return false;
        }
        self.game.candidates(picker.stage, &mut self.moves);
        self.rank(picker, ply, side);
        picker.stage += 1;
        while picker.hint != u32::MAX
            && picker.stage < picker.stages
            && self.listed(picker) <= picker.hint as usize
        {
            self.game.candidates(picker.stage, &mut self.moves);
            self.rank(picker, ply, side);
            picker.stage += 1;
        }
        true
    }

    /// How many candidates the node has listed so far.
    #[inline]
    fn listed(&self, picker: &Picker) -> usize {
        self.moves.range(picker.frame).len()
    }

    /// Rank what was listed since the last time.
    #[inline]
    fn rank(&mut self, picker: &mut Picker, ply: u32, side: Side) {
        let start = self.moves.range(picker.frame).start;
        let killers = self.memory.killers[ply as usize];
        let counter = self.memory.counters.get(self.played[ply as usize]).copied().flatten();
        let history = &self.memory.history[side.index() * I::PLACES..][..I::PLACES];
        for i in picker.end..self.moves.len() {
            let m = self.moves[i];
            let ordinal = (i - start) as u32;
            let score = if ordinal == picker.hint {
                TABLE
            } else if self.eval.is_noisy(&self.game, m) {
                NOISY + history[I::place(&self.game, m)]
            } else if killers[0] == Some(m) {
                KILLER
            } else if killers[1] == Some(m) {
                KILLER - 1
            } else if counter == Some(m) {
                COUNTER
            } else {
                history[I::place(&self.game, m)]
            };
            self.ranks.push(Rank { score, ordinal });
        }
        picker.end = self.moves.len();
    }

    /// Close the list of a node.
    #[inline]
    pub(super) fn close(&mut self, picker: &Picker) {
        self.ranks.truncate(self.moves.range(picker.frame).start);
        self.moves.close(picker.frame);
    }

    /// A cutoff by `m`: praise it, blame those tried before it in vain.
    #[inline]
    pub(super) fn remember_cutoff(
        &mut self,
        picker: &Picker,
        m: G::Move,
        ply: u32,
        depth: u32,
        side: Side,
    ) {
        if !self.eval.is_noisy(&self.game, m) {
            let killers = &mut self.memory.killers[ply as usize];
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
            if let Some(counter) = self.memory.counters.get_mut(self.played[ply as usize]) {
                *counter = Some(m);
            }
        }
        let bonus = (depth * depth).min(400) as i32;
        self.credit(m, side, bonus);
        let start = self.moves.range(picker.frame).start;
        for i in start..picker.next - 1 {
            let vain = self.moves[i];
            self.credit(vain, side, -bonus);
        }
    }

    /// Move a history score towards praise or blame, the less the nearer it is
    /// to the end of its range.
    #[inline]
    fn credit(&mut self, m: G::Move, side: Side, bonus: i32) {
        let place = side.index() * I::PLACES + I::place(&self.game, m);
        let score = &mut self.memory.history[place];
        *score += bonus * 16 - *score * bonus.abs() / (MOST_HISTORY / 16);
    }
}
