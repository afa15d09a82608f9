//! Why something was refused: a word for programs, a sentence for people.

use takeback_host::UseError;
use takeback_host::engines::EngineError;
use takeback_host::play::Refused;
use takeback_host::spec::SpecError;
use takeback_search::SearchError;

/// The sorts of refusal, by the name that JavaScript sees.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// No such game or variant.
    Game,
    /// A text that is no position.
    Position,
    /// A text that is no move.
    Unreadable,
    /// A move that is not legal here.
    Illegal,
    /// The game is over.
    Over,
    /// No such engine, or an option it does not have.
    Engine,
    /// Not in this file of the game, but in its larger one.
    Apart,
    /// Nothing to think about.
    Search,
    /// A number that stands for nothing, or options that make no sense.
    Request,
}

impl Kind {
    /// As JavaScript knows it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Kind::Game => "game",
            Kind::Position => "position",
            Kind::Unreadable => "unreadable",
            Kind::Illegal => "illegal",
            Kind::Over => "over",
            Kind::Engine => "engine",
            Kind::Apart => "apart",
            Kind::Search => "search",
            Kind::Request => "request",
        }
    }
}

/// A refusal.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Fault {
    /// Its sort.
    pub kind: Kind,
    /// A sentence.
    pub why: String,
}

impl Fault {
    /// A refusal of this sort.
    pub fn new(kind: Kind, why: impl Into<String>) -> Self {
        Fault { kind, why: why.into() }
    }
}

impl From<UseError> for Fault {
    fn from(error: UseError) -> Self {
        let kind = match error {
            UseError::UnknownGame { .. } | UseError::UnknownVariant { .. } => Kind::Game,
            UseError::BadPosition { .. } => Kind::Position,
            _ => Kind::Request,
        };
        Fault::new(kind, error.to_string())
    }
}

impl From<Refused> for Fault {
    fn from(refused: Refused) -> Self {
        let kind = match refused {
            Refused::Unreadable(_) => Kind::Unreadable,
            Refused::Illegal(_) => Kind::Illegal,
            Refused::Over => Kind::Over,
        };
        Fault::new(kind, refused.to_string())
    }
}

impl From<EngineError> for Fault {
    fn from(error: EngineError) -> Self {
        let kind = if error == EngineError::Apart { Kind::Apart } else { Kind::Engine };
        Fault::new(kind, error.to_string())
    }
}

impl From<SpecError> for Fault {
    fn from(error: SpecError) -> Self {
        Fault::new(Kind::Engine, error.to_string())
    }
}

impl From<SearchError> for Fault {
    fn from(error: SearchError) -> Self {
        Fault::new(Kind::Search, error.to_string())
    }
}
