//! Engines: what a variant offers, and how one is built from its text.
//!
//! A game says which families of search suit it ([`duel`], [`many`],
//! [`together`], [`hidden`] …), each a list of [`Offer`]s. An offer names an
//! engine, declares every option that acts on it in this game, and builds it. So
//! an option that would do nothing is unknown here and refused with a sentence,
//! instead of being accepted and ignored.

mod chooser;
mod equilibria;
mod families;
mod follower;
mod hidden;
mod learned;
mod listed;
mod memory;
mod monte_carlo;
mod offer;
pub mod once;
mod preferring;
mod prepared;
mod random;
mod scored;
mod slips;

pub use chooser::{Chooser, List, Pick};
pub use equilibria::{mixing, rule, solvable};
pub use families::{
    alpha_beta, alpha_beta_by, alpha_beta_from, alpha_beta_passing, descent, duel, duel_learned,
    duel_learning, exact, many, proofs, table_learning, table_of, together,
};
pub use hidden::{Looks, hidden, hidden_judged, hidden_listed, hidden_seen_by, ismcts};
pub use learned::{Learned, NET, POLICY, SHIPPED};
pub use listed::{Advice, hidden_advised, listed, listed_advised};
pub use monte_carlo::{
    BACK_UPS, by_lists, judged, judged_learning_by, judged_learning_for,
    options as monte_carlo_options, or_learning, sampled, traced, whole, whole_traced,
};
pub(crate) use offer::choose;
pub use offer::{EngineInfo, Offer, Offers, shown};
pub use prepared::Prepared;
pub use random::{random, random_choosing, random_offer, random_offer_choosing};
pub use scored::{for_points, hidden_scored, scored};

use crate::spec::{SpecError, suggest};
use takeback_core::Game;
use takeback_search::Search;

/// A search for this game, whatever its type.
pub type AnySearch<G> = Box<dyn Search<G>>;

/// An engine, or why there is none.
pub type Built<G> = Result<AnySearch<G>, EngineError>;

/// Why there is no such engine.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum EngineError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("{}", no_engine(asked, known))]
    Unknown { asked: String, known: Vec<&'static str> },
    #[error("{engine}: {why}")]
    Clash { engine: &'static str, why: &'static str },
    #[error("{engine} declares the option {option} but does not use it: a fault of the engine")]
    Unheard { engine: &'static str, option: &'static str },
    #[error("this game has no ladder of levels; name an engine, such as random")]
    NoLadder,
    #[error("this game has no engines yet")]
    None,
    #[error("cannot take part here: {0}")]
    External(String),
    #[error("{0}")]
    Weights(String),
    #[error("engines that read files play in the terminal, not here")]
    ReadsFiles,
    #[error("net: {0}")]
    Net(String),
    #[error("book: {0}")]
    Book(crate::books::BookError),
    #[error("strategy: {0}")]
    Strategy(String),
    #[error("this variant has no evaluator with weights to change")]
    NoWeights,
    #[error("this engine is not in the small file of the game; think() fetches the larger one")]
    Apart,
}

fn no_engine(asked: &str, known: &[&str]) -> String {
    let mut text = format!("no engine is called {asked:?} in this game");
    let levels = crate::spec::Level::NAMES.map(|(name, _)| name);
    // A String takes everything.
    let _ = suggest(&mut text, asked, known.iter().copied().chain(levels));
    format!("{text}; it has {} and the levels 1 to 10, {}", known.join(", "), levels.join(", "))
}

/// A search that small modules leave out.
///
/// # Errors
/// That it is apart, in a small module; else as `build` fails.
pub fn apart<G: Game>(build: impl FnOnce() -> Built<G>) -> Built<G> {
    if crate::FULL { build() } else { Err(EngineError::Apart) }
}

/// A search behind the common face.
///
/// # Errors
/// Never; the type is what builders return.
pub fn boxed<G: Game>(search: impl Search<G> + 'static) -> Built<G> {
    Ok(Box::new(search))
}
