//! Plies in words, and the rule that forbids a click.

use super::inputs::{bookkeeping, cell_name};
use super::layout::index;
use super::name;
use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::moves::{Border, Move, Recovery, cells};
use crate::state::RingRift;
use crate::step::Phase;
use takeback_scene::Target;

fn rings(count: u8) -> String {
    if count == 1 { "1 ring".to_owned() } else { format!("{count} rings") }
}

impl<B: Board> RingRift<B> {
    pub(super) fn ply_in_words(&self, m: Move) -> String {
        let at = cell_name::<B>;
        match m {
            Move::Place { to, rings: count } => format!("places {} on {}", rings(count), at(to)),
            Move::Slide { from, to } => format!("moves from {} to {}", at(from), at(to)),
            Move::Capture { from, target, to } => {
                format!(
                    "jumps from {} over {} to {} and takes a ring",
                    at(from),
                    at(target),
                    at(to)
                )
            }
            Move::Continue { target, to, .. } => {
                format!("jumps on over {} to {} and takes another ring", at(target), at(to))
            }
            Move::Recover { kind, from, to, extract } => {
                let how = match kind {
                    Recovery::Line => ", completes a line",
                    Recovery::Fallback => "",
                    Recovery::Strike => ", strikes the stack there",
                };
                format!(
                    "recovers a ring from {}: the marker slides from {} to {}{how}",
                    at(extract),
                    at(from),
                    at(to)
                )
            }
            Move::RecoverFree { from, to, .. } => {
                format!(
                    "slides a marker from {} to {} and collapses a part of the line",
                    at(from),
                    at(to)
                )
            }
            Move::Line { .. } => self.collapses("the line", m),
            Move::LineOption { window: None, .. } => self.collapses("the whole line", m),
            Move::LineOption { window: Some(_), .. } => {
                self.collapses("a part of the line, for free,", m)
            }
            Move::PayLine(cell) => format!("pays a ring from {}", at(cell)),
            Move::PayCap(cell) => format!("pays the cap of {}", at(cell)),
            Move::PayBuried(cell) => format!("pays a buried ring from {}", at(cell)),
            Move::ForcedElimination(cell) => format!("must give up the cap of {}", at(cell)),
            Move::Claim { border, .. } => {
                let count = self.chosen(m).count();
                let by = match border {
                    Border::Markers(colour) => format!("{}'s markers", name(colour)),
                    Border::Collapsed => "territory".to_owned(),
                };
                format!("claims a region of {count} enclosed by {by}")
            }
            Move::Resign(player) => format!("{} resigns", name(player)),
            Move::TimeOut(player) => format!("time is up for {}", name(player)),
            bare => bookkeeping(bare).to_owned(),
        }
    }

    fn collapses(&self, what: &str, m: Move) -> String {
        let mut run = cells(self.chosen(m));
        let first = run.next().unwrap_or_default();
        let last = run.last().unwrap_or(first);
        format!("collapses {what} from {} to {}", cell_name::<B>(first), cell_name::<B>(last))
    }

    pub(super) fn rule_against(&self, clicks: &[Target]) -> Option<String> {
        let mut path = clicks.iter().filter_map(|target| match target {
            Target::Cell(at) => cells(B::ALL).find(|&cell| index::<B>(cell) == *at),
            _ => None,
        });
        let first = path.next()?;
        let last = path.next_back();
        let step = self.step();
        let at = cell_name::<B>;
        Some(match self.phase() {
            Phase::LineProcessing if step.pending() => {
                "The line must be paid for: choose a stack of yours that gives a ring.".to_owned()
            }
            Phase::LineProcessing => {
                "Lines are collapsed first: choose both ends of one.".to_owned()
            }
            Phase::TerritoryProcessing if step.debt() => {
                "The region must be paid for: choose a stack of yours outside it.".to_owned()
            }
            Phase::TerritoryProcessing => {
                "Regions are claimed first: choose the first cell of one, or claim nothing."
                    .to_owned()
            }
            Phase::ForcedElimination => {
                "You could do nothing: the cap of one of your stacks is lost.".to_owned()
            }
            Phase::Capture | Phase::ChainCapture => {
                "Only captures of the stack on the move are left, or stopping.".to_owned()
            }
            Phase::Movement if step.must_move().is_some_and(|cell| cell != first) => {
                "The stack on which you have just placed must move.".to_owned()
            }
            Phase::RingPlacement if last.is_none() => self.placing(first)?,
            _ => self.moving(first, last, &at)?,
        })
    }

    /// Why no ring may be placed here.
    fn placing(&self, cell: Cell) -> Option<String> {
        let taken = Self::holds(self.all_collapsed(), cell);
        let marked = self.colours().any(|colour| Self::holds(self.markers(colour), cell));
        Some(match () {
            () if taken => "Nothing is placed on collapsed cells.".to_owned(),
            () if marked => "Nothing is placed on markers.".to_owned(),
            () => {
                "After placing, the stack must be able to move: from here it could not.".to_owned()
            }
        })
    }

    /// Why this stack does not go there.
    fn moving(&self, from: Cell, to: Option<Cell>, at: &dyn Fn(Cell) -> String) -> Option<String> {
        let stack = self.stack(from);
        if stack.is_none() {
            return None;
        }
        if stack.controller() != self.colour() {
            return Some(format!(
                "This stack is {}'s: its top ring decides.",
                name(stack.controller())
            ));
        }
        let to = to?;
        if Self::holds(self.all_collapsed(), to) {
            return Some("Nobody stands on collapsed cells.".to_owned());
        }
        let height = stack.height();
        Some(format!(
            "A stack of {height} moves {height} or more cells straight, with nothing but markers in its way; \
             {} is not such a cell.",
            at(to)
        ))
    }

    fn holds(set: B::Set, cell: Cell) -> bool {
        cells(set).any(|other| other == cell)
    }
}
