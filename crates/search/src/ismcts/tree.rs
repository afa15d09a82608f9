//! A tree of what one player has seen: edges are labels.

use crate::mcts::Share;

/// The node of what is known at the position handed in.
pub(super) const ROOT: u32 = 0;

/// No node.
const NONE: u32 = 0;

#[derive(Clone, Copy)]
struct Node {
    label: u64,
    total: u64,
    visits: u32,
    /// How often the move could have been chosen.
    available: u32,
    /// The iteration that counted it last, so that moves which look alike
    /// count once.
    counted: u32,
    first: u32,
    next: u32,
}

const BLANK: Node = Node {
    label: 0,
    total: 0,
    visits: 0,
    available: 0,
    counted: u32::MAX,
    first: NONE,
    next: NONE,
};

/// The tree. When frozen it no longer grows: what has no node is played in a
/// last one that nobody asks.
#[derive(Clone)]
pub(super) struct LabelTree {
    nodes: Vec<Node>,
    frozen: bool,
}

/// The node that stands for everything outside a frozen tree.
const OUTSIDE: u32 = 1;

impl LabelTree {
    pub(super) fn new() -> Self {
        let mut nodes = Vec::with_capacity(1 << 12);
        nodes.extend([BLANK, BLANK]);
        LabelTree { nodes, frozen: false }
    }

    pub(super) fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
    }

    pub(super) fn freeze(&mut self, frozen: bool) {
        self.frozen = frozen;
    }

    /// The child along a label.
    pub(super) fn child(&self, at: u32, label: u64) -> Option<u32> {
        let mut child = self.nodes[at as usize].first;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if node.label == label {
                return Some(child);
            }
            child = node.next;
        }
        None
    }

    /// The child along a label, new if need be.
    pub(super) fn follow(&mut self, at: u32, label: u64) -> u32 {
        if let Some(child) = self.child(at, label) {
            return child;
        }
        if self.frozen || at == OUTSIDE {
            return OUTSIDE;
        }
        let child = self.nodes.len() as u32;
        let next = self.nodes[at as usize].first;
        self.nodes.push(Node { label, next, ..BLANK });
        self.nodes[at as usize].first = child;
        child
    }

    /// Count a child as available in this iteration and give its bound.
    pub(super) fn available(&mut self, child: u32, iteration: u64, exploration: f32) -> f32 {
        let node = &mut self.nodes[child as usize];
        if node.counted != iteration as u32 {
            node.counted = iteration as u32;
            node.available += 1;
        }
        if node.visits == 0 {
            return f32::MAX;
        }
        let visits = node.visits as f32;
        let mean = node.total as f32 / visits / Share::ONE.units() as f32;
        let available = node.available.max(node.visits) as f32;
        mean + exploration * (available.ln() / visits).sqrt()
    }

    pub(super) fn reward(&mut self, node: u32, share: Share) {
        let node = &mut self.nodes[node as usize];
        node.visits += 1;
        node.total += u64::from(share.units());
    }

    /// Visits, and their results added up in units.
    pub(super) fn results(&self, node: u32) -> (u32, u64) {
        let node = &self.nodes[node as usize];
        (node.visits, node.total)
    }
}
