//! Making room: a bounded tree forgets its least visited families, and a tree
//! whose game went on forgets everything but the branch that was played.
//!
//! Runs only while no simulation does, on `&mut Tree`.

use super::column::STEP;
use super::tree::{Chunk, LANES, NONE, NodeId, Tree};
use std::sync::atomic::Ordering::Relaxed;

/// Chunks that must be free before a simulation starts, so that it need not
/// give up half way: enough for a family of five hundred opened at once.
pub(super) const RESERVE: u32 = 64;

impl<M: Copy> Tree<M> {
    /// Whether a simulation may start.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.stand.taken.load(Relaxed) + RESERVE <= self.free.len() as u32
    }

    /// Room for more, within `bytes`: first by growing, then by forgetting.
    /// False when the tree cannot get any smaller, or when `halt` said to give
    /// up on the way, which leaves the tree smaller but sound.
    pub(super) fn make_room(&mut self, bytes: usize, halt: &dyn Fn() -> bool) -> bool {
        let most = (bytes / Self::chunk_bytes(self.columns)).max(4 * RESERVE as usize);
        let now = self.chunks.len();
        if now < most {
            self.add_chunks(now.min(STEP).min(most - now));
            return true;
        }
        self.forget_half(halt);
        self.has_room()
    }

    /// As on the first day, but with the memory kept.
    pub(super) fn clear(&mut self) {
        for i in 0..self.used() as usize {
            self.reset(self.free[i]);
        }
        self.reset(NodeId::ROOT.chunk());
        self.free.sort_unstable();
        *self.stand.taken.get_mut() = 0;
    }

    /// Make `node` the root and forget all that is not below it.
    pub(super) fn re_root(&mut self, node: NodeId) {
        let old = &self.chunks[node.chunk()];
        let lane = node.lane();
        let root = Chunk::default();
        root.value[0].store(old.value[lane].load(Relaxed), Relaxed);
        root.seen[0].store(old.seen[lane].load(Relaxed), Relaxed);
        root.first[0].store(old.first[lane].load(Relaxed), Relaxed);
        root.proof[0].store(old.proof[lane].load(Relaxed), Relaxed);
        root.glance[0].store(old.glance[lane].load(Relaxed), Relaxed);
        root.proven.store(1, Relaxed);
        *self.chunks.get_mut(0) = root;
        self.sweep(0, &|| false);
    }

    /// Turn the less visited half of all inner nodes into leaves. Their own
    /// statistics stay, and they grow again when they are wanted again.
    fn forget_half(&mut self, halt: &dyn Fn() -> bool) {
        let mut patience = Patience::new(halt);
        let mut visits = Vec::new();
        self.each_family(|tree, owner, _| {
            if owner != NodeId::ROOT {
                visits.push(tree.stat(owner).seen);
            }
            !patience.is_over()
        });
        if visits.is_empty() || patience.is_over() {
            return;
        }
        let middle = visits.len() / 2;
        let (_, &mut threshold, _) = visits.select_nth_unstable(middle);
        self.sweep(threshold, halt);
    }

    /// Walk over the families from the root; `look` says whether to keep one.
    fn each_family(&self, mut look: impl FnMut(&Self, NodeId, u32) -> bool) {
        let mut todo = vec![NodeId::ROOT];
        while let Some(owner) = todo.pop() {
            let Some(family) = self.family(owner) else { continue };
            if look(self, owner, family) {
                todo.extend(self.children(family));
            }
        }
    }

    /// Keep the root's family and those with more than `threshold` visits, and
    /// blank the chunks of all others. When it is cut short, some chunks that
    /// are no longer in the tree wait for the next sweep.
    fn sweep(&mut self, threshold: u32, halt: &dyn Fn() -> bool) {
        let mut patience = Patience::new(halt);
        let mut kept = vec![false; self.chunks.len()];
        self.each_family(|tree, owner, family| {
            let keep = owner == NodeId::ROOT || tree.stat(owner).seen > threshold;
            if keep {
                tree.each_chunk(family, |chunk| kept[chunk as usize] = true);
            } else {
                tree.unlock_family(owner, NONE);
            }
            keep && !patience.is_over()
        });
        if patience.is_over() {
            return;
        }
        for i in 0..self.used() as usize {
            let chunk = self.free[i];
            if kept[chunk as usize] {
                continue;
            }
            if patience.is_over() {
                kept[chunk as usize] = true;
            } else {
                self.reset(chunk);
            }
        }
        let (mut order, free): (Vec<u32>, Vec<u32>) =
            self.free.iter().partition(|&&chunk| kept[chunk as usize]);
        let used = order.len();
        order.extend(free);
        self.free.copy_from_slice(&order);
        *self.stand.taken.get_mut() = used as u32;
        *self.stand.starved.get_mut() = false;
    }

    fn each_chunk(&self, family: u32, mut look: impl FnMut(u32)) {
        let mut chunk = family;
        while chunk != NONE {
            look(chunk);
            chunk = self.chunks[chunk].next.load(Relaxed);
        }
    }

    fn reset(&mut self, chunk: u32) {
        *self.chunks.get_mut(chunk) = Chunk::default();
        for lane in 0..LANES {
            if self.columns.amaf {
                *self.amaf.get_mut(chunk)[lane].get_mut() = 0;
            }
            if self.columns.prior {
                *self.prior.get_mut(chunk)[lane].get_mut() = 0;
            }
            if self.columns.judged {
                *self.judged.get_mut(chunk)[lane].get_mut() = 0;
            }
        }
    }
}

/// Asks now and then whether to give up.
struct Patience<'a> {
    halt: &'a dyn Fn() -> bool,
    asked: u32,
    over: bool,
}

impl<'a> Patience<'a> {
    fn new(halt: &'a dyn Fn() -> bool) -> Self {
        Patience { halt, asked: 0, over: false }
    }

    fn is_over(&mut self) -> bool {
        self.asked += 1;
        if self.asked.is_multiple_of(1024) {
            self.over |= (self.halt)();
        }
        self.over
    }
}
