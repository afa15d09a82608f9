//! `takeback selfplay`

use super::matches::House;
use super::{on_interrupt, progress, say};
use anyhow::bail;
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use takeback_host::Registry;
use takeback_league::external::Contender;
use takeback_league::selfplay::{Format, Plan, run as play_selfplay};
use takeback_search::StopFlag;

/// Labelled positions from games of an engine against itself.
///
/// Each row holds game, ply, seat, position, move, score, whether a search stands
/// behind it with its depth and nodes, and the seat's result in thousandths of a
/// win. Files are the same for a seed whatever the number of threads; stopped at any
/// moment, the same command plays what is missing. `--format rows` writes what
/// `takeback train` reads: the features of every position with the score and the
/// results, each game appended when it ends.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback selfplay connect4 --engine ab:depth=5 --games 10000 --out four
  takeback selfplay hex:7x7 --engine mcts:iterations=400 --opening 2 --out hex7
  zcat four/part-00000.jsonl.gz | head -3
  takeback selfplay othello --engine ab:nodes=2000 --format rows --opening 6 --spread 8 \\
      --games 20000 --out discs")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// The engine
    #[arg(long, default_value = "5")]
    engine: Contender,
    /// What positions are worth is said by this engine, such as an exact solver, and not
    /// by the one that plays
    #[arg(long, value_name = "ENGINE")]
    label: Option<Contender>,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The folder of the files
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Games of a file
    #[arg(long, default_value_t = 100)]
    part: u64,
    /// How rows are written
    #[arg(long, value_enum, default_value_t = FormatArg::Jsonl)]
    format: FormatArg,
    /// Up to so many random moves more at the start, differently from game to game
    #[arg(long, default_value_t = 0)]
    spread: u32,
    /// Moves are drawn, each as likely as its share of the search to the power of 1/T; of
    /// several, game number n takes the n-th, round and round. 0: the best is played
    #[arg(long, value_name = "T,T,…", value_delimiter = ',')]
    temperature: Vec<f32>,
    /// So many moves into a game the best is played, whatever the temperature
    #[arg(long, value_name = "PLIES", default_value_t = 30)]
    cool_after: usize,
    /// Begin no more games after this time, such as 8m; the same command goes on later
    #[arg(long, value_name = "TIME")]
    stop_after: Option<String>,
    #[command(flatten)]
    house: House,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum FormatArg {
    /// JSON lines, packed
    Jsonl,
    /// Parquet
    #[cfg(feature = "parquet")]
    Parquet,
    /// Features and labels for `takeback train`
    Rows,
}

fn time(text: &str) -> anyhow::Result<std::time::Duration> {
    takeback_host::spec::read_time(text)
        .ok_or_else(|| anyhow::anyhow!("--stop-after takes a time such as 90s or 8m, not {text:?}"))
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let variant = registry.choose(&args.game, args.house.variant.as_deref())?;
    let game = variant.game;
    if args.games == 0 || args.part == 0 || args.part > 1_000_000 || args.spread > 1000 {
        bail!("--games must be at least 1, --part from 1 to 1000000, --spread at most 1000");
    }
    let plan = Plan {
        engine: args.engine.clone(),
        label: args.label.clone(),
        games: args.games,
        part: args.part,
        openings: args.house.openings(variant)?,
        rules: args.house.rules()?,
        seed: args.house.seed,
        threads: args.house.threads(),
        format: match args.format {
            FormatArg::Jsonl => Format::Jsonl,
            #[cfg(feature = "parquet")]
            FormatArg::Parquet => Format::Parquet,
            FormatArg::Rows => Format::Rows,
        },
        spread: args.spread,
        temperatures: args.temperature.clone(),
        cool_after: args.cool_after,
        time: args.stop_after.as_deref().map(time).transpose()?,
        stop: StopFlag::default(),
    };
    let bar = progress(args.games, "games");
    let folder = args.out.display().to_string();
    let whole = Arc::new(AtomicU64::new(0));
    let (known, wanted, place) = (Arc::clone(&whole), args.games, folder.clone());
    on_interrupt(move || {
        let games = known.load(Ordering::Relaxed);
        eprintln!(
            "\nended early: {games} of {wanted} games are kept in {place}; the same command plays \
             the others"
        );
    });
    let done = play_selfplay((game.name, variant), &plan, &args.out, &|so_far| {
        bar.set_position(so_far.games);
        whole.store(so_far.games, Ordering::Relaxed);
    })?;
    bar.finish_and_clear();
    if args.json {
        say(json!({ "games": done.games, "new_positions": done.positions, "folder": folder }))?;
    } else {
        say(format_args!("{} games, {} new positions in {folder}", done.games, done.positions))?;
    }
    Ok(ExitCode::SUCCESS)
}
