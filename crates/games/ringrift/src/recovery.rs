//! Recovery: what a player with markers and buried rings but no stack may do.
//!
//! Two line lengths meet here. Whether a slide is a *line slide* is decided by
//! the longest run through its end and the length for this table; which run
//! collapses is the first, in the order of the axes, that has the length of
//! the bare board. Where the two disagree a line slide exists, which rules out
//! the lesser slides, and yet cannot be played.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell, Direction};
use crate::lines::{run, run_length};
use crate::moves::{Move, Recovery, Sink, cells};
use crate::state::RingRift;
use takeback_core::Player;

/// A run of markers through a cell.
#[derive(Copy, Clone, Debug)]
struct Run {
    start: Cell,
    axis: Direction,
    length: u32,
}

/// The run of `set` through `cell`, which is in it.
fn run_through<B: Board>(set: &B::Set, cell: Cell, axis: Direction) -> Run {
    let back = B::back(axis);
    let behind = run_length::<B>(set, cell, back) - 1;
    let length = behind + run_length::<B>(set, cell, axis);
    Run { start: cell.along(B::STEPS[back], behind), axis, length }
}

/// What a slide to an empty cell completes.
enum Slide {
    /// Nothing.
    Plain,
    /// A line that the rules then fail to play.
    Unplayable,
    /// The run that collapses, and the longest one.
    Line { collapsing: Run, longest: Run },
}

impl<B: Board> RingRift<B> {
    /// Whether `me` may recover: no stack, but markers and buried rings.
    #[inline]
    #[must_use]
    pub fn may_recover(&self, me: Player) -> bool {
        self.purse(me).rings() > 0 && self.controlled(me).is_empty() && !self.markers(me).is_empty()
    }

    fn slide(&self, me: Player, from: Cell, to: Cell) -> Slide {
        let line = self.rules().line::<B>();
        let markers = self.markers(me).without(from.index()).with(to.index());
        let runs = || B::RECOVERY_AXES.iter().map(|&axis| run_through::<B>(&markers, to, axis));
        let longer = |best: Run, run: Run| if run.length > best.length { run } else { best };
        let longest = runs().reduce(longer).filter(|run| run.length >= line);
        let first = runs().find(|run| run.length >= u32::from(B::BARE_LINE));
        match (longest, first) {
            (None, _) => Slide::Plain,
            (Some(longest), Some(collapsing)) if collapsing.length >= line => {
                Slide::Line { collapsing, longest }
            }
            _ => Slide::Unplayable,
        }
    }

    /// Visit every marker of `me` and every neighbour it could slide to.
    fn visit_slides(&self, me: Player, mut visit: impl FnMut(Cell, Cell)) {
        let open = B::ALL.minus(self.all_collapsed()).minus(self.all_markers());
        for from in cells(self.markers(me)) {
            for way in 0..B::WAYS {
                if B::room()[from.index()][way] > 0 {
                    let to = from.along(B::STEPS[way], 1);
                    if open.contains(to.index()) {
                        visit(from, to);
                    }
                }
            }
        }
    }

    /// All recovery slides; skipping them is listed elsewhere.
    pub(crate) fn emit_recoveries(&self, sink: &mut impl Sink) {
        let me = self.colour();
        let givers = self.burying(me);
        let mut line_exists = false;
        self.visit_slides(me, |from, to| {
            if self.stack(to).is_none() {
                match self.slide(me, from, to) {
                    Slide::Plain => {}
                    Slide::Unplayable => line_exists = true,
                    Slide::Line { longest, .. } => {
                        line_exists = true;
                        self.emit_line_slides(from, to, longest, givers, sink);
                    }
                }
            }
        });
        if line_exists {
            return;
        }
        self.visit_slides(me, |from, to| {
            let kind = if self.stack(to).is_none() { Recovery::Fallback } else { Recovery::Strike };
            if kind == Recovery::Fallback || self.rules().strike {
                sink.add_cells(givers, |extract| Move::Recover { kind, from, to, extract });
            }
        });
    }

    fn emit_line_slides(
        &self,
        from: Cell,
        to: Cell,
        longest: Run,
        givers: B::Set,
        sink: &mut impl Sink,
    ) {
        let kind = Recovery::Line;
        sink.add_cells(givers, |extract| Move::Recover { kind, from, to, extract });
        let line = self.rules().line::<B>();
        for first in 0..=longest.length - line {
            let start = longest.start.along(B::STEPS[longest.axis], first);
            let window = run::<B>(start, longest.axis, line);
            if longest.length > line && window.contains(to.index()) {
                sink.add(Move::RecoverFree { from, to, start, axis: longest.axis as u8 });
            }
        }
    }

    /// The run that collapses when `me`'s marker slides so and completes a line.
    pub(crate) fn recovered_line(&self, me: Player, from: Cell, to: Cell) -> B::Set {
        match self.slide(me, from, to) {
            Slide::Line { collapsing, .. } => {
                run::<B>(collapsing.start, collapsing.axis, collapsing.length)
            }
            Slide::Plain | Slide::Unplayable => B::Set::EMPTY,
        }
    }

    /// What collapses for free when `me` slides so and asks for `window`. With two long runs through the
    /// end of the slide the window is a part of the longest; yet where the run that the rules collapse
    /// has just the length of a line, there is nothing to choose in it, and it is that run.
    pub(crate) fn freed_line(&self, me: Player, from: Cell, to: Cell, window: B::Set) -> B::Set {
        match self.slide(me, from, to) {
            Slide::Line { collapsing, .. } if collapsing.length == self.rules().line::<B>() => {
                run::<B>(collapsing.start, collapsing.axis, collapsing.length)
            }
            _ => window,
        }
    }
}
