//! Another game between the same players, seats exchanged.
//!
//! The room that follows opens to the same tokens: whoever holds a seat here holds the one after it there, and the owner stays the owner.
//! So nothing secret has to be told.

use crate::log::Event;
use crate::{Chair, Opening, Pace, Room, RoomError, Secret, Who};

impl Room {
    /// Whether all want another game that is not begun yet: whoever carries the room
    /// begins it with [`successor`](Room::successor).
    #[must_use]
    pub fn wants_successor(&self) -> bool {
        self.wants_successor && self.next.is_none()
    }

    /// The name of the room that follows.
    #[must_use]
    pub fn next(&self) -> Option<&str> {
        self.next.as_deref()
    }

    /// The room that follows. It begins where this one began, or with a new deal.
    ///
    /// # Errors
    /// When it cannot begin there.
    pub fn successor(&self, secret: Secret) -> Result<Room, RoomError> {
        let players = self.chairs.len();
        // Who sat first sits last.
        let from = |seat: usize| (seat + 1) % players;
        let seats: Vec<Who> =
            (0..players).map(|seat| self.chairs[from(seat)].who.clone()).collect();
        let position = self.placed.then(|| self.table.start());
        let opening = Opening {
            position,
            pause: self.pause,
            most_nodes: self.most_nodes,
            pace: self.clock.as_ref().map(|clock| clock.pace),
            listed: self.listed,
            ..Opening::new(self.kind.clone(), seats, secret)
        };
        let mut room = Room::open(opening)?;
        for seat in 0..players {
            let old = &self.chairs[from(seat)];
            let who = room.chairs[seat].who.clone();
            room.chairs[seat] = Chair {
                who,
                token: old.token.clone(),
                hash: old.hash.clone(),
                holder: old.holder,
                name: old.name.clone(),
            };
        }
        room.owner.clone_from(&self.owner);
        room.owner_hash.clone_from(&self.owner_hash);
        Ok(room)
    }

    /// The room of this name was begun as the one that follows.
    pub fn followed_by(&mut self, id: &str) {
        self.next = Some(id.to_owned());
        self.wants_successor = false;
        self.note(|_| Event::Followed { id: id.to_owned() });
        self.touch();
    }

    /// How much time there is, where there are clocks.
    #[must_use]
    pub fn pace(&self) -> Option<Pace> {
        self.clock.as_ref().map(|clock| clock.pace)
    }
}
