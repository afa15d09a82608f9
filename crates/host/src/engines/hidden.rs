//! Searches by what players know, for games that hide something.

use super::{Offer, boxed, random_offer};
use crate::spec::{
    EngineOption, ITERATIONS, LINES, NODES, SEED, Settings, THREADS, TIME, TREE, Takes,
};
use takeback_core::{Evaluator, Hidden, RandomMove};
use takeback_search::ismcts::{IsMcts, Observer, Survey};
use takeback_search::mcts::{Drawing, Listing, Rollout, Stepwise};

/// What [`IsMcts`] reads.
const ISMCTS: &[EngineOption] = &[
    EngineOption::new("c", Takes::Number(0.0, 100.0), "0.7", "weight of exploration"),
    EngineOption::new(
        "observer",
        Takes::Word(&["multiple", "single", "redealing"]),
        "multiple",
        "whose knowledge the nodes hold: each player's, only the searcher's, or each player's \
         with the searcher's cards dealt anew too",
    ),
    EngineOption::new("mix", Takes::Flag, "off", "draw the move in proportion to visits"),
];

/// For games that do best without.
const GROWS: EngineOption = EngineOption::new(
    "tree",
    Takes::Flag,
    "off",
    "grow a tree of information sets; without one every move is judged at once on every deal",
);

/// What observers are called.
const OBSERVERS: [(&str, Observer); 3] = [
    ("multiple", Observer::Multiple),
    ("single", Observer::Single),
    ("redealing", Observer::Redealing),
];

/// Hidden information.
#[must_use]
pub fn hidden<G: Hidden + RandomMove>() -> Vec<Offer<G>> {
    hidden_seen_by(Observer::Multiple)
}

/// The same for games that play best with another observer where none is named.
#[must_use]
pub fn hidden_seen_by<G: Hidden + RandomMove>(usual: Observer) -> Vec<Offer<G>> {
    information_sets(usual, &[], |_| Stepwise::new(Drawing), None)
}

/// The same for games that offer nothing but their rules.
#[must_use]
pub fn hidden_listed<G: Hidden>(usual: Observer) -> Vec<Offer<G>> {
    information_sets(usual, &[], listing, None)
}

pub(super) fn listing<G: Hidden>(_: &Settings) -> Stepwise<G, Listing<G>> {
    Stepwise::new(Listing::default())
}

const CUT: EngineOption = EngineOption::new(
    "cut",
    Takes::Count(0, 100_000),
    "4",
    "end playouts after so many plies and judge the position",
);

/// The same for games with an evaluator of positions that are dealt anew.
#[must_use]
pub fn hidden_judged<G, E>(usual: Observer, eval: E) -> Vec<Offer<G>>
where
    G: Hidden,
    E: Evaluator<G> + Sync + 'static,
{
    let rollout = move |settings: &Settings| {
        let plies = settings.count("cut").map_or(4, |plies| plies as u32);
        Stepwise::new(Listing::default()).cut(plies, eval.clone())
    };
    information_sets(usual, &[CUT], rollout, None)
}

pub(super) fn information_sets<G: Hidden, R: Rollout<G> + 'static>(
    usual: Observer,
    more: &[EngineOption],
    rollout: impl Fn(&Settings) -> R + Send + Sync + 'static,
    exploring: Option<fn(&G) -> f32>,
) -> Vec<Offer<G>> {
    let usual = Looks { observer: usual, ..Looks::default() };
    vec![ismcts_exploring(usual, more, rollout, exploring), random_offer()]
}

/// What an information-set search of a game plays best with.
#[derive(Copy, Clone, Debug)]
pub struct Looks {
    /// Whose eyes its nodes have.
    pub observer: Observer,
    /// Weight of exploration, as text.
    pub c: &'static str,
    /// Whether it does best without a tree, all moves being compared on the same cards
    /// ([`Survey`]); a tree is then grown when asked for. Worth it where the rollout
    /// judges at once.
    pub survey: bool,
}

impl Default for Looks {
    fn default() -> Self {
        Looks { observer: Observer::Multiple, c: "0.7", survey: false }
    }
}

/// Information-set search with a rollout of the game's own, as `rollout` reads it
/// from these options.
#[must_use]
pub fn ismcts<G, R>(
    usual: Looks,
    options: &[EngineOption],
    rollout: impl Fn(&Settings) -> R + Send + Sync + 'static,
) -> Offer<G>
where
    G: Hidden,
    R: Rollout<G> + 'static,
{
    ismcts_exploring(usual, options, rollout, None)
}

/// The same with a weight of exploration that depends on the position.
fn ismcts_exploring<G, R>(
    usual: Looks,
    options: &[EngineOption],
    rollout: impl Fn(&Settings) -> R + Send + Sync + 'static,
    exploring: Option<fn(&G) -> f32>,
) -> Offer<G>
where
    G: Hidden,
    R: Rollout<G> + 'static,
{
    let Looks { observer: usual, c, survey } = usual;
    let name =
        OBSERVERS.iter().find(|(_, observer)| *observer == usual).map_or("", |(name, _)| name);
    // What a tree is grown by says nothing without one.
    let needs: &[&str] = if survey { &[GROWS.name] } else { &[] };
    let usually = |option: &EngineOption| match option.name {
        "observer" => EngineOption { default: name, needs, ..*option },
        "c" => EngineOption { default: c, needs, ..*option },
        _ => EngineOption { needs, ..*option },
    };
    let mut own: Vec<EngineOption> = ISMCTS.iter().map(usually).collect();
    own.extend(survey.then_some(GROWS));
    let exploration: f32 = c.parse().unwrap_or(0.7);
    Offer::new(
        "ismcts",
        "information-set MCTS: what is hidden is dealt anew for every simulation",
        &[&[TIME, NODES, ITERATIONS, THREADS, SEED, LINES, TREE], &own, options],
        move |settings| {
            if survey && !settings.flag(GROWS.name).unwrap_or(false) {
                return boxed(Survey::new(rollout(settings)));
            }
            let asked = settings.word("observer");
            let known = OBSERVERS.iter().find(|(name, _)| Some(*name) == asked);
            let observer = known.map_or(usual, |(_, observer)| *observer);
            let mut search = IsMcts::new(observer, rollout(settings));
            search.exploration = settings.number("c").map_or(exploration, |c| c as f32);
            search.mixing = settings.flag("mix").unwrap_or(false);
            search.exploring = exploring;
            boxed(search)
        },
    )
}
