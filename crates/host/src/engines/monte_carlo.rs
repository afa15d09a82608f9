//! Monte-Carlo tree search on offer, by what a game can do.
//!
//! Each form is a type of its own and declares the options that act on it: a
//! search without an evaluator has no cut and no minimax back-ups, and one
//! that does not hear of all moves of a playout has no RAVE.

use super::learned::{Learned, NET, POLICY, SHIPPED};
use super::preferring::Preferring;
use super::{Built, EngineError, Offer, apart, boxed};
use crate::FULL;
use crate::spec::{
    EngineOption, ITERATIONS, LINES, NODES, SEED, Settings, THREADS, TIME, TREE, Takes,
};
use takeback_core::{
    Evaluator, Features, Game, HAS_THREADS, Indexed, Keyed, Playout, RandomMove, TracedPlayout,
};
use takeback_search::mcts::{
    Drawing, Guide, Judged, Listing, Mcts, Options, Parallel, Rave, Rollout, Root, Rule, Stepwise,
    Trace, Whole, WholeTraced,
};

const LIMITS: &[EngineOption] = &[TIME, NODES, ITERATIONS, THREADS, SEED, LINES, TREE];

const ANY: u64 = u64::MAX;

const TREE_SEARCH: &[EngineOption] = &[
    EngineOption::new("c", Takes::Number(0.0, 100.0), "0.4", "weight of exploration"),
    EngineOption::new("solver", Takes::Flag, "on", "back up proven results (MCTS-Solver)"),
    EngineOption::new(
        "gumbel",
        Takes::Count(2, 4096),
        "off",
        "sequential halving over so many root moves (Gumbel root)",
    ),
    EngineOption::new("reuse", Takes::Flag, "on", "keep the tree from move to move"),
    EngineOption::new(
        "parallel",
        Takes::Word(&["tree", "root"]),
        "tree",
        "how threads share the work: one tree, or one each",
    )
    .needing(&["threads"]),
];

const JUDGED: &[EngineOption] = &[
    EngineOption::new(
        "rule",
        Takes::Word(&["uct", "puct"]),
        "uct",
        "how children are compared: upper confidence bounds, or priors as AlphaZero does",
    ),
    EngineOption::new(
        "minimax",
        Takes::Number(0.0, 1.0),
        "0",
        "weight of implicit minimax back-ups of the evaluator",
    ),
    EngineOption::new(
        "cut",
        Takes::Count(0, 100_000),
        "as the game plays best",
        "end playouts after so many plies and judge the position",
    ),
];

/// The weight of minimax back-ups for games whose evaluator is to be trusted more
/// than a mean of few leaves. In chess 0.6 scores 77 % [69, 85] of 100 against
/// 0.3, and that 86 % [79, 93] against none, at 1,000 simulations; in CoTuLenh
/// 51.7 % [43.9, 59.4] of 60 and 64.5 % [57.3, 71.7] of 100.
pub const BACK_UPS: f32 = 0.6;

const TRACED: &[EngineOption] = &[
    EngineOption::new("rave", Takes::Flag, "off", "learn from all moves of a playout (AMAF)"),
    EngineOption::new(
        "grave",
        Takes::Count(1, ANY),
        "off",
        "the same, borrowed from ancestors below this many visits",
    ),
];

/// The options that settings ask for, over these. Reads those of `TREE_SEARCH`
/// and `JUDGED`; whoever offers fewer declares fewer.
#[must_use]
pub fn options(settings: &Settings, mut options: Options) -> Options {
    if let Some(rule) = settings.word("rule") {
        options.rule = if rule == "puct" { Rule::Puct } else { Rule::Uct };
    }
    if let Some(c) = settings.number("c") {
        options.exploration = c as f32;
    }
    if let Some(minimax) = settings.number("minimax") {
        options.minimax = minimax as f32;
    }
    if let Some(solver) = settings.flag("solver") {
        options.solver = solver;
    }
    if let Some(considered) = settings.count("gumbel") {
        options.root = Root::Gumbel { considered: considered as usize };
    }
    if let Some(parallel) = settings.word("parallel") {
        options.parallel = if parallel == "root" { Parallel::Root } else { Parallel::Tree };
    }
    options
}

/// Whether all moves of a playout are to be heard, and how far borrowed.
fn all_moves_as_first(settings: &Settings) -> Option<Rave> {
    let below = settings.count("grave");
    let asked = settings.flag("rave") == Some(true) || below.is_some();
    asked.then(|| Rave { borrow_below: below.unwrap_or(0) as u32, ..Rave::default() })
}

fn reuse<G, R, T, P>(settings: &Settings, mcts: Mcts<G, R, T, P>) -> Built<G>
where
    G: Game + Keyed,
    R: Rollout<G> + 'static,
    T: Trace<G> + 'static,
    P: Guide<G> + 'static,
{
    if settings.flag("reuse") == Some(false) {
        apart(|| boxed(mcts))
    } else {
        boxed(mcts.reusing())
    }
}

const ABOUT: &str = "Monte Carlo tree search with random playouts";

/// Playouts by random moves and nothing else.
#[must_use]
pub fn sampled<G: Keyed + RandomMove>() -> Offer<G> {
    Offer::new("mcts", ABOUT, &[LIMITS, TREE_SEARCH], |settings| {
        let options = options(settings, Options::default());
        reuse(settings, Mcts::new(Stepwise::new(Drawing)).with(options))
    })
}

/// Playouts that list the moves of every position: for games that offer no more.
#[must_use]
pub fn by_lists<G: Keyed>() -> Offer<G> {
    by_lists_exploring(None)
}

/// The same, exploring as the game says.
pub(super) fn by_lists_exploring<G: Keyed>(exploring: Option<fn(&G) -> f32>) -> Offer<G> {
    Offer::new("mcts", ABOUT, &[LIMITS, TREE_SEARCH], move |settings| {
        let options = options(settings, Options::default());
        let mcts = Mcts::new(Stepwise::new(Listing::default())).with(options);
        match exploring {
            None => reuse(settings, mcts),
            Some(factor) => reuse(settings, mcts.exploring(factor)),
        }
    })
}

/// Playouts by random moves, also with all moves as first.
#[must_use]
pub fn traced<G: Keyed + Indexed + RandomMove>() -> Offer<G> {
    Offer::new("mcts", ABOUT, &[LIMITS, TREE_SEARCH, TRACED], |settings| {
        let mut options = options(settings, Options::default());
        let mcts = Mcts::new(Stepwise::new(Drawing));
        match all_moves_as_first(settings) {
            None => reuse(settings, mcts.with(options)),
            Some(rave) => {
                options.rave = rave;
                apart(|| reuse(settings, mcts.with(options).rave()))
            }
        }
    })
}

/// How much is explored where a network prefers moves.
const PREFERRED: f32 = 1.0;

/// The same; with a network, perhaps the one that comes with the game, nothing is played out, and
/// its judgement of a leaf is what is learned.
#[must_use]
pub(super) fn traced_learning<G, E>(eval: E, shipped: Option<&'static [u8]>) -> Offer<G>
where
    G: Keyed + Indexed + RandomMove + Features,
    E: Evaluator<G> + Sync + 'static,
{
    let nets: &[EngineOption] =
        if shipped.is_some() { &[NET, POLICY, SHIPPED] } else { &[NET, POLICY] };
    traced().adjusted(nets, move |settings, usual| {
        let Some(judge) = Learned::asked_for(settings, eval.clone(), shipped)? else {
            return usual;
        };
        if settings.says("rave") || settings.says("grave") {
            let why = "a network judges leaves, and there is no playout to learn moves from; \
                       leave out the network, or rave and grave";
            return Err(EngineError::Clash { engine: "mcts", why });
        }
        let judge = judge.over_moves()?;
        let rollout = Stepwise::new(Drawing).cut(0, judge.clone());
        if !judge.has_policy() {
            let options = options(settings, Options::default());
            return apart(|| reuse(settings, Mcts::new(rollout).with(options)));
        }
        let usual = Options { rule: Rule::Puct, exploration: PREFERRED, ..Options::default() };
        let options = options(settings, usual);
        let mcts = Mcts::new(rollout).with(options).guided(Preferring::new(judge));
        apart(|| reuse(settings, mcts))
    })
}

/// As [`judged`] for games with features, where so many play: also with a network, which judges
/// leaves at once unless `cut` says otherwise.
#[must_use]
pub fn judged_learning_for<G, E>(players: usize, eval: E, usual: Options, cut: u32) -> Offer<G>
where
    G: Keyed + Indexed + RandomMove + Features,
    E: Evaluator<G> + Sync + 'static,
{
    let choose = move |settings: &Settings| {
        Learned::chosen_for(players, settings, eval.clone())?.over_moves()
    };
    judged_by(&[NET, POLICY], usual, cut, choose, Preferring::new)
}

/// The same for two, with what `choose` makes of these options too: [`NET`], and [`SHIPPED`] of a game that
/// comes with a network.
#[must_use]
pub fn judged_learning_by<G, E>(
    options: &[EngineOption],
    usual: Options,
    cut: u32,
    choose: impl Fn(&Settings) -> Result<Learned<G, E>, EngineError> + Send + Sync + 'static,
) -> Offer<G>
where
    G: Keyed + Indexed + RandomMove + Features,
    E: Evaluator<G> + Sync + 'static,
{
    let choose = move |settings: &Settings| choose(settings)?.over_moves();
    judged_by(&[options, &[POLICY]].concat(), usual, cut, choose, Preferring::new)
}

/// An offer for two; where a network is asked for, perhaps the one that comes with the game, it judges leaves at
/// once unless `cut` says otherwise. Its preferences for moves are the priors, or its judgements where it has none.
#[must_use]
pub fn or_learning<G, E>(
    offer: Offer<G>,
    usual: Options,
    eval: E,
    shipped: Option<&'static [u8]>,
) -> Offer<G>
where
    G: Keyed + Indexed + RandomMove + Features,
    E: Evaluator<G> + Sync + 'static,
{
    let nets: &[EngineOption] =
        if shipped.is_some() { &[NET, POLICY, SHIPPED] } else { &[NET, POLICY] };
    offer.or(nets, move |settings| {
        let judge = Learned::asked_for(settings, eval.clone(), shipped).transpose()?;
        Some(judge.and_then(Learned::over_moves).and_then(|judge| {
            let plies = settings.count("cut").map_or(0, |plies| plies as u32);
            let rollout = Stepwise::new(Drawing).cut(plies, judge.clone());
            let mcts = Mcts::new(rollout).with(options(settings, usual));
            apart(|| reuse(settings, mcts.guided(Preferring::new(judge))))
        }))
    })
}

/// Playouts that may be cut short and judged; priors by the evaluator. `usual`
/// is what the game plays best with, `cut` its usual length of playouts.
#[must_use]
pub fn judged<G, E>(eval: E, usual: Options, cut: u32) -> Offer<G>
where
    G: Keyed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    judged_by(&[], usual, cut, move |_| Ok(eval.clone()), Judged::new)
}

/// As [`judged`], by the evaluator that `choose` makes of these options too, and guided as it says.
fn judged_by<G, E, P>(
    more: &[EngineOption],
    usual: Options,
    cut: u32,
    choose: impl Fn(&Settings) -> Result<E, EngineError> + Send + Sync + 'static,
    guide: impl Fn(E) -> P + Send + Sync + 'static,
) -> Offer<G>
where
    G: Keyed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
    P: Guide<G> + 'static,
{
    const ABOUT: &str = "Monte Carlo tree search judged by the game's evaluator";
    let rule = if usual.rule == Rule::Puct { "puct" } else { "uct" };
    let usually = |option: &EngineOption| match option.name {
        "rule" => EngineOption { default: rule, ..*option },
        "minimax" if usual.minimax == BACK_UPS => EngineOption { default: "0.6", ..*option },
        _ => *option,
    };
    let own: Vec<EngineOption> = JUDGED.iter().map(usually).collect();
    let common = |option: &EngineOption| match option.name {
        "c" if usual.exploration == 1.0 => EngineOption { default: "1", ..*option },
        _ => *option,
    };
    let common: Vec<EngineOption> = TREE_SEARCH.iter().map(common).collect();
    // Where leaves are judged at once, nothing is drawn by lot.
    let drawn = |option: &EngineOption| match option.name {
        "seed" if cut == 0 => SEED.needing(&["cut", "gumbel", "threads"]),
        _ => *option,
    };
    let limits: Vec<EngineOption> = LIMITS.iter().map(drawn).collect();
    Offer::new("mcts", ABOUT, &[&limits, &common, &own, more], move |settings| {
        let options = options(settings, usual);
        let eval = choose(settings)?;
        let cut = if settings.says(NET.name) { 0 } else { cut };
        let plies = settings.count("cut").map_or(cut, |plies| plies as u32);
        // Games with an evaluator climb their levels by other searches, so this one is rarely asked;
        // but where there are threads it is one of the two that use them.
        if !(FULL || HAS_THREADS) {
            return Err(EngineError::Apart);
        }
        let rollout = Stepwise::new(Drawing).cut(plies, eval.clone());
        reuse(settings, Mcts::new(rollout).with(options).guided(guide(eval)))
    })
}

/// Whole games at once, for games that know a shortcut.
#[must_use]
pub fn whole<G: Keyed + Playout>() -> Offer<G> {
    Offer::new("mcts", ABOUT, &[LIMITS, TREE_SEARCH], |settings| {
        let options = options(settings, Options::default());
        reuse(settings, Mcts::new(Whole::default()).with(options))
    })
}

/// Whole games at once that also tell who played what.
#[must_use]
pub fn whole_traced<G: Keyed + TracedPlayout>() -> Offer<G> {
    Offer::new("mcts", ABOUT, &[LIMITS, TREE_SEARCH, TRACED], |settings| {
        let mut options = options(settings, Options::default());
        match all_moves_as_first(settings) {
            None => reuse(settings, Mcts::new(Whole::default()).with(options)),
            Some(rave) => {
                options.rave = rave;
                apart(|| reuse(settings, Mcts::new(WholeTraced::default()).with(options).rave()))
            }
        }
    })
}
