//! `takeback bench`

use super::say;
use anyhow::{Context, bail};
use clap::{Subcommand, ValueEnum};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use takeback_arena::bench::{self, Effort, Table, Work};
use takeback_meter::Meter;

/// Measure: what undo, copies and the generic interface really cost.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback bench strategies             time and bytes a move, every game and strategy
  takeback bench strategies othello     one game
  takeback bench trail                  a journal against a token made by hand
  takeback bench all --docs docs        all tables as docs/benchmarks.md with charts

Measure on an idle machine. Ratios within one table come from one run.")]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    /// Write the chart to this file
    #[arg(long, global = true, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Positions to aim at in each measurement
    #[arg(long, global = true, default_value_t = 1_000_000)]
    nodes: u64,
    /// Keep the best of so many runs
    #[arg(long, global = true, default_value_t = 3)]
    repeats: u32,
}

#[derive(Subcommand)]
enum What {
    /// Time and bytes a move under each way of keeping state
    Strategies {
        /// Only these games
        games: Vec<String>,
    },
    /// Time for a legal list by each way of testing candidates
    Legality {
        /// Only these games
        games: Vec<String>,
    },
    /// A journal against a token made by hand, in instructions
    Trail,
    /// The generic interface against the wrapped chess crate driven directly
    Overhead,
    /// Peak memory and allocations under unmake and under copies
    Memory {
        /// Only these games
        games: Vec<String>,
    },
    /// Everything, in order
    All {
        /// Write benchmarks.md and its charts into this folder
        #[arg(long, value_name = "FOLDER")]
        docs: Option<PathBuf>,
    },
    /// Work for an instruction counter; `trail` runs it
    #[command(hide = true)]
    Work { kind: WorkKind, plies: u64, rounds: u32 },
}

#[derive(Copy, Clone, ValueEnum)]
enum WorkKind {
    Token,
    Trail,
}

pub(crate) fn run(args: &Args, meter: &Meter) -> anyhow::Result<ExitCode> {
    if args.nodes < 1_000 || args.nodes > 1_000_000_000 || args.repeats == 0 || args.repeats > 100 {
        bail!("--nodes must be from 1000 to 1e9 and --repeats from 1 to 100");
    }
    let effort = Effort { repeats: args.repeats, nodes: args.nodes };
    let tables = match &args.what {
        What::Strategies { games } => vec![bench::strategies(&pick(games)?, effort, meter)],
        What::Legality { games } => vec![bench::legality(&pick(games)?, effort)],
        What::Trail => vec![bench::trail(effort, &instructions)],
        What::Overhead => vec![bench::overhead(effort)],
        What::Memory { games } => vec![bench::memory(&pick(games)?, effort, meter)],
        What::All { .. } => vec![
            bench::strategies(&pick(&[])?, effort, meter),
            bench::legality(&pick(&[])?, effort),
            bench::trail(effort, &instructions),
            bench::overhead(effort),
            bench::memory(&pick(&[])?, effort, meter),
        ],
        What::Work { kind, plies, rounds } => {
            let work = match kind {
                WorkKind::Token => Work::Token,
                WorkKind::Trail => Work::Trail,
            };
            say(bench::work(work, *plies, *rounds))?;
            return Ok(ExitCode::SUCCESS);
        }
    };
    if args.json {
        let all: Vec<_> = tables.iter().map(Table::json).collect();
        say(serde_json::to_string_pretty(&all)?)?;
    } else {
        for table in &tables {
            say(table.text())?;
        }
    }
    if let Some(path) = &args.svg {
        std::fs::write(path, tables[0].svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let What::All { docs: Some(folder) } = &args.what {
        write_docs(folder, &tables, args)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn pick(names: &[String]) -> anyhow::Result<Vec<takeback_arena::GameEntry>> {
    if names.is_empty() {
        return Ok(takeback_arena::all());
    }
    names.iter().map(|name| Ok(takeback_arena::find(name)?)).collect()
}

/// Instructions of the hidden `work` command under callgrind; `None` where
/// valgrind is not to be had.
fn instructions(work: Work, plies: u64, rounds: u32) -> Option<u64> {
    let me = std::env::current_exe().ok()?;
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(me)
        .args(["bench", "work", work.name(), &plies.to_string(), &rounds.to_string()])
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&out.stderr);
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split(':').next_back()?.trim().parse().ok()
}

fn write_docs(folder: &Path, tables: &[Table], args: &Args) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut page = format!(
        "# Benchmarks\n\nGenerated by `takeback bench all --docs docs --nodes {} --repeats {}`; \
         do not edit.\n\nMachine: {}.\n",
        args.nodes,
        args.repeats,
        bench::machine()
    );
    for table in tables {
        let chart = format!("bench-{}.svg", table.name);
        std::fs::write(folder.join(&chart), table.svg())?;
        let command = format!("takeback bench {}", table.name);
        write!(page, "\n## {}\n\n`{command}`\n\n{}", table.name, table.markdown())?;
        write!(page, "\n![{}]({chart})\n", table.title)?;
    }
    std::fs::write(folder.join("benchmarks.md"), page)?;
    Ok(())
}
