//! CoTuLenh.

use crate::engines::brief_passing;
use crate::registry::GameEntry;
use crate::tune::Tuned;
use crate::variant;
use takeback_cotulenh::{CoTuLenh, Eval, Weights};
use takeback_search::spec::Ladder;

const LADDER: Ladder = Ladder([
    "random",
    "ab:depth=1,quiescence=off",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:time=100ms",
    "ab:time=300ms",
    "ab:time=1s",
    "ab:time=4s",
]);

pub(crate) fn cotulenh() -> GameEntry {
    GameEntry {
        name: "cotulenh",
        title: "CoTuLenh",
        about: "Commander Chess: land, sea and air; stacks that deploy step by step",
        notation: "extended FEN with stacks, heroes and sessions; moves in LAN",
        variants: vec![Box::new(
            variant!(
                "standard",
                "11x12, nineteen pieces a side",
                Token,
                CoTuLenh::new,
                [dead_ends, keyed, zero_sum, notation, portable, indexed, random_move, pass]
            )
            .with_engines(Box::new(|spec| brief_passing(spec, Eval::default())), LADDER)
            .with_weights(Tuned::new(
                Weights::NAMES,
                &Weights::default().values(),
                |spec, weights| brief_passing(spec, Eval::new(Weights::from_values(weights))),
            ))
            .with_tested_legality()
            .with_scene(),
        )],
        checker: Some(takeback_check::cotulenh::check),
    }
}
