//! Who sees what, and who knows what without seeing it.
//!
//! What a seat sees follows from the zones: every space says who sees into it.
//! What it knows besides is kept in one word an element: who has seen it and
//! could follow where it went. A card that goes from an open pile into a hand is
//! known there to all who saw it go; a shuffle ends that. The commands keep
//! those words, so that rules need not, and the journal takes them back. What
//! seats learn of a card without seeing it, the rules may note in the same word.

use crate::board::Board;
use crate::element::{Class, Id, Sight, Visibility};
use takeback_core::{Player, Players};

/// What everybody sees of an element that is hidden: its back. Elements with
/// one back may stand for each other.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Back {
    /// What sort of thing it is.
    pub class: Class,
    /// Whose it is.
    pub owner: Option<Player>,
}

/// In the word of those who know an element: where the note begins.
const NOTE: u32 = 32;

/// How a seat knows an element.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Known {
    /// It sees it.
    Seen,
    /// It saw it and knows where it went.
    Recalled,
    /// It sees a back.
    Hidden,
}

impl Board {
    /// Whether `player` sees what the element is.
    ///
    /// The nearest element at or above it that does not inherit decides; seats
    /// added or excepted anywhere on the way count first.
    #[must_use]
    pub fn sees(&self, player: Player, id: Id) -> bool {
        let mut here = id;
        loop {
            let Visibility { sight, added, excepted } = self.visibility(here);
            if excepted.contains(player) {
                return false;
            }
            if added.contains(player) {
                return true;
            }
            match sight {
                Sight::Everybody => return true,
                Sight::Nobody => return false,
                Sight::Owner => return self.owner_around(here) == Some(player),
                // Zones hide what lies in them; they themselves are seen as
                // their surroundings are.
                Sight::Zone if here != id => return self.owner_around(here) == Some(player),
                Sight::CountOnly if here != id => return false,
                Sight::Inherited | Sight::Zone | Sight::CountOnly => match self.parent(here) {
                    Some(parent) => here = parent,
                    None => return true,
                },
            }
        }
    }

    fn owner_around(&self, id: Id) -> Option<Player> {
        let mut here = id;
        loop {
            if let Some(owner) = self.owner(here) {
                return Some(owner);
            }
            here = self.parent(here)?;
        }
    }

    /// All who see what the element is: as [`sees`](Board::sees) says for each,
    /// in one walk.
    #[must_use]
    pub fn seers(&self, id: Id) -> Players {
        self.lookers(id, false)
    }

    /// All who see what lies in a space without a visibility of its own.
    #[must_use]
    pub fn insiders(&self, space: Id) -> Players {
        self.lookers(space, true)
    }

    fn lookers(&self, id: Id, inside: bool) -> Players {
        let (mut here, mut inside) = (id, inside);
        let (mut open, mut seers) = (Players::all(self.shape.players).0, 0);
        loop {
            let Visibility { sight, added, excepted } = self.visibility(here);
            open &= !excepted.0;
            seers |= open & added.0;
            open &= !added.0;
            let owner = || self.owner_around(here).map_or(0, |owner| Players::only(owner).0);
            let decided = match sight {
                Sight::Everybody => Some(open),
                Sight::Nobody => Some(0),
                Sight::Owner => Some(open & owner()),
                Sight::Zone if inside => Some(open & owner()),
                Sight::CountOnly if inside => Some(0),
                Sight::Inherited | Sight::Zone | Sight::CountOnly => None,
            };
            match (decided, self.parent(here)) {
                (Some(decided), _) => return Players(seers | decided),
                (None, None) => return Players(seers | open),
                (None, Some(parent)) => (here, inside) = (parent, true),
            }
        }
    }

    /// The back of an element.
    #[must_use]
    pub fn back(&self, id: Id) -> Back {
        let home = self.home(id);
        Back { class: home.class, owner: home.owner }
    }

    /// Who knows the element, seen or not.
    #[must_use]
    pub fn knowers(&self, id: Id) -> Players {
        Players(self.seers(id).0 | self.memory(id))
    }

    /// Where the word of those stands who know the element.
    fn memory_at(&self, id: Id) -> Option<usize> {
        self.hides().then(|| self.at(id, self.width - 1))
    }

    /// Those who know it though they may not see it. What lies in a thing may
    /// change out of sight, so nobody knows a thing in which something lies.
    pub(crate) fn memory(&self, id: Id) -> u32 {
        match self.memory_at(id) {
            Some(at) if self.is_empty(id) => self.trail.word(at) as u32,
            _ => 0,
        }
    }

    /// What the rules have [noted](Board::set_note) about an element; 0 if nothing.
    #[inline]
    #[must_use]
    pub fn note(&self, id: Id) -> u32 {
        self.memory_at(id).map_or(0, |at| (self.trail.word(at) >> NOTE) as u32)
    }

    pub(crate) fn write_note(&mut self, id: Id, note: u32) {
        if let Some(at) = self.memory_at(id) {
            let who = u64::from(self.trail.word(at) as u32);
            self.trail.write(at, who | u64::from(note) << NOTE);
        }
    }

    /// An element goes elsewhere: what was noted of it where it lay is no more.
    #[inline]
    pub(crate) fn drop_note(&mut self, id: Id) {
        if self.note(id) != 0 {
            self.write_note(id, 0);
        }
    }

    /// Let these seats know an element.
    pub(crate) fn learn(&mut self, id: Id, players: Players) {
        if let Some(at) = self.memory_at(id) {
            let word = self.trail.word(at);
            self.trail.write(at, word | u64::from(players.0));
        }
    }

    /// An element is about to get out of sight, maybe, with all that lies in it:
    /// who sees it now will know it.
    #[inline]
    pub(crate) fn remember(&mut self, id: Id) {
        if self.hides() {
            self.remember_all(id);
        }
    }

    fn remember_all(&mut self, id: Id) {
        if id.0 > Id::DISCARD.0 {
            self.learn(id, self.seers(id));
        }
        let mut next = self.first(id);
        while let Some(child) = next {
            next = self.after(child);
            self.remember_all(child);
        }
    }

    /// The visibility of a thing has changed: who sees it need not remember it.
    pub(crate) fn look_again(&mut self, id: Id) {
        let Some(at) = self.memory_at(id) else { return };
        let seers = self.seers(id);
        let word = self.trail.word(at);
        self.trail.write(at, word & !u64::from(seers.0));
    }

    /// What lies in a space gets mixed up: where each one is, is known no more.
    pub(crate) fn mix_up(&mut self, space: Id) {
        if !self.hides() || self.count(space) < 2 {
            return;
        }
        let mut next = self.first(space);
        while let Some(child) = next {
            next = self.after(child);
            let at = self.at(child, self.width - 1);
            self.trail.write(at, 0);
        }
    }

    /// Something about an element changes: who does not see it knows it no more, and
    /// what was noted of it may be wrong.
    #[inline]
    pub(crate) fn change_unseen(&mut self, id: Id) {
        if let Some(at) = self.memory_at(id) {
            let word = self.trail.word(at);
            if word != 0 {
                self.trail.write(at, word & u64::from(self.seers(id).0));
            }
        }
    }

    /// Go through the table and the discard as `player` sees them: parents before
    /// children, children in order, nothing of what lies in a thing unseen.
    pub(crate) fn survey(&self, player: Player, look: &mut impl FnMut(Id, u16, Known)) {
        for root in [Id::TABLE, Id::DISCARD] {
            self.visit(player, root, 0, self.sees(player, root), look);
        }
    }

    fn visit(
        &self,
        player: Player,
        id: Id,
        depth: u16,
        sees: bool,
        look: &mut impl FnMut(Id, u16, Known),
    ) {
        if !sees {
            let recalls = Players(self.memory(id)).contains(player);
            return look(id, depth, if recalls { Known::Recalled } else { Known::Hidden });
        }
        look(id, depth, Known::Seen);
        if self.is_empty(id) {
            return;
        }
        let inside = self.insiders(id).contains(player);
        for child in self.children(id) {
            let plain = self.visibility(child) == Visibility::default();
            // A zone that inherits is seen as its surroundings are.
            let sees = if plain { inside } else { self.sees(player, child) };
            self.visit(player, child, depth + 1, sees, look);
        }
    }

    /// Whether `player` sees what is written on an element it sees. What is
    /// written on a zone tells of what lies in it, so it is for those who see that.
    pub(crate) fn reads(&self, player: Player, id: Id) -> bool {
        let zone = matches!(self.visibility(id).sight, Sight::Zone | Sight::CountOnly);
        !zone || self.insiders(id).contains(player)
    }
}
