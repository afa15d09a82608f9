//! Any legal move, all alike: the lowest rung of every ladder, and the yardstick
//! every other engine must beat.

use super::{Chooser, Offer, boxed};
use crate::spec::SEED;
use takeback_core::{Game, Moves, Player};

/// Plays at random.
#[must_use]
pub fn random<G: Game>() -> Chooser<G> {
    random_choosing(|game, _, out| game.moves(out))
}

/// The same for games with rounds played together, where `choices` lists what
/// each seat may choose.
#[must_use]
pub fn random_choosing<G: Game>(choices: fn(&G, Player, &mut Moves<G::Move>)) -> Chooser<G> {
    Chooser::any(choices)
}

/// Random moves on offer.
#[must_use]
pub fn random_offer<G: Game>() -> Offer<G> {
    random_offer_choosing(|game, _, out| game.moves(out))
}

/// The same for games with rounds played together.
#[must_use]
pub fn random_offer_choosing<G: Game>(choices: fn(&G, Player, &mut Moves<G::Move>)) -> Offer<G> {
    Offer::new("random", "any legal move, all alike", &[&[SEED]], move |_| {
        boxed(random_choosing(choices))
    })
}
