//! A variant made from a game type, put together part by part.

use super::equilibria::{self, HiddenRuns};
use super::nets::{self, NetRuns};
use super::own::{self, OwnRuns, OwnSolver};
use super::runs::{HybridRuns, list_legal, play_all};
use super::{Legality, Strategy, UseError, Variant};
use crate::engines::{Offer, Offers};
use crate::play::{Drawing, Faces, Table, TableOf};
use crate::spec::Ladder;
use crate::weights::Weight;
use std::fmt::Debug;
use std::sync::Arc;
use takeback_core::{Game, Moves, Notation, Player, Portable};
use takeback_search::equilibrium::Worth;
use takeback_verify::{Laws, perft_parallel_until};

/// Whether other ways of keeping state are at hand, to be measured against the
/// game's own. A browser's module is small instead.
pub(super) const MEASURED: bool = !cfg!(target_family = "wasm");

/// A variant made from a game type.
pub struct Of<G: Game> {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) native: Strategy,
    pub(crate) start: Box<dyn Fn() -> G + Send + Sync>,
    pub(crate) capabilities: &'static [&'static str],
    pub(crate) laws: fn(Laws<G>) -> Laws<G>,
    /// The same rules kept the other way (trail for token), if written twice.
    pub(crate) twin: Option<Box<dyn Variant>>,
    pub(crate) engines: Option<Offers<G>>,
    pub(crate) ladder: Option<Ladder>,
    /// The opening book that comes with it.
    pub(crate) book: Option<&'static str>,
    /// The evaluator's weights.
    pub(crate) weights: Vec<Weight>,
    /// Another start for another seed, where games begin with chance.
    pub(crate) deals: Option<Arc<dyn Fn(u64) -> G + Send + Sync>>,
    pub(crate) choices: fn(&G, Player, &mut Moves<G::Move>),
    /// Why a position of the type is none of this variant's.
    pub(crate) refuses: fn(&G) -> Option<String>,
    /// How front ends show it.
    pub(crate) drawing: Drawing<G>,
    /// Lists by every way of testing legality, for games where it is a test.
    pub(crate) legality: Option<fn(&G, Legality, usize) -> u64>,
    /// The wrapper that copies only where rounds are resolved.
    pub(crate) hybrid: Option<HybridRuns<G>>,
    /// Walks with a network and glances by it, where there are features.
    pub(crate) nets: Option<NetRuns<G>>,
    /// Equilibria, where something is hidden.
    pub(crate) hidden: Option<HiddenRuns<G>>,
}

impl<G> Of<G>
where
    G: Game + Notation + Portable + PartialEq + Debug,
{
    /// A variant whose capabilities are named by [`variant!`](crate::variant).
    pub fn new(
        name: &'static str,
        about: &'static str,
        native: Strategy,
        start: impl Fn() -> G + Send + Sync + 'static,
    ) -> Self {
        Of {
            name,
            about,
            native,
            start: Box::new(start),
            capabilities: &[],
            laws: |laws| laws,
            twin: None,
            engines: None,
            ladder: None,
            book: None,
            weights: Vec::new(),
            deals: None,
            choices: |game, _, out| game.moves(out),
            refuses: |_| None,
            drawing: Drawing::plain(),
            legality: None,
            hybrid: None,
            nets: None,
            hidden: None,
        }
    }

    /// Offer engines.
    #[must_use]
    pub fn with_engines(
        mut self,
        engines: impl Fn() -> Vec<Offer<G>> + Send + Sync + 'static,
    ) -> Self {
        self.engines = Some(Box::new(move |_| engines()));
        self
    }

    /// Offer engines whose evaluator has weights that can be changed by name;
    /// `engines` is given them in this order, those not said at their defaults.
    #[must_use]
    pub fn with_tuned_engines(
        mut self,
        weights: Vec<Weight>,
        engines: impl Fn(&[i32]) -> Vec<Offer<G>> + Send + Sync + 'static,
    ) -> Self {
        let usual: Vec<i32> = weights.iter().map(|weight| weight.default).collect();
        self.weights = weights;
        self.engines = Some(Box::new(move |values| {
            let mut all = usual.clone();
            let given = values.unwrap_or_default();
            all.iter_mut().zip(given).for_each(|(weight, value)| *weight = *value);
            engines(&all)
        }));
        self
    }

    /// Ten levels of engines, weakest first.
    #[must_use]
    pub fn with_levels(mut self, ladder: Ladder) -> Self {
        self.ladder = Some(ladder);
        self
    }

    /// An opening book, for engines that are told `booked`.
    #[must_use]
    pub fn with_book(mut self, text: impl Into<Option<&'static str>>) -> Self {
        self.book = text.into();
        self
    }

    /// Begin each game of a match differently: shuffled, or on another board.
    #[must_use]
    pub fn with_deals(mut self, deals: impl Fn(u64) -> G + Send + Sync + 'static) -> Self {
        self.deals = Some(Arc::new(deals));
        self
    }

    /// Take part in the table of ways to test legality.
    #[must_use]
    pub fn with_tested_legality(mut self) -> Self {
        if MEASURED {
            self.legality = Some(list_legal);
        }
        self
    }

    /// Show it as the game draws itself.
    #[must_use]
    pub fn with_scene(mut self) -> Self
    where
        G: takeback_scene::Scenic,
    {
        self.drawing = Drawing::of();
        self
    }

    /// Read only positions that this does not refuse, with its reason: for variants whose type has room for more
    /// than they are.
    #[must_use]
    pub fn refusing(mut self, refuses: fn(&G) -> Option<String>) -> Self {
        self.refuses = refuses;
        self
    }

    /// Ask each seat of a round played together for its own choice.
    #[must_use]
    pub fn with_rounds(mut self) -> Self
    where
        G: takeback_core::Simultaneous,
    {
        self.choices = |game, player, out| game.choices(player, out);
        self
    }

    /// Take part in the table of what networks cost, beside this hand-made judge.
    #[must_use]
    pub fn with_nets<E>(mut self, eval: E) -> Self
    where
        G: takeback_core::Features,
        E: takeback_core::Evaluator<G> + Sync + 'static,
    {
        if MEASURED {
            let same = eval.clone();
            self.nets = Some(NetRuns {
                walks: Box::new(move |start, net, plies| {
                    nets::walker(start, eval.clone(), net, plies)
                }),
                glances: Box::new(move |net| nets::glance::<G, E>(same.clone(), net)),
            });
        }
        self
    }

    /// Solve it and measure strategies of it, in this unit.
    #[must_use]
    pub fn with_equilibria(mut self, worth: Worth<G>, unit: &'static str) -> Self
    where
        G: takeback_core::Hidden,
    {
        if MEASURED {
            let (solve, exploit) = (equilibria::solve::<G>, equilibria::exploit::<G>);
            self.hidden = Some(HiddenRuns { worth, unit, solve, exploit, own: None });
        }
        self
    }

    /// Where it is solved and measured exactly, do so by a solver made for it. To be
    /// said after [`with_equilibria`](Of::with_equilibria).
    #[must_use]
    pub fn with_own_solver(mut self, make: fn() -> Box<dyn OwnSolver<G>>) -> Self
    where
        G: takeback_core::Hidden,
    {
        if let Some(runs) = &mut self.hidden {
            let (solve, exploit) = (own::solve::<G>, own::exploit::<G>);
            runs.own = Some(OwnRuns { make, solve, exploit });
        }
        self
    }

    /// Name the capabilities and add their laws.
    #[must_use]
    pub fn with_laws(
        mut self,
        capabilities: &'static [&'static str],
        laws: fn(Laws<G>) -> Laws<G>,
    ) -> Self {
        self.capabilities = capabilities;
        self.laws = laws;
        self
    }

    /// The same rules under the other native strategy.
    #[must_use]
    pub fn with_twin(mut self, twin: impl Variant + 'static) -> Self {
        if MEASURED {
            self.twin = Some(Box::new(twin));
        }
        self
    }

    /// Offer the hybrid strategy.
    #[must_use]
    pub fn with_hybrid(mut self) -> Self
    where
        G: takeback_core::Simultaneous,
    {
        if !MEASURED {
            return self;
        }
        self.hybrid = Some(HybridRuns {
            perft: |game, depth, threads, stop| {
                perft_parallel_until(&takeback_core::strategy::Hybrid(game), depth, threads, stop)
            },
            play_all: |game, depth| {
                play_all(&mut takeback_core::strategy::Hybrid(game), &mut Moves::new(), depth)
            },
        });
        self
    }

    /// The laws of its capabilities, from its start.
    pub(super) fn laws(&self) -> Laws<G> {
        (self.laws)(Laws::new(self.name, (self.start)()))
    }

    /// What can be read off its positions.
    pub(super) fn faces(&self) -> Faces<G> {
        let laws = self.laws();
        Faces {
            choices: self.choices,
            drawing: self.drawing,
            key: laws.key_of(),
            observation: laws.observation_of(),
            redeal: laws.redeal_of(),
            features: laws.features_of(),
            numbers: laws.numbers_of(),
            random: laws.random_move_of(),
            points: laws.points_of(),
            dead_ends: self.capabilities.contains(&"dead_ends"),
        }
    }

    pub(super) fn table_at(&self, start: G) -> Box<dyn Table> {
        Box::new(TableOf::new(start, self.faces()))
    }

    pub(super) fn position(&self, text: Option<&str>) -> Result<G, UseError> {
        let Some(text) = text else { return Ok((self.start)()) };
        let bad = |why| UseError::BadPosition { why };
        let game = G::read_position(text).map_err(|error| bad(error.to_string()))?;
        match (self.refuses)(&game) {
            Some(why) => Err(bad(why)),
            None => Ok(game),
        }
    }

    /// Whether its engines may play from a book. Its rules are not asked: those in another language may
    /// make no sense, which is told when they are used.
    pub(super) fn takes_books(&self) -> bool {
        let can = |name| self.capabilities.contains(&name);
        !G::HIDES && can("keyed") && !can("simultaneous") && (self.start)().players() == 2
    }

    pub(super) fn no_strategy(&self, asked: Strategy) -> UseError {
        let known: Vec<&str> = self.strategies().iter().map(|s| s.name()).collect();
        UseError::NoStrategy { asked, known: known.join(", ") }
    }
}

/// A variant and the laws of its capabilities, named once.
#[macro_export]
macro_rules! variant {
    ($name:expr, $about:expr, $native:ident, $start:expr, [$($capability:ident),* $(,)?]) => {
        $crate::registry::Of::new($name, $about, $crate::Strategy::$native, $start)
            .with_laws(&[$(stringify!($capability)),*], |laws| laws$(.$capability())*)
    };
}
