//! A game in a line of a list.

use crate::{Chair, Room, Why};
use serde::{Deserialize, Serialize};

/// What a list of games shows of one.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Summary {
    /// The room's name.
    pub id: String,
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// Who plays each seat: an engine's text, a person's name, or `person`.
    pub players: Vec<String>,
    /// Shares of a win, once the game is over.
    pub result: Option<Vec<f32>>,
    /// Why it ended, where that was not by the rules.
    pub why: Option<Why>,
    /// Moves from the start.
    pub moves: u32,
    /// Whether everybody may find it once it is over.
    pub listed: bool,
}

impl Room {
    /// The game in a line of a list.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let called = |chair: &Chair| match &chair.name {
            Some(name) if !chair.who.is_engine() => name.clone(),
            _ => chair.who.text(),
        };
        Summary {
            id: self.id.clone(),
            game: self.kind.entry().name.to_owned(),
            variant: self.kind.variant().name().to_owned(),
            players: self.chairs.iter().map(called).collect(),
            result: self.result(),
            why: self.outcome.as_ref().map(|outcome| outcome.why),
            moves: self.tree.here().ply,
            listed: self.listed,
        }
    }
}
