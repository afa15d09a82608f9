//! JSON of RingRift: states, plies, the fingerprint, and the answers of its service.
//!
//! The shapes are those that RingRift's own tools exchange; unknown fields are ignored.
//!
//! ```
//! use takeback_core::Game;
//! use takeback_players_ringrift::wire::{JsonState, write_state};
//! use takeback_ringrift::{RingRift, Square8};
//!
//! let game = RingRift::<Square8>::standard(2);
//! let text = write_state(&game, None, &[]).to_string();
//! let back: RingRift<Square8> = JsonState::read(&text)?.game()?;
//! assert_eq!(back, game);
//! # Ok::<(), takeback_players_ringrift::wire::StateError>(())
//! ```

mod fingerprint;
mod moves;
mod stacks;
mod state;
mod turn;
mod write;

pub mod service;

pub use fingerprint::{fingerprint, fingerprint_text};
pub use moves::{JsonMove, JsonPosition, MoveJsonError, ReadPly, awaits_decision, write_move};
pub use state::{JsonState, Ordered, StateError};
pub use write::write_state;

use takeback_ringrift::{Board, Cell, RingRift};

/// What stands on a cell: `S112` a stack from the top, `M1` a marker, `C2` a
/// collapsed cell, nothing when it is empty.
#[must_use]
pub fn cell_text<B: Board>(game: &RingRift<B>, cell: Cell) -> String {
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

#[cfg(test)]
mod tests;
