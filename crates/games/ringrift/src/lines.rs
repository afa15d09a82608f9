//! Lines: runs of one colour's markers, found for the whole board by shifts.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell, Direction};
use crate::moves::{Move, Sink, cells};
use crate::state::RingRift;
use takeback_core::Player;

/// `length` cells from `start` in direction `axis`.
pub(crate) fn run<B: Board>(start: Cell, axis: Direction, length: u32) -> B::Set {
    (0..length)
        .map(|d| start.along(B::STEPS[axis], d))
        .fold(B::Set::EMPTY, |set, cell| set.with(cell.index()))
}

/// How many cells in a row from `start` in direction `axis` are in `set`,
/// `start` itself included.
pub(crate) fn run_length<B: Board>(set: &B::Set, start: Cell, axis: Direction) -> u32 {
    let outside = B::ALL.minus(*set);
    1 + B::free(start, axis, &outside)
}

/// Cells of `set` from which `length` cells in direction `axis` are in it.
#[inline(always)]
fn begins<B: Board>(set: B::Set, axis: Direction, length: u32) -> B::Set {
    let back = B::back(axis);
    (1..length).fold(set, |run, _| B::step(run, back).and(set))
}

impl<B: Board> RingRift<B> {
    /// Whether `me` has a line.
    #[inline]
    pub(crate) fn has_line(&self, me: Player) -> bool {
        let length = self.rules().shortest_line::<B>();
        let mine = self.markers(me);
        B::AXES.iter().any(|&axis| !begins::<B>(mine, axis, length).is_empty())
    }

    /// Visit the lines of `me` as (first cell, axis, length).
    pub(crate) fn visit_lines(&self, me: Player, mut visit: impl FnMut(Cell, Direction, u32)) {
        let length = self.rules().shortest_line::<B>();
        let mine = self.markers(me);
        for &axis in B::AXES {
            let starts = begins::<B>(mine, axis, length).minus(B::step(mine, axis));
            for start in cells(starts) {
                visit(start, axis, run_length::<B>(&mine, start, axis));
            }
        }
    }

    pub(crate) fn emit_lines(&self, sink: &mut impl Sink) {
        let step = self.step();
        let me = step.player();
        let required = self.rules().line::<B>();
        self.visit_lines(me, |start, axis, length| {
            let axis = axis as u8;
            if length == required {
                sink.add(Move::Line { start, axis });
            } else {
                sink.add(Move::LineOption { start, axis, window: None });
                for skipped in 0..=(length - required) as u8 {
                    sink.add(Move::LineOption { start, axis, window: Some(skipped) });
                }
            }
        });
        if step.pending() {
            sink.add_cells(self.controlled(me), Move::PayLine);
        }
        if sink.is_empty() {
            sink.add(Move::NoLine);
        }
    }

    /// All cells of the line of `me` that begins at `start`.
    pub(crate) fn line_cells(&self, me: Player, start: Cell, axis: u8) -> B::Set {
        let axis = Direction::from(axis);
        run::<B>(start, axis, run_length::<B>(&self.markers(me), start, axis))
    }

    /// The cells that a line option collapses.
    pub(crate) fn option_cells(
        &self,
        me: Player,
        start: Cell,
        axis: u8,
        window: Option<u8>,
    ) -> B::Set {
        match window {
            None => self.line_cells(me, start, axis),
            Some(skipped) => {
                let axis = Direction::from(axis);
                let first = start.along(B::STEPS[axis], u32::from(skipped));
                run::<B>(first, axis, self.rules().line::<B>())
            }
        }
    }
}
