//! Which searches suit which games.

use super::learned::{Learned, NET, SHIPPED};
use super::monte_carlo::{sampled, traced, traced_learning};
use super::{EngineError, Offer, apart, boxed, random_offer, random_offer_choosing};
use crate::spec::{
    DEPTH, EngineOption, ITERATIONS, LINES, NODES, SEED, Settings, TABLE, THREADS, TIME, TREE,
    Takes,
};
use std::sync::{Arc, LazyLock};
use takeback_core::{Evaluator, Features, Indexed, Keyed, Pass, RandomMove, Simultaneous, ZeroSum};
use takeback_search::alphabeta::{Options, Parallel};
use takeback_search::bestfirst::BestFirst;
use takeback_search::dfpn::Dfpn;
use takeback_search::joint::{Concept, Joint};
use takeback_search::mcts::{Bandit, Decoupled, Drawing, Stepwise};
use takeback_search::stochastic::{SharedSolution, Stochastic};
use takeback_search::{AlphaBeta, BestReply, Exhaustive, MaxN, Paranoid};

/// The limits of searches by depth.
pub(super) const WALK: &[EngineOption] = &[TIME, NODES, DEPTH, THREADS, LINES, TABLE];

pub(super) const WINDOWS: &[EngineOption] = &[
    EngineOption::new(
        "parallel",
        Takes::Word(&["lazy", "root"]),
        "lazy",
        "how threads share the work: the whole tree (lazy SMP), or the root moves",
    )
    .needing(&["threads"]),
    EngineOption::new(
        "aspiration",
        Takes::Count(0, 1_000_000),
        "30",
        "half the first aspiration window in points; 0 for the whole window",
    ),
];

const QUIESCENCE: &[EngineOption] = &[EngineOption::new(
    "quiescence",
    Takes::Flag,
    "on",
    "follow noisy moves beyond the horizon (quiescence search)",
)];

const REDUCTIONS: &[EngineOption] =
    &[EngineOption::new("lmr", Takes::Flag, "on", "late-move reductions of quiet moves")];

const PRUNING: &[EngineOption] = &[EngineOption::new(
    "pruning",
    Takes::Flag,
    "on",
    "leave out what is hopeless near the horizon (futility, late moves)",
)];

const NULL: &[EngineOption] = &[EngineOption::new(
    "null",
    Takes::Flag,
    "on",
    "null-move pruning: cut where even passing is good enough",
)];

/// What acts on alpha-beta with this evaluator.
fn walk_of<G: takeback_core::Game, E: Evaluator<G> + 'static>(eval: &E) -> Vec<EngineOption> {
    // Without an evaluator scores are even, won or lost: windows around them do nothing.
    let sighted = !eval.is_blind();
    let mut all = [WALK, &WINDOWS[..if sighted { 2 } else { 1 }]].concat();
    if eval.quiesces() {
        all.extend(QUIESCENCE);
    }
    if eval.reduces_late_moves() {
        all.extend(REDUCTIONS);
    }
    if eval.swing() > 0 {
        all.extend(PRUNING);
    }
    all
}

/// Alpha-beta's options as it was told.
pub(super) fn walk_options(settings: &Settings) -> Options {
    let mut options = Options::default();
    if settings.word("parallel") == Some("root") {
        options.parallel = Parallel::Root;
    }
    if let Some(half) = settings.count("aspiration") {
        options.aspiration = (half > 0).then_some(half as i32);
    }
    options.quiescence = settings.flag("quiescence").unwrap_or(options.quiescence);
    options.late_moves = settings.flag("lmr").unwrap_or(options.late_moves);
    options.pruning = settings.flag("pruning").unwrap_or(options.pruning);
    options
}

pub(super) const ALPHA_BETA: &str =
    "alpha-beta: principal-variation search with iterative deepening";

/// Alpha-beta for two.
#[must_use]
pub fn alpha_beta<G, E>(eval: E) -> Offer<G>
where
    G: ZeroSum + Keyed + Indexed,
    E: Evaluator<G> + Sync + 'static,
{
    alpha_beta_from(&[], &eval.clone(), move |_| Ok(eval.clone()))
}

/// The same for games with several evaluators: `choose` reads these options and
/// says which. `usual` tells which other options act.
#[must_use]
pub fn alpha_beta_from<G, E>(
    options: &[EngineOption],
    usual: &E,
    choose: impl Fn(&Settings) -> Result<E, EngineError> + Send + Sync + 'static,
) -> Offer<G>
where
    G: ZeroSum + Keyed + Indexed,
    E: Evaluator<G> + Sync + 'static,
{
    Offer::new("ab", ALPHA_BETA, &[&walk_of(usual), options], move |settings| {
        boxed(AlphaBeta::new(choose(settings)?).options(walk_options(settings)).indexed())
    })
    .slipping()
}

/// The same with null moves unless `null=off`.
#[must_use]
pub fn alpha_beta_passing<G, E>(eval: E) -> Offer<G>
where
    G: ZeroSum + Keyed + Indexed + Pass,
    E: Evaluator<G> + Sync + 'static,
{
    alpha_beta_by(&[], &eval.clone(), move |_| Ok(eval.clone()))
}

/// As [`alpha_beta_from`], with null moves unless `null=off`.
#[must_use]
pub fn alpha_beta_by<G, E>(
    options: &[EngineOption],
    usual: &E,
    choose: impl Fn(&Settings) -> Result<E, EngineError> + Send + Sync + 'static,
) -> Offer<G>
where
    G: ZeroSum + Keyed + Indexed + Pass,
    E: Evaluator<G> + Sync + 'static,
{
    Offer::new("ab", ALPHA_BETA, &[&walk_of(usual), NULL, options], move |settings| {
        let search = AlphaBeta::new(choose(settings)?).options(walk_options(settings)).indexed();
        match settings.flag("null") {
            Some(false) => apart(|| boxed(search)),
            _ => boxed(search.null_move()),
        }
    })
    .slipping()
}

const BEST_FIRST: &[EngineOption] = &[TIME, NODES, ITERATIONS, LINES, TREE];

/// Descent, for any game with an evaluator.
#[must_use]
pub fn descent<G, E>(eval: E) -> Offer<G>
where
    G: takeback_core::Game,
    E: Evaluator<G> + Sync + 'static,
{
    Offer::new("descent", "Descent: best-first minimax played to the end", &[BEST_FIRST], {
        move |_| apart(|| boxed(BestFirst::descent(eval.clone())))
    })
}

fn unbounded<G, E>(eval: E) -> Offer<G>
where
    G: takeback_core::Game,
    E: Evaluator<G> + Sync + 'static,
{
    Offer::new("ubfm", "unbounded best-first minimax", &[BEST_FIRST], {
        move |_| apart(|| boxed(BestFirst::unbounded(eval.clone())))
    })
}

/// Exact answers: depth-first proof-number search, and everything to the end.
#[must_use]
pub fn proofs<G: Keyed + ZeroSum>() -> Vec<Offer<G>> {
    vec![
        Offer::new(
            "dfpn",
            "depth-first proof-number search: won, lost or drawn, proven",
            &[&[TIME, NODES, THREADS, TABLE]],
            |_| apart(|| boxed(Dfpn::new())),
        ),
        Offer::new(
            "solve",
            "every line to the end: the exact value of every move",
            &[&[TIME, NODES, DEPTH, TREE]],
            |_| apart(|| boxed(Exhaustive::keyed())),
        )
        .to_the_end(),
    ]
}

/// Two players, one's gain the other's loss, everything seen: all there is.
#[must_use]
pub fn duel<G, E>(eval: E) -> Vec<Offer<G>>
where
    G: ZeroSum + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    let mut all = vec![alpha_beta(eval.clone()), traced(), unbounded(eval.clone()), descent(eval)];
    all.extend(proofs());
    all.push(random_offer());
    all
}

/// The same for games that come with a network: `ab:learned` and `mcts:learned` play with it.
#[must_use]
pub fn duel_learned<G, E>(eval: E, shipped: &'static [u8]) -> Vec<Offer<G>>
where
    G: ZeroSum + Keyed + Indexed + RandomMove + Features,
    E: Evaluator<G> + Sync + 'static,
{
    let mut all = duel_learning(eval.clone());
    let (usual, judge) = (Learned::new(eval.clone()), eval.clone());
    all[0] = alpha_beta_from(&[NET, SHIPPED], &usual, move |settings| {
        Learned::chosen_or(settings, eval.clone(), shipped)
    });
    all[1] = traced_learning(judge, Some(shipped));
    all
}

/// The same for games with features: `ab` and `mcts` also play with a network.
#[must_use]
pub fn duel_learning<G, E>(eval: E) -> Vec<Offer<G>>
where
    G: ZeroSum + Keyed + Indexed + RandomMove + Features,
    E: Evaluator<G> + Sync + 'static,
{
    let usual = Learned::new(eval.clone());
    let ab = {
        let eval = eval.clone();
        alpha_beta_from(&[NET], &usual, move |settings| Learned::chosen(settings, eval.clone()))
    };
    let mut all =
        vec![ab, traced_learning(eval.clone(), None), unbounded(eval.clone()), descent(eval)];
    all.extend(proofs());
    all.push(random_offer());
    all
}

/// Any number of players, everything seen, chance allowed.
#[must_use]
pub fn many<G, E>(eval: E) -> Vec<Offer<G>>
where
    G: Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    let mut all = table_of(eval.clone());
    // With two at the table the other one is all others: paranoid search is
    // expectiminimax where dice are rolled.
    let options = walk_of(&eval);
    all.push(Offer::new("expectimax", "expectiminimax: chance by its weights", &[&options], {
        move |settings| boxed(Paranoid::new(eval.clone()).options(walk_options(settings)).indexed())
    }));
    all.push(sampled());
    all.push(random_offer());
    all
}

/// Exact values where dice bring positions round again, for games with few enough
/// positions from this start. All players of it share one solution, which is made by
/// those who need it first, in the time they have, and is no part of the memory of any
/// search. Who has no time to wait for it looks ahead with `eval` meanwhile.
#[must_use]
pub fn exact<G, E>(
    start: impl Fn() -> G + Send + Sync + 'static,
    eval: E,
    solution: &'static LazyLock<Arc<SharedSolution<G>>>,
    positions: usize,
) -> Offer<G>
where
    G: Keyed + Indexed,
    E: Evaluator<G> + Sync + 'static,
{
    Offer::new(
        "exact",
        "every position valued exactly, chance and rounds included: solves the game first",
        &[],
        move |_| {
            apart(|| {
                let exact = Stochastic::sharing(start(), Arc::clone(solution), positions);
                boxed(exact.meanwhile(Box::new(Paranoid::new(eval.clone()).indexed())))
            })
        },
    )
    .to_the_end()
}

/// The searches for more than two: everybody for himself, all against one, one
/// opponent a round against one.
#[must_use]
pub fn table_of<G, E>(eval: E) -> Vec<Offer<G>>
where
    G: Keyed + Indexed,
    E: Evaluator<G> + Sync + 'static,
{
    table_by(&[], &eval.clone(), move |_| Ok(eval.clone()))
}

/// The same for games with features, where so many play: also with a network.
#[must_use]
pub fn table_learning<G, E>(eval: E, players: usize) -> Vec<Offer<G>>
where
    G: Keyed + Indexed + Features,
    E: Evaluator<G> + Sync + 'static,
{
    table_by(&[NET], &Learned::new(eval.clone()), move |settings| {
        Learned::chosen_for(players, settings, eval.clone())
    })
}

/// By the evaluator that `choose` makes of these options too. `usual` tells which others act.
fn table_by<G, E>(
    more: &[EngineOption],
    usual: &E,
    choose: impl Fn(&Settings) -> Result<E, EngineError> + Send + Sync + 'static,
) -> Vec<Offer<G>>
where
    G: Keyed + Indexed,
    E: Evaluator<G> + Sync + 'static,
{
    let options = walk_of(usual);
    let choose = Arc::new(choose);
    let (a, b, c) = (Arc::clone(&choose), Arc::clone(&choose), choose);
    vec![
        Offer::new("maxn", "max^n: everybody for himself", &[WALK, more], move |settings| {
            boxed(MaxN::new(a(settings)?))
        })
        .slipping(),
        Offer::new("paranoid", "paranoid: all against one", &[&options, more], move |settings| {
            let eval = b(settings)?;
            apart(|| boxed(Paranoid::new(eval).options(walk_options(settings)).indexed()))
        }),
        Offer::new(
            "brs",
            "best-reply search: the strongest opponent answers",
            &[&options, more],
            move |settings| {
                boxed(BestReply::new(c(settings)?).options(walk_options(settings)).indexed())
            },
        )
        .slipping(),
    ]
}

const JOINT: &[EngineOption] = &[
    EngineOption::new(
        "answer",
        Takes::Word(&["mixed", "pessimistic"]),
        "mixed",
        "how a round is answered: by the equilibrium, or by the worst case",
    ),
    EngineOption::new("sampled", Takes::Flag, "off", "draw the move from the mix"),
];

const DECOUPLED: &[EngineOption] = &[
    EngineOption::new("c", Takes::Number(0.0, 100.0), "0.8", "weight of exploration"),
    EngineOption::new("bandit", Takes::Word(&["uct", "regret"]), "uct", "how each seat chooses"),
    EngineOption::new("mixing", Takes::Flag, "off", "draw the move from the mix"),
];

/// Rounds in which several choose at once.
#[must_use]
pub fn together<G, E>(eval: E) -> Vec<Offer<G>>
where
    G: Simultaneous + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    vec![
        Offer::new(
            "joint",
            "matrix games: every round solved by its equilibrium",
            &[&[TIME, NODES, DEPTH, LINES, TABLE, SEED.needing(&["sampled"])], JOINT],
            move |settings| {
                let answer = match settings.word("answer") {
                    Some("pessimistic") => Concept::Pessimistic,
                    _ => Concept::Mixed,
                };
                let joint = Joint::new(eval.clone(), answer);
                boxed(if settings.flag("sampled") == Some(true) { joint.sampled() } else { joint })
            },
        ),
        Offer::new(
            "duct",
            "decoupled MCTS: each seat chooses for itself",
            &[&[TIME, NODES, ITERATIONS, THREADS, SEED, LINES, TREE], DECOUPLED],
            |settings| {
                let c = settings.number("c").map(|c| c as f32);
                let bandit = match settings.word("bandit") {
                    Some("regret") => Bandit::Regret(c.unwrap_or(0.1)),
                    _ => Bandit::Uct(c.unwrap_or(0.8)),
                };
                let search = Decoupled::new(bandit, Stepwise::new(Drawing));
                boxed(if settings.flag("mixing") == Some(true) { search.mixing() } else { search })
            },
        ),
        random_offer_choosing(|game: &G, seat, out| game.choices(seat, out)),
    ]
}
