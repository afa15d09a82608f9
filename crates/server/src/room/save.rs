//! A game as a file, and back.

use super::{Kind, Opening, Room, Who};
use crate::config::Config;
use crate::error::ApiError;
use serde::{Deserialize, Serialize};
use std::time::Duration;
use takeback_host::spec::Spec;
use utoipa::ToSchema;

/// A game as it is saved: where it began, who played, and every move.
#[derive(Clone, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    /// The version of this form; now 1.
    pub takeback: u32,
    /// The game's name.
    pub game: String,
    /// The variant's name.
    pub variant: String,
    /// The first position, in the game's notation.
    pub start: String,
    /// Who plays: `person`, or an engine's text.
    pub seats: Vec<String>,
    /// The seed of chance.
    #[serde(default)]
    pub seed: u64,
    /// Every move: the number of the move before it (0: the start; the first
    /// move is number 1) and its text. A branch names an earlier move.
    pub moves: Vec<(usize, String)>,
    /// The number of the move last played; 0 for none.
    #[serde(default)]
    pub now: usize,
}

/// The version written.
const FORM: u32 = 1;

impl Saved {
    /// Write a room down.
    pub(crate) fn of(room: &Room) -> Self {
        let nodes = room.tree.nodes();
        let seat = |who: &Who| match who {
            Who::Person { .. } => "person".to_owned(),
            Who::Engine { spec } => spec.to_string(),
        };
        Saved {
            takeback: FORM,
            game: room.kind.entry().name.to_owned(),
            variant: room.kind.variant().name().to_owned(),
            start: room.table.start(),
            seats: room.seats.iter().map(seat).collect(),
            seed: room.seed,
            moves: nodes[1..].iter().map(|n| (n.parent, n.text.clone())).collect(),
            now: room.tree.now(),
        }
    }

    /// What a room needs to open; its moves are replayed afterwards.
    pub(crate) fn opening(&self, kind: Kind, config: &Config) -> Result<Opening, ApiError> {
        if self.takeback != FORM {
            return Err(ApiError::BadRequest(format!("this server reads files of version {FORM}")));
        }
        let table = kind.variant().table(Some(&self.start))?;
        let seats = seats(&self.seats, table.players(), &kind, config)?;
        if self.moves.len() >= config.nodes_per_game {
            let most = config.nodes_per_game;
            return Err(ApiError::TooMany { what: "positions of one game", most });
        }
        let most_nodes = config.nodes_per_game;
        Ok(Opening { kind, table, seats, seed: self.seed, pause: Duration::ZERO, most_nodes })
    }

    /// Play every move into a fresh room and go to where the game stood.
    pub(crate) fn replay(&self, room: &mut Room) -> Result<(), ApiError> {
        for (i, (before, text)) in self.moves.iter().enumerate() {
            if *before > i {
                return Err(ApiError::BadRequest(format!("move {} comes before {before}", i + 1)));
            }
            room.go_to(*before)?;
            let id = room.play(text)?;
            if id != i + 1 {
                return Err(ApiError::BadRequest(format!("move {} stands there twice", i + 1)));
            }
        }
        room.go_to(self.now)
    }
}

/// Who sits where: `person`, or an engine's text.
pub(crate) fn seats(
    texts: &[String],
    players: usize,
    kind: &Kind,
    config: &Config,
) -> Result<Vec<Who>, ApiError> {
    if texts.len() != players {
        let given = texts.len();
        return Err(ApiError::BadRequest(format!("{players} seats are needed, not {given}")));
    }
    texts.iter().map(|text| who(text, kind, config)).collect()
}

/// Who sits here: `person`, or an engine's text.
pub(crate) fn who(text: &str, kind: &Kind, config: &Config) -> Result<Who, ApiError> {
    if text == "person" {
        return Ok(Who::person());
    }
    let spec: Spec = text.parse()?;
    crate::search::engine(kind.variant(), &spec, config)?;
    Ok(Who::Engine { spec })
}
