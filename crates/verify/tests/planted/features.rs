//! Accumulators that go astray: a game tells too little, too much, or of the
//! wrong view, and its sums no longer are those of its positions.

use crate::{caught, sound};
use takeback_core::{Bag, Features, Game, Moves, Pass, Payoff, Player, Taken, Turn};
use takeback_verify::Laws;

const NONE: u8 = 0;
/// A stone that is turned over is added and not taken out before.
const STALE: u8 = 1;
/// Both views are told the first one's numbers.
const ONE_VIEW: u8 = 2;
/// What a stone on the last cell changes is forgotten.
const FORGOTTEN: u8 = 3;
/// A feature beyond the bound.
const BEYOND: u8 = 4;
/// More features than were promised.
const CROWDED: u8 = 5;
/// The bucket runs over.
const BUCKET: u8 = 6;
/// Whose turn it is counts as a feature, so that a null move changes the bag.
const TURN: u8 = 7;
/// Unmake leaves a stone in the list, where equality does not look.
const LEFT_BEHIND: u8 = 8;

/// Two players put stones on four cells or turn the other's over, six moves long.
#[derive(Clone, Debug)]
struct Row<const FAULT: u8> {
    cells: [Option<Player>; 4],
    next: Player,
    made: u8,
    shadow: bool,
}

impl<const FAULT: u8> PartialEq for Row<FAULT> {
    fn eq(&self, other: &Self) -> bool {
        (self.cells, self.next, self.made) == (other.cells, other.next, other.made)
    }
}

impl<const FAULT: u8> Row<FAULT> {
    fn new() -> Self {
        Row { cells: [None; 4], next: Player::FIRST, made: 0, shadow: false }
    }

    fn tell(cell: usize, owner: Player, out: &mut impl Bag) {
        for view in 0..2 {
            let seen_from = if FAULT == ONE_VIEW { 0 } else { view };
            let beyond = if FAULT == BEYOND && cell == 3 { 100 } else { 0 };
            out.add(view, cell + 4 * usize::from(owner.index() != seen_from) + beyond);
        }
    }
}

impl<const FAULT: u8> Game for Row<FAULT> {
    type Move = u8;
    type Undo = Option<Player>;
    fn players(&self) -> usize {
        2
    }
    fn turn(&self) -> Turn {
        if self.made == 6 { Turn::Over } else { Turn::Player(self.next) }
    }
    fn moves(&self, out: &mut Moves<u8>) {
        if self.made < 6 {
            out.extend((0..4).filter(|&c| self.cells[c as usize] != Some(self.next)));
            if out.is_empty() {
                out.push(4);
            }
        }
    }
    fn make(&mut self, cell: u8) -> Option<Player> {
        let old = self.cells.get(usize::from(cell)).copied().flatten();
        if let Some(here) = self.cells.get_mut(usize::from(cell)) {
            *here = Some(self.next);
        }
        self.next = self.next.other();
        self.made += 1;
        old
    }
    fn unmake(&mut self, cell: u8, old: Option<Player>) {
        self.made -= 1;
        self.next = self.next.other();
        if let Some(here) = self.cells.get_mut(usize::from(cell)) {
            *here = old;
        }
        self.shadow |= FAULT == LEFT_BEHIND && cell == 2 && old.is_some();
    }
    fn payoff(&self, _: Player) -> Payoff {
        Payoff::DRAW
    }
}

impl<const FAULT: u8> Pass for Row<FAULT> {
    fn may_pass(&self) -> bool {
        true
    }
    fn make_pass(&mut self) -> Option<Player> {
        self.next = self.next.other();
        None
    }
    fn unmake_pass(&mut self, _: Option<Player>) {
        self.next = self.next.other();
    }
}

impl<const FAULT: u8> Features for Row<FAULT> {
    type Snapshot = Self;
    const FEATURES: usize = 10;
    const MOST_FEATURES: usize = if FAULT == CROWDED { 2 } else { 5 };
    const BUCKETS: usize = if FAULT == BUCKET { 3 } else { 4 };

    fn encoding() -> String {
        "row".to_owned()
    }
    fn bucket(&self) -> usize {
        usize::from(self.made) / 2
    }
    fn snapshot(&self) -> Self {
        self.clone()
    }
    fn list_features(&self, out: &mut impl Bag) {
        for (cell, owner) in self.cells.iter().enumerate() {
            if let Some(owner) = owner {
                Self::tell(cell, *owner, out);
            }
        }
        if FAULT == TURN {
            out.add(0, 8 + self.next.index());
        }
        if self.shadow {
            out.add(0, 9);
        }
    }
    fn changed_features(&self, before: &Self, out: &mut impl Bag) {
        if FAULT == TURN {
            out.remove(0, 8 + before.next.index());
            out.add(0, 8 + self.next.index());
        }
        for cell in 0..4 {
            let (was, is) = (before.cells[cell], self.cells[cell]);
            if was == is || FAULT == FORGOTTEN && cell == 3 {
                continue;
            }
            if let Some(owner) = was.filter(|_| FAULT != STALE) {
                Self::tell(cell, owner, &mut Taken(out));
            }
            if let Some(owner) = is {
                // The list is as it should be; what is told is not.
                if FAULT == ONE_VIEW && owner == Player::SECOND {
                    out.add(0, cell + 4);
                    out.add(1, cell);
                } else {
                    Self::tell(cell, owner, out);
                }
            }
        }
    }
}

fn laws<const FAULT: u8>() -> Laws<Row<FAULT>> {
    Laws::new("row", Row::<FAULT>::new()).features().pass()
}

#[test]
fn what_is_told_wrongly_is_caught() {
    const LAW: &str = "features follow the moves";
    caught(laws::<STALE>(), LAW, "0 0");
    caught(laws::<ONE_VIEW>(), LAW, "0 0");
    caught(laws::<FORGOTTEN>(), LAW, "3");
    caught(laws::<BEYOND>(), LAW, "3");
    caught(laws::<CROWDED>(), LAW, "0 1 2");
    caught(laws::<BUCKET>(), LAW, "0 0 0 0 0 0");
    caught(laws::<TURN>(), "a pass is taken back exactly", "");
    sound(laws::<NONE>());
}

/// A stone that unmake leaves in the list is found although `==` does not see it.
#[test]
fn what_unmake_leaves_behind_is_caught() {
    let failure = laws::<LEFT_BEHIND>().plies(30_000).run().failure.expect("caught");
    assert!(!failure.detail.is_empty(), "{failure}");
}
