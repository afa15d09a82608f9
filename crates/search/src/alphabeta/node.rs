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
use super::busy::{Busy, FROM_DEPTH, Mark};
use super::order::{Memory, Rank};
use super::policy::{MoveIndex, Passing};
use super::quiet::Quiet;
use super::view::{Side, View, Width};
use crate::limits::{Clock, Stopped};
use crate::transposition::{Bound, Entry, TranspositionTable};
use crate::value::{MAX_PLY, Scale, VOID};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use takeback_core::{Evaluator, FREE_STEPS, Game, Key, Keyed, Moves, Player, Turn};

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
    pub(super) policies: PhantomData<(I, N)>,
}

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

/// How often threads tell each other how many nodes they have seen.
const PUBLISH: u64 = 1024;

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
        self.expand::<PV>(ask, key, hint, stands)
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

    /// Search the moves and store the result.
    #[inline]
    fn expand<const PV: bool>(
        &mut self,
        ask: Visit,
        key: Key,
        hint: Option<u16>,
        stands: Option<i32>,
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
            let (m, ordinal, place) = match self.pick(&mut picker, ask) {
                Some((m, _)) if !self.game.is_legal(m) => continue,
                Some((m, ordinal)) if tried > 0 && self.is_in_hand(key, ordinal, ask.depth) => {
                    self.later.push((m, ordinal, tried));
                    continue;
                }
                Some((m, ordinal)) => (m, ordinal, tried),
                None if self.later.len() > put_off => self.later.remove(put_off),
                None => break,
            };
            if best != VOID
                && let Some(stands) = stands
                && self.is_futile(m, Visit { alpha, ..ask }, place, stands, best)
            {
                self.horizon += 1;
                tried += 1;
                continue;
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
                        self.remember_cutoff(&picker, m, ask);
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
        let depth = if self.horizon == seen { Entry::COMPLETE } else { depth as u8 };
        let score = Scale::<G, E>::to_table(best, Self::distance(ply, ask.within));
        self.table.store(key, Entry { score, bound, depth, best: chosen.or(hint) });
        best
    }

    /// Where nothing is known of a position, it is worth a ply less: whatever
    /// is found leads the next visit.
    #[inline]
    fn shallower(&self, ask: Visit, hint: Option<u16>) -> Visit {
        if self.options.pruning && hint.is_none() && ask.depth >= 4 && ask.ply > 0 {
            Visit { depth: ask.depth - 1, ..ask }
        } else {
            ask
        }
    }

    /// The judgement that near the horizon decides what is worth a look, where
    /// the evaluator says how far to trust it.
    #[inline]
    fn stands<const PV: bool>(&mut self, ask: Visit) -> Option<i32> {
        let asked =
            !PV && self.options.pruning && ask.depth <= SHALLOW && self.eval.is_calm(&self.game);
        asked.then(|| Scale::<G, E>::judged(self.view.judge(&mut self.eval, &self.game, ask.side)))
    }

    /// What so many plies can be hoped to change.
    #[inline]
    fn hope(&self, depth: u32) -> i32 {
        self.eval.swing() * depth as i32
    }

    /// Whether a late quiet move near the horizon need not be looked at: too
    /// many were tried before it, or the score is too far below the window.
    #[inline]
    fn is_futile(&mut self, m: G::Move, ask: Visit, tried: u32, stands: i32, best: i32) -> bool {
        if best <= -Scale::<G, E>::WON || ask.alpha.abs() >= Scale::<G, E>::WON {
            return false;
        }
        let late = tried >= MANY + ask.depth * ask.depth;
        let hopeless = stands.saturating_add(self.hope(ask.depth + 1)) <= ask.alpha;
        (late || hopeless)
            && !self.eval.is_noisy(&self.game, m)
            && !self.eval.is_threat(&self.game, m)
    }

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

    /// The question with the depth that is left after a move by `mover`, just
    /// made: one less, unless depth counts turns and the turn goes on.
    #[inline]
    fn paid(&self, ask: Visit, mover: Option<Player>) -> Visit {
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
    fn distance(ply: u32, within: u16) -> u32 {
        if E::DEPTH_IN_TURNS { ply - u32::from(within) } else { ply }
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
    fn below<const PV: bool>(
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

    /// How many plies more a position at `ply` gets: one where the player in
    /// turn has to answer a threat. None farther from the root than twice the
    /// depth, and none beyond the horizon: rows of threats have an end.
    #[inline]
    fn extension(&mut self, ply: u32) -> u32 {
        let far = ply.div_ceil(2) > self.iteration || self.quiet.is_under_way();
        let may = self.options.extensions && !far;
        u32::from(may && self.eval.is_pressed(&self.game))
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

    /// Whether the search has to end; told once, it stays so.
    #[inline]
    pub(super) fn is_up(&mut self) -> bool {
        if self.nodes - self.published >= PUBLISH {
            self.publish();
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
        if let Some(team) = self.team
            && team.done.load(Ordering::Relaxed) >= self.iteration
        {
            (self.overtaken, self.stopped) = (true, Some(Stopped::Flag));
        }
        self.published = self.nodes;
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
    fn answer(&mut self, entry: Entry, ask: Visit) -> Option<i32> {
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

    /// Whether the position is so good that even handing over the turn keeps
    /// it above the window (Donninger 1993). Never twice in a row.
    #[inline]
    fn cuts_off_by_passing(&mut self, ask: Visit) -> bool {
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

    /// How many plies less a late quiet move gets at first.
    #[inline]
    fn reduction<const PV: bool>(&mut self, m: G::Move, ask: Visit, tried: u32) -> u32 {
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

/// The place of a pass among those of moves: past all of them.
const PASSED: usize = usize::MAX;
