//! A closer look at hot nodes: virtual connections and must-play.

use super::Options;
use super::simulate::Board;
use super::tree::{EXCLUDED, Family, NodeId, Proof, Tree};
use crate::knowledge::Knowledge;
use takeback_core::clock::Instant;
use takeback_hex::Bits;
use takeback_hex::Geometry;
use takeback_hex::{Hex, Swap};

/// Room for looks.
pub(super) struct Look<B> {
    knowledge: Knowledge<B>,
}

impl<B: Bits> Look<B> {
    /// Looks end at the deadline, if there is one.
    pub(super) fn new(options: &Options, deadline: Option<Instant>) -> Self {
        let mut knowledge = Knowledge::new(options.effort);
        knowledge.until(deadline);
        Look { knowledge }
    }

    /// Decide the node if connections do; else put aside the children that
    /// need no search.
    pub(super) fn visit(
        &mut self,
        geometry: &'static Geometry<B>,
        tree: &Tree<B>,
        node: NodeId,
        family: &Family<B>,
        board: &Board<B>,
    ) {
        let hex = Hex::from_stones(geometry, Swap::Off, family.stones, board.mover, false);
        let advice = self.knowledge.advise(&hex);
        if let Some(winner) = advice.winner {
            tree.prove(node, if winner == board.mover { Proof::Loss } else { Proof::Win });
            return;
        }
        for child in family.nodes() {
            if !advice.candidates.has(tree.cell(child)) {
                tree.set_bias(child, EXCLUDED);
            }
        }
    }
}
