//! The tree: families of siblings in chunks of eight, in one arena.
//!
//! No node holds a position. A node is a *lane* of a chunk; its number is the
//! chunk's number times eight plus the lane. Siblings stand side by side, so
//! choosing among them reads a few cache lines from front to back, and a chunk
//! of moves is published at once ([`Steps`]), which lets threads share the
//! tree without a lock. `column.rs` has the memory, `reclaim.rs` says how
//! chunks come and go.
//!
//! Statistics need two words a node: `seen` counts simulations that entered,
//! `value` sums what those that came back were worth, `(share << 16) + 1` each.
//! The low bits of `value` thus count returns, and the difference to `seen` is
//! what is still in flight: no virtual losses, nothing to repair, two atomic
//! additions a node, for one simulation or for as many as a thread makes there
//! at a time (`errand.rs`).

use super::column::{Blank, Column, Steps};
use super::glance::glance;
use super::reclaim::{Pruner, Seat, Stand, Store};
use super::share::Share;
use std::sync::Mutex;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU32, AtomicU64};

/// Siblings in a chunk.
pub(super) const LANES: usize = 8;

/// No chunk: the node has no family yet.
pub(super) const NONE: u32 = 0;

/// Somebody is just opening the family.
pub(super) const LOCKED: u32 = u32::MAX;

/// Marks a count of open children while somebody appends a chunk.
const APPENDING: u32 = 1 << 31;

/// The number of a node.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct NodeId(pub(super) u32);

impl NodeId {
    /// The node of the position handed in: first lane of the first chunk.
    pub(super) const ROOT: NodeId = NodeId(0);

    #[inline]
    pub(super) const fn new(chunk: u32, lane: usize) -> NodeId {
        NodeId(chunk * LANES as u32 + lane as u32)
    }

    #[inline]
    pub(super) const fn chunk(self) -> u32 {
        self.0 / LANES as u32
    }

    #[inline]
    pub(super) const fn lane(self) -> usize {
        self.0 as usize % LANES
    }
}

/// Eight siblings. `width`, `open` and `tail` belong to the family and count only in
/// its first chunk.
#[repr(C)]
pub(super) struct Chunk<M> {
    pub(super) value: [AtomicU64; LANES],
    /// What plain UCT compares, worked out once a visit instead of once a
    /// comparison: see [`glance`].
    pub(super) glance: [AtomicU64; LANES],
    pub(super) seen: [AtomicU32; LANES],
    pub(super) first: [AtomicU32; LANES],
    pub(super) proof: [AtomicU32; LANES],
    /// The next chunk of the same family.
    pub(super) next: AtomicU32,
    /// How many moves the position has.
    pub(super) width: AtomicU32,
    /// How many children are open.
    open: AtomicU32,
    /// The last chunk of the family.
    tail: AtomicU32,
    /// Not zero when a lane of this chunk has a proof.
    pub(super) proven: AtomicU32,
    /// The moves that lead to the lanes.
    pub(super) moves: Steps<M>,
}

// SAFETY: nothing but numbers and a cell that is empty when zero.
unsafe impl<M> Blank for Chunk<M> {}

impl<M: Copy> Chunk<M> {
    /// The move that leads to a lane.
    #[inline]
    pub(super) fn step(&self, lane: usize) -> M {
        self.moves.get(lane).expect("a chunk is published with its moves")
    }

    /// No longer part of a family.
    pub(super) fn forget_family(&self) {
        for word in [&self.next, &self.width, &self.open, &self.tail, &self.proven] {
            word.store(0, Relaxed);
        }
    }

    /// The first chunk of a lane's children, when they are there to be used.
    #[inline]
    pub(super) fn family(&self, lane: usize) -> Option<u32> {
        let first = self.first[lane].load(Acquire);
        (first != NONE && first != LOCKED).then_some(first)
    }

    /// How many children are open, of a family that begins with this chunk.
    #[inline]
    pub(super) fn open(&self) -> u32 {
        self.open.load(Acquire) & !APPENDING
    }

    /// A simulation of a lone thread goes in; gives how many had before.
    #[inline]
    pub(super) fn enter(&self, lane: usize) -> u32 {
        add::<false>(&self.seen[lane], 1)
    }

    /// It comes back with a result.
    #[inline]
    pub(super) fn leave(&self, lane: usize, share: Share) {
        let result = (u64::from(share.units()) << 16) + 1;
        let value = self.value[lane].load(Relaxed).wrapping_add(result);
        self.value[lane].store(value, Relaxed);
        self.show(lane, Stat::settled(value, self.seen[lane].load(Relaxed)));
    }

    /// So many simulations of one of several threads go in; gives how many had
    /// before.
    #[inline]
    pub(super) fn enter_many(&self, lane: usize, many: u32) -> u32 {
        let seen = self.seen[lane].fetch_add(many, Relaxed);
        // Others must see at once that somebody is on his way.
        let old = self.glance[lane].load(Relaxed) as u32;
        let mean = if seen == 0 { 0.5f32.to_bits() } else { old };
        self.glance[lane].store(glance(mean, seen.wrapping_add(many)), Relaxed);
        seen
    }

    /// Of so many that went in these come back with results, worth so many
    /// units; it is as if the others had never gone in.
    #[inline]
    pub(super) fn leave_many(&self, lane: usize, many: u32, results: u32, units: u64) {
        if results < many {
            self.seen[lane].fetch_sub(many - results, Relaxed);
        }
        if results > 0 {
            let result = (units << 16) + u64::from(results);
            let value = self.value[lane].fetch_add(result, Release).wrapping_add(result);
            self.show(lane, Stat::unpack(value, self.seen[lane].load(Relaxed)));
        }
    }

    /// Make ready what plain UCT compares.
    #[inline]
    fn show(&self, lane: usize, stat: Stat) {
        let done = stat.done.max(1) as i32 as f32;
        let mean = stat.total as i64 as f32 / (done * Share::ONE.units() as f32);
        self.glance[lane].store(glance(mean.to_bits(), stat.seen), Relaxed);
    }
}

/// What is known of a node's results.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Stat {
    /// Simulations that entered.
    pub(super) seen: u32,
    /// Simulations that came back.
    pub(super) done: u32,
    /// The sum of their shares, in units.
    pub(super) total: u64,
}

impl Stat {
    #[inline]
    fn unpack(value: u64, seen: u32) -> Stat {
        let flying = seen.wrapping_sub(value as u32) & 0xffff;
        let done = seen.wrapping_sub(flying);
        Stat { seen, done, total: value.wrapping_sub(u64::from(done)) >> 16 }
    }

    /// With nothing in flight.
    #[inline]
    fn settled(value: u64, seen: u32) -> Stat {
        Stat { seen, done: seen, total: value.wrapping_sub(u64::from(seen)) >> 16 }
    }

    /// The mean share, a half when nothing is known.
    pub(super) fn mean(self) -> f32 {
        if self.done == 0 {
            return 0.5;
        }
        (self.total as f64 / f64::from(self.done) / f64::from(Share::ONE.units())) as f32
    }
}

/// Which columns beyond the common ones this search keeps.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Columns {
    pub(super) amaf: bool,
    pub(super) prior: bool,
    pub(super) judged: bool,
}

/// Kept away from its neighbours: what one thread writes must not take from the
/// others' caches what they only read.
#[derive(Default)]
#[repr(align(128))]
pub(super) struct Apart<T>(pub(super) T);

/// The arena.
pub(super) struct Tree<M> {
    pub(super) chunks: Column<Chunk<M>>,
    /// All-moves-as-first results: `(share << 24) + 1` each.
    pub(super) amaf: Column<[AtomicU64; LANES]>,
    /// Prior probabilities, as bits of `f32`.
    pub(super) prior: Column<[AtomicU32; LANES]>,
    /// Judgements backed up by minimax, as bits of `f32`; zero bits: none.
    pub(super) judged: Column<[AtomicU32; LANES]>,
    pub(super) columns: Columns,
    /// Chunks that are handed out and come back: see `reclaim.rs`.
    pub(super) stand: Stand,
    pub(super) store: Mutex<Store>,
    pub(super) pruner: Mutex<Pruner>,
    pub(super) epoch: Apart<AtomicU32>,
    pub(super) seats: Vec<Seat>,
}

/// The fewest chunks of a tree.
const LEAST: usize = 256;

/// The most: their lanes have numbers of 32 bits.
const MOST: usize = (u32::MAX as usize - 1) / LANES;

impl<M: Copy> Tree<M> {
    /// A tree that may take so many bytes, and takes them as it grows.
    pub(super) fn new(columns: Columns, bytes: usize) -> Self {
        let count = Self::capacity(columns, bytes);
        let on = |wanted: bool| if wanted { count } else { 0 };
        Tree {
            chunks: Column::new(count),
            amaf: Column::new(on(columns.amaf)),
            prior: Column::new(on(columns.prior)),
            judged: Column::new(on(columns.judged)),
            columns,
            stand: Stand::new(),
            store: Mutex::default(),
            pruner: Mutex::default(),
            epoch: Apart::default(),
            seats: Vec::new(),
        }
    }

    /// How many chunks so many bytes hold.
    pub(super) fn capacity(columns: Columns, bytes: usize) -> usize {
        (bytes / Self::chunk_bytes(columns)).clamp(LEAST, MOST)
    }

    /// Bytes of one chunk with all its columns.
    pub(super) fn chunk_bytes(columns: Columns) -> usize {
        let column = |on: bool, bytes: usize| if on { bytes } else { 0 };
        size_of::<Chunk<M>>()
            + column(columns.amaf, 8 * LANES)
            + column(columns.prior, 4 * LANES)
            + column(columns.judged, 4 * LANES)
    }

    #[inline]
    pub(super) fn stat(&self, node: NodeId) -> Stat {
        let chunk = &self.chunks[node.chunk()];
        // In this order: what came back had gone in before.
        let value = chunk.value[node.lane()].load(Acquire);
        Stat::unpack(value, chunk.seen[node.lane()].load(Relaxed))
    }

    /// As [`Chunk::enter`].
    #[inline]
    pub(super) fn enter(&self, node: NodeId) -> u32 {
        self.chunks[node.chunk()].enter(node.lane())
    }

    /// As [`Chunk::leave`].
    #[inline]
    pub(super) fn leave(&self, node: NodeId, share: Share) {
        self.chunks[node.chunk()].leave(node.lane(), share);
    }

    /// It comes back without a result: as if it had never gone in.
    #[inline]
    pub(super) fn withdraw(&self, node: NodeId) {
        add::<false>(&self.chunks[node.chunk()].seen[node.lane()], u32::MAX);
    }

    /// As [`Chunk::enter_many`].
    #[inline]
    pub(super) fn enter_many(&self, node: NodeId, many: u32) -> u32 {
        self.chunks[node.chunk()].enter_many(node.lane(), many)
    }

    /// As [`Chunk::leave_many`].
    #[inline]
    pub(super) fn leave_many(&self, node: NodeId, many: u32, results: u32, units: u64) {
        self.chunks[node.chunk()].leave_many(node.lane(), many, results, units);
    }

    #[inline]
    pub(super) fn proof(&self, node: NodeId) -> u32 {
        self.chunks[node.chunk()].proof[node.lane()].load(Relaxed)
    }

    #[inline]
    pub(super) fn set_proof(&self, node: NodeId, proof: u32) {
        let chunk = &self.chunks[node.chunk()];
        chunk.proof[node.lane()].store(proof, Relaxed);
        chunk.proven.store(1, Relaxed);
    }

    /// The first chunk of a node's children, when they are there to be used.
    #[inline]
    pub(super) fn family(&self, node: NodeId) -> Option<u32> {
        self.chunks[node.chunk()].family(node.lane())
    }

    /// Take a family away from its owner, unless somebody was faster.
    pub(super) fn detach(&self, owner: NodeId, family: u32) -> bool {
        let first = &self.chunks[owner.chunk()].first[owner.lane()];
        first.compare_exchange(family, NONE, Release, Relaxed).is_ok()
    }

    /// Claim the right to open a family; false when somebody else has it.
    #[inline]
    pub(super) fn lock_family<const SHARED: bool>(&self, node: NodeId) -> bool {
        let first = &self.chunks[node.chunk()].first[node.lane()];
        !SHARED || first.compare_exchange(NONE, LOCKED, Acquire, Relaxed).is_ok()
    }

    /// Publish the family, or give the right back with [`NONE`].
    #[inline]
    pub(super) fn unlock_family(&self, node: NodeId, first: u32) {
        self.chunks[node.chunk()].first[node.lane()].store(first, Release);
    }

    /// Begin a family in a fresh chunk, `open` of its `width` children open.
    #[inline]
    pub(super) fn found(&self, chunk: u32, width: u32, open: u32) {
        let head = &self.chunks[chunk];
        head.width.store(width, Relaxed);
        head.tail.store(chunk, Relaxed);
        head.open.store(open, Relaxed);
    }

    /// Put a filled chunk at the end of a family. The caller has the family to
    /// itself: it is locked or being appended to.
    #[inline]
    pub(super) fn append(&self, family: u32, chunk: u32) {
        let tail = self.chunks[family].tail.swap(chunk, Relaxed);
        self.chunks[tail].next.store(chunk, Release);
    }

    /// How many children are open.
    #[inline]
    pub(super) fn open(&self, family: u32) -> u32 {
        self.chunks[family].open()
    }

    /// Ask for the next unopened child of a family.
    #[inline]
    pub(super) fn claim<const SHARED: bool>(&self, family: u32) -> Claim {
        let head = &self.chunks[family];
        let open = head.open.load(Acquire);
        if open & APPENDING != 0 || open >= head.width.load(Relaxed) {
            return Claim::Nothing;
        }
        let fits = open == 0 || !(open as usize).is_multiple_of(LANES);
        let next = if fits { open + 1 } else { open | APPENDING };
        if SHARED && head.open.compare_exchange(open, next, Acquire, Relaxed).is_err() {
            return Claim::Nothing;
        }
        if !SHARED {
            head.open.store(next, Relaxed);
        }
        if fits {
            Claim::Child(NodeId::new(head.tail.load(Relaxed), open as usize % LANES))
        } else {
            Claim::Chunk(open)
        }
    }

    /// End a [`Claim::Chunk`] with so many children open.
    #[inline]
    pub(super) fn settle(&self, family: u32, open: u32) {
        self.chunks[family].open.store(open, Release);
    }

    /// The move that leads to a node. The root has none.
    #[inline]
    pub(super) fn step(&self, node: NodeId) -> M {
        self.chunks[node.chunk()].step(node.lane())
    }

    /// The open children of a family, in order of opening.
    pub(super) fn children(&self, family: u32) -> impl Iterator<Item = NodeId> + '_ {
        let open = self.open(family) as usize;
        let mut chunk = family;
        (0..open).map(move |i| {
            if i > 0 && i.is_multiple_of(LANES) {
                chunk = self.chunks[chunk].next.load(Acquire);
            }
            NodeId::new(chunk, i % LANES)
        })
    }

    /// The open child that `m` leads to.
    pub(super) fn child_by_move(&self, node: NodeId, m: M) -> Option<NodeId>
    where
        M: PartialEq,
    {
        self.children(self.family(node)?).find(|&child| self.step(child) == m)
    }
}

/// What [`Tree::claim`] has to give.
pub(super) enum Claim {
    /// This child, now open.
    Child(NodeId),
    /// The right to append a chunk for the children from this number on.
    Chunk(u32),
    /// All are open, or another thread is just opening some.
    Nothing,
}

/// Add to a counter; a lone thread spares itself the locked instruction.
#[inline]
pub(super) fn add<const SHARED: bool>(counter: &AtomicU32, n: u32) -> u32 {
    if SHARED {
        counter.fetch_add(n, Relaxed)
    } else {
        let old = counter.load(Relaxed);
        counter.store(old.wrapping_add(n), Relaxed);
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_about_thirty_bytes() {
        assert!(Tree::<u16>::chunk_bytes(Columns::default()) / LANES <= 34);
        let all = Columns { amaf: true, prior: true, judged: true };
        assert!(Tree::<u64>::chunk_bytes(all) / LANES <= 64);
    }

    /// The count in the low bits of `value` overflows into the sum; it must
    /// come out exact all the same.
    #[test]
    fn sums_stay_exact_past_the_low_bits() {
        let tree: Tree<u8> = Tree::new(Columns::default(), 0);
        for n in 0..200_000u32 {
            tree.enter(NodeId::ROOT);
            if n % 1000 == 0 {
                let stat = tree.stat(NodeId::ROOT);
                assert_eq!((stat.seen, stat.done), (n + 1, n));
                assert_eq!(stat.total, u64::from(n) * 64_000);
            }
            tree.leave(NodeId::ROOT, Share::ONE);
        }
        let quiet = NodeId::new(0, 1);
        tree.enter(quiet);
        tree.withdraw(quiet);
        assert_eq!((tree.enter_many(quiet, 3), tree.stat(quiet).seen), (0, 3));
        tree.leave_many(quiet, 3, 0, 0);
        assert_eq!(tree.stat(quiet).seen, 0);
        // Many together: counted on the way in, told on the way out.
        assert_eq!(tree.enter_many(NodeId::ROOT, 50_001), 200_000);
        let stat = tree.stat(NodeId::ROOT);
        assert_eq!((stat.seen, stat.done), (250_001, 200_000));
        tree.leave_many(NodeId::ROOT, 50_001, 50_000, 50_000 * u64::from(Share::ONE.units()));
        tree.enter_many(NodeId::ROOT, 50_000);
        tree.leave_many(NodeId::ROOT, 50_000, 50_000, 50_000 * u64::from(Share::ONE.units()));
        let stat = tree.stat(NodeId::ROOT);
        assert_eq!((stat.seen, stat.done), (300_000, 300_000));
        assert!((tree.stat(NodeId::ROOT).mean() - 1.0).abs() < 1e-6);
    }
}
