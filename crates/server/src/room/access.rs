//! Who may do what, and who sees what.
//!
//! Whoever begins a game holds its owner's token, which plays every seat that
//! is a person's. Each such seat has a token of its own to give away. Without a token
//! one looks on.

use super::{Room, Who, deciders};
use crate::error::ApiError;
use crate::token;
use takeback_core::{Player, Players};

/// What a token allows.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Access {
    pub(crate) owner: bool,
    /// Seats of people whose moves this token may play.
    pub(crate) seats: Players,
}

/// Whose eyes a state is written for.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Viewer {
    /// Sees everything: nothing is hidden, or nobody is left to hide it from.
    All,
    /// Sees what this seat sees.
    Seat(Player),
    /// Sees what everybody sees.
    Public,
}

impl Access {
    /// What this token allows at this table.
    pub(crate) fn of(room: &Room, given: Option<&str>) -> Access {
        let given = given.unwrap_or_default();
        let owner = token::same(&room.owner, given);
        let holds = |who: &Who| match who {
            Who::Person { token } => owner || token::same(token, given),
            Who::Engine { .. } => false,
        };
        let all = Player::all(room.seats.len());
        let seats = all.zip(&room.seats).filter(|(_, who)| holds(who)).map(|(p, _)| p).collect();
        Access { owner, seats }
    }

    /// Whether the token belongs to this game at all.
    pub(crate) fn takes_part(self) -> bool {
        self.owner || !self.seats.is_empty()
    }

    /// Refuse those who only look on.
    pub(crate) fn must_take_part(self) -> Result<(), ApiError> {
        if self.takes_part() { Ok(()) } else { Err(ApiError::Forbidden("a seat or the owner")) }
    }

    /// Refuse everybody but the owner.
    pub(crate) fn must_own(self) -> Result<(), ApiError> {
        if self.owner { Ok(()) } else { Err(ApiError::Forbidden("the owner")) }
    }

    /// Whose eyes this token has.
    pub(crate) fn viewer(self, room: &Room) -> Viewer {
        let nobody_to_cheat = self.owner && room.seats.iter().all(Who::is_engine);
        if !room.kind.hides() || room.is_over() || nobody_to_cheat {
            return Viewer::All;
        }
        match self.deciding(room).or(self.seats.first()) {
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Public,
        }
    }

    /// The seat of this token that owes a decision.
    pub(crate) fn deciding(self, room: &Room) -> Option<Player> {
        let waiting = |seat: &Player| room.choices[seat.index()].is_none();
        deciders(room.turn()).iter().filter(|seat| self.seats.contains(*seat)).find(waiting)
    }

    /// The seat this token may decide for now: its own, or, for the owner while
    /// the engines wait, whoever is in turn.
    pub(crate) fn playable(self, room: &Room) -> Option<Player> {
        let waiting = |seat: &Player| room.choices[seat.index()].is_none();
        let paused = self.owner && !room.running && self.viewer(room) == Viewer::All;
        let any = deciders(room.turn()).iter().filter(|_| paused).find(waiting);
        self.deciding(room).or(any)
    }
}
