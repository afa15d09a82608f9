//! What is known of information sets: a node for each, an edge for each move.
//!
//! Nodes are found by the key of what their owner knows, however the game came
//! there, so that deals which look alike share one node and others do not.

use crate::mcts::Share;
use std::collections::HashMap;

/// No edge.
const NONE: u32 = 0;

#[derive(Clone, Copy)]
struct Edge {
    label: u64,
    total: u64,
    visits: u32,
    /// How often the move could have been chosen.
    available: u32,
    /// The iteration that counted it last, so that moves which look alike
    /// count once.
    counted: u32,
    next: u32,
}

const BLANK: Edge =
    Edge { label: 0, total: 0, visits: 0, available: 0, counted: u32::MAX, next: NONE };

/// The table. When frozen it no longer grows: what has no node or edge is played
/// and not remembered.
#[derive(Clone)]
pub(super) struct InfoTable {
    /// The first edge of each node.
    first: HashMap<u64, u32>,
    edges: Vec<Edge>,
    frozen: bool,
}

/// What a node takes in the map, with room to grow.
const NODE_BYTES: usize = 2 * size_of::<(u64, u32)>();

impl InfoTable {
    pub(super) fn new() -> Self {
        let mut edges = Vec::with_capacity(1 << 12);
        edges.push(BLANK);
        InfoTable { first: HashMap::new(), edges, frozen: false }
    }

    pub(super) fn bytes(&self) -> usize {
        self.edges.len() * size_of::<Edge>() + self.first.len() * NODE_BYTES
    }

    pub(super) fn freeze(&mut self, frozen: bool) {
        self.frozen = frozen;
    }

    /// The first edge of a set: `None` if the set has never been met.
    pub(super) fn node(&self, set: u64) -> Option<u32> {
        self.first.get(&set).copied()
    }

    /// The edge along a label, in the list that begins at `first`.
    pub(super) fn edge(&self, first: u32, label: u64) -> Option<u32> {
        let mut at = first;
        while at != NONE {
            let edge = &self.edges[at as usize];
            if edge.label == label {
                return Some(at);
            }
            at = edge.next;
        }
        None
    }

    /// A new edge of a set; none while frozen.
    pub(super) fn grow(&mut self, set: u64, label: u64) -> Option<u32> {
        if self.frozen {
            return None;
        }
        let edge = self.edges.len() as u32;
        let first = self.first.entry(set).or_insert(NONE);
        self.edges.push(Edge { label, next: *first, ..BLANK });
        *first = edge;
        Some(edge)
    }

    /// Count an edge as available in this iteration and give its bound.
    pub(super) fn available(&mut self, edge: u32, iteration: u64, exploration: f32) -> f32 {
        let edge = &mut self.edges[edge as usize];
        if edge.counted != iteration as u32 {
            edge.counted = iteration as u32;
            edge.available += 1;
        }
        if edge.visits == 0 {
            return f32::MAX;
        }
        let visits = edge.visits as f32;
        let mean = edge.total as f32 / visits / Share::ONE.units() as f32;
        let available = edge.available.max(edge.visits) as f32;
        mean + exploration * (available.ln() / visits).sqrt()
    }

    pub(super) fn reward(&mut self, edge: u32, share: Share) {
        let edge = &mut self.edges[edge as usize];
        edge.visits += 1;
        edge.total += u64::from(share.units());
    }

    /// Visits, and their results added up in units.
    pub(super) fn results(&self, edge: u32) -> (u32, u64) {
        let edge = &self.edges[edge as usize];
        (edge.visits, edge.total)
    }
}
