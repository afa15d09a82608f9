//! Chunks for new families, and the way back for those that are forgotten,
//! while all threads go on.
//!
//! Fresh chunks are handed out in order until the tree has all its memory. When
//! few are left, one thread turns the less visited half of all inner nodes into
//! leaves: it *detaches* their families. A simulation under way may still be
//! below one of them. So the tree has an *epoch*: a thread that starts a
//! simulation notes the epoch it sees, and what was detached in an epoch is
//! free once every thread has noted a later one ([`Tree::release`]). Nobody
//! waits for that; it is looked at now and then. Families that are free are
//! taken apart, chunk by chunk, by the threads that need chunks.
//!
//! When the game goes on, all that is not below the move played is free at once
//! and is taken apart in the same way, so a move costs no sweep of the tree.

use super::tree::{Chunk, LANES, LOCKED, NONE, NodeId, Tree};
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Chunks, or families to take apart, that a thread fetches at once: the least
/// and the most.
const STOCK: u32 = 16;
const LARGE_STOCK: u32 = 256;

/// Fresh chunks whose memory is asked for at once, in trees that have grown past
/// as many: small enough to be in the cache still when they are used.
const READY: u32 = 512;

/// A thread with more families than this gives half of them back.
const PLENTY: usize = 256;

/// A tree is low when less than a sixteenth of its chunks is left, or fewer
/// than a family of five hundred takes.
const LOW: u32 = 64;

/// Trees up to this many chunks are blanked in place; larger ones get fresh
/// memory.
const SMALL: u32 = 4096;

/// The epoch of a thread that is not at work.
const AWAY: u32 = u32::MAX;

/// How far the chunks are handed out: what is written all the time, kept away
/// from what is only read.
#[repr(align(128))]
pub(super) struct Stand {
    /// Fresh chunks from this number on.
    fresh: AtomicU32,
    /// Chunks and families in the store.
    stored: AtomicU32,
}

/// What has come back.
#[derive(Default)]
pub(super) struct Store {
    /// Blank chunks.
    blank: Vec<u32>,
    /// Families that nobody looks at, to be taken apart.
    families: Vec<u32>,
}

/// What one thread has fetched and nobody else sees. Families are taken apart
/// here and not under the lock: blanking memory that no cache holds takes time.
#[derive(Default)]
pub(super) struct Stock {
    blank: Vec<u32>,
    families: Vec<u32>,
}

/// Who is at work, by the epoch each thread has noted.
#[repr(align(128))]
pub(super) struct Seat(AtomicU32);

/// The work of the one thread that forgets.
#[derive(Default)]
pub(super) struct Pruner {
    /// Detached and not yet free.
    detached: Vec<u32>,
    /// Free when all have noted this epoch.
    since: u32,
    /// Buffers of the last walk.
    visits: Vec<u32>,
    todo: Vec<NodeId>,
    /// Not again before a thread has done so many simulations.
    rest_until: u64,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<M: Copy> Tree<M> {
    /// A chunk that nobody else sees, from the `stock` of the thread that
    /// asks; `None` when the tree is full.
    #[inline]
    pub(super) fn take(&self, stock: &mut Stock) -> Option<u32> {
        if stock.blank.is_empty() {
            self.refill(stock);
        }
        stock.blank.pop()
    }

    /// How many chunks a thread fetches at once: the counter that all threads
    /// take from is not to be where they meet, and no thread is to sit on what
    /// the others lack.
    fn portion(&self) -> u32 {
        match self.seats.len() as u32 {
            0 | 1 => STOCK,
            threads => (self.chunks.len() as u32 / (64 * threads)).clamp(STOCK, LARGE_STOCK),
        }
    }

    #[cold]
    fn refill(&self, stock: &mut Stock) {
        let capacity = self.chunks.len() as u32;
        let portion = self.portion();
        if self.stand.fresh.load(Relaxed) < capacity {
            let from = self.stand.fresh.fetch_add(portion, Relaxed);
            if from < capacity {
                if from > READY && from % READY < portion {
                    self.chunks.have_ready(from, READY);
                }
                stock.blank.extend((from..capacity.min(from + portion)).rev());
                return;
            }
        }
        if stock.families.is_empty() && self.stand.stored.load(Relaxed) > 0 {
            let mut store = lock(&self.store);
            let Store { blank, families } = &mut *store;
            stock.blank.extend(blank.drain(blank.len().saturating_sub(portion as usize)..));
            stock
                .families
                .extend(families.drain(families.len().saturating_sub(portion as usize)..));
            self.note_stored(&store);
        }
        while stock.blank.len() < portion as usize {
            let Some(family) = stock.families.pop() else { break };
            self.take_apart(family, stock);
        }
        if stock.families.len() > PLENTY {
            let mut store = lock(&self.store);
            store.families.extend(stock.families.drain(PLENTY / 2..));
            self.note_stored(&store);
        }
    }

    fn note_stored(&self, store: &Store) {
        let stored = store.blank.len() + store.families.len();
        self.stand.stored.store(stored as u32, Relaxed);
    }

    /// Blank the chunks of a family that nobody looks at; those of its
    /// children follow.
    fn take_apart(&self, family: u32, stock: &mut Stock) {
        let mut at = family;
        while at != NONE {
            let chunk = &self.chunks[at];
            let below = chunk.first.iter().map(|first| first.load(Relaxed));
            stock.families.extend(below.filter(|&first| first != NONE && first != LOCKED));
            let next = chunk.next.load(Relaxed);
            self.wipe(at);
            stock.blank.push(at);
            at = next;
        }
    }

    /// As on the first day.
    fn wipe(&self, at: u32) {
        let chunk = &self.chunks[at];
        // SAFETY: the families handed to `take_apart` were detached, and every
        // thread has started a simulation since or is away: nobody has the
        // number of this chunk but the stock of this thread.
        unsafe { chunk.moves.clear() };
        let Chunk { value, glance, seen, first, proof, .. } = chunk;
        value.iter().chain(glance).for_each(|word| word.store(0, Relaxed));
        seen.iter().chain(first).chain(proof).for_each(|word| word.store(0, Relaxed));
        chunk.forget_family();
        if self.columns.amaf {
            self.amaf[at].iter().for_each(|word| word.store(0, Relaxed));
        }
        if self.columns.prior {
            self.prior[at].iter().for_each(|word| word.store(0, Relaxed));
        }
        if self.columns.judged {
            self.judged[at].iter().for_each(|word| word.store(0, Relaxed));
        }
    }

    /// Give back what a thread has taken and not used.
    pub(super) fn give_back(&self, stock: &mut Stock) {
        let mut store = lock(&self.store);
        store.blank.append(&mut stock.blank);
        store.families.append(&mut stock.families);
        self.note_stored(&store);
    }

    /// Give back a family that was never published.
    #[cold]
    pub(super) fn discard(&self, family: u32) {
        let mut store = lock(&self.store);
        store.families.push(family);
        self.note_stored(&store);
    }

    /// Whether few chunks are left.
    #[inline]
    pub(super) fn is_low(&self) -> bool {
        let capacity = self.chunks.len() as u32;
        let left = capacity.saturating_sub(self.stand.fresh.load(Relaxed));
        left + self.stand.stored.load(Relaxed) < LOW.max(capacity / 16)
    }

    /// Chunks in the tree, those not yet taken apart included.
    pub(super) fn used(&self) -> u32 {
        let handed_out = self.stand.fresh.load(Relaxed).min(self.chunks.len() as u32);
        handed_out - lock(&self.store).blank.len() as u32
    }

    /// Chunks whose memory has been touched.
    pub(super) fn touched(&self) -> usize {
        self.chunks.len().min(self.stand.fresh.load(Relaxed) as usize)
    }

    /// The epoch that a thread notes before it starts a simulation.
    #[inline]
    pub(super) fn epoch(&self) -> u32 {
        self.epoch.0.load(Acquire)
    }

    /// A thread has no node in hand that was detached before this epoch.
    pub(super) fn note_epoch(&self, seat: usize, epoch: u32) {
        self.seats[seat].0.store(epoch, SeqCst);
    }

    /// A thread goes away.
    pub(super) fn leave_seat(&self, seat: usize) {
        self.note_epoch(seat, AWAY);
    }

    /// A search with so many threads begins.
    pub(super) fn seat(&mut self, threads: usize) {
        self.seats.clear();
        self.seats.resize_with(threads, || Seat(AtomicU32::new(AWAY)));
        self.release();
        self.pruner.get_mut().unwrap_or_else(PoisonError::into_inner).rest_until = 0;
    }

    /// Make detached families free, if all threads have gone on since.
    pub(super) fn release(&self) {
        if let Ok(mut pruner) = self.pruner.try_lock() {
            self.release_from(&mut pruner);
        }
    }

    fn release_from(&self, pruner: &mut Pruner) {
        let gone_on = |seat: &Seat| seat.0.load(SeqCst) >= pruner.since;
        if !pruner.detached.is_empty() && self.seats.iter().all(gone_on) {
            let mut store = lock(&self.store);
            store.families.append(&mut pruner.detached);
            self.note_stored(&store);
        }
    }

    /// Few chunks are left: detach the less visited half of all families,
    /// unless that was done and waits for its release. For one thread at a
    /// time, between two simulations; `done` is how many it has behind it.
    /// True when a new epoch has begun.
    pub(super) fn forget_some(&self, done: u64, halt: &dyn Fn() -> bool) -> bool {
        let Ok(mut pruner) = self.pruner.try_lock() else { return false };
        if !pruner.detached.is_empty() {
            self.release_from(&mut pruner);
            return false;
        }
        if done < pruner.rest_until {
            return false;
        }
        let pruner = &mut *pruner;
        let walked = self.detach_half(pruner, halt);
        // A walk pays when much has grown since the last.
        pruner.rest_until = done + walked / 8;
        if pruner.detached.is_empty() {
            return false;
        }
        pruner.since = self.epoch.0.fetch_add(1, SeqCst) + 1;
        true
    }

    /// Their own statistics stay, and they grow again when they are wanted.
    fn detach_half(&self, pruner: &mut Pruner, halt: &dyn Fn() -> bool) -> u64 {
        let Pruner { detached, visits, todo, .. } = pruner;
        visits.clear();
        let finished = self.each_family(todo, halt, |owner, _| {
            if owner != NodeId::ROOT {
                visits.push(self.stat(owner).seen);
            }
            true
        });
        if visits.is_empty() || !finished {
            return 0;
        }
        let middle = visits.len() / 2;
        let (_, &mut threshold, _) = visits.select_nth_unstable(middle);
        self.each_family(todo, halt, |owner, family| {
            let keep = owner == NodeId::ROOT || self.stat(owner).seen > threshold;
            if !keep && self.detach(owner, family) {
                detached.push(family);
            }
            keep
        });
        visits.len() as u64
    }

    /// Walk over the families from the root; `look` says whether to go on
    /// below. False when `halt` cut it short.
    fn each_family(
        &self,
        todo: &mut Vec<NodeId>,
        halt: &dyn Fn() -> bool,
        mut look: impl FnMut(NodeId, u32) -> bool,
    ) -> bool {
        todo.clear();
        todo.push(NodeId::ROOT);
        let mut walked = 0u32;
        while let Some(owner) = todo.pop() {
            let Some(family) = self.family(owner) else { continue };
            walked += 1;
            if walked.is_multiple_of(1024) && halt() {
                return false;
            }
            if look(owner, family) {
                todo.extend(self.children(family));
            }
        }
        true
    }

    /// As on the first day.
    pub(super) fn clear(&mut self) {
        let touched = self.touched() as u32;
        if touched <= SMALL {
            (0..touched).for_each(|chunk| self.blank(chunk));
            let store = self.store.get_mut().unwrap_or_else(PoisonError::into_inner);
            store.blank.clear();
            store.families.clear();
            let pruner = self.pruner.get_mut().unwrap_or_else(PoisonError::into_inner);
            pruner.detached.clear();
            self.stand = Stand::new();
        } else {
            *self = Tree::new(self.columns, self.chunks.len() * Self::chunk_bytes(self.columns));
        }
    }

    fn blank(&mut self, chunk: u32) {
        self.chunks.blank(chunk);
        if self.columns.amaf {
            self.amaf.blank(chunk);
        }
        if self.columns.prior {
            self.prior.blank(chunk);
        }
        if self.columns.judged {
            self.judged.blank(chunk);
        }
    }

    /// Make `node` the root; what is not below it will be taken apart.
    pub(super) fn re_root(&mut self, node: NodeId) {
        let Some(old) = self.family(NodeId::ROOT) else { return };
        let from = &self.chunks[node.chunk()];
        let lane = node.lane();
        let word = |words: &[AtomicU32; LANES]| words[lane].load(Relaxed);
        let long = |words: &[AtomicU64; LANES]| words[lane].load(Relaxed);
        let (value, glance) = (long(&from.value), long(&from.glance));
        let (seen, first, proof) = (word(&from.seen), word(&from.first), word(&from.proof));
        // Its family stays.
        from.first[lane].store(NONE, Relaxed);
        self.blank(NodeId::ROOT.chunk());
        let root = &self.chunks[NodeId::ROOT.chunk()];
        root.value[0].store(value, Relaxed);
        root.glance[0].store(glance, Relaxed);
        root.seen[0].store(seen, Relaxed);
        root.first[0].store(first, Relaxed);
        root.proof[0].store(proof, Relaxed);
        root.proven.store(1, Relaxed);
        let mut store = lock(&self.store);
        store.families.push(old);
        self.note_stored(&store);
    }
}

impl Stand {
    /// The first chunk is the root's own.
    pub(super) fn new() -> Stand {
        Stand { fresh: AtomicU32::new(1), stored: AtomicU32::new(0) }
    }
}
