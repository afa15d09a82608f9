//! Games whose rules come from elsewhere.

use crate::registry::GameEntry;
use crate::variant;
use takeback_chess::Chess;

pub(crate) fn chess() -> GameEntry {
    GameEntry {
        name: "chess",
        title: "Chess",
        about: "the rules of the cozy-chess crate, wrapped in two hundred lines",
        notation: "FEN; moves as in UCI: e2e4, e7e8q, e1g1",
        variants: vec![Box::new(variant!(
            "standard",
            "8x8, threefold repetition and fifty moves end the game",
            Copy,
            Chess::default,
            [keyed, zero_sum, notation, portable, indexed, random_move, pass]
        ))],
        checker: None,
    }
}
