//! A closer look at hot nodes: virtual connections, must-play, current.

use super::simulate::Board;
use super::tree::{EXCLUDED, Family, NodeId, Proof, Tree};
use super::{Options, prior};
use crate::bits::Bits;
use crate::geometry::{Cell, Geometry};
use crate::knowledge::Knowledge;
use crate::state::{Hex, Swap};

/// Room for looks.
pub(super) struct Look<B> {
    knowledge: Knowledge<B>,
    shares: Vec<f32>,
    weight: f32,
}

impl<B: Bits> Look<B> {
    pub(super) fn new(options: &Options) -> Self {
        let knowledge = Knowledge::new(options.effort);
        Look { knowledge, shares: Vec::new(), weight: options.bias }
    }

    /// Decide the node if connections do; else put aside the children that
    /// need no search and give the others better priors.
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
        self.shares.resize(geometry.size.cells(), 0.0);
        let last = board.last.map(Cell::from);
        self.knowledge.priors(&hex, advice.candidates, last, &mut self.shares);
        for child in family.nodes() {
            let at = tree.cell(child);
            if !advice.candidates.has(at) {
                tree.set_bias(child, EXCLUDED);
            } else if tree.bias(child) > EXCLUDED {
                let share = self.shares[at] * advice.candidates.count() as f32;
                tree.set_bias(child, self.weight * prior::by_share(share));
            }
        }
    }
}
