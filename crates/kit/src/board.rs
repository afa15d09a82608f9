//! The board: a tree of elements and the few words around it, read side.
//!
//! What changes it stands in `command.rs`; nothing else does.

use crate::command::CommandKind;
use crate::element::{
    ATTRIBUTES, Attribute, Class, EYES, Eyes, HOME, Home, Id, KIDS, Kids, LINKS, Links, SEATS,
    Sight, VALUES, Visibility,
};
use crate::flow::Variable;
use crate::program::Stages;
use crate::random::Mulberry;
use crate::trail::{Mark, Trail};
use takeback_core::{Key, Player, Players, Word};

/// How large a board is made: what the rules say once and for all.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Shape {
    /// Seats at the table, at most 24.
    pub players: usize,
    /// Attributes an element may have, at most 8.
    pub attributes: usize,
    /// Scoring tracks.
    pub tracks: usize,
}

/// How far the game has come.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Phase {
    /// Being laid out.
    #[default]
    Setup,
    /// Being played.
    Playing,
    /// Ended.
    Over,
}

/// A line of the game's log: a template the rules know, and its numbers.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Message {
    /// Which sentence.
    pub template: u8,
    /// Who may read it.
    pub audience: Players,
    /// What fills its gaps.
    pub values: [u8; 4],
}

impl Message {
    pub(crate) fn pack(self) -> u64 {
        let values = u64::from(u32::from_le_bytes(self.values));
        values << 32 | u64::from(self.template) << SEATS | u64::from(self.audience.0)
    }

    pub(crate) fn unpack(word: u64) -> Self {
        Message {
            template: (word >> SEATS) as u8,
            audience: Players(word as u32 & ((1 << SEATS) - 1)),
            values: ((word >> 32) as u32).to_le_bytes(),
        }
    }
}

// Words in front of the elements.
pub(crate) const PHASE: usize = 0;
/// Winners below, and in the upper half those who are out.
pub(crate) const WINNERS: usize = 1;
pub(crate) const CURRENT: usize = 2;
pub(crate) const RANDOM: usize = 3;
pub(crate) const PC: usize = 4;
pub(crate) const OWED: usize = 5;
pub(crate) const SLOTS: usize = 6;

/// The stack of messages. Where something is hidden, that of the moves all have
/// heard follows; then the tracks.
pub(crate) const MESSAGES: usize = 0;
pub(crate) const HEARD: usize = 1;

/// What a board is made for besides its shape: the turn program's words and
/// names, and whether seats must remember what they saw.
pub(crate) struct Layout {
    pub(crate) slots: usize,
    pub(crate) variables: usize,
    pub(crate) hides: bool,
    pub(crate) stages: Stages,
}

impl Default for Layout {
    fn default() -> Self {
        Layout { slots: 0, variables: 0, hides: false, stages: Stages::from([]) }
    }
}

/// A tree of elements with everything a game in progress remembers: phase,
/// winners, whose turn, generator, messages, tracks, place in the turn program.
///
/// Every change is a command on the journal (see [`Command`](crate::Command)) and
/// can be taken back, by count or to a [`Mark`]. Equality covers all of it,
/// messages and generator included, and never the journal itself.
///
/// ```
/// use takeback_kit::{Board, Class, Id, Place, Shape};
/// let mut board = Board::new(Shape { players: 2, attributes: 1, tracks: 0 });
/// let deck = board.create(Class(1), Id::TABLE);
/// let cards: Vec<Id> = (0..5).map(|_| board.create(Class(2), deck)).collect();
/// let hand = board.create(Class(3), Id::TABLE);
/// let before = board.clone();
///
/// let mark = board.mark();
/// board.move_to(cards[2], hand, Place::Last); // from the middle
/// board.shuffle(deck);
/// assert!(board.roll_back(mark));
/// assert_eq!(board, before);
/// assert_eq!(board.children(deck).collect::<Vec<_>>(), cards);
/// ```
#[derive(Debug)]
pub struct Board {
    pub(crate) trail: Trail<CommandKind>,
    pub(crate) shape: Shape,
    /// Where the variables lie, behind the words of the flow's loops.
    variables: usize,
    /// Where the pick of seat 0 lies, behind the variables.
    pub(crate) picks: usize,
    /// Where the row of element 0 begins.
    pub(crate) rows: usize,
    /// Words in a row. Where something is hidden, the last one says which seats
    /// know the element though they do not see it, and what is noted of it.
    pub(crate) width: usize,
    /// Stacks that tell the past: messages and, where something is hidden, moves.
    pub(crate) history: usize,
    stages: Stages,
    /// Room for reordering children; empty between commands.
    pub(crate) scratch: Vec<Id>,
}

impl Board {
    /// An empty table and an empty discard, nothing else.
    ///
    /// # Panics
    /// When the shape asks for more seats or attributes than there can be.
    #[must_use]
    pub fn new(shape: Shape) -> Self {
        Board::laid_out(shape, Layout::default())
    }

    /// The same with words for a turn program and for what seats remember.
    pub(crate) fn laid_out(shape: Shape, layout: Layout) -> Self {
        assert!((1..=SEATS).contains(&shape.players), "a table has 1 to {SEATS} seats");
        assert!(shape.attributes <= ATTRIBUTES, "an element has at most {ATTRIBUTES} attributes");
        let variables = SLOTS + layout.slots;
        let picks = variables + layout.variables;
        let rows = picks + shape.players;
        let history = 1 + usize::from(layout.hides);
        let mut board = Board {
            trail: Trail::new(rows, history, shape.tracks),
            shape,
            variables,
            picks,
            rows,
            width: VALUES + shape.attributes + usize::from(layout.hides),
            history,
            stages: layout.stages,
            scratch: Vec::new(),
        };
        board.add_row(Class(0), Id::TABLE);
        board.add_row(Class(0), Id::TABLE);
        board.set_visibility(Id::TABLE, Sight::Everybody.into());
        board.set_visibility(Id::DISCARD, Sight::CountOnly.into());
        board.trail.forget_past();
        board
    }

    /// A board of the same make with other words.
    pub(crate) fn with_trail(&self, trail: Trail<CommandKind>) -> Board {
        Board { trail, stages: self.stages.clone(), scratch: Vec::new(), ..*self }
    }

    /// Whether seats remember what they saw.
    #[inline]
    pub(crate) fn hides(&self) -> bool {
        self.history > HEARD
    }

    /// What the board was made for.
    #[must_use]
    pub fn shape(&self) -> Shape {
        self.shape
    }

    #[inline]
    fn row(&self, id: Id, word: usize) -> u64 {
        self.trail.word(self.at(id, word))
    }

    #[inline]
    pub(crate) fn at(&self, id: Id, word: usize) -> usize {
        self.rows + id.index() * self.width + word
    }

    #[inline]
    pub(crate) fn home(&self, id: Id) -> Home {
        Home::unpack(self.row(id, HOME))
    }

    #[inline]
    pub(crate) fn links(&self, id: Id) -> Links {
        Links::unpack(self.row(id, LINKS))
    }

    #[inline]
    pub(crate) fn kids(&self, id: Id) -> Kids {
        Kids::unpack(self.row(id, KIDS))
    }

    #[inline]
    pub(crate) fn eyes(&self, id: Id) -> Eyes {
        Eyes::unpack(self.row(id, EYES))
    }

    /// How many elements there are, the table and the discard included. The
    /// next one created gets this number.
    #[inline]
    #[must_use]
    pub fn elements(&self) -> usize {
        (self.trail.len() - self.rows) / self.width
    }

    /// Whether there is such an element.
    #[must_use]
    pub fn exists(&self, id: Id) -> bool {
        id.index() < self.elements()
    }

    /// What sort of thing it is.
    #[inline]
    #[must_use]
    pub fn class(&self, id: Id) -> Class {
        self.home(id).class
    }

    /// Whose it is.
    #[inline]
    #[must_use]
    pub fn owner(&self, id: Id) -> Option<Player> {
        self.home(id).owner
    }

    /// Where it lies; `None` for the table itself.
    #[inline]
    #[must_use]
    pub fn parent(&self, id: Id) -> Option<Id> {
        (id != Id::TABLE).then(|| self.home(id).parent)
    }

    /// How many elements lie in it.
    #[inline]
    #[must_use]
    pub fn count(&self, id: Id) -> usize {
        self.kids(id).count as usize
    }

    /// Whether nothing lies in it.
    #[inline]
    #[must_use]
    pub fn is_empty(&self, id: Id) -> bool {
        self.row(id, KIDS) == 0
    }

    /// The first element in it: the top of a pile.
    #[inline]
    #[must_use]
    pub fn first(&self, id: Id) -> Option<Id> {
        let first = self.kids(id).first;
        (first != Id::TABLE).then_some(first)
    }

    /// The last element in it.
    #[inline]
    #[must_use]
    pub fn last(&self, id: Id) -> Option<Id> {
        let last = self.kids(id).last;
        (last != Id::TABLE).then_some(last)
    }

    /// The next element in the same space, to go through a space whose
    /// elements move away meanwhile.
    #[inline]
    #[must_use]
    pub fn after(&self, id: Id) -> Option<Id> {
        let after = self.links(id).after;
        (after != Id::TABLE).then_some(after)
    }

    /// What lies in it, in order.
    #[inline]
    pub fn children(&self, id: Id) -> impl Iterator<Item = Id> + '_ {
        let mut next = self.kids(id).first;
        std::iter::from_fn(move || {
            let here = next;
            (here != Id::TABLE).then(|| {
                next = self.links(here).after;
                here
            })
        })
    }

    /// Its number among the children of its parent.
    #[must_use]
    pub fn index(&self, id: Id) -> usize {
        let mut index = 0;
        let mut here = self.links(id).before;
        while here != Id::TABLE {
            here = self.links(here).before;
            index += 1;
        }
        index
    }

    /// The value of an attribute, or that it has none.
    #[inline]
    #[must_use]
    pub fn get<T: Word>(&self, id: Id, attribute: Attribute) -> Option<T> {
        let has = self.row(id, EYES) >> attribute.0 & 1 == 1;
        has.then(|| T::unpack(self.row(id, VALUES + attribute.0 as usize)))
    }

    /// The value of an attribute that every element of the class has; zero
    /// where there is none.
    #[inline]
    #[must_use]
    pub fn value<T: Word>(&self, id: Id, attribute: Attribute) -> T {
        T::unpack(self.row(id, VALUES + attribute.0 as usize))
    }

    /// The visibility it was given, which may well be "as the parent".
    #[must_use]
    pub fn visibility(&self, id: Id) -> Visibility {
        self.eyes(id).visibility
    }

    /// How far the game has come.
    #[inline]
    #[must_use]
    pub fn phase(&self) -> Phase {
        match self.trail.word(PHASE) {
            0 => Phase::Setup,
            1 => Phase::Playing,
            _ => Phase::Over,
        }
    }

    /// Who has won, once the game is over.
    #[must_use]
    pub fn winners(&self) -> Players {
        Players(self.trail.word(WINNERS) as u32)
    }

    /// Who is out of the game; their turns are passed over.
    #[must_use]
    pub fn out(&self) -> Players {
        Players((self.trail.word(WINNERS) >> 32) as u32)
    }

    /// Whether a seat is out of the game.
    #[inline]
    #[must_use]
    pub fn is_out(&self, player: Player) -> bool {
        self.out().contains(player)
    }

    /// A number that the flow remembers.
    ///
    /// # Panics
    /// When the rules have no such variable.
    #[inline]
    #[must_use]
    pub fn variable(&self, variable: Variable) -> u64 {
        self.trail.word(self.variable_at(variable))
    }

    /// How many variables there are.
    pub(crate) fn variables(&self) -> usize {
        self.picks - self.variables
    }

    #[inline]
    pub(crate) fn variable_at(&self, variable: Variable) -> usize {
        let (n, all) = (usize::from(variable.0), self.variables());
        assert!(n < all, "variable {n} of {all}");
        self.variables + n
    }

    /// The name of the phase that the turn program is in, if it has one.
    #[must_use]
    pub fn stage(&self) -> Option<&'static str> {
        *self.stages.get(self.trail.word(PC) as usize)?
    }

    /// Whose turn the marker shows; it may show nobody's.
    #[inline]
    #[must_use]
    pub fn current(&self) -> Option<Player> {
        Option::unpack(self.trail.word(CURRENT))
    }

    /// The generator as it stands.
    #[must_use]
    pub fn random(&self) -> Mulberry {
        Mulberry(self.trail.word(RANDOM) as u32)
    }

    /// The log, oldest line first.
    pub fn messages(&self) -> impl Iterator<Item = Message> + '_ {
        self.trail.stacks()[MESSAGES].iter().map(|&word| Message::unpack(word))
    }

    /// The entries of a scoring track, oldest first.
    ///
    /// # Panics
    /// When the shape has no such track.
    pub fn track(&self, track: usize) -> impl Iterator<Item = u64> + '_ {
        assert!(track < self.shape.tracks, "track {track} of {}", self.shape.tracks);
        self.trail.stacks()[self.history + track].iter().copied()
    }

    /// Whether the same things lie here as on `other`: as many elements, of the
    /// same class, owner and attributes, the first of them in the same places and
    /// every other one in one of these. What a table read from text is asked by
    /// rules whose `spaces` stay and whose pieces move about between them.
    #[must_use]
    pub fn has_pieces_of(&self, other: &Board, spaces: u32) -> bool {
        let attributes = |board: &Board, id| -> Vec<Option<u64>> {
            (0..board.shape.attributes).map(|a| board.get(id, Attribute(a as u8))).collect()
        };
        let same = |id: Id| {
            let placed = match self.parent(id) {
                _ if id.0 < spaces => self.parent(id) == other.parent(id),
                parent => parent.is_some_and(|p| (2..spaces).contains(&p.0)) && self.is_empty(id),
            };
            placed
                && self.back(id) == other.back(id)
                && self.visibility(id) == other.visibility(id)
                && attributes(self, id) == attributes(other, id)
        };
        self.elements() == other.elements() && (0..self.elements() as u32).all(|id| same(Id(id)))
    }

    /// What commands without inverse have left behind.
    #[must_use]
    pub fn outside(&self) -> &[u64] {
        self.trail.outside()
    }

    /// The running key over everything but messages and the outside.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.trail.key()
    }

    /// The same key from all words.
    #[must_use]
    pub fn key_from_scratch(&self) -> Key {
        self.trail.key_from_scratch()
    }

    /// How many commands lie on the journal.
    #[inline]
    #[must_use]
    pub fn journal_len(&self) -> usize {
        self.trail.commands()
    }

    /// What the commands from number `from` on were, oldest first.
    pub fn commands_since(&self, from: usize) -> impl Iterator<Item = CommandKind> + '_ {
        self.trail.kinds_since(from)
    }

    /// Remember this point.
    #[inline]
    pub fn mark(&self) -> Mark {
        self.trail.mark()
    }

    /// Take back everything since `mark`: elements, order, flow, generator, all.
    ///
    /// `false` when a command without inverse lies on the way. It then stands
    /// last on the journal and the board is not what it was at the mark: rebuild
    /// it from a copy (see [`Live`](crate::Live)).
    #[inline]
    #[must_use = "a failed undo leaves the board half way"]
    #[allow(clippy::needless_pass_by_value, reason = "a mark that has been used is gone")]
    pub fn roll_back(&mut self, mark: Mark) -> bool {
        self.trail.roll_back(&mark)
    }

    /// Take back the newest `n` commands, with the same answer as
    /// [`roll_back`](Board::roll_back); also `false` when there are fewer.
    #[must_use = "a failed undo leaves the board half way"]
    pub fn undo(&mut self, n: usize) -> bool {
        self.trail.undo(n)
    }

    /// Give up the way back. All marks become invalid.
    pub fn forget_past(&mut self) {
        self.trail.forget_past();
    }
}

impl Clone for Board {
    fn clone(&self) -> Self {
        self.with_trail(self.trail.clone())
    }

    fn clone_from(&mut self, source: &Self) {
        self.trail.clone_from(&source.trail);
        (self.shape, self.history) = (source.shape, source.history);
        (self.variables, self.picks) = (source.variables, source.picks);
        (self.rows, self.width) = (source.rows, source.width);
        self.stages.clone_from(&source.stages);
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.shape == other.shape && self.rows == other.rows && self.trail == other.trail
    }
}
