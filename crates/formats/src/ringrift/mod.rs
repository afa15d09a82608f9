//! JSON of RingRift.

mod fingerprint;
mod moves;
mod state;

pub use fingerprint::{fingerprint, fingerprint_text};
pub use moves::{
    HistoryPly, JsonMove, JsonPosition, MoveJsonError, ReadPly, awaits_decision, write_move,
};
pub use state::{JsonState, Ordered, StateError, write_state};

use takeback_ringrift::{Board, Cell, RingRift, Table};

/// What stands on a cell: `S112` a stack from the top, `M1` a marker, `C2` a
/// collapsed cell, nothing when it is empty.
#[must_use]
pub fn cell_text<B: Board, T: Table>(game: &RingRift<B, T>, cell: Cell) -> String {
    let stack = game.stack(cell);
    if !stack.is_none() {
        let rings: String = stack.rings().map(|ring| char::from(b'1' + ring.0)).collect();
        return format!("S{rings}");
    }
    if let Some(owner) = game.marker_at(cell) {
        return format!("M{}", owner.0 + 1);
    }
    game.collapsed_at(cell).map(|owner| format!("C{}", owner.0 + 1)).unwrap_or_default()
}
