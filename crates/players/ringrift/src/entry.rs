//! RingRift.
//!
//! A *greedy* player, who looks one ply ahead and judges, is `ab:depth=1` for two and `maxn:depth=1`
//! for more. Levels that do not slip are counted in positions, so that they answer alike on a fast machine and a slow
//! one; the time beside it only caps what slow ones spend.

use crate::shipped;
use takeback_host::check::Checker;
use takeback_host::engines::{
    Learned, NET, Offer, SHIPPED, alpha_beta_from, descent, judged, judged_learning_for, once,
    or_learning, random_offer, table_learning,
};
use takeback_host::outside::{Exporter, Importer};
use takeback_host::spec::Ladder;
use takeback_host::weights::{Weight, named};
use takeback_host::{Extras, FULL, GameEntry, Variant, variant};
use takeback_ringrift::{
    Board, Duel, Hex8, Hexagonal, Judge, RingRift, Rules, Square8, Square19, Weights,
};
use takeback_search::erased::{self, Abilities};
use takeback_search::mcts::{self, Rule};

/// The steps are those of docs/ladders.md. The lowest judge one ply ahead and slip, which a
/// beginner can beat and learns more from than from moves at random.
const SMALL_DUEL: Ladder = Ladder([
    "ab:depth=1,slips=50",
    "ab:depth=1,slips=16",
    "ab:nodes=200",
    "ab:nodes=500",
    "ab:nodes=1200",
    "ab:nodes=2k",
    "ab:nodes=8k,time=5s",
    "ab:nodes=35k,time=7s",
    "ab:nodes=250k,time=12s",
    "ab:nodes=2500k,time=16s",
]);

const LARGE_DUEL: Ladder = Ladder([
    "ab:depth=1,slips=50",
    "ab:depth=1,slips=16",
    "ab:nodes=300",
    "ab:nodes=800",
    "ab:nodes=2k",
    "ab:nodes=6k,time=5s",
    "ab:nodes=20k,time=7s",
    "ab:nodes=60k,time=9s",
    "ab:nodes=200k,time=12s",
    "ab:nodes=600k,time=16s",
]);

/// Looking one ply ahead by max^n was once the second rung. Among three it plays so little better than chance that 30
/// slips of a hundred do it no harm: 47.7 % against itself without.
const SMALL_TABLE: Ladder = Ladder([
    "brs:nodes=200,slips=75",
    "brs:nodes=200,slips=50",
    "brs:nodes=200,slips=25",
    "brs:nodes=200",
    "brs:nodes=600",
    "brs:nodes=2k,time=5s",
    "brs:nodes=8k,time=5s",
    "brs:nodes=40k,time=9s",
    "brs:nodes=300k,time=12s",
    "brs:nodes=2500k,time=16s",
]);

const LARGE_TABLE: Ladder = Ladder([
    "brs:nodes=300,slips=75",
    "brs:nodes=300,slips=50",
    "brs:nodes=300,slips=25",
    "brs:nodes=300",
    "brs:nodes=1k",
    "brs:nodes=4k,time=5s",
    "brs:nodes=15k,time=7s",
    "brs:nodes=50k,time=9s",
    "brs:nodes=200k,time=12s",
    "brs:nodes=600k,time=16s",
]);

fn is_large<B: Board>() -> bool {
    B::CELLS > 100
}

/// Random games from a leaf say little on boards where most moves are bad. So playouts are cut short and
/// judged, and the judge also says which moves to look at first. `cut=20000` plays to the end.
const CUT: u32 = 4;

/// Less exploration loses: 0.4 scores 35 % [20, 50] of 40 games at 2,000 iterations.
fn sampled() -> mcts::Options {
    mcts::Options { rule: Rule::Puct, exploration: 1.0, ..mcts::Options::default() }
}

fn duel_engines<B: Board>(judge: Judge) -> Vec<Offer<Duel<B>>> {
    // Only alpha-beta needs the promise that there are two; the others are those
    // of every table.
    let plain = [judged(judge, sampled(), CUT), best_first(judge), random_offer()];
    let [sampling, rest @ ..] = plain.map(|offer| offer.inside(Duel::<B>::game));
    let mut all =
        vec![alpha_beta_from(shipped::options::<B>(), &Learned::new(judge), move |settings| {
            let judges = settings.says(NET.name) || settings.flag(SHIPPED.name) == Some(true);
            let judge = if judges { judge.beside_network() } else { judge };
            match shipped::network::<B>() {
                Some(network) => Learned::chosen_or(settings, judge, network),
                None => Learned::chosen(settings, judge),
            }
        })];
    // What a network sees of two it sees in no other table's game.
    #[cfg(not(target_family = "wasm"))]
    let sampling =
        or_learning(sampling, sampled(), judge.beside_network(), shipped::network::<B>());
    all.push(sampling);
    all.extend(rest);
    all
}

/// Descent, which few ask for: compiled once for all boards. (So was alpha-beta in WebAssembly for a while: 15 kB less,
/// and half the speed, because its lists are long and every move is asked for its number.)
fn best_first<B: Board>(judge: Judge) -> Offer<RingRift<B>> {
    // Where it is not at all, neither is what would look through the game.
    if !FULL {
        return descent(judge);
    }
    let can = Abilities::new().indexed().drawing();
    once::descent(erased::Judge::new::<RingRift<B>, _>(judge)).shown(can)
}

fn table_engines<B: Board>(judge: Judge, players: u8) -> Vec<Offer<RingRift<B>>> {
    let players = players.into();
    let mut all = table_learning(judge, players);
    let sampling = judged_learning_for(players, judge, sampled(), CUT);
    all.extend([sampling, best_first(judge), random_offer()]);
    all
}

fn weights(usual: &Weights) -> Vec<Weight> {
    named(Weights::NAMES, &usual.to_array())
}

/// A judge with these weights instead.
fn judge(mut weights: Weights, values: &[i32]) -> Judge {
    for (index, &value) in values.iter().enumerate() {
        weights.set(index, value);
    }
    Judge::new(weights)
}

fn duel<B: Board>(name: &'static str, about: &'static str, swap: bool) -> Box<dyn Variant> {
    let rules = Rules { swap, ..Rules::standard::<B>(2) };
    let ladder = shipped::levels::<B>(if is_large::<B>() { LARGE_DUEL } else { SMALL_DUEL });
    let usual = Weights::of::<B>(2);
    Box::new(
        variant!(
            name,
            about,
            Trail,
            move || Duel::<B>::new(rules).expect("the usual agreements, with or without the swap"),
            [keyed, zero_sum, notation, portable, indexed, random_move, playout, features]
        )
        .with_tuned_engines(weights(&usual), move |values| duel_engines(judge(usual, values)))
        .with_nets(Judge::new(usual))
        .with_levels(ladder)
        .with_scene(),
    )
}

fn table<B: Board>(name: &'static str, about: &'static str, players: u8) -> Box<dyn Variant> {
    let ladder = if is_large::<B>() { LARGE_TABLE } else { SMALL_TABLE };
    let usual = Weights::of::<B>(players);
    Box::new(
        variant!(
            name,
            about,
            Trail,
            move || RingRift::<B>::standard(players),
            [keyed, notation, portable, indexed, random_move, playout, features]
        )
        .with_tuned_engines(weights(&usual), move |values| {
            table_engines(judge(usual, values), players)
        })
        .with_nets(Judge::new(usual))
        .with_levels(ladder)
        .with_scene(),
    )
}

/// Recorded data and games of others.
struct Outside;

impl Extras for Outside {
    fn checker(&self) -> Option<Checker> {
        Some(crate::check::check)
    }

    fn importer(&self) -> Option<Importer> {
        Some(crate::import::read)
    }

    fn exporter(&self) -> Option<Exporter> {
        Some(crate::import::EXPORTER)
    }
}

/// RingRift for the registry.
#[must_use]
pub fn ringrift() -> GameEntry {
    let entry = GameEntry::new(
        "ringrift",
        "RingRift",
        "stacks jump and grow, lines collapse, regions are claimed; two to four players",
        vec![
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
    );
    let entry = entry
        .with_guide(include_str!("guide.txt"))
    .with_notation(
            "one line per position, or the agreements alone: `square8 rings=10 lps=2 swap=1 strike=0`; \
             plies such as `P 3,3 2`, `M 3,3 3,6`",
        )
        .with_extras(Outside);
    #[cfg(feature = "service")]
    let entry = entry.with_extension(crate::service::SERVICE);
    entry
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// How many different first moves an engine plays over seeds.
    fn first_moves(variant: usize, engine: &str) -> usize {
        let entry = super::ringrift();
        let variant = &*entry.variants[variant];
        let table = variant.table(None).expect("the start");
        let mut seat = variant.engine(&engine.parse().expect("a spec")).expect("an engine");
        let mut played = BTreeSet::new();
        for seed in 0..60 {
            seat.limits.seed = seed;
            seat.engine.forget();
            played.insert(seat.engine.choose(&*table, &seat.limits).expect("a move").best);
        }
        played.len()
    }

    #[test]
    fn the_lowest_levels_slip_and_the_others_do_not() {
        // Two at the table, then three.
        for (variant, steady) in [(0, 3), (1, 4)] {
            assert_eq!(first_moves(variant, &steady.to_string()), 1, "{variant}");
            let slips: Vec<usize> =
                (1..steady).map(|level| first_moves(variant, &level.to_string())).collect();
            assert!(slips.is_sorted_by(|a, b| a > b), "fewer and fewer: {slips:?}");
            assert!(slips.iter().all(|&moves| moves > 1), "{slips:?}");
        }
    }

    #[test]
    fn every_board_has_ten_levels() {
        for variant in super::ringrift().variants {
            for level in 1..=10 {
                let spec = level.to_string().parse().expect("a level");
                assert!(variant.engine(&spec).is_ok(), "{} {level}", variant.name());
            }
        }
    }
}
