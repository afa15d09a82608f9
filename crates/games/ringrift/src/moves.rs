//! The move type and the list of legal moves.
//!
//! Every choice is explicit: how many rings, which window of a line, which stack pays.
//! A region is named by the colour that borders it and its lowest cell, which say all.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::reach::{Ray, Rays};
use crate::state::RingRift;
use crate::step::Phase;
use takeback_core::{Frame, Moves, Player};

/// One ply of RingRift.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Move {
    /// Put rings from the hand on a cell.
    Place {
        /// Where.
        to: Cell,
        /// How many: 1 to 3.
        rings: u8,
    },
    /// Place nothing although rings are in hand.
    SkipPlacement,
    /// Nothing can be placed.
    NoPlacement,
    /// The people of seats 1 and 2 change colours.
    Swap,
    /// A stack moves.
    Slide {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
    },
    /// A stack jumps over another and takes its top ring.
    Capture {
        /// From where.
        from: Cell,
        /// Over which.
        target: Cell,
        /// To where.
        to: Cell,
    },
    /// The same stack goes on capturing.
    Continue {
        /// From where.
        from: Cell,
        /// Over which.
        target: Cell,
        /// To where.
        to: Cell,
    },
    /// Capture nothing after a move.
    SkipCapture,
    /// A marker slides to recover a buried ring.
    Recover {
        /// How.
        kind: Recovery,
        /// The marker.
        from: Cell,
        /// Where it goes.
        to: Cell,
        /// The stack that gives the ring.
        extract: Cell,
    },
    /// A marker slides and completes a line of which a part collapses for free.
    RecoverFree {
        /// The marker.
        from: Cell,
        /// Where it goes.
        to: Cell,
        /// First cell of the part that collapses.
        start: Cell,
        /// Direction of the line.
        axis: u8,
    },
    /// Recover nothing.
    SkipRecovery,
    /// Nothing can move.
    NoMovement,
    /// Collapse a line of exactly the required length.
    Line {
        /// Its first cell.
        start: Cell,
        /// Its direction.
        axis: u8,
    },
    /// Collapse a longer line or a part of it.
    LineOption {
        /// Its first cell.
        start: Cell,
        /// Its direction.
        axis: u8,
        /// Where the part begins; `None` is the whole line.
        window: Option<u8>,
    },
    /// Pay one ring for a line.
    PayLine(Cell),
    /// No line to collapse.
    NoLine,
    /// Claim a region.
    Claim {
        /// Its lowest cell.
        seed: Cell,
        /// What encloses it.
        border: Border,
    },
    /// Pay the whole cap of a stack for a region.
    PayCap(Cell),
    /// Pay one buried ring for a region, in a turn of recovery.
    PayBuried(Cell),
    /// Claim nothing (more).
    SkipTerritory,
    /// No region to claim.
    NoTerritory,
    /// Lose the cap of a stack for having done nothing.
    ForcedElimination(Cell),
    /// Give up. Never listed: it may come at any time.
    Resign(Player),
    /// Run out of time. Never listed: it may come at any time.
    TimeOut(Player),
}

/// The three kinds of recovery slide that cost a ring.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Recovery {
    /// Completes a line, which collapses.
    Line,
    /// Completes nothing.
    Fallback,
    /// Strikes the top ring off a stack.
    Strike,
}

/// What encloses a region.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Border {
    /// Markers of one colour, collapsed cells and the edge.
    Markers(Player),
    /// Collapsed cells and the edge alone.
    Collapsed,
}

impl Move {
    /// Whether the ply does something: all but the bookkeeping and the skips.
    #[inline(always)]
    #[must_use]
    pub const fn acts(self) -> bool {
        !matches!(
            self,
            Move::SkipPlacement
                | Move::NoPlacement
                | Move::SkipCapture
                | Move::SkipRecovery
                | Move::NoMovement
                | Move::NoLine
                | Move::SkipTerritory
                | Move::NoTerritory
        )
    }
}

/// Where listed plies go: into a list, into a count, or into a draw. One
/// walk through the rules serves all three.
pub(crate) trait Sink {
    /// One ply.
    fn add(&mut self, m: Move);

    /// A ply for every cell of a set.
    #[inline(always)]
    fn add_cells<S: BitSet>(&mut self, set: S, ply: impl Fn(Cell) -> Move) {
        cells(set).for_each(|cell| self.add(ply(cell)));
    }

    /// All landings of a ray.
    #[inline(always)]
    fn add_ray<B: Board>(&mut self, ray: &Ray, chain: bool) {
        (ray.nearest..=ray.farthest).for_each(|d| self.add(ray.landing::<B>(d, chain)));
    }

    /// Whether nothing was added so far.
    fn is_empty(&self) -> bool;
}

/// Appends to a move buffer.
struct Lister<'a> {
    out: &'a mut Moves<Move>,
    start: Frame,
}

impl Sink for Lister<'_> {
    #[inline(always)]
    fn add(&mut self, m: Move) {
        self.out.push(m);
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.out.since(self.start).is_empty()
    }
}

/// Counts without writing anything down.
#[derive(Default)]
struct Counter(u32);

impl Sink for Counter {
    #[inline(always)]
    fn add(&mut self, _: Move) {
        self.0 += 1;
    }

    #[inline(always)]
    fn add_cells<S: BitSet>(&mut self, set: S, _: impl Fn(Cell) -> Move) {
        self.0 += set.count();
    }

    #[inline(always)]
    fn add_ray<B: Board>(&mut self, ray: &Ray, _: bool) {
        self.0 += ray.landings();
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.0 == 0
    }
}

/// Keeps the first ply and counts.
struct Single {
    first: Option<Move>,
    count: u32,
}

impl Sink for Single {
    #[inline(always)]
    fn add(&mut self, m: Move) {
        self.first.get_or_insert(m);
        self.count += 1;
    }

    #[inline(always)]
    fn add_cells<S: BitSet>(&mut self, set: S, ply: impl Fn(Cell) -> Move) {
        if let Some(at) = set.first() {
            self.first.get_or_insert(ply(Cell::of(at)));
            self.count += set.count();
        }
    }

    #[inline(always)]
    fn is_empty(&self) -> bool {
        self.count == 0
    }
}

impl<B: Board> RingRift<B> {
    /// Append every legal ply.
    #[inline]
    pub(crate) fn list(&self, out: &mut Moves<Move>) {
        let start = out.open();
        self.emit(&mut Lister { out, start });
    }

    /// How many legal plies there are, without listing them.
    #[must_use]
    pub fn count_moves(&self) -> u32 {
        let mut count = Counter::default();
        self.emit(&mut count);
        count.0
    }

    /// Tell `sink` every legal ply.
    #[inline(always)]
    pub(crate) fn emit(&self, sink: &mut impl Sink) {
        match self.phase() {
            Phase::RingPlacement => self.emit_placements(sink),
            Phase::Movement => self.emit_movements(sink),
            Phase::Capture => {
                self.emit_rays(sink);
                sink.add(Move::SkipCapture);
            }
            Phase::ChainCapture => self.emit_rays(sink),
            Phase::LineProcessing => self.emit_lines(sink),
            Phase::TerritoryProcessing => self.emit_territory(sink),
            Phase::ForcedElimination => {
                sink.add_cells(self.controlled(self.colour()), Move::ForcedElimination);
            }
            Phase::GameOver => {}
        }
    }

    fn emit_placements(&self, sink: &mut impl Sink) {
        let me = self.colour();
        let places = self.placements(me);
        for (set, rings) in
            [(places.one, 1), (places.two, 2), (places.three, 3), (places.stacks, 1)]
        {
            sink.add_cells(set, |to| Move::Place { to, rings });
        }
        if self.may_skip_placement(me) {
            sink.add(Move::SkipPlacement);
        }
        if self.may_swap() {
            sink.add(Move::Swap);
        }
        if sink.is_empty() {
            sink.add(Move::NoPlacement);
        }
    }

    fn emit_movements(&self, sink: &mut impl Sink) {
        self.emit_rays(sink);
        if sink.is_empty() {
            if self.may_recover(self.colour()) {
                self.emit_recoveries(sink);
                sink.add(Move::SkipRecovery);
            } else {
                sink.add(Move::NoMovement);
            }
        }
    }

    /// Movements and captures of all stacks that may make them in this phase.
    #[inline(always)]
    fn emit_rays(&self, sink: &mut impl Sink) {
        let step = self.step();
        let rays = Rays::new(self);
        match (step.phase(), step.must_move(), step.hunter()) {
            (Phase::Movement, Some(from), _) => {
                rays.of_stack(from, |ray| sink.add_ray::<B>(ray, false));
            }
            (Phase::Movement, None, _) => {
                for from in cells(self.controlled(step.player())) {
                    rays.of_stack(from, |ray| sink.add_ray::<B>(ray, false));
                }
            }
            (Phase::Capture, _, Some(from)) => {
                rays.captures_of_stack(from, |ray| sink.add_ray::<B>(ray, false));
            }
            (Phase::ChainCapture, _, Some(from)) => {
                rays.captures_of_stack(from, |ray| sink.add_ray::<B>(ray, true));
            }
            _ => {}
        }
    }

    fn emit_territory(&self, sink: &mut impl Sink) {
        let step = self.step();
        let me = step.player();
        if step.debt() {
            let payers = self.region_payers(me, step.recovered());
            let pay = if step.recovered() { Move::PayBuried } else { Move::PayCap };
            sink.add_cells(payers, pay);
            return;
        }
        self.visit_regions(me, step.recovered(), |region| {
            sink.add(region.claim());
            true
        });
        sink.add(if sink.is_empty() { Move::NoTerritory } else { Move::SkipTerritory });
    }

    /// The only legal ply, when there is exactly one: searches may play it at once
    /// and spend depth on decisions.
    #[must_use]
    pub fn only_move(&self) -> Option<Move> {
        self.bookkeeping().or_else(|| self.single())
    }

    /// The only ply of the list, if it has just one.
    fn single(&self) -> Option<Move> {
        let mut single = Single { first: None, count: 0 };
        self.emit(&mut single);
        single.first.filter(|_| single.count == 1)
    }

    /// The only legal ply where that is quickly told: bookkeeping, a chain that can go on in one way only,
    /// the one stack that can pay. The quick half of [`only_move`](RingRift::only_move), which
    /// sees the others too.
    #[inline]
    pub(crate) fn bookkeeping(&self) -> Option<Move> {
        let step = self.step();
        let me = step.player();
        match step.phase() {
            Phase::RingPlacement => {
                let bound = self.purse(me).hand() == 0 && !self.may_swap();
                bound.then_some(Move::NoPlacement)
            }
            Phase::Movement => {
                let bound = self.controlled(me).is_empty() && !self.may_recover(me);
                bound.then_some(Move::NoMovement)
            }
            Phase::LineProcessing if step.pending() => self.single(),
            Phase::LineProcessing => (!self.has_line(me)).then_some(Move::NoLine),
            Phase::TerritoryProcessing if step.debt() => self.single(),
            Phase::TerritoryProcessing => {
                let bound = !self.has_region(me, step.recovered());
                bound.then_some(Move::NoTerritory)
            }
            Phase::ChainCapture | Phase::ForcedElimination => self.single(),
            Phase::Capture | Phase::GameOver => None,
        }
    }
}

/// The cells of a set.
#[inline(always)]
pub(crate) fn cells<S: BitSet>(set: S) -> impl Iterator<Item = Cell> {
    set.iter().map(Cell::of)
}
