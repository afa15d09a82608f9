//! The walk itself: one node, read as its own outline.
//!
//! Values are negamax values of two sides, but nothing alternates: after a
//! move the window is turned round only if the other side is in turn
//! ([`Searcher::land`]). A player in turn without a move is a dead end: the node
//! has no value ([`VOID`]) and its parent goes on as if the move that led
//! there did not exist.
//!
//! *Complete* subtrees need no further depth: [`Searcher::horizon`] counts every
//! value that rests on a judgement, a repetition or an incomplete table entry.
//! A node during which it did not grow has seen every line that matters to
//! the end, and its entry holds at any depth.

use super::Options;
use super::depth::Reductions;
use super::order::Memory;
use super::policy::{MoveIndex, Passing};
use super::quiet::Quiet;
use super::ranks::Rank;
use super::team::Team;
use super::view::{Side, View, Width};
use crate::limits::{Clock, Stopped};
use crate::transposition::{Bound, Entry, TranspositionTable};
use crate::value::{MAX_PLY, Scale, VOID};
use std::marker::PhantomData;
use std::sync::atomic::AtomicU64;
use takeback_core::{Evaluator, Game, Key, Keyed, Moves, Turn};

/// One thread's walk through the tree: one position, made and unmade.
pub(crate) struct Searcher<'a, G: Game, E, V, I, N> {
    pub(crate) game: G,
    pub(crate) eval: E,
    pub(crate) view: V,
    pub(crate) table: &'a TranspositionTable,
    pub(super) options: Options,
    pub(crate) moves: Moves<G::Move>,
    pub(super) ranks: Vec<Rank>,
    pub(super) memory: Memory<G::Move>,
    /// The place in history of the move that led to each ply.
    pub(crate) played: Vec<usize>,
    /// The best line from each ply on; only kept along the principal one.
    pub(crate) lines: Vec<Vec<G::Move>>,
    pub(super) reductions: &'a Reductions,
    pub(crate) clock: Clock,
    /// Positions visited by this thread, and by the others when last asked.
    pub(crate) nodes: u64,
    pub(super) shared: Option<&'a AtomicU64>,
    pub(super) others: u64,
    pub(super) published: u64,
    /// How many values rested on anything but the rules.
    pub(crate) horizon: u64,
    /// Whether any value is an average.
    pub(crate) averaged: bool,
    pub(crate) deepest: u32,
    pub(crate) stopped: Option<Stopped>,
    /// Whether nothing may be left out, and nothing taken from the table that
    /// was found by leaving out.
    pub(super) certain: bool,
    /// What was looked at beyond the horizon.
    pub(super) quiet: Quiet,
    /// What several threads of a search tell each other.
    pub(super) team: Option<&'a Team>,
    /// The depth of the iteration under way, and whether another thread was faster.
    pub(super) iteration: u32,
    pub(super) overtaken: bool,
    /// Moves put off at the nodes above: each with its place in the list and
    /// how many were tried before it.
    pub(super) later: Vec<(G::Move, usize, u32)>,
    /// Nodes with an open window under way, which another thread may settle
    /// first, and which of them one has, with its value.
    pub(super) open: Vec<(Key, Visit)>,
    pub(super) theirs: Option<(usize, i32)>,
    /// After so many nodes, ask whether one has.
    pub(super) ask_at: u64,
    pub(super) policies: PhantomData<(I, N)>,
}

/// Where a move has led.
enum Landing {
    /// The value is known without a search.
    Value(i32),
    /// A player of this side is in turn.
    Turn(Side),
    /// Nature is.
    Chance,
}

/// What a node is asked: the window and how deep.
#[derive(Copy, Clone)]
pub(crate) struct Visit {
    pub(crate) ply: u32,
    pub(crate) depth: u32,
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
    pub(crate) side: Side,
    /// How many steps in a row cost nothing, up to here.
    pub(crate) free: u8,
    /// Where depth counts turns: after how many of the plies so far the turn
    /// went on. They make no win longer.
    pub(crate) within: u16,
}

impl Visit {
    /// The question one ply on, as `side` sees it.
    #[inline]
    fn below(self, depth: u32, alpha: i32, beta: i32, side: Side) -> Visit {
        let (alpha, beta) = if side.faces(self.side) { (-beta, -alpha) } else { (alpha, beta) };
        Visit { ply: self.ply + 1, depth, alpha, beta, side, ..self }
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
    /// The value of a position in which a player of `ask.side` is in turn.
    /// With `PV` any window; else only those one wide.
    pub(crate) fn node<const PV: bool>(&mut self, ask: Visit) -> i32 {
        if self.is_up() {
            return VOID;
        }
        self.deepest = self.deepest.max(ask.ply);
        if self.game.is_repeat() {
            self.horizon += 1;
            return 0;
        }
        if ask.ply >= MAX_PLY - 1 {
            return self.judge(ask.side);
        }
        if let Some(m) = self.game.forced() {
            return self.step_on::<PV>(m, ask);
        }
        if self.clock.hurry().is_some() {
            return self.judge(ask.side);
        }
        if self.is_cheap(ask.depth) && !V::NARROWS {
            return self.last_ply::<PV>(ask);
        }
        let key = self.game.key() ^ self.view.salt(ask.side);
        let mut hint = None;
        if !self.is_cheap(ask.depth)
            && let Some(entry) = self.table.probe(key)
        {
            hint = entry.best;
            if let Some(value) = self.answer(entry, ask) {
                return value;
            }
        }
        let asked = ask.depth;
        let ask = self.shallower(ask, hint);
        let stands = self.stands::<PV>(ask);
        if let Some(stands) = stands
            && stands.saturating_sub(self.hope(ask.depth)) >= ask.beta
            && ask.beta.abs() < Scale::<G, E>::WON
        {
            self.horizon += 1;
            return stands;
        }
        if !PV && N::TRIED && !self.certain && self.cuts_off_by_passing(ask) {
            return ask.beta;
        }
        // Others who ask the same must find the answer deep enough.
        let worth = if self.team.is_some() { asked } else { ask.depth };
        if !PV || !self.hears_others(worth) {
            return self.expand::<PV>(ask, key, hint, stands, worth);
        }
        self.open.push((key, Visit { depth: worth, ..ask }));
        let value = self.expand::<PV>(ask, key, hint, stands, worth);
        self.or_theirs(value, ask.ply)
    }

    /// Play the only move there is: nothing to choose, nothing to remember, no
    /// depth to pay.
    fn step_on<const PV: bool>(&mut self, m: G::Move, ask: Visit) -> i32 {
        if PV {
            self.lines[ask.ply as usize + 1].clear();
        }
        self.played[ask.ply as usize + 1] = I::place(&self.game, m);
        let mover = self.counted_mover();
        let undo = self.make(m);
        let ask = Visit { within: self.within(ask, mover), ..ask };
        let value = self.landed::<PV>(ask, 0, ask.side, 0);
        self.unmake(m, undo);
        if PV && value != VOID && value > ask.alpha {
            self.extend_line(ask.ply, m);
        }
        value
    }

    /// Search the moves and store the result as `worth` so much depth.
    #[inline]
    fn expand<const PV: bool>(
        &mut self,
        ask: Visit,
        key: Key,
        hint: Option<u16>,
        stands: Option<i32>,
        worth: u32,
    ) -> i32 {
        let Visit { ply, depth, beta, side, .. } = ask;
        let mut alpha = ask.alpha;
        let seen = self.horizon;
        let width = self.width(side);
        let (mut best, mut chosen) = (VOID, None);
        let (mut tried, mut picked) = (0, 0);
        let mut picker = self.open(hint, ask, width);
        let put_off = self.later.len();
        loop {
            let picked_one = self.pick(&mut picker, ask);
            let is_new = picked_one.is_some();
            let (m, ordinal, place) = match picked_one {
                // Its place counts those put off: reductions go by it, and what
                // two threads ask about a move must be the same.
                Some((m, ordinal)) => (m, ordinal, tried + (self.later.len() - put_off) as u32),
                None if self.later.len() > put_off => self.later.remove(put_off),
                None => break,
            };
            // Asked before legality, which costs more.
            if best != VOID
                && let Some(stands) = stands
                && self.is_futile(m, Visit { alpha, ..ask }, place, stands, best)
            {
                self.horizon += 1;
                tried += 1;
                continue;
            }
            if is_new {
                if !self.game.is_legal(m) {
                    continue;
                }
                if tried > 0 && self.is_in_hand(key, ordinal, ask.depth) {
                    self.later.push((m, ordinal, place));
                    continue;
                }
            }
            let heir = if V::NARROWS { self.heir(side, width, picked) } else { side };
            picked += 1;
            let mark = self.take_in_hand(key, ordinal, ask.depth);
            let value = self.try_move::<PV>(m, Visit { alpha, ..ask }, place, heir);
            self.let_go(mark);
            if value == VOID {
                if self.stopped.is_some() {
                    break;
                }
                continue;
            }
            tried += 1;
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    chosen = u16::try_from(ordinal).ok();
                    if PV {
                        self.extend_line(ply, m);
                    }
                    if value >= beta {
                        self.remember_cutoff(&picker, ordinal, ask);
                        break;
                    }
                }
            }
            if V::NARROWS && width == Width::Default {
                break;
            }
        }
        self.close(&picker);
        self.later.truncate(put_off);
        if best == VOID || self.stopped.is_some() {
            return VOID;
        }
        if self.is_cheap(depth) {
            return best;
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > ask.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let depth = if self.horizon == seen { Entry::COMPLETE } else { worth as u8 };
        let score = Scale::<G, E>::to_table(best, Self::distance(ply, ask.within));
        self.table.store(key, Entry { score, bound, depth, best: chosen.or(hint) });
        best
    }

    /// Make `m`, look, unmake: the first move with the whole window, later
    /// ones with none until they prove better. `heir` is the side in turn
    /// with what it hands down.
    #[inline]
    fn try_move<const PV: bool>(&mut self, m: G::Move, ask: Visit, tried: u32, heir: Side) -> i32 {
        let reduction = self.reduction::<PV>(m, ask, tried);
        if PV {
            self.lines[ask.ply as usize + 1].clear();
        }
        if ask.depth > 1 {
            self.played[ask.ply as usize + 1] = I::place(&self.game, m);
        }
        #[cfg(debug_assertions)]
        let key = self.game.key();
        let mover = self.counted_mover();
        let undo = self.make(m);
        let value = self.landed::<PV>(self.paid(ask, mover), tried, heir, reduction);
        self.unmake(m, undo);
        #[cfg(debug_assertions)]
        assert_eq!(key, self.game.key(), "taking back {m:?} does not restore the key");
        value
    }

    /// A move at the root, where every window may be open.
    pub(super) fn try_root_move(&mut self, m: G::Move, ask: Visit, tried: u32) -> i32 {
        self.try_move::<true>(m, ask, tried, ask.side)
    }

    /// The value of what a move, made and paid for, has led to.
    #[inline]
    pub(super) fn landed<const PV: bool>(
        &mut self,
        ask: Visit,
        tried: u32,
        heir: Side,
        reduction: u32,
    ) -> i32 {
        match self.land(Self::distance(ask.ply + 1, ask.within), ask.depth, heir) {
            Landing::Value(value) => value,
            Landing::Turn(next) => self.scout::<PV>(ask, tried, next, reduction),
            Landing::Chance => self.chance::<PV>(Visit { ply: ask.ply + 1, side: heir, ..ask }),
        }
    }

    #[inline]
    fn scout<const PV: bool>(&mut self, ask: Visit, tried: u32, next: Side, reduction: u32) -> i32 {
        let Visit { depth, alpha, beta, .. } = ask;
        if tried == 0 {
            return self.below::<PV>(ask, next, depth, alpha, beta);
        }
        let mut value = VOID;
        if reduction > 0 {
            value = self.below::<false>(ask, next, depth - reduction, alpha, alpha + 1);
        }
        if reduction == 0 || value > alpha {
            value = self.below::<false>(ask, next, depth, alpha, alpha + 1);
        }
        if PV && value > alpha && value < beta {
            value = self.below::<true>(ask, next, depth, alpha, beta);
        }
        value
    }

    /// The value one ply on, turned round if the other side is in turn.
    #[inline]
    pub(super) fn below<const PV: bool>(
        &mut self,
        ask: Visit,
        next: Side,
        depth: u32,
        alpha: i32,
        beta: i32,
    ) -> i32 {
        let turned = next.faces(ask.side);
        let depth = depth + self.extension(ask.ply + 1);
        let below = ask.below(depth, alpha, beta, next);
        let value = if depth == 0 { self.leaf(below) } else { self.node::<PV>(below) };
        if turned && value != VOID { -value } else { value }
    }

    /// What `heir`'s move has led to, so far from the root.
    #[inline]
    fn land(&mut self, distance: u32, depth: u32, heir: Side) -> Landing {
        let next = match self.game.turn() {
            Turn::Over => {
                let payoff = self.view.payoff(&self.game, heir);
                return Landing::Value(Scale::<G, E>::finished(payoff, distance));
            }
            Turn::Chance => return Landing::Chance,
            Turn::Player(player) => player,
            Turn::Together(players) => players.first().expect("somebody owes a choice"),
        };
        let mut side = self.view.side(next);
        if V::NARROWS && !side.is_ours() {
            side = side.spending(!heir.is_ours() && heir.has_spent());
        }
        if depth == 0 && !self.options.quiescence {
            let value = self.judge(side);
            return Landing::Value(if side.faces(heir) { -value } else { value });
        }
        Landing::Turn(side)
    }

    /// A position at the horizon: judged at once, or followed until quiet.
    #[inline]
    pub(super) fn leaf(&mut self, ask: Visit) -> i32 {
        if self.options.quiescence { self.quiesce(ask) } else { self.judge(ask.side) }
    }

    /// The evaluator's word.
    #[inline]
    pub(crate) fn judge(&mut self, side: Side) -> i32 {
        self.horizon += 1;
        Scale::<G, E>::judged(self.view.judge(&mut self.eval, &self.game, side))
    }

    /// The value after a move already made, for a chance node or the root.
    pub(crate) fn value_after<const PV: bool>(&mut self, ask: Visit) -> i32 {
        let Visit { ply, depth, alpha, beta, side, .. } = ask;
        match self.land(Self::distance(ply, ask.within), depth, side) {
            Landing::Value(value) => value,
            Landing::Chance => self.chance::<PV>(ask),
            Landing::Turn(next) => {
                let above = Visit { ply: ply - 1, ..ask };
                self.below::<PV>(above, next, depth, alpha, beta)
            }
        }
    }

    #[inline]
    pub(crate) fn make(&mut self, m: G::Move) -> G::Undo {
        self.eval.making(&self.game, m);
        let undo = self.game.make(m);
        self.eval.made(&self.game, m);
        self.nodes += 1;
        undo
    }

    #[inline]
    pub(crate) fn unmake(&mut self, m: G::Move, undo: G::Undo) {
        self.game.unmake(m, undo);
        self.eval.unmade(&self.game, m);
    }

    /// Whether all children are judged at once: such nodes cost less than a
    /// look into the table (Connect Four to depth 13: 1.5 to 0.9 s with a
    /// sixth more nodes) or than ranking their moves.
    #[inline]
    pub(super) fn is_cheap(&self, depth: u32) -> bool {
        depth == 1 && !self.options.quiescence && !E::DEPTH_IN_TURNS
    }

    /// The table's answer, where it settles the question.
    #[inline]
    pub(super) fn answer(&mut self, entry: Entry, ask: Visit) -> Option<i32> {
        if u32::from(entry.depth) < ask.depth {
            return None;
        }
        let distance = Self::distance(ask.ply, ask.within);
        let value = Scale::<G, E>::from_table(entry.score, distance);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= ask.beta,
            Bound::Upper => value <= ask.alpha,
        };
        let settles = settles && (!self.certain || Self::is_certain(entry, value));
        if settles && entry.depth != Entry::COMPLETE {
            self.horizon += 1;
        }
        settles.then_some(value)
    }

    #[inline]
    fn width(&self, side: Side) -> Width {
        if !V::NARROWS {
            return Width::Full;
        }
        let player = self.game.turn().decider().expect("a node belongs to a player");
        self.view.width(player, side)
    }

    /// The side with what it hands down: whoever departs from the default move
    /// spends the side's free reply.
    #[inline]
    fn heir(&self, side: Side, width: Width, picked: u32) -> Side {
        side.spending(side.has_spent() || width == Width::Reply && picked > 0)
    }

    /// The best line from `ply` on is `m` and then the best line below.
    pub(super) fn extend_line(&mut self, ply: u32, m: G::Move) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0]);
    }
}
