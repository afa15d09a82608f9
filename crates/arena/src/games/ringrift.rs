//! RingRift.

use crate::engines::{brief, many};
use crate::registry::{GameEntry, Variant};
use crate::variant;
use takeback_ringrift::{Board, Duel, Hex8, Hexagonal, Judge, Many, RingRift, Square8, Square19};
use takeback_search::spec::Ladder;

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
    "maxn:depth=1",
    "maxn:depth=2",
    "maxn:depth=3",
    "brs:depth=3",
    "brs:depth=4",
    "brs:time=100ms",
    "brs:time=300ms",
    "brs:time=1s",
    "brs:time=4s",
]);

fn duel<B: Board>(name: &'static str, about: &'static str) -> Box<dyn Variant> {
    Box::new(
        variant!(
            name,
            about,
            Trail,
            || Duel::<B>::standard(2),
            [keyed, zero_sum, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(|spec| brief(spec, Judge::default())), FOR_TWO),
    )
}

fn table<B: Board>(name: &'static str, about: &'static str, players: u8) -> Box<dyn Variant> {
    Box::new(
        variant!(
            name,
            about,
            Trail,
            move || RingRift::<B, Many>::standard(players),
            [keyed, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(|spec| many(spec, Judge::default())), FOR_MANY),
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
            table::<Square8>("square8-3", "8x8 for three", 3),
            table::<Square8>("square8-4", "8x8 for four", 4),
            duel::<Hex8>("hex8", "61 hexagons for two"),
            table::<Hex8>("hex8-3", "61 hexagons for three", 3),
            table::<Hex8>("hex8-4", "61 hexagons for four", 4),
            duel::<Square19>("square19", "19x19 for two"),
            table::<Square19>("square19-3", "19x19 for three", 3),
            table::<Square19>("square19-4", "19x19 for four", 4),
            duel::<Hexagonal>("hexagonal", "469 hexagons for two"),
            table::<Hexagonal>("hexagonal-3", "469 hexagons for three", 3),
            table::<Hexagonal>("hexagonal-4", "469 hexagons for four", 4),
        ],
        checker: Some(takeback_check::ringrift::check),
    }
}
