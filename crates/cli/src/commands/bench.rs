//! `takeback bench`

use super::say;
use anyhow::{Context, anyhow, bail};
use clap::Subcommand;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use takeback_bench::{Flags, ResultTable, Signature, ThreadWork};
use takeback_host::spec::Spec;
use takeback_host::{GameEntry, Registry};

/// Measure: what undo and copies cost, what threads bring, whether levels are even.
///
/// Bytes and allocations, and the tables that need typed games, are measured by
/// the binary `takeback-bench`, which counts what it allocates.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback bench strategies             time a move, every game and strategy
  takeback bench threads hex --engine mcts:memory=1024 --threads 1,2,4
  takeback bench threads chess --engine ab:depth=12,tt=256 --positions 8
  takeback bench ladder connect4 --games 40
  takeback bench epd chess wac.epd --engine ab:nodes=100000   how many positions it solves
  takeback bench values connect4 solved.txt --net four.net    how far judges are from the truth
  takeback bench net othello chess      accumulators and networks beside hand-made judges
  takeback bench signature              one number over fixed searches of all games
  cargo run --release -p takeback-metered -- all

Measure on an idle machine. Ratios within one table come from one run.")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Subcommand)]
enum What {
    /// Time a move under each way of keeping state
    Strategies {
        /// Only these games
        games: Vec<String>,
    },
    /// Time for a legal list by each way of testing candidates
    Legality {
        /// Only these games
        games: Vec<String>,
    },
    /// The same search on more and more threads
    Threads {
        /// The game, or GAME:VARIANT
        game: String,
        /// The engine; with a depth, the time to it is compared
        #[arg(long, default_value = "mcts")]
        engine: Spec,
        /// Moves to play before it thinks
        #[arg(long, default_value = "")]
        moves: String,
        /// So many positions, six plies apart in a game of the engine with itself
        #[arg(long, default_value_t = 1)]
        positions: usize,
        /// Numbers of threads, the first to compare with
        #[arg(long, value_delimiter = ',', default_value = "1,2,4,8,16")]
        threads: Vec<usize>,
        /// Seconds each
        #[arg(long, default_value_t = 4.0)]
        seconds: f64,
    },
    Ladder(super::ladder::Args),
    /// How many positions of a file an engine solves
    Epd {
        /// The game, or GAME:VARIANT
        game: String,
        /// A position a line, then `bm MOVES;` or `am MOVES;`, perhaps `id "NAME";`
        file: PathBuf,
        /// The engine, with a limit
        #[arg(long, default_value = "ab:nodes=100000")]
        engine: Spec,
    },
    /// How far the hand-made judge and networks are from known results
    Values {
        /// The game, or GAME:VARIANT
        game: String,
        /// The moves to a position a line, then `= 1`, `= 0` or `= -1`: won, drawn or lost
        /// for the player in turn; `[NAME]` before those of a set
        file: PathBuf,
        /// Networks to examine
        #[arg(long, value_name = "FILE")]
        net: Vec<PathBuf>,
    },
    /// What a network costs beside the hand-made judge, a move
    Net {
        /// Only these games
        games: Vec<String>,
        /// Sums of a view: 32 to 512 in steps of 32
        #[arg(long, default_value_t = 128)]
        hidden: usize,
    },
    /// One number over fixed searches of all games
    Signature {
        /// Exit status 1 unless it is this
        #[arg(long, value_name = "NUMBER")]
        expect: Option<String>,
        /// Show what went into it
        #[arg(long)]
        rows: bool,
    },
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let effort = args.flags.effort();
    let table = match &args.what {
        What::Strategies { games } => {
            takeback_bench::strategies(&pick(registry, games)?, effort, None)
        }
        What::Legality { games } => takeback_bench::legality(&pick(registry, games)?, effort),
        What::Threads { game, engine, moves, positions, threads, seconds } => {
            if threads.is_empty() || threads.iter().any(|n| !(1..=256).contains(n)) {
                bail!("--threads takes numbers from 1 to 256, such as 1,2,4");
            }
            if !(0.01..=3600.0).contains(seconds) {
                bail!("--seconds takes a time from 0.01 to 3600");
            }
            if !(1..=100).contains(positions) {
                bail!("--positions takes a number from 1 to 100");
            }
            let chosen = registry.choose(game, None)?;
            let name = engine.to_string();
            let moves = moves.split_whitespace().map(str::to_owned).collect();
            let (engine, positions) = (engine.clone(), *positions);
            let work = ThreadWork { name: &name, engine, moves, positions };
            let time = Duration::from_secs_f64(*seconds);
            takeback_bench::threads(chosen, &work, threads, time).map_err(|why| anyhow!(why))?
        }
        What::Net { games, hidden } => {
            if !(32..=512).contains(hidden) || !hidden.is_multiple_of(32) {
                bail!("--hidden takes 32 to 512 in steps of 32");
            }
            takeback_bench::net(&pick(registry, games)?, *hidden, effort)
        }
        What::Ladder(args) => super::ladder::run(args, registry)?,
        What::Epd { game, file, engine } => {
            let chosen = registry.choose(game, None)?;
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            takeback_bench::epd(chosen, engine, &text).map_err(|why| anyhow!(why))?
        }
        What::Values { game, file, net } => {
            let chosen = registry.choose(game, None)?;
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("cannot read {}", file.display()))?;
            let mut nets = Vec::with_capacity(net.len());
            for path in net {
                let name = path.display().to_string();
                let bytes = std::fs::read(path).with_context(|| format!("cannot read {name}"))?;
                nets.push((name, bytes));
            }
            takeback_bench::values(chosen, &nets, &text).map_err(|why| anyhow!(why))?
        }
        What::Signature { expect, rows } => {
            let found = takeback_bench::signature(registry).map_err(|why| anyhow!(why))?;
            return tell_signature(&found, expect.as_deref(), *rows, args.flags.json);
        }
    };
    show(&table, args)?;
    Ok(ExitCode::SUCCESS)
}

fn show(table: &ResultTable, args: &Args) -> anyhow::Result<()> {
    if args.flags.json {
        say(serde_json::to_string_pretty(&table.json())?)?;
    } else {
        say(table.text())?;
    }
    match &args.flags.svg {
        Some(path) => std::fs::write(path, table.svg())
            .with_context(|| format!("cannot write {}", path.display())),
        None => Ok(()),
    }
}

fn tell_signature(
    found: &Signature,
    expect: Option<&str>,
    rows: bool,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let number = format!("{:016x}", found.total);
    if as_json {
        let list: Vec<_> = found
            .rows
            .iter()
            .map(|(variant, engine, nodes, best, own)| {
                serde_json::json!({
                    "variant": variant, "engine": engine, "nodes": nodes, "best": best,
                    "number": format!("{own:016x}"),
                })
            })
            .collect();
        say(serde_json::json!({ "signature": number, "rows": list }))?;
    } else {
        if rows {
            for (variant, engine, nodes, best, own) in &found.rows {
                say(format_args!("{own:016x}  {variant} {engine}: {best}, {nodes} nodes"))?;
            }
        }
        say(&number)?;
    }
    match expect {
        Some(expected) if expected != number => {
            eprintln!(
                "takeback: the signature was {expected}; a search or a game behaves differently"
            );
            Ok(ExitCode::from(1))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn pick<'a>(registry: &'a Registry, names: &[String]) -> anyhow::Result<Vec<&'a GameEntry>> {
    if names.is_empty() {
        return Ok(registry.games().iter().collect());
    }
    names.iter().map(|name| Ok(registry.find(name)?)).collect()
}
