//! Which move next: the table's, then noisy ones that win or trade, killers,
//! the countermove, then by history, then exchanges that lose. Lists come stage by stage and are picked from lazily, so
//! that a cutoff spares both the later stages and the sorting.

use super::node::{Searcher, Visit};
use super::policy::{MoveIndex, Passing};
use super::ranks::{Choice, Rank};
use super::view::{Side, View, Width};
use takeback_core::{Evaluator, Frame, Game, Keyed};

const NOISY: i32 = 1 << 28;
const KILLER: i32 = 1 << 26;
const COUNTER: i32 = (1 << 26) - 2;

/// Below every history score.
const LOSING: i32 = 1 << 20;

/// History scores stay within this, well below the bands above.
const MOST_HISTORY: i32 = 1 << 14;

/// The moves of one node, partly listed, partly tried.
///
/// The list stays as the game gave it; what is put into order are its ranks,
/// which lie on top of those of the nodes above.
///
/// The table's move is handed out before anything is ranked: most often it
/// cuts, and the ranking is spared. Just above the horizon nothing is ranked
/// at all, since a child there costs less than its rank.
pub(super) struct Picker {
    frame: Frame,
    start: usize,
    end: usize,
    /// Up to here moves have ranks, or were tried where none get any.
    next: usize,
    stage: u8,
    stages: u8,
    /// The table's move by its place in the list, and whether it was handed out.
    hint: usize,
    is_handed: bool,
    by_rank: bool,
    choice: Choice,
}

const NO_HINT: usize = usize::MAX;

impl Picker {
    /// The table's move, where it was handed out before all others.
    #[inline]
    fn handed(&self) -> Option<usize> {
        self.is_handed.then_some(self.hint)
    }
}

/// A quiet move that did well, with its place in history, by which most others
/// are told from it at a glance.
#[derive(Copy, Clone, Debug)]
struct Known<M> {
    place: usize,
    m: Option<M>,
}

impl<M: Copy + PartialEq> Known<M> {
    const NOBODY: Known<M> = Known { place: usize::MAX, m: None };

    #[inline]
    fn is(&self, m: M, place: usize) -> bool {
        self.place == place && self.m == Some(m)
    }
}

/// What ordering remembers between nodes.
#[derive(Debug)]
pub(crate) struct Memory<M> {
    /// Two quiet moves per ply that cut off a sibling.
    killers: Vec<[Known<M>; 2]>,
    /// The reply that refuted the move with this place last time.
    counters: Vec<Known<M>>,
    /// How well moves did, by side and place.
    history: Vec<i32>,
}

impl<M> Default for Memory<M> {
    fn default() -> Self {
        Memory { killers: Vec::new(), counters: Vec::new(), history: Vec::new() }
    }
}

impl<M: Copy + PartialEq> Memory<M> {
    /// Room for a game with so many places for moves, and old scores halved.
    pub(crate) fn prepare(&mut self, places: usize) {
        self.killers.clear();
        self.killers.resize(crate::value::MAX_PLY as usize + 1, [Known::NOBODY; 2]);
        self.counters.resize(places, Known::NOBODY);
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
            end: start,
            next: start,
            stage: 0,
            stages: G::STAGES,
            hint: hint.map_or(NO_HINT, usize::from),
            is_handed: false,
            by_rank: !self.is_cheap(ask.depth),
            choice: Choice::above(&self.ranks),
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
        let hint = std::mem::replace(&mut picker.hint, NO_HINT);
        self.rank(picker, ask);
        let moves = self.moves.since(picker.frame);
        if !moves.is_empty() {
            let default = self.view.default_move(&mut self.game, moves).min(moves.len() - 1);
            for (i, rank) in picker.choice.ranks(&mut self.ranks).iter_mut().enumerate() {
                let score = match width {
                    _ if i == default => i32::MAX,
                    Width::Default => -(i as i32),
                    _ if i == hint => i32::MAX - 1,
                    _ => rank.score(),
                };
                *rank = Rank::new(score, i);
            }
        }
    }

    /// The most promising move not yet tried, with its place in the list.
    #[inline]
    pub(super) fn pick(&mut self, picker: &mut Picker, ask: Visit) -> Option<(G::Move, usize)> {
        loop {
            if let Some(ordinal) = self.next_listed(picker, ask) {
                return Some((self.moves[picker.start + ordinal], ordinal));
            }
            if picker.stage == picker.stages {
                return None;
            }
            self.list_stage(picker);
            if picker.hint != NO_HINT && !picker.is_handed {
                if picker.hint < picker.end - picker.start {
                    picker.is_handed = true;
                    return Some((self.moves[picker.start + picker.hint], picker.hint));
                }
                picker.hint = NO_HINT; // another position's: the keys collide
            }
        }
    }

    /// The next of those that are listed, by its place.
    #[inline]
    fn next_listed(&mut self, picker: &mut Picker, ask: Visit) -> Option<usize> {
        if picker.by_rank {
            if picker.next < picker.end {
                self.rank(picker, ask);
            }
            return picker.choice.next(&mut self.ranks);
        }
        while picker.next < picker.end {
            let ordinal = picker.next - picker.start;
            picker.next += 1;
            if picker.handed() != Some(ordinal) {
                return Some(ordinal);
            }
        }
        None
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

    /// Rank what was listed since the last time, but for what was handed out.
    #[inline]
    fn rank(&mut self, picker: &mut Picker, ask: Visit) {
        let ply = ask.ply as usize;
        let [killer, second] = self.memory.killers[ply];
        let counter = self.memory.counters.get(self.played[ply]);
        let counter = counter.copied().unwrap_or(Known::NOBODY);
        let history = &self.memory.history[ask.side.index() * I::PLACES..][..I::PLACES];
        let (game, eval) = (&self.game, &mut self.eval);
        let handed = picker.handed();
        for i in picker.next..picker.end {
            let (m, ordinal) = (self.moves[i], i - picker.start);
            if handed == Some(ordinal) {
                continue;
            }
            let place = I::place(game, m);
            let past = history[place];
            let score = if eval.is_noisy(game, m) {
                match eval.exchange(game, m) {
                    _ if E::NOISY_IN_ORDER => NOISY - (i - picker.next) as i32,
                    // The dearest victim first; what loses comes last of all.
                    Some(exchange) if exchange.keeps >= 0 => {
                        NOISY + exchange.takes.min(MOST_HISTORY) * 64 + past / 1024
                    }
                    Some(exchange) => exchange.keeps.max(-MOST_HISTORY) - LOSING,
                    None => NOISY + past,
                }
            } else if killer.is(m, place) {
                KILLER
            } else if second.is(m, place) {
                KILLER - 1
            } else if counter.is(m, place) {
                COUNTER
            } else {
                past
            };
            self.ranks.push(Rank::new(score, ordinal));
        }
        picker.next = picker.end;
        picker.choice.more();
    }

    /// Close the list of a node.
    #[inline]
    pub(super) fn close(&mut self, picker: &Picker) {
        self.moves.close(picker.frame);
        picker.choice.close(&mut self.ranks);
    }

    /// A cutoff by the move at this place of the list: praise it, blame those
    /// tried before it in vain.
    #[inline]
    pub(super) fn remember_cutoff(&mut self, picker: &Picker, ordinal: usize, ask: Visit) {
        if !picker.by_rank {
            return; // what is not ranked need not be learned
        }
        let m = self.moves[picker.start + ordinal];
        if !self.eval.is_noisy(&self.game, m) {
            let known = Known { place: I::place(&self.game, m), m: Some(m) };
            let killers = &mut self.memory.killers[ask.ply as usize];
            if !killers[0].is(m, known.place) {
                *killers = [known, killers[0]];
            }
            if let Some(counter) = self.memory.counters.get_mut(self.played[ask.ply as usize]) {
                *counter = known;
            }
        }
        let bonus = (ask.depth * ask.depth).min(400) as i32;
        self.credit(m, ask.side, bonus);
        if let Some(vain) = picker.handed().filter(|&handed| handed != ordinal) {
            self.credit(self.moves[picker.start + vain], ask.side, -bonus);
        }
        for i in picker.choice.made() {
            let vain = self.ranks[i].ordinal();
            if vain != ordinal {
                self.credit(self.moves[picker.start + vain], ask.side, -bonus);
            }
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
