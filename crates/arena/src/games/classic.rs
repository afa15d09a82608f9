//! Games whose rules come from elsewhere.

use crate::engines::brief_passing;
use crate::registry::GameEntry;
use crate::variant;
use takeback_chess::{Chess, Material};
use takeback_search::spec::Ladder;

const LADDER: Ladder = Ladder([
    "random",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:depth=5",
    "ab:time=50ms",
    "ab:time=200ms",
    "ab:time=1s",
    "ab:time=5s",
]);

pub(crate) fn chess() -> GameEntry {
    GameEntry {
        name: "chess",
        title: "Chess",
        about: "the rules of the cozy-chess crate, wrapped in two hundred lines",
        notation: "FEN; moves as in UCI: e2e4, e7e8q, e1g1",
        variants: vec![Box::new(
            variant!(
                "standard",
                "8x8, threefold repetition and fifty moves end the game",
                Copy,
                Chess::default,
                [keyed, zero_sum, notation, portable, indexed, random_move, pass]
            )
            .with_engines(Box::new(|spec| brief_passing(spec, Material)), LADDER)
            .with_scene(),
        )],
        checker: None,
    }
}
