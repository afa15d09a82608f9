//! Choices that a thread stays with for a few simulations.
//!
//! What threads that share a tree pay for is lines of cache: to choose among
//! the children of a node means to read what others have just written about
//! them, and to tell a result means to take the line away from them. A thread
//! that goes down another way every time meets fresh writing everywhere. So
//! after choosing a child that many have visited it goes there again a few
//! times, for at most a thirty-second of what the child has seen: by then the
//! lines below are its own, and nobody else is near. The bounds see to it that
//! a child visited ahead of its turn is passed over later.

use super::tree::NodeId;

/// Depths at which choices are kept; deeper nodes are hardly crowded.
const DEPTHS: usize = 32;

/// No choice is kept for longer.
const MOST: u32 = 16;

/// The part of a child's visits that may be made ahead of their turn.
const PART: u32 = 32;

#[derive(Copy, Clone)]
struct Lease {
    node: NodeId,
    child: NodeId,
    left: u32,
}

/// One thread's choices, by depth.
pub(super) struct Leases([Lease; DEPTHS]);

impl Default for Leases {
    fn default() -> Self {
        Leases([Lease { node: NodeId::ROOT, child: NodeId::ROOT, left: 0 }; DEPTHS])
    }
}

impl Leases {
    /// The child of `node` to go to again, if there is one.
    #[inline]
    pub(super) fn renew(&mut self, depth: usize, node: NodeId) -> Option<NodeId> {
        let lease = self.0.get_mut(depth)?;
        if lease.left == 0 || lease.node != node {
            return None;
        }
        lease.left -= 1;
        Some(lease.child)
    }

    /// A choice was made, of a child that so many have visited.
    #[inline]
    pub(super) fn begin(&mut self, depth: usize, node: NodeId, child: NodeId, seen: u32) {
        if let Some(lease) = self.0.get_mut(depth) {
            let left = (seen / PART).min(MOST).saturating_sub(1);
            *lease = Lease { node, child, left };
        }
    }

    /// Nodes may be other nodes now.
    pub(super) fn end(&mut self) {
        self.0.iter_mut().for_each(|lease| lease.left = 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_kept_for_a_part_of_its_visits() {
        let (node, child) = (NodeId(8), NodeId(80));
        let mut leases = Leases::default();
        for (seen, again) in [(0, 0), (63, 0), (64, 1), (320, 9), (1 << 20, 15)] {
            leases.begin(3, node, child, seen);
            assert_eq!((leases.renew(2, node), leases.renew(3, child)), (None, None));
            assert_eq!((0..100).filter(|_| leases.renew(3, node).is_some()).count(), again);
        }
        leases.begin(0, node, child, 1 << 20);
        leases.end();
        assert_eq!(leases.renew(0, node), None);
        leases.begin(DEPTHS, node, child, 1 << 20);
        assert_eq!(leases.renew(DEPTHS, node), None);
    }
}
