//! Engines from their specifications.
//!
//! A game says which family it belongs to ([`duel`], [`brief`], [`many`], [`together`],
//! [`hidden`]); the family knows which kinds of search suit such games and
//! builds them. The result is a plain [`Search`]; what it is called and how
//! long it may think stays in the [`Spec`].

mod chooser;
mod families;
mod monte_carlo;
mod prepared;
mod random;
pub mod snake;
mod under;

pub use chooser::{Chooser, Pick};
pub(crate) use families::walk_options;
pub use families::{
    brief, brief_passing, compared, duel, hidden, listed, many, many_brief, together,
};
pub use monte_carlo::{monte_carlo, options as monte_carlo_options};
pub use prepared::Prepared;
pub use random::{random, random_choosing};
pub use under::{Under, strategies};

use takeback_core::Game;
use takeback_search::Search;
use takeback_search::spec::{Kind, Spec, SpecError};

/// A search for this game, whatever its type.
pub type AnySearch<G> = Box<dyn Search<G>>;

/// An engine, or why there is none.
pub type Built<G> = Result<AnySearch<G>, EngineError>;

/// Makes engines of one game from specifications.
pub type Builder<G> = Box<dyn Fn(&Spec) -> Built<G> + Send + Sync>;

/// Why there is no such engine.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum EngineError {
    #[error("{0}")]
    Spec(String),
    #[error("{kind} does not suit this game; try one of: {known}")]
    Unsuited { kind: Kind, known: String },
    #[error("strategy {asked} is not to be had here; try one of: {known}")]
    NoStrategy { asked: String, known: String },
    #[error("this game has no evaluator {asked:?}; leave `eval` out")]
    NoEvaluator { asked: String },
    #[error("this game has no ladder of levels; name an engine, such as random")]
    NoLadder,
    #[error("this game has no engines yet")]
    None,
    #[error("not to be had as an opponent here: {0}")]
    External(String),
    #[error("{0}")]
    Weights(String),
    #[error("this variant has no evaluator with weights to change")]
    NoWeights,
}

impl From<SpecError> for EngineError {
    fn from(error: SpecError) -> Self {
        EngineError::Spec(error.to_string())
    }
}

pub(crate) fn boxed<G: Game>(search: impl Search<G> + 'static) -> Built<G> {
    Ok(Box::new(search))
}

pub(crate) fn unsuited<G: Game>(kind: Kind, known: &[Kind]) -> Built<G> {
    let known: Vec<&str> = known.iter().map(|k| k.name()).collect();
    Err(EngineError::Unsuited { kind, known: known.join(", ") })
}
