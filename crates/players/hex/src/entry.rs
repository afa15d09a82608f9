//! Hex in the registry.

use crate::opponent::Htp;
use crate::{htp, solve};
use takeback_hex::{Bits, Hex, PositionError, Resistance, SetupError, Size, Swap, Wide};
use takeback_host::check::Checker;
use takeback_host::engines::{
    Offer, alpha_beta, once, proofs, random_offer, shown, whole, whole_traced,
};
use takeback_host::outside::{
    Analyzed, Decider, DeciderError, Exporter, Importer, Program, Protocol, Solve,
};
use takeback_host::registry::Of;
use takeback_host::spec::Ladder;
use takeback_host::{Extras, GameEntry, Variant, variant};
use takeback_search::erased::{Abilities, Judge};

/// A few looks of the net, and fewer and fewer slips; then more and more looks (docs/ladders.md). One
/// look alone lets no move be tried, and plays worse than a thousand random games.
const LED: Ladder = Ladder([
    "hex:iterations=4,slips=38",
    "hex:iterations=4,slips=30",
    "hex:iterations=4,slips=22",
    "hex:iterations=4,slips=15",
    "hex:iterations=4,slips=6",
    "hex:iterations=4",
    "hex:iterations=50",
    "hex:time=250ms",
    "hex:time=1s",
    "hex:time=3s",
]);

/// For boards that the net does not know: 3x3 and 4x4.
const TINY: Ladder = Ladder([
    "random",
    "mcts:iterations=10",
    "mcts:iterations=30",
    "mcts:iterations=100",
    "mcts:iterations=300",
    "mcts:iterations=1k",
    "hex:iterations=500",
    "hex:iterations=3k",
    "hex:time=500ms",
    "hex:time=3s",
]);

/// The class of small boards. Each class takes a fifth of the game's file for browsers, so there that of the usual
/// board serves for them too; play is the same.
#[cfg(not(target_family = "wasm"))]
type Small = u64;
#[cfg(target_family = "wasm")]
type Small = u128;

/// Engines of a square board of this side.
type Engines<B> = fn(usize) -> Vec<Offer<Hex<B>>>;

/// Those that people use, and the engine made for the game. Plain MCTS fills
/// whole boards at once.
fn brief<B: Bits>(side: usize) -> Vec<Offer<Hex<B>>> {
    let eval = Resistance::default();
    if COMPACT {
        let mut all = compact(&eval);
        all.insert(0, crate::player::offer(side));
        return all;
    }
    vec![
        crate::player::offer(side),
        alpha_beta(eval.clone()),
        whole(),
        best_first(eval),
        random_offer(),
    ]
}

/// Descent, which few ask for: compiled once everywhere.
fn best_first<B: Bits>(eval: Resistance) -> Offer<Hex<B>> {
    let can = Abilities::new().indexed().drawing();
    once::descent(Judge::new::<Hex<B>, _>(eval)).shown(can)
}

/// In a browser's module the searches that are not the game's own are compiled once for all classes of boards.
const COMPACT: bool = cfg!(target_family = "wasm");

fn compact<B: Bits>(eval: &Resistance) -> Vec<Offer<Hex<B>>> {
    let judge = Judge::new::<Hex<B>, _>(eval.clone());
    let offers =
        vec![once::alpha_beta(judge.clone()), once::whole(), once::descent(judge), once::random()];
    shown(Abilities::new().indexed().drawing().playing(), offers)
}

/// Everything, where all moves as first are told by whole boards too.
fn eleven(side: usize) -> Vec<Offer<Hex<u128>>> {
    let eval = Resistance::default();
    if COMPACT {
        let judge = Judge::new::<Hex<u128>, _>(eval);
        let mut offers =
            vec![once::alpha_beta(judge.clone()), once::whole_traced(), once::descent(judge)];
        offers.extend(once::proofs());
        offers.push(once::random());
        let mut all = shown(Abilities::new().indexed().drawing().telling(), offers);
        all.insert(0, crate::player::offer(side));
        return all;
    }
    let mut all = vec![
        crate::player::offer(side),
        alpha_beta(eval.clone()),
        whole_traced(),
        best_first(eval),
    ];
    all.extend(proofs());
    all.push(random_offer());
    all
}

/// What a class with more room than usual must not read.
fn too_large<B: Bits>(game: &Hex<B>) -> Option<String> {
    let (size, room) = (game.size(), 64);
    (size.cells() > room)
        .then(|| PositionError::Setup(SetupError::TooLarge { size, room }).to_string())
}

/// Boards of up to 64 cells, whatever else their class has room for.
fn small(name: &'static str, about: &'static str, side: u8, swap: Swap) -> Box<dyn Variant> {
    Box::new(of_size::<Small>(name, about, side, swap, brief).refusing(too_large))
}

fn board<B: Bits>(
    name: &'static str,
    about: &'static str,
    side: u8,
    swap: Swap,
    engines: Engines<B>,
) -> Box<dyn Variant> {
    Box::new(of_size(name, about, side, swap, engines))
}

fn of_size<B: Bits>(
    name: &'static str,
    about: &'static str,
    side: u8,
    swap: Swap,
    engines: Engines<B>,
) -> Of<Hex<B>> {
    let start = move || {
        let size = Size::square(side.into()).expect("sides from 1 to 19");
        Hex::<B>::new(size, swap).expect("square boards take every swap rule")
    };
    variant!(
        name,
        about,
        Token,
        start,
        [keyed, zero_sum, notation, portable, indexed, random_move, playout]
    )
    .with_engines(move || engines(side.into()))
    .with_levels(if crate::player::net_knows(side.into()) { LED } else { TINY })
    .with_scene()
}

/// Recorded data, games of others, HTP, and the exact solver.
struct Outside;

impl Extras for Outside {
    fn checker(&self) -> Option<Checker> {
        Some(crate::check::check)
    }

    fn importer(&self) -> Option<Importer> {
        Some(crate::import::read)
    }

    fn exporter(&self) -> Option<Exporter> {
        Some(crate::import::EXPORTER)
    }

    fn variant_of(&self, position: &str) -> Option<&'static str> {
        solve::variant_for(position)
    }

    fn board_of_size(&self, size: &str) -> Option<Result<String, String>> {
        Some(solve::empty_board(size))
    }

    fn protocol(&self) -> Option<&dyn Protocol> {
        Some(&htp::Htp)
    }

    fn program(&self, program: &Program) -> Option<Result<Box<dyn Decider>, DeciderError>> {
        let Program::Command { words, name, limits, timeout } = program else { return None };
        Some(Ok(Box::new(Htp::new(words.clone(), name.clone(), limits.clone(), *timeout))))
    }

    fn solve(&self, ask: &Solve<'_>) -> Option<Result<Analyzed, String>> {
        Some(solve::run(ask))
    }
}

/// Hex for the registry.
#[must_use]
pub fn hex() -> GameEntry {
    GameEntry::new(
        "hex",
        "Hex",
        "join your two sides before the other joins theirs; no draws",
        vec![
            board::<u128>("11x11", "the usual board, swap by pieces", 11, Swap::Pieces, eleven),
            board::<u128>("11x11-plain", "without the swap rule", 11, Swap::Off, eleven),
            small("3x3", "tiny", 3, Swap::Off),
            small("4x4", "small", 4, Swap::Off),
            small("5x5", "small", 5, Swap::Off),
            small("6x6", "small", 6, Swap::Off),
            small("7x7", "middle", 7, Swap::Off),
            small("8x8", "middle", 8, Swap::Sides),
            board::<Wide<4>>("13x13", "large, swap by pieces", 13, Swap::Pieces, brief),
            board::<Wide<6>>("19x19", "the largest", 19, Swap::Pieces, brief),
        ],
    )
    .with_guide(include_str!("guide.txt"))
    .with_notation("one line per position; moves a1, k11, swap-pieces")
    .with_extras(Outside)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    /// Boards that the net does not know have engines that do not know the net.
    #[test]
    fn every_board_has_ten_levels() {
        for variant in super::hex().variants {
            for level in 1..=10 {
                let spec = level.to_string().parse().expect("a level");
                let built = variant.engine(&spec);
                assert!(built.is_ok(), "{} {level}: {:?}", variant.name(), built.err());
            }
        }
    }

    /// One move wins; the lowest level misses it now and then.
    #[test]
    fn the_lowest_level_slips() {
        let entry = super::hex();
        let five = entry.variant(Some("5x5")).expect("a board");
        let mut table = five.table(None).expect("the start");
        for m in ["c1", "a2", "c2", "a3", "c3", "a4", "c4", "b4"] {
            table.play(m).expect("a legal move");
        }
        let played = |level: u8| {
            let spec = level.to_string().parse().expect("a level");
            let mut seat = five.engine(&spec).expect("an engine");
            let mut moves = BTreeSet::new();
            for seed in 0..30 {
                seat.limits.seed = seed;
                seat.engine.forget();
                moves.insert(seat.engine.choose(&*table, &seat.limits).expect("a move").best);
            }
            moves.len()
        };
        let (lowest, sixth) = (played(1), played(6));
        assert!(lowest > 4 && sixth < 3, "{lowest} and {sixth} moves");
    }
}
