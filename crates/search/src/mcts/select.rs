//! Choosing among open children.
//!
//! Everything a formula needs is gathered from a chunk into small arrays
//! first, so that the arithmetic on the eight lanes becomes vector code.

use super::glance::{bound, largest};
use super::options::{Options, Rule};
use super::proof::{Proof, Results};
use super::share::Share;
use super::tree::{LANES, NodeId, Tree};
use super::weights::ln;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed};
use takeback_core::Player;

/// One number a lane.
pub(super) type Lanes = [f32; LANES];

/// Nothing left to learn there.
const PROVEN: f32 = -1e9;

/// Not playable at all.
const DEAD: f32 = f32::NEG_INFINITY;

/// Larger than every bound: unvisited children come first.
const AT_ONCE: f32 = 1e6;

/// A formula with everything filled in that all children share.
pub(super) struct Formula {
    rule: Rule,
    explore: f32,
    first_play: f32,
    rave: f32,
    minimax: f32,
    /// Nothing but means and visits counts.
    plain: bool,
    /// The root of `explore`.
    weight: f32,
}

/// All-moves-as-first results of eight children.
pub(super) struct AmafLanes {
    pub(super) count: Lanes,
    pub(super) mean: Lanes,
}

impl Formula {
    /// Of plain UCT, for a node whose children are compared at a glance.
    #[inline]
    pub(super) fn plain(options: &Options, weight: f32) -> Formula {
        Formula {
            rule: Rule::Uct,
            explore: 0.0,
            first_play: options.first_play.unwrap_or(AT_ONCE),
            rave: 0.0,
            minimax: 0.0,
            plain: true,
            weight,
        }
    }

    /// For a node that `visits` simulations entered.
    #[inline]
    pub(super) fn new(options: &Options, amaf: bool, visits: u32) -> Formula {
        let c = options.exploration;
        let visits = visits.max(1) as i32 as f32;
        let (explore, unknown) = match options.rule {
            Rule::Uct => (c * c * ln(visits + 1.0), if amaf { 0.5 } else { AT_ONCE }),
            Rule::Puct => (c * visits.sqrt(), 0.5),
        };
        Formula {
            rule: options.rule,
            explore,
            first_play: options.first_play.unwrap_or(unknown),
            rave: options.rave.equivalence,
            minimax: options.minimax,
            plain: false,
            weight: 0.0,
        }
    }

    /// Explore by this much more.
    #[inline]
    pub(super) fn embolden(&mut self, factor: f32) {
        self.explore *= factor;
        self.weight *= factor;
    }

    /// Explore as if the constant were this many times as large.
    #[inline]
    pub(super) fn weigh(&mut self, factor: f32) {
        self.explore *= if self.rule == Rule::Uct { factor * factor } else { factor };
        self.weight *= factor;
    }

    /// How much exploring counts where nothing but means and visits does.
    #[inline]
    pub(super) fn plain_weight(&self) -> Option<f32> {
        self.plain.then_some(self.weight)
    }

    /// What the next unopened child counts for; see [`Options::first_play`].
    #[inline]
    pub(super) fn urgency(&self) -> f32 {
        self.first_play
    }

    #[inline(always)]
    fn scores(&self, lanes: &Gathered, amaf: Option<&AmafLanes>) -> Lanes {
        const UNIT: f32 = 1.0 / Share::ONE.units() as f32;
        let mut q: Lanes = [0.0; LANES];
        for (i, q) in q.iter_mut().enumerate() {
            let mean = lanes.total[i] * (UNIT * lanes.per_done[i]);
            *q = if lanes.done[i] == 0.0 { self.first_play } else { mean };
        }
        if let Some(amaf) = amaf {
            for (i, q) in q.iter_mut().enumerate() {
                let weight = (self.rave / (3.0 * lanes.done[i] + self.rave)).sqrt();
                let weight = if amaf.count[i] == 0.0 { 0.0 } else { weight };
                *q += weight * (amaf.mean[i] - *q);
            }
        }
        if let Some(judged) = &lanes.judged {
            for (i, q) in q.iter_mut().enumerate() {
                let weight = if judged[i] == 0.0 { 0.0 } else { self.minimax };
                *q += weight * (judged[i] - *q);
            }
        }
        match self.rule {
            Rule::Uct => {
                for (i, q) in q.iter_mut().enumerate() {
                    *q += (self.explore * lanes.per_seen[i]).sqrt();
                }
            }
            Rule::Puct => {
                for (i, q) in q.iter_mut().enumerate() {
                    let prior = lanes.prior.as_ref().map_or(lanes.alike, |prior| prior[i]);
                    *q += self.explore * prior / (1.0 + lanes.seen[i]);
                }
            }
        }
        q
    }
}

#[inline(always)]
fn read(column: &[AtomicU32; LANES]) -> Lanes {
    let mut lanes = [0.0; LANES];
    for (i, lane) in lanes.iter_mut().enumerate() {
        *lane = f32::from_bits(column[i].load(Relaxed));
    }
    lanes
}

/// The numbers of eight children.
struct Gathered {
    seen: Lanes,
    done: Lanes,
    total: Lanes,
    /// One divided by `seen` and `done`; one where nothing was seen.
    per_seen: Lanes,
    per_done: Lanes,
    prior: Option<Lanes>,
    judged: Option<Lanes>,
    alike: f32,
}

/// The best open child and its score.
///
/// A simulation learns nothing from a child whose value is proven. It goes to
/// the best of the others, and as long as that one looks worse, what goes on up
/// is the proven result ([`Best::floor`]). So every simulation comes
/// nearer to a proof, and means are not spoilt by moves nobody would choose.
#[derive(Copy, Clone)]
pub(super) struct Best {
    pub(super) node: NodeId,
    pub(super) score: f32,
    /// The best proven child for the mover.
    pub(super) floor: Option<(NodeId, Proof)>,
}

impl Best {
    /// Whether there is anything left to learn among the open children.
    #[inline]
    pub(super) fn is_settled(self) -> bool {
        self.score <= PROVEN
    }
}

impl<M: Copy> Tree<M> {
    #[inline(always)]
    fn gather<const SHARED: bool>(&self, at: u32, width: u32) -> Gathered {
        let chunk = &self.chunks[at];
        let mut lanes = Gathered {
            seen: [0.0; LANES],
            done: [0.0; LANES],
            total: [0.0; LANES],
            per_seen: [0.0; LANES],
            per_done: [0.0; LANES],
            prior: None,
            judged: None,
            alike: 1.0 / width as i32 as f32,
        };
        for i in 0..LANES {
            let value = chunk.value[i].load(Acquire);
            let seen = chunk.seen[i].load(Relaxed);
            let flying = if SHARED { seen.wrapping_sub(value as u32) & 0xffff } else { 0 };
            let done = seen.wrapping_sub(flying);
            lanes.seen[i] = seen as i32 as f32;
            lanes.done[i] = done as i32 as f32;
            lanes.total[i] = (value.wrapping_sub(u64::from(done)) >> 16) as i64 as f32;
        }
        for i in 0..LANES {
            lanes.per_seen[i] = 1.0 / lanes.seen[i].max(1.0);
            lanes.per_done[i] =
                if SHARED { 1.0 / lanes.done[i].max(1.0) } else { lanes.per_seen[i] };
        }
        if self.columns.prior {
            lanes.prior = Some(read(&self.prior[at]));
        }
        if self.columns.judged {
            lanes.judged = Some(read(&self.judged[at]));
        }
        lanes
    }

    /// The best of the first `open` children for `mover`. `amaf` reads the
    /// statistics of a chunk from wherever they are kept.
    #[inline(always)]
    pub(super) fn best_child<const SHARED: bool>(
        &self,
        family: u32,
        open: u32,
        formula: &Formula,
        mover: Player,
        results: &Results,
        amaf: impl Fn(u32) -> Option<AmafLanes>,
    ) -> Best {
        if formula.plain {
            return self.best_with_proofs(family, open, formula.weight, mover, results);
        }
        let width = self.chunks[family].width.load(Relaxed);
        let mut best = Best { node: NodeId::new(family, 0), score: DEAD, floor: None };
        let (mut at, mut left) = (family, open as usize);
        loop {
            let lanes = self.gather::<SHARED>(at, width);
            let scores = formula.scores(&lanes, amaf(at).as_ref());
            best = self.better(best, at, left, scores, mover, results);
            if left <= LANES {
                return best;
            }
            left -= LANES;
            at = self.chunks[at].next.load(Acquire);
        }
    }

    /// The same for plain UCT where no child is proven, which is nearly
    /// everywhere: there is nothing to be carried along but the best so far.
    /// `None` where one is.
    #[inline(always)]
    pub(super) fn best_at_a_glance(&self, family: u32, open: u32, weight: f32) -> Option<NodeId> {
        let head = &self.chunks[family];
        if head.proven.load(Relaxed) != 0 {
            return None;
        }
        let lane = largest(&head.glance, weight);
        let best = NodeId::new(family, lane);
        // A family of one chunk is done with here: the next step down need not
        // wait for a comparison with others.
        if open as usize <= LANES {
            return Some(best);
        }
        self.best_of_chunks(best, open, weight)
    }

    /// The best child of the first chunk against those of the others.
    #[inline(always)]
    fn best_of_chunks(&self, first: NodeId, open: u32, weight: f32) -> Option<NodeId> {
        let mut chunk = &self.chunks[first.chunk()];
        let (mut best, mut top) = (first, bound(chunk.glance[first.lane()].load(Relaxed), weight));
        for _ in 1..(open as usize).div_ceil(LANES) {
            let at = chunk.next.load(Acquire);
            chunk = &self.chunks[at];
            if chunk.proven.load(Relaxed) != 0 {
                return None;
            }
            let lane = largest(&chunk.glance, weight);
            let score = bound(chunk.glance[lane].load(Relaxed), weight);
            if score > top {
                (best, top) = (NodeId::new(at, lane), score);
            }
        }
        Some(best)
    }

    /// The same for plain UCT where some may be.
    #[inline(never)]
    fn best_with_proofs(
        &self,
        family: u32,
        open: u32,
        weight: f32,
        mover: Player,
        results: &Results,
    ) -> Best {
        let mut best = Best { node: NodeId::new(family, 0), score: DEAD, floor: None };
        let (mut at, mut left) = (family, open as usize);
        loop {
            let chunk = &self.chunks[at];
            let word = |lane: usize| chunk.glance[lane].load(Relaxed);
            if chunk.proven.load(Relaxed) == 0 {
                let lane = largest(&chunk.glance, weight);
                let score = bound(word(lane), weight);
                if score > best.score {
                    best = Best { node: NodeId::new(at, lane), score, ..best };
                }
            } else {
                // A plain loop: `map` and `zip` are inlined only by luck.
                let mut scores: Lanes = [0.0; LANES];
                for (lane, score) in scores.iter_mut().enumerate() {
                    *score = bound(word(lane), weight);
                }
                best = self.better(best, at, left, scores, mover, results);
            }
            if left <= LANES {
                return best;
            }
            left -= LANES;
            at = chunk.next.load(Acquire);
        }
    }

    /// The best so far against the first `left` lanes of another chunk.
    #[inline]
    fn better(
        &self,
        best: Best,
        at: u32,
        left: usize,
        mut scores: Lanes,
        mover: Player,
        results: &Results,
    ) -> Best {
        let mut best = best;
        if self.chunks[at].proven.load(Relaxed) != 0 {
            best.floor = self.heed_proofs(at, left, mover, results, &mut scores, best.floor);
        }
        for (lane, &score) in scores.iter().enumerate().take(left) {
            if score > best.score {
                best = Best { node: NodeId::new(at, lane), score, ..best };
            }
        }
        best
    }

    /// Take proven children out of the race and note the best of them.
    fn heed_proofs(
        &self,
        at: u32,
        left: usize,
        mover: Player,
        results: &Results,
        scores: &mut Lanes,
        floor: Option<(NodeId, Proof)>,
    ) -> Option<(NodeId, Proof)> {
        let proofs = &self.chunks[at].proof;
        let mut floor = floor;
        for (lane, score) in scores.iter_mut().enumerate().take(left) {
            let Some(proof) = Proof::read(proofs[lane].load(Relaxed)) else { continue };
            *score = if proof.is_dead() { DEAD } else { PROVEN };
            let better = |(_, old)| results.prefers(mover, proof, old);
            if !proof.is_dead() && floor.is_none_or(better) {
                floor = Some((NodeId::new(at, lane), proof));
            }
        }
        floor
    }

    /// Statistics of all moves as first, as kept in the family itself.
    #[inline]
    pub(super) fn amaf_lanes(&self, at: u32) -> AmafLanes {
        let (own, mut words) = (&self.amaf[at], [0; LANES]);
        for (lane, word) in words.iter_mut().enumerate() {
            *word = own[lane].load(Relaxed);
        }
        AmafLanes::from_words(words)
    }

    /// One more result of a move that was played later on.
    #[inline]
    pub(super) fn add_amaf<const SHARED: bool>(&self, node: NodeId, share: Share) {
        let word = &self.amaf[node.chunk()][node.lane()];
        let old = word.load(Relaxed);
        // Counts end short of the sum's bits; so many say enough.
        if old & AMAF_COUNT >= AMAF_COUNT - 1024 {
            return;
        }
        let result = (u64::from(share.units()) << 24) + 1;
        if SHARED {
            word.fetch_add(result, Relaxed);
        } else {
            word.store(old + result, Relaxed);
        }
    }
}

/// The bits that count all-moves-as-first results.
const AMAF_COUNT: u64 = (1 << 24) - 1;

impl AmafLanes {
    #[inline]
    pub(super) fn from_words(words: [u64; LANES]) -> AmafLanes {
        let mut lanes = AmafLanes { count: [0.0; LANES], mean: [0.0; LANES] };
        for (i, word) in words.into_iter().enumerate() {
            let count = (word & AMAF_COUNT) as i32 as f32;
            lanes.count[i] = count;
            let sum = (word >> 24) as i64 as f32;
            lanes.mean[i] = sum / (count.max(1.0) * Share::ONE.units() as f32);
        }
        lanes
    }
}
