//! What one of several threads has found out and not yet told the others.
//!
//! Every simulation passes the nodes near the root. If each wrote there at
//! once, the lines of cache that hold them would travel between the cores all
//! the time, and two threads would be slower than one. So results of crowded
//! nodes are gathered here and told in batches, small beside what the node has
//! seen: a bound that is late by a sixty-fourth is still the same bound.

use super::share::Share;
use super::tree::{NodeId, Tree};

/// Places for nodes; a newcomer has the old one told first.
const PLACES: usize = 256;

/// No batch is larger.
const MOST: u32 = 64;

#[derive(Copy, Clone)]
struct Untold {
    node: NodeId,
    results: u32,
    units: u64,
}

/// Results of crowded nodes, gathered by one thread.
pub(super) struct Ledger(Box<[Untold; PLACES]>);

impl Default for Ledger {
    fn default() -> Self {
        let blank = Untold { node: NodeId::ROOT, results: 0, units: 0 };
        Ledger(Box::new([blank; PLACES]))
    }
}

impl Ledger {
    /// A simulation comes back from a node that so many had entered.
    #[inline]
    pub(super) fn note<M: Copy>(&mut self, tree: &Tree<M>, node: NodeId, seen: u32, share: Share) {
        let place = &mut self.0[node.0 as usize % PLACES];
        if place.node != node {
            place.tell(tree);
            place.node = node;
        }
        place.results += 1;
        place.units += u64::from(share.units());
        if place.results >= (seen / 32).min(MOST) {
            place.tell(tree);
        }
    }

    /// Tell everything.
    pub(super) fn close<M: Copy>(&mut self, tree: &Tree<M>) {
        self.0.iter_mut().for_each(|place| place.tell(tree));
    }
}

impl Untold {
    fn tell<M: Copy>(&mut self, tree: &Tree<M>) {
        if self.results > 0 {
            tree.add_results(self.node, self.results, self.units);
            (self.results, self.units) = (0, 0);
        }
    }
}
