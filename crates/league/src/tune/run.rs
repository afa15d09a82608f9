//! Tuning an evaluator by games.
//!
//! SPSA plays a few games between the two points of each step. CMA-ES lets
//! every point of a cloud play the same games against the weights that the
//! tuning began with. In the end a match of the tuned weights against those of
//! the beginning, with a sequential test, says whether it was worth it.

use super::{Cma, Gains, Spsa};
use crate::external::Contender;
use crate::matches::stats::Sprt;
use crate::matches::{MatchError, MatchResult, Openings, Plan as MatchPlan, run as play_match};
use serde::{Deserialize, Serialize};
use std::path::Path;
use takeback_core::SplitMix;
use takeback_host::Chosen;
use takeback_host::files::{replace, sweep};
use takeback_host::spec::Spec;
use takeback_host::weights::Weight;

/// Which optimiser.
#[derive(Copy, Clone, Debug, Deserialize, Serialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Simultaneous perturbation.
    Spsa,
    /// Covariance matrix adaptation.
    Cma,
}

/// What to tune and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The engine whose evaluator is tuned.
    pub spec: Spec,
    /// Names of the weights to move; all, if empty.
    pub only: Vec<String>,
    /// How.
    pub method: Method,
    /// Steps of SPSA, generations of CMA-ES.
    pub steps: u64,
    /// Games of each comparison.
    pub games: u64,
    /// Random moves at the start of games.
    pub opening: u32,
    /// Seed of everything.
    pub seed: u64,
    /// Games at once.
    pub threads: usize,
    /// Games of the final match at most.
    pub verdict: u64,
    /// Its test.
    pub sprt: Sprt,
}

/// Where a tuning stands; kept in a file between steps.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
pub struct State {
    /// What is being tuned; another plan cannot go on with this state.
    pub plan: String,
    /// Steps done.
    pub done: u64,
    /// Games played.
    pub games: u64,
    /// The weights now.
    pub weights: Vec<(String, i32)>,
    optimiser: Optimiser,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Optimiser {
    Spsa(Spsa),
    Cma(Cma),
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// All weights, tuned ones included, in the order of the game.
    pub weights: Vec<i32>,
    /// The last state.
    pub state: State,
    /// Tuned against default.
    pub result: MatchResult,
}

/// Why there is nothing to tune.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum TuneError {
    #[error("this variant has no evaluator with named weights")]
    NoWeights,
    #[error("no weight is called {asked:?}; known: {known}")]
    UnknownWeight { asked: String, known: String },
    #[error("{file} belongs to another tuning; give another --state, or the same options")]
    OtherPlan { file: String },
    #[error("{file}: {why}")]
    State { file: String, why: String },
    #[error(transparent)]
    Match(#[from] MatchError),
}

/// Tune; goes on where the state file says, and writes it after every step.
/// `watch` hears where it begins, and of every step once that is in the file.
///
/// # Errors
/// When there are no weights, the state is another tuning's, or games fail.
pub fn run(
    variant: Chosen<'_>,
    plan: &Plan,
    file: &Path,
    watch: &mut dyn FnMut(&State),
) -> Result<Verdict, TuneError> {
    let tuning = Tuning::new(variant, plan)?;
    let mut state = tuning.resume(file)?;
    watch(&state);
    while state.done < plan.steps {
        tuning.step(&mut state)?;
        let text = serde_json::to_string(&state)
            .map_err(|e| TuneError::State { file: name(file), why: e.to_string() })?;
        replace(file, text.as_bytes())
            .map_err(|e| TuneError::State { file: name(file), why: e.to_string() })?;
        // Reading may differ in the last bit: go on with what a reader would.
        state = serde_json::from_str(&text)
            .map_err(|e| TuneError::State { file: name(file), why: e.to_string() })?;
        watch(&state);
    }
    if let (Some(folder), Some(state_file)) = (file.parent(), file.file_name()) {
        sweep(folder, &state_file.to_string_lossy());
    }
    let weights = tuning.weights(&state);
    let mut last = tuning.match_plan(&weights, &tuning.defaults(), plan.verdict, u64::MAX);
    last.sprt = Some(plan.sprt);
    let result = play_match(variant, &last, &|_, _, _| Ok(()), &|_| ())?;
    Ok(Verdict { weights, state, result })
}

fn name(file: &Path) -> String {
    file.display().to_string()
}

/// A tuning taken apart, for whoever plays its games elsewhere: [`begin`](Self::begin),
/// then [`comparisons`](Self::comparisons) and [`tell`](Self::tell) in turn.
pub struct Tuning<'a> {
    variant: Chosen<'a>,
    plan: &'a Plan,
    known: &'a [Weight],
    /// Which of the known ones move.
    moved: Vec<usize>,
}

impl<'a> Tuning<'a> {
    /// The tuning of this plan.
    ///
    /// # Errors
    /// When the variant has no weights, or not those the plan names.
    pub fn new(variant: Chosen<'a>, plan: &'a Plan) -> Result<Self, TuneError> {
        let known = variant.variant.weights();
        if known.is_empty() {
            return Err(TuneError::NoWeights);
        }
        let at = |asked: &String| {
            known.iter().position(|w| w.name == asked).ok_or_else(|| TuneError::UnknownWeight {
                asked: asked.clone(),
                known: known.iter().map(|w| w.name).collect::<Vec<_>>().join(", "),
            })
        };
        let moved = match plan.only.is_empty() {
            true => (0..known.len()).collect(),
            false => plan.only.iter().map(at).collect::<Result<_, _>>()?,
        };
        Ok(Tuning { variant, plan, known, moved })
    }

    /// The weights that the tuning begins with.
    #[must_use]
    pub fn defaults(&self) -> Vec<i32> {
        self.known.iter().map(|w| w.default).collect()
    }

    /// A point of the unit cube as a whole set of weights.
    fn whole(&self, point: &[f64]) -> Vec<i32> {
        let mut all = self.defaults();
        for (&i, x) in self.moved.iter().zip(point) {
            let (low, high) = (f64::from(self.known[i].low), f64::from(self.known[i].high));
            all[i] = (low + x * (high - low)).round() as i32;
        }
        all
    }

    fn resume(&self, file: &Path) -> Result<State, TuneError> {
        let plan = self.text();
        if file.exists() {
            let text = std::fs::read_to_string(file)
                .map_err(|e| TuneError::State { file: name(file), why: e.to_string() })?;
            let state: State = serde_json::from_str(&text)
                .map_err(|e| TuneError::State { file: name(file), why: e.to_string() })?;
            if state.plan != plan {
                return Err(TuneError::OtherPlan { file: name(file) });
            }
            return Ok(state);
        }
        Ok(self.begin())
    }

    /// Before the first step.
    #[must_use]
    pub fn begin(&self) -> State {
        let begin: Vec<f64> = self
            .moved
            .iter()
            .map(|&i| {
                let w = &self.known[i];
                let range = f64::from(w.high) - f64::from(w.low);
                (f64::from(w.default) - f64::from(w.low)) / range.max(1.0)
            })
            .collect();
        let optimiser = match self.plan.method {
            Method::Spsa => {
                Optimiser::Spsa(Spsa::new(begin, Gains::for_steps(self.plan.steps), self.plan.seed))
            }
            Method::Cma => Optimiser::Cma(Cma::new(begin, 0.15, self.plan.seed)),
        };
        let (plan, weights) = (self.text(), Vec::new());
        let mut state = State { plan, done: 0, games: 0, weights, optimiser };
        state.weights = self.named(&state);
        state
    }

    /// All that decides what happens, but not for how long.
    fn text(&self) -> String {
        let plan = self.plan;
        let names: Vec<&str> = self.moved.iter().map(|&i| self.known[i].name).collect();
        format!(
            "{} of {} with {:?}, {} games from {} plies, seed {}",
            names.join(","),
            plan.spec,
            plan.method,
            plan.games,
            plan.opening,
            plan.seed
        )
    }

    fn point<'s>(&self, state: &'s State) -> &'s [f64] {
        match &state.optimiser {
            Optimiser::Spsa(spsa) => &spsa.point,
            Optimiser::Cma(cma) => &cma.mean,
        }
    }

    fn named(&self, state: &State) -> Vec<(String, i32)> {
        let whole = self.weights(state);
        self.known.iter().zip(whole).map(|(w, v)| (w.name.to_owned(), v)).collect()
    }

    /// The weights that a state stands for, all of them.
    #[must_use]
    pub fn weights(&self, state: &State) -> Vec<i32> {
        self.whole(self.point(state))
    }

    /// The match of two sets of weights; `stream` is the number of the step.
    #[must_use]
    pub fn match_plan(&self, a: &[i32], b: &[i32], games: u64, stream: u64) -> MatchPlan {
        let contender = |values: &[i32]| Contender::Own {
            spec: self.plan.spec.clone(),
            file: None,
            weights: self
                .known
                .iter()
                .zip(values)
                .filter(|(w, v)| w.default != **v)
                .map(|(w, v)| (w.name.to_owned(), *v))
                .collect(),
        };
        MatchPlan {
            games,
            openings: Openings::random(self.plan.opening),
            seed: SplitMix::stream(self.plan.seed, stream).next(),
            threads: self.plan.threads,
            ..MatchPlan::new(contender(a), contender(b))
        }
    }

    /// What to compare in a state's next step: pairs of sets of weights.
    #[must_use]
    pub fn comparisons(&self, state: &State) -> Vec<[Vec<i32>; 2]> {
        match &state.optimiser {
            Optimiser::Spsa(spsa) => vec![spsa.pair().map(|point| self.whole(&point))],
            // The same games for every point of a cloud.
            Optimiser::Cma(cma) => {
                cma.ask().iter().map(|point| [self.whole(point), self.defaults()]).collect()
            }
        }
    }

    /// Go on by a step, given the first one's mean score of each comparison and the
    /// games they took.
    pub fn tell(&self, state: &mut State, scores: &[f64], games: u64) {
        match &mut state.optimiser {
            Optimiser::Spsa(spsa) => scores.iter().for_each(|score| spsa.tell(2.0 * score - 1.0)),
            Optimiser::Cma(cma) => {
                let points = cma.ask();
                cma.tell(&points, scores);
            }
        }
        state.done += 1;
        state.games += games;
        state.weights = self.named(state);
    }

    fn step(&self, state: &mut State) -> Result<(), TuneError> {
        let (mut scores, mut games) = (Vec::new(), 0);
        for [a, b] in self.comparisons(state) {
            let plan = self.match_plan(&a, &b, self.plan.games, state.done);
            let result = play_match(self.variant, &plan, &|_, _, _| Ok(()), &|_| ())?;
            scores.push(result.sample.mean());
            games += result.games;
        }
        self.tell(state, &scores, games);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(method: Method, steps: u64) -> Plan {
        Plan {
            spec: "ab:depth=2,tt=1".parse().expect("a spec"),
            only: Vec::new(),
            method,
            steps,
            games: 2,
            opening: 3,
            seed: 1,
            threads: 1,
            verdict: 4,
            sprt: Sprt::new(0.0, 50.0),
        }
    }

    #[test]
    fn a_tuning_goes_on_where_it_stopped() {
        let entry = crate::tests_support::find("connect4").expect("built in");
        let variant = entry.nth(0);
        let folder = std::env::temp_dir().join(format!("takeback-tune-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        for method in [Method::Spsa, Method::Cma] {
            let (one, two) = (folder.join("one"), folder.join("two"));
            let whole = run(variant, &plan(method, 3), &one, &mut |_| ()).expect("tuned");
            // The gains of SPSA follow from the planned length, so it is the
            // same plan that is stopped half way.
            let stopped = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                run(variant, &plan(method, 3), &two, &mut |s| assert!(s.done < 2, "stop")).map(drop)
            }));
            assert!(stopped.is_err());
            let rest = run(variant, &plan(method, 3), &two, &mut |_| ()).expect("tuned");
            assert_eq!((&rest.weights, &rest.state), (&whole.weights, &whole.state));
            assert!(rest.result.games > 0 && rest.result.sprt.is_some());
            let other = Plan { seed: 2, ..plan(method, 3) };
            let refused = run(variant, &other, &two, &mut |_| ());
            assert!(matches!(refused, Err(TuneError::OtherPlan { .. })));
            std::fs::remove_file(&one).expect("ours");
            std::fs::remove_file(&two).expect("ours");
        }
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }

    #[test]
    fn what_cannot_be_tuned_is_said() {
        let entry = crate::tests_support::find("tictactoe").expect("built in");
        let none = run(entry.nth(0), &plan(Method::Spsa, 1), Path::new("x"), &mut |_| ());
        assert!(matches!(none, Err(TuneError::NoWeights)));
        let entry = crate::tests_support::find("connect4").expect("built in");
        let unknown = Plan { only: vec!["beauty".into()], ..plan(Method::Spsa, 1) };
        let unknown = run(entry.nth(0), &unknown, Path::new("x"), &mut |_| ());
        assert!(unknown.is_err_and(|e| e.to_string().contains("known: ")));
    }
}
