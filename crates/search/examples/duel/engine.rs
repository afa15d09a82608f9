//! Searches by a line of text.

use std::collections::HashMap;
use std::time::Duration;
use takeback_chess::{Chess, Material};
use takeback_core::{Evaluator, Indexed, Keyed, Pass, RandomMove, ZeroSum};
use takeback_cotulenh::{CoTuLenh, Eval};
use takeback_hex::{Hex, Resistance};
use takeback_ringrift::{Board, Duel, Judge};
use takeback_search::alphabeta::{self, AlphaBeta};
use takeback_search::mcts::{self, Drawing, Mcts, Stepwise, Whole};
use takeback_search::{Limits, Search};
use takeback_small::{ConnectFour, Threats};

/// A game that can take part.
pub(crate) trait Suited: Keyed + ZeroSum + Indexed + RandomMove {
    /// Who judges it.
    type Eval: Evaluator<Self> + Sync + 'static;

    /// Alpha-beta, with null moves where the game passes.
    fn alpha_beta(eval: Self::Eval, options: alphabeta::Options) -> Box<dyn Search<Self>> {
        Box::new(AlphaBeta::new(eval).indexed().options(options))
    }

    /// Monte-Carlo tree search with whole playouts.
    fn monte_carlo(options: mcts::Options) -> Box<dyn Search<Self>> {
        Box::new(Mcts::new(Stepwise::new(Drawing)).with(options))
    }
}

fn passing<G: Suited + Pass>(eval: G::Eval, options: alphabeta::Options) -> Box<dyn Search<G>> {
    Box::new(AlphaBeta::new(eval).indexed().null_move().options(options))
}

impl Suited for Chess {
    type Eval = Material;
    fn alpha_beta(eval: Material, options: alphabeta::Options) -> Box<dyn Search<Self>> {
        passing(eval, options)
    }
}
impl Suited for CoTuLenh {
    type Eval = Eval;
    fn alpha_beta(eval: Eval, options: alphabeta::Options) -> Box<dyn Search<Self>> {
        passing(eval, options)
    }
}
impl<B: Board> Suited for Duel<B> {
    type Eval = Judge;
}
impl Suited for ConnectFour {
    type Eval = Threats;
}
impl Suited for Hex {
    type Eval = Resistance;
    fn monte_carlo(options: mcts::Options) -> Box<dyn Search<Self>> {
        Box::new(Mcts::new(Whole::default()).with(options))
    }
}

/// A family of searches, and numbers by name.
pub(crate) struct Spec {
    family: String,
    numbers: HashMap<String, f64>,
}

impl Spec {
    pub(crate) fn read(text: &str) -> Spec {
        let (family, rest) = text.split_once(':').unwrap_or((text, ""));
        let pairs = rest.split(',').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, number) = pair.split_once('=').expect("NAME=NUMBER");
            (name.to_owned(), number.parse().expect("a number"))
        });
        Spec { family: family.to_owned(), numbers: pairs.collect() }
    }

    fn get(&self, name: &str) -> Option<f64> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn limits(&self) -> Limits {
        let count = |name| self.get(name).map(|n| n as u64);
        let usual = Limits::default();
        Limits {
            time: self.get("time").map(|ms| Duration::from_secs_f64(ms / 1000.0)),
            nodes: count("nodes"),
            depth: count("depth").map(|n| n as u32),
            iterations: count("iterations"),
            memory: count("memory").map_or(usual.memory, |n| n as usize),
            threads: count("threads").map_or(1, |n| n as usize),
            ..usual
        }
    }

    fn alpha_beta(&self) -> alphabeta::Options {
        let mut options = alphabeta::Options::default();
        if let Some(on) = self.get("quiescence") {
            options.quiescence = on != 0.0;
        }
        if let Some(on) = self.get("late") {
            options.late_moves = on != 0.0;
        }
        if let Some(on) = self.get("pruning") {
            options.pruning = on != 0.0;
        }
        options
    }

    fn monte_carlo(&self) -> mcts::Options {
        let mut options = mcts::Options::default();
        if let Some(c) = self.get("c") {
            options.exploration = c as f32;
        }
        options
    }
}

/// The search that a specification names.
pub(crate) fn build<G: Suited>(spec: &Spec, eval: &G::Eval) -> Box<dyn Search<G>> {
    match spec.family.as_str() {
        "ab" => G::alpha_beta(eval.clone(), spec.alpha_beta()),
        "mcts" => G::monte_carlo(spec.monte_carlo()),
        "cut" => {
            let plies = spec.get("plies").map_or(0, |n| n as u32);
            let rollout = Stepwise::new(Drawing).cut(plies, eval.clone());
            Box::new(Mcts::new(rollout).with(spec.monte_carlo()))
        }
        other => panic!("{other}: ab, mcts or cut"),
    }
}
