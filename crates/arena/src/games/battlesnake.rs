//! Battlesnake.

pub mod deaths;

use crate::engines::snake::{self, BaselinePlayer, Snake};
use crate::engines::{Built, EngineError, Prepared, together};
use crate::registry::{GameEntry, Variant};
use crate::tune::Tuned;
use crate::variant;
use takeback_battlesnake::{
    Baseline, Battlesnake, Chance, Listing, Map, Ruleset, Settings, Setup, SnakeEval, Weights,
};
use takeback_check::{File, Known, Report};
use takeback_search::Limits;
use takeback_search::spec::{Kind, Ladder, Spec};

const LADDER: Ladder = Ladder([
    "random",
    "joint:depth=1",
    "baseline:depth=2",
    "baseline:depth=4",
    "snake:depth=2",
    "snake:depth=4",
    "snake:time=25ms",
    "snake:time=100ms",
    "snake:time=200ms",
    "snake:time=400ms",
]);

/// Engines look ahead on a board where nothing new appears, and do not look at
/// moves that kill at once.
fn engines<const W: usize, const S: usize>(
    spec: &Spec,
    weights: Weights,
) -> Built<Battlesnake<W, S>> {
    if spec.word("eval").is_none() {
        match spec.kind() {
            Kind::Snake => {
                let options = snake::Options { weights, ..snake_options(spec) };
                return Ok(Box::new(Snake::new(options)));
            }
            Kind::Baseline => {
                let usual = Baseline::default();
                let depth = spec.count("depth").map_or(usual.depth, |depth| depth as u32);
                return Ok(Box::new(BaselinePlayer(Baseline { depth })));
            }
            _ => {}
        }
    }
    let search = together(spec, SnakeEval::new(weights)).map_err(|error| match error {
        EngineError::Unsuited { kind, known } => {
            EngineError::Unsuited { kind, known: format!("snake, {known}, baseline") }
        }
        other => other,
    })?;
    let prepare = |game: &Battlesnake<W, S>| {
        game.clone().with_chance(Chance::Frozen).with_listing(Listing::Prudent)
    };
    Ok(Box::new(Prepared { prepare, search }))
}

/// The settings of the snake that a specification asks for.
fn snake_options(spec: &Spec) -> snake::Options {
    let mut options = snake::Options::default();
    match spec.word("replies") {
        Some("all") => options.replies = snake::Replies::All,
        Some(_) => options.replies = snake::Replies::Single,
        None => {}
    }
    if let Some(near) = spec.count("near") {
        options.near = near as u16;
    }
    if let Some(quiet) = spec.count("quiet") {
        options.quiet = quiet as usize;
    }
    if let Some(contempt) = spec.count("contempt") {
        options.contempt = contempt as i32;
    }
    options.sure = spec.flag("sure").unwrap_or(options.sure);
    options
}

/// Recorded data; the snake itself answers "at this request the move must be one
/// of", by nodes where the case says nothing of time.
fn check(file: &File, report: &mut Report) -> Known {
    if !file.is_kind("regressions") {
        return takeback_check::battlesnake::check(file, report);
    }
    takeback_check::battlesnake::check_regressions_with(file, report, |playable, time| {
        let nodes = if time.is_none() { Some(REGRESSION_NODES) } else { None };
        let limits = Limits { time, nodes, memory: 16, ..Limits::default() };
        let options = snake::Options::default();
        let explained = snake::explain(&playable.setup, playable.you, options, &limits);
        explained.map(|e| e.best).map_err(|e| e.to_string())
    });
    Known::Yes
}

/// About a tenth of a second.
const REGRESSION_NODES: u64 = 60_000;

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
        .with_scene()
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
        checker: Some(check),
    }
}
