//! The Hex engine behind the face of all searches, with its options.

use crate::{Budget, Certainty, Ended, Engine, Found, Options, Puct};
use std::time::Duration;
use takeback_core::{Game, Turn};
use takeback_hex::{Bits, Hex, Move, Policy, Size};
use takeback_host::engines::{EngineError, Offer, apart, boxed};
use takeback_host::spec::{
    EngineOption, ITERATIONS, LINES, NODES, SEED, Settings, Spec, THREADS, TIME, TREE, Takes,
};
use takeback_search::{Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};

/// It opens some twenty thousand nodes a second, each with a child for every cell.
const MEMORY: usize = 512;

const ANY: u64 = u64::MAX;

const NET: EngineOption =
    EngineOption::new("net", Takes::Flag, "on", "off: simulations instead of the net");

/// How the net leads the search.
const LED: &[EngineOption] = &[
    EngineOption::new("puct", Takes::Number(0.0, 100.0), "0.5", "weight of the net's policy"),
    EngineOption::new(
        "soft",
        Takes::Number(0.1, 10.0),
        "1.5",
        "above 1 the net's policy is evened out, below 1 sharpened",
    ),
    EngineOption::new(
        "mix",
        Takes::Number(0.0, 1.0),
        "0",
        "the say of random games in the value of a leaf",
    ),
];

/// What acts with and without the net.
const COMMON: &[EngineOption] = &[
    EngineOption::new(
        "look",
        Takes::Count(1, ANY),
        "100 or 1000",
        "visits before a node gets a closer look",
    ),
    EngineOption::new(
        "solve",
        Takes::Number(0.0, 1.0),
        "0.15 or 0.35",
        "share of the budget for the solver; 0 for none",
    ),
];

/// How simulations are made, without the net.
const SIMULATED: [EngineOption; 5] = [
    EngineOption::new("c", Takes::Number(0.0, 100.0), "0.05", "weight of exploration"),
    EngineOption::new(
        "rave",
        Takes::Number(0.0, 1e6),
        "300",
        "visits that all moves as first may weigh; 0 for none",
    ),
    EngineOption::new(
        "bias",
        Takes::Number(0.0, 100.0),
        "10",
        "weight of how moves look; 0 for none",
    ),
    EngineOption::new(
        "expand",
        Takes::Count(1, 1_000_000),
        "8",
        "visits before a node gets children",
    ),
    EngineOption::new(
        "playout",
        Takes::Word(&["uniform", "pairs", "bridges", "patterns"]),
        "pairs",
        "how random games are played",
    ),
];

/// The engine on offer for a square board.
pub(crate) fn offer<B: Bits>(side: usize) -> Offer<Hex<B>> {
    let limits = [TIME, NODES, ITERATIONS, THREADS, SEED, LINES, TREE];
    let own = declared(side);
    Offer::new("hex", "the engine made for Hex", &[&limits, &own], |settings| {
        let options = options(settings)?;
        apart(|| boxed(Own(Engine::new(options))))
    })
    .with_memory(MEMORY)
    .slipping()
}

/// What may be said about the engine on a square board.
fn declared(side: usize) -> Vec<EngineOption> {
    // Where the net knows the board, simulations have to be asked for.
    if net_knows(side) {
        let simulated = SIMULATED.map(|option| option.needing(&["net"]));
        [&[NET], LED, COMMON, &simulated].concat()
    } else {
        [COMMON, &SIMULATED].concat()
    }
}

/// The engine's options, and its limits, as a specification for a board of this side has
/// them.
pub(crate) fn read(spec: &Spec, side: usize) -> Result<(Options, Settings), EngineError> {
    let limits = [TIME, ITERATIONS, THREADS, SEED, TREE];
    let settings = Settings::new(spec, &[&limits, declared(side).as_slice()].concat())?;
    Ok((options(&settings)?, settings))
}

/// Whether the net knows square boards of this side.
pub(crate) fn net_knows(side: usize) -> bool {
    Size::square(side).is_ok_and(crate::net_knows)
}

/// The engine's options as it was told.
fn options(settings: &Settings) -> Result<Options, EngineError> {
    let mut options = Options::default();
    let led = settings.flag("net") != Some(false);
    let clash = |why| Err(EngineError::Clash { engine: "hex", why });
    if led
        && ["c", "rave", "bias", "expand", "playout"].iter().any(|o| settings.says(o))
        && settings.says("net")
    {
        return clash("c, rave, bias, expand and playout are for net=off");
    }
    if !led && LED.iter().any(|option| settings.says(option.name)) {
        return clash("puct, soft and mix are about the net, which is off");
    }
    let number = |name, other: f32| settings.number(name).map_or(other, |n| n as f32);
    let count = |name, other: u32| settings.count(name).map_or(other, |n| n.min(1 << 30) as u32);
    options.exploration = number("c", options.exploration);
    options.rave = number("rave", options.rave);
    options.bias = number("bias", options.bias);
    options.solve = number("solve", options.solve);
    options.expand_after = count("expand", options.expand_after);
    options.look_after = count("look", options.look_after);
    options.policy = match settings.word("playout") {
        Some("uniform") => Policy::Uniform,
        Some("pairs") => Policy::Pairs,
        Some("bridges") => Policy::SaveBridges,
        Some("patterns") => Policy::Patterns,
        _ => options.policy,
    };
    options.net = options.net.filter(|_| led).map(|net| Puct {
        exploration: number("puct", net.exploration),
        softness: number("soft", net.softness),
        mix: number("mix", net.mix),
        look_after: count("look", net.look_after),
        solve: number("solve", net.solve),
        ..net
    });
    Ok(options)
}

/// The Hex engine behind the face of all searches.
struct Own<B: Bits>(Engine<B>);

impl<B: Bits> Search<Hex<B>> for Own<B> {
    fn search(
        &mut self,
        position: &Hex<B>,
        limits: &Limits,
        watch: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, SearchError> {
        if limits.threads == 0 || limits.memory == 0 || limits.iterations == Some(0) {
            return Err(SearchError::Limits("threads, memory and iterations must not be zero"));
        }
        let budget = Budget {
            time: limits.time,
            simulations: simulations(limits, position),
            memory: limits.memory,
            threads: limits.threads,
            seed: limits.seed,
            stop: Some(limits.stop.as_atomic()),
            save_time: false,
            stretch: 1.0,
        };
        let lines = limits.lines.max(1);
        let mut on_report = |found: &Found| watch(&report(position, found, lines));
        let found = self.0.search(position, &budget, &mut on_report);
        let found = found.map_err(|_| SearchError::Over)?;
        Ok(report(position, &found, lines))
    }

    fn forget(&mut self) {
        self.0.forget();
    }
}

/// Simulations within limits of iterations and nodes; a simulation visits
/// about as many positions as cells are empty.
fn simulations<B: Bits>(limits: &Limits, position: &Hex<B>) -> Option<u64> {
    let by_nodes = limits.nodes.map(|nodes| nodes / position.empty().count().max(1) as u64 + 1);
    match (limits.iterations, by_nodes) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

fn report<B: Bits>(position: &Hex<B>, found: &Found, lines: usize) -> Report<Move> {
    let left = position.empty().count() as u32;
    let score = |share: f32, certainty: Certainty| match certainty {
        Certainty::Open => Score::Share(share),
        // How many plies it takes is not known; no game takes more than there are cells.
        Certainty::Won => Score::Win(left),
        Certainty::Lost => Score::Loss(left),
    };
    let mut ranked: Vec<_> = found.moves.iter().filter(|f| f.m != found.best).collect();
    ranked.sort_by(|a, b| {
        let key = |c: Certainty| c == Certainty::Won;
        key(b.certainty).cmp(&key(a.certainty)).then(b.visits.cmp(&a.visits))
    });
    let mut best_lines =
        vec![Variation { score: score(found.share, found.certainty), moves: found.line.clone() }];
    best_lines.extend(
        ranked
            .iter()
            .take(lines - 1)
            .map(|f| Variation { score: score(f.share, f.certainty), moves: vec![f.m] }),
    );
    let own = match position.turn() {
        Turn::Player(player) => player.index(),
        _ => 0,
    };
    let mut shares = vec![1.0 - found.share; 2];
    shares[own] = found.share;
    Report {
        best: found.best,
        score: score(found.share, found.certainty),
        shares,
        lines: best_lines,
        root: found
            .moves
            .iter()
            .map(|f| RootMove { m: f.m, score: score(f.share, f.certainty), visits: f.visits })
            .collect(),
        nodes: found.nodes,
        iterations: found.simulations,
        depth: found.depth,
        deepest: found.deepest,
        time: found.time.max(Duration::from_nanos(1)),
        stopped: found.ended.map(stopped),
        rebuilt: 0,
    }
}

fn stopped(ended: Ended) -> Stopped {
    match ended {
        Ended::Solved => Stopped::Solved,
        Ended::NoChoice => Stopped::Forced,
        Ended::Time | Ended::Decided => Stopped::Time,
        Ended::Simulations => Stopped::Iterations,
        Ended::Flag => Stopped::Flag,
    }
}
