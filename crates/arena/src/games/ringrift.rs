//! RingRift.
//!
//! A *greedy* player, who looks one ply ahead and judges, is `ab:depth=1` for two and `maxn:depth=1`
//! for more. Levels are counted in positions, so that they answer alike on a fast machine and a slow
//! one; the time beside it only caps what slow ones spend.

use crate::engines::{Built, boxed, monte_carlo_options, random, unsuited, walk_options};
use crate::registry::{GameEntry, Variant};
use crate::tune::Tuned;
use crate::variant;
use takeback_core::Game;
use takeback_ringrift::{
    Board, Duel, Hex8, Hexagonal, Judge, Many, RingRift, Rules, Square8, Square19, Weights,
};
use takeback_search::bestfirst::BestFirst;
use takeback_search::mcts::{self, Drawing, Judged, Mcts, Rule, Walk};
use takeback_search::spec::{Kind, Ladder, Spec};
use takeback_search::{AlphaBeta, BestReply, MaxN, Paranoid};

const SMALL_DUEL: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:nodes=200",
    "ab:nodes=600",
    "ab:nodes=2k",
    "ab:nodes=8k,time=5s",
    "ab:nodes=30k,time=7s",
    "ab:nodes=120k,time=9s",
    "ab:nodes=500k,time=12s",
    "ab:nodes=2500k,time=16s",
]);

const LARGE_DUEL: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:nodes=300",
    "ab:nodes=800",
    "ab:nodes=2k",
    "ab:nodes=6k,time=5s",
    "ab:nodes=20k,time=7s",
    "ab:nodes=60k,time=9s",
    "ab:nodes=200k,time=12s",
    "ab:nodes=600k,time=16s",
]);

const SMALL_TABLE: Ladder = Ladder([
    "random",
    "maxn:depth=1",
    "brs:nodes=200",
    "brs:nodes=600",
    "brs:nodes=2k",
    "brs:nodes=8k,time=5s",
    "brs:nodes=30k,time=7s",
    "brs:nodes=120k,time=9s",
    "brs:nodes=500k,time=12s",
    "brs:nodes=2500k,time=16s",
]);

const LARGE_TABLE: Ladder = Ladder([
    "random",
    "maxn:depth=1",
    "brs:nodes=300",
    "brs:nodes=800",
    "brs:nodes=2k",
    "brs:nodes=6k,time=5s",
    "brs:nodes=20k,time=7s",
    "brs:nodes=60k,time=9s",
    "brs:nodes=200k,time=12s",
    "brs:nodes=600k,time=16s",
]);

fn is_large<B: Board>() -> bool {
    B::CELLS > 100
}

/// Random games from a leaf say little on boards where most moves are bad. So playouts are cut short and
/// judged, and the judge also says which moves to look at first. `cut=20000` plays to the end.
fn monte_carlo_of(spec: &Spec) -> (u32, mcts::Options) {
    let usual = mcts::Options { rule: Rule::Puct, ..mcts::Options::default() };
    (spec.count("cut").unwrap_or(4) as u32, monte_carlo_options(spec, usual))
}

fn duel_engine<B: Board>(spec: &Spec, judge: Judge) -> Built<Duel<B>> {
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::AlphaBeta => boxed(AlphaBeta::new(judge).options(walk_options(spec)).indexed()),
        Kind::Mcts => {
            let (cut, options) = monte_carlo_of(spec);
            let mcts = Mcts::new(Walk::new(Drawing).cut(cut, judge)).with(options);
            boxed(mcts.guided(Judged::new(judge)))
        }
        Kind::Descent => boxed(BestFirst::descent(judge)),
        kind => unsuited(kind, &[Kind::AlphaBeta, Kind::Mcts, Kind::Descent, Kind::Random]),
    }
}

fn table_engine<B: Board>(spec: &Spec, judge: Judge) -> Built<RingRift<B, Many>> {
    match spec.kind() {
        Kind::Random => boxed(random()),
        Kind::MaxN => boxed(MaxN::new(judge)),
        Kind::Paranoid => boxed(Paranoid::new(judge).options(walk_options(spec)).indexed()),
        Kind::BestReply => boxed(BestReply::new(judge).options(walk_options(spec)).indexed()),
        Kind::Mcts => {
            let (cut, options) = monte_carlo_of(spec);
            let mcts = Mcts::new(Walk::new(Drawing).cut(cut, judge)).with(options);
            boxed(mcts.guided(Judged::new(judge)))
        }
        Kind::Descent => boxed(BestFirst::descent(judge)),
        kind => unsuited(
            kind,
            &[Kind::MaxN, Kind::Paranoid, Kind::BestReply, Kind::Mcts, Kind::Descent, Kind::Random],
        ),
    }
}

/// Engines whose judge has other weights.
fn weighed<G: Game>(usual: Weights, family: fn(&Spec, Judge) -> Built<G>) -> Tuned<G> {
    Tuned::new(Weights::NAMES, &usual.to_array(), move |spec, values| {
        let mut weights = usual;
        for (index, &value) in values.iter().enumerate() {
            weights.set(index, value);
        }
        family(spec, Judge::new(weights))
    })
}

fn duel<B: Board>(name: &'static str, about: &'static str, swap: bool) -> Box<dyn Variant> {
    let rules = Rules { swap, ..Rules::standard::<B>(2) };
    let ladder = if is_large::<B>() { LARGE_DUEL } else { SMALL_DUEL };
    Box::new(
        variant!(
            name,
            about,
            Trail,
            move || Duel::<B>::new(rules).expect("the usual agreements, with or without the swap"),
            [keyed, zero_sum, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(|spec| duel_engine::<B>(spec, Judge::of::<B>(2))), ladder)
        .with_weights(weighed(Weights::of::<B>(2), duel_engine::<B>))
        .with_scene(),
    )
}

fn table<B: Board>(name: &'static str, about: &'static str, players: u8) -> Box<dyn Variant> {
    let ladder = if is_large::<B>() { LARGE_TABLE } else { SMALL_TABLE };
    let judge = Judge::of::<B>(players);
    Box::new(
        variant!(
            name,
            about,
            Trail,
            move || RingRift::<B, Many>::standard(players),
            [keyed, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(move |spec| table_engine::<B>(spec, judge)), ladder)
        .with_weights(weighed(judge.weights, table_engine::<B>))
        .with_scene(),
    )
}

pub(crate) fn ringrift() -> GameEntry {
    GameEntry {
        name: "ringrift",
        title: "RingRift",
        about: "stacks, markers, lines and territory for two to four",
        notation: "one line per position, or the agreements alone: `square8 rings=10 lps=2 swap=1 \
                   strike=0`; plies such as `P 3,3 2`, `M 3,3 3,6`",
        variants: vec![
            duel::<Square8>("square8", "8x8 for two", false),
            table::<Square8>("square8-3", "8x8 for three", 3),
            table::<Square8>("square8-4", "8x8 for four", 4),
            duel::<Square8>("square8-swap", "8x8 for two with the pie rule", true),
            duel::<Hex8>("hex8", "61 hexagons for two", false),
            table::<Hex8>("hex8-3", "61 hexagons for three", 3),
            table::<Hex8>("hex8-4", "61 hexagons for four", 4),
            duel::<Hex8>("hex8-swap", "61 hexagons for two with the pie rule", true),
            duel::<Square19>("square19", "19x19 for two", false),
            table::<Square19>("square19-3", "19x19 for three", 3),
            table::<Square19>("square19-4", "19x19 for four", 4),
            duel::<Square19>("square19-swap", "19x19 for two with the pie rule", true),
            duel::<Hexagonal>("hexagonal", "469 hexagons for two", false),
            table::<Hexagonal>("hexagonal-3", "469 hexagons for three", 3),
            table::<Hexagonal>("hexagonal-4", "469 hexagons for four", 4),
            duel::<Hexagonal>("hexagonal-swap", "469 hexagons for two with the pie rule", true),
        ],
        checker: Some(takeback_check::ringrift::check),
    }
}
