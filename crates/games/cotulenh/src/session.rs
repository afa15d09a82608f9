//! Deployments: a stack taken apart step by step within one turn.
//!
//! The one idea: a session is its start position and a list of steps. Riding
//! along with an earlier step rewrites that step and *replays* the list from
//! the start, on a board of its own, by the same rules as play itself. So a
//! rider can change what a step was (a landing becomes a suicide capture) and
//! everything that followed from it.

use crate::board::{Board, NoLog, may_stand};
use crate::geometry::Square;
use crate::moves::{Action, Everything, Move, Mover, Rays, Wanted};
use crate::pieces::{Kind, Side, Stack, kinds_of};
use crate::rules::is_legal_outside;
use crate::watch::Watch;
use std::ops::ControlFlow;
use takeback_core::{Key, mix};

/// One step of a session: what left (or shot), where to, how.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Step {
    /// The pieces, with the flags they had when the session began; riders come without.
    pub(crate) stack: Stack,
    pub(crate) to: Square,
    pub(crate) action: Action,
}

/// A deployment under way.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Session {
    pub(crate) origin: Square,
    /// The whole stack as it was before the first step.
    pub(crate) stack: Stack,
    steps: [Step; 3],
    len: u8,
}

impl Session {
    pub(crate) fn new(origin: Square, stack: Stack) -> Session {
        let none = Step { stack: Stack::EMPTY, to: origin, action: Action::Go };
        Session { origin, stack, steps: [none; 3], len: 0 }
    }

    #[inline]
    pub(crate) fn side(&self) -> Side {
        self.stack.side()
    }

    #[inline]
    pub(crate) fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    /// Each step names at least one of at most three pieces, so there is room.
    pub(crate) fn push(&mut self, step: Step) {
        self.steps[usize::from(self.len)] = step;
        self.len += 1;
    }

    /// Types that no step names. A piece that shot from its place is named.
    pub(crate) fn remaining(&self) -> u16 {
        self.steps().iter().fold(self.stack.kinds(), |left, step| left & !step.stack.kinds())
    }

    /// A piece of the original stack, with its flag of then.
    #[inline]
    pub(crate) fn piece(&self, kind: Kind) -> Stack {
        self.stack.only(kind.bit())
    }

    /// What decides the future beside the board: start, stack, steps in order.
    pub(crate) fn key(&self, start: Key) -> Key {
        let head = u64::from(self.origin.0) << 16 | u64::from(self.stack.bits());
        let steps = self.steps().iter().fold(mix(start.0 ^ mix(head + 1)), |key, step| {
            let bits =
                u64::from(step.stack.bits()) << 16 | u64::from(step.to.0) << 8 | step.action as u64;
            mix(key ^ mix(bits + 2))
        });
        Key(steps)
    }
}

/// A session on its board, with the board it started from.
#[derive(Copy, Clone)]
pub(crate) struct Deployment<'a> {
    pub(crate) start: &'a Board,
    pub(crate) now: &'a Board,
    pub(crate) session: &'a Session,
}

/// What came of replaying a list of steps.
pub(crate) struct Replayed {
    pub(crate) board: Board,
    pub(crate) session: Session,
    pub(crate) is_committed: bool,
}

impl Deployment<'_> {
    /// Every move inside the session but the commit. There is no legality test.
    pub(crate) fn each<W: Wanted>(
        &self,
        take: &mut impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let session = self.session;
        let mut rays = Rays::new(self.now, session.side());
        for kind in kinds_of(session.remaining()) {
            // Nothing is ever captured on a square that a step has led to.
            let rides = if W::OTHERS { self.rides(kind) } else { [None; 3] };
            rays.each::<W>(self.mover(kind), &mut |m| {
                if rides.contains(&Some(m.to)) { ControlFlow::Continue(()) } else { take(m) }
            })?;
            for to in rides.into_iter().flatten() {
                let action = Action::Recombine;
                take(Move { from: session.origin, to, deploys: Some(kind), action })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn mover(&self, kind: Kind) -> Mover {
        Mover { stack: self.session.piece(kind), from: self.session.origin, deploys: Some(kind) }
    }

    /// The targets of earlier steps with which a piece may ride along.
    fn rides(&self, kind: Kind) -> [Option<Square>; 3] {
        let mut rides = [None; 3];
        for (i, step) in self.session.steps().iter().enumerate() {
            if !rides.contains(&Some(step.to)) && self.ride(kind, step.to).is_some() {
                rides[i] = Some(step.to);
            }
        }
        rides
    }

    /// Merge a remaining piece into the first step that led to `to` and replay,
    /// if that can be done. The rider joins as no hero.
    pub(crate) fn ride(&self, kind: Kind, to: Square) -> Option<Replayed> {
        let at = self.session.steps().iter().position(|step| step.to == to)?;
        let mut steps = self.session.steps;
        let rider = Stack::single(self.session.side(), kind, false);
        steps[at].stack = steps[at].stack.combined(rider)?;
        if !may_stand(steps[at].stack.carrier(), to) {
            return None;
        }
        let steps = &steps[..self.session.steps().len()];
        replay(self.start, Session::new(self.session.origin, self.session.stack), steps)
    }

    /// How the list of this position has a step: some deployment of its carrier's
    /// type to its target, a stay capture exactly if the step is one.
    fn listed(&self, step: &Step) -> Option<Action> {
        let kind = step.stack.carrier();
        if self.session.remaining() & kind.bit() == 0 {
            return None;
        }
        let is_stay = step.action == Action::Stay;
        if self.session.steps().iter().any(|s| s.to == step.to)
            && self.ride(kind, step.to).is_some()
        {
            return (!is_stay).then_some(Action::Combine);
        }
        let mut found = None;
        let _ = Rays::new(self.now, self.session.side()).each::<Everything>(
            self.mover(kind),
            &mut |m| {
                if m.to == step.to && (m.action == Action::Stay) == is_stay {
                    found = Some(m);
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            },
        );
        let m = found?;
        let is_first = self.session.steps().is_empty();
        let is_listed =
            !is_first || is_legal_outside(self.now, &Watch::over(self.now, self.session.side()), m);
        is_listed.then_some(m.action)
    }

    /// Whether the turn may end here: something was done, what is left on the
    /// origin may stand there, and the commander is safe (or gone).
    pub(crate) fn can_commit(&self) -> bool {
        let left = self.now.at(self.session.origin);
        let side = self.session.side();
        !self.session.steps().is_empty()
            && (left.is_empty()
                || left.side() != side
                || may_stand(left.carrier(), self.session.origin))
            && (self.now.commander(side).is_none() || !self.now.in_danger(side))
    }

    /// Whether the session is over by itself: it may end and nothing else can be done.
    pub(crate) fn commits_itself(&self) -> bool {
        let is_done = self.session.remaining() == 0 || !self.has_move();
        is_done && self.can_commit()
    }

    fn has_move(&self) -> bool {
        let mut rays = Rays::new(self.now, self.session.side());
        kinds_of(self.session.remaining()).any(|kind| {
            rays.each::<Everything>(self.mover(kind), &mut |_| ControlFlow::Break(())).is_break()
        }) || kinds_of(self.session.remaining()).any(|kind| self.rides(kind) != [None; 3])
    }
}

/// Play a list of steps from the start of a session. Each must be listed where
/// its turn comes; it is done with the step's pieces and the listed action.
fn replay(start: &Board, mut session: Session, steps: &[Step]) -> Option<Replayed> {
    let mut board = *start;
    let mut is_committed = false;
    for step in steps {
        let action = Deployment { start, now: &board, session: &session }.listed(step)?;
        let there = board.at(step.to);
        if is_committed
            || action == Action::Combine && !there.is_empty() && !step.stack.combines(there)
        {
            return None;
        }
        board.apply(session.origin, step.stack, step.to, action, &mut NoLog);
        session.push(Step { action, ..*step });
        is_committed = Deployment { start, now: &board, session: &session }.commits_itself();
    }
    Some(Replayed { board, session, is_committed })
}
