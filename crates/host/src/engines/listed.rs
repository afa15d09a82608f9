//! Searches for games that offer nothing but their rules, and for those that tell what is urgent.

use super::families::{ALPHA_BETA, WALK, WINDOWS, walk_options};
use super::hidden::{information_sets, listing};
use super::{Offer, Prepared, boxed, random_offer};
use crate::spec::{EngineOption, Takes};
use takeback_core::{Blind, Game, Hidden, Keyed, ZeroSum};
use takeback_search::AlphaBeta;
use takeback_search::ismcts::Observer;

/// Games that offer nothing but their rules, such as those of the element kit.
#[must_use]
pub fn listed<G: Keyed + ZeroSum>() -> Vec<Offer<G>> {
    listed_exploring(None)
}

fn listed_exploring<G: Keyed + ZeroSum>(exploring: Option<fn(&G) -> f32>) -> Vec<Offer<G>> {
    vec![
        Offer::new("ab", ALPHA_BETA, &[WALK, &WINDOWS[..1]], |settings| {
            boxed(AlphaBeta::new(Blind).options(walk_options(settings)))
        }),
        super::monte_carlo::by_lists_exploring(exploring),
        random_offer(),
    ]
}

/// What a game without an evaluator may tell a search: which positions to search
/// instead, with nothing but urgent moves where there are any, and how much more
/// than usual to explore.
pub struct Advice<G: Game> {
    /// The same position with a list of what is urgent.
    pub heeding: fn(&G) -> G,
    /// A factor of the weight of exploration.
    pub exploring: fn(&G) -> f32,
}

const THREATS: EngineOption = EngineOption::new(
    "threats",
    Takes::Flag,
    "on",
    "look at urgent moves alone where the game names any",
);

/// [`listed`] for a game with advice.
#[must_use]
pub fn listed_advised<G: Keyed + ZeroSum>(advice: &Advice<G>) -> Vec<Offer<G>> {
    heeding(listed_exploring(Some(advice.exploring)), advice.heeding)
}

/// [`hidden_listed`](super::hidden_listed) for a game with advice.
#[must_use]
pub fn hidden_advised<G: Hidden>(usual: Observer, advice: &Advice<G>) -> Vec<Offer<G>> {
    let offers = information_sets(usual, &[], listing, Some(advice.exploring));
    heeding(offers, advice.heeding)
}

/// All but the random player heed what is urgent, unless told otherwise.
fn heeding<G: Game>(offers: Vec<Offer<G>>, prepare: fn(&G) -> G) -> Vec<Offer<G>> {
    let heed = |offer: Offer<G>| match offer.name() {
        "random" => offer,
        _ => offer.adjusted(&[THREATS], move |settings, search| {
            match (settings.flag("threats"), search?) {
                (Some(false), search) => Ok(search),
                (_, search) => boxed(Prepared { prepare, search }),
            }
        }),
    };
    offers.into_iter().map(heed).collect()
}
