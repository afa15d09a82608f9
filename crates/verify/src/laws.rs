//! The checker's face: what to check, for how long, and what came out.

use crate::aspects::{Aspect, Broken, Fact, basic_aspects, basic_facts};
use crate::{shrink, walk};
use std::fmt::{self, Debug};
use std::time::Duration;
use takeback_core::Game;

/// The laws of one game and how long to walk for them.
///
/// Capabilities are added by the methods in the second block; each compiles
/// only for games that have it.
pub struct Laws<G: Game> {
    pub(crate) name: String,
    pub(crate) starts: Vec<G>,
    pub(crate) aspects: Vec<Aspect<G>>,
    pub(crate) facts: Vec<Fact<G>>,
    pub(crate) twin: Option<Box<Twin<G>>>,
    pub(crate) text: Box<LineText<G>>,
    pub(crate) plies: u64,
    pub(crate) time: Option<Duration>,
    pub(crate) seed: u64,
    pub(crate) threads: usize,
    pub(crate) longest: usize,
    pub(crate) dead_ends: bool,
}

type Twin<G> = dyn Fn(&G, <G as Game>::Move) -> G + Send + Sync;
type LineText<G> = dyn Fn(&G, &[<G as Game>::Move]) -> Vec<String> + Send + Sync;

/// What a run found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Moves made, taken back and compared.
    pub plies: u64,
    /// Games walked, the exhaustive walk counting as one.
    pub games: u64,
    /// The broken law, shrunk; `None` when all laws held.
    pub failure: Option<Failure>,
}

/// A broken law with the shortest line found that breaks it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Failure {
    /// The game's name as given.
    pub game: String,
    /// Which law.
    pub law: String,
    /// The moves from the start; the law breaks with the last one.
    pub line: Vec<String>,
    /// How: a field-by-field difference or a sentence.
    pub detail: String,
    /// The line found first had so many moves.
    pub found_at: usize,
    /// The seed that finds it again.
    pub seed: u64,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: broken law: {}", self.game, self.law)?;
        let line =
            if self.line.is_empty() { "(at the start)".to_owned() } else { self.line.join(" ") };
        writeln!(f, "  after: {line}")?;
        if self.found_at > self.line.len() {
            writeln!(f, "  (shrunk from a line of {} moves)", self.found_at)?;
        }
        for line in self.detail.lines() {
            writeln!(f, "  {line}")?;
        }
        write!(f, "  again: takeback verify {} --seed {}", self.game, self.seed)
    }
}

impl<G: Game + PartialEq + Debug> Laws<G> {
    /// The laws every game must keep, from this start position.
    #[must_use]
    pub fn new(name: impl Into<String>, start: G) -> Self {
        Laws {
            name: name.into(),
            starts: vec![start],
            aspects: basic_aspects(),
            facts: basic_facts(false),
            twin: None,
            text: Box::new(|_, line| line.iter().map(|m| format!("{m:?}")).collect()),
            plies: 20_000,
            time: None,
            seed: 1,
            threads: 1,
            longest: 2_000,
            dead_ends: false,
        }
    }

    /// Walk from this position too.
    #[must_use]
    pub fn also_from(mut self, start: G) -> Self {
        self.starts.push(start);
        self
    }

    /// How many moves to make and take back.
    #[must_use]
    pub fn plies(mut self, plies: u64) -> Self {
        self.plies = plies;
        self
    }

    /// Stop after this time even if plies are left.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.time = Some(time);
        self
    }

    /// Walks depend on the seed alone.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Walk on several threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// Give up a single game after so many moves (it is rolled back as usual).
    #[must_use]
    pub fn longest_game(mut self, moves: usize) -> Self {
        self.longest = moves;
        self
    }

    /// Allow a player in turn to have no move.
    #[must_use]
    pub fn dead_ends(mut self) -> Self {
        self.dead_ends = true;
        self.facts.retain(|fact| fact.name != "moves unless over");
        self
    }

    /// A law of the game's own, to hold at every position.
    #[must_use]
    pub fn law(
        mut self,
        name: &'static str,
        holds: impl Fn(&mut G) -> Result<(), String> + Send + Sync + 'static,
    ) -> Self {
        self.facts.push(Fact { name, holds: Box::new(move |game, _| holds(game)) });
        self
    }

    /// A slow and obvious second way to play a move; make must agree with it.
    #[must_use]
    pub fn twin(mut self, apply: impl Fn(&G, G::Move) -> G + Send + Sync + 'static) -> Self {
        self.twin = Some(Box::new(apply));
        self
    }

    /// Walk and report.
    #[must_use]
    pub fn run(&self) -> Outcome {
        self.run_watched(&|_| ())
    }

    /// Walk and report; `watch` hears now and then how many plies are done.
    #[must_use]
    pub fn run_watched(&self, watch: &(dyn Fn(u64) + Sync)) -> Outcome {
        let walked = walk::run(self, watch);
        let failure = walked.found.map(|found| {
            let (line, broken) = shrink::shrink(self, &found);
            self.failure(found.start, &line, broken, found.line.len())
        });
        Outcome { plies: walked.plies, games: walked.games, failure }
    }

    fn failure(&self, start: usize, line: &[G::Move], broken: Broken, found_at: usize) -> Failure {
        let text = crate::quiet::quietly(|| (self.text)(&self.starts[start], line))
            .unwrap_or_else(|_| line.iter().map(|m| format!("{m:?}")).collect());
        Failure {
            game: self.name.clone(),
            law: broken.law,
            line: text,
            detail: broken.detail,
            found_at,
            seed: self.seed,
        }
    }

    /// Walk, and panic with the shrunk failure if a law breaks.
    ///
    /// # Panics
    /// When a law breaks, or when nothing was walked at all.
    pub fn assert(&self) {
        let outcome = self.run();
        if let Some(failure) = outcome.failure {
            panic!("{failure}");
        }
        assert!(outcome.plies > 0, "{}: nothing to walk", self.name);
    }
}
