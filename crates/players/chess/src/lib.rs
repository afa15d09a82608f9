//! Chess, ready to play: its engines and its place in the registry.

mod pgn;

use takeback_chess::{Chess, Material};
#[cfg(not(target_family = "wasm"))]
use takeback_host::engines::SHIPPED;
use takeback_host::engines::{
    BACK_UPS, EngineError, Learned, NET, alpha_beta_by, descent, judged_learning_by, random_offer,
};
use takeback_host::outside::{Exporter, Importer};
use takeback_host::spec::{EngineOption, Ladder, Settings};
use takeback_host::{Extras, GameEntry, variant};
use takeback_search::mcts;

/// The lowest rungs differ by how often they play any move at all (docs/ladders.md).
const LADDER: Ladder = Ladder([
    "ab:depth=1,slips=22",
    "ab:depth=1,slips=8",
    "ab:depth=1",
    "ab:depth=2",
    "ab:depth=3",
    "ab:depth=4",
    "ab:time=50ms",
    "ab:time=200ms",
    "ab:time=1s",
    "ab:time=5s",
]);

/// The network that comes with the game plays the upper levels. A browser's module does
/// without it, being as large as all the rest.
#[cfg(not(target_family = "wasm"))]
mod shipped {
    use super::{
        Chess, EngineError, EngineOption, LADDER, Ladder, Learned, Material, NET, SHIPPED, Settings,
    };

    pub(super) const OPTIONS: &[EngineOption] = &[NET, SHIPPED];
    pub(super) const LEVELS: Ladder = {
        let mut rungs = LADDER;
        rungs.0[6] = "ab:time=50ms,learned";
        rungs.0[7] = "ab:time=200ms,learned";
        rungs.0[8] = "ab:time=1s,learned";
        rungs.0[9] = "ab:time=5s,learned";
        rungs
    };

    pub(super) fn judge(settings: &Settings) -> Result<Learned<Chess, Material>, EngineError> {
        Learned::chosen_or(settings, Material, include_bytes!("../net/chess.net"))
    }
}

#[cfg(target_family = "wasm")]
mod shipped {
    use super::{
        Chess, EngineError, EngineOption, LADDER, Ladder, Learned, Material, NET, Settings,
    };

    pub(super) const OPTIONS: &[EngineOption] = &[NET];
    pub(super) const LEVELS: Ladder = LADDER;

    pub(super) fn judge(settings: &Settings) -> Result<Learned<Chess, Material>, EngineError> {
        Learned::chosen(settings, Material)
    }
}

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
            alpha_beta_by(shipped::OPTIONS, &Learned::new(Material), shipped::judge),
            judged_learning_by(shipped::OPTIONS, usual, AT_ONCE, shipped::judge),
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
    .with_levels(shipped::LEVELS)
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
