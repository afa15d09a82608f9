//! What can be asked of a room, as it comes over a wire.

use crate::{Access, NodeId, Room, RoomError, Saved, Viewer, Wish};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use takeback_core::Player;

/// A move to play.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// In the game's notation.
    pub r#move: String,
    /// For which seat; by default the token's seat that is in turn.
    pub seat: Option<u8>,
    /// Refuse when the game has changed since this version.
    pub version: Option<u64>,
    /// Refuse when the table stands at another position of the tree.
    pub node: Option<NodeId>,
}

/// How far.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Plies {
    /// How many moves; 1 if left out.
    pub plies: Option<usize>,
}

/// Where to.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GoTo {
    /// The number of a position of the tree.
    pub node: NodeId,
}

/// Where one looks, for oneself.
#[derive(Clone, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// The number of a position of the tree; the table's if left out.
    pub node: Option<NodeId>,
    /// Moves tried from there, which nobody else sees.
    #[serde(default)]
    pub line: Vec<String>,
}

/// What to change of a game; what is left out stays.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Whether engines and chance go on by themselves.
    pub running: Option<bool>,
    /// Milliseconds between two moves of engines.
    pub pause_ms: Option<u64>,
    /// Who plays each seat, as when beginning. A person stays the same person.
    pub seats: Option<Vec<String>>,
}

/// A seat to sit down at.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Sit {
    /// Its number, from 0.
    pub seat: u8,
}

/// A seat that gives up.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Resign {
    /// Its number; by default the token's seat that is in turn, or its first.
    pub seat: Option<u8>,
}

/// What a person wants to be called.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// At most 32 letters; nothing for no name.
    pub name: String,
}

/// Consent, or not.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Consent {
    /// What is answered.
    pub number: u64,
    /// Whether one agrees.
    pub agree: bool,
}

/// A call.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// Play a move.
    Play(Play),
    /// Take back moves.
    TakeBack(Plies),
    /// Play again what was taken back.
    Redo(Plies),
    /// Go to a position of the tree.
    GoTo(GoTo),
    /// Pause, go on, change speed or seats.
    Change(Change),
    /// Begin anew from a position.
    Position(String),
    /// Sit down at an open seat.
    Sit(Sit),
    /// Ask the others for something.
    Ask(Wish),
    /// Answer what somebody asked.
    Answer(Consent),
    /// Give up.
    Resign(Resign),
    /// Be called so.
    Name(Named),
    /// End the game.
    End,
}

impl Call {
    /// Play this move.
    #[must_use]
    pub fn play(text: &str) -> Call {
        Call::Play(Play { r#move: text.to_owned(), ..Play::default() })
    }
}

/// The longest pause between two moves of engines.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// A pause between two moves of engines.
pub(crate) fn pause(millis: u64) -> Duration {
    Duration::from_millis(millis).min(LONGEST_PAUSE)
}

impl Room {
    /// Do what is asked, as far as the token allows it.
    ///
    /// # Errors
    /// When it is refused; the room is as before.
    pub fn call(&mut self, access: Access, call: Call) -> Result<(), RoomError> {
        match call {
            Call::Play(play) => self.call_play(access, &play),
            Call::TakeBack(plies) => {
                self.must_be_free(access, "taking back")?;
                self.go_to(self.back(plies.plies.unwrap_or(1)))
            }
            Call::Redo(plies) => {
                self.must_be_free(access, "going on")?;
                self.go_to(self.forth(plies.plies.unwrap_or(1)))
            }
            Call::GoTo(to) => {
                self.must_be_free(access, "going to another position")?;
                self.go_to(to.node)
            }
            Call::Change(change) => self.call_change(access, change),
            Call::Position(text) => {
                access.must_own()?;
                self.must_be_free(access, "another position")?;
                self.ask(access, Wish::Position(text))
            }
            Call::Sit(sit) => self.sit(access, sit.seat),
            Call::Ask(wish) => self.ask(access, wish),
            Call::Answer(answer) => self.answer(access, answer.number, answer.agree),
            Call::Resign(resign) => self.resign(access, resign.seat),
            Call::Name(named) => self.call_oneself(access, &named.name),
            Call::End => {
                access.must_own()?;
                if !self.is_over() {
                    self.must_be_free(access, "ending the game")?;
                }
                self.end();
                Ok(())
            }
        }
    }

    /// The position so many moves back.
    #[must_use]
    pub fn back(&self, plies: usize) -> NodeId {
        let mut at = self.tree.now();
        for _ in 0..plies.min(self.tree.here().ply as usize) {
            at = self.tree.nodes()[at].parent;
        }
        at
    }

    /// The position so many moves on along the line.
    #[must_use]
    pub fn forth(&self, plies: usize) -> NodeId {
        let mut at = self.tree.now();
        for _ in 0..plies {
            let Some(next) = self.tree.nodes()[at].next else { break };
            at = next;
        }
        at
    }

    fn call_play(&mut self, access: Access, play: &Play) -> Result<(), RoomError> {
        access.must_take_part()?;
        let fits = play.version.is_none_or(|asked| asked == self.version)
            && play.node.is_none_or(|node| node == self.tree.now());
        if !fits {
            return Err(RoomError::Stale { now: self.version });
        }
        if self.is_over() {
            return Err(RoomError::Over);
        }
        let own = |seat: &Player| seat.index() < self.chairs.len() && access.seats.contains(*seat);
        let playable = self.playable(access);
        let seat = match play.seat.map(Player) {
            Some(seat) if own(&seat) => Some(seat),
            Some(seat) => playable.filter(|&playable| playable == seat),
            None => playable,
        };
        let Some(seat) = seat else {
            return Err(RoomError::not_now("it is not your turn"));
        };
        // One choice a round: what was chosen may have been seen to be chosen.
        if self.choices[seat.index()].is_some() {
            return Err(RoomError::not_now("this seat has chosen already"));
        }
        let own = access.seats.contains(seat);
        let before = self.tree.now();
        self.choose(seat, &play.r#move)?;
        // Whoever moves the engine's pieces wants to look around, not to play.
        if own && !self.running {
            self.set_running(true);
        }
        // In a round played together the others go on thinking.
        if self.tree.now() != before {
            self.interrupt();
        }
        Ok(())
    }

    fn call_change(&mut self, access: Access, change: Change) -> Result<(), RoomError> {
        access.must_take_part()?;
        if let Some(running) = change.running {
            // Between people nobody holds up the game; going on is always allowed.
            if !running {
                self.must_be_free(access, "a pause")?;
            }
        }
        if let Some(texts) = change.seats {
            access.must_own()?;
            self.must_be_free(access, "another player")?;
            self.set_seats(&texts)?;
        }
        if let Some(running) = change.running {
            self.set_running(running);
        }
        if let Some(millis) = change.pause_ms {
            self.set_pause(pause(millis));
        }
        self.touch();
        Ok(())
    }

    /// The engine that may be asked for the next move, and for which seat.
    ///
    /// # Errors
    /// When it is not this token's turn, or others could be cheated by it.
    pub fn may_ask_engine(&self, access: Access) -> Result<Player, RoomError> {
        access.must_take_part()?;
        if self.kind.hides() && self.others(access) && !self.is_over() {
            return Err(RoomError::Hidden("others play here: no help until the game is over"));
        }
        let pushed = || {
            // An owner alone may push on any engine.
            let free = access.owner && !self.others(access);
            self.owing().find(|&seat| free && self.engine_of(seat).is_some())
        };
        let seat = self.playable(access).or_else(pushed);
        seat.ok_or_else(|| RoomError::not_now("it is not your turn"))
    }

    /// The position in the game's notation.
    ///
    /// # Errors
    /// When something in it is hidden.
    pub fn position(&self, access: Access) -> Result<String, RoomError> {
        self.must_see_all(access)?;
        Ok(self.table.position())
    }

    /// The game as a file.
    ///
    /// # Errors
    /// When it would show what others hide: then it waits for the end.
    pub fn save(&self, access: Access) -> Result<Saved, RoomError> {
        if self.viewer(access) != Viewer::All {
            if self.others(access) {
                return Err(RoomError::Hidden(
                    "others play here and hide something; save when the game is over",
                ));
            }
            access.must_own()?;
        }
        Ok(Saved::of(self))
    }
}
