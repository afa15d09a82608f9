//! The first stone where it may be taken over: neither too good nor too bad.

use takeback_core::SplitMix;
use takeback_hex::Bits;
use takeback_hex::Hex;
use takeback_hex::{Cell, Size};

/// Openings about which strong players disagree whether to swap them: near the
/// acute corner, or on the border near the obtuse one. Empty for boards so
/// small, or so uneven, that no opening is fair.
#[must_use]
pub fn fair_openings(size: Size) -> Vec<Cell> {
    let side = size.width();
    if !size.is_square() {
        return Vec::new();
    }
    let cells: &[(usize, usize)] = match side {
        0..=2 => &[],
        3..=6 => &[(0, 1)],
        7..=9 => &[(0, 1), (0, 2)],
        10..=12 => &[(0, 1), (0, side - 2), (1, 3)],
        _ => &[(0, 2), (0, side - 4), (1, 3)],
    };
    // Turned round every opening is the same.
    let both = |&(x, y): &(usize, usize)| [(x, y), (side - 1 - x, side - 1 - y)];
    cells.iter().flat_map(both).filter_map(|(x, y)| size.cell(x, y)).collect()
}

/// One of them, on an empty board.
pub(super) fn choose<B: Bits>(hex: &Hex<B>, seed: u64) -> Option<Cell> {
    if hex.is_swapped() || hex.empty() != hex.geometry().all {
        return None;
    }
    let fair = fair_openings(hex.size());
    let cell = *fair.get(SplitMix::stream(seed, 77).below(fair.len().max(1)))?;
    // The table is written for the colour that joins top and bottom.
    let black = hex.to_move() == takeback_hex::Colour::Black;
    Some(if black { cell } else { hex.size().mirrored(cell) })
}
