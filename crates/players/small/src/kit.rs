//! Hex on the element kit: a yardstick of what the kit costs.

use takeback_host::engines::listed;
use takeback_host::spec::Ladder;
use takeback_host::{Extras, GameEntry, variant};
use takeback_kit::{KitGame, hex::Hex};

/// The kit plays some thousand games a second.
const KIT_LADDER: Ladder = Ladder([
    "random",
    "mcts:iterations=20",
    "mcts:iterations=50",
    "mcts:iterations=100",
    "mcts:iterations=200",
    "mcts:iterations=400",
    "mcts:iterations=800",
    "mcts:time=300ms",
    "mcts:time=1s",
    "mcts:time=4s",
]);

/// It is there to be measured, not to be played.
struct Yardstick;

impl Extras for Yardstick {
    fn is_yardstick(&self) -> bool {
        true
    }
}

/// Hex on the element kit, for the registry.
#[must_use]
pub fn kit_hex() -> GameEntry {
    let board = |name, size| {
        variant!(
            name,
            "on the element kit",
            Trail,
            move || KitGame::new(Hex { size }),
            [keyed, zero_sum, notation, portable]
        )
        .with_engines(listed)
        .with_levels(KIT_LADDER)
        .with_scene()
    };
    GameEntry::new(
        "kithex",
        "Hex on the element kit",
        "Hex written a second time, in a page, on the kit for games of elements",
        vec![Box::new(board("5x5", 5)), Box::new(board("11x11", 11))],
    )
    .with_notation("one line per position; moves a1, b2")
    .with_extras(Yardstick)
}
