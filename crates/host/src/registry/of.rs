//! The registry's face of any game that can be compared and written down.

use super::equilibria::{
    self, ExploitRequest, Exploited, HiddenRuns, Method, SolveRequest, Solved,
};
use super::nets::{self, Glance, NetRuns, NetWalker};
use super::own::{self, OwnRuns, OwnSolver};
use super::{Legality, PerftRequest, Strategy, UseError, Variant, VerifyRequest};
use crate::FULL;
use crate::books::{self, BOOK, BOOKED, Booked};
use crate::engines::{EngineError, EngineInfo, Offer, Offers, choose};
#[cfg(not(target_family = "wasm"))]
use crate::play::{Batch, BatchOf, Begin, Walk, WalkOf};
use crate::play::{Drawing, Engine, Faces, FeatureSet, Seat, Table, TableOf, Thinker};
use crate::spec::{Ladder, Spec, TIME};
use crate::weights::Weight;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(debug_assertions)]
use takeback_core::strategy::Checked;
use takeback_core::strategy::{ByCopy, ByCow, Wraps, legality};
use takeback_core::{Game, Moves, Notation, Player, Portable, SplitMix, Turn};
use takeback_net::sparse::SparseNet;
use takeback_search::equilibrium::{Rule, Worth};
use takeback_verify::{
    Digest, Division, Golden, Laws, Mismatch, Outcome, Replayed, digest_games,
    perft_parallel_until, print_of,
};

/// Whether other ways of keeping state are at hand, to be measured against the
/// game's own. A browser's module is small instead.
const MEASURED: bool = !cfg!(target_family = "wasm");

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

/// What a hybrid wrapper is asked to do; filled in by [`Of::with_hybrid`], since
/// only games with rounds have it.
pub(crate) struct HybridRuns<G: Game> {
    perft: fn(G, u32, usize, &AtomicBool) -> Division<G::Move>,
    play_all: fn(G, u32) -> u64,
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
    fn laws(&self) -> Laws<G> {
        (self.laws)(Laws::new(self.name, (self.start)()))
    }

    /// What can be read off its positions.
    fn faces(&self) -> Faces<G> {
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

    fn table_at(&self, start: G) -> Box<dyn Table> {
        Box::new(TableOf::new(start, self.faces()))
    }

    fn position(&self, text: Option<&str>) -> Result<G, UseError> {
        let Some(text) = text else { return Ok((self.start)()) };
        let bad = |why| UseError::BadPosition { why };
        let game = G::read_position(text).map_err(|error| bad(error.to_string()))?;
        match (self.refuses)(&game) {
            Some(why) => Err(bad(why)),
            None => Ok(game),
        }
    }

    fn no_strategy(&self, asked: Strategy) -> UseError {
        let known: Vec<&str> = self.strategies().iter().map(|s| s.name()).collect();
        UseError::NoStrategy { asked, known: known.join(", ") }
    }
}

impl<G> Variant for Of<G>
where
    G: Game + Notation + Portable + PartialEq + Debug,
{
    fn name(&self) -> &str {
        self.name
    }

    fn about(&self) -> &str {
        self.about
    }

    fn players(&self) -> usize {
        (self.start)().players()
    }

    fn capabilities(&self) -> &'static [&'static str] {
        self.capabilities
    }

    fn hides(&self) -> bool {
        G::HIDES
    }

    fn start(&self) -> String {
        (self.start)().position_text()
    }

    fn size(&self) -> usize {
        size_of::<G>()
    }

    fn native(&self) -> Strategy {
        self.native
    }

    fn strategies(&self) -> Vec<Strategy> {
        let mut all = vec![self.native];
        if !MEASURED {
            return all;
        }
        all.extend(self.twin.as_ref().map(|twin| twin.native()));
        all.extend([Strategy::Copy, Strategy::Cow].into_iter().filter(|s| *s != self.native));
        all.extend(self.hybrid.as_ref().map(|_| Strategy::Hybrid));
        if cfg!(debug_assertions) {
            all.push(Strategy::Checked);
        }
        all
    }

    fn perft(&self, request: &PerftRequest<'_>) -> Result<Vec<(String, u64)>, UseError> {
        if request.depth == 0 {
            return Err(UseError::NoDepth);
        }
        let game = self.position(request.position)?;
        let (depth, threads) = (request.depth, request.threads);
        let never = AtomicBool::new(false);
        let stop = request.stop.unwrap_or(&never);
        let strategy = request.strategy.unwrap_or(self.native);
        let counts = match (strategy, &self.hybrid) {
            (s, _) if s == self.native => perft_parallel_until(&game, depth, threads, stop),
            (Strategy::Copy, _) if MEASURED => {
                perft_parallel_until(&ByCopy(game.clone()), depth, threads, stop)
            }
            (Strategy::Cow, _) if MEASURED => {
                perft_parallel_until(&ByCow::wrap(game.clone()), depth, threads, stop)
            }
            #[cfg(debug_assertions)]
            (Strategy::Checked, _) => {
                perft_parallel_until(&Checked(game.clone()), depth, threads, stop)
            }
            (Strategy::Hybrid, Some(runs)) => (runs.perft)(game.clone(), depth, threads, stop),
            (s, _) => match &self.twin {
                Some(twin) if twin.native() == s => return twin.perft(request),
                _ => return Err(self.no_strategy(s)),
            },
        };
        Ok(counts.into_iter().map(|(m, count)| (game.move_text(m), count)).collect())
    }

    fn verify(&self, request: &VerifyRequest<'_>, watch: &(dyn Fn(u64) + Sync)) -> Outcome {
        if !FULL {
            return Outcome { plies: 0, games: 0, failure: None };
        }
        let mut laws = self.laws().plies(request.plies).seed(request.seed).threads(request.threads);
        if let Some(time) = request.time {
            laws = laws.time(time);
        }
        match request.stop {
            Some(stop) => laws.run_until(stop, watch),
            None => laws.run_watched(watch),
        }
    }

    fn record_golden(&self, golden: &Golden) -> String {
        if FULL { golden.record(&self.laws()) } else { String::new() }
    }

    fn compare_golden(&self, golden: &Golden, text: &str) -> Result<Replayed, Box<Mismatch>> {
        if FULL { golden.compare(&self.laws(), text) } else { Ok(Replayed { games: 0, plies: 0 }) }
    }

    fn digest(&self, seed: u64, games: Range<u64>) -> Digest {
        if !FULL {
            return Digest { games: 0, plies: 0, digest: 0 };
        }
        let begin =
            |number| self.deals.as_ref().map_or_else(|| (self.start)(), |deal| deal(number));
        match self.faces().key {
            Some(key) => digest_games(&begin, &|game| key(game).0, seed, games),
            None => digest_games(&begin, &|game| print_of(&game.position_text()), seed, games),
        }
    }

    fn play_all(&self, strategy: Strategy, depth: u32) -> Result<u64, UseError> {
        if !MEASURED {
            return Err(self.no_strategy(strategy));
        }
        let game = (self.start)();
        let played = match (strategy, &self.hybrid) {
            (s, _) if s == self.native => play_all(&mut game.clone(), &mut Moves::new(), depth),
            (Strategy::Copy, _) if MEASURED => {
                play_all(&mut ByCopy(game), &mut Moves::new(), depth)
            }
            (Strategy::Cow, _) if MEASURED => {
                play_all(&mut ByCow::wrap(game), &mut Moves::new(), depth)
            }
            #[cfg(debug_assertions)]
            (Strategy::Checked, _) => play_all(&mut Checked(game), &mut Moves::new(), depth),
            (Strategy::Hybrid, Some(runs)) => (runs.play_all)(game, depth),
            (s, _) => match &self.twin {
                Some(twin) if twin.native() == s => return twin.play_all(s, depth),
                _ => return Err(self.no_strategy(s)),
            },
        };
        Ok(played)
    }

    fn table(&self, position: Option<&str>) -> Result<Box<dyn Table>, UseError> {
        Ok(self.table_at(self.position(position)?))
    }

    fn deal(&self, seed: u64) -> Box<dyn Table> {
        let start = self.deals.as_ref().map_or_else(|| (self.start)(), |deal| deal(seed));
        self.table_at(start)
    }

    #[cfg(not(target_family = "wasm"))]
    fn walk(&self, position: Option<&str>) -> Result<Box<dyn Walk>, UseError> {
        Ok(Box::new(WalkOf::new(self.position(position)?, self.faces())))
    }

    #[cfg(not(target_family = "wasm"))]
    fn walk_dealt(&self, seed: u64) -> Box<dyn Walk> {
        let start = self.deals.as_ref().map_or_else(|| (self.start)(), |deal| deal(seed));
        Box::new(WalkOf::new(start, self.faces()))
    }

    #[cfg(not(target_family = "wasm"))]
    fn batch(&self, games: usize, seed: u64, threads: usize) -> Box<dyn Batch> {
        let begin: Begin<G> = self.deals.clone().unwrap_or_else(|| {
            let start = (self.start)();
            Arc::new(move |_| start.clone())
        });
        Box::new(BatchOf::new(games, seed, threads, self.faces(), begin))
    }

    fn weights(&self) -> &[Weight] {
        &self.weights
    }

    fn net_walker(&self, net: Arc<SparseNet>, plies: u64) -> Option<NetWalker> {
        let nets = self.nets.as_ref()?;
        Some((nets.walks)(&(self.start)(), net, plies))
    }

    fn glance(&self, net: Option<Arc<SparseNet>>) -> Option<Glance> {
        Some((self.nets.as_ref()?.glances)(net))
    }

    fn features(&self) -> Option<FeatureSet> {
        let laws = self.laws();
        let face = laws.features_of()?;
        Some(FeatureSet {
            encoding: face.encoding(),
            features: face.features(),
            most: face.most(),
            buckets: face.buckets(),
            moves: laws.numbers_of().map_or(0, |(moves, _)| moves),
        })
    }

    fn engines(&self) -> Vec<EngineInfo> {
        let offers = self.engines.as_ref().map_or_else(Vec::new, |engines| engines(None));
        let mut engines: Vec<EngineInfo> = offers.iter().map(Offer::info).collect();
        let looks_ahead =
            |engine: &&mut EngineInfo| engine.options.iter().any(|option| option.name == TIME.name);
        if books::suits(&*self.table_at((self.start)())) {
            for engine in engines.iter_mut().filter(looks_ahead) {
                engine.options.push(BOOK);
                engine.options.extend(self.book.map(|_| BOOKED));
            }
        }
        engines
    }

    fn engine_with(&self, spec: &Spec, weights: Option<&[i32]>) -> Result<Seat, EngineError> {
        let engines = self.engines.as_ref().ok_or(EngineError::None)?;
        if weights.is_some() && self.weights.is_empty() {
            return Err(EngineError::NoWeights);
        }
        let chosen = meant(self.ladder.as_ref(), spec)?;
        let (book, chosen) = Booked::book_of(chosen, self.book)?;
        let (search, limits) = choose(engines(weights), chosen.engine())?.engine(&chosen)?;
        let mut engine: Box<dyn Engine> = Box::new(Thinker(search));
        if let Some(book) = book {
            engine = Booked::open(&book, self.table_at((self.start)()), engine)?;
        }
        Ok(Seat { engine, limits, name: spec.to_string() })
    }

    fn unit(&self) -> &'static str {
        self.hidden.as_ref().map_or("wins", |runs| runs.unit)
    }

    fn solve(&self, request: &SolveRequest) -> Result<Solved, UseError> {
        let runs = self.hidden.as_ref().ok_or(UseError::NotHidden)?;
        match &runs.own {
            Some(own) if request.method == Method::Sweeps(Rule::Plus) => {
                Ok((own.solve)(&mut *(own.make)(), request))
            }
            _ => (runs.solve)(&(self.start)(), runs.worth, request),
        }
    }

    fn exploit(
        &self,
        engine: &Spec,
        request: &ExploitRequest,
        watch: &mut dyn FnMut(usize, usize),
    ) -> Result<Exploited, UseError> {
        if !FULL {
            return Err(EngineError::Apart.into());
        }
        let runs = self.hidden.as_ref().ok_or(UseError::NotHidden)?;
        let engines = self.engines.as_ref().ok_or(EngineError::None)?;
        let chosen = meant(self.ladder.as_ref(), engine)?;
        let (mut search, limits) = choose(engines(None), chosen.engine())?.engine(&chosen)?;
        if let (Some(own), ExploitRequest::Exact(most)) = (&runs.own, request) {
            return (own.exploit)(&*(own.make)(), &mut *search, &limits, *most, watch);
        }
        (runs.exploit)(&(self.start)(), runs.worth, &mut *search, &limits, request, watch)
    }

    fn ladder(&self) -> Option<Ladder> {
        self.ladder
    }

    fn list_legal(&self, way: Legality, positions: usize) -> Option<u64> {
        self.legality.map(|list| list(&(self.start)(), way, positions))
    }
}

/// What is to be built: for a level the engine on that rung of the ladder, with what else was said. A time or a
/// number of positions replaces both of the rung's own.
fn meant(ladder: Option<&Ladder>, spec: &Spec) -> Result<Spec, EngineError> {
    let Some(level) = spec.level() else { return Ok(spec.clone()) };
    let mut rung = ladder.ok_or(EngineError::NoLadder)?.spec(level)?;
    if spec.says("time") || spec.says("nodes") {
        rung = rung.without("time").without("nodes");
    }
    for (name, value) in spec.options().iter().filter(|(name, _)| name != crate::spec::LEVEL) {
        rung = match value {
            Some(value) => rung.saying(name, value),
            None => rung.without(name).with(name)?,
        };
    }
    Ok(rung)
}

/// Lists the legal moves of positions along a seeded game, one way of testing.
fn list_legal<G: Game>(start: &G, way: Legality, positions: usize) -> u64 {
    let mut rng = SplitMix::new(1);
    let mut pool = legality::Pool::default();
    let mut out = Moves::new();
    let mut listed = 0;
    let mut game = start.clone();
    let mut shared = Arc::new(game.clone());
    for _ in 0..positions {
        out.clear();
        match way {
            Legality::Copy => legality::by_copy(&game, &mut out),
            Legality::Cow => legality::by_cow(&shared, &mut out),
            Legality::Transient => legality::transient(&game, &mut out),
            Legality::Pooled => pool.legal(&game, &mut out),
            Legality::InPlace => legality::in_place(&mut game, &mut out),
            Legality::LazyFirst => out.extend(legality::Lazy::new(&mut game).next()),
            Legality::ParallelGenerate => legality::parallel_generate(&game, &mut out),
            Legality::ParallelFilter => legality::parallel_filter(&game, 2, &mut out),
        }
        listed += 1;
        if out.is_empty() {
            game = start.clone();
        } else if rng.one_in(8) {
            // The walk must not depend on how much of a list was asked for.
            let first = out.as_slice()[0];
            game.make(first);
            if game.turn() == Turn::Over {
                game = start.clone();
            }
        }
        if way == Legality::Cow {
            shared = Arc::new(game.clone());
        }
    }
    listed
}

/// Random games, made to their end and taken back to the start, each time the
/// result is called; it says how many moves that were.
pub fn back_and_forth<G: Game>(mut game: G, plies: u64) -> impl FnMut() -> u64 {
    let lines = random_lines(&game, plies);
    let longest = lines.iter().map(Vec::len).max().unwrap_or(0);
    let mut undos = Vec::with_capacity(longest);
    move || {
        let mut made = 0;
        for line in &lines {
            for &m in line {
                undos.push(game.make(m));
            }
            for &m in line.iter().rev() {
                let undo = undos.pop().expect("one token for each move");
                game.unmake(m, undo);
            }
            made += line.len() as u64;
        }
        made
    }
}

/// Random games with at least `plies` moves together, the same every time.
pub(super) fn random_lines<G: Game>(start: &G, plies: u64) -> Vec<Vec<G::Move>> {
    let mut rng = SplitMix::new(2);
    let mut lines = Vec::new();
    let mut total = 0;
    while total < plies {
        let mut game = start.clone();
        let mut line = Vec::new();
        while game.turn() != Turn::Over && line.len() < 400 {
            let moves = game.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[rng.below(moves.len())];
            game.make(m);
            line.push(m);
        }
        total += line.len() as u64;
        lines.push(line);
    }
    lines
}

/// Every move made and unmade, leaves included: what a strategy costs shows
/// most where nothing else is done.
fn play_all<G: Game>(game: &mut G, buffer: &mut Moves<G::Move>, depth: u32) -> u64 {
    let list = buffer.open();
    game.moves(buffer);
    let mut played = 0;
    for i in buffer.range(list) {
        let m = buffer[i];
        played += 1;
        played += game
            .explore(m, |after| if depth == 1 { 0 } else { play_all(after, buffer, depth - 1) });
    }
    buffer.close(list);
    played
}

/// A variant and the laws of its capabilities, named once.
#[macro_export]
macro_rules! variant {
    ($name:expr, $about:expr, $native:ident, $start:expr, [$($capability:ident),* $(,)?]) => {
        $crate::registry::Of::new($name, $about, $crate::Strategy::$native, $start)
            .with_laws(&[$(stringify!($capability)),*], |laws| laws$(.$capability())*)
    };
}
