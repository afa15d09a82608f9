//! What is known between two ends: carriers, and which of them the rules have seen.

use takeback_hex::Bits;

/// The connections of one pair of ends.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct List<B> {
    /// Full connections, none around another.
    pub(super) fulls: Vec<B>,
    /// Semi connections, none around another or around a full one.
    pub(super) semis: Vec<B>,
    /// Full connections that the AND rule has combined with others of their kind.
    pub(super) done: Vec<B>,
    /// Whether something found no room since all was last derived: what goes may make room for it.
    pub(super) crowded: bool,
    /// All cells of its carriers, and perhaps more: most lists are none of a stone's business.
    reach: B,
}

/// The kinds of connections.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Kind {
    Full,
    Semi,
}

/// What became of a carrier that was offered.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Offered {
    Kept,
    /// One within it is there.
    Known,
    /// There is no room for one so large.
    Refused,
}

impl<B: Bits> List<B> {
    pub(super) fn new() -> Self {
        List {
            fulls: Vec::new(),
            semis: Vec::new(),
            done: Vec::new(),
            crowded: false,
            reach: B::EMPTY,
        }
    }

    pub(super) fn is_blank(&self) -> bool {
        self.fulls.is_empty() && self.semis.is_empty() && self.done.is_empty() && !self.crowded
    }

    pub(super) fn clear(&mut self) {
        self.fulls.clear();
        self.semis.clear();
        self.done.clear();
        self.crowded = false;
        self.reach = B::EMPTY;
    }

    /// Become like another without taking new memory where there is room.
    pub(super) fn copy(&mut self, other: &List<B>) {
        self.fulls.clone_from(&other.fulls);
        self.semis.clone_from(&other.semis);
        self.done.clone_from(&other.done);
        self.crowded = other.crowded;
        self.reach = other.reach;
    }

    /// Whether a carrier may share a cell with the set.
    #[inline]
    pub(super) fn may_meet(&self, set: B) -> bool {
        self.reach.meets(set)
    }

    /// Take out all carriers that share a cell with the set; the full and the semi ones go to `out`.
    pub(super) fn expel(&mut self, set: B, out: &mut impl FnMut(Kind, B)) {
        for (kind, carriers) in [(Kind::Full, &mut self.fulls), (Kind::Semi, &mut self.semis)] {
            carriers.retain(|&carrier| {
                let meets = carrier.meets(set);
                if meets {
                    out(kind, carrier);
                }
                !meets
            });
        }
        self.done.retain(|done| !done.meets(set));
        let all = self.fulls.iter().chain(&self.semis).chain(&self.done);
        self.reach = all.fold(B::EMPTY, |reach, &carrier| reach | carrier);
    }

    /// Offer a full connection; a full list keeps the smaller carriers.
    pub(super) fn offer_full(&mut self, carrier: B, room: usize) -> Offered {
        let offered = offer(&mut self.fulls, carrier, room, &mut self.crowded);
        if offered == Offered::Kept {
            self.reach |= carrier;
            self.semis.retain(|semi| !carrier.within(*semi));
            // Whatever the larger ones make, this one will make smaller.
            self.done.retain(|done| !carrier.within(*done));
        }
        offered
    }

    /// Offer a semi connection.
    pub(super) fn offer_semi(&mut self, carrier: B, room: usize) -> Offered {
        if self.fulls.iter().any(|full| full.within(carrier)) {
            return Offered::Known;
        }
        let offered = offer(&mut self.semis, carrier, room, &mut self.crowded);
        if offered == Offered::Kept {
            self.reach |= carrier;
        }
        offered
    }
}

fn offer<B: Bits>(list: &mut Vec<B>, carrier: B, room: usize, crowded: &mut bool) -> Offered {
    if list.iter().any(|known| known.within(carrier)) {
        return Offered::Known;
    }
    list.retain(|known| !carrier.within(*known));
    if list.len() >= room {
        *crowded = true;
        let sizes = list.iter().map(|known| known.count()).enumerate();
        match sizes.max_by_key(|&(_, count)| count) {
            Some((largest, count)) if count > carrier.count() => drop(list.swap_remove(largest)),
            _ => return Offered::Refused,
        }
    }
    list.push(carrier);
    Offered::Kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_carriers_stay() {
        let mut list = List::<u64>::new();
        assert_eq!(list.offer_full(0b1_1110, 2), Offered::Kept);
        assert_eq!(list.offer_full(0b1_1111, 2), Offered::Known);
        assert_eq!(list.offer_full(0b111_0000, 2), Offered::Kept);
        assert!(!list.crowded);
        // A larger one finds no room, a smaller one takes the place of the largest.
        assert_eq!(list.offer_full(0b1111_0000_0000, 2), Offered::Refused);
        assert!(list.crowded);
        assert_eq!(list.offer_full(0b11_0000_0000, 2), Offered::Kept);
        assert_eq!(list.fulls, [0b111_0000, 0b11_0000_0000]);
    }

    #[test]
    fn a_full_connection_ends_all_around_it() {
        let mut list = List::<u64>::new();
        list.offer_semi(0b1110, 4);
        list.offer_semi(0b11_0000, 4);
        list.offer_full(0b0111, 4);
        list.done.push(0b0111);
        assert_eq!(list.offer_full(0b0110, 4), Offered::Kept);
        assert_eq!((&list.fulls[..], &list.semis[..]), (&[0b0110][..], &[0b11_0000][..]));
        assert!(list.done.is_empty(), "the smaller one is to be combined instead");
        assert_eq!(list.offer_semi(0b1_0110, 4), Offered::Known);
    }
}
