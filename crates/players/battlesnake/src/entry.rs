//! Battlesnake in the registry.

use crate::commands;
use crate::engine::{self, BaselinePlayer, Snake};
use takeback_battlesnake::{
    Baseline, Battlesnake, Chance, Listing, Map, Ruleset, Settings, Setup, SetupError, SetupErrors,
    SnakeEval, Weights,
};
use takeback_core::Game;
use takeback_host::check::{Checker, File, Known, Report};
use takeback_host::engines::{Offer, Prepared, boxed, together};
use takeback_host::outside::{Analyzed, Explain, Exporter, Importer, Inquest};
#[cfg(not(target_family = "wasm"))]
use takeback_host::outside::{Decider, DeciderError, Program};
use takeback_host::spec::{
    self, DEPTH, EngineOption, LINES, Ladder, NODES, TABLE, THREADS, TIME, Takes,
};
use takeback_host::weights::named;
use takeback_host::{Extras, GameEntry, Variant, variant};
use takeback_search::Limits;

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

/// What acts only where there are several rivals.
const SEVERAL: &[EngineOption] = &[
    EngineOption::new(
        "replies",
        Takes::Word(&["single", "all"]),
        "single",
        "which answers of several rivals count",
    ),
    EngineOption::new(
        "near",
        Takes::Count(0, 50),
        "8",
        "with several rivals, farther ones do not branch",
    ),
];

const SNAKE: &[EngineOption] = &[
    EngineOption::new(
        "quiet",
        Takes::Count(0, 32),
        "4",
        "rounds beyond the horizon where somebody is cornered",
    ),
    EngineOption::new(
        "contempt",
        Takes::Count(0, 900_000),
        "1500",
        "how much worse than an even game a draw is",
    ),
    EngineOption::new(
        "sure",
        Takes::Flag,
        "on",
        "never leave moves that survive two rounds for certain",
    ),
    EngineOption::new(
        "late",
        Takes::Flag,
        "on",
        "in duels, look at late choices and answers by a round less first",
    ),
];

/// What acts only where nobody's tail moves.
const GROWING: &[EngineOption] = &[EngineOption::new(
    "habits",
    Takes::Flag,
    "on",
    "expect of rivals what fits with all they did before",
)];

const AHEAD: EngineOption =
    EngineOption::new("depth", Takes::Count(1, 8), "4", "moves looked ahead, each of one snake");

/// Room for two snakes. Each class takes a good tenth of the game's file for browsers; there the one for four serves
/// for two.
const PAIR: usize = if cfg!(target_family = "wasm") { 4 } else { 2 };

/// Engines look ahead on a board where nothing new appears, and do not look at
/// moves that kill at once.
fn engines<const W: usize, const S: usize>(
    weights: Weights,
    ruleset: Ruleset,
    snakes: usize,
) -> Vec<Offer<Battlesnake<W, S>>> {
    let limits = [TIME, NODES, DEPTH, THREADS, LINES, TABLE];
    let rivals = if snakes > 2 { SEVERAL } else { &[] };
    let growing = match ruleset {
        Ruleset::Constrictor | Ruleset::WrappedConstrictor => GROWING,
        _ => &[],
    };
    let options: [&[EngineOption]; 4] = [&limits, SNAKE, rivals, growing];
    let mut all =
        vec![Offer::new("snake", "the search made for Battlesnake", &options, move |settings| {
            boxed(Snake::new(engine::Options { weights, ..snake_options(settings) }))
        })];
    let prepare = |game: &Battlesnake<W, S>| {
        game.clone().with_chance(Chance::Frozen).with_listing(Listing::Prudent)
    };
    all.extend(together(SnakeEval::new(weights)).into_iter().map(|offer| {
        offer.adjusted(&[], move |_, search| boxed(Prepared { prepare, search: search? }))
    }));
    all.push(Offer::new(
        "baseline",
        "one snake after the other, by area",
        &[&[AHEAD]],
        |settings| {
            let usual = Baseline::default();
            let depth = settings.count("depth").map_or(usual.depth, |depth| depth as u32);
            boxed(BaselinePlayer(Baseline { depth }))
        },
    ));
    all
}

/// The settings of the snake as it was told.
fn snake_options(settings: &spec::Settings) -> engine::Options {
    let mut options = engine::Options::default();
    match settings.word("replies") {
        Some("all") => options.replies = engine::Replies::All,
        Some(_) => options.replies = engine::Replies::Single,
        None => {}
    }
    if let Some(near) = settings.count("near") {
        options.near = near as u16;
    }
    if let Some(quiet) = settings.count("quiet") {
        options.quiet = quiet as usize;
    }
    if let Some(contempt) = settings.count("contempt") {
        options.contempt = contempt as i32;
    }
    options.sure = settings.flag("sure").unwrap_or(options.sure);
    options.late = settings.flag("late").unwrap_or(options.late);
    options.habits = settings.flag("habits").unwrap_or(options.habits);
    options
}

/// Recorded data; the snake itself answers "at this request the move must be one
/// of", by nodes where the case says nothing of time.
fn check(file: &File, report: &mut Report) -> Known {
    if !file.is_kind("regressions") {
        return crate::check::check(file, report);
    }
    crate::check::check_regressions_with(file, report, |playable, time| {
        let nodes = if time.is_none() { Some(REGRESSION_NODES) } else { None };
        let limits = Limits { time, nodes, memory: 16, ..Limits::default() };
        let options = engine::Options::default();
        let explained = engine::explain(&playable.setup, playable.you, options, &limits);
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
        .with_tuned_engines(named(Weights::NAMES, &Weights::default().values()), move |values| {
            engines(Weights::from_values(values), ruleset, snakes)
        })
        .with_levels(LADDER)
        .with_rounds()
        .with_scene()
        .with_deals(move |seed| dealt::<W, S>(ruleset, map, side, snakes, seed))
        .refusing(if snakes > 2 { |_| None } else { crowded }),
    )
}

/// What a variant for two must not read, whatever room its type has.
fn crowded<const W: usize, const S: usize>(game: &Battlesnake<W, S>) -> Option<String> {
    let (found, room) = (game.players(), 2);
    let error = || SetupErrors(vec![SetupError::Snakes { found, room }]).to_string();
    (found > room).then(error)
}

/// Recorded data, games of others, snakes at addresses, requests as positions.
struct Outside;

impl Extras for Outside {
    fn checker(&self) -> Option<Checker> {
        Some(check)
    }

    fn importer(&self) -> Option<Importer> {
        Some(crate::import::read)
    }

    fn exporter(&self) -> Option<Exporter> {
        Some(crate::export::EXPORTER)
    }

    #[cfg(not(target_family = "wasm"))]
    fn program(&self, program: &Program) -> Option<Result<Box<dyn Decider>, DeciderError>> {
        let Program::Address { url, name, time } = program else { return None };
        Some(Ok(Box::new(crate::opponent::Snake::new(url, name.clone(), *time))))
    }

    fn explain(&self, ask: &Explain<'_>) -> Option<Result<Analyzed, String>> {
        commands::explain(ask)
    }

    fn inquest(&self) -> Option<&dyn Inquest> {
        Some(&commands::Deaths)
    }
}

/// Battlesnake for the registry.
#[must_use]
pub fn battlesnake() -> GameEntry {
    let standard = (Ruleset::Standard, Map::Standard);
    let entry = GameEntry::new(
        "battlesnake",
        "Battlesnake",
        "snakes that move at the same time: eat, grow, and be the last one alive",
        vec![
            board::<2, PAIR>("duel", "two snakes on 11x11", standard, 11, 2),
            board::<2, 4>("standard", "four snakes on 11x11", standard, 11, 4),
            board::<2, PAIR>("small", "two snakes on 7x7", standard, 7, 2),
            board::<2, PAIR>("solo", "one snake on 7x7", (Ruleset::Solo, Map::Standard), 7, 1),
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
    )
    .with_guide(include_str!("guide.txt"))
    .with_notation("one line per position; moves up, right, down, left")
    .with_extras(Outside);
    #[cfg(not(target_family = "wasm"))]
    let entry = entry.with_extension(crate::authors::COMMANDS);
    #[cfg(feature = "service")]
    let entry = entry.with_extension(crate::service::SERVICE);
    entry
}
