//! The tree: what is known of moves, in blocks of eight for wide arithmetic.
//!
//! Children of a node stand side by side in whole blocks, and every number of
//! a block is an array over its lanes, so that comparing children is straight
//! arithmetic over arrays. Threads share the tree without locks: counters are
//! loaded and stored as plain atomics, and now and then an update is lost,
//! which costs a simulation its voice and nothing else. What must not be lost
//! (families, proofs) is published once and never changes.

use std::sync::OnceLock;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize};
use takeback_hex::Bits;

/// Children per block.
pub(super) const LANES: usize = 8;
/// Blocks, and families, that are taken from memory at once.
const CHUNK: usize = 1 << 10;
/// The bias of a child that is not to be played: refuted, inferior, or padding.
pub(super) const EXCLUDED: f32 = -1e9;

/// A node by number: its block times [`LANES`] plus its lane.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct NodeId(u32);

impl NodeId {
    pub(super) const ROOT: NodeId = NodeId(0);

    pub(super) fn new(block: u32, lane: usize) -> Self {
        NodeId(block * LANES as u32 + lane as u32)
    }

    fn block(self) -> u32 {
        self.0 / LANES as u32
    }

    fn lane(self) -> usize {
        self.0 as usize % LANES
    }
}

/// What is proven of a node, seen by the colour that moved into it.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Proof {
    Win,
    Loss,
}

const WIN: u8 = 1;
const LOSS: u8 = 2;
const LOOKED: u8 = 4;

/// Eight nodes. Results are from the view of the colour that moved into them:
/// visits in the upper half of a word, wins in the lower.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) stat: [AtomicU64; LANES],
    pub(super) amaf: [AtomicU64; LANES],
    pub(super) bias: [AtomicU32; LANES],
    family: [AtomicU32; LANES],
    pub(super) cell: [AtomicU16; LANES],
    mark: [AtomicU8; LANES],
}

/// The children of a node, and the board they are played on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Family<B> {
    pub(super) first: u32,
    pub(super) width: u16,
    /// The stones with everything settled filled in.
    pub(super) stones: [B; 2],
}

impl<B> Family<B> {
    pub(super) fn blocks(&self) -> std::ops::Range<u32> {
        self.first..self.first + (self.width as usize).div_ceil(LANES) as u32
    }

    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> + use<B> {
        let first = self.first * LANES as u32;
        (first..first + u32::from(self.width)).map(NodeId)
    }
}

/// A chunk at a time, never moved.
#[derive(Debug)]
struct Chunks<T>(Vec<OnceLock<Box<[T]>>>);

impl<T: Default> Chunks<T> {
    fn new(items: usize) -> Self {
        Chunks((0..items.div_ceil(CHUNK)).map(|_| OnceLock::new()).collect())
    }

    #[inline]
    fn get(&self, at: usize) -> &T {
        match self.0[at / CHUNK].get() {
            Some(chunk) => &chunk[at % CHUNK],
            None => self.fetch(at),
        }
    }

    #[cold]
    fn fetch(&self, at: usize) -> &T {
        let fresh = || (0..CHUNK).map(|_| T::default()).collect();
        &self.0[at / CHUNK].get_or_init(fresh)[at % CHUNK]
    }
}

/// All nodes of one search.
#[derive(Debug)]
pub(super) struct Tree<B> {
    blocks: Chunks<Block>,
    families: Chunks<OnceLock<Family<B>>>,
    used: AtomicUsize,
    used_families: AtomicUsize,
    room: usize,
    /// What a won visit adds to the wins.
    unit: f32,
}

impl<B: Bits> Tree<B> {
    /// A tree of one node with room for about `mebibytes`; a won visit adds `unit` to
    /// the wins.
    pub(super) fn new(mebibytes: usize, unit: u32) -> Self {
        let bytes = mebibytes.max(1).saturating_mul(1 << 20);
        // No board has so few cells that families are smaller than this on average.
        let room = (bytes / (size_of::<Block>() + size_of::<Family<B>>())).clamp(64, 1 << 28);
        Tree {
            blocks: Chunks::new(room),
            families: Chunks::new(room),
            used: AtomicUsize::new(1),
            used_families: AtomicUsize::new(1),
            room,
            unit: unit as f32,
        }
    }

    #[inline]
    pub(super) fn block(&self, block: u32) -> &Block {
        self.blocks.get(block as usize)
    }

    #[inline]
    pub(super) fn family(&self, node: NodeId) -> Option<&Family<B>> {
        match self.block(node.block()).family[node.lane()].load(Acquire) {
            0 => None,
            n => self.families.get(n as usize).get(),
        }
    }

    #[inline]
    pub(super) fn cell(&self, node: NodeId) -> usize {
        self.block(node.block()).cell[node.lane()].load(Relaxed) as usize
    }

    /// Visits and wins.
    #[inline]
    pub(super) fn stat(&self, node: NodeId) -> (u32, u32) {
        split(self.block(node.block()).stat[node.lane()].load(Relaxed))
    }

    /// Count a visit on the way down; it counts as lost until it comes back.
    #[inline]
    pub(super) fn enter(&self, node: NodeId) -> u32 {
        let stat = &self.block(node.block()).stat[node.lane()];
        let word = stat.load(Relaxed);
        stat.store(word.wrapping_add(1 << 32), Relaxed);
        (word >> 32) as u32
    }

    #[inline]
    pub(super) fn win(&self, node: NodeId) {
        self.gain(node, 1);
    }

    /// Add to the wins, which a tree with a finer unit counts in parts.
    #[inline]
    pub(super) fn gain(&self, node: NodeId, parts: u32) {
        let stat = &self.block(node.block()).stat[node.lane()];
        stat.store(stat.load(Relaxed).wrapping_add(u64::from(parts)), Relaxed);
    }

    /// The share of wins among visits.
    pub(super) fn share(&self, node: NodeId) -> f32 {
        let (visits, wins) = self.stat(node);
        wins as f32 / (self.unit * visits.max(1) as f32)
    }

    #[inline]
    pub(super) fn bias(&self, node: NodeId) -> f32 {
        f32::from_bits(self.block(node.block()).bias[node.lane()].load(Relaxed))
    }

    pub(super) fn set_bias(&self, node: NodeId, bias: f32) {
        self.block(node.block()).bias[node.lane()].store(bias.to_bits(), Relaxed);
    }

    #[inline]
    pub(super) fn proof(&self, node: NodeId) -> Option<Proof> {
        match self.block(node.block()).mark[node.lane()].load(Relaxed) & (WIN | LOSS) {
            0 => None,
            LOSS => Some(Proof::Loss),
            _ => Some(Proof::Win),
        }
    }

    pub(super) fn prove(&self, node: NodeId, proof: Proof) {
        let bit = if proof == Proof::Win { WIN } else { LOSS };
        self.block(node.block()).mark[node.lane()].fetch_or(bit, Relaxed);
    }

    /// Claim the look at a hot node: true for the first who asks.
    pub(super) fn claim_look(&self, node: NodeId) -> bool {
        let mark = &self.block(node.block()).mark[node.lane()];
        mark.load(Relaxed) & LOOKED == 0 && mark.fetch_or(LOOKED, Relaxed) & LOOKED == 0
    }

    /// Give a node its children, unless there is no room or another thread
    /// was faster. Every child gets a bias; they stand in the order given.
    pub(super) fn open(
        &self,
        node: NodeId,
        stones: [B; 2],
        cells: B,
        bias: impl Fn(usize) -> f32,
    ) -> Option<&Family<B>> {
        let width = cells.count();
        let blocks = width.div_ceil(LANES).max(1);
        let first = self.used.fetch_add(blocks, Relaxed);
        let number = self.used_families.fetch_add(1, Relaxed);
        if first + blocks > self.room || number >= self.room {
            // Nothing is given back, so that full stays full.
            self.used.store(self.room + 1, Relaxed);
            return None;
        }
        let family = Family { first: first as u32, width: width as u16, stones };
        for (child, at) in family.nodes().zip(cells.iter()) {
            let (block, lane) = (self.block(child.block()), child.lane());
            block.cell[lane].store(at as u16, Relaxed);
            block.bias[lane].store(bias(at).to_bits(), Relaxed);
        }
        for lane in width..blocks * LANES {
            self.set_bias(NodeId::new(family.first, 0).plus(lane), EXCLUDED);
        }
        let place = self.families.get(number);
        let _ = place.set(family);
        let slot = &self.block(node.block()).family[node.lane()];
        let _ = slot.compare_exchange(0, number as u32, Release, Relaxed);
        self.family(node)
    }

    /// Whether no child is left to play.
    pub(super) fn is_refuted(&self, family: &Family<B>) -> bool {
        family.nodes().all(|child| self.bias(child) <= EXCLUDED)
    }

    /// The child played on this cell.
    pub(super) fn child(&self, node: NodeId, at: usize) -> Option<NodeId> {
        self.family(node)?.nodes().find(|&child| self.cell(child) == at)
    }

    /// The branch below `node` as a tree of its own.
    pub(super) fn branch(&self, node: NodeId, mebibytes: usize) -> Tree<B> {
        let copy = Tree::new(mebibytes, self.unit as u32);
        let mut todo = vec![(node, NodeId::ROOT)];
        while let Some((from, to)) = todo.pop() {
            copy.take_over(self, from, to);
            let Some(family) = self.family(from) else { continue };
            let cells = family.nodes().fold(B::EMPTY, |set, child| set.with(self.cell(child)));
            let Some(twin) = copy.open(to, family.stones, cells, |_| 0.0) else { continue };
            todo.extend(family.nodes().zip(twin.nodes()));
        }
        copy
    }

    /// Take the numbers of a node of another tree, but not its family.
    fn take_over(&self, other: &Tree<B>, from: NodeId, to: NodeId) {
        let (source, target) = (other.block(from.block()), self.block(to.block()));
        let (a, b) = (from.lane(), to.lane());
        target.stat[b].store(source.stat[a].load(Relaxed), Relaxed);
        target.amaf[b].store(source.amaf[a].load(Relaxed), Relaxed);
        target.bias[b].store(source.bias[a].load(Relaxed), Relaxed);
        target.mark[b].store(source.mark[a].load(Relaxed), Relaxed);
    }
}

impl NodeId {
    fn plus(self, lanes: usize) -> NodeId {
        NodeId(self.0 + lanes as u32)
    }
}

#[inline]
pub(super) fn split(word: u64) -> (u32, u32) {
    ((word >> 32) as u32, word as u32)
}
