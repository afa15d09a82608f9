//! Every change a board can undergo, each a command on the journal.
//!
//! Rules call the methods. The same commands exist as data ([`Command`], with a
//! text form) for those who send, store or replay them; [`Board::execute`]
//! checks what it is given and calls the methods. No command has an inverse
//! written for it: the words it overwrites are logged, and that is the
//! inverse, whether it was a card taken from the middle of a hand, the order
//! of a pile before a shuffle, or an attribute that did not exist.

use crate::board::{Board, CURRENT, MESSAGES, Message, PHASE, RANDOM, WINNERS};
use crate::element::{
    Attribute, Class, ELEMENTS, EYES, Eyes, HOME, Home, Id, KIDS, Kids, LINKS, Links, Order, Place,
    Sight, VALUES, Visibility,
};
use crate::flow::Variable;
use crate::random::Mulberry;
use takeback_core::{Player, Players, Word};

/// The name of a command, as the journal keeps it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[allow(missing_docs, reason = "named like the methods of `Board`")]
pub enum CommandKind {
    /// A player's move begins; the commands it runs follow.
    Act,
    Create,
    Move,
    Remove,
    Shuffle,
    RestoreOrder,
    Reorder,
    SetAttribute,
    UnsetAttribute,
    SetOwner,
    SetVisibility,
    ShowTo,
    SetCurrent,
    SetOrder,
    Message,
    Animate,
    Start,
    Finish,
    TrackAdd,
    TrackRemoveLast,
    Reseed,
    Eliminate,
    SetVariable,
    Reveal,
    Note,
    /// Reaches out of the table: nobody can take it back.
    External,
}

/// The doors. Each opens a command and writes words.
impl Board {
    #[inline]
    pub(crate) fn write(&mut self, id: Id, word: usize, new: u64) {
        let at = self.at(id, word);
        self.trail.write(at, new);
    }

    /// A new row at the end, linked nowhere.
    pub(crate) fn add_row(&mut self, class: Class, parent: Id) -> Id {
        let id = Id(self.elements() as u32);
        assert!(id.index() < ELEMENTS, "a table has at most 2^20 elements");
        let home = Home { parent, class, owner: None, order: Order::Normal };
        let mut row = [0; VALUES + crate::element::ATTRIBUTES + 1];
        row[HOME] = home.pack();
        self.trail.grow(&row[..self.width]);
        id
    }

    /// A new element in `parent`, where the parent's order puts it.
    pub fn create(&mut self, class: Class, parent: Id) -> Id {
        self.trail.begin(CommandKind::Create);
        let id = self.add_row(class, parent);
        self.link(id, parent, Place::Usual);
        id
    }

    /// A new space on the table, with its owner and who sees into it.
    pub fn zone(&mut self, class: Class, owner: Option<Player>, sight: Sight) -> Id {
        let id = self.create(class, Id::TABLE);
        self.set_owner(id, owner);
        self.set_visibility(id, sight.into());
        id
    }

    /// `n` new elements; returns the first, the others are numbered on from it.
    pub fn create_many(&mut self, class: Class, parent: Id, n: usize) -> Id {
        let first = Id(self.elements() as u32);
        for _ in 0..n {
            self.create(class, parent);
        }
        first
    }

    /// Put an element somewhere else.
    ///
    /// # Panics
    /// In debug builds, when that would put it into itself.
    #[inline]
    pub fn move_to(&mut self, id: Id, parent: Id, place: Place) {
        debug_assert!(!self.is_within(parent, id), "an element cannot lie in itself");
        self.trail.begin(CommandKind::Move);
        self.remember(id);
        self.drop_note(id);
        self.unlink(id);
        self.link(id, parent, place);
    }

    /// Put an element on the discard.
    pub fn remove(&mut self, id: Id) {
        debug_assert!(id != Id::TABLE && id != Id::DISCARD, "the table stays");
        self.trail.begin(CommandKind::Remove);
        self.remember(id);
        self.drop_note(id);
        self.unlink(id);
        self.link(id, Id::DISCARD, Place::Last);
    }

    /// Put what lies in `space` into random order.
    pub fn shuffle(&mut self, space: Id) {
        self.trail.begin(CommandKind::Shuffle);
        self.mix_up(space);
        let mut order = self.take_children(space);
        let mut random = self.random();
        random.shuffle(&mut order);
        self.trail.write(RANDOM, u64::from(random.0));
        self.relink(space, order);
    }

    /// Put what lies in `space` into this order. `false`, and nothing happens,
    /// when `order` does not name exactly what lies there.
    pub fn restore_order(&mut self, space: Id, order: &[Id]) -> bool {
        let mut wanted = order.to_vec();
        let mut there: Vec<Id> = self.children(space).collect();
        wanted.sort_unstable();
        there.sort_unstable();
        if wanted != there {
            return false;
        }
        self.trail.begin(CommandKind::RestoreOrder);
        self.relink(space, order.to_vec());
        true
    }

    /// Put an element at another place among the children of its parent.
    pub fn reorder(&mut self, id: Id, index: usize) {
        debug_assert!(id != Id::TABLE, "the table lies nowhere");
        self.trail.begin(CommandKind::Reorder);
        let parent = self.home(id).parent;
        self.unlink(id);
        self.link(id, parent, Place::At(index as u32));
    }

    /// Give an attribute a value.
    #[inline]
    pub fn set<T: Word>(&mut self, id: Id, attribute: Attribute, value: T) {
        self.check_attribute(attribute);
        self.trail.begin(CommandKind::SetAttribute);
        self.change_unseen(id);
        let eyes = self.trail.word(self.at(id, EYES));
        self.write(id, EYES, eyes | 1 << attribute.0);
        self.write(id, VALUES + attribute.0 as usize, value.pack());
    }

    /// Take an attribute away.
    pub fn unset(&mut self, id: Id, attribute: Attribute) {
        self.check_attribute(attribute);
        self.trail.begin(CommandKind::UnsetAttribute);
        self.change_unseen(id);
        let eyes = self.trail.word(self.at(id, EYES));
        self.write(id, EYES, eyes & !(1 << attribute.0));
        self.write(id, VALUES + attribute.0 as usize, 0);
    }

    #[inline]
    fn check_attribute(&self, attribute: Attribute) {
        let n = self.shape.attributes;
        assert!((attribute.0 as usize) < n, "attribute {} of {n}", attribute.0);
    }

    /// Say whose it is.
    pub fn set_owner(&mut self, id: Id, owner: Option<Player>) {
        self.trail.begin(CommandKind::SetOwner);
        self.remember(id);
        let home = self.home(id);
        self.write(id, HOME, Home { owner, ..home }.pack());
        self.look_again(id);
    }

    /// Say who sees it.
    pub fn set_visibility(&mut self, id: Id, visibility: Visibility) {
        self.trail.begin(CommandKind::SetVisibility);
        self.remember(id);
        let eyes = self.eyes(id);
        self.write(id, EYES, Eyes { visibility, ..eyes }.pack());
        self.look_again(id);
    }

    /// Let more seats see it.
    pub fn show_to(&mut self, id: Id, players: Players) {
        self.trail.begin(CommandKind::ShowTo);
        let mut eyes = self.eyes(id);
        eyes.visibility.added = Players(eyes.visibility.added.0 | players.0);
        self.write(id, EYES, eyes.pack());
    }

    /// Move the turn marker.
    #[inline]
    pub fn set_current(&mut self, player: Option<Player>) {
        self.trail.begin(CommandKind::SetCurrent);
        self.trail.write(CURRENT, player.pack());
    }

    /// Say where a space puts what arrives.
    pub fn set_order(&mut self, id: Id, order: Order) {
        self.trail.begin(CommandKind::SetOrder);
        let home = self.home(id);
        self.write(id, HOME, Home { order, ..home }.pack());
    }

    /// Add a line to the log.
    #[inline]
    pub fn message(&mut self, message: Message) {
        self.trail.begin(CommandKind::Message);
        self.trail.push(MESSAGES, message.pack());
    }

    /// Begin to play.
    pub fn start(&mut self) {
        self.trail.begin(CommandKind::Start);
        self.trail.write(PHASE, 1);
    }

    /// End the game.
    pub fn finish(&mut self, winners: Players) {
        self.trail.begin(CommandKind::Finish);
        self.trail.write(PHASE, 2);
        self.trail.write(WINNERS, u64::from(winners.0) | u64::from(self.out().0) << 32);
    }

    /// Put a seat out of the game: turns pass it over. What it has stays.
    pub fn eliminate(&mut self, player: Player) {
        self.trail.begin(CommandKind::Eliminate);
        let word = self.trail.word(WINNERS);
        self.trail.write(WINNERS, word | u64::from(Players::only(player).0) << 32);
    }

    /// Remember a number. Everybody knows it.
    ///
    /// # Panics
    /// When the rules have no such variable.
    pub fn set_variable(&mut self, variable: Variable, value: u64) {
        self.trail.begin(CommandKind::SetVariable);
        self.trail.write(self.variable_at(variable), value);
    }

    /// Let these seats know what the element is, wherever it goes, until it is
    /// shuffled: a card that was named or held up for a moment.
    pub fn reveal(&mut self, id: Id, players: Players) {
        self.trail.begin(CommandKind::Reveal);
        self.learn(id, players);
    }

    /// Note something about an element that all know though not all see it: when
    /// it was drawn, what it cannot be. It must follow from what all have seen.
    ///
    /// A redeal leaves the note with the place, whatever is dealt there; so
    /// [`misfits`](crate::HiddenRules::misfits) can hold a deal against it. The note
    /// is gone when the element goes elsewhere, is mixed up with others, or is
    /// changed. On boards where nothing is hidden there are none.
    pub fn set_note(&mut self, id: Id, note: u32) {
        self.trail.begin(CommandKind::Note);
        self.write_note(id, note);
    }

    /// Add an entry to a scoring track.
    pub fn track_add(&mut self, track: usize, entry: u64) {
        assert!(track < self.shape.tracks, "track {track} of {}", self.shape.tracks);
        self.trail.begin(CommandKind::TrackAdd);
        self.trail.push(self.history + track, entry);
    }

    /// Take the newest entry off a scoring track.
    pub fn track_remove_last(&mut self, track: usize) -> Option<u64> {
        assert!(track < self.shape.tracks, "track {track} of {}", self.shape.tracks);
        self.trail.begin(CommandKind::TrackRemoveLast);
        self.trail.pop(self.history + track)
    }

    /// Set the generator.
    pub fn reseed(&mut self, random: Mulberry) {
        self.trail.begin(CommandKind::Reseed);
        self.trail.write(RANDOM, u64::from(random.0));
    }

    /// A random number below `n` from the table's generator.
    pub fn roll(&mut self, n: usize) -> usize {
        self.trail.begin(CommandKind::Reseed);
        let mut random = self.random();
        let rolled = random.below(n);
        self.trail.write(RANDOM, u64::from(random.0));
        rolled
    }

    /// Do something that cannot be taken back: ask the world, call a foreign
    /// library, roll a physical die. What came of it is kept outside the words;
    /// undo stops here.
    pub fn external(&mut self, change: impl FnOnce(&mut Vec<u64>)) {
        self.trail.external(CommandKind::External, change);
    }

    /// Whether `id` is `within` or lies somewhere in it.
    #[must_use]
    pub fn is_within(&self, id: Id, within: Id) -> bool {
        let mut here = Some(id);
        while let Some(id) = here {
            if id == within {
                return true;
            }
            here = self.parent(id);
        }
        false
    }

    /// Take an element out of the list it is in.
    #[inline]
    fn unlink(&mut self, id: Id) {
        let parent = self.home(id).parent;
        let Links { before, after } = self.links(id);
        let mut kids = self.kids(parent);
        kids.count -= 1;
        if before == Id::TABLE {
            kids.first = after;
        } else {
            let links = self.links(before);
            self.write(before, LINKS, Links { after, ..links }.pack());
        }
        if after == Id::TABLE {
            kids.last = before;
        } else {
            let links = self.links(after);
            self.write(after, LINKS, Links { before, ..links }.pack());
        }
        self.write(parent, KIDS, kids.pack());
    }

    /// Put an element that is in no list into one.
    #[inline]
    fn link(&mut self, id: Id, parent: Id, place: Place) {
        let mut kids = self.kids(parent);
        let after = match place {
            Place::Last => Id::TABLE,
            Place::First => kids.first,
            Place::At(n) if n >= kids.count => Id::TABLE,
            Place::At(n) => self.children(parent).nth(n as usize).unwrap_or(Id::TABLE),
            Place::Usual if self.home(parent).order == Order::Stacking => kids.first,
            Place::Usual => Id::TABLE,
        };
        let before = if after == Id::TABLE { kids.last } else { self.links(after).before };
        self.write(id, LINKS, Links { before, after }.pack());
        if before == Id::TABLE {
            kids.first = id;
        } else {
            let links = self.links(before);
            self.write(before, LINKS, Links { after: id, ..links }.pack());
        }
        if after == Id::TABLE {
            kids.last = id;
        } else {
            let links = self.links(after);
            self.write(after, LINKS, Links { before: id, ..links }.pack());
        }
        kids.count += 1;
        self.write(parent, KIDS, kids.pack());
        let home = self.trail.word(self.at(id, HOME));
        self.write(id, HOME, Home::with_parent(home, parent));
    }

    fn take_children(&mut self, space: Id) -> Vec<Id> {
        let mut order = std::mem::take(&mut self.scratch);
        order.clear();
        order.extend(self.children(space));
        order
    }

    /// Write the list of children anew in this order.
    fn relink(&mut self, space: Id, order: Vec<Id>) {
        let at = |i: usize| order.get(i).copied().unwrap_or(Id::TABLE);
        for (i, &id) in order.iter().enumerate() {
            let before = if i == 0 { Id::TABLE } else { at(i - 1) };
            self.write(id, LINKS, Links { before, after: at(i + 1) }.pack());
        }
        let last = order.last().copied().unwrap_or(Id::TABLE);
        let kids = Kids { first: at(0), last, count: order.len() as u32 };
        self.write(space, KIDS, kids.pack());
        self.scratch = order;
    }
}
