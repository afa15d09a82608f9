//! Games on the element kit: Hex, a yardstick of what the kit costs, and Crazy
//! Eights, to be played and to be copied from.

use takeback_host::engines::{Advice, hidden_listed, listed_advised};
use takeback_host::spec::Ladder;
use takeback_host::{Extras, GameEntry, Variant, variant};
use takeback_kit::{KitGame, Rules, eights::Eights, hex::Hex};
use takeback_search::ismcts::Observer;

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

/// What the rules of a kit game tell a search.
fn advice<R: Rules>() -> Advice<KitGame<R>> {
    Advice { heeding: KitGame::heeding, exploring: KitGame::exploration }
}

/// These variants are there to be measured, not to be played.
pub(crate) struct Yardsticks(pub(crate) &'static [&'static str]);

impl Extras for Yardsticks {
    fn is_yardstick(&self, variant: &str) -> bool {
        self.0.contains(&variant)
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
        .with_engines(|| listed_advised(&advice()))
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
    .with_extras(Yardsticks(&["5x5", "11x11"]))
}

const EIGHTS_LADDER: Ladder = Ladder([
    "random",
    "ismcts:iterations=20",
    "ismcts:iterations=50",
    "ismcts:iterations=100",
    "ismcts:iterations=250",
    "ismcts:iterations=500",
    "ismcts:iterations=1k",
    "ismcts:time=100ms",
    "ismcts:time=300ms",
    "ismcts:time=1s",
]);

/// Crazy Eights on the element kit, for the registry.
#[must_use]
pub fn crazy_eights() -> GameEntry {
    let seats = |name, about, players| -> Box<dyn Variant> {
        Box::new(
            variant!(
                name,
                about,
                Trail,
                move || KitGame::new(Eights(players, 8)),
                [keyed, notation, portable, hidden_sampled]
            )
            .with_engines(|| hidden_listed(Observer::Multiple))
            .with_levels(EIGHTS_LADDER)
            .with_deals(move |seed| KitGame::new(Eights(players, seed as u32)))
            .with_scene(),
        )
    };
    GameEntry::new(
        "eights",
        "Crazy Eights",
        "lay a card of the same suit or rank; eights fit anywhere",
        vec![
            seats("2", "two players", 2),
            seats("3", "three players", 3),
            seats("4", "four players", 4),
            seats("5", "five players", 5),
        ],
    )
    .with_guide(include_str!("guides/eights.txt"))
    .with_notation("one line per position; a card as rank and suit: QH; draw; a suit: hearts")
}
