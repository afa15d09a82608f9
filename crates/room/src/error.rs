//! Why a call was refused.

use takeback_host::UseError;
use takeback_host::engines::EngineError;
use takeback_host::play::Refused;
use takeback_host::spec::SpecError;

/// Why a call was refused; the room is as it was before.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum RoomError {
    #[error("{0}")]
    BadRequest(String),
    #[error("{0}")]
    Unknown(String),
    #[error("this needs the token of {0}")]
    Forbidden(&'static str),
    #[error("{0}")]
    Hidden(&'static str),
    #[error("others play here: {0} needs their consent; ask them")]
    NeedsConsent(&'static str),
    #[error("{0}")]
    BadPosition(String),
    #[error("{0}")]
    BadEngine(String),
    #[error("{0}")]
    Unreadable(String),
    #[error("{text} is not a legal move here")]
    Illegal { text: String, some_legal: Vec<String> },
    #[error("the game is over; take back a move to go on")]
    Over,
    #[error("{0}")]
    NotNow(String),
    #[error("the game has moved on and is at version {now}; look again")]
    Stale { now: u64 },
    #[error("{what}: at most {most}")]
    TooMany { what: &'static str, most: usize },
}

impl RoomError {
    /// It is not the time for this.
    #[must_use]
    pub fn not_now(why: impl Into<String>) -> Self {
        RoomError::NotNow(why.into())
    }

    /// For programs; a word never changes its meaning.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            RoomError::BadRequest(_) => "bad_request",
            RoomError::Unknown(_) => "unknown",
            RoomError::Forbidden(_) => "forbidden",
            RoomError::Hidden(_) => "hidden",
            RoomError::NeedsConsent(_) => "needs_consent",
            RoomError::BadPosition(_) => "bad_position",
            RoomError::BadEngine(_) => "bad_engine",
            RoomError::Unreadable(_) => "unreadable_move",
            RoomError::Illegal { .. } => "illegal_move",
            RoomError::Over => "over",
            RoomError::NotNow(_) => "not_now",
            RoomError::Stale { .. } => "stale",
            RoomError::TooMany { .. } => "too_many",
        }
    }

    /// The status of an answer that carries it, by the numbers of HTTP.
    #[must_use]
    pub fn status(&self) -> u16 {
        match self {
            RoomError::BadRequest(_) => 400,
            RoomError::Forbidden(_) | RoomError::Hidden(_) | RoomError::NeedsConsent(_) => 403,
            RoomError::Unknown(_) => 404,
            RoomError::Over | RoomError::NotNow(_) | RoomError::Stale { .. } => 409,
            RoomError::BadPosition(_)
            | RoomError::BadEngine(_)
            | RoomError::Unreadable(_)
            | RoomError::Illegal { .. } => 422,
            RoomError::TooMany { .. } => 429,
        }
    }
}

impl From<UseError> for RoomError {
    fn from(error: UseError) -> Self {
        match error {
            UseError::BadPosition { .. } => RoomError::BadPosition(error.to_string()),
            _ => RoomError::Unknown(error.to_string()),
        }
    }
}

impl From<EngineError> for RoomError {
    fn from(error: EngineError) -> Self {
        RoomError::BadEngine(error.to_string())
    }
}

impl From<SpecError> for RoomError {
    fn from(error: SpecError) -> Self {
        RoomError::BadEngine(error.to_string())
    }
}

impl From<Refused> for RoomError {
    fn from(error: Refused) -> Self {
        match error {
            Refused::Unreadable(why) => RoomError::Unreadable(why),
            Refused::Illegal(text) => RoomError::Illegal { text, some_legal: Vec::new() },
            Refused::Over => RoomError::Over,
        }
    }
}
