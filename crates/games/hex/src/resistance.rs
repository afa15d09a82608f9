//! The board as a circuit: how well current flows between a colour's edges.
//!
//! Own stones conduct freely, empty cells resist by one, enemy stones do not
//! conduct. Bridges conduct too, as wires of their own. The conductances of
//! both colours compared judge a position; the current through a cell, added
//! for both colours, says how much play there matters.

use crate::bits::Bits;
use crate::geometry::{Colour, Geometry};

/// Conductance of a bridge by its empty ends: nearly a wire between two stones
/// or a stone and an edge, a weak one between two empty cells.
const BRIDGE: [f32; 3] = [8.0, 1.5, 0.6];
/// Relaxation stops when no voltage changes more.
const CLOSE: f32 = 2e-4;
/// Over-relaxation: between plain sweeps (1) and where they diverge (2).
const PUSH: f32 = 1.6;

/// A circuit; its room is reused from board to board.
#[derive(Clone, Debug, Default)]
pub struct Circuit {
    /// Per cell its node; own groups share one. Nodes 0 and 1 are the edges.
    node: Vec<u16>,
    /// Wires of all nodes in a row: (other node, conductance).
    wires: Vec<(u16, f32)>,
    /// Where the wires of each node begin.
    starts: Vec<u32>,
    pending: Vec<(u16, u16, f32)>,
    voltage: Vec<f32>,
    size: Vec<f32>,
}

const NONE: u16 = u16::MAX;

impl Circuit {
    /// Conductance between the edges of `colour`, zero when cut off; infinite
    /// when joined. Adds the current through each empty cell, as a share of
    /// the whole, to `flow`.
    pub fn conductance<B: Bits>(
        &mut self,
        geometry: &Geometry<B>,
        stones: [B; 2],
        colour: Colour,
        flow: &mut [f32],
    ) -> f32 {
        if geometry.joins(colour, stones[colour.index()]) {
            return f32::INFINITY;
        }
        self.lay(geometry, stones, colour);
        self.relax();
        let whole = self.current(0);
        if whole < 1e-6 {
            return 0.0;
        }
        let empty = geometry.all.minus(stones[0] | stones[1]);
        for at in empty.iter() {
            flow[at] += self.current(self.node[at] as usize) / (2.0 * whole);
        }
        whole
    }

    fn lay<B: Bits>(&mut self, geometry: &Geometry<B>, stones: [B; 2], colour: Colour) {
        let own = stones[colour.index()];
        let empty = geometry.all.minus(stones[0] | stones[1]);
        let edges = geometry.edges[colour.index()];
        let nodes = self.number(geometry, own, empty, edges);
        self.pending.clear();
        for at in empty.iter() {
            let here = self.node[at];
            for near in (geometry.adjacent[at] & (empty | own)).iter() {
                if own.has(near) {
                    self.pending.push((here, self.node[near], 1.0));
                } else if near > at {
                    self.pending.push((here, self.node[near], 0.5));
                }
            }
            for (edge, cells) in edges.into_iter().enumerate() {
                if cells.has(at) {
                    self.pending.push((here, edge as u16, 1.0));
                }
            }
        }
        self.lay_bridges(geometry, own, empty, edges);
        self.index_wires(nodes);
        self.voltage.clear();
        self.voltage.resize(nodes, 0.5);
        self.voltage[0] = 1.0;
        self.voltage[1] = 0.0;
    }

    fn number<B: Bits>(
        &mut self,
        geometry: &Geometry<B>,
        own: B,
        empty: B,
        edges: [B; 2],
    ) -> usize {
        self.node.clear();
        self.node.resize(geometry.size.cells(), NONE);
        let mut loose = own;
        for (end, edge) in edges.into_iter().enumerate() {
            let group = geometry.flood(edge, own);
            loose = loose.minus(group);
            group.iter().for_each(|at| self.node[at] = end as u16);
        }
        let mut nodes = 2;
        while !loose.is_empty() {
            let group = geometry.flood(B::bit(loose.lowest()), loose);
            loose = loose.minus(group);
            group.iter().for_each(|at| self.node[at] = nodes);
            nodes += 1;
        }
        for at in empty.iter() {
            self.node[at] = nodes;
            nodes += 1;
        }
        nodes as usize
    }

    fn lay_bridges<B: Bits>(&mut self, geometry: &Geometry<B>, own: B, empty: B, edges: [B; 2]) {
        for at in (own | empty).iter() {
            let near = geometry.adjacent[at];
            let open = usize::from(empty.has(at));
            let beyond = geometry.grown(near) & (own | empty);
            for far in beyond.minus(near).without(at).iter().filter(|&far| far > at) {
                let shared = near & geometry.adjacent[far];
                if shared.count() == 2 && shared.within(empty) && self.node[at] != self.node[far] {
                    let ends = open + usize::from(empty.has(far));
                    self.pending.push((self.node[at], self.node[far], BRIDGE[ends]));
                }
            }
            for (edge, cells) in edges.into_iter().enumerate() {
                let below = near & cells & empty;
                if !cells.has(at) && below.count() == 2 && self.node[at] != edge as u16 {
                    self.pending.push((self.node[at], edge as u16, BRIDGE[open]));
                }
            }
        }
    }

    /// Sort the pending wires by node, both ways.
    fn index_wires(&mut self, nodes: usize) {
        self.starts.clear();
        self.starts.resize(nodes + 1, 0);
        for &(a, b, _) in &self.pending {
            self.starts[a as usize + 1] += 1;
            self.starts[b as usize + 1] += 1;
        }
        for i in 0..nodes {
            self.starts[i + 1] += self.starts[i];
        }
        self.wires.clear();
        self.wires.resize(2 * self.pending.len(), (0, 0.0));
        self.size.clear();
        self.size.resize(nodes, 0.0);
        // Each start serves as a cursor and is moved back afterwards.
        for &(a, b, g) in &self.pending {
            for (from, to) in [(a as usize, b), (b as usize, a)] {
                self.wires[self.starts[from] as usize] = (to, g);
                self.starts[from] += 1;
                self.size[from] += g;
            }
        }
        for i in (1..=nodes).rev() {
            self.starts[i] = self.starts[i - 1];
        }
        self.starts[0] = 0;
    }

    #[inline]
    fn wires_of(&self, node: usize) -> &[(u16, f32)] {
        &self.wires[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Gauss-Seidel with over-relaxation on the voltages.
    fn relax(&mut self) {
        for _ in 0..200 {
            let mut change = 0.0f32;
            for node in 2..self.voltage.len() {
                if self.size[node] == 0.0 {
                    continue;
                }
                let sum: f32 =
                    self.wires_of(node).iter().map(|&(to, g)| g * self.voltage[to as usize]).sum();
                let step = sum / self.size[node] - self.voltage[node];
                change = change.max(step.abs());
                self.voltage[node] += PUSH * step;
            }
            if change < CLOSE {
                break;
            }
        }
    }

    /// The current into and out of a node.
    fn current(&self, node: usize) -> f32 {
        let here = self.voltage[node];
        self.wires_of(node)
            .iter()
            .map(|&(to, g)| g * (here - self.voltage[to as usize]).abs())
            .sum()
    }
}
