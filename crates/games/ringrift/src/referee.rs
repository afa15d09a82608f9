//! Why a ply is illegal.

use crate::geometry::Board;
use crate::moves::Move;
use crate::state::{RingRift, Table};
use takeback_core::Game;

impl<B: Board, T: Table> RingRift<B, T> {
    /// Why the rules do not allow `m` here; `None` when they do.
    #[must_use]
    pub fn objection(&self, m: Move) -> Option<String> {
        if self.legal_moves().contains(&m) { None } else { Some("not listed".into()) }
    }
}
