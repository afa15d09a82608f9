//! Games by name.
//!
//! A [`GameEntry`] has one or more [`Variant`]s (boards, player counts); a
//! variant is a type behind an object-safe face. [`Of`] makes that face from any
//! game that can be compared, written down and read back.

mod of;
mod strategy;

pub use of::Of;
pub(crate) use of::back_and_forth;
pub use strategy::{Legality, Strategy};

use crate::engines::EngineError;
use crate::play::{Seat, Table};
use crate::tune::Weight;
use takeback_check::Checker;
use takeback_search::spec::{Ladder, Spec};
use takeback_verify::Outcome;

/// A game of the house.
pub struct GameEntry {
    /// What the command line calls it.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// How positions are written, in one line.
    pub notation: &'static str,
    /// Boards, sizes, player counts; the first is the usual one.
    pub variants: Vec<Box<dyn Variant>>,
    /// Replays recorded data, where there is any.
    pub checker: Option<Checker>,
}

impl GameEntry {
    /// The variant of this name, or the usual one.
    ///
    /// # Errors
    /// When there is no such variant.
    pub fn variant(&self, name: Option<&str>) -> Result<&dyn Variant, UseError> {
        let Some(name) = name else { return Ok(&*self.variants[0]) };
        self.variants.iter().find(|v| v.name() == name).map(|v| &**v).ok_or_else(|| {
            UseError::UnknownVariant {
                game: self.name,
                variant: name.to_owned(),
                known: names(self.variants.iter().map(|v| v.name())),
            }
        })
    }
}

/// One board or table of a game, without its types.
pub trait Variant: Send + Sync {
    /// Its name within the game.
    fn name(&self) -> &str;
    /// One line about it.
    fn about(&self) -> &str;
    /// How many players.
    fn players(&self) -> usize;
    /// What it can do beyond the rules.
    fn capabilities(&self) -> &'static [&'static str];
    /// Whether players know things that others do not, so that a position must
    /// not be shown to them as it is.
    fn hides(&self) -> bool;
    /// The start position as text.
    fn start(&self) -> String;
    /// Bytes of a position, without what it points to.
    fn size(&self) -> usize;
    /// How it takes moves back by itself.
    fn native(&self) -> Strategy;
    /// Ways of keeping state it can be run under.
    fn strategies(&self) -> Vec<Strategy>;

    /// Lines of play below each move, in order of the list.
    ///
    /// # Errors
    /// When the position or the strategy is not to be had.
    fn perft(&self, request: &PerftRequest<'_>) -> Result<Vec<(String, u64)>, UseError>;

    /// Walk for broken laws.
    fn verify(&self, request: &VerifyRequest, watch: &(dyn Fn(u64) + Sync)) -> Outcome;

    /// Make and unmake every move down to `depth`, leaves included, and count.
    ///
    /// # Errors
    /// When the strategy is not to be had.
    fn play_all(&self, strategy: Strategy, depth: u32) -> Result<u64, UseError>;

    /// A game to be played, from the start or a position.
    ///
    /// # Errors
    /// When the position cannot be read.
    fn table(&self, position: Option<&str>) -> Result<Box<dyn Table>, UseError>;

    /// A game to be played, shuffled by this seed where games begin with chance.
    fn deal(&self, seed: u64) -> Box<dyn Table>;

    /// An engine as specified, with its limits.
    ///
    /// # Errors
    /// When the specification does not suit the game.
    fn engine(&self, spec: &Spec) -> Result<Seat, EngineError>;

    /// The named weights of its evaluator, if it has such.
    fn weights(&self) -> &[Weight];

    /// An engine whose evaluator has these weights, in the order of
    /// [`weights`](Variant::weights); what is missing keeps its default.
    ///
    /// # Errors
    /// When the specification does not suit the game, or there are no weights.
    fn engine_with(&self, spec: &Spec, weights: &[i32]) -> Result<Seat, EngineError>;

    /// The ten levels, if the game has them.
    fn ladder(&self) -> Option<Ladder>;

    /// List the legal moves of `positions` positions along seeded random games,
    /// one way of testing legality, and count lists. `None` for games that
    /// list legal moves at once.
    fn list_legal(&self, way: Legality, positions: usize) -> Option<u64>;
}

/// What to count.
#[derive(Copy, Clone, Debug)]
pub struct PerftRequest<'a> {
    /// Plies; at least one.
    pub depth: u32,
    /// From here instead of the start.
    pub position: Option<&'a str>,
    /// Under this way of keeping state instead of the game's own.
    pub strategy: Option<Strategy>,
    /// Worker threads.
    pub threads: usize,
}

/// How long and where to walk.
#[derive(Copy, Clone, Debug)]
pub struct VerifyRequest {
    /// Moves to make and take back.
    pub plies: u64,
    /// Stop earlier after this time.
    pub time: Option<std::time::Duration>,
    /// Same seed, same walks.
    pub seed: u64,
    /// Worker threads.
    pub threads: usize,
}

/// Why something asked of the registry cannot be had. One line each, saying
/// what to do instead.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum UseError {
    #[error("there is no game {game:?}; known games: {known}")]
    UnknownGame { game: String, known: String },
    #[error("{game} has no variant {variant:?}; known variants: {known}")]
    UnknownVariant { game: &'static str, variant: String, known: String },
    #[error("not a position of this game: {why}")]
    BadPosition { why: String },
    #[error("the depth must be at least 1")]
    NoDepth,
    #[error("strategy {asked} is not to be had here; try one of: {known}")]
    NoStrategy { asked: Strategy, known: String },
    #[error("there is no strategy {asked:?}; known strategies: {known}")]
    UnknownStrategy { asked: String, known: String },
    #[error("{game} has no recorded data to check")]
    NothingToCheck { game: &'static str },
}

/// All games, in the order they are shown.
#[must_use]
pub fn all() -> Vec<GameEntry> {
    crate::games::all()
}

/// The game of this name.
///
/// # Errors
/// When there is none; the error lists those there are.
pub fn find(name: &str) -> Result<GameEntry, UseError> {
    let mut games = all();
    match games.iter().position(|game| game.name == name) {
        Some(i) => Ok(games.swap_remove(i)),
        None => Err(UseError::UnknownGame {
            game: name.to_owned(),
            known: names(games.iter().map(|g| g.name)),
        }),
    }
}

fn names<'a>(all: impl Iterator<Item = &'a str>) -> String {
    all.collect::<Vec<_>>().join(", ")
}
