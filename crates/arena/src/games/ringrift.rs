//! RingRift.

use crate::engines::{Built, brief, many, many_brief};
use crate::registry::{GameEntry, Variant};
use crate::tune::Tuned;
use crate::variant;
use takeback_core::Game;
use takeback_ringrift::{
    Board, Duel, Hex8, Hexagonal, Judge, Many, RingRift, Square8, Square19, Weights,
};
use takeback_search::spec::{Ladder, Spec};

const FOR_TWO: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:depth=5",
    "ab:time=100ms",
    "ab:time=300ms",
    "ab:time=1s",
    "ab:time=4s",
]);

const FOR_MANY: Ladder = Ladder([
    "random",
    "brs:depth=1",
    "brs:depth=2",
    "mcts:iterations=200",
    "brs:depth=3",
    "brs:depth=4",
    "brs:time=100ms",
    "brs:time=300ms",
    "brs:time=1s",
    "brs:time=4s",
]);

/// Engines whose judge has other weights.
fn weighed<G: Game>(family: fn(&Spec, Judge) -> Built<G>) -> Tuned<G> {
    let mut usual = Weights::default();
    let value = |name: &&str| usual.named_mut(name).map_or(0, |weight| *weight);
    let defaults: Vec<i32> = Weights::NAMES.iter().map(value).collect();
    Tuned::new(Weights::NAMES, &defaults, move |spec, values| {
        let mut weights = Weights::default();
        for (name, value) in Weights::NAMES.iter().zip(values) {
            if let Some(weight) = weights.named_mut(name) {
                *weight = *value;
            }
        }
        family(spec, Judge::new(weights))
    })
}

fn duel<B: Board>(name: &'static str, about: &'static str) -> Box<dyn Variant> {
    Box::new(
        variant!(
            name,
            about,
            Trail,
            || Duel::<B>::standard(2),
            [keyed, zero_sum, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(|spec| brief(spec, Judge::default())), FOR_TWO)
        .with_weights(weighed(brief))
        .with_scene(),
    )
}

/// The small boards have every search, the large ones those that cope.
type Family<B> = fn(&Spec, Judge) -> Built<RingRift<B, Many>>;

fn table<B: Board>(
    name: &'static str,
    about: &'static str,
    players: u8,
    family: Family<B>,
) -> Box<dyn Variant> {
    Box::new(
        variant!(
            name,
            about,
            Trail,
            move || RingRift::<B, Many>::standard(players),
            [keyed, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(move |spec| family(spec, Judge::default())), FOR_MANY)
        .with_weights(weighed(family))
        .with_scene(),
    )
}

pub(crate) fn ringrift() -> GameEntry {
    GameEntry {
        name: "ringrift",
        title: "RingRift",
        about: "stacks, markers, lines and territory for two to four",
        notation: "one line per position; plies such as `P 3,3 2`, `M 3,3 3,6`",
        variants: vec![
            duel::<Square8>("square8", "8x8 for two"),
            table::<Square8>("square8-3", "8x8 for three", 3, many),
            table::<Square8>("square8-4", "8x8 for four", 4, many),
            duel::<Hex8>("hex8", "61 hexagons for two"),
            table::<Hex8>("hex8-3", "61 hexagons for three", 3, many),
            table::<Hex8>("hex8-4", "61 hexagons for four", 4, many),
            duel::<Square19>("square19", "19x19 for two"),
            table::<Square19>("square19-3", "19x19 for three", 3, many_brief),
            table::<Square19>("square19-4", "19x19 for four", 4, many_brief),
            duel::<Hexagonal>("hexagonal", "469 hexagons for two"),
            table::<Hexagonal>("hexagonal-3", "469 hexagons for three", 3, many_brief),
            table::<Hexagonal>("hexagonal-4", "469 hexagons for four", 4, many_brief),
        ],
        checker: Some(takeback_check::ringrift::check),
    }
}
