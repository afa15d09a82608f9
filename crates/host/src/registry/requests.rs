//! What can be asked of a variant, and why it may be refused.

use super::Strategy;
use crate::engines::EngineError;
use std::sync::atomic::AtomicBool;

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
    /// Once this is set the counting ends soon, and the counts mean nothing.
    pub stop: Option<&'a AtomicBool>,
}

/// How long and where to walk.
#[derive(Copy, Clone, Debug)]
pub struct VerifyRequest<'a> {
    /// Moves to make and take back.
    pub plies: u64,
    /// Stop earlier after this time.
    pub time: Option<std::time::Duration>,
    /// Same seed, same walks.
    pub seed: u64,
    /// Worker threads.
    pub threads: usize,
    /// Stop as soon as this is set.
    pub stop: Option<&'a AtomicBool>,
}

/// Why something asked of the registry is refused. One line each, saying what to
/// do instead.
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
    #[error("this game does not run under strategy {asked}; try one of: {known}")]
    NoStrategy { asked: Strategy, known: String },
    #[error("there is no strategy {asked:?}; known strategies: {known}")]
    UnknownStrategy { asked: String, known: String },
    #[error("nothing is hidden here, so there is no mix to solve or exploit; try analyze")]
    NotHidden,
    #[error("{0}; --positions raises the bound where memory allows")]
    NotWrittenOut(String),
    #[error("the engine has no answer: {0}")]
    NoAnswer(String),
    #[error("{0}")]
    Engine(String),
    #[error("{game} has no recorded data to check")]
    NothingToCheck { game: &'static str },
}

impl From<EngineError> for UseError {
    fn from(error: EngineError) -> Self {
        UseError::Engine(error.to_string())
    }
}
