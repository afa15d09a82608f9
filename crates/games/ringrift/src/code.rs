//! A ply as one number: five bits for its kind, ten for each of up to three cells, the rest for what else it says.

use crate::geometry::Cell;
use crate::moves::{Border, Move, Recovery};
use takeback_core::{Coded, Player};

/// Kind, three cells of ten bits, and one more number.
fn packed(kind: u64, cells: [Cell; 3], more: u64) -> u64 {
    let [a, b, c] = cells.map(|cell| u64::from(cell.0));
    kind | a << 5 | b << 15 | c << 25 | more << 35
}

/// No cell where there is none.
const NONE: Cell = Cell(0);

impl Coded for Move {
    fn code(self) -> u64 {
        let bare = |kind| packed(kind, [NONE; 3], 0);
        let at = |kind, cell| packed(kind, [cell, NONE, NONE], 0);
        match self {
            Move::Place { to, rings } => packed(0, [to, NONE, NONE], rings.into()),
            Move::SkipPlacement => bare(1),
            Move::NoPlacement => bare(2),
            Move::Swap => bare(3),
            Move::Slide { from, to } => packed(4, [from, to, NONE], 0),
            Move::Capture { from, target, to } => packed(5, [from, target, to], 0),
            Move::Continue { from, target, to } => packed(6, [from, target, to], 0),
            Move::SkipCapture => bare(7),
            Move::Recover { kind, from, to, extract } => {
                packed(8, [from, to, extract], kind as u64)
            }
            Move::RecoverFree { from, to, start, axis } => {
                packed(9, [from, to, start], axis.into())
            }
            Move::SkipRecovery => bare(10),
            Move::NoMovement => bare(11),
            Move::Line { start, axis } => packed(12, [start, NONE, NONE], axis.into()),
            Move::LineOption { start, axis, window } => {
                let window = window.map_or(0, |window| u64::from(window) + 1);
                packed(13, [start, NONE, NONE], u64::from(axis) | window << 8)
            }
            Move::PayLine(cell) => at(14, cell),
            Move::NoLine => bare(15),
            Move::Claim { seed, border } => {
                let border = match border {
                    Border::Collapsed => 0,
                    Border::Markers(player) => u64::from(player.0) + 1,
                };
                packed(16, [seed, NONE, NONE], border)
            }
            Move::PayCap(cell) => at(17, cell),
            Move::PayBuried(cell) => at(18, cell),
            Move::SkipTerritory => bare(19),
            Move::NoTerritory => bare(20),
            Move::ForcedElimination(cell) => at(21, cell),
            Move::Resign(player) => packed(22, [NONE; 3], player.0.into()),
            Move::TimeOut(player) => packed(23, [NONE; 3], player.0.into()),
        }
    }

    fn decode(code: u64) -> Self {
        let cell = |shift: u32| Cell((code >> shift & 1023) as u16);
        let (a, b, c) = (cell(5), cell(15), cell(25));
        let more = code >> 35;
        let (axis, player) = (more as u8, Player(more as u8));
        match code & 31 {
            0 => Move::Place { to: a, rings: more as u8 },
            1 => Move::SkipPlacement,
            2 => Move::NoPlacement,
            3 => Move::Swap,
            4 => Move::Slide { from: a, to: b },
            5 => Move::Capture { from: a, target: b, to: c },
            6 => Move::Continue { from: a, target: b, to: c },
            7 => Move::SkipCapture,
            8 => {
                let kind = match more {
                    0 => Recovery::Line,
                    1 => Recovery::Fallback,
                    _ => Recovery::Strike,
                };
                Move::Recover { kind, from: a, to: b, extract: c }
            }
            9 => Move::RecoverFree { from: a, to: b, start: c, axis },
            10 => Move::SkipRecovery,
            11 => Move::NoMovement,
            12 => Move::Line { start: a, axis },
            13 => {
                let window = ((more >> 8) as u8).checked_sub(1);
                Move::LineOption { start: a, axis, window }
            }
            14 => Move::PayLine(a),
            15 => Move::NoLine,
            16 => {
                let border = match more {
                    0 => Border::Collapsed,
                    player => Border::Markers(Player(player as u8 - 1)),
                };
                Move::Claim { seed: a, border }
            }
            17 => Move::PayCap(a),
            18 => Move::PayBuried(a),
            19 => Move::SkipTerritory,
            20 => Move::NoTerritory,
            21 => Move::ForcedElimination(a),
            22 => Move::Resign(player),
            _ => Move::TimeOut(player),
        }
    }
}
