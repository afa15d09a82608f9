//! The clicks that mean a ply, and the cells it concerns.

use super::layout::index;
use super::name;
use crate::geometry::{Board, Cell, CellName};
use crate::moves::{Border, Move, Recovery, cells};
use crate::state::RingRift;
use takeback_core::Game;
use takeback_scene::{Input, Target};

/// What a ply is called that says nothing but that there is nothing to say.
pub(super) fn bookkeeping(m: Move) -> &'static str {
    match m {
        Move::SkipPlacement => "place nothing",
        Move::NoPlacement => "no placement possible",
        Move::SkipCapture => "stop capturing",
        Move::SkipRecovery => "recover nothing",
        Move::NoMovement => "no move possible",
        Move::NoLine => "no line",
        Move::SkipTerritory => "claim nothing",
        Move::NoTerritory => "no region",
        Move::Swap => "swap colours",
        _ => "go on",
    }
}

fn on<B: Board>(path: &[Cell]) -> Input {
    Input::cells(path.iter().map(|&cell| index::<B>(cell)))
}

impl<B: Board> RingRift<B> {
    pub(super) fn clicks(&self, m: Move) -> Input {
        match m {
            Move::Place { to, rings } => {
                let input = on::<B>(&[to]);
                // On a stack only one ring may be placed: nothing to ask.
                match (self.stack(to).is_none(), rings) {
                    (false, _) => input,
                    (true, 1) => input.then_button("1 ring"),
                    (true, _) => input.then_button(format!("{rings} rings")),
                }
            }
            Move::Slide { from, to } => on::<B>(&[from, to]),
            Move::Capture { from, target, to } => on::<B>(&[from, target, to]),
            // The stack of a chain is known.
            Move::Continue { target, to, .. } => on::<B>(&[target, to]),
            Move::Recover { kind, from, to, extract } => {
                let how = match kind {
                    Recovery::Line => "complete the line",
                    Recovery::Fallback => "just slide",
                    Recovery::Strike => "strike the stack",
                };
                on::<B>(&[from, to, extract]).then_button(how)
            }
            Move::RecoverFree { from, to, .. } => {
                let (first, last) = Self::ends(self.subject(m));
                let part =
                    format!("collapse {} to {}", cell_name::<B>(first), cell_name::<B>(last));
                on::<B>(&[from, to]).then_button(part)
            }
            Move::Line { .. } => self.line_clicks(m),
            Move::LineOption { window, .. } => self.line_clicks(m).then_button(match window {
                None => "the whole line".to_owned(),
                Some(_) => {
                    let (first, last) = Self::ends(self.chosen(m));
                    format!("{} to {}, for free", cell_name::<B>(first), cell_name::<B>(last))
                }
            }),
            Move::PayLine(cell)
            | Move::PayCap(cell)
            | Move::PayBuried(cell)
            | Move::ForcedElimination(cell) => on::<B>(&[cell]),
            Move::Claim { seed, border } => self.claim_clicks(seed, border),
            Move::Resign(player) => Input::button(format!("{} resigns", name(player))),
            Move::TimeOut(player) => Input::button(format!("time is up for {}", name(player))),
            bare => Input::button(bookkeeping(bare)),
        }
    }

    /// Both ends of the line.
    fn line_clicks(&self, m: Move) -> Input {
        let (first, last) = Self::ends(self.subject(m));
        on::<B>(&[first, last])
    }

    /// The first cell of the region, and its border where several regions
    /// begin there.
    fn claim_clicks(&self, seed: Cell, border: Border) -> Input {
        let input = on::<B>(&[seed]);
        let twin =
            |m: &Move| matches!(*m, Move::Claim { seed: s, border: b } if s == seed && b != border);
        if !self.legal_moves().iter().any(twin) {
            return input;
        }
        input.then(Target::Button(match border {
            Border::Markers(colour) => format!("enclosed by {}", name(colour)),
            Border::Collapsed => "enclosed by territory".to_owned(),
        }))
    }

    /// First and last cell of a run. A line has at least two.
    fn ends(set: B::Set) -> (Cell, Cell) {
        let mut run = cells(set);
        let first = run.next().unwrap_or_default();
        (first, run.last().unwrap_or(first))
    }

    pub(super) fn concerned(&self, m: Move) -> Vec<u16> {
        let path: Vec<Cell> = match m {
            Move::Place { to, .. } => vec![to],
            Move::Slide { from, to } | Move::RecoverFree { from, to, .. } => vec![from, to],
            Move::Capture { from, target, to } | Move::Continue { from, target, to } => {
                vec![from, target, to]
            }
            Move::Recover { from, to, extract, .. } => vec![from, to, extract],
            Move::Line { .. } | Move::LineOption { .. } | Move::Claim { .. } => {
                cells(self.chosen(m)).collect()
            }
            Move::PayLine(cell)
            | Move::PayCap(cell)
            | Move::PayBuried(cell)
            | Move::ForcedElimination(cell) => vec![cell],
            _ => Vec::new(),
        };
        path.into_iter().map(index::<B>).collect()
    }
}

pub(super) fn cell_name<B: Board>(cell: Cell) -> String {
    CellName::<B>::of(cell).to_string()
}
