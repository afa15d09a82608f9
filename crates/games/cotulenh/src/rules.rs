//! Make and unmake side by side; the legal list; the end of a turn and of the game.

use crate::board::{Board, NoLog, Sums};
use crate::moves::{
    Action, Captures, Everything, Move, Others, Wanted, each_candidate, each_capture,
};
use crate::pieces::{Kind, Side, Stack};
use crate::session::{Deployment, Replayed, Session, Step};
use crate::state::{CoTuLenh, Draws, Ending, TurnState, side_key};
use crate::watch::{Change, Watch};
use std::ops::ControlFlow;
use takeback_core::{
    Game, Indexed, Key, Keyed, Moves, Pass, Payoff, Player, RandomMove, SplitMix, Turn, ZeroSum,
};

/// Turns without a capture by moving until the game is drawn.
const QUIET_TURNS: u32 = 100;
/// From here on the clock is part of the key: a table must not mix up positions
/// of which one is about to be drawn, and may share all others.
const KEYED_CLOCK: u32 = 80;

/// What `make` overwrote: everything small as it was, and where in the trail
/// the overwritten cells begin.
#[derive(Debug)]
pub struct Undo {
    trail: u32,
    past: u32,
    sums: Sums,
    turn: TurnState,
}

/// Whether a candidate outside a session is legal: no test for a stack that
/// deploys its own commander, else the commander must be safe afterwards.
#[inline]
pub(crate) fn is_legal_outside(board: &Board, watch: &Watch, m: Move) -> bool {
    let stack = board.at(m.from);
    if m.deploys.is_some() && stack.has(Kind::Commander) {
        return true;
    }
    let change = Change {
        from: m.from,
        to: m.to,
        empties_from: m.deploys.is_none() && m.action != Action::Stay,
        empties_to: matches!(m.action, Action::Stay | Action::Suicide),
    };
    watch.has_commander() && (watch.is_surely_safe(board, change) || survives_trial(board, m))
}

/// Try the move out on a copy: 600 bytes cost less to copy than to take back.
#[cold]
#[inline(never)]
pub(crate) fn survives_trial(board: &Board, m: Move) -> bool {
    let mut trial = *board;
    let mover = mover_of(board, m);
    trial.apply(m.from, mover, m.to, m.action, &mut NoLog);
    !trial.in_danger(mover.side())
}

/// The pieces a move outside a session sets in motion.
#[inline]
fn mover_of(board: &Board, m: Move) -> Stack {
    let stack = board.at(m.from);
    m.deploys.map_or(stack, |kind| stack.only(kind.bit()))
}

impl CoTuLenh {
    /// What the rules list here, also when the game is over by a draw or a
    /// captured commander (the trait's list is empty then).
    pub fn listed_moves(&self, out: &mut Moves<Move>) {
        self.each_listed::<Everything>(|m| out.push(m));
    }

    #[inline]
    fn each_listed<W: Wanted>(&self, mut take: impl FnMut(Move)) {
        self.each_candidate::<W>(|m| {
            if self.turn.session.is_some() || is_legal_outside(&self.board, &self.turn.watch, m) {
                take(m);
            }
        });
    }

    /// Phase one: the wanted part of the list before anyone asks about legality.
    /// Inside a session it is the list itself, the commit in front.
    #[inline]
    fn each_candidate<W: Wanted>(&self, mut take: impl FnMut(Move)) {
        let mut go_on = |m| {
            take(m);
            ControlFlow::Continue(())
        };
        if self.turn.session.is_none() {
            let _ = each_candidate::<W>(&self.board, self.turn.side, &mut go_on);
            return;
        }
        self.with_deployment(|deployment| {
            if W::OTHERS && deployment.can_commit() {
                let _ = go_on(Move::COMMIT);
            }
            let _ = deployment.each::<W>(&mut go_on);
        });
    }

    /// Roughly what a capture costs less what it brings, to try the best first.
    #[inline]
    fn gain(&self, m: Move) -> i32 {
        let mover = mover_of(&self.board, m).rough_worth();
        let risk = if m.action == Action::Suicide { mover * 8 } else { mover };
        risk - self.board.at(m.to).rough_worth() * 8
    }

    /// Whether a capture gives more than it takes: the dearer piece goes onto a
    /// guarded square, or dies of its own attack. A rough guess, for ordering.
    pub(crate) fn is_bad_trade(&self, m: Move) -> bool {
        let risked = mover_of(&self.board, m);
        let (risk, gain) = (risked.rough_worth(), self.board.at(m.to).rough_worth());
        match m.action {
            _ if risk <= gain => false,
            Action::Suicide => true,
            Action::Capture => self.board.attackers(m.to, risked.side().other()).next().is_some(),
            _ => false,
        }
    }

    fn has_legal_move(&self) -> bool {
        let watch = &self.turn.watch;
        watch.has_commander()
            && each_candidate::<Everything>(&self.board, self.turn.side, &mut |m| {
                if is_legal_outside(&self.board, watch, m) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })
            .is_break()
    }

    /// How the game stands at the start of a turn, in the order of the rules.
    pub(crate) fn judge(&self) -> Option<Ending> {
        let side = self.turn.side;
        if Side::BOTH.iter().any(|&s| self.board.commander(s).is_none()) {
            return Some(Ending::CommanderCaptured);
        }
        let can_move = self.has_legal_move();
        if !can_move && self.board.is_attacked(side) {
            Some(Ending::Checkmate)
        } else if self.draws != Draws::Neither && self.turn.clock >= QUIET_TURNS {
            Some(Ending::Fifty)
        } else if self.draws == Draws::Both && self.repetitions() >= 2 {
            Some(Ending::Threefold)
        } else if !can_move {
            Some(Ending::Stalemate)
        } else {
            None
        }
    }

    /// How often this placement with this side to move began a turn before.
    /// Nothing before the last capture by moving can come back.
    fn repetitions(&self) -> usize {
        if self.turn.clock < 4 {
            return 0;
        }
        let key = self.placement_key();
        let window = (self.turn.clock as usize).min(self.past.len());
        let recent = &self.past[self.past.len() - window..];
        recent.iter().rev().skip(1).step_by(2).filter(|&&old| old == key).count()
    }

    /// Save all but the cells.
    #[inline]
    fn remember(&self) -> Undo {
        Undo {
            trail: self.trail.len() as u32,
            past: self.past.len() as u32,
            sums: *self.board.sums(),
            turn: self.turn,
        }
    }

    /// Carry out a move of whatever sort.
    #[inline]
    fn play(&mut self, m: Move) {
        match (m.action, m.deploys) {
            (Action::Commit, _) => self.commit(),
            (Action::Cancel, _) => self.cancel(),
            (_, Some(kind)) => self.deploy(m, kind),
            (action, None) => {
                self.begin_turn_end();
                let mover = self.board.at(m.from);
                self.board.apply(m.from, mover, m.to, action, &mut self.trail);
                self.end_turn(action == Action::Capture);
            }
        }
    }

    /// One step of a deployment; the first one opens the session.
    fn deploy(&mut self, m: Move, kind: Kind) {
        let mut session = match self.turn.session {
            Some(session) => session,
            None => {
                self.turn.session_mark = self.trail.len() as u32;
                Session::new(m.from, self.board.at(m.from))
            }
        };
        let start = self.session_start();
        if m.action == Action::Recombine && kind != session.stack.carrier() {
            let ridden =
                Deployment { start: &start, now: &self.board, session: &session }.ride(kind, m.to);
            if let Some(Replayed { board, session, is_committed }) = ridden {
                self.board.become_like(&board, &mut self.trail);
                self.settle(&start, session, is_committed);
                return;
            }
            debug_assert!(false, "a listed recombination can be replayed");
        }
        let action = if m.action == Action::Recombine { Action::Combine } else { m.action };
        let piece = session.piece(kind);
        self.board.apply(m.from, piece, m.to, action, &mut self.trail);
        session.push(Step { stack: piece, to: m.to, action });
        let done =
            Deployment { start: &start, now: &self.board, session: &session }.commits_itself();
        self.settle(&start, session, done);
    }

    /// After a step: the session goes on, or the turn ends.
    fn settle(&mut self, start: &Board, session: Session, is_done: bool) {
        self.turn.session_key = session.key(start.key());
        self.turn.session = Some(session);
        if is_done {
            self.commit();
        }
    }

    fn commit(&mut self) {
        let start = self.session_start();
        let Some(session) = self.turn.session.take() else { return };
        self.turn.session_key = Key::ZERO;
        self.past.push(start.key() ^ side_key(self.turn.side));
        self.end_turn(session.steps().first().is_some_and(|step| step.action == Action::Capture));
    }

    fn cancel(&mut self) {
        let start = self.session_start();
        self.turn.session = None;
        self.turn.session_key = Key::ZERO;
        self.board.become_like(&start, &mut self.trail);
    }

    #[inline]
    fn begin_turn_end(&mut self) {
        let key = self.placement_key();
        self.past.push(key);
    }

    /// Clock, number, side; then see whether the game goes on.
    #[inline]
    fn end_turn(&mut self, resets_clock: bool) {
        let turn = &mut self.turn;
        turn.clock = if resets_clock { 0 } else { turn.clock.saturating_add(1) };
        if turn.side == Side::Blue {
            turn.number = turn.number.saturating_add(1);
        }
        turn.side = turn.side.other();
        turn.watch = Watch::over(&self.board, turn.side);
        self.turn.ending = self.judge();
    }

    /// The mirror of [`remember`](Self::remember).
    #[inline]
    fn take_back(&mut self, undo: &Undo) {
        self.board.restore(&self.trail[undo.trail as usize..], &undo.sums);
        self.trail.truncate(undo.trail as usize);
        self.past.truncate(undo.past as usize);
        self.turn = undo.turn;
    }
}

/// At a dead end ([`CoTuLenh::is_dead_end`]) the list is empty while the
/// player is in turn and the game is not over: the line that led there cannot be
/// played out. [`Move::CANCEL`] goes back to the session's start; it can be
/// made inside any session, and is never listed.
impl Game for CoTuLenh {
    type Move = Move;
    type Undo = Undo;

    /// Captures, then everything else.
    const STAGES: u8 = 2;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.turn.ending {
            None => Turn::Player(self.turn.side.player()),
            Some(_) => Turn::Over,
        }
    }

    fn moves(&self, out: &mut Moves<Move>) {
        if self.turn.ending.is_none() {
            self.listed_moves(out);
        }
    }

    // Where code is fetched before it runs, one way through the list is enough.
    #[cfg(not(target_family = "wasm"))]
    fn count_moves(&self, _: &mut Moves<Move>) -> usize {
        let mut count = 0;
        if self.turn.ending.is_none() {
            self.each_listed::<Everything>(|_| count += 1);
        }
        count
    }

    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let undo = self.remember();
        self.play(m);
        self.debug_validate();
        undo
    }

    #[inline]
    fn unmake(&mut self, _: Move, undo: Undo) {
        self.take_back(&undo);
        self.debug_validate();
    }

    fn payoff(&self, player: Player) -> Payoff {
        let side = Side::of(player);
        let loser = match self.turn.ending {
            Some(Ending::Checkmate) => self.turn.side,
            Some(Ending::CommanderCaptured) => {
                let gone = |s: Side| self.board.commander(s).is_none();
                match (gone(Side::Red), gone(Side::Blue)) {
                    (true, false) => Side::Red,
                    (false, true) => Side::Blue,
                    _ => return Payoff::DRAW,
                }
            }
            _ => return Payoff::DRAW,
        };
        if side == loser { Payoff::LOSS } else { Payoff::WIN }
    }

    fn candidates(&self, stage: u8, out: &mut Moves<Move>) {
        match (self.turn.ending, stage) {
            (None, 0) if self.turn.session.is_none() => {
                let list = out.open();
                each_capture(&self.board, self.turn.side, &mut |m| out.push(m));
                out.since_mut(list).sort_unstable_by_key(|&m| (self.gain(m), m));
            }
            (None, 0) => self.each_candidate::<Captures>(|m| out.push(m)),
            (None, 1) => self.each_candidate::<Others>(|m| out.push(m)),
            _ => {}
        }
    }

    #[inline]
    fn is_legal(&mut self, candidate: Move) -> bool {
        self.turn.session.is_some() || is_legal_outside(&self.board, &self.turn.watch, candidate)
    }
}

impl ZeroSum for CoTuLenh {}

/// The key covers placement with heroes, side, the session with its start and
/// steps, and the clock where it may soon end the game. Repetitions are
/// history and not part of it.
impl Keyed for CoTuLenh {
    #[inline]
    fn key(&self) -> Key {
        self.placement_key() ^ self.turn.session_key ^ clock_key(self.turn.clock)
    }

    fn key_from_scratch(&self) -> Key {
        let session = self.turn.session.map_or(Key::ZERO, |session| {
            session.key(self.session_start().sums_from_scratch().key())
        });
        self.board.sums_from_scratch().key()
            ^ side_key(self.turn.side)
            ^ session
            ^ clock_key(self.turn.clock)
    }

    #[inline]
    fn is_repeat(&self) -> bool {
        self.turn.session.is_none() && self.repetitions() > 0
    }
}

#[inline]
fn clock_key(clock: u32) -> Key {
    if clock < KEYED_CLOCK { Key::ZERO } else { Key::nth(0xc10c_0000 + u64::from(clock)) }
}

/// By side, type, whether it deploys, and target; control words come last.
impl Indexed for CoTuLenh {
    const INDICES: usize = 2 * 2 * 11 * 192 + 2;

    #[inline]
    fn index(&self, m: Move) -> usize {
        let (kind, deploys) = match (m.action, m.deploys) {
            (Action::Commit, _) => return Self::INDICES - 2,
            (Action::Cancel, _) => return Self::INDICES - 1,
            (_, Some(kind)) => (kind, 1),
            (_, None) => (self.board.at(m.from).carrier(), 0),
        };
        ((self.turn.side.index() * 2 + deploys) * 11 + kind.index()) * 192 + m.to.index()
    }
}

impl RandomMove for CoTuLenh {
    /// Uniform over the list, drawn as it goes by and so without a buffer. At a
    /// dead end it is [`Move::CANCEL`], the only way on.
    fn random_move(&self, rng: &mut SplitMix) -> Move {
        let (mut drawn, mut seen) = (Move::CANCEL, 0);
        self.each_listed::<Everything>(|m| {
            seen += 1;
            if rng.one_in(seen) {
                drawn = m;
            }
        });
        drawn
    }
}

impl Pass for CoTuLenh {
    /// Not inside a session, not in danger, and not when so little is left
    /// that having to move may be the only trouble.
    #[inline]
    fn may_pass(&self) -> bool {
        self.turn.session.is_none()
            && self.turn.watch.is_calm()
            && self.board.count(self.turn.side) > 3
    }

    fn make_pass(&mut self) -> Undo {
        let undo = self.remember();
        self.begin_turn_end();
        self.end_turn(false);
        undo
    }

    fn unmake_pass(&mut self, undo: Undo) {
        self.take_back(&undo);
    }
}
