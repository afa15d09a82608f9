//! The registry's face of any game that can be compared and written down.

use super::equilibria::{ExploitRequest, Exploited, Method, SolveRequest, Solved};
use super::nets::{Glance, NetWalker};
use super::of::{MEASURED, Of};
use super::runs::play_all;
use super::{Legality, PerftRequest, Strategy, UseError, Variant, VerifyRequest};
use crate::FULL;
use crate::books::{BOOK, BOOKED, Booked};
use crate::engines::{EngineError, EngineInfo, Offer, choose};
#[cfg(not(target_family = "wasm"))]
use crate::play::{Batch, BatchOf, Begin, Walk, WalkOf};
use crate::play::{Engine, FeatureSet, Seat, Table, Thinker};
use crate::spec::{Ladder, Spec, TIME};
use crate::weights::Weight;
use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
#[cfg(debug_assertions)]
use takeback_core::strategy::Checked;
use takeback_core::strategy::{ByCopy, ByCow, Wraps};
use takeback_core::{Game, Moves, Notation, Portable};
use takeback_net::sparse::SparseNet;
use takeback_search::equilibrium::Rule;
use takeback_verify::{
    Digest, Golden, Mismatch, Outcome, Replayed, digest_games, perft_parallel_until, print_of,
};

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
        if self.takes_books() {
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
