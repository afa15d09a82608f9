//! Who plays where, what a token allows, whose eyes it has.
//!
//! Whoever begins a game holds its owner's token. Each person's seat has a token
//! of its own to give away, and belongs to whoever took it: from then on the
//! owner's token neither plays nor sees it. Until then the owner plays it too,
//! but for games that hide something: there the owner, coming in, sits down at the
//! first seat that is open, and at others only after saying so ([`Room::sit`]),
//! since who has seen a hand cannot give it away any more. Without a token one
//! looks on.

use crate::luck::hexadecimal;
use crate::{Room, RoomError, deciders};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use takeback_core::{Player, Players};
use takeback_host::spec::Spec;

/// Who plays a seat.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Who {
    /// Somebody.
    Person,
    /// An engine.
    Engine {
        /// Its text, read.
        spec: Spec,
    },
}

impl Who {
    /// `person`, or an engine's text.
    ///
    /// # Errors
    /// When it is neither.
    pub fn read(text: &str) -> Result<Who, RoomError> {
        if text == "person" { Ok(Who::Person) } else { Ok(Who::Engine { spec: text.parse()? }) }
    }

    /// As it is read.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Who::Person => "person".to_owned(),
            Who::Engine { spec } => spec.to_string(),
        }
    }

    /// Whether an engine plays.
    #[must_use]
    pub fn is_engine(&self) -> bool {
        matches!(self, Who::Engine { .. })
    }
}

/// Who holds a person's seat.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Holder {
    /// Nobody yet; whoever comes first.
    Open,
    /// The owner, who may still give it away unless something is hidden.
    Owner,
    /// Whoever has the seat's token.
    Guest,
}

/// A seat at the table.
#[derive(Clone, Debug)]
pub struct Chair {
    /// Who plays.
    pub who: Who,
    /// What opens it, while it is still known: empty for an engine's, and after the
    /// room was read from a store, which keeps no token.
    pub token: String,
    /// Its hash, by which a token is known.
    pub hash: String,
    /// Who holds it, where a person plays.
    pub holder: Holder,
    /// What the person wants to be called.
    pub name: Option<String>,
}

impl Chair {
    /// The seat's token, where a person plays and it is still known.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        (!self.who.is_engine() && !self.token.is_empty()).then_some(self.token.as_str())
    }

    /// Whether this is the token of the person who plays here; `given` is its hash.
    fn opens(&self, given: &str) -> bool {
        !self.who.is_engine() && same(&self.hash, given)
    }
}

/// The most letters of a person's name.
const LONGEST_NAME: usize = 32;

/// Whose hand moves the pieces.
#[derive(Copy, Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Hand {
    /// Nobody's: a spectator.
    None,
    /// The owner's.
    Owner,
    /// Of whoever holds the token of this seat.
    Seat(u8),
}

/// What a token allows now; to be asked for anew when the room has changed.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub struct Access {
    /// Whose token it is.
    pub hand: Hand,
    /// Whether it is the owner's.
    pub owner: bool,
    /// Seats of people that this token plays and sees.
    pub seats: Players,
}

/// Whose eyes a state is written for.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub enum Viewer {
    /// Sees everything: nothing is hidden, or nobody is left to hide it from.
    All,
    /// Sees what this seat sees.
    Seat(Player),
    /// Sees what everybody sees.
    Public,
}

/// What is kept of a token: enough to know it by, not enough to use it.
#[must_use]
pub fn hash_of(token: &str) -> String {
    let mut hash = Sha256::new();
    hash.update(b"takeback key");
    hash.update(token.as_bytes());
    let hash: [u8; 32] = hash.finalize().into();
    hexadecimal(&hash)
}

/// Whether two secrets are the same, in a time that does not tell how far they
/// agree.
#[must_use]
pub fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

impl Access {
    /// Whether the token belongs to this game at all.
    #[must_use]
    pub fn takes_part(self) -> bool {
        self.owner || !self.seats.is_empty()
    }

    /// Refuse those who only look on.
    ///
    /// # Errors
    /// For spectators.
    pub fn must_take_part(self) -> Result<(), RoomError> {
        if self.takes_part() { Ok(()) } else { Err(RoomError::Forbidden("a seat or the owner")) }
    }

    /// Refuse everybody but the owner.
    ///
    /// # Errors
    /// For everybody else.
    pub fn must_own(self) -> Result<(), RoomError> {
        if self.owner { Ok(()) } else { Err(RoomError::Forbidden("the owner")) }
    }
}

impl Room {
    /// The hand that holds a person's seat.
    pub(crate) fn hand_of(&self, seat: Player) -> Option<Hand> {
        let chair = self.chairs.get(seat.index())?;
        match (&chair.who, chair.holder) {
            (Who::Engine { .. }, _) => None,
            (Who::Person, Holder::Open) => Some(Hand::None),
            (Who::Person, Holder::Owner) => Some(Hand::Owner),
            (Who::Person, Holder::Guest) => Some(Hand::Seat(seat.0)),
        }
    }

    /// Everybody who plays, each once; `Hand::None` for a seat still open.
    pub(crate) fn hands(&self) -> Vec<Hand> {
        let mut hands: Vec<Hand> =
            Player::all(self.chairs.len()).filter_map(|seat| self.hand_of(seat)).collect();
        hands.sort_unstable_by_key(|hand| match hand {
            Hand::None => 0,
            Hand::Owner => 1,
            Hand::Seat(seat) => 2 + u16::from(*seat),
        });
        hands.dedup();
        hands
    }

    /// What this token allows, without taking a seat by it.
    #[must_use]
    pub fn access(&self, token: Option<&str>) -> Access {
        let given = token.map(hash_of).unwrap_or_default();
        let owner = same(&self.owner_hash, &given);
        let known = self
            .chairs
            .iter()
            .position(|chair| chair.holder == Holder::Guest && chair.opens(&given));
        let hand = match (owner, known) {
            (true, _) => Hand::Owner,
            (false, Some(seat)) => Hand::Seat(seat as u8),
            (false, None) => Hand::None,
        };
        let own = |seat: &Player| hand != Hand::None && self.hand_of(*seat) == Some(hand);
        Access { hand, owner, seats: Player::all(self.chairs.len()).filter(own).collect() }
    }

    /// Come in with this token. A seat's token takes the seat, if it can still
    /// be taken.
    pub fn enter(&mut self, token: Option<&str>) -> Access {
        let given = token.map(hash_of).unwrap_or_default();
        let seat = self
            .chairs
            .iter()
            .position(|chair| chair.holder != Holder::Guest && chair.opens(&given));
        if let Some(seat) = seat {
            let chair = &self.chairs[seat];
            if chair.holder == Holder::Open || !self.kind.hides() || self.is_over() {
                self.take(seat);
            }
        }
        if same(&self.owner_hash, &given) && !self.hands().contains(&Hand::Owner) {
            self.seat_owner();
        }
        self.access(token)
    }

    /// An owner who holds no seat gets the first that is open.
    fn seat_owner(&mut self) {
        let open = |chair: &&mut Chair| !chair.who.is_engine() && chair.holder == Holder::Open;
        if let Some(chair) = self.chairs.iter_mut().find(open) {
            chair.holder = Holder::Owner;
            self.log_seats();
            self.touch();
        }
    }

    /// Somebody took this seat: what comes is known to nobody from here on.
    fn take(&mut self, seat: usize) {
        self.chairs[seat].holder = Holder::Guest;
        // What the owner chose for this seat, or is called, is not the new player's.
        self.chairs[seat].name = None;
        self.choices[seat] = None;
        self.proposal = None;
        self.interrupt();
        if self.hands().len() > 1 && !self.luck.is_sealed() && !self.is_over() {
            self.luck.seal(self.tree.now());
        }
        self.log_seats();
        self.touch();
    }

    /// The owner sits down at a seat that is still open, and sees it from now on.
    ///
    /// # Errors
    /// When the seat is taken, an engine's, or none at all.
    pub fn sit(&mut self, access: Access, seat: u8) -> Result<(), RoomError> {
        access.must_own()?;
        let Some(chair) = self.chairs.get_mut(usize::from(seat)) else {
            return Err(RoomError::BadRequest(format!("there is no seat {seat}")));
        };
        match (&chair.who, chair.holder) {
            (Who::Engine { .. }, _) => Err(RoomError::not_now("an engine plays this seat")),
            (Who::Person, Holder::Guest) => {
                Err(RoomError::not_now("somebody else has taken this seat"))
            }
            (Who::Person, Holder::Owner) => Ok(()),
            (Who::Person, Holder::Open) => {
                chair.holder = Holder::Owner;
                self.log_seats();
                self.touch();
                Ok(())
            }
        }
    }

    /// Be called so at the seats one holds; nothing for no name.
    ///
    /// # Errors
    /// For spectators, and names that are too long.
    pub fn call_oneself(&mut self, access: Access, name: &str) -> Result<(), RoomError> {
        access.must_take_part()?;
        let name: String = name.split_whitespace().collect::<Vec<_>>().join(" ");
        if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
            return Err(RoomError::BadRequest(format!(
                "a name has at most {LONGEST_NAME} letters"
            )));
        }
        let name = (!name.is_empty()).then_some(name);
        for seat in access.seats.iter() {
            if let Some(chair) = self.chairs.get_mut(seat.index()) {
                chair.name.clone_from(&name);
            }
        }
        self.log_seats();
        self.touch();
        Ok(())
    }

    /// Whether others play here, so that some things need their consent.
    #[must_use]
    pub fn others(&self, access: Access) -> bool {
        self.hands().into_iter().any(|hand| hand != access.hand)
    }

    /// Refuse what needs the others' consent.
    pub(crate) fn must_be_free(&self, access: Access, what: &'static str) -> Result<(), RoomError> {
        access.must_take_part()?;
        if self.others(access) { Err(RoomError::NeedsConsent(what)) } else { Ok(()) }
    }

    /// Refuse what would show hidden things.
    ///
    /// # Errors
    /// When something is hidden from this token.
    pub fn must_see_all(&self, access: Access) -> Result<(), RoomError> {
        if self.viewer(access) == Viewer::All {
            return Ok(());
        }
        Err(RoomError::Hidden("the players of this game hide something; wait until it is over"))
    }

    /// Whose eyes this token has.
    #[must_use]
    pub fn viewer(&self, access: Access) -> Viewer {
        let nobody_to_cheat = access.owner && self.chairs.iter().all(|c| c.who.is_engine());
        if !self.kind.hides() || self.is_over() || nobody_to_cheat {
            return Viewer::All;
        }
        match self.deciding(access).or(access.seats.first()) {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        }
    }

    /// The seat of this token that owes a decision.
    pub(crate) fn deciding(&self, access: Access) -> Option<Player> {
        self.owing().find(|seat| access.seats.contains(*seat))
    }

    /// Seats that owe a decision.
    pub(crate) fn owing(&self) -> impl Iterator<Item = Player> + '_ {
        deciders(self.turn()).iter().filter(|seat| self.choices[seat.index()].is_none())
    }

    /// The seat this token may decide for now: its own, or, for an owner alone
    /// with engines that wait, whoever is in turn.
    #[must_use]
    pub fn playable(&self, access: Access) -> Option<Player> {
        let paused = access.owner
            && !self.running
            && !self.others(access)
            && self.viewer(access) == Viewer::All;
        let any = || self.owing().find(|_| paused);
        self.deciding(access).or_else(any)
    }
}
