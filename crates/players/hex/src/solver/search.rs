//! Depth-first proof-number search over filled-in positions.
//!
//! Every decided position carries a *carrier*: the empty cells within which
//! the winner's strategy stays. When a move is refuted, the refutation works
//! against every move outside its carrier as well, so the moves still worth
//! trying shrink to what all carriers found so far have in common.

use super::Limits;
use super::proof_table::{Entry, INFINITE, ProofTable, RANKED};
use crate::connect::Connections;
use takeback_core::clock::Instant;
use takeback_hex::Bits;
use takeback_hex::Resistance;
use takeback_hex::{Colour, Geometry};
use takeback_hex::{Settled, fill_in, inferior, killer};

/// A position in the orientation the table knows it by, with all that was
/// settled on the way there.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node<B> {
    pub(super) stones: [B; 2],
    pub(super) mover: Colour,
    /// What each colour captured, in the orientation of the caller.
    captured: [B; 2],
    turned: bool,
    /// What the last stone settled in its own favour: moves there would do less.
    covered: B,
    /// The winner, when fill-in alone decides.
    winner: Option<Colour>,
}

/// A move of a node, and where it leads.
#[derive(Copy, Clone, Debug)]
struct Child<B> {
    at: usize,
    node: Node<B>,
    /// What came of the last descent, should the table have lost it: where two children shared
    /// the last place of a bucket, each would look new whenever the other has been visited.
    last: Value<B>,
}

/// The value of a node as seen by its parent.
#[derive(Copy, Clone, Debug)]
pub(super) struct Value<B> {
    pub(super) phi: u32,
    pub(super) delta: u32,
    /// The winner's carrier when decided, in the orientation of the parent.
    pub(super) carrier: B,
}

impl<B: Bits> Value<B> {
    /// Nothing is known.
    const OPEN: Self = Value { phi: 1, delta: 1, carrier: B::EMPTY };
}

pub(super) struct Search<'a, B: Bits> {
    pub(super) geometry: &'static Geometry<B>,
    pub(super) table: &'a mut ProofTable<B>,
    pub(super) connections: &'a mut Connections<B>,
    pub(super) resistance: &'a mut Resistance,
    pub(super) limits: Limits<'a>,
    pub(super) start: Instant,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
    frames: Vec<Vec<Child<B>>>,
    /// Per colour and cell, in the orientation of the root, how often a stone
    /// there refuted something: answers repeat from branch to branch.
    answers: [Vec<f32>; 2],
}

impl<'a, B: Bits> Search<'a, B> {
    pub(super) fn new(
        geometry: &'static Geometry<B>,
        table: &'a mut ProofTable<B>,
        connections: &'a mut Connections<B>,
        resistance: &'a mut Resistance,
        limits: Limits<'a>,
    ) -> Self {
        let cells = geometry.size.cells();
        let start = Instant::now();
        connections.until(limits.time.and_then(|time| start.checked_add(time)));
        Search {
            geometry,
            table,
            connections,
            resistance,
            limits,
            start,
            nodes: 0,
            stopped: false,
            frames: Vec::new(),
            answers: [vec![0.0; cells], vec![0.0; cells]],
        }
    }

    /// The node reached by these stones.
    pub(super) fn node(&self, stones: [B; 2], mover: Colour) -> Node<B> {
        let Settled { stones, captured, dead } = fill_in(self.geometry, stones);
        let covered = dead | captured[mover.other().index()];
        let winner = Colour::BOTH.into_iter().find(|&c| self.geometry.joins(c, stones[c.index()]));
        let turned_stones = stones.map(|set| self.geometry.turned(set));
        let turned = turned_stones < stones;
        let stones = if turned { turned_stones } else { stones };
        Node { stones, mover, captured, turned, covered, winner }
    }

    /// The node after a stone of `mover` on `at`.
    pub(super) fn child(&self, mut stones: [B; 2], mover: Colour, at: usize) -> Node<B> {
        stones[mover.index()] = stones[mover.index()].with(at);
        self.node(stones, mover.other())
    }

    /// Who wins at `node`, or nobody known when the limits end the search.
    pub(super) fn prove(&mut self, node: &Node<B>) -> Value<B> {
        let mut value = self.value(node);
        while value.phi != 0 && value.delta != 0 && !self.stopped {
            value = self.descend(node, INFINITE, INFINITE, Place { depth: 0, turned: node.turned });
        }
        value
    }

    /// What is known of a node.
    pub(super) fn value(&self, node: &Node<B>) -> Value<B> {
        self.told(node).unwrap_or(Value::OPEN)
    }

    /// What fill-in or the table say of a node.
    fn told(&self, node: &Node<B>) -> Option<Value<B>> {
        let Some(winner) = node.winner else {
            return self.table.get(node.stones, node.mover).map(|entry| self.seen(node, entry));
        };
        let carrier = node.captured[winner.index()];
        Some(if winner == node.mover {
            Value { phi: 0, delta: INFINITE, carrier }
        } else {
            Value { phi: INFINITE, delta: 0, carrier }
        })
    }

    /// A node's entry in the orientation of its parent.
    fn seen(&self, node: &Node<B>, entry: &Entry<B>) -> Value<B> {
        let winner = if entry.phi == 0 { node.mover } else { node.mover.other() };
        let carrier = if node.turned { self.geometry.turned(entry.union) } else { entry.union };
        Value {
            phi: entry.phi,
            delta: entry.delta,
            carrier: carrier | node.captured[winner.index()],
        }
    }

    /// Work at a node until a number reaches its threshold or it is decided; what it is worth then.
    fn descend(
        &mut self,
        node: &Node<B>,
        phi_limit: u32,
        delta_limit: u32,
        place: Place,
    ) -> Value<B> {
        let depth = place.depth;
        let before = self.nodes;
        let known = self.table.get(node.stones, node.mover).copied();
        let mut entry = match known {
            Some(entry) => entry,
            None => self.expand(node.stones, node.mover, place.turned),
        };
        if !entry.is_decided() {
            if self.frames.len() <= depth {
                self.frames.push(Vec::new());
            }
            let mut children = std::mem::take(&mut self.frames[depth]);
            children.clear();
            self.work(&mut entry, &mut children, phi_limit, delta_limit, place);
            self.frames[depth] = children;
        }
        entry.work = entry.work.saturating_add((self.nodes - before) as u32);
        self.table.put(entry);
        self.seen(node, &entry)
    }

    /// The df-pn loop: look at the children, choose one, go there, repeat.
    fn work(
        &mut self,
        entry: &mut Entry<B>,
        children: &mut Vec<Child<B>>,
        phi_limit: u32,
        delta_limit: u32,
        place: Place,
    ) {
        while !self.stopped {
            let Some(choice) = self.look(entry, children, place) else { return };
            if entry.phi >= phi_limit || entry.delta >= delta_limit {
                return;
            }
            let child = children[choice.child].node;
            let child_phi = delta_limit.saturating_sub(choice.others);
            let spread = choice.second + choice.second / 4 + 1;
            let below = Place { depth: place.depth + 1, turned: place.turned != child.turned };
            children[choice.child].last =
                self.descend(&child, child_phi, phi_limit.min(spread), below);
        }
    }

    /// Update an entry from its children. Returns the one to go to next, or
    /// nothing when the entry is decided.
    fn look(
        &mut self,
        entry: &mut Entry<B>,
        children: &mut Vec<Child<B>>,
        place: Place,
    ) -> Option<Choice> {
        loop {
            self.widen(entry, children);
            let mut refuted = false;
            let mut choice = Choice { child: usize::MAX, second: INFINITE, others: 0 };
            let (mut least, mut most, mut others) = (INFINITE, 0u32, 0u32);
            for (i, child) in children.iter().enumerate() {
                let at = child.at;
                if !entry.live.has(at) {
                    continue;
                }
                let value = self.told(&child.node).unwrap_or(child.last);
                if value.delta == 0 {
                    let carrier = self.shrink(after(entry, at), entry.mover, value.carrier);
                    entry.win(carrier.with(at));
                    let cell = self.at_root(at, place.turned);
                    self.answers[entry.mover.index()][cell] += 1.0;
                    return None;
                }
                if value.phi == 0 {
                    refuted = true;
                    let enemy = entry.mover.other();
                    let carrier = self.shrink(after(entry, at), enemy, value.carrier);
                    entry.live = (entry.live & carrier).without(at);
                    entry.common = (entry.common & carrier).without(at);
                    entry.union |= carrier;
                    continue;
                }
                most = most.max(value.phi);
                others += 1;
                if value.delta < least {
                    choice = Choice { child: i, second: least, others: 0 };
                    least = value.delta;
                } else {
                    choice.second = choice.second.min(value.delta);
                }
            }
            if entry.live.is_empty() {
                self.lose(entry);
                return None;
            }
            if refuted {
                children.retain(|child| entry.live.has(child.at));
                continue;
            }
            entry.phi = least;
            entry.delta = (most + others - 1).min(INFINITE - 1);
            choice.others = others - 1;
            return Some(choice);
        }
    }

    /// Make sure that the most promising live moves have their nodes.
    fn widen(&self, entry: &Entry<B>, children: &mut Vec<Child<B>>) {
        let wanted = self.limits.widening.width(entry.live.count());
        if children.len() >= wanted {
            return;
        }
        let ranked = entry.ranked[..entry.rank_count as usize].iter().map(|&at| at as usize);
        let mut rest = entry.live;
        for at in ranked.clone() {
            rest = rest.without(at);
        }
        for at in ranked.filter(|&at| entry.live.has(at)).chain(rest.iter()) {
            if children.len() >= wanted {
                return;
            }
            // Known already, or done along with one that is.
            let known = |child: &Child<B>| child.at == at || child.node.covered.has(at);
            if !children.iter().any(known) {
                let node = self.child(entry.stones, entry.mover, at);
                children.push(Child { at, node, last: Value::OPEN });
            }
        }
    }

    /// A smaller carrier for the same win: give every cell outside to the
    /// loser and see which of those inside no longer matter or fall to him.
    fn shrink(&self, stones: [B; 2], winner: Colour, carrier: B) -> B {
        let empty = self.geometry.all.minus(stones[0] | stones[1]);
        let loser = winner.other().index();
        let mut given = stones;
        given[loser] |= empty.minus(carrier);
        let filled = fill_in(self.geometry, given);
        carrier.minus(filled.dead | filled.captured[loser]) & empty
    }

    /// All moves are refuted or put aside: the opponent wins. Moves put aside
    /// as vulnerable that no carrier answers are answered by killing them.
    fn lose(&self, entry: &mut Entry<B>) {
        let empty = self.geometry.all.minus(entry.stones[0] | entry.stones[1]);
        let mut carrier = entry.union;
        for at in entry.common.iter() {
            let enemy = entry.mover.other();
            if let Some(mate) = killer(self.geometry, entry.stones, enemy, at, empty) {
                carrier = carrier.with(at).with(mate);
            }
        }
        entry.lose(carrier & empty);
    }

    /// First look at a position: what the opponent's connections leave.
    pub(super) fn expand(&mut self, stones: [B; 2], mover: Colour, turned: bool) -> Entry<B> {
        self.count_node();
        let mut entry = Entry::open(stones, mover);
        let enemy = mover.other();
        let empty = self.geometry.all.minus(stones[0] | stones[1]);
        entry.common = empty;
        self.connections.search(self.geometry, stones, enemy);
        let smallest = self.connections.edge_fulls().iter().min_by_key(|full| full.count());
        if let Some(&full) = smallest {
            entry.lose(full);
            return entry;
        }
        for &semi in self.connections.edge_semis() {
            let common = entry.common & semi;
            if common != entry.common {
                entry.common = common;
                entry.union |= semi;
            }
        }
        let aside = inferior(self.geometry, stones, mover, entry.common);
        entry.live = entry.common.minus(aside.vulnerable | aside.dominated);
        if entry.live.is_empty() {
            self.lose(&mut entry);
            return entry;
        }
        self.rank(&mut entry, turned);
        entry
    }

    /// Order the live moves by how much current flows through them.
    fn rank(&mut self, entry: &mut Entry<B>, turned: bool) {
        self.resistance.measure(self.geometry, entry.stones);
        let answers = &self.answers[entry.mover.index()];
        let most =
            entry.live.iter().fold(1.0f32, |most, at| most.max(answers[self.at_root(at, turned)]));
        let mut moves: Vec<(f32, u16)> = entry
            .live
            .iter()
            .map(|at| {
                let told = answers[self.at_root(at, turned)] / most;
                (-self.resistance.flow_at(at) * (1.0 + ANSWERS * told), at as u16)
            })
            .collect();
        moves.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        entry.rank_count = moves.len().min(RANKED) as u8;
        for (place, &(_, at)) in entry.ranked.iter_mut().zip(&moves) {
            *place = at;
        }
    }

    /// The moves of a root that the opponent's connections leave open.
    pub(super) fn root_moves(&mut self, stones: [B; 2], mover: Colour) -> B {
        let empty = self.geometry.all.minus(stones[0] | stones[1]);
        self.connections.search(self.geometry, stones, mover.other());
        if self.connections.edges_joined() {
            return B::EMPTY;
        }
        self.connections.edge_semis().iter().fold(empty, |open, &semi| open & semi)
    }

    /// Those moves, the most promising first.
    pub(super) fn root_order(&mut self, stones: [B; 2], open: B) -> Vec<usize> {
        self.resistance.measure(self.geometry, stones);
        let mut order: Vec<usize> = open.iter().collect();
        let flow = |at: usize| self.resistance.flow_at(at);
        order.sort_by(|&a, &b| flow(b).total_cmp(&flow(a)));
        order
    }

    /// A cell in the orientation of the root.
    fn at_root(&self, at: usize, turned: bool) -> usize {
        if turned { self.geometry.size.cells() - 1 - at } else { at }
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        let limits = &self.limits;
        self.stopped = self.stopped
            || self.nodes >= limits.nodes
            || limits.stop.is_some_and(|stop| stop.load(std::sync::atomic::Ordering::Relaxed))
            || limits.time.is_some_and(|time| self.start.elapsed() >= time);
    }
}

/// How much the best-known answer gains on current alone.
const ANSWERS: f32 = 4.0;

/// Where a search stands: its depth, and whether the board is turned round
/// against the root's.
#[derive(Copy, Clone, Debug)]
struct Place {
    depth: usize,
    turned: bool,
}

/// The stones after the mover's on `at`.
fn after<B: Bits>(entry: &Entry<B>, at: usize) -> [B; 2] {
    let mut stones = entry.stones;
    stones[entry.mover.index()] = stones[entry.mover.index()].with(at);
    stones
}

/// The child to go to, the second-least delta beside it, and how many others
/// there are.
#[derive(Copy, Clone, Debug)]
struct Choice {
    child: usize,
    second: u32,
    others: u32,
}
