//! Plies made without asking whether they are legal.
//!
//! RingRift's own tools apply any ply whose player, phase and kind fit, even
//! with hand-made regions and lines. Their records need the same. Games and
//! searches never come here; what cannot be carried out at all is refused.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell, Direction};
use crate::moves::{Move, Recovery};
use crate::stack::Stack;
use crate::state::RingRift;
use crate::step::Phase;
use std::error::Error;
use std::fmt;
use takeback_core::Mark;

/// A ply that need not be legal.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum LoosePly<S> {
    /// An ordinary ply.
    Ply(Move),
    /// Collapse just these cells as (a part of) a line.
    Line {
        /// The cells.
        cells: S,
        /// Whether that is the whole line, which must be paid for.
        whole: bool,
    },
    /// Claim just these cells.
    Claim(S),
}

/// Why a ply cannot even be carried out.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum LooseError {
    /// Not a ply of this phase.
    Phase(Phase),
    /// No stack where one is needed.
    NoStack(Cell),
    /// A stack, marker or collapsed cell where none may be.
    Occupied(Cell),
    /// More rings than the hand holds or a stack can hold.
    Rings,
    /// No marker of the player where one is needed.
    NoMarker(Cell),
}

impl fmt::Display for LooseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LooseError::Phase(phase) => write!(f, "not a ply of phase {}", phase.name()),
            LooseError::NoStack(cell) => write!(f, "no fitting stack on cell number {}", cell.0),
            LooseError::Occupied(cell) => write!(f, "cell number {} is not free", cell.0),
            LooseError::Rings => f.write_str("not so many rings"),
            LooseError::NoMarker(cell) => write!(f, "no own marker on cell number {}", cell.0),
        }
    }
}

impl Error for LooseError {}

/// Whether plies of this kind belong to the phase.
#[must_use]
pub fn fits_phase<S>(ply: &LoosePly<S>, phase: Phase) -> bool {
    let LoosePly::Ply(m) = ply else {
        let line = matches!(ply, LoosePly::Line { .. });
        let home = if line { Phase::LineProcessing } else { Phase::TerritoryProcessing };
        return phase == home;
    };
    match m {
        Move::Place { .. } | Move::SkipPlacement | Move::NoPlacement | Move::Swap => {
            phase == Phase::RingPlacement
        }
        Move::Slide { .. }
        | Move::Recover { .. }
        | Move::RecoverFree { .. }
        | Move::SkipRecovery
        | Move::NoMovement => phase == Phase::Movement,
        Move::Capture { .. } => matches!(phase, Phase::Movement | Phase::Capture),
        Move::Continue { .. } => phase == Phase::ChainCapture,
        Move::SkipCapture => phase == Phase::Capture,
        Move::Line { .. } | Move::LineOption { .. } | Move::PayLine(_) | Move::NoLine => {
            phase == Phase::LineProcessing
        }
        // A payment that does not say what for is one for territory, even among lines.
        Move::PayCap(_) => matches!(phase, Phase::LineProcessing | Phase::TerritoryProcessing),
        Move::Claim { .. } | Move::PayBuried(_) | Move::SkipTerritory | Move::NoTerritory => {
            phase == Phase::TerritoryProcessing
        }
        Move::ForcedElimination(_) => phase == Phase::ForcedElimination,
        Move::Resign(_) | Move::TimeOut(_) => phase != Phase::GameOver,
    }
}

impl<B: Board> RingRift<B> {
    /// Make a ply without asking whether it is legal. It can be taken back
    /// with the mark like any other.
    ///
    /// # Errors
    /// When it cannot be carried out at all; the position is then unchanged.
    ///
    /// # Panics
    /// When a cell of the ply has a number that no cell of this board has.
    pub fn make_loose(&mut self, ply: LoosePly<B::Set>) -> Result<Mark, LooseError> {
        let phase = self.phase();
        if !fits_phase(&ply, phase) {
            return Err(LooseError::Phase(phase));
        }
        if let LoosePly::Ply(m) = ply {
            self.possible(m)?;
        }
        let mark = self.words.mark();
        let step = self.opened(Move::Swap); // any acting ply
        match ply {
            // It does nothing while there is a line.
            LoosePly::Ply(Move::NoLine) if self.has_line(step.player()) => {}
            LoosePly::Ply(Move::PayCap(from)) if phase == Phase::LineProcessing => {
                self.behead(step.player(), from, self.stack(from).cap());
                self.set_step(step.with_pending(false));
            }
            LoosePly::Ply(m) => self.play(m),
            LoosePly::Line { cells, whole } => {
                let cells = cells.minus(self.all_collapsed()).minus(self.all_stacks());
                self.collapse_line(step, cells, whole && !cells.is_empty());
            }
            LoosePly::Claim(region) => self.claim(step, region.minus(self.all_collapsed())),
        }
        Ok(mark)
    }

    /// Take back a ply made by [`make_loose`](RingRift::make_loose).
    pub fn unmake_loose(&mut self, mark: Mark) {
        self.words.roll_back(mark);
    }

    /// Whether the effects of `m` make any sense on this board.
    fn possible(&self, m: Move) -> Result<(), LooseError> {
        let me = self.colour();
        match m {
            Move::Place { to, rings } => {
                self.without(to, self.all_markers().or(self.all_collapsed()))?;
                let height = self.stack(to).height() as usize + usize::from(rings);
                let fits = height <= Stack::HIGHEST && u16::from(rings) <= self.purse(me).hand();
                if fits { Ok(()) } else { Err(LooseError::Rings) }
            }
            Move::Slide { from, to } => {
                self.with_stack(from)?;
                self.without(to, self.all_stacks().or(self.all_collapsed()))
            }
            Move::Capture { from, target, to } | Move::Continue { from, target, to } => {
                self.with_stack(from)?;
                self.with_stack(target)?;
                self.without(to, self.all_stacks().or(self.all_collapsed()))?;
                let room = (self.stack(from).height() as usize) < Stack::HIGHEST;
                if from != target && room { Ok(()) } else { Err(LooseError::Rings) }
            }
            Move::Recover { kind, from, to, extract } => {
                self.own_marker(from)?;
                match kind {
                    Recovery::Strike => self.with_stack(to)?,
                    Recovery::Line | Recovery::Fallback => self.without(to, self.anything())?,
                }
                if self.stack(extract).buries(me) {
                    Ok(())
                } else {
                    Err(LooseError::NoStack(extract))
                }
            }
            Move::RecoverFree { from, to, start, axis } => {
                self.own_marker(from)?;
                self.holds_run(start, axis, self.rules().line::<B>())?;
                self.without(to, self.anything())?;
                let after = self.markers(me).without(from.index()).with(to.index());
                match self.subject(m).minus(after).first() {
                    None => Ok(()),
                    Some(at) => Err(LooseError::NoMarker(Cell::of(at))),
                }
            }
            Move::Line { start, axis } => {
                self.own_marker(start)?;
                self.holds_run(start, axis, 1)
            }
            Move::LineOption { start, axis, window } => {
                self.own_marker(start)?;
                let beyond =
                    window.map_or(0, |skipped| u32::from(skipped) + self.rules().line::<B>());
                self.holds_run(start, axis, beyond)
            }
            Move::PayLine(at) | Move::PayCap(at) | Move::ForcedElimination(at) => {
                self.with_stack(at)
            }
            Move::PayBuried(at) if !self.stack(at).buries(me) => Err(LooseError::NoStack(at)),
            _ => Ok(()),
        }
    }

    /// Whether the board has `length` cells from `start` along `axis`.
    fn holds_run(&self, start: Cell, axis: u8, length: u32) -> Result<(), LooseError> {
        let axis = Direction::from(axis);
        let room = if axis < B::WAYS { u32::from(B::room()[start.index()][axis]) + 1 } else { 0 };
        if length <= room && room > 0 { Ok(()) } else { Err(LooseError::NoMarker(start)) }
    }

    fn anything(&self) -> B::Set {
        self.all_stacks().or(self.all_markers()).or(self.all_collapsed())
    }

    fn with_stack(&self, at: Cell) -> Result<(), LooseError> {
        if self.stack(at).is_none() { Err(LooseError::NoStack(at)) } else { Ok(()) }
    }

    fn without(&self, at: Cell, things: B::Set) -> Result<(), LooseError> {
        if things.contains(at.index()) { Err(LooseError::Occupied(at)) } else { Ok(()) }
    }

    fn own_marker(&self, at: Cell) -> Result<(), LooseError> {
        let own = self.markers(self.colour()).contains(at.index());
        if own { Ok(()) } else { Err(LooseError::NoMarker(at)) }
    }
}
