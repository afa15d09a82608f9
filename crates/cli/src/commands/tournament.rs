//! `takeback tournament`

use super::matches::House;
use super::{on_interrupt, progress, say};
use anyhow::{Context, bail};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use takeback_host::Registry;
use takeback_league::external::Contender;
use takeback_league::records::Store;
use takeback_league::tournament::{Plan, Progress, run as play_tournament};

/// Everybody against everybody: ratings, cross table, chart.
///
/// Every finished game is in the file at once, so that it may be stopped at any
/// moment, by any means; the same command goes on with what is missing.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback tournament connect4 random ab:depth=2 ab:depth=4 mcts:iterations=500
  takeback tournament hex 3 5 7 --games 600 --db hex.db --svg hex.svg
  takeback tournament chess --gauntlet ab:depth=4 ab:depth=3 'cmd:\"stockfish\",nodes=100'
  takeback tournament pig:4 random 3 5 7 --json      four at a table: Weng-Lin ratings")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// The engines
    #[arg(required = true, num_args = 2..)]
    engines: Vec<Contender>,
    /// Only games with the first engine
    #[arg(long)]
    gauntlet: bool,
    /// How many games, at least; whole rounds are played
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The file of games
    #[arg(long, value_name = "FILE", default_value = "takeback.db")]
    db: PathBuf,
    /// What the tournament is called there; follows from the other options if not given
    #[arg(long)]
    name: Option<String>,
    /// Write a chart of the ratings
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    house: House,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let variant = registry.choose(&args.game, args.house.variant.as_deref())?;
    let game = variant.game;
    if args.games == 0 {
        bail!("--games must be at least 1");
    }
    let plan = Plan {
        contenders: args.engines.clone(),
        gauntlet: args.gauntlet,
        games: args.games,
        openings: args.house.openings(variant)?,
        time: args.house.time()?,
        rules: args.house.rules()?,
        seed: args.house.seed,
        threads: args.house.threads(),
    };
    let store = Store::open(&args.db).with_context(|| args.db.display().to_string())?;
    let name = args.name.clone().unwrap_or_else(|| plan.name(game.name, variant.name()));
    let bar = progress(args.games, "games");
    let latest = Arc::new(Mutex::new(Progress::default()));
    let (known, file) = (Arc::clone(&latest), args.db.display().to_string());
    on_interrupt(move || {
        let Progress { games, finished } = *known.lock().unwrap_or_else(PoisonError::into_inner);
        eprintln!(
            "\nended early: {finished} of {games} games are kept in {file}; the same command plays \
             the others"
        );
    });
    let standings = play_tournament((game.name, variant), &plan, store, &name, &|so_far| {
        bar.set_length(so_far.games);
        bar.set_position(so_far.finished);
        *latest.lock().unwrap_or_else(PoisonError::into_inner) = so_far;
    })?;
    bar.finish_and_clear();
    if let Some(path) = &args.svg {
        let title = format!("{} {}, {} games", game.title, variant.name(), standings.games);
        std::fs::write(path, standings.svg(&title)).with_context(|| path.display().to_string())?;
    }
    if args.json {
        let mut json = standings.json();
        json["name"] = name.into();
        say(json)?;
    } else {
        say(format_args!("{}, {} games in {}", name, standings.games, args.db.display()))?;
        say(standings.to_string().trim_end())?;
        if let Some(elo) = standings.first_seat {
            say(format_args!("the first seat is worth {elo:+.0} Elo"))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
