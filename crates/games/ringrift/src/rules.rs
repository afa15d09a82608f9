//! What a ply does, what comes next, and how a turn ends.
//!
//! [`play`](RingRift::play) writes through the doors of the state only; taking
//! back is the journal's business and appears nowhere here.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell, Direction};
use crate::lines::run;
use crate::moves::{Move, Recovery, cells};
use crate::stack::Stack;
use crate::state::RingRift;
use crate::step::{Phase, Reason, Step};
use takeback_core::{Game, Indexed, Key, Keyed, Moves, Payoff, Player, Turn, undo_by_journal};

impl<B: Board> RingRift<B> {
    /// Make a legal ply.
    pub(crate) fn play(&mut self, m: Move) {
        if let Move::Resign(quitter) = m {
            return self.quit(quitter, Reason::Resignation);
        }
        if let Move::TimeOut(quitter) = m {
            return self.quit(quitter, Reason::Timeout);
        }
        let step = self.opened(m);
        let me = step.player();
        match m {
            Move::Place { to, rings } => {
                self.place(me, to, rings);
                self.set_step(step.with_phase(Phase::Movement).with_must_move(Some(to)));
            }
            Move::SkipPlacement | Move::NoPlacement => {
                self.set_step(step.with_phase(Phase::Movement));
            }
            Move::Swap => self.set_step(step.with_swapped(true)),
            Move::Slide { from, to } => {
                self.slide_stack(me, from, to);
                self.after_leap(step, from, to, Phase::Capture);
            }
            Move::Capture { from, target, to } | Move::Continue { from, target, to } => {
                self.capture(me, from, target, to);
                self.after_leap(step, from, to, Phase::ChainCapture);
            }
            Move::SkipCapture | Move::SkipRecovery | Move::NoMovement => {
                self.set_step(step.settled(Phase::LineProcessing));
            }
            Move::Recover { kind, from, to, extract } => {
                self.recover(me, kind, from, to, extract);
                self.set_step(step.with_recovered(true).settled(Phase::LineProcessing));
            }
            Move::RecoverFree { from, to, start, axis } => {
                let window = run::<B>(start, Direction::from(axis), self.rules().line::<B>());
                let freed = self.freed_line(me, from, to, window);
                self.take_marker(me, from);
                self.put_marker(me, to);
                self.collapse(me, freed);
                self.set_step(step.with_recovered(true).settled(Phase::LineProcessing));
            }
            Move::Line { start, axis } => {
                let line = self.line_cells(me, start, axis);
                self.collapse_line(step, line, true);
            }
            Move::LineOption { start, axis, window } => {
                let chosen = self.option_cells(me, start, axis, window);
                self.collapse_line(step, chosen, window.is_none());
            }
            Move::PayLine(from) => {
                self.behead(me, from, 1);
                self.set_step(step.with_pending(false));
            }
            Move::NoLine => self.after_lines(step),
            Move::Claim { seed, border } => self.claim(step, self.enclosed(seed, border)),
            Move::PayCap(from) => {
                self.behead(me, from, self.stack(from).cap());
                self.after_payment(step.with_debt(false));
            }
            Move::PayBuried(from) => {
                self.extract(me, from);
                self.count_eliminated(1);
                self.after_payment(step.with_debt(false));
            }
            Move::SkipTerritory | Move::NoTerritory => self.after_territory(step),
            Move::ForcedElimination(from) => {
                self.behead(me, from, self.stack(from).cap());
                self.end_turn(step);
            }
            Move::Resign(_) | Move::TimeOut(_) => {}
        }
    }

    /// The step as it stands once its player has made `m`: what any ply changes.
    #[inline(always)]
    pub(crate) fn opened(&self, m: Move) -> Step {
        let step = self.step();
        let open = step.swap_open() && step.player() != Player::SECOND;
        step.with_swap_open(open).with_acted(step.acted() | m.acts())
    }

    /// Whether player 2 may take over player 1's opening.
    #[inline]
    pub(crate) fn may_swap(&self) -> bool {
        let step = self.step();
        step.swap_open() && step.player() == Player::SECOND && step.phase() == Phase::RingPlacement
    }

    // Effects on the board.

    /// Rings from the hand onto a cell.
    #[inline]
    pub(crate) fn place(&mut self, me: Player, to: Cell, rings: u8) {
        let count = u16::from(rings);
        self.set_stack(to, self.stack(to).topped(me, u32::from(rings)));
        self.edit_purse(me, |purse| {
            purse.with_hand(purse.hand() - count).with_rings(purse.rings() + count)
        });
    }

    #[inline]
    pub(crate) fn slide_stack(&mut self, me: Player, from: Cell, to: Cell) {
        let stack = self.stack(from);
        self.depart(me, from);
        if let Some((way, distance)) = B::ray(from, to) {
            self.pass_markers(me, from, way, distance);
        }
        self.land(to, stack);
    }

    #[inline]
    pub(crate) fn capture(&mut self, me: Player, from: Cell, target: Cell, to: Cell) {
        let (stack, victim) = (self.stack(from), self.stack(target));
        self.depart(me, from);
        if let Some((way, distance)) = B::ray(from, to) {
            self.pass_markers(me, from, way, distance);
        }
        self.set_stack(target, victim.beheaded(1));
        self.land(to, stack.underlaid(victim.controller()));
    }

    /// The stack leaves a marker behind.
    #[inline(always)]
    fn depart(&mut self, me: Player, from: Cell) {
        self.set_stack(from, Stack::NONE);
        self.put_marker(me, from);
    }

    /// Markers strictly between: own ones collapse, others change colour.
    #[inline]
    fn pass_markers(&mut self, me: Player, from: Cell, way: Direction, distance: u32) {
        let markers = self.all_markers();
        let mut owned = B::Set::EMPTY;
        for d in 1..distance {
            let cell = from.along(B::STEPS[way], d);
            if !markers.contains(cell.index()) {
                continue;
            }
            match self.marker_at(cell) {
                Some(owner) if owner != me => {
                    self.take_marker(owner, cell);
                    self.put_marker(me, cell);
                }
                _ => owned = owned.with(cell.index()),
            }
        }
        if !owned.is_empty() {
            self.collapse(me, owned);
        }
    }

    /// A marker on the landing goes, and with it the top ring.
    #[inline]
    fn land(&mut self, to: Cell, stack: Stack) {
        match self.marker_at(to) {
            None => self.set_stack(to, stack),
            Some(owner) => {
                let ring = stack.controller();
                self.take_marker(owner, to);
                self.set_stack(to, stack.beheaded(1));
                self.edit_purse(ring, |purse| {
                    purse.with_eliminated(purse.eliminated() + 1).with_rings(purse.rings() - 1)
                });
                self.count_eliminated(1);
            }
        }
    }

    /// Eliminate rings of the controller from the top, to the credit of `me`.
    pub(crate) fn behead(&mut self, me: Player, from: Cell, rings: u32) {
        let stack = self.stack(from);
        let owner = stack.controller();
        self.set_stack(from, stack.beheaded(rings));
        let count = rings as u16;
        self.edit_purse(owner, |purse| purse.with_rings(purse.rings() - count));
        self.edit_purse(me, |purse| purse.with_eliminated(purse.eliminated() + count));
        self.count_eliminated(rings);
    }

    /// Eliminate the bottommost ring of `me`, not counted in the total.
    pub(crate) fn extract(&mut self, me: Player, from: Cell) {
        if let Some(rest) = self.stack(from).extracted(me) {
            self.set_stack(from, rest);
            self.edit_purse(me, |purse| {
                purse.with_eliminated(purse.eliminated() + 1).with_rings(purse.rings() - 1)
            });
        }
    }

    pub(crate) fn recover(
        &mut self,
        me: Player,
        kind: Recovery,
        from: Cell,
        to: Cell,
        extract: Cell,
    ) {
        let line = match kind {
            Recovery::Line => self.recovered_line(me, from, to),
            Recovery::Fallback | Recovery::Strike => B::Set::EMPTY,
        };
        self.take_marker(me, from);
        match kind {
            Recovery::Strike => self.behead(me, to, 1),
            Recovery::Line | Recovery::Fallback => self.put_marker(me, to),
        }
        if !line.is_empty() {
            self.collapse(me, line);
        }
        self.extract(me, extract);
    }

    /// Collapse chosen cells of a line; a whole line must be paid for by who has a stack.
    pub(crate) fn collapse_line(&mut self, step: Step, cells: B::Set, whole: bool) {
        let me = step.player();
        self.collapse(me, cells);
        let pending = whole && !self.controlled(me).is_empty();
        let step = step.with_pending(pending);
        let stay = pending || self.has_line(me);
        self.set_step(if stay { step } else { step.settled(Phase::TerritoryProcessing) });
    }

    /// Everything in the region and its border of markers collapses.
    pub(crate) fn claim(&mut self, step: Step, region: B::Set) {
        let me = step.player();
        let border = self.region_border(region);
        let mut lost = [0; 4];
        for at in cells(region.and(self.all_stacks())) {
            let stack = self.stack(at);
            self.colours().for_each(|colour| lost[colour.index()] += stack.count(colour));
            self.set_stack(at, Stack::NONE);
        }
        for colour in self.colours() {
            let rings = lost[colour.index()] as u16;
            if rings > 0 {
                self.edit_purse(colour, |purse| purse.with_rings(purse.rings() - rings));
            }
        }
        let rings: u32 = lost.iter().sum();
        if rings > 0 {
            self.edit_purse(me, |purse| purse.with_eliminated(purse.eliminated() + rings as u16));
            self.count_eliminated(rings);
        }
        self.collapse(me, region.or(border));
        self.set_step(step.with_debt(true));
    }

    // What comes next.

    /// After a movement or capture: the stack may go on, or lines come next.
    #[inline]
    pub(crate) fn after_leap(&mut self, step: Step, from: Cell, to: Cell, on: Phase) {
        let followed = if step.must_move() == Some(from) { Some(to) } else { step.must_move() };
        self.set_step(if self.can_capture_from(step.player(), to) {
            step.with_phase(on).with_must_move(followed).with_hunter(Some(to))
        } else {
            step.settled(Phase::LineProcessing)
        });
    }

    /// Whether `step`'s player sat the turn out and owns a stack to pay for it.
    #[inline]
    fn idle(&self, step: Step) -> bool {
        !step.acted() && !self.controlled(step.player()).is_empty()
    }

    pub(crate) fn after_lines(&mut self, step: Step) {
        let forced = self.idle(step) && !self.has_region(step.player(), step.recovered());
        self.set_step(step.settled(if forced {
            Phase::ForcedElimination
        } else {
            Phase::TerritoryProcessing
        }));
    }

    pub(crate) fn after_payment(&mut self, step: Step) {
        if self.has_region(step.player(), step.recovered()) {
            self.set_step(step);
        } else {
            self.end_turn(step);
        }
    }

    pub(crate) fn after_territory(&mut self, step: Step) {
        let step = step.with_debt(false);
        if self.idle(step) {
            self.set_step(step.settled(Phase::ForcedElimination));
        } else {
            self.end_turn(step);
        }
    }

    /// The person behind a colour, after any swap.
    #[inline(always)]
    #[must_use]
    pub fn person(&self, colour: Player) -> Player {
        if self.step().swapped() { colour.other() } else { colour }
    }
}

impl<B: Board> Game for RingRift<B> {
    type Move = Move;
    undo_by_journal!(words);

    #[inline]
    fn players(&self) -> usize {
        self.seats()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase() {
            Phase::GameOver => Turn::Over,
            _ => Turn::Player(self.person(self.colour())),
        }
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Move>) {
        self.list(out);
    }

    #[inline]
    fn forced(&self) -> Option<Move> {
        self.bookkeeping()
    }

    fn payoff(&self, player: Player) -> Payoff {
        let places = self.ranking();
        let mine = places[self.person(player).index()];
        let ties = self.colours().filter(|c| places[c.index()] == mine).count() - 1;
        Payoff::ranked(mine as usize - 1, ties, self.seats())
    }
}

impl<B: Board> Keyed for RingRift<B> {
    #[inline]
    fn key(&self) -> Key {
        self.words.key()
    }

    fn key_from_scratch(&self) -> Key {
        self.words.key_from_scratch()
    }
}

/// Movements and captures are numbered by first and last cell on small boards, by first cell and
/// direction on large ones; the others by kind and cell.
impl<B: Board> Indexed for RingRift<B> {
    const INDICES: usize = 2 * leaps::<B>() + 10 * B::SLOTS;

    #[inline]
    fn index(&self, m: Move) -> usize {
        let leap = |captures: usize, from: Cell, to: Cell| {
            captures * leaps::<B>()
                + if const { leaps::<B>() == B::SLOTS * B::SLOTS } {
                    from.index() * B::SLOTS + to.index()
                } else {
                    let way = B::ray(from, to).map_or(0, |(way, _)| way);
                    way * B::SLOTS + from.index()
                }
        };
        let other = |kind: usize, cell: Cell| 2 * leaps::<B>() + kind * B::SLOTS + cell.index();
        let rare = |number: usize| other(9, Cell::of(number));
        match m {
            Move::Slide { from, to } => leap(0, from, to),
            Move::Capture { from, to, .. } | Move::Continue { from, to, .. } => leap(1, from, to),
            Move::Place { to, rings } => other(usize::from(rings.clamp(1, 3)) - 1, to),
            Move::Recover { to, .. } | Move::RecoverFree { to, .. } => other(3, to),
            Move::Line { start, .. } | Move::LineOption { start, .. } => other(4, start),
            Move::PayLine(cell) => other(5, cell),
            Move::Claim { seed, .. } => other(6, seed),
            Move::PayCap(cell) | Move::PayBuried(cell) => other(7, cell),
            Move::ForcedElimination(cell) => other(8, cell),
            Move::SkipPlacement => rare(0),
            Move::NoPlacement => rare(1),
            Move::Swap => rare(2),
            Move::SkipCapture => rare(3),
            Move::SkipRecovery => rare(4),
            Move::NoMovement => rare(5),
            Move::NoLine => rare(6),
            Move::SkipTerritory => rare(7),
            Move::NoTerritory => rare(8),
            Move::Resign(_) | Move::TimeOut(_) => rare(9),
        }
    }
}

/// How many numbers movements need, and captures as many again.
const fn leaps<B: Board>() -> usize {
    if B::SLOTS <= 100 { B::SLOTS * B::SLOTS } else { 8 * B::SLOTS }
}
