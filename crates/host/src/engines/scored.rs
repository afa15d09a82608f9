//! Engines that play for points when asked to.

use super::families::walk_options;
use super::hidden::{Looks, ismcts};
use super::monte_carlo::traced;
use super::{Built, EngineError, Offer, boxed, proofs};
use crate::FULL;
use crate::spec::{EngineOption, Settings, Takes};
use takeback_core::strategy::ByPoints;
use takeback_core::{Blind, Evaluator, Game, Hidden, Indexed, Keyed, RandomMove, Scored, ZeroSum};
use takeback_search::AlphaBeta;
use takeback_search::mcts::Rollout;
use takeback_search::points::{ForPoints, Paid};

const GOAL: EngineOption = EngineOption::new(
    "goal",
    Takes::Word(&["win", "score"]),
    "win",
    "what to play for: victory, or as many points as can be had",
);

/// Half the first aspiration window where margins are searched, in the values of
/// alpha-beta: about a sixtieth of all points, so one disc of an Othello board.
const POINT: i32 = 16 * 1024;

/// The engine that plays for victory, or with `goal=score` the other, which searches
/// the same game for points. Both read the same options.
#[must_use]
pub fn for_points<G, E>(win: Offer<G>, points: Offer<ByPoints<G>>) -> Offer<G>
where
    G: Scored,
    E: Evaluator<G> + 'static,
{
    win.or(&[GOAL], move |settings| {
        let asked = settings.word("goal") == Some("score");
        asked.then(|| boxed(ForPoints::judged::<E>(points.build(settings)?)))
    })
}

/// Information-set search for victory, or with `goal=score` for points, judged then by this
/// rollout. Both read the same options.
#[must_use]
pub fn hidden_scored<G, R>(
    win: Offer<G>,
    usual: Looks,
    rollout: impl Fn(&Settings) -> R + Send + Sync + 'static,
) -> Offer<G>
where
    G: Scored + Hidden,
    R: Rollout<ByPoints<G>> + 'static,
{
    if FULL {
        for_points::<G, Blind>(win, ismcts(usual, &[], rollout))
    } else {
        win.or(&[GOAL], elsewhere)
    }
}

/// Playing for points is not in this module.
fn elsewhere<G: Game>(settings: &Settings) -> Option<Built<G>> {
    (settings.word("goal") == Some("score")).then_some(Err(EngineError::Apart))
}

/// Alpha-beta for two, for victory or for points.
fn alpha_beta_scored<G, E>(win: Offer<G>, eval: E) -> Offer<G>
where
    G: Scored + ZeroSum + Keyed + Indexed,
    E: Evaluator<G> + Sync + 'static,
{
    let points = Offer::new("ab", "", &[], move |settings| {
        let mut options = walk_options(settings);
        if settings.count("aspiration").is_none() {
            options.aspiration = Some(POINT);
        }
        boxed(AlphaBeta::new(Paid(eval.clone())).options(options).indexed())
    });
    for_points::<G, E>(win, points)
}

/// The same engines for a game that pays points: those that prove or sample margins, and
/// alpha-beta with this judge, take `goal=score`.
#[must_use]
pub fn scored<G, E>(offers: Vec<Offer<G>>, eval: &E) -> Vec<Offer<G>>
where
    G: Scored + ZeroSum + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    let paid = |offer: Offer<G>| {
        let name = offer.name();
        // Small modules need not even have what would build them.
        if !FULL {
            return match name {
                "ab" | "mcts" | "dfpn" | "solve" => offer.or(&[GOAL], elsewhere),
                _ => offer,
            };
        }
        let mut points = vec![traced()];
        points.extend(proofs());
        match points.into_iter().find(|points: &Offer<ByPoints<G>>| points.name() == name) {
            Some(points) => for_points::<G, E>(offer, points),
            None if name == "ab" => alpha_beta_scored(offer, eval.clone()),
            None => offer,
        }
    };
    offers.into_iter().map(paid).collect()
}
