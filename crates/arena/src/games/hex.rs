//! Hex.

use crate::engines::{Built, EngineError, brief, duel, monte_carlo_options};
use crate::registry::{GameEntry, Variant};
use crate::variant;
use std::time::Duration;
use takeback_core::{Game, Turn};
use takeback_hex::{
    Bits, Budget, Certainty, Ended, Engine, Found, Hex, Move, Options, Policy, Resistance, Size,
    Swap, Wide,
};
use takeback_search::mcts::{self, Mcts, Whole, WholeTraced};
use takeback_search::spec::{Kind, Ladder, Spec};
use takeback_search::{Limits, Report, RootMove, Score, Search, SearchError, Stopped, Variation};

const LADDER: Ladder = Ladder([
    "random",
    "mcts:iterations=50",
    "mcts:iterations=300",
    "mcts:iterations=3k",
    "hex:iterations=500",
    "hex:iterations=3k",
    "hex:time=200ms",
    "hex:time=500ms",
    "hex:time=1s",
    "hex:time=5s",
]);

/// What the family builds for boards that the rest is too much for.
type Family<B> = fn(&Spec, Resistance) -> Built<Hex<B>>;

/// As for all duels; plain MCTS fills whole boards at once, and the game has
/// an engine of its own.
fn engines<B: Bits>(spec: &Spec, family: Family<B>) -> Built<Hex<B>> {
    if spec.kind() == Kind::Hex {
        return Ok(Box::new(Own(Engine::new(options(spec)))));
    }
    let plain = ["cut", "bias", "minimax", "gumbel", "grave", "rave"].iter().all(|o| !spec.says(o));
    if spec.kind() == Kind::Mcts && plain && spec.word("rule") != Some("puct") {
        let options = monte_carlo_options(spec, mcts::Options::default());
        return Ok(Box::new(Mcts::new(Whole::default()).with(options).reusing()));
    }
    family(spec, Resistance::default()).map_err(|error| match error {
        EngineError::Unsuited { kind, known } => {
            EngineError::Unsuited { kind, known: format!("hex, {known}") }
        }
        other => other,
    })
}

/// As for all duels, where all moves as first are told by whole boards too.
fn eleven(spec: &Spec, eval: Resistance) -> Built<Hex<u128>> {
    let told = spec.flag("rave") == Some(true) || spec.says("grave");
    let judged = ["cut", "bias", "minimax", "gumbel"].iter().any(|o| spec.says(o));
    if spec.kind() == Kind::Mcts && told && !judged && spec.word("rule") != Some("puct") {
        let options = monte_carlo_options(spec, mcts::Options::default());
        return Ok(Box::new(Mcts::new(WholeTraced::default()).with(options).rave().reusing()));
    }
    duel(spec, eval)
}

/// The engine's options as specified.
fn options(spec: &Spec) -> Options {
    let mut options = Options::default();
    let number = |name, other: f32| spec.number(name).map_or(other, |n| n as f32);
    let count = |name, other: u32| spec.count(name).map_or(other, |n| n.min(1 << 30) as u32);
    options.exploration = number("c", options.exploration);
    options.rave = number("rave", options.rave);
    options.bias = number("bias", options.bias);
    options.solve = number("solve", options.solve);
    options.expand_after = count("expand", options.expand_after);
    options.look_after = count("look", options.look_after);
    options.policy = match spec.word("playout") {
        Some("uniform") => Policy::Uniform,
        Some("pairs") => Policy::Pairs,
        Some("bridges") => Policy::SaveBridges,
        Some("patterns") => Policy::Patterns,
        _ => options.policy,
    };
    options
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

fn board<B: Bits>(
    name: &'static str,
    about: &'static str,
    side: u8,
    swap: Swap,
    family: Family<B>,
) -> Box<dyn Variant> {
    let start = move || {
        let size = Size::square(side.into()).expect("sides from 1 to 19");
        Hex::<B>::new(size, swap).expect("square boards take every swap rule")
    };
    Box::new(
        variant!(
            name,
            about,
            Token,
            start,
            [keyed, zero_sum, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(move |spec| engines(spec, family)), LADDER)
        .with_scene(),
    )
}

pub(crate) fn hex() -> GameEntry {
    GameEntry {
        name: "hex",
        title: "Hex",
        about: "join your two sides; any board from 1x1 to 19x19, with the swap rule",
        notation: "one line per position; moves a1, k11, swap-pieces",
        variants: vec![
            board::<u128>("11x11", "the usual board, swap by pieces", 11, Swap::Pieces, eleven),
            board::<u128>("11x11-plain", "without the swap rule", 11, Swap::Off, eleven),
            board::<u64>("3x3", "tiny", 3, Swap::Off, brief),
            board::<u64>("4x4", "small", 4, Swap::Off, brief),
            board::<u64>("5x5", "small", 5, Swap::Off, brief),
            board::<u64>("6x6", "small", 6, Swap::Off, brief),
            board::<u64>("7x7", "middle", 7, Swap::Off, brief),
            board::<u64>("8x8", "middle", 8, Swap::Sides, brief),
            board::<Wide<4>>("13x13", "large, swap by pieces", 13, Swap::Pieces, brief),
            board::<Wide<6>>("19x19", "the largest", 19, Swap::Pieces, brief),
        ],
        checker: Some(takeback_check::hex::check),
    }
}
