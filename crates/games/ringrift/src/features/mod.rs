//! What a learned judge sees: which stacks there are and in what sort of place, markers and territory, what every
//! colour has, and how all of it stands to one another (`relations`). Views are colours; people who swapped look
//! through the other one.
//!
//! No feature names a cell. Cells that turns and mirrors of the board lead to each other are one sort of place, and
//! relations are counted wherever they are: each position teaches all that look like it. What lies on which cell was
//! all that networks saw at first, and was not enough.
//!
//! What a move changed of words is told by the journal: the old word's features go, the new word's come. Relations
//! are counted before the move and after it, and the differences told.

mod relations;

use crate::Duel;
use crate::geometry::Board;
use crate::stack::Stack;
use crate::state::{Plan, RingRift};
use crate::step::{Purse, Step};
use relations::{FIRST, KINDS, LEVELS, levels};
use takeback_core::{Bag, Features, Game, Player, Taken, Word};

/// Where the numbers lie for a table at which `R` colours are told apart: one's own, the next
/// one's, and so on round the table.
struct Layout<const R: usize>;

/// Rings in hand, eliminated rings and territory are told by so many levels.
const PURSE: [usize; 3] = [18, 30, 32];
const PURSES: usize = PURSE[0] + PURSE[1] + PURSE[2];

impl<const R: usize> Layout<R> {
    /// Stacks by colour, rings of the cap (four for more) and rings below it (two for more).
    const STACKS: usize = 0;
    /// Rings of each colour below the caps of each: one, two, three or more.
    const BELOW: usize = Self::STACKS + 12 * R;
    /// Places: of stacks by colour with one ring in the cap or more, of markers and of territory by colour.
    const PLACES: usize = Self::BELOW + 3 * R * R;

    /// Levels of purses.
    const fn purses<B: Board>() -> usize {
        Self::PLACES + 4 * R * B::CLASSES
    }

    /// Levels of relations.
    const fn relations<B: Board>() -> usize {
        Self::purses::<B>() + PURSES * R
    }

    /// Phases of everybody's turn.
    const fn phases<B: Board>() -> usize {
        Self::relations::<B>() + LEVELS * R
    }

    const fn features<B: Board>() -> usize {
        Self::phases::<B>() + 8 * R
    }

    /// Of a cell a place; of a stack its kind, and something for rings below its cap, which are no more than
    /// there are rings in all; levels and a phase.
    const fn most<B: Board>() -> usize {
        let rings = R * B::RINGS as usize;
        let stacks = if rings < B::CELLS { rings } else { B::CELLS };
        B::CELLS + stacks + rings + (PURSES + LEVELS) * R + 1
    }
}

/// Room for the counts of so many colours, in whole words.
const fn counts(colours: usize) -> usize {
    (colours * KINDS).next_multiple_of(8)
}

/// How many make a level of rings in hand, eliminated rings and territory.
#[inline]
fn unit<B: Board>(kind: usize) -> usize {
    let rings = (B::RINGS as usize).div_ceil(18);
    if kind < 2 { rings } else { (B::CELLS / 2).div_ceil(32) }
}

/// Tells the features of words to the views of so many players.
#[derive(Copy, Clone)]
struct Telling<const R: usize> {
    players: usize,
}

impl<const R: usize> Telling<R> {
    /// How far from this view a colour sits.
    #[inline]
    fn seat(self, colour: usize, view: usize) -> usize {
        if colour >= view { colour - view } else { colour + self.players - view }
    }

    #[inline]
    fn stack<B: Board>(self, cell: usize, stack: Stack, out: &mut impl Bag) {
        if stack.is_none() {
            return;
        }
        let (cap, height) = (stack.cap(), stack.height());
        let kind = 3 * (cap.min(4) as usize - 1) + (height - cap).min(2) as usize;
        let place = 2 * usize::from(B::classes()[cell]) + usize::from(cap > 1);
        for view in 0..self.players {
            let owner = self.seat(stack.controller().index(), view);
            out.add(view, Layout::<R>::STACKS + 12 * owner + kind);
            out.add(view, Layout::<R>::PLACES + 2 * owner * B::CLASSES + place);
        }
        if height > cap {
            self.below(stack, cap, out);
        }
    }

    /// Rings below the cap.
    #[inline]
    fn below(self, stack: Stack, cap: u32, out: &mut impl Bag) {
        let top = stack.controller();
        for colour in Player::all(self.players) {
            let rings = stack.count(colour) - if colour == top { cap } else { 0 };
            if rings == 0 {
                continue;
            }
            let level = rings.min(3) as usize - 1;
            for view in 0..self.players {
                let owner = self.seat(top.index(), view);
                let row = R * owner + self.seat(colour.index(), view);
                out.add(view, Layout::<R>::BELOW + 3 * row + level);
            }
        }
    }

    /// Markers of colours for `layer` 2, their territory for 3.
    #[inline]
    fn cells<B: Board>(self, layer: usize, word: usize, cells: u64, out: &mut impl Bag) {
        let (owner, first) = (word / words_of::<B>(), word % words_of::<B>() * 64);
        let mut rest = cells;
        while rest != 0 {
            let class = usize::from(B::classes()[first + rest.trailing_zeros() as usize]);
            rest &= rest - 1;
            for view in 0..self.players {
                let row = layer * R + self.seat(owner, view);
                out.add(view, Layout::<R>::PLACES + row * B::CLASSES + class);
            }
        }
    }

    /// What came into a purse or went from it.
    #[inline]
    fn purse<B: Board>(self, owner: usize, before: Purse, after: Purse, out: &mut impl Bag) {
        let counts = |purse: Purse| [purse.hand(), purse.eliminated(), purse.territory()];
        let (before, after) = (counts(before), counts(after));
        let mut first = Layout::<R>::purses::<B>();
        for (kind, most) in PURSE.into_iter().enumerate() {
            let level = |count: u16| (usize::from(count) / unit::<B>(kind)).min(most);
            let (old, now) = (level(before[kind]), level(after[kind]));
            for view in 0..self.players {
                let from = first + most * self.seat(owner, view);
                (old..now).for_each(|level| out.add(view, from + level));
                (now..old).for_each(|level| out.remove(view, from + level));
            }
            first += R * most;
        }
    }

    #[inline]
    fn step<B: Board>(self, step: Step, out: &mut impl Bag) {
        for view in 0..self.players {
            let owner = self.seat(step.player().index(), view);
            out.add(view, Layout::<R>::phases::<B>() + 8 * owner + step.phase() as usize);
        }
    }

    /// How levels of relations have changed. Most have not: eight are compared at once.
    #[inline]
    fn counts<B: Board>(self, before: &[u8], after: &[u8], out: &mut impl Bag) {
        let eights = before.as_chunks::<8>().0.iter().zip(after.as_chunks::<8>().0);
        for (i, (&old, &now)) in eights.enumerate() {
            let (old, now) = (u64::from_le_bytes(old), u64::from_le_bytes(now));
            let mut differ = old ^ now;
            while differ != 0 {
                let at = differ.trailing_zeros() / 8 * 8;
                differ &= !(0xff << at);
                let levels = ((old >> at) as u8, (now >> at) as u8);
                self.level::<B>(8 * i + at as usize / 8, levels, out);
            }
        }
    }

    /// A count that has changed by some levels.
    #[inline]
    fn level<B: Board>(self, at: usize, (old, now): (u8, u8), out: &mut impl Bag) {
        let (owner, first) = (at / KINDS, FIRST[at % KINDS]);
        let (low, high) = (usize::from(old.min(now)), usize::from(old.max(now)));
        for view in 0..self.players {
            let from = Layout::<R>::relations::<B>() + LEVELS * self.seat(owner, view) + first;
            for feature in from + low..from + high {
                if now > old {
                    out.add(view, feature);
                } else {
                    out.remove(view, feature);
                }
            }
        }
    }

    fn all<B: Board>(self, game: &RingRift<B>, out: &mut impl Bag) {
        for at in 0..B::SLOTS {
            self.stack::<B>(at, game.stack(crate::geometry::Cell::of(at)), out);
        }
        for (layer, field) in [(2, B::Plan::MARKERS), (3, B::Plan::COLLAPSED)] {
            for (i, &word) in field.words(&game.words).iter().enumerate() {
                self.cells::<B>(layer, i, word, out);
            }
        }
        for owner in 0..self.players {
            self.purse::<B>(owner, Purse::default(), game.purse(Player(owner as u8)), out);
        }
        let mut now = [0; counts(4)];
        levels(game, &mut now[..counts(R)]);
        self.counts::<B>(&[0; counts(4)], &now, out);
        self.step::<B>(game.step(), out);
    }

    #[inline]
    fn changed<B: Board>(self, game: &RingRift<B>, before: usize, out: &mut impl Bag) {
        for (at, old, now) in game.words.changed_since(before) {
            self.word::<B>(at, old, now, out);
        }
    }

    /// What changed with one word of the journal, whichever it is. Seats where nobody sits are empty.
    #[inline]
    fn word<B: Board>(self, at: usize, old: u64, now: u64, out: &mut impl Bag) {
        // Of sets of cells only those that came or went.
        let (went, came) = (old & !now, now & !old);
        if let Some(cell) = B::Plan::STACKS.index_of(at) {
            self.stack::<B>(cell, Stack::unpack(old), &mut Taken(out));
            self.stack::<B>(cell, Stack::unpack(now), out);
        } else if let Some(i) = B::Plan::MARKERS.index_of(at) {
            self.cells::<B>(2, i, went, &mut Taken(out));
            self.cells::<B>(2, i, came, out);
        } else if let Some(i) = B::Plan::COLLAPSED.index_of(at) {
            self.cells::<B>(3, i, went, &mut Taken(out));
            self.cells::<B>(3, i, came, out);
        } else if let Some(owner) =
            B::Plan::PURSES.index_of(at).filter(|&owner| owner < self.players)
        {
            self.purse::<B>(owner, Purse::unpack(old), Purse::unpack(now), out);
        } else if B::Plan::STEP.is_at(at) {
            self.step::<B>(Step::unpack(old), &mut Taken(out));
            self.step::<B>(Step::unpack(now), out);
        }
    }
}

/// Words of a set of cells.
const fn words_of<B: Board>() -> usize {
    <B::Set as crate::bits::BitSet>::WORDS
}

impl<B: Board> Features for Duel<B> {
    /// How much the journal held.
    type Snapshot = usize;
    const FEATURES: usize = Layout::<2>::features::<B>();
    const MOST_FEATURES: usize = Layout::<2>::most::<B>();
    const COUNTS: usize = counts(2);
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        format!("ringrift {} for two: stacks, places, purses, relations, 2", B::NAME)
    }

    #[inline]
    fn bucket(&self) -> usize {
        phase_of(self)
    }

    #[inline]
    fn view_of(&self, player: Player) -> usize {
        self.person(player).index()
    }

    #[inline]
    fn snapshot(&self) -> usize {
        self.words.logged()
    }

    fn list_features(&self, out: &mut impl Bag) {
        TWO.all(self.game(), out);
    }

    #[inline]
    fn changed_features(&self, before: &usize, out: &mut impl Bag) {
        TWO.changed(self.game(), *before, out);
    }

    #[inline]
    fn count(&self, out: &mut [u8]) {
        levels(self.game(), out);
    }

    #[inline]
    fn changed_counts(&self, before: &[u8], after: &[u8], out: &mut impl Bag) {
        TWO.counts::<B>(before, after, out);
    }
}

/// At a duel there are two.
const TWO: Telling<2> = Telling { players: 2 };

/// How much of the board markers and territory have taken, in four steps.
#[inline]
fn phase_of<B: Board>(game: &RingRift<B>) -> usize {
    use crate::bits::BitSet;
    let taken = game.all_markers().count() + game.all_collapsed().count();
    (taken as usize * 6 / B::CELLS).min(3)
}

/// The same at tables of three and four, whose colours are told apart by how far they sit from
/// the view.
impl<B: Board> Features for RingRift<B> {
    /// How much the journal held.
    type Snapshot = usize;
    const FEATURES: usize = Layout::<4>::features::<B>();
    const MOST_FEATURES: usize = Layout::<4>::most::<B>();
    const COUNTS: usize = counts(4);
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        format!("ringrift {} for many: stacks, places, purses, relations, 2", B::NAME)
    }

    #[inline]
    fn bucket(&self) -> usize {
        phase_of(self)
    }

    #[inline]
    fn view_of(&self, player: Player) -> usize {
        self.person(player).index()
    }

    #[inline]
    fn snapshot(&self) -> usize {
        self.words.logged()
    }

    fn list_features(&self, out: &mut impl Bag) {
        Telling::<4> { players: self.players() }.all(self, out);
    }

    #[inline]
    fn changed_features(&self, before: &usize, out: &mut impl Bag) {
        Telling::<4> { players: self.players() }.changed(self, *before, out);
    }

    #[inline]
    fn count(&self, out: &mut [u8]) {
        levels(self, out);
    }

    #[inline]
    fn changed_counts(&self, before: &[u8], after: &[u8], out: &mut impl Bag) {
        Telling::<4> { players: self.players() }.counts::<B>(before, after, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square8;
    use takeback_core::{Moves, SplitMix};

    type Table = RingRift<Square8>;

    fn views(game: &Table) -> Vec<Vec<u16>> {
        let mut views = vec![Vec::new(); game.players()];
        game.list_features(&mut views);
        views
    }

    /// Nobody sits at a better place: at the start all see the same, but for whose turn it is.
    #[test]
    fn everybody_sees_the_table_from_his_own_seat() {
        for players in [3, 4] {
            let views = views(&Table::standard(players));
            let turn = |feature: &u16| usize::from(*feature) >= Table::FEATURES - 8 * 4;
            let rest = |view: &Vec<u16>| -> Vec<u16> {
                view.iter().copied().filter(|feature| !turn(feature)).collect()
            };
            assert!(views.iter().all(|view| rest(view) == rest(&views[0])));
            // The first to move is one's own seat to the first, and the last one's to the second.
            let turns: Vec<u16> =
                views.iter().filter_map(|view| view.iter().copied().find(turn)).collect();
            assert_eq!(turns.len(), usize::from(players));
            assert_eq!(turns[1], turns[0] + 8 * (u16::from(players) - 1));
            assert_eq!(turns[usize::from(players) - 1], turns[0] + 8);
        }
    }

    /// What moves change, told move by move, is what is listed; no view has more than was said.
    #[test]
    fn changes_add_up_for_three_and_four() {
        let mut rng = SplitMix::new(5);
        for players in [3, 4] {
            let mut game = Table::standard(players);
            let mut told = views(&game);
            for _ in 0..600 {
                let mut moves = Moves::new();
                game.moves(&mut moves);
                let moves = moves.as_slice();
                let Some(&m) = moves.get(rng.below(moves.len().max(1))) else {
                    break;
                };
                let (mut counts, mut counted) = ([0; Table::COUNTS], [0; Table::COUNTS]);
                game.count(&mut counts);
                let before = game.snapshot();
                let _never_taken_back = game.make(m);
                game.changed_features(&before, &mut told);
                game.count(&mut counted);
                game.changed_counts(&counts, &counted, &mut told);
                assert_eq!(told, views(&game));
                assert!(told.iter().all(|view| view.len() <= Table::MOST_FEATURES));
            }
        }
    }
}
