//! Which searches suit which games.

use super::{Built, EngineError, boxed, monte_carlo, random, random_choosing, unsuited};
use takeback_core::{
    Blind, Evaluator, Hidden, Indexed, Keyed, Pass, RandomMove, Simultaneous, ZeroSum,
};
use takeback_search::alphabeta::{Options, Parallel};
use takeback_search::bestfirst::BestFirst;
use takeback_search::dfpn::Dfpn;
use takeback_search::ismcts::{IsMcts, Observer};
use takeback_search::joint::{Answer, Joint};
use takeback_search::mcts::{self, Bandit, Decoupled, Drawing, Listing, Walk};
use takeback_search::spec::{Kind, Spec};
use takeback_search::{AlphaBeta, BestReply, Exhaustive, MaxN, Paranoid};

/// Alpha-beta's options as specified.
pub(crate) fn walk_options(spec: &Spec) -> Options {
    let mut options = Options::default();
    if spec.word("parallel") == Some("root") {
        options.parallel = Parallel::Root;
    }
    if let Some(half) = spec.count("aspiration") {
        options.aspiration = (half > 0).then_some(half as i32);
    }
    options.quiescence = spec.flag("quiescence").unwrap_or(options.quiescence);
    options.late_moves = spec.flag("lmr").unwrap_or(options.late_moves);
    options
}

/// No game so far has more than one evaluator to choose from.
fn one_evaluator(spec: &Spec) -> Result<(), EngineError> {
    match spec.word("eval") {
        Some(asked) => Err(EngineError::NoEvaluator { asked: asked.to_owned() }),
        None => Ok(()),
    }
}

/// Two players, one's gain the other's loss, everything seen.
///
/// # Errors
/// When the kind does not suit such games.
pub fn duel<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: ZeroSum + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    if spec.kind() == Kind::AlphaBeta {
        one_evaluator(spec)?;
        return boxed(AlphaBeta::new(eval).options(walk_options(spec)).indexed());
    }
    duel_without_walk(spec, eval)
}

fn duel_without_walk<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: ZeroSum + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    one_evaluator(spec)?;
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::Mcts => monte_carlo(spec, eval),
        Kind::BestFirst => boxed(BestFirst::unbounded(eval)),
        Kind::Descent => boxed(BestFirst::descent(eval)),
        Kind::Dfpn => boxed(Dfpn::new()),
        Kind::Solve => boxed(Exhaustive::keyed()),
        kind => unsuited(
            kind,
            &[
                Kind::AlphaBeta,
                Kind::Mcts,
                Kind::BestFirst,
                Kind::Descent,
                Kind::Dfpn,
                Kind::Solve,
                Kind::Random,
            ],
        ),
    }
}

/// The two searches that are compared under other ways of keeping state:
/// alpha-beta and plain MCTS. Every other search would run as well; each is a
/// type of its own for each strategy, and the binary is large enough.
///
/// # Errors
/// When the kind is another one.
pub fn compared<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: ZeroSum + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    one_evaluator(spec)?;
    match spec.kind() {
        Kind::AlphaBeta => boxed(AlphaBeta::new(eval).options(walk_options(spec)).indexed()),
        Kind::Mcts => {
            let options = super::monte_carlo_options(spec, mcts::Options::default());
            boxed(mcts::Mcts::new(Walk::new(Drawing)).with(options))
        }
        kind => unsuited(kind, &[Kind::AlphaBeta, Kind::Mcts]),
    }
}

/// The engines for two that most people use, where a game has many boards and
/// every search would be built for each.
///
/// # Errors
/// When the kind is another one.
pub fn brief<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: ZeroSum + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::Descent => boxed(BestFirst::descent(eval)),
        Kind::AlphaBeta | Kind::Mcts => compared(spec, eval),
        kind => unsuited(kind, &[Kind::AlphaBeta, Kind::Mcts, Kind::Descent, Kind::Random]),
    }
}

/// As [`brief`], with null moves unless `null=off`.
///
/// # Errors
/// When the kind is another one.
pub fn brief_passing<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: ZeroSum + Keyed + Indexed + RandomMove + Pass,
    E: Evaluator<G> + Sync + 'static,
{
    if spec.kind() == Kind::AlphaBeta && spec.flag("null") != Some(false) {
        one_evaluator(spec)?;
        return boxed(AlphaBeta::new(eval).options(walk_options(spec)).indexed().null_move());
    }
    brief(spec, eval)
}

/// More than two on boards so large that only these two look far enough.
///
/// # Errors
/// When the kind is another one.
pub fn many_brief<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    one_evaluator(spec)?;
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::BestReply => boxed(BestReply::new(eval).options(walk_options(spec)).indexed()),
        Kind::Mcts => {
            let options = super::monte_carlo_options(spec, mcts::Options::default());
            boxed(mcts::Mcts::new(Walk::new(Drawing)).with(options))
        }
        kind => unsuited(kind, &[Kind::BestReply, Kind::Mcts, Kind::Random]),
    }
}

/// Any number of players, everything seen, chance allowed.
///
/// # Errors
/// When the kind does not suit such games.
pub fn many<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    one_evaluator(spec)?;
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::MaxN => boxed(MaxN::new(eval)),
        // With two at the table the other one is all others: paranoid search is
        // expectiminimax where dice are rolled.
        Kind::Paranoid | Kind::Expectimax => {
            boxed(Paranoid::new(eval).options(walk_options(spec)).indexed())
        }
        Kind::BestReply => boxed(BestReply::new(eval).options(walk_options(spec)).indexed()),
        Kind::Descent => boxed(BestFirst::descent(eval)),
        Kind::Mcts => many_brief(spec, eval),
        kind => unsuited(
            kind,
            &[
                Kind::MaxN,
                Kind::Paranoid,
                Kind::Expectimax,
                Kind::BestReply,
                Kind::Mcts,
                Kind::Descent,
                Kind::Random,
            ],
        ),
    }
}

/// Rounds in which several choose at once.
///
/// # Errors
/// When the kind does not suit such games.
pub fn together<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: Simultaneous + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    one_evaluator(spec)?;
    match spec.kind() {
        Kind::Random => boxed(random_choosing(|game: &G, seat, out| game.choices(seat, out))),
        Kind::Joint => {
            let worst = spec.word("answer") == Some("pessimistic");
            let answer = if worst { Answer::Pessimistic } else { Answer::Mixed };
            let joint = Joint::new(eval, answer);
            boxed(if spec.flag("sampled") == Some(true) { joint.sampled() } else { joint })
        }
        Kind::Decoupled => {
            let c = spec.number("c").map(|c| c as f32);
            let bandit = match spec.word("bandit") {
                Some("regret") => Bandit::Regret(c.unwrap_or(0.1)),
                _ => Bandit::Uct(c.unwrap_or(0.8)),
            };
            let search = Decoupled::new(bandit, Walk::new(Drawing));
            boxed(if spec.flag("mixing") == Some(true) { search.mixing() } else { search })
        }
        kind => unsuited(kind, &[Kind::Joint, Kind::Decoupled, Kind::Random]),
    }
}

/// Hidden information.
///
/// # Errors
/// When the kind does not suit such games.
pub fn hidden<G>(spec: &Spec) -> Built<G>
where
    G: Hidden + RandomMove,
{
    one_evaluator(spec)?;
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::IsMcts => {
            let single = spec.word("observer") == Some("single");
            let observer = if single { Observer::Single } else { Observer::Multiple };
            let mut search = IsMcts::new(observer, Walk::new(Drawing));
            if let Some(c) = spec.number("c") {
                search.exploration = c as f32;
            }
            boxed(search)
        }
        kind => unsuited(kind, &[Kind::IsMcts, Kind::Random]),
    }
}

/// Games that offer nothing but their rules, such as those of the element kit.
///
/// # Errors
/// When the kind is another one.
pub fn listed<G: Keyed + ZeroSum>(spec: &Spec) -> Built<G> {
    one_evaluator(spec)?;
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::AlphaBeta => boxed(AlphaBeta::new(Blind).options(walk_options(spec))),
        Kind::Mcts => {
            let options = super::monte_carlo_options(spec, mcts::Options::default());
            boxed(mcts::Mcts::new(Walk::new(Listing::default())).with(options))
        }
        kind => unsuited(kind, &[Kind::AlphaBeta, Kind::Mcts, Kind::Random]),
    }
}
