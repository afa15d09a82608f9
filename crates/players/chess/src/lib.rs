//! Chess, ready to play: its engines and its place in the registry.

mod pgn;

use takeback_chess::{Chess, Material};
use takeback_host::engines::{
    BACK_UPS, Learned, NET, alpha_beta_by, descent, judged_learning, random_offer,
};
use takeback_host::outside::{Exporter, Importer};
use takeback_host::spec::Ladder;
use takeback_host::{Extras, GameEntry, variant};
use takeback_search::mcts;

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

/// Games of others.
struct Outside;

impl Extras for Outside {
    fn importer(&self) -> Option<Importer> {
        Some(pgn::read)
    }

    fn exporter(&self) -> Option<Exporter> {
        Some(pgn::EXPORTER)
    }
}

/// Chess for the registry.
#[must_use]
pub fn chess() -> GameEntry {
    let engines = || {
        let usual = mcts::Options { minimax: BACK_UPS, ..mcts::Options::default() };
        vec![
            alpha_beta_by(&[NET], &Learned::new(Material), |settings| {
                Learned::chosen(settings, Material)
            }),
            judged_learning(Material, usual, AT_ONCE),
            descent(Material),
            random_offer(),
        ]
    };
    let standard = variant!(
        "standard",
        "8x8, threefold repetition and fifty moves end the game",
        Copy,
        Chess::default,
        [keyed, zero_sum, notation, portable, indexed, random_move, pass, features]
    )
    .with_engines(engines)
    .with_nets(Material)
    .with_levels(LADDER)
    .with_scene();
    GameEntry::new(
        "chess",
        "Chess",
        "the game of kings: checkmate the enemy's king",
        vec![Box::new(standard)],
    )
    .with_guide(include_str!("guide.txt"))
    .with_extras(Outside)
    .with_notation("FEN; moves as in UCI: e2e4, e7e8q, e1g1")
}

/// Random games say little here and take long: leaves are judged at once. `cut=20000` plays
/// to the end.
const AT_ONCE: u32 = 0;
