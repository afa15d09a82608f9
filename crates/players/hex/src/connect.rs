//! Virtual connections: H-search.
//!
//! Two *ends* (a group of stones, an edge or an empty cell) are connected
//! *fully* when they can be joined even if the opponent moves first, and
//! *semi* when it takes the first move. Each connection has a *carrier*: the
//! empty cells it needs. From neighbours outwards two rules build larger ones:
//!
//! * AND: two full connections with disjoint carriers that meet in a group
//!   make a full one; meeting in an empty cell, a semi one that contains it.
//! * OR: semi connections of the same ends whose carriers share no cell make
//!   a full one, for the opponent cannot break all with one stone. A few are
//!   tried in every combination, as many as it takes where that finds none.
//!
//! If a colour's edges are fully connected, it has won; where they are semi
//! connected, the opponent must play into every one of the carriers.

use takeback_core::clock::Instant;
use takeback_hex::Bits;
use takeback_hex::{Colour, Geometry};

/// How much is kept and tried.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Effort {
    /// Full connections kept for one pair of ends.
    pub fulls: usize,
    /// Semi connections kept for one pair of ends.
    pub semis: usize,
    /// Semi connections that the OR rule tries in every combination.
    pub joined: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { fulls: 10, semis: 25, joined: 4 }
    }
}

/// Ends by number: the colour's two edges first.
pub type End = usize;
/// The edge a colour starts from (top or left).
pub const FIRST_EDGE: End = 0;
/// The edge it wants to reach (bottom or right).
pub const SECOND_EDGE: End = 1;

/// A fresh full connection waiting to be combined.
#[derive(Copy, Clone, Debug)]
struct Waiting<B> {
    a: u16,
    b: u16,
    carrier: B,
}

/// All connections found for one colour; its room is reused from search to search.
#[derive(Clone, Debug)]
pub struct Connections<B> {
    effort: Effort,
    /// Per end its cell when it is an empty one.
    cells: Vec<Option<u16>>,
    /// Per cell its end; `NONE` for the opponent's.
    ends: Vec<u16>,
    fulls: Vec<Vec<B>>,
    semis: Vec<Vec<B>>,
    /// Full connections that have been combined with one another.
    done: Vec<Vec<B>>,
    /// Per end those it has such connections with.
    partners: Vec<Vec<u16>>,
    /// Waiting connections by size of carrier: small ones first keep lists short.
    waiting: Vec<Vec<Waiting<B>>>,
    /// Room for what the ends of a list have in common.
    rest: Vec<B>,
    whole: B,
    count: usize,
    deadline: Option<Instant>,
}

/// Connections combined between two looks at the clock: some ten microseconds.
const BETWEEN_LOOKS: u32 = 16;

const NONE: u16 = u16::MAX;

impl<B: Bits> Connections<B> {
    /// Room for searches of this effort.
    #[must_use]
    pub fn new(effort: Effort) -> Self {
        Connections {
            effort,
            cells: Vec::new(),
            ends: Vec::new(),
            fulls: Vec::new(),
            semis: Vec::new(),
            done: Vec::new(),
            partners: Vec::new(),
            waiting: Vec::new(),
            rest: Vec::new(),
            whole: B::EMPTY,
            count: 0,
            deadline: None,
        }
    }

    /// From now on searches end at this time, if at any. On a large board with many
    /// loose groups one may take a tenth of a second. What was found by then is true,
    /// and not all there is.
    pub fn until(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    fn is_up(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Find the connections of `colour`. Stops as soon as its edges are fully
    /// connected.
    pub fn search(&mut self, geometry: &Geometry<B>, stones: [B; 2], colour: Colour) {
        self.number_ends(geometry, stones, colour);
        self.connect_neighbours(geometry, stones, colour);
        let (mut size, mut combined) = (0, 0u32);
        while size < self.waiting.len() {
            let Some(next) = self.waiting[size].pop() else {
                size += 1;
                continue;
            };
            if self.is_current(&next) {
                self.combine(next);
                combined += 1;
                if self.edges_joined() || combined.is_multiple_of(BETWEEN_LOOKS) && self.is_up() {
                    return;
                }
                // Carriers only grow, except by the OR rule, which may make
                // one from this size's neighbours: look again from the front.
                size = 0;
            }
        }
    }

    /// Whether the colour's edges are fully connected.
    #[must_use]
    pub fn edges_joined(&self) -> bool {
        !self.fulls[pair(FIRST_EDGE, SECOND_EDGE)].is_empty()
    }

    /// Carriers of full connections from edge to edge.
    #[must_use]
    pub fn edge_fulls(&self) -> &[B] {
        &self.fulls[pair(FIRST_EDGE, SECOND_EDGE)]
    }

    /// Carriers of semi connections from edge to edge.
    #[must_use]
    pub fn edge_semis(&self) -> &[B] {
        &self.semis[pair(FIRST_EDGE, SECOND_EDGE)]
    }

    /// The end a cell belongs to, unless the opponent holds it.
    #[must_use]
    pub fn end_of(&self, at: usize) -> Option<End> {
        self.ends.get(at).filter(|&&end| end != NONE).map(|&end| end as usize)
    }

    /// How many ends there are.
    #[must_use]
    pub fn ends(&self) -> usize {
        self.count
    }

    /// Carriers of full connections between two ends.
    #[must_use]
    pub fn fulls(&self, a: End, b: End) -> &[B] {
        if a == b || a.max(b) >= self.count { &[] } else { &self.fulls[pair(a, b)] }
    }

    /// Carriers of semi connections between two ends.
    #[must_use]
    pub fn semis(&self, a: End, b: End) -> &[B] {
        if a == b || a.max(b) >= self.count { &[] } else { &self.semis[pair(a, b)] }
    }

    /// Edges, then groups that touch no edge, then empty cells.
    fn number_ends(&mut self, geometry: &Geometry<B>, stones: [B; 2], colour: Colour) {
        let own = stones[colour.index()];
        let empty = geometry.all.minus(stones[0] | stones[1]);
        self.whole = geometry.all;
        self.ends.clear();
        self.ends.resize(geometry.size.cells(), NONE);
        self.cells.clear();
        self.cells.extend([None, None]);
        let mut loose = own;
        for (end, edge) in geometry.edges[colour.index()].into_iter().enumerate() {
            let group = geometry.flood(edge, own);
            loose = loose.minus(group);
            for at in group.iter() {
                self.ends[at] = end as u16;
            }
        }
        while !loose.is_empty() {
            let group = geometry.flood(B::bit(loose.lowest()), loose);
            loose = loose.minus(group);
            for at in group.iter() {
                self.ends[at] = self.cells.len() as u16;
            }
            self.cells.push(None);
        }
        for at in empty.iter() {
            self.ends[at] = self.cells.len() as u16;
            self.cells.push(Some(at as u16));
        }
        self.count = self.cells.len();
        let pairs = self.count * (self.count - 1) / 2;
        if self.fulls.len() < pairs {
            self.fulls.resize_with(pairs, Vec::new);
            self.semis.resize_with(pairs, Vec::new);
            self.done.resize_with(pairs, Vec::new);
            self.partners.resize_with(self.count, Vec::new);
        }
        self.fulls[..pairs].iter_mut().for_each(Vec::clear);
        self.semis[..pairs].iter_mut().for_each(Vec::clear);
        self.done[..pairs].iter_mut().for_each(Vec::clear);
        self.partners[..self.count].iter_mut().for_each(Vec::clear);
        self.waiting.resize_with(empty.count() + 1, Vec::new);
        self.waiting.iter_mut().for_each(Vec::clear);
    }

    fn connect_neighbours(&mut self, geometry: &Geometry<B>, stones: [B; 2], colour: Colour) {
        let empty = geometry.all.minus(stones[0] | stones[1]);
        let own = stones[colour.index()];
        for at in empty.iter() {
            let end = self.ends[at] as usize;
            for near in (geometry.adjacent[at] & (empty | own)).iter() {
                self.add_full(end, self.ends[near] as usize, B::EMPTY);
            }
            for (edge, cells) in geometry.edges[colour.index()].into_iter().enumerate() {
                if cells.has(at) {
                    self.add_full(end, edge, B::EMPTY);
                }
            }
        }
    }

    /// Whether a waiting connection has not been replaced by a smaller one.
    fn is_current(&self, next: &Waiting<B>) -> bool {
        self.fulls[pair(next.a as usize, next.b as usize)].contains(&next.carrier)
    }

    /// The AND rule at both ends of a fresh full connection.
    fn combine(&mut self, fresh: Waiting<B>) {
        let (a, b) = (fresh.a as usize, fresh.b as usize);
        self.combine_at(a, b, fresh.carrier);
        self.combine_at(b, a, fresh.carrier);
        let done = &mut self.done[pair(a, b)];
        if done.is_empty() {
            self.partners[a].push(fresh.b);
            self.partners[b].push(fresh.a);
        }
        done.push(fresh.carrier);
    }

    /// The AND rule for `a`-`middle` with everything that `middle` connects to.
    /// Not over edges: what is joined to the same edge gains little from that,
    /// and nearly everything is.
    fn combine_at(&mut self, a: End, middle: End, carrier: B) {
        if middle <= SECOND_EDGE {
            return;
        }
        let forbidden = self.cells[a].map_or(carrier, |at| carrier.with(at as usize));
        // The list of a pair grows only between calls; its room is borrowed here.
        let partners = std::mem::take(&mut self.partners[middle]);
        for &b in &partners {
            let b = b as usize;
            if b == a || self.cells[b].is_some_and(|at| carrier.has(at as usize)) {
                continue;
            }
            let list = pair(middle, b);
            for i in 0..self.done[list].len() {
                let other = self.done[list][i];
                if other.meets(forbidden) {
                    continue;
                }
                match self.cells[middle] {
                    None => self.add_full(a, b, carrier | other),
                    Some(at) => self.add_semi(a, b, (carrier | other).with(at as usize)),
                }
            }
        }
        self.partners[middle] = partners;
    }

    fn add_full(&mut self, a: End, b: End, carrier: B) {
        if a == b {
            return;
        }
        let list = pair(a, b);
        let fulls = &mut self.fulls[list];
        if !insert(fulls, carrier, self.effort.fulls) {
            return;
        }
        self.semis[list].retain(|semi| !carrier.within(*semi));
        self.waiting[carrier.count()].push(Waiting { a: a as u16, b: b as u16, carrier });
    }

    fn add_semi(&mut self, a: End, b: End, carrier: B) {
        let list = pair(a, b);
        if self.fulls[list].iter().any(|full| full.within(carrier)) {
            return;
        }
        let edges = list == pair(FIRST_EDGE, SECOND_EDGE);
        let room = if edges { 8 * self.effort.semis } else { self.effort.semis };
        if !insert(&mut self.semis[list], carrier, room) {
            return;
        }
        // What all from each place on have in common: where that keeps a cell, nothing further
        // on can do without it. Lists only shrink meanwhile, which leaves more in common.
        let mut rest = std::mem::take(&mut self.rest);
        rest.clear();
        rest.extend(self.semis[list].iter().rev().scan(self.whole, |common, &semi| {
            *common &= semi;
            Some(*common)
        }));
        rest.reverse();
        let separate = rest.first().is_some_and(|common| !common.meets(carrier));
        if separate
            && !self.join(list, (a, b), (carrier, carrier), 0, self.effort.joined - 1, &rest)
        {
            self.join_many(list, (a, b), carrier);
        }
        self.rest = rest;
    }

    /// The OR rule: add semi connections from place `from` on while they shrink
    /// what all have in common; nothing in common makes a full one. Whether it did.
    fn join(
        &mut self,
        list: usize,
        ends: (End, End),
        (common, union): (B, B),
        from: usize,
        left: usize,
        rest: &[B],
    ) -> bool {
        let mut found = false;
        for i in from..self.semis[list].len() {
            if common.meets(rest[i]) {
                break;
            }
            let Some(&semi) = self.semis[list].get(i) else { break };
            let less = common & semi;
            if less == common {
                continue;
            }
            let union = union | semi;
            if less.is_empty() {
                self.add_full(ends.0, ends.1, union);
                found = true;
            } else if left > 1 {
                found |= self.join(list, ends, (less, union), i + 1, left - 1, rest);
            }
        }
        found
    }

    /// The OR rule over as many as it takes, where few do not: each time the one that leaves least
    /// in common and adds least to the carrier.
    fn join_many(&mut self, list: usize, ends: (End, End), fresh: B) {
        let (mut common, mut union) = (fresh, fresh);
        while !common.is_empty() {
            let gain = |semi: &&B| ((common & **semi).count(), semi.minus(union).count());
            let Some(&semi) = self.semis[list].iter().min_by_key(gain) else { return };
            if (common & semi) == common {
                return;
            }
            common &= semi;
            union |= semi;
        }
        self.add_full(ends.0, ends.1, union);
    }
}

/// Keep `carrier` unless one within it is there; drop those around it. A full
/// list keeps the smaller carriers.
fn insert<B: Bits>(list: &mut Vec<B>, carrier: B, room: usize) -> bool {
    if list.iter().any(|known| known.within(carrier)) {
        return false;
    }
    list.retain(|known| !carrier.within(*known));
    if list.len() >= room {
        let size = carrier.count();
        let Some((largest, count)) =
            list.iter().map(|known| known.count()).enumerate().max_by_key(|&(_, count)| count)
        else {
            return false;
        };
        if count <= size {
            return false;
        }
        list.swap_remove(largest);
    }
    list.push(carrier);
    true
}

/// Where the lists of a pair of different ends stand.
#[inline]
const fn pair(a: End, b: End) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low
}
