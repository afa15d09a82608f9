//! Bodies of requests that begin a room or ask an engine, and their answers: the
//! same for a server and for a page that keeps its rooms itself.

use crate::calls::pause;
use crate::{
    AnalysisRequest, Chair, Found, Kind, Opening, Pace, Room, RoomError, Saved, Secret, Who,
};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use takeback_host::Registry;
use takeback_host::check::File;
use takeback_host::spec::Spec;

/// A game to begin.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game's name, from the catalogue.
    pub game: String,
    /// The variant; the usual one if left out.
    pub variant: Option<String>,
    /// Who plays each seat: `person`, or an engine (`5`, `hard`, `mcts:time=1s`). By
    /// default a person first and engines of level 3 after.
    pub seats: Option<Vec<String>>,
    /// The seed of everything random. Whoever chooses it, or the position, knows what
    /// comes: in a game that hides something nobody else can join then, and where
    /// somebody joins, chance follows a secret of the server from there on.
    pub seed: Option<u64>,
    /// Begin here instead, in the game's notation.
    pub position: Option<String>,
    /// Milliseconds between two moves of engines.
    pub pause_ms: Option<u64>,
    /// Clocks: `{"game": {"start_ms": 300000, "add_ms": 3000}}` or `{"turn": {"each_ms": 30000}}`.
    pub pace: Option<Pace>,
    /// Whether everybody may find the game in the archive once it is over.
    #[serde(default)]
    pub listed: bool,
    /// What whoever begins it wants to be called.
    pub name: Option<String>,
}

impl NewGame {
    /// What is to be played, and by whom.
    ///
    /// # Errors
    /// When there is no such game, or a seat is neither a person's nor an engine's.
    pub fn read(&self, registry: &Registry) -> Result<(Kind, Vec<Who>), RoomError> {
        let kind = Kind::find(registry, &self.game, self.variant.as_deref())?;
        let seats = match &self.seats {
            Some(texts) => texts.iter().map(|text| Who::read(text)).collect::<Result<_, _>>()?,
            None => usual_seats(&kind),
        };
        Ok((kind, seats))
    }

    /// Begin it.
    ///
    /// # Errors
    /// As [`Room::open`].
    pub fn open(
        self,
        (kind, seats): (Kind, Vec<Who>),
        secret: Secret,
        most_nodes: usize,
    ) -> Result<Room, RoomError> {
        let mut room = Room::open(Opening {
            seed: self.seed,
            position: self.position,
            pause: pause(self.pause_ms.unwrap_or(0)),
            most_nodes,
            pace: self.pace,
            listed: self.listed,
            ..Opening::new(kind, seats, secret)
        })?;
        if let Some(name) = &self.name {
            let owner = room.owner().to_owned();
            let access = room.enter(Some(&owner));
            room.call_oneself(access, name)?;
        }
        Ok(room)
    }
}

/// A person against the house, or people only where there are no engines.
fn usual_seats(kind: &Kind) -> Vec<Who> {
    let easy = "3".parse().ok().filter(|spec| kind.variant().engine(spec).is_ok());
    let other = |seat| match (&easy, seat) {
        (Some(spec), 1..) => Who::Engine { spec: spec.clone() },
        _ => Who::Person,
    };
    (0..kind.variant().players()).map(other).collect()
}

/// A game that was begun.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Created {
    /// The game's name in the house.
    pub id: String,
    /// Changes the game, and plays every seat of a person that nobody took; in a game
    /// that hides something, the first one and those sat down at.
    pub owner: String,
    /// A token for each seat that is a person's, to give away.
    pub seats: Vec<Option<String>>,
}

impl Created {
    /// What whoever has begun this room gets.
    #[must_use]
    pub fn of(room: &Room) -> Self {
        let token = |chair: &Chair| chair.key().map(str::to_owned);
        Created {
            id: room.id().to_owned(),
            owner: room.owner().to_owned(),
            seats: room.chairs().iter().map(token).collect(),
        }
    }
}

/// A file that others wrote.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// The game's name.
    pub game: String,
    /// The file's name, whose end tells its form: `a.pgn`.
    pub file: String,
    /// What is in it; of several games the first.
    pub text: String,
}

impl Foreign {
    /// Its first game, and what its players are called.
    ///
    /// # Errors
    /// When the game reads no such files, or there is no game in this one.
    pub fn read(self, registry: &Registry) -> Result<(Saved, Vec<String>), RoomError> {
        let entry = registry.find(&self.game)?;
        let bad = RoomError::BadRequest;
        let read = entry.extras.importer();
        let read = read.ok_or_else(|| bad(format!("{} reads no files of others", entry.title)))?;
        let file = File { path: self.file.clone().into(), name: self.file, text: self.text };
        let games = read(&file)
            .ok_or_else(|| bad(format!("{}: no form that {} reads", file.name, entry.title)))?;
        let first =
            games.into_iter().next().ok_or_else(|| bad("there is no game in it".to_owned()))?;
        let raw = first.1.map_err(bad)?;
        Ok((Saved::of_record(entry, &raw)?, raw.names))
    }
}

/// Which engine.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ByEngine {
    /// A level or a specification; by default the seat's own, or level 5.
    pub engine: Option<String>,
}

impl ByEngine {
    /// The engine that is asked for a move of whoever is in turn.
    ///
    /// # Errors
    /// When the text is no engine's.
    pub fn spec(&self, own: Option<&Spec>) -> Result<Spec, RoomError> {
        match (&self.engine, own) {
            (Some(text), _) => Ok(text.parse()?),
            (None, Some(spec)) => Ok(spec.clone()),
            (None, None) => Ok("5".parse()?),
        }
    }
}

/// A position in the game's notation.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionText {
    /// The text.
    pub position: String,
}

/// What to analyse with.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalysisBody {
    /// A level or a specification; the game's strongest level if left out.
    pub engine: Option<String>,
    /// How many lines; 3 if left out.
    pub lines: Option<usize>,
    /// Milliseconds: of the whole analysis, of one position of the tree, or of
    /// one move to grade.
    pub time_ms: Option<u64>,
    /// For the tree: the moves that lead there from the position on the table.
    pub line: Option<Vec<String>>,
    /// For live analysis: the number of the position; the table's if left out.
    pub node: Option<usize>,
}

/// No search is asked for less.
const SHORTEST: Duration = Duration::from_millis(10);

/// The moves to a position of the search tree are at most so many.
const LONGEST_LINE: usize = 64;

impl AnalysisBody {
    /// What is asked for, within this time where none is said.
    ///
    /// # Errors
    /// When the engine cannot be read, or would have no opinion.
    pub fn request(&self, usual: Duration) -> Result<AnalysisRequest, RoomError> {
        let spec: Spec = self.engine.as_deref().unwrap_or("10").parse()?;
        if spec.engine() == "random" || spec.level().is_some_and(|level| level.number() == 1) {
            return Err(RoomError::BadEngine(
                "an engine that plays at random has no opinion".to_owned(),
            ));
        }
        let time = self.time_ms.map_or(usual, Duration::from_millis).max(SHORTEST);
        Ok(AnalysisRequest { spec, lines: self.lines.unwrap_or(3), time })
    }

    /// The moves to the position of the tree.
    ///
    /// # Errors
    /// When they are too many.
    pub fn line(&self) -> Result<&[String], RoomError> {
        let line = self.line.as_deref().unwrap_or_default();
        if line.len() > LONGEST_LINE {
            return Err(RoomError::TooMany { what: "moves of a line", most: LONGEST_LINE });
        }
        Ok(line)
    }
}

/// A position of the search tree.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TreeNode {
    /// Who decides there.
    pub seat: u8,
    /// What was found.
    #[serde(flatten)]
    pub found: Found,
}
