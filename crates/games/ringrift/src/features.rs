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

/// Where the numbers lie for a table at which `R` colours are told apart: one's own, the next
/// one's, and so on round the table.
struct Layout<const R: usize>;

/// Larger numbers of a purse count as this one.
const LARGEST: usize = 63;

impl<const R: usize> Layout<R> {
    /// Layers of the board: caps of one to four rings by colour, heights of one to
    /// five, captives by colour, markers by colour, collapsed cells by colour.
    const CAPS: usize = 0;
    const HEIGHTS: usize = Self::CAPS + 4 * R;
    const CAPTIVES: usize = Self::HEIGHTS + 5;
    const MARKERS: usize = Self::CAPTIVES + R;
    const COLLAPSED: usize = Self::MARKERS + R;
    const LAYERS: usize = Self::COLLAPSED + R;
    /// Hand, eliminated and territory of each colour.
    const PURSES: usize = 3 * R * (LARGEST + 1);
    /// Phases of everybody's turn.
    const PHASES: usize = 8 * R;

    const fn features<B: Board>() -> usize {
        Self::LAYERS * B::SLOTS + Self::PURSES + Self::PHASES
    }
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
        for view in 0..self.players {
            let owner = self.seat(stack.controller().index(), view);
            let cap = stack.cap().min(4) as usize - 1;
            out.add(view, (Layout::<R>::CAPS + 4 * owner + cap) * B::SLOTS + cell);
            let height = stack.height().min(5) as usize - 1;
            out.add(view, (Layout::<R>::HEIGHTS + height) * B::SLOTS + cell);
            for colour in 0..self.players {
                let captive = Player(colour as u8);
                if stack.buries(captive) && captive != stack.controller() {
                    let layer = Layout::<R>::CAPTIVES + self.seat(colour, view);
                    out.add(view, layer * B::SLOTS + cell);
                }
            }
        }
    }

    #[inline]
    fn cells<B: Board>(self, layer: usize, word: usize, cells: u64, out: &mut impl Bag) {
        let (owner, first) = (word / words_of::<B>(), word % words_of::<B>() * 64);
        let mut rest = cells;
        while rest != 0 {
            let cell = first + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            for view in 0..self.players {
                out.add(view, (layer + self.seat(owner, view)) * B::SLOTS + cell);
            }
        }
    }

    #[inline]
    fn purse<B: Board>(self, owner: usize, purse: Purse, out: &mut impl Bag) {
        let counts = [purse.hand(), purse.eliminated(), purse.territory()];
        for view in 0..self.players {
            for (kind, &count) in counts.iter().enumerate() {
                let row = R * kind + self.seat(owner, view);
                let count = usize::from(count).min(LARGEST);
                out.add(view, Layout::<R>::LAYERS * B::SLOTS + row * (LARGEST + 1) + count);
            }
        }
    }

    #[inline]
    fn step<B: Board>(self, step: Step, out: &mut impl Bag) {
        let from = Layout::<R>::LAYERS * B::SLOTS + Layout::<R>::PURSES;
        for view in 0..self.players {
            let owner = self.seat(step.player().index(), view);
            out.add(view, from + 8 * owner + step.phase() as usize);
        }
    }

    /// The features of one word of the journal, whichever it is. Seats where nobody sits
    /// are empty.
    #[inline]
    fn word<B: Board>(self, at: usize, word: u64, out: &mut impl Bag) {
        if let Some(cell) = B::Plan::STACKS.index_of(at) {
            self.stack::<B>(cell, Stack::unpack(word), out);
        } else if let Some(i) = B::Plan::MARKERS.index_of(at) {
            self.cells::<B>(Layout::<R>::MARKERS, i, word, out);
        } else if let Some(i) = B::Plan::COLLAPSED.index_of(at) {
            self.cells::<B>(Layout::<R>::COLLAPSED, i, word, out);
        } else if let Some(owner) =
            B::Plan::PURSES.index_of(at).filter(|&owner| owner < self.players)
        {
            self.purse::<B>(owner, Purse::unpack(word), out);
        } else if B::Plan::STEP.is_at(at) {
            self.step::<B>(Step::unpack(word), out);
        }
    }

    fn all<B: Board>(self, game: &RingRift<B>, out: &mut impl Bag) {
        for at in 0..B::SLOTS {
            self.stack::<B>(at, game.stack(crate::geometry::Cell::of(at)), out);
        }
        for (layer, field) in
            [(Layout::<R>::MARKERS, B::Plan::MARKERS), (Layout::<R>::COLLAPSED, B::Plan::COLLAPSED)]
        {
            for (i, &word) in field.words(&game.words).iter().enumerate() {
                self.cells::<B>(layer, i, word, out);
            }
        }
        for owner in Player::all(game.players()) {
            self.purse::<B>(owner.index(), game.purse(owner), out);
        }
        self.step::<B>(game.step(), out);
    }

    #[inline]
    fn changed<B: Board>(self, game: &RingRift<B>, before: usize, out: &mut impl Bag) {
        for (at, old, now) in game.words.changed_since(before) {
            // Of sets of cells only those that came or went.
            let same = if is_set::<B>(at) { old & now } else { 0 };
            let (old, now) = (old & !same, now & !same);
            self.word::<B>(at, old, &mut Taken(out));
            self.word::<B>(at, now, out);
        }
    }
}

/// Words of a set of cells.
const fn words_of<B: Board>() -> usize {
    <B::Set as crate::bits::BitSet>::WORDS
}

/// Whether a word of the journal is a set of cells.
#[inline]
fn is_set<B: Board>(at: usize) -> bool {
    B::Plan::MARKERS.index_of(at).is_some() || B::Plan::COLLAPSED.index_of(at).is_some()
}

impl<B: Board> Features for Duel<B> {
    /// How much the journal held.
    type Snapshot = usize;
    const FEATURES: usize = Layout::<2>::features::<B>();
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
    /// On a cell lies a stack, a marker, or it has collapsed. A stack has one feature more for
    /// its height and one for each colour it buries, of which it has at least a ring: no more
    /// than there are rings in all.
    const MOST_FEATURES: usize = {
        let rings = 4 * B::RINGS as usize;
        B::CELLS + if rings < 4 * B::CELLS { rings } else { 4 * B::CELLS } + 12 + 1
    };
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        format!("ringrift {} for many: stacks, markers, territory, purses, 1", B::NAME)
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
                let before = game.snapshot();
                game.make(m);
                game.changed_features(&before, &mut told);
                assert_eq!(told, views(&game));
                assert!(told.iter().all(|view| view.len() <= Table::MOST_FEATURES));
            }
        }
    }
}
