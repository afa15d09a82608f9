//! Hex.

use crate::engines::{Built, brief, duel, monte_carlo_options};
use crate::registry::{GameEntry, Variant};
use crate::variant;
use takeback_hex::{Bits, Hex, Resistance, Size, Swap, Wide};
use takeback_search::mcts::{Mcts, Options, Whole};
use takeback_search::spec::{Kind, Ladder, Spec};

const LADDER: Ladder = Ladder([
    "random",
    "mcts:iterations=50",
    "mcts:iterations=200",
    "mcts:iterations=1k",
    "mcts:iterations=4k",
    "mcts:iterations=20k",
    "mcts:time=200ms",
    "mcts:time=500ms",
    "mcts:time=1s",
    "mcts:time=4s",
]);

/// What the family builds for boards that the rest is too much for.
type Family<B> = fn(&Spec, Resistance) -> Built<Hex<B>>;

/// As for all duels; plain MCTS fills whole boards at once.
fn engines<B: Bits>(spec: &Spec, family: Family<B>) -> Built<Hex<B>> {
    let plain = ["cut", "bias", "minimax", "gumbel", "grave", "rave"].iter().all(|o| !spec.says(o));
    if spec.kind() == Kind::Mcts && plain && spec.word("rule") != Some("puct") {
        let options = monte_carlo_options(spec, Options::default());
        return Ok(Box::new(Mcts::new(Whole::default()).with(options).reusing()));
    }
    family(spec, Resistance::default())
}

fn board<B: Bits>(
    name: &'static str,
    about: &'static str,
    side: u8,
    swap: Swap,
    family: Family<B>,
) -> Box<dyn Variant> {
    let start = move || {
        let size = Size::square(side.into()).expect("sides from 1 to 19");
        Hex::<B>::new(size, swap).expect("square boards take every swap rule")
    };
    Box::new(
        variant!(
            name,
            about,
            Token,
            start,
            [keyed, zero_sum, notation, portable, indexed, random_move, playout]
        )
        .with_engines(Box::new(move |spec| engines(spec, family)), LADDER)
        .with_scene(),
    )
}

pub(crate) fn hex() -> GameEntry {
    GameEntry {
        name: "hex",
        title: "Hex",
        about: "join your two sides; any board from 1x1 to 19x19, with the swap rule",
        notation: "one line per position; moves a1, k11, swap-pieces",
        variants: vec![
            board::<u128>("11x11", "the usual board, swap by pieces", 11, Swap::Pieces, duel),
            board::<u128>("11x11-plain", "without the swap rule", 11, Swap::Off, duel),
            board::<u64>("3x3", "tiny", 3, Swap::Off, brief),
            board::<u64>("4x4", "small", 4, Swap::Off, brief),
            board::<u64>("5x5", "small", 5, Swap::Off, brief),
            board::<u64>("6x6", "small", 6, Swap::Off, brief),
            board::<u64>("7x7", "middle", 7, Swap::Off, brief),
            board::<u64>("8x8", "middle", 8, Swap::Sides, brief),
            board::<Wide<4>>("13x13", "large, swap by pieces", 13, Swap::Pieces, brief),
            board::<Wide<6>>("19x19", "the largest", 19, Swap::Pieces, brief),
        ],
        checker: Some(takeback_check::hex::check),
    }
}
