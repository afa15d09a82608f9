//! Battlesnake.

use crate::engines::{Built, Prepared, together};
use crate::registry::{GameEntry, Variant};
use crate::tune::Tuned;
use crate::variant;
use takeback_battlesnake::{
    Battlesnake, Chance, Listing, Map, Ruleset, Settings, Setup, SnakeEval, Weights,
};
use takeback_search::spec::{Ladder, Spec};

const LADDER: Ladder = Ladder([
    "random",
    "joint:depth=1",
    "joint:depth=2",
    "duct:iterations=100",
    "duct:iterations=400",
    "duct:iterations=2k",
    "duct:time=50ms",
    "duct:time=100ms",
    "duct:time=200ms",
    "duct:time=400ms",
]);

/// Engines look ahead on a board where nothing new appears, and do not look at
/// moves that kill at once.
fn engines<const W: usize, const S: usize>(
    spec: &Spec,
    weights: Weights,
) -> Built<Battlesnake<W, S>> {
    let search = together(spec, SnakeEval::new(weights))?;
    let prepare = |game: &Battlesnake<W, S>| {
        game.clone().with_chance(Chance::Frozen).with_listing(Listing::Prudent)
    };
    Ok(Box::new(Prepared { prepare, search }))
}

/// A new game of that seed. Sizes and maps of the table below fit each other.
fn dealt<const W: usize, const S: usize>(
    ruleset: Ruleset,
    map: Map,
    side: u8,
    snakes: usize,
    seed: u64,
) -> Battlesnake<W, S> {
    let size = (side, side);
    let setup = Setup::start(ruleset, Settings::default(), map, size, snakes, seed)
        .expect("the map takes this board and so many snakes");
    Battlesnake::new(&setup).expect("a start position can be played").with_chance(Chance::Live)
}

fn board<const W: usize, const S: usize>(
    name: &'static str,
    about: &'static str,
    (ruleset, map): (Ruleset, Map),
    side: u8,
    snakes: usize,
) -> Box<dyn Variant> {
    Box::new(
        variant!(
            name,
            about,
            Token,
            move || dealt::<W, S>(ruleset, map, side, snakes, 7),
            [keyed, notation, portable, indexed, random_move, playout, simultaneous]
        )
        .with_engines(Box::new(|spec| engines(spec, Weights::default())), LADDER)
        .with_weights(Tuned::new(Weights::NAMES, &Weights::default().values(), |spec, weights| {
            engines(spec, Weights::from_values(weights))
        }))
        .with_rounds()
        .with_deals(move |seed| dealt::<W, S>(ruleset, map, side, snakes, seed)),
    )
}

pub(crate) fn battlesnake() -> GameEntry {
    let standard = (Ruleset::Standard, Map::Standard);
    GameEntry {
        name: "battlesnake",
        title: "Battlesnake",
        about: "snakes that move at the same time; all official rulesets",
        notation: "one line per position; moves up, right, down, left",
        variants: vec![
            board::<2, 2>("duel", "two snakes on 11x11", standard, 11, 2),
            board::<2, 4>("standard", "four snakes on 11x11", standard, 11, 4),
            board::<2, 2>("small", "two snakes on 7x7", standard, 7, 2),
            board::<2, 2>("solo", "one snake on 7x7", (Ruleset::Solo, Map::Standard), 7, 1),
            board::<2, 4>(
                "royale",
                "four snakes, shrinking",
                (Ruleset::Royale, Map::Royale),
                11,
                4,
            ),
            board::<2, 4>(
                "constrictor",
                "four snakes that always grow",
                (Ruleset::Constrictor, Map::Empty),
                11,
                4,
            ),
            board::<2, 4>(
                "wrapped",
                "four snakes on a board without edges",
                (Ruleset::Wrapped, Map::Standard),
                11,
                4,
            ),
            board::<2, 4>(
                "wrapped_constrictor",
                "both at once",
                (Ruleset::WrappedConstrictor, Map::Empty),
                11,
                4,
            ),
            board::<8, 4>("large", "four snakes on 19x19", standard, 19, 4),
        ],
        checker: Some(takeback_check::battlesnake::check),
    }
}
