//! How good moves look before they are tried.

use super::simulate::Board;
use crate::bits::Bits;
use crate::geometry::{Beyond, Geometry};

/// By the surroundings alone: the answer to an intrusion, bridges to own
/// stones and edges, cells beside the last stone.
pub(super) fn local<B: Bits>(geometry: &Geometry<B>, board: &Board<B>, at: usize) -> f32 {
    let Some(last) = board.last else { return 0.0 };
    let own = |beyond: Beyond| match beyond {
        Beyond::Cell(cell) => board.stones[board.mover.index()].has(cell.index()),
        Beyond::Edge(colour) => colour == board.mover,
    };
    let ring = &geometry.ring[at];
    let mut value = 0.0;
    for d in 0..6 {
        let Beyond::Cell(cell) = ring[d] else { continue };
        if cell.index() == last {
            value += 0.3;
            if own(ring[(d + 1) % 6]) && own(ring[(d + 5) % 6]) {
                value += 1.0;
            }
        }
    }
    value
}

/// By the share of the current that flows through the cell, as a multiple of
/// what falls to a cell on average.
pub(super) fn by_share(share: f32) -> f32 {
    (share / 2.0).min(2.0)
}
