//! The move type and the list of legal moves.
//!
//! Every choice is explicit: how many rings, which window of a line, which stack pays.
//! A region is named by the colour that borders it and its lowest cell, which say all.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::reach::{Ray, Rays};
use crate::state::{RingRift, Table};
use crate::step::Phase;
use takeback_core::{Moves, Player};

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

impl<B: Board, T: Table> RingRift<B, T> {
    /// Every legal ply.
    #[inline]
    pub(crate) fn list(&self, out: &mut Moves<Move>) {
        match self.phase() {
            Phase::RingPlacement => self.list_placements(out),
            Phase::Movement => self.list_movements(out),
            Phase::Capture => {
                self.list_rays(out);
                out.push(Move::SkipCapture);
            }
            Phase::ChainCapture => self.list_rays(out),
            Phase::LineProcessing => self.list_lines(out),
            Phase::TerritoryProcessing => self.list_territory(out),
            Phase::ForcedElimination => {
                out.extend(cells(self.controlled(self.colour())).map(Move::ForcedElimination));
            }
            Phase::GameOver => {}
        }
    }

    fn list_placements(&self, out: &mut Moves<Move>) {
        let start = out.open();
        let me = self.colour();
        let places = self.placements(me);
        for (set, rings) in [(places.one, 1), (places.two, 2), (places.three, 3), (places.stacks, 1)] {
            out.extend(cells(set).map(|to| Move::Place { to, rings }));
        }
        if self.may_skip_placement(me) {
            out.push(Move::SkipPlacement);
        }
        if self.may_swap() {
            out.push(Move::Swap);
        }
        if out.since(start).is_empty() {
            out.push(Move::NoPlacement);
        }
    }

    fn list_movements(&self, out: &mut Moves<Move>) {
        let start = out.open();
        self.list_rays(out);
        if out.since(start).is_empty() {
            if self.may_recover(self.colour()) {
                self.list_recoveries(out);
                out.push(Move::SkipRecovery);
            } else {
                out.push(Move::NoMovement);
            }
        }
    }

    /// Movements and captures of all stacks that may make them in this phase.
    #[inline]
    fn list_rays(&self, out: &mut Moves<Move>) {
        let chain = self.phase() == Phase::ChainCapture;
        self.rays_in_phase(|ray| {
            out.extend((ray.nearest..=ray.farthest).map(|d| ray.landing::<B>(d, chain)));
        });
    }

    /// Visit the rays along which stacks may go in this phase.
    #[inline(always)]
    pub(crate) fn rays_in_phase(&self, mut visit: impl FnMut(&Ray)) {
        let step = self.step();
        let rays = Rays::new(self);
        match step.phase() {
            Phase::Movement => match step.must_move() {
                Some(from) => rays.of_stack(from, &mut visit),
                None => {
                    for from in cells(self.controlled(step.player())) {
                        rays.of_stack(from, &mut visit);
                    }
                }
            },
            Phase::Capture | Phase::ChainCapture => {
                if let Some(from) = step.hunter() {
                    rays.captures_of_stack(from, &mut visit);
                }
            }
            _ => {}
        }
    }

    fn list_territory(&self, out: &mut Moves<Move>) {
        let step = self.step();
        let me = step.player();
        if step.debt() {
            let payers = self.region_payers(me, step.recovered());
            let pay = if step.recovered() { Move::PayBuried } else { Move::PayCap };
            out.extend(cells(payers).map(pay));
            return;
        }
        let start = out.open();
        self.visit_regions(me, step.recovered(), |region| {
            out.push(region.claim());
            true
        });
        out.push(if out.since(start).is_empty() { Move::NoTerritory } else { Move::SkipTerritory });
    }

    /// The only legal ply, when there is only one and it is bookkeeping: searches may
    /// play it at once and spend depth on decisions.
    #[must_use]
    pub fn forced(&self) -> Option<Move> {
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
            Phase::LineProcessing => {
                let bound = !self.has_line(me) && !(step.pending() && !self.controlled(me).is_empty());
                bound.then_some(Move::NoLine)
            }
            Phase::TerritoryProcessing => {
                let bound = !step.debt() && !self.has_region(me, step.recovered());
                bound.then_some(Move::NoTerritory)
            }
            _ => None,
        }
    }
}

/// The cells of a set.
#[inline(always)]
pub(crate) fn cells<S: BitSet>(set: S) -> impl Iterator<Item = Cell> {
    set.iter().map(Cell::of)
}
