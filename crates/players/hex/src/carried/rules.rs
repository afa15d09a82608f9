//! What a stone changes, and the rules that run after it.

use super::list::{Kind, List, Offered};
use super::{CELLS, Carried, NONE, Partners, Waiting, pair};
use crate::connect::{End, FIRST_EDGE, SECOND_EDGE};
use takeback_core::clock::Instant;
use takeback_hex::Bits;

/// Connections combined between two looks at the clock: some ten microseconds.
const BETWEEN_LOOKS: u32 = 16;

impl<B: Bits> Partners<B> {
    fn set(&mut self, end: End, is: bool) {
        match end.checked_sub(CELLS) {
            None => self.edges[end] = is,
            Some(at) if is => self.cells = self.cells.with(at),
            Some(at) => self.cells = self.cells.without(at),
        }
    }

    pub(super) fn iter(self) -> impl Iterator<Item = End> {
        let edges = [FIRST_EDGE, SECOND_EDGE].into_iter().filter(move |&edge| self.edges[edge]);
        edges.chain(self.cells.iter().map(|at| at + CELLS))
    }
}

impl<B: Bits> Carried<B> {
    pub(super) fn connect_neighbours(&mut self) {
        let [own, enemy] = self.stones;
        let empty = self.geometry.all.minus(own | enemy);
        for at in empty.iter() {
            let end = self.ends[at] as usize;
            for near in self.geometry.adjacent[at].minus(enemy).iter() {
                self.add_full(end, self.ends[near] as usize, B::EMPTY);
            }
            for (edge, cells) in self.geometry.edges[self.colour.index()].into_iter().enumerate() {
                if cells.has(at) {
                    self.add_full(end, edge, B::EMPTY);
                }
            }
        }
        self.join_edges();
    }

    fn join_edges(&mut self) {
        if self.geometry.joins(self.colour, self.stones[0]) {
            self.add_full(FIRST_EDGE, SECOND_EDGE, B::EMPTY);
        }
    }

    /// Whether fresh stones join the edges at once, which makes all else wait.
    fn join_over(&mut self, fresh: B) {
        let mut best: Option<B> = None;
        for at in fresh.iter() {
            let end = self.ends[at] as usize;
            if end < CELLS {
                continue;
            }
            for &first in &self.lists[pair(FIRST_EDGE, end)].fulls {
                for &second in &self.lists[pair(SECOND_EDGE, end)].fulls {
                    let union = first | second;
                    if !first.meets(second) && best.is_none_or(|b| union.count() < b.count()) {
                        best = Some(union);
                    }
                }
            }
        }
        if let Some(carrier) = best {
            self.add_full(FIRST_EDGE, SECOND_EDGE, carrier);
        }
    }

    /// Stones of the opponent: what they enter breaks.
    pub(super) fn block(&mut self, fresh: B) {
        let live = std::mem::take(&mut self.live);
        for at in fresh.iter() {
            self.ends[at] = NONE;
            self.leave(at + CELLS, &live);
        }
        for (i, &b) in live.iter().enumerate() {
            if (b as usize).checked_sub(CELLS).is_some_and(|at| fresh.has(at)) {
                continue;
            }
            for &a in &live[..i] {
                let list = pair(a as usize, b as usize);
                if self.lists[list].may_meet(fresh) {
                    self.touch(list);
                    self.break_in((a, b), fresh);
                }
            }
        }
        self.live = live;
    }

    /// Take out of the list what the opponent's stones entered.
    fn break_in(&mut self, (a, b): (u16, u16), fresh: B) {
        let list = &mut self.lists[pair(a as usize, b as usize)];
        let moved = &mut self.moved;
        let mut broken = false;
        list.expel(fresh, &mut |kind, carrier| {
            broken = true;
            if kind == Kind::Full && (carrier & fresh).count() == 1 {
                moved.semis.push(Waiting { a, b, carrier: carrier.minus(fresh) });
            }
        });
        if broken && list.crowded {
            moved.derive.push((a, b));
        }
        if list.done.is_empty() {
            self.part(a as usize, b as usize);
        }
    }

    /// The ends have no combined connection any more.
    fn part(&mut self, a: End, b: End) {
        self.partners[a].set(b, false);
        self.partners[b].set(a, false);
    }

    /// Empty the lists of an end that is no more.
    fn leave(&mut self, end: End, live: &[u16]) {
        for &b in live {
            let b = b as usize;
            if b != end && !self.lists[pair(end, b)].is_blank() {
                self.touch(pair(end, b));
                self.lists[pair(end, b)].clear();
                self.part(end, b);
            }
        }
    }

    /// Own stones: groups grow together, and carriers do without the cells.
    pub(super) fn join(&mut self, fresh: B) {
        let before = std::mem::take(&mut self.live);
        self.label(fresh);
        for &end in &before {
            if self.resolve(end) == end {
                continue;
            }
            for &b in before.iter().filter(|&&b| b != end) {
                let List { fulls, semis, .. } = &self.lists[pair(end as usize, b as usize)];
                let at_end = |&carrier: &B| Waiting { a: end, b, carrier: carrier.minus(fresh) };
                self.moved.fulls.extend(fulls.iter().map(at_end));
                self.moved.semis.extend(semis.iter().map(at_end));
            }
            self.leave(end as usize, &before);
        }
        self.live = before;
        self.list_live();
        let live = std::mem::take(&mut self.live);
        for (i, &b) in live.iter().enumerate() {
            for &a in &live[..i] {
                let list = pair(a as usize, b as usize);
                if self.lists[list].may_meet(fresh) {
                    self.touch(list);
                    self.shrink((a, b), fresh);
                }
            }
        }
        // What met in these cells made semi connections; now it makes full ones.
        for at in fresh.iter() {
            if self.ends[at] as usize == at + CELLS {
                live.iter().for_each(|&b| self.renew(at + CELLS, b as usize));
            }
        }
        self.live = live;
        self.offer_fulls();
        self.join_edges();
        self.join_over(fresh);
    }

    /// Take the carriers out of the list that own stones stand in, to be offered without these.
    fn shrink(&mut self, (a, b): (u16, u16), fresh: B) {
        let list = &mut self.lists[pair(a as usize, b as usize)];
        let moved = &mut self.moved;
        list.expel(fresh, &mut |kind, carrier| {
            let less = Waiting { a, b, carrier: carrier.minus(fresh) };
            match kind {
                Kind::Full => moved.fulls.push(less),
                Kind::Semi => moved.semis.push(less),
            }
        });
        if list.done.is_empty() {
            self.part(a as usize, b as usize);
        }
    }

    /// Let what was combined between two ends wait once more.
    fn renew(&mut self, a: End, b: End) {
        if a == b || self.lists[pair(a, b)].done.is_empty() {
            return;
        }
        self.touch(pair(a, b));
        let List { fulls, done, .. } = &mut self.lists[pair(a, b)];
        for &carrier in done.iter().filter(|carrier| fulls.contains(carrier)) {
            self.waiting[carrier.count()].push(Waiting { a: a as u16, b: b as u16, carrier });
        }
        done.clear();
        self.part(a, b);
    }

    /// Offer what was taken out, by the ends there are now.
    pub(super) fn offer_moved(&mut self) {
        self.offer_fulls();
        let mut moved = std::mem::take(&mut self.moved);
        for Waiting { a, b, carrier } in moved.semis.drain(..) {
            let (a, b) = (self.resolve(a), self.resolve(b));
            // What the opponent's stones broke did not know of own ones in the same step.
            self.add_semi(a as usize, b as usize, carrier.minus(self.stones[0]));
        }
        for (a, b) in moved.derive.drain(..) {
            let (a, b) = (self.resolve(a), self.resolve(b));
            self.derive(a as usize, b as usize);
        }
        self.moved = moved;
    }

    fn offer_fulls(&mut self) {
        let mut fulls = std::mem::take(&mut self.moved.fulls);
        for Waiting { a, b, carrier } in fulls.drain(..) {
            let (a, b) = (self.resolve(a), self.resolve(b));
            self.add_full(a as usize, b as usize, carrier);
        }
        self.moved.fulls = fulls;
    }

    /// The AND rule over all middles of one pair.
    fn derive(&mut self, a: End, b: End) {
        if a == b || !self.lists[pair(a, b)].crowded {
            return;
        }
        self.touch(pair(a, b));
        self.lists[pair(a, b)].crowded = false;
        let cell = |end: End| end.checked_sub(CELLS).map_or(B::EMPTY, B::bit);
        let (at_a, at_b) = (cell(a), cell(b));
        for at in (self.partners[a].cells & self.partners[b].cells).iter() {
            let (to, on) = (pair(a, at + CELLS), pair(at + CELLS, b));
            for i in 0..self.lists[to].done.len() {
                let first = self.lists[to].done[i];
                if first.meets(at_b) {
                    continue;
                }
                for j in 0..self.lists[on].done.len() {
                    let second = self.lists[on].done[j];
                    if !second.meets(first | at_a) {
                        self.meet(a, b, at, first | second);
                    }
                }
            }
        }
    }

    /// Two full connections meet in a cell's end.
    fn meet(&mut self, a: End, b: End, middle: usize, carrier: B) {
        if self.stones[0].has(middle) {
            self.add_full(a, b, carrier);
        } else {
            self.add_semi(a, b, carrier.with(middle));
        }
    }

    /// Combine what waits, until nothing does, the edges are joined or time is up.
    pub(super) fn run(&mut self) {
        let (mut size, mut combined) = (0, 0u32);
        while size < self.waiting.len() && !self.is_settled() {
            let Some(next) = self.waiting[size].pop() else {
                size += 1;
                continue;
            };
            if self.is_current(&next) {
                self.combine(next);
                combined += 1;
                if combined.is_multiple_of(BETWEEN_LOOKS) && self.is_up() {
                    break;
                }
                // The OR rule may have made a smaller one.
                size = 0;
            }
        }
        let mut pending = std::mem::take(&mut self.pending);
        for size in 0..self.waiting.len() {
            while let Some(next) = self.waiting[size].pop() {
                if self.is_current(&next) {
                    pending.push(next);
                }
            }
        }
        self.pending = pending;
    }

    fn is_up(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether a waiting connection is still there, and has not been combined.
    fn is_current(&self, next: &Waiting<B>) -> bool {
        let list = &self.lists[pair(next.a as usize, next.b as usize)];
        list.fulls.contains(&next.carrier) && !list.done.contains(&next.carrier)
    }

    /// The AND rule at both ends of a fresh full connection.
    fn combine(&mut self, Waiting { a, b, carrier }: Waiting<B>) {
        let (a, b) = (a as usize, b as usize);
        self.combine_at(a, b, carrier);
        self.combine_at(b, a, carrier);
        self.touch(pair(a, b));
        self.lists[pair(a, b)].done.push(carrier);
        self.partners[a].set(b, true);
        self.partners[b].set(a, true);
    }

    /// The AND rule for `a`-`middle` with everything that `middle` connects to; not over edges.
    fn combine_at(&mut self, a: End, middle: End, carrier: B) {
        let Some(at) = middle.checked_sub(CELLS) else { return };
        let forbidden = a.checked_sub(CELLS).map_or(carrier, |at| carrier.with(at));
        for b in self.partners[middle].iter() {
            if b == a || b.checked_sub(CELLS).is_some_and(|at| carrier.has(at)) {
                continue;
            }
            let list = pair(middle, b);
            for i in 0..self.lists[list].done.len() {
                let other = self.lists[list].done[i];
                if !other.meets(forbidden) {
                    self.meet(a, b, at, carrier | other);
                }
            }
        }
    }

    fn add_full(&mut self, a: End, b: End, carrier: B) {
        if a == b || self.lists[pair(a, b)].fulls.iter().any(|full| full.within(carrier)) {
            return;
        }
        self.touch(pair(a, b));
        if self.lists[pair(a, b)].offer_full(carrier, self.effort.fulls) == Offered::Kept {
            self.waiting[carrier.count()].push(Waiting { a: a as u16, b: b as u16, carrier });
        }
    }

    fn add_semi(&mut self, a: End, b: End, carrier: B) {
        if a == b {
            return;
        }
        let list = pair(a, b);
        let known = |known: &B| known.within(carrier);
        let List { fulls, semis, .. } = &self.lists[list];
        if semis.iter().any(known) || fulls.iter().any(known) {
            return;
        }
        let edges = list == pair(FIRST_EDGE, SECOND_EDGE);
        let room = if edges { 8 * self.effort.semis } else { self.effort.semis };
        self.touch(list);
        if self.lists[list].offer_semi(carrier, room) != Offered::Kept {
            return;
        }
        // What all from each place on have in common: where that keeps a cell, nothing further
        // on can do without it. Lists only shrink meanwhile, which leaves more in common.
        let mut rest = std::mem::take(&mut self.rest);
        rest.clear();
        rest.extend(self.lists[list].semis.iter().rev().scan(
            self.geometry.all,
            |common, &semi| {
                *common &= semi;
                Some(*common)
            },
        ));
        rest.reverse();
        let separate = rest.first().is_some_and(|common| !common.meets(carrier));
        if separate && !self.any((a, b), (carrier, carrier), 0, self.effort.joined - 1, &rest) {
            self.any_many((a, b), carrier);
        }
        self.rest = rest;
    }

    /// The OR rule: add semi connections from place `from` on while they shrink what all have in
    /// common; nothing in common makes a full one. Whether it did.
    fn any(
        &mut self,
        ends: (End, End),
        (common, union): (B, B),
        from: usize,
        left: usize,
        rest: &[B],
    ) -> bool {
        let list = pair(ends.0, ends.1);
        let mut found = false;
        for i in from..self.lists[list].semis.len() {
            if common.meets(rest[i]) {
                break;
            }
            let Some(&semi) = self.lists[list].semis.get(i) else { break };
            let less = common & semi;
            if less == common {
                continue;
            }
            let union = union | semi;
            if less.is_empty() {
                self.add_full(ends.0, ends.1, union);
                found = true;
            } else if left > 1 {
                found |= self.any(ends, (less, union), i + 1, left - 1, rest);
            }
        }
        found
    }

    /// The OR rule over as many as it takes, each time the one that leaves least in common and adds
    /// least to the carrier.
    fn any_many(&mut self, ends: (End, End), fresh: B) {
        let semis = &self.lists[pair(ends.0, ends.1)].semis;
        let (mut common, mut union) = (fresh, fresh);
        while !common.is_empty() {
            let gain = |semi: &&B| ((common & **semi).count(), semi.minus(union).count());
            let Some(&semi) = semis.iter().min_by_key(gain) else { return };
            if (common & semi) == common {
                return;
            }
            common &= semi;
            union |= semi;
        }
        self.add_full(ends.0, ends.1, union);
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use takeback_hex::Size;

    const A: &str = "a1";
    const MIDDLE: &str = "c3";
    const B: &str = "e5";

    fn cells(g: &Geometry<u64>, names: &str) -> u64 {
        let at = |name: &str| g.size.read_cell(name).expect("a cell").index();
        names.split_whitespace().fold(0, |cells, name| cells | u64::bit(at(name)))
    }

    fn ends(g: &Geometry<u64>) -> [End; 3] {
        [A, MIDDLE, B].map(|name| cells(g, name).lowest() + CELLS)
    }

    /// A board on which nothing is known but what a test says, with a stone in the middle or none.
    fn nothing(stone: bool) -> Carried<u64> {
        let g = u64::geometry(Size::square(5).expect("a size"));
        let own = if stone { cells(g, MIDDLE) } else { 0 };
        let mut c = Carried::new(g, Colour::Black, [own, 0], Effort::default());
        c.lists.iter_mut().for_each(List::clear);
        c.partners.fill(Partners { edges: [false; 2], cells: 0 });
        c.pending.clear();
        c
    }

    fn combined(c: &mut Carried<u64>, a: End, b: End, names: &str) {
        let carrier = cells(c.geometry, names);
        c.lists[pair(a, b)].fulls.push(carrier);
        c.lists[pair(a, b)].done.push(carrier);
        c.partners[a].set(b, true);
        c.partners[b].set(a, true);
    }

    /// What the AND rule makes of two full connections: of a fresh one and one seen before, and where a
    /// list is derived once more.
    fn and(stone: bool, first: &str, second: &str) -> [List<u64>; 2] {
        let mut fresh = nothing(stone);
        let [a, middle, b] = ends(fresh.geometry);
        combined(&mut fresh, middle, b, second);
        let carrier = cells(fresh.geometry, first);
        fresh.combine(Waiting { a: a as u16, b: middle as u16, carrier });
        let mut derived = nothing(stone);
        combined(&mut derived, a, middle, first);
        combined(&mut derived, middle, b, second);
        derived.lists[pair(a, b)].crowded = true;
        derived.derive(a, b);
        [fresh, derived].map(|c| c.lists[pair(a, b)].clone())
    }

    #[test]
    fn two_that_meet_in_a_cell_take_it_and_in_a_stone_do_not() {
        for list in and(false, "b2", "d4") {
            let all = cells(nothing(false).geometry, "b2 c3 d4");
            assert_eq!((list.fulls, list.semis), (vec![], vec![all]));
        }
        for list in and(true, "b2", "d4") {
            let all = cells(nothing(true).geometry, "b2 d4");
            assert_eq!((list.fulls, list.semis), (vec![all], vec![]));
        }
    }

    #[test]
    fn two_that_share_a_cell_or_go_through_an_end_make_none() {
        for (first, second) in [("b2 d1", "d4 d1"), ("b2", "d4 a1"), ("b2 e5", "d4")] {
            for list in and(false, first, second).into_iter().chain(and(true, first, second)) {
                assert!(list.is_blank(), "{first} and {second}: {list:x?}");
            }
        }
    }

    /// What the OR rule makes of semi connections.
    fn or(effort: Effort, ways: &[&str]) -> Vec<u64> {
        let mut c = nothing(false);
        c.effort = effort;
        let [a, _, b] = ends(c.geometry);
        for way in ways {
            c.add_semi(a, b, cells(c.geometry, way));
        }
        c.lists[pair(a, b)].fulls.clone()
    }

    #[test]
    fn ways_that_have_no_cell_in_common_make_a_full_one() {
        let (pairs, all) = (Effort { joined: 2, ..Effort::default() }, Effort::default());
        let g = nothing(false).geometry;
        assert_eq!(or(pairs, &["b2 c2", "d4"]), [cells(g, "b2 c2 d4")]);
        assert!(or(all, &["b2 c2", "c2 d4"]).is_empty());
        assert_eq!(or(all, &["b2 c2", "c2 d4", "d4 b2"]), [cells(g, "b2 c2 d4")]);
        // Two by two they share a cell, and where pairs alone are tried the third is found all the same.
        assert_eq!(or(pairs, &["b2 c2", "c2 d4", "d4 b2"]), [cells(g, "b2 c2 d4")]);
        assert!(or(pairs, &["b2 c2 a3", "c2 d4 a3", "d4 b2 a3"]).is_empty());
    }
}
