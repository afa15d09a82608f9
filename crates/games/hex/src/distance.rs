//! How far the edges are apart: in stones, and in stones past one block.

use crate::bits::Bits;
use crate::geometry::{Colour, Geometry};

/// The fewest further stones `colour` needs to join its edges if the opponent
/// passes; `None` when it cannot any more.
#[must_use]
pub fn distance<B: Bits>(geometry: &Geometry<B>, stones: [B; 2], colour: Colour) -> Option<u32> {
    let own = stones[colour.index()];
    let enemy = stones[colour.other().index()];
    let [from, to] = geometry.edges[colour.index()];
    let mut reached = geometry.flood(from, own);
    let mut placed = 0;
    while !reached.meets(to) {
        let near = (from | geometry.grown(reached)) & geometry.all;
        let next = geometry.flood(near, own | reached | near.minus(enemy));
        if next == reached {
            return None;
        }
        reached = next;
        placed += 1;
    }
    Some(placed)
}

/// Per cell the two-distance of `colour` to one of its edges: the second-best
/// neighbour's plus one, so that a single block cannot make it wrong. Empty
/// cells that touch the same group count as neighbours.
#[derive(Clone, Debug, Default)]
pub struct TwoDistances<B> {
    near: Vec<B>,
    /// For each edge, the sets of cells at distance at most 1, 2, 3 ...
    within: [Vec<B>; 2],
}

impl<B: Bits> TwoDistances<B> {
    /// Fill the tables for one colour.
    pub fn measure(&mut self, geometry: &Geometry<B>, stones: [B; 2], colour: Colour) {
        let own = stones[colour.index()];
        let empty = geometry.all.minus(stones[0] | stones[1]);
        self.near.clear();
        self.near.extend(geometry.adjacent.iter().map(|&near| near & empty));
        let mut loose = own;
        while !loose.is_empty() {
            let group = geometry.flood(B::bit(loose.lowest()), loose);
            loose = loose.minus(group);
            let around = geometry.grown(group) & empty;
            for at in around.iter() {
                self.near[at] = (self.near[at] | around).without(at);
            }
        }
        for (edge, within) in geometry.edges[colour.index()].into_iter().zip(&mut self.within) {
            let touching = geometry.flood(edge, own);
            let mut reached = (edge | geometry.grown(touching)) & empty;
            within.clear();
            loop {
                within.push(reached);
                let mut next = reached;
                for at in empty.minus(reached).iter() {
                    if !(self.near[at] & reached).without_lowest().is_empty() {
                        next = next.with(at);
                    }
                }
                if next == reached {
                    break;
                }
                reached = next;
            }
        }
    }

    /// The distance of an empty cell to edge 0 or 1, from 1.
    #[must_use]
    pub fn to_edge(&self, edge: usize, at: usize) -> Option<u32> {
        self.within[edge].iter().position(|set| set.has(at)).map(|d| d as u32 + 1)
    }

    /// The least sum of both distances over all cells, and the cells that have it.
    #[must_use]
    pub fn best(&self) -> Option<(u32, B)> {
        let [first, second] = &self.within;
        for sum in 0..first.len() + second.len() - 1 {
            let mut cells = B::EMPTY;
            for (i, &set) in first.iter().enumerate().take(sum + 1) {
                if let Some(&other) = second.get(sum - i) {
                    cells |= set & other;
                }
            }
            if !cells.is_empty() {
                return Some((sum as u32 + 2, cells));
            }
        }
        None
    }
}
