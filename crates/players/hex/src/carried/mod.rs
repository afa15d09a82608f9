//! Virtual connections that are carried along from stone to stone, and taken back with it.
//!
//! [`Connections`](crate::Connections) begins afresh with every position; here what still holds is kept.
//! What a stone changes:
//!
//! * A stone of the opponent breaks every connection whose carrier it enters. A full one that it entered
//!   once is a semi one in what is left, since its owner is to answer.
//! * An own stone leaves every carrier it stands in, and joins the groups beside it: what ends at one of
//!   them then ends at all.
//!
//! Then the rules run, but only for what changed. Where a list had been too short for all that was found
//! and the opponent's stone made room in it, it is derived once more from its middles.
//!
//! Ends are numbered so that stones leave them alone: the two edges first, then every cell; a group goes by
//! one of its cells. A list is copied to a journal when a stone changes it first, so taking back puts
//! every list, in its very order, where it was.

mod list;
mod rules;
#[cfg(test)]
mod tests;

use crate::connect::{Effort, End, FIRST_EDGE, SECOND_EDGE};
use list::List;
use takeback_core::clock::Instant;
use takeback_hex::{Bits, Colour, Geometry};

/// A full connection that waits to be combined with others.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Waiting<B> {
    a: u16,
    b: u16,
    carrier: B,
}

/// The ends with which one has combined full connections; perhaps more.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Partners<B> {
    edges: [bool; 2],
    /// By the cell an end goes by.
    cells: B,
}

/// What a stone changes beside lists, as it was before.
#[derive(Clone, Debug)]
struct Frame<B> {
    stones: [B; 2],
    ends: Vec<u16>,
    partners: Vec<Partners<B>>,
    pending: Vec<Waiting<B>>,
    moved: Moved<B>,
    /// Saved lists below this are not of this frame.
    mark: usize,
}

/// The connections of one colour on a board that stones are put on and taken from.
#[derive(Clone, Debug)]
pub struct Carried<B: Bits> {
    geometry: &'static Geometry<B>,
    colour: Colour,
    effort: Effort,
    /// Whether the rules stop where the edges are joined; tests compare what there is beyond.
    stops: bool,
    /// Own stones, and the opponent's.
    stones: [B; 2],
    /// Per cell the end it belongs to; `NONE` for the opponent's.
    ends: Vec<u16>,
    partners: Vec<Partners<B>>,
    lists: Vec<List<B>>,
    /// Waiting connections by size of carrier. Empty between calls.
    waiting: Vec<Vec<Waiting<B>>>,
    /// Those left waiting, when the edges were joined or time was up.
    pending: Vec<Waiting<B>>,
    frames: Vec<Frame<B>>,
    saved: Vec<(u32, List<B>)>,
    /// Per list the stone with which it was last saved.
    stamps: Vec<u64>,
    stamp: u64,
    /// Room that is used again.
    spare: Vec<List<B>>,
    spare_frames: Vec<Frame<B>>,
    live: Vec<u16>,
    rest: Vec<B>,
    moved: Moved<B>,
    deadline: Option<Instant>,
}

/// Connections taken out of their lists, to be offered again by other ends or with other carriers. Where
/// the edges are joined, they wait for the next stone.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
struct Moved<B> {
    fulls: Vec<Waiting<B>>,
    semis: Vec<Waiting<B>>,
    /// Lists that something went out of and for which there had been more.
    derive: Vec<(u16, u16)>,
}

const NONE: u16 = u16::MAX;
/// The end that the first cell goes by.
const CELLS: usize = 2;

impl<B: Bits> Carried<B> {
    /// The connections of `colour`, from scratch.
    #[must_use]
    pub fn new(
        geometry: &'static Geometry<B>,
        colour: Colour,
        stones: [B; 2],
        effort: Effort,
    ) -> Self {
        let ends = geometry.size.cells() + CELLS;
        let nobody = Partners { edges: [false; 2], cells: B::EMPTY };
        let mut carried = Carried {
            geometry,
            colour,
            effort,
            stops: true,
            stones: [B::EMPTY; 2],
            ends: vec![NONE; geometry.size.cells()],
            partners: vec![nobody; ends],
            lists: vec![List::new(); ends * (ends - 1) / 2],
            waiting: vec![Vec::new(); geometry.size.cells() + 1],
            pending: Vec::new(),
            frames: Vec::new(),
            saved: Vec::new(),
            stamps: vec![0; ends * (ends - 1) / 2],
            stamp: 0,
            spare: Vec::new(),
            spare_frames: Vec::new(),
            live: Vec::new(),
            rest: Vec::new(),
            moved: Moved::default(),
            deadline: None,
        };
        carried.begin(stones);
        carried
    }

    /// From now on the rules run until this time, if to any. What was found by then is true; the rest
    /// waits for the next stone.
    pub fn until(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// Begin afresh with these stones, of Black and White; nothing can be taken back.
    pub fn begin(&mut self, stones: [B; 2]) {
        self.saved.clear();
        self.frames.clear();
        self.pending.clear();
        self.moved = Moved::default();
        self.lists.iter_mut().for_each(List::clear);
        self.partners.fill(Partners { edges: [false; 2], cells: B::EMPTY });
        self.stones = self.seen(stones);
        let [own, enemy] = self.stones;
        for at in self.geometry.all.iter() {
            self.ends[at] = if enemy.has(at) { NONE } else { (at + CELLS) as u16 };
        }
        self.label(own);
        self.list_live();
        self.connect_neighbours();
        self.run();
    }

    /// Black's and White's stones as own and the opponent's, and the other way round.
    fn seen(&self, stones: [B; 2]) -> [B; 2] {
        let own = self.colour.index();
        [stones[own], stones[1 - own]]
    }

    /// Stand at these stones: take back what is not among them, and place what is missing.
    pub fn go_to(&mut self, stones: [B; 2]) {
        let [own, enemy] = self.seen(stones);
        while !(self.stones[0].within(own) && self.stones[1].within(enemy)) {
            if !self.take_back() {
                self.begin(stones);
                return;
            }
        }
        let fresh = [own.minus(self.stones[0]), enemy.minus(self.stones[1])];
        if !(fresh[0] | fresh[1]).is_empty() {
            self.put(fresh);
        }
    }

    /// Place stones of Black and White on empty cells, as one step.
    pub fn place(&mut self, stones: [B; 2]) {
        self.put(self.seen(stones));
    }

    fn put(&mut self, [own, enemy]: [B; 2]) {
        self.save_frame();
        self.list_live();
        self.offer_moved();
        if !enemy.is_empty() {
            self.stones[1] |= enemy;
            self.block(enemy);
            self.list_live();
        }
        if !own.is_empty() {
            self.stones[0] |= own;
            self.join(own);
        }
        if !self.is_settled() {
            self.offer_moved();
        }
        self.run();
    }

    /// Whether nothing more needs to be found.
    fn is_settled(&self) -> bool {
        self.stops && self.edges_joined()
    }

    /// Take back the last step; false when there is none.
    pub fn take_back(&mut self) -> bool {
        let Some(mut frame) = self.frames.pop() else { return false };
        while self.saved.len() > frame.mark {
            if let Some((list, mut before)) = self.saved.pop() {
                std::mem::swap(&mut self.lists[list as usize], &mut before);
                self.spare.push(before);
            }
        }
        self.stones = frame.stones;
        std::mem::swap(&mut self.ends, &mut frame.ends);
        std::mem::swap(&mut self.partners, &mut frame.partners);
        std::mem::swap(&mut self.pending, &mut frame.pending);
        std::mem::swap(&mut self.moved, &mut frame.moved);
        self.spare_frames.push(frame);
        true
    }

    fn save_frame(&mut self) {
        let mut frame = self.spare_frames.pop().unwrap_or_else(|| Frame {
            stones: self.stones,
            ends: Vec::new(),
            partners: Vec::new(),
            pending: Vec::new(),
            moved: Moved::default(),
            mark: 0,
        });
        frame.stones = self.stones;
        frame.ends.clone_from(&self.ends);
        frame.partners.clone_from(&self.partners);
        frame.pending.clone_from(&self.pending);
        frame.moved.clone_from(&self.moved);
        frame.mark = self.saved.len();
        self.frames.push(frame);
        self.stamp += 1;
        for next in self.pending.drain(..) {
            self.waiting[next.carrier.count()].push(next);
        }
    }

    /// A list that is about to change: its old self goes to the journal.
    fn touch(&mut self, list: usize) {
        if !self.frames.is_empty() && self.stamps[list] != self.stamp {
            self.stamps[list] = self.stamp;
            let mut copy = self.spare.pop().unwrap_or_else(List::new);
            copy.copy(&self.lists[list]);
            self.saved.push((list as u32, copy));
        }
    }

    /// Let own stones be groups, or parts of the groups and edges beside them.
    fn label(&mut self, fresh: B) {
        let [own, _] = self.stones;
        let mut settled = own.minus(fresh);
        for at in fresh.iter() {
            let mut to = (at + CELLS) as u16;
            for near in (self.geometry.adjacent[at] & settled).iter() {
                to = to.min(self.ends[near]);
            }
            for (edge, cells) in self.geometry.edges[self.colour.index()].into_iter().enumerate() {
                if cells.has(at) {
                    to = to.min(edge as u16);
                }
            }
            settled = settled.with(at);
            let group = self.geometry.flood(B::bit(at), settled);
            for at in group.iter() {
                self.ends[at] = to;
            }
        }
    }

    /// The end that another has become part of.
    fn resolve(&self, end: u16) -> u16 {
        if (end as usize) < CELLS { end } else { self.ends[end as usize - CELLS] }
    }

    /// Note all ends there are: edges, empty cells, and the cells that groups go by.
    fn list_live(&mut self) {
        self.live.clear();
        self.live.extend([FIRST_EDGE as u16, SECOND_EDGE as u16]);
        let cells = (CELLS as u16..).zip(&self.ends);
        self.live.extend(cells.filter(|&(end, &label)| end == label).map(|(end, _)| end));
    }

    /// The stones this is about, of Black and White.
    #[must_use]
    pub fn stones(&self) -> [B; 2] {
        self.seen(self.stones)
    }

    /// How many steps can be taken back.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.frames.len()
    }

    /// The end a cell belongs to, unless the opponent holds it.
    #[must_use]
    pub fn end_of(&self, at: usize) -> Option<End> {
        self.ends.get(at).filter(|&&end| end != NONE).map(|&end| end as usize)
    }

    /// Whether the colour's edges are fully connected.
    #[must_use]
    pub fn edges_joined(&self) -> bool {
        !self.edge_fulls().is_empty()
    }

    /// Carriers of full connections from edge to edge.
    #[must_use]
    pub fn edge_fulls(&self) -> &[B] {
        self.fulls(FIRST_EDGE, SECOND_EDGE)
    }

    /// Carriers of semi connections from edge to edge.
    #[must_use]
    pub fn edge_semis(&self) -> &[B] {
        self.semis(FIRST_EDGE, SECOND_EDGE)
    }

    /// Carriers of full connections between two ends.
    #[must_use]
    pub fn fulls(&self, a: End, b: End) -> &[B] {
        if a == b { &[] } else { &self.lists[pair(a, b)].fulls }
    }

    /// Carriers of semi connections between two ends.
    #[must_use]
    pub fn semis(&self, a: End, b: End) -> &[B] {
        if a == b { &[] } else { &self.lists[pair(a, b)].semis }
    }
}

/// Where the list of a pair of different ends stands.
#[inline]
const fn pair(a: End, b: End) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    high * (high - 1) / 2 + low
}
