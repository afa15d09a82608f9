//! Engines compiled once for all games that have them so.
//!
//! The families of this crate are generic, and what is generic is compiled wherever it is used: even on
//! [`Erased`], of which there is one, each crate of a game would get searches of its own. These are not generic. What
//! they offer is [shown](super::shown) to a game with its abilities.

use super::{Offer, families, monte_carlo};
use takeback_search::erased::{Erased, Judge};
use takeback_search::mcts::Options;

/// Alpha-beta for two.
#[must_use]
pub fn alpha_beta(judge: Judge) -> Offer<Erased> {
    families::alpha_beta(judge)
}

/// Descent.
#[must_use]
pub fn descent(judge: Judge) -> Offer<Erased> {
    families::descent(judge)
}

/// Exact answers.
#[must_use]
pub fn proofs() -> Vec<Offer<Erased>> {
    families::proofs()
}

/// All there is for two.
#[must_use]
pub fn duel(judge: Judge) -> Vec<Offer<Erased>> {
    families::duel(judge)
}

/// All there is for any number of players, chance allowed.
#[must_use]
pub fn many(judge: Judge) -> Vec<Offer<Erased>> {
    families::many(judge)
}

/// The searches for more than two.
#[must_use]
pub fn table_of(judge: Judge) -> Vec<Offer<Erased>> {
    families::table_of(judge)
}

/// Playouts by random moves.
#[must_use]
pub fn sampled() -> Offer<Erased> {
    monte_carlo::sampled()
}

/// Playouts that may be cut short and judged.
#[must_use]
pub fn judged(judge: Judge, usual: Options, cut: u32) -> Offer<Erased> {
    monte_carlo::judged(judge, usual, cut)
}

/// Whole games at once, for games that [play](takeback_search::erased::Abilities::playing) them.
#[must_use]
pub fn whole() -> Offer<Erased> {
    monte_carlo::whole()
}

/// Whole games at once whose moves are [told](takeback_search::erased::Abilities::telling).
#[must_use]
pub fn whole_traced() -> Offer<Erased> {
    monte_carlo::whole_traced()
}

/// Random moves.
#[must_use]
pub fn random() -> Offer<Erased> {
    super::random_offer()
}
