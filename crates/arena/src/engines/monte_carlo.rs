//! Monte-Carlo tree search from its specification.

use super::{Built, EngineError, boxed};
use takeback_core::{Evaluator, Game, Indexed, Keyed, RandomMove};
use takeback_search::mcts::{
    Drawing, Guide, Judged, Mcts, Options, Parallel, Rave, Rollout, Root, Rule, Trace, Walk,
    Widening,
};
use takeback_search::spec::Spec;

/// The options a specification asks for, over these.
#[must_use]
pub fn options(spec: &Spec, mut options: Options) -> Options {
    if let Some(rule) = spec.word("rule") {
        options.rule = if rule == "puct" { Rule::Puct } else { Rule::Uct };
    }
    if let Some(c) = spec.number("c") {
        options.exploration = c as f32;
    }
    if let Some(bias) = spec.number("bias") {
        options.bias = bias as f32;
    }
    if let Some(power) = spec.number("widening") {
        options.widening = Some(Widening { factor: 4.0, power: power as f32 });
    }
    if let Some(minimax) = spec.number("minimax") {
        options.minimax = minimax as f32;
    }
    if let Some(solver) = spec.flag("solver") {
        options.solver = solver;
    }
    if let Some(considered) = spec.count("gumbel") {
        options.root = Root::Gumbel { considered: considered as usize };
    }
    if let Some(below) = spec.count("grave") {
        options.rave = Rave { borrow_below: below as u32, ..options.rave };
    }
    if let Some(parallel) = spec.word("parallel") {
        options.parallel = if parallel == "root" { Parallel::Root } else { Parallel::Tree };
    }
    options
}

/// MCTS with rollouts by random moves; judged by the evaluator where the
/// specification asks for a cut, priors or minimax backups.
///
/// # Errors
/// When all moves as first are asked for together with judgements: each form is
/// a type of its own, and this one is not built.
pub fn monte_carlo<G, E>(spec: &Spec, eval: E) -> Built<G>
where
    G: Game + Keyed + Indexed + RandomMove,
    E: Evaluator<G> + Sync + 'static,
{
    let options = options(spec, Options::default());
    let judged = ["cut", "bias", "minimax", "gumbel"].iter().any(|name| spec.says(name))
        || options.rule == Rule::Puct;
    let all_moves = spec.flag("rave") == Some(true) || spec.says("grave");
    match (judged, all_moves) {
        (false, false) => reuse(spec, Mcts::new(Walk::new(Drawing)).with(options)),
        (false, true) => reuse(spec, Mcts::new(Walk::new(Drawing)).with(options).rave()),
        (true, false) => {
            let plies = spec.count("cut").unwrap_or(20_000) as u32;
            let rollout = Walk::new(Drawing).cut(plies, eval.clone());
            reuse(spec, Mcts::new(rollout).with(options).guided(Judged::new(eval)))
        }
        (true, true) => Err(EngineError::Spec(
            "rave does not go together with cut, bias, minimax, gumbel or puct here".to_owned(),
        )),
    }
}

fn reuse<G, R, T, P>(spec: &Spec, mcts: Mcts<G, R, T, P>) -> Built<G>
where
    G: Game + Keyed,
    R: Rollout<G> + 'static,
    T: Trace<G> + 'static,
    P: Guide<G> + 'static,
{
    if spec.flag("reuse") == Some(false) { boxed(mcts) } else { boxed(mcts.reusing()) }
}
