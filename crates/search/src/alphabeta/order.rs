//! Which move next: the table's, then noisy ones that win or trade, killers,
//! the countermove, then by history, then exchanges that lose. Lists come stage by stage and are picked from lazily, so
//! that a cutoff spares both the later stages and the sorting.

use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::view::{Side, View, Width};
use std::mem;
use takeback_core::{Evaluator, Frame, Game, Keyed};

/// Where a candidate stands: its rank and its place in the original list.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Rank {
    score: i32,
    ordinal: u32,
}

impl Rank {
    /// For moves that are in nobody's order.
    pub(super) const NONE: Rank = Rank { score: 0, ordinal: 0 };

    /// For moves whose place in the list nobody will ask.
    #[inline]
    pub(super) fn by(score: i32) -> Rank {
        Rank { score, ordinal: 0 }
    }
}

const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const COUNTER: i32 = (1 << 26) - 2;

/// Below every history score.
const LOSING: i32 = 1 << 20;

/// History scores stay within this, well below the bands above.
const MOST_HISTORY: i32 = 1 << 14;

/// The moves of one node, partly listed, partly tried.
///
/// The table's move is handed out before anything is ranked: most often it
/// cuts, and the ranking is spared. Just above the horizon nothing is ranked
/// at all, since a child there costs less than its rank.
pub(super) struct Picker {
    frame: Frame,
    start: usize,
    next: usize,
    end: usize,
    /// Up to here moves have ranks; past `end` none will get any.
    ranked: usize,
    stage: u8,
    stages: u8,
    /// The table's move by its place, until and after it was handed out.
    hint: usize,
    by_rank: bool,
}

const NO_HINT: usize = usize::MAX;

impl Picker {
    /// The place in the original list of the move at `i`: as it stands, but
    /// that the table's move has changed places with the first.
    #[inline]
    fn ordinal(&self, i: usize) -> usize {
        match i - self.start {
            0 if self.hint != NO_HINT => self.hint,
            at if at == self.hint => 0,
            at => at,
        }
    }
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

impl<G, E, V, I, N> Searcher<'_, G, E, V, I, N>
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
    pub(super) fn open(&mut self, hint: Option<u16>, ask: Visit, width: Width) -> Picker {
        let frame = self.moves.open();
        let start = self.moves.len();
        let mut picker = Picker {
            frame,
            start,
            next: start,
            end: start,
            ranked: start,
            stage: 0,
            stages: G::STAGES,
            hint: hint.map_or(NO_HINT, usize::from),
            by_rank: !self.is_cheap(ask.depth),
        };
        if V::NARROWS && width != Width::Full {
            self.list_narrow(&mut picker, ask, width);
        }
        picker
    }

    /// Who does not choose must not be led by what ordering has learned: should
    /// the default move be a dead end, the next is the first of the list.
    fn list_narrow(&mut self, picker: &mut Picker, ask: Visit, width: Width) {
        self.game.moves(&mut self.moves);
        picker.end = self.moves.len();
        picker.stage = picker.stages;
        picker.by_rank = true;
        let hint = mem::replace(&mut picker.hint, NO_HINT);
        self.rank(picker, ask);
        let moves = &self.moves.as_slice()[picker.next..picker.end];
        if !moves.is_empty() {
            let default = self.view.default_move(&mut self.game, moves).min(moves.len() - 1);
            for (i, rank) in self.ranks[picker.next..picker.end].iter_mut().enumerate() {
                rank.score = match width {
                    _ if i == default => i32::MAX,
                    Width::Default => -(i as i32),
                    _ if i == hint => i32::MAX - 1,
                    _ => rank.score,
                };
            }
        }
    }

    /// The most promising move not yet tried, with its place in the list.
    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker, ask: Visit) -> Option<(G::Move, usize)> {
        while picker.next == picker.end {
            if picker.stage == picker.stages {
                return None;
            }
            self.list_stage(picker);
            if picker.next == picker.start && picker.hint != NO_HINT {
                if picker.hint < picker.end - picker.start {
                    self.moves.swap(picker.start, picker.start + picker.hint);
                    picker.next += 1;
                    return Some((self.moves[picker.start], picker.hint));
                }
                picker.hint = NO_HINT; // another position's: the keys collide
            }
        }
        if picker.by_rank {
            if picker.ranked < picker.end {
                self.rank(picker, ask);
            }
            self.lift(picker.next, picker.end);
            let chosen = (self.moves[picker.next], self.ranks[picker.next].ordinal as usize);
            picker.next += 1;
            return Some(chosen);
        }
        let chosen = (self.moves[picker.next], picker.ordinal(picker.next));
        picker.next += 1;
        Some(chosen)
    }

    /// Bring the highest rank up to `end` to `next`; between equals the earlier
    /// one.
    #[inline]
    pub(super) fn lift(&mut self, next: usize, end: usize) {
        let ranks = &self.ranks[next..end];
        let (mut best, mut most) = (0, ranks[0].score);
        for (i, rank) in ranks.iter().enumerate().skip(1) {
            if rank.score > most {
                (best, most) = (i, rank.score);
            }
        }
        if best != 0 {
            self.moves.swap(next, next + best);
            self.ranks.swap(next, next + best);
        }
    }

    /// List the next stage; go on until the table's move is listed.
    #[inline]
    fn list_stage(&mut self, picker: &mut Picker) {
        loop {
            self.game.candidates(picker.stage, &mut self.moves);
            picker.stage += 1;
            let listed = self.moves.len() - picker.start;
            if picker.stage == picker.stages || picker.hint == NO_HINT || picker.hint < listed {
                break;
            }
        }
        picker.end = self.moves.len();
    }

    /// Rank what was listed since the last time.
    #[inline]
    fn rank(&mut self, picker: &mut Picker, ask: Visit) {
        let ply = ask.ply as usize;
        let killers = self.memory.killers[ply];
        let counter = self.memory.counters.get(self.played[ply]).copied().flatten();
        let history = &self.memory.history[ask.side.index() * I::PLACES..][..I::PLACES];
        let (game, eval) = (&self.game, &mut self.eval);
        let moves = &self.moves.as_slice()[picker.ranked..picker.end];
        let first = picker.ranked;
        // Lists without ranks may lie below and above: keep in step.
        self.ranks.resize(first, Rank::NONE);
        self.ranks.extend(moves.iter().enumerate().map(|(i, &m)| {
            let past = history[I::place(game, m)];
            let score = if eval.is_noisy(game, m) {
                match eval.exchange(game, m) {
                    _ if E::NOISY_IN_ORDER => NOISY - i as i32,
                    // The dearest victim first; what loses comes last of all.
                    Some(exchange) if exchange.keeps >= 0 => {
                        NOISY + exchange.takes.min(MOST_HISTORY) * 64 + past / 1024
                    }
                    Some(exchange) => exchange.keeps.max(-MOST_HISTORY) - LOSING,
                    None => NOISY + past,
                }
            } else if killers[0] == Some(m) {
                KILLER
            } else if killers[1] == Some(m) {
                KILLER - 1
            } else if counter == Some(m) {
                COUNTER
            } else {
                past
            };
            Rank { score, ordinal: picker.ordinal(first + i) as u32 }
        }));
        picker.ranked = picker.end;
    }

    /// Close the list of a node.
    #[inline]
    pub(super) fn close(&mut self, picker: &Picker) {
        self.moves.close(picker.frame);
    }

    /// A cutoff by `m`: praise it, blame those tried before it in vain.
    #[inline]
    pub(super) fn remember_cutoff(&mut self, picker: &Picker, m: G::Move, ask: Visit) {
        if !picker.by_rank {
            return; // what is not ranked need not be learned
        }
        if !self.eval.is_noisy(&self.game, m) {
            let killers = &mut self.memory.killers[ask.ply as usize];
            if killers[0] != Some(m) {
                *killers = [Some(m), killers[0]];
            }
            if let Some(counter) = self.memory.counters.get_mut(self.played[ask.ply as usize]) {
                *counter = Some(m);
            }
        }
        let bonus = (ask.depth * ask.depth).min(400) as i32;
        self.credit(m, ask.side, bonus);
        for i in picker.start..picker.next - 1 {
            let vain = self.moves[i];
            self.credit(vain, ask.side, -bonus);
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
