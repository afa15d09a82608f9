//! What a learned judge sees: stacks, markers and territory on their cells, and
//! what every colour has. Views are colours; people who swapped look through the
//! other one.
//!
//! All of it is words of the journal, so that what a move changed is told by the
//! journal itself: the old word's features go, the new word's come.

use crate::Duel;
use crate::geometry::Board;
use crate::stack::Stack;
use crate::state::{Plan, RingRift};
use crate::step::{Purse, Step};
use takeback_core::{Bag, Features, Game, Player, Taken, Word};

/// Layers of the board: caps of one to four rings by colour, heights of one to
/// five, captives by colour, markers by colour, collapsed cells by colour.
const CAPS: usize = 0;
const HEIGHTS: usize = 8;
const CAPTIVES: usize = 13;
const MARKERS: usize = 15;
const COLLAPSED: usize = 17;
const LAYERS: usize = 19;

/// Larger numbers of a purse count as this one.
const LARGEST: usize = 63;
/// Hand, eliminated and territory, own and the other's.
const PURSES: usize = 6 * (LARGEST + 1);
/// Phases of one's own turn and of the other's.
const PHASES: usize = 16;

#[inline]
fn tell_stack<B: Board>(cell: usize, stack: Stack, out: &mut impl Bag) {
    if stack.is_none() {
        return;
    }
    for view in 0..2 {
        let foe = usize::from(stack.controller().index() != view);
        let cap = stack.cap().min(4) as usize - 1;
        out.add(view, (CAPS + 4 * foe + cap) * B::SLOTS + cell);
        let height = stack.height().min(5) as usize - 1;
        out.add(view, (HEIGHTS + height) * B::SLOTS + cell);
        for colour in 0..2 {
            if stack.buries(Player(colour)) && Player(colour) != stack.controller() {
                let foe = usize::from(usize::from(colour) != view);
                out.add(view, (CAPTIVES + foe) * B::SLOTS + cell);
            }
        }
    }
}

#[inline]
fn tell_cells<B: Board>(layer: usize, word: usize, cells: u64, out: &mut impl Bag) {
    let (owner, first) = (word / words_of::<B>(), word % words_of::<B>() * 64);
    let mut rest = cells;
    while rest != 0 {
        let cell = first + rest.trailing_zeros() as usize;
        rest &= rest - 1;
        for view in 0..2 {
            out.add(view, (layer + usize::from(owner != view)) * B::SLOTS + cell);
        }
    }
}

/// Words of a set of cells.
const fn words_of<B: Board>() -> usize {
    <B::Set as crate::bits::BitSet>::WORDS
}

#[inline]
fn tell_purse<B: Board>(owner: usize, purse: Purse, out: &mut impl Bag) {
    let counts = [purse.hand(), purse.eliminated(), purse.territory()];
    for view in 0..2 {
        for (kind, &count) in counts.iter().enumerate() {
            let row = 2 * kind + usize::from(owner != view);
            let count = usize::from(count).min(LARGEST);
            out.add(view, LAYERS * B::SLOTS + row * (LARGEST + 1) + count);
        }
    }
}

#[inline]
fn tell_step<B: Board>(step: Step, out: &mut impl Bag) {
    for view in 0..2 {
        let foe = usize::from(step.player().index() != view);
        out.add(view, LAYERS * B::SLOTS + PURSES + 8 * foe + step.phase() as usize);
    }
}

/// The features of one word of the journal, whichever it is. Seats beyond the second
/// are empty in a duel.
#[inline]
fn tell_word<B: Board>(at: usize, word: u64, out: &mut impl Bag) {
    if let Some(cell) = B::Plan::STACKS.index_of(at) {
        tell_stack::<B>(cell, Stack::unpack(word), out);
    } else if let Some(i) = B::Plan::MARKERS.index_of(at) {
        tell_cells::<B>(MARKERS, i, word, out);
    } else if let Some(i) = B::Plan::COLLAPSED.index_of(at) {
        tell_cells::<B>(COLLAPSED, i, word, out);
    } else if let Some(owner) = B::Plan::PURSES.index_of(at).filter(|&owner| owner < 2) {
        tell_purse::<B>(owner, Purse::unpack(word), out);
    } else if B::Plan::STEP.is_at(at) {
        tell_step::<B>(Step::unpack(word), out);
    }
}

/// Whether a word of the journal is a set of cells.
#[inline]
fn is_set<B: Board>(at: usize) -> bool {
    B::Plan::MARKERS.index_of(at).is_some() || B::Plan::COLLAPSED.index_of(at).is_some()
}

impl<B: Board> Features for Duel<B> {
    /// How much the journal held.
    type Snapshot = usize;
    const FEATURES: usize = LAYERS * B::SLOTS + PURSES + PHASES;
    /// On a cell lies a stack, a marker, or it has collapsed; a stack has up to two
    /// features more, and there are no more stacks than rings.
    const MOST_FEATURES: usize = {
        let rings = 2 * B::RINGS as usize;
        B::CELLS + 2 * if rings < B::CELLS { rings } else { B::CELLS } + 6 + 1
    };
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        format!("ringrift {} for two: stacks, markers, territory, purses, 1", B::NAME)
    }

    /// How much of the board markers and territory have taken.
    #[inline]
    fn bucket(&self) -> usize {
        use crate::bits::BitSet;
        let taken = self.all_markers().count() + self.all_collapsed().count();
        (taken as usize * 6 / B::CELLS).min(3)
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
        let game: &RingRift<B> = self.game();
        for at in 0..B::SLOTS {
            tell_stack::<B>(at, game.stack(crate::geometry::Cell::of(at)), out);
        }
        for (layer, field) in [(MARKERS, B::Plan::MARKERS), (COLLAPSED, B::Plan::COLLAPSED)] {
            for (i, &word) in field.words(&game.words).iter().enumerate() {
                tell_cells::<B>(layer, i, word, out);
            }
        }
        for owner in Player::all(game.players()) {
            tell_purse::<B>(owner.index(), game.purse(owner), out);
        }
        tell_step::<B>(game.step(), out);
    }

    #[inline]
    fn changed_features(&self, before: &usize, out: &mut impl Bag) {
        for (at, old, now) in self.words.changed_since(*before) {
            // Of sets of cells only those that came or went.
            let same = if is_set::<B>(at) { old & now } else { 0 };
            let (old, now) = (old & !same, now & !same);
            tell_word::<B>(at, old, &mut Taken(out));
            tell_word::<B>(at, now, out);
        }
    }
}
