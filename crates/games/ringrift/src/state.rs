//! The position: words of a journal, the few doors through which they change, and
//! the questions every rule asks.
//!
//! Markers, collapsed cells and controlled stacks are bit sets per colour; the rings of a stack are one
//! word per cell. Which stacks a colour controls and how many rings it has on the board follow
//! from the stacks; they are kept in step by [`set_stack`](RingRift::set_stack) and
//! [`edit_purse`](RingRift::edit_purse), and [`is_consistent`](RingRift::is_consistent) recounts them.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};
use crate::params::{Rules, RulesError};
use crate::stack::Stack;
use crate::step::{Phase, Purse, Reason, Rounds, Step};
use std::fmt::{self, Debug};
use takeback_core::journal::{self, Layout, Slice};
use takeback_core::{Journal, Player, layout};

/// Where the fields of a position lie, whatever the size of its board.
pub trait Plan: Layout {
    /// Rings of every cell.
    const STACKS: Slice<Self, Stack>;
    /// Four sets, one after the other.
    const MARKERS: Slice<Self, u64>;
    /// Four sets, one after the other.
    const COLLAPSED: Slice<Self, u64>;
    /// Four sets of stacks by controller: follows from the stacks.
    const CONTROL: Slice<Self, u64>;
    /// Four purses.
    const PURSES: Slice<Self, Purse>;
    /// Where the turn stands.
    const STEP: journal::Cell<Self, Step>;
    /// Real actions by round, and how the game ended.
    const ROUNDS: journal::Cell<Self, Rounds>;
    /// Rings eliminated in all, as the rules count them (recovery misses some).
    const ELIMINATED: journal::Cell<Self, u64>;
}

macro_rules! plan {
    ($($plan:ident: $slots:literal slots, $words:literal words;)*) => {$(
        layout! {
            /// Words of a position.
            pub struct $plan {
                keyed {
                    STACKS: [Stack; $slots],
                    MARKERS: [u64; 4 * $words],
                    COLLAPSED: [u64; 4 * $words],
                    PURSES: [Purse; 4],
                    STEP: Step,
                    ROUNDS: Rounds,
                }
                silent {
                    CONTROL: [u64; 4 * $words],
                    ELIMINATED: u64,
                }
                history { }
            }
        }

        impl Plan for $plan {
            const STACKS: Slice<Self, Stack> = $plan::STACKS.as_slice();
            const MARKERS: Slice<Self, u64> = $plan::MARKERS.as_slice();
            const COLLAPSED: Slice<Self, u64> = $plan::COLLAPSED.as_slice();
            const CONTROL: Slice<Self, u64> = $plan::CONTROL.as_slice();
            const PURSES: Slice<Self, Purse> = $plan::PURSES.as_slice();
            const STEP: journal::Cell<Self, Step> = $plan::STEP;
            const ROUNDS: journal::Cell<Self, Rounds> = $plan::ROUNDS;
            const ELIMINATED: journal::Cell<Self, u64> = $plan::ELIMINATED;
        }
    )*};
}

plan! {
    Square8Plan: 64 slots, 1 words;
    Square19Plan: 361 slots, 6 words;
    Hex8Plan: 81 slots, 2 words;
    HexagonalPlan: 625 slots, 10 words;
}

/// A position of RingRift on board `B`, for one to four players.
/// [`Duel`](crate::Duel) is the same game with a promise that there are two.
///
/// Inside, a [`Player`] is a *colour*, 0 to 3. Only the face towards searches
/// (whose decision, whose payoff) speaks of people, who may have swapped colours.
pub struct RingRift<B: Board> {
    pub(crate) words: Journal<B::Plan>,
    rules: Rules,
}

impl<B: Board> Clone for RingRift<B> {
    fn clone(&self) -> Self {
        RingRift { words: self.words.clone(), rules: self.rules }
    }

    /// Keeps the room of the journal, so that pooled copies do not allocate.
    fn clone_from(&mut self, source: &Self) {
        self.words.clone_from(&source.words);
        self.rules = source.rules;
    }
}

impl<B: Board> PartialEq for RingRift<B> {
    fn eq(&self, other: &Self) -> bool {
        self.rules == other.rules && self.words == other.words
    }
}

impl<B: Board> Eq for RingRift<B> {}

impl<B: Board> fmt::Debug for RingRift<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(B::NAME).field("rules", &self.rules).field("words", &self.words).finish()
    }
}

impl<B: Board> RingRift<B> {
    /// The start of a game with these rules.
    ///
    /// # Errors
    /// When no game can be played with them.
    pub fn new(rules: Rules) -> Result<Self, RulesError> {
        let mut game = RingRift::bare(rules)?;
        for player in Player::all(rules.players.into()) {
            game.edit_purse(player, |purse| purse.with_hand(rules.rings));
        }
        game.set_step(Step::default().with_swap_open(rules.swap && rules.players == 2));
        game.words.forget_past();
        Ok(game)
    }

    /// The usual game for this many players.
    ///
    /// # Panics
    /// When so many cannot play.
    #[must_use]
    pub fn standard(players: u8) -> Self {
        RingRift::new(Rules::standard::<B>(players)).expect("so many can play")
    }

    /// An empty board and empty purses.
    pub(crate) fn bare(rules: Rules) -> Result<Self, RulesError> {
        rules.validate()?;
        Ok(RingRift { words: Journal::new(), rules })
    }

    /// The agreed parameters.
    #[inline(always)]
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many colours play.
    #[inline(always)]
    pub(crate) fn seats(&self) -> usize {
        self.rules.players.into()
    }

    /// The colours in seat order.
    #[inline(always)]
    pub fn colours(&self) -> impl DoubleEndedIterator<Item = Player> + Clone + use<B> {
        (0..self.seats() as u8).map(Player)
    }

    /// Where the turn stands.
    #[inline(always)]
    #[must_use]
    pub fn step(&self) -> Step {
        B::Plan::STEP.get(&self.words)
    }

    /// The phase.
    #[inline(always)]
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.step().phase()
    }

    /// The colour in turn.
    #[inline(always)]
    #[must_use]
    pub fn colour(&self) -> Player {
        self.step().player()
    }

    /// Real actions by round, and how the game ended.
    #[inline(always)]
    #[must_use]
    pub fn rounds(&self) -> Rounds {
        B::Plan::ROUNDS.get(&self.words)
    }

    /// The winning colour and why; `None` while the game goes on. A game ended by resignation at a table of more than two
    /// has no winner.
    #[must_use]
    pub fn outcome(&self) -> Option<(Option<Player>, Reason)> {
        self.rounds().reason().map(|reason| (self.rounds().winner(), reason))
    }

    /// What a colour has and has done.
    #[inline(always)]
    #[must_use]
    pub fn purse(&self, colour: Player) -> Purse {
        B::Plan::PURSES.get(&self.words, colour.index())
    }

    /// Rings eliminated in all, as the rules count them.
    #[inline]
    #[must_use]
    pub fn rings_eliminated(&self) -> u64 {
        B::Plan::ELIMINATED.get(&self.words)
    }

    /// The rings on a cell.
    #[inline(always)]
    #[must_use]
    pub fn stack(&self, cell: Cell) -> Stack {
        B::Plan::STACKS.get(&self.words, cell.index())
    }

    #[inline(always)]
    fn set_of(&self, field: Slice<B::Plan, u64>, colour: Player) -> B::Set {
        B::Set::from_words(&field.words(&self.words)[colour.index() * B::Set::WORDS..])
    }

    #[inline(always)]
    fn union_of(&self, field: Slice<B::Plan, u64>) -> B::Set {
        // Spelled out: a fold over colours was not inlined, and this is asked several times a ply.
        let (words, mut all) = (field.words(&self.words), B::Set::EMPTY);
        for colour in 0..self.seats() {
            all = all.or(B::Set::from_words(&words[colour * B::Set::WORDS..]));
        }
        all
    }

    /// The markers of a colour.
    #[inline(always)]
    #[must_use]
    pub fn markers(&self, colour: Player) -> B::Set {
        self.set_of(B::Plan::MARKERS, colour)
    }

    /// The cells collapsed for a colour.
    #[inline(always)]
    #[must_use]
    pub fn collapsed(&self, colour: Player) -> B::Set {
        self.set_of(B::Plan::COLLAPSED, colour)
    }

    /// The stacks a colour controls.
    #[inline(always)]
    #[must_use]
    pub fn controlled(&self, colour: Player) -> B::Set {
        self.set_of(B::Plan::CONTROL, colour)
    }

    /// Markers of all colours.
    #[inline(always)]
    #[must_use]
    pub fn all_markers(&self) -> B::Set {
        self.union_of(B::Plan::MARKERS)
    }

    /// Collapsed cells of all colours.
    #[inline(always)]
    #[must_use]
    pub fn all_collapsed(&self) -> B::Set {
        self.union_of(B::Plan::COLLAPSED)
    }

    /// Stacks of all colours.
    #[inline(always)]
    #[must_use]
    pub fn all_stacks(&self) -> B::Set {
        self.union_of(B::Plan::CONTROL)
    }

    /// Stacks that hold a ring of `colour` below their top ring.
    #[must_use]
    pub fn burying(&self, colour: Player) -> B::Set {
        self.all_stacks()
            .iter()
            .filter(|&at| self.stack(Cell::of(at)).buries(colour))
            .fold(B::Set::EMPTY, BitSet::with)
    }

    /// Whose marker lies on the cell.
    #[inline]
    #[must_use]
    pub fn marker_at(&self, cell: Cell) -> Option<Player> {
        self.owner_at(B::Plan::MARKERS, cell)
    }

    /// For whom the cell has collapsed.
    #[inline]
    #[must_use]
    pub fn collapsed_at(&self, cell: Cell) -> Option<Player> {
        self.owner_at(B::Plan::COLLAPSED, cell)
    }

    #[inline(always)]
    fn owner_at(&self, field: Slice<B::Plan, u64>, cell: Cell) -> Option<Player> {
        let words = field.words(&self.words);
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        self.colours().find(|colour| words[colour.index() * B::Set::WORDS + word] >> bit & 1 == 1)
    }

    /// Whether the cell holds a stack with this colour on top.
    #[inline(always)]
    pub(crate) fn controls(&self, colour: Player, cell: Cell) -> bool {
        let stack = self.stack(cell);
        !stack.is_none() && stack.controller() == colour
    }

    // The doors. Nothing else writes words.

    #[inline(always)]
    fn flip_bit(&mut self, field: Slice<B::Plan, u64>, colour: Player, cell: Cell) {
        let at = colour.index() * B::Set::WORDS + cell.index() / 64;
        let word = field.get(&self.words, at) ^ 1 << (cell.index() % 64);
        field.set(&mut self.words, at, word);
    }

    #[inline]
    fn write_set(&mut self, field: Slice<B::Plan, u64>, colour: Player, set: B::Set) {
        for i in 0..B::Set::WORDS {
            let at = colour.index() * B::Set::WORDS + i;
            if field.get(&self.words, at) != set.word(i) {
                field.set(&mut self.words, at, set.word(i));
            }
        }
    }

    /// Replace the rings on a cell.
    #[inline]
    pub(crate) fn set_stack(&mut self, cell: Cell, stack: Stack) {
        let old = self.stack(cell);
        B::Plan::STACKS.set(&mut self.words, cell.index(), stack);
        let (was, is) = (!old.is_none(), !stack.is_none());
        if was && is && old.controller() == stack.controller() {
            return;
        }
        if was {
            self.flip_bit(B::Plan::CONTROL, old.controller(), cell);
        }
        if is {
            self.flip_bit(B::Plan::CONTROL, stack.controller(), cell);
        }
    }

    /// Put a marker on a cell that has none.
    #[inline]
    pub(crate) fn put_marker(&mut self, colour: Player, cell: Cell) {
        self.flip_bit(B::Plan::MARKERS, colour, cell);
    }

    /// Take a marker that is there.
    #[inline]
    pub(crate) fn take_marker(&mut self, colour: Player, cell: Cell) {
        self.flip_bit(B::Plan::MARKERS, colour, cell);
    }

    /// Collapse cells that are not yet collapsed, whatever marker lies on
    /// them, and count them as territory. Stacks there must have gone before.
    pub(crate) fn collapse(&mut self, colour: Player, cells: B::Set) {
        for owner in self.colours() {
            self.write_set(B::Plan::MARKERS, owner, self.markers(owner).minus(cells));
        }
        self.write_set(B::Plan::COLLAPSED, colour, self.collapsed(colour).or(cells));
        self.edit_purse(colour, |purse| {
            purse.with_territory(purse.territory() + cells.count() as u16)
        });
    }

    /// Collapse one cell without counting it, for setting up positions.
    pub(crate) fn set_collapsed(&mut self, colour: Player, cell: Cell) {
        self.write_set(B::Plan::COLLAPSED, colour, self.collapsed(colour).with(cell.index()));
    }

    /// Change what a colour has.
    #[inline(always)]
    pub(crate) fn edit_purse(&mut self, colour: Player, change: impl FnOnce(Purse) -> Purse) {
        let purse = change(self.purse(colour));
        B::Plan::PURSES.set(&mut self.words, colour.index(), purse);
    }

    /// Count rings as eliminated in all.
    #[inline]
    pub(crate) fn count_eliminated(&mut self, rings: u32) {
        B::Plan::ELIMINATED.update(&mut self.words, |sum| sum + u64::from(rings));
    }

    /// Set the total of eliminated rings, for setting up positions.
    pub(crate) fn set_eliminated(&mut self, rings: u64) {
        B::Plan::ELIMINATED.set(&mut self.words, rings);
    }

    #[inline(always)]
    pub(crate) fn set_step(&mut self, step: Step) {
        B::Plan::STEP.set(&mut self.words, step);
    }

    #[inline(always)]
    pub(crate) fn set_rounds(&mut self, rounds: Rounds) {
        if rounds != self.rounds() {
            B::Plan::ROUNDS.set(&mut self.words, rounds);
        }
    }

    /// Everything that follows from something else, recounted: controlled stacks,
    /// rings on the board, at most one thing on a cell, nothing off the board.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let mut rings = [0; 4];
        let mut control = [B::Set::EMPTY; 4];
        for at in 0..B::SLOTS {
            let stack = self.stack(Cell::of(at));
            if !stack.is_none() {
                let top = stack.controller().index();
                control[top] = control[top].with(at);
                stack.rings().for_each(|ring| rings[ring.index()] += 1);
            }
        }
        let things = [B::Plan::MARKERS, B::Plan::COLLAPSED, B::Plan::CONTROL];
        let layers = things
            .into_iter()
            .flat_map(|field| Player::all(4).map(move |colour| (field, colour)))
            .map(|(field, colour)| self.set_of(field, colour));
        let mut used = B::Set::EMPTY;
        let mut overlap = false;
        for layer in layers {
            overlap |= used.meets(layer) || !layer.minus(B::ALL).is_empty();
            used = used.or(layer);
        }
        !overlap
            && Player::all(4).all(|colour| {
                self.purse(colour).rings() == rings[colour.index()]
                    && self.controlled(colour) == control[colour.index()]
            })
    }

    /// Markers, collapsed cells and rings credited as eliminated: never decreases in a game, so games end.
    #[must_use]
    pub fn progress(&self) -> u64 {
        let cells = self.all_markers().count() + self.all_collapsed().count();
        let rings: u64 = self.colours().map(|c| u64::from(self.purse(c).eliminated())).sum();
        u64::from(cells) + rings
    }
}
