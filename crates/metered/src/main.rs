//! The measured tables with a counting allocator and typed games, in a binary of
//! its own so that nobody pays for counting who does not look at the counts.

mod overhead;
mod trail;

use anyhow::Context;
use clap::{Parser, Subcommand, ValueEnum};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use takeback_bench::{
    Allocated, Allocations, Flags, ResultTable, legality, machine, memory, strategies,
};
use takeback_host::{GameEntry, Registry};
use takeback_meter::Meter;
use trail::Work;

/// Counts what the process allocates.
#[global_allocator]
static METER: Meter = Meter::new();

struct Counted;

impl Allocations for Counted {
    fn reading(&self) -> Allocated {
        let seen = METER.reading();
        Allocated {
            allocations: seen.allocations,
            bytes: seen.bytes,
            live: seen.live,
            peak: seen.peak,
        }
    }

    fn reset_peak(&self) {
        METER.reset_peak();
    }
}

/// Measure: what undo, copies and the generic interface really cost.
#[derive(Parser)]
#[command(after_help = "Examples:
  takeback-bench strategies             time and bytes a move, every game and strategy
  takeback-bench trail                  a journal against a token made by hand
  takeback-bench all --docs docs        all tables as docs/benchmarks.md with charts

Measure on an idle machine. Ratios within one table come from one run.")]
struct Args {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    flags: Flags,
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

fn main() -> anyhow::Result<ExitCode> {
    let args = Args::parse();
    let registry = takeback::standard();
    let effort = args.flags.effort();
    let tables = match &args.what {
        What::Strategies { games } => {
            vec![strategies(&pick(&registry, games)?, effort, Some(&Counted))]
        }
        What::Legality { games } => vec![legality(&pick(&registry, games)?, effort)],
        What::Trail => vec![trail::trail(effort, &instructions)],
        What::Overhead => vec![overhead::overhead(effort)],
        What::Memory { games } => vec![memory(&pick(&registry, games)?, effort, &Counted)],
        What::All { .. } => {
            let games = pick(&registry, &[])?;
            vec![
                strategies(&games, effort, Some(&Counted)),
                legality(&games, effort),
                trail::trail(effort, &instructions),
                overhead::overhead(effort),
                memory(&games, effort, &Counted),
            ]
        }
        What::Work { kind, plies, rounds } => {
            let work = match kind {
                WorkKind::Token => Work::Token,
                WorkKind::Trail => Work::Trail,
            };
            println!("{}", trail::work(work, *plies, *rounds));
            return Ok(ExitCode::SUCCESS);
        }
    };
    if args.flags.json {
        let all: Vec<_> = tables.iter().map(ResultTable::json).collect();
        println!("{}", serde_json::to_string_pretty(&all)?);
    } else {
        for table in &tables {
            println!("{}", table.text());
        }
    }
    if let Some(path) = &args.flags.svg {
        std::fs::write(path, tables[0].svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    if let What::All { docs: Some(folder) } = &args.what {
        write_docs(folder, &tables, &args)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn pick<'a>(registry: &'a Registry, names: &[String]) -> anyhow::Result<Vec<&'a GameEntry>> {
    if names.is_empty() {
        return Ok(registry.games().iter().collect());
    }
    names.iter().map(|name| Ok(registry.find(name)?)).collect()
}

/// Instructions of the hidden `work` command under callgrind; `None` where
/// there is no valgrind.
fn instructions(work: Work, plies: u64, rounds: u32) -> Option<u64> {
    let me = std::env::current_exe().ok()?;
    let out = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(me)
        .args(["work", work.name(), &plies.to_string(), &rounds.to_string()])
        .stdout(Stdio::null())
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&out.stderr);
    let line = text.lines().find(|line| line.contains("Collected"))?;
    line.split(':').next_back()?.trim().parse().ok()
}

fn write_docs(folder: &Path, tables: &[ResultTable], args: &Args) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)?;
    let mut page = format!(
        "# Benchmarks\n\nGenerated by `takeback-bench all --docs docs --nodes {} --repeats {}`; \
         do not edit.\n\nMachine: {}.\n",
        args.flags.nodes,
        args.flags.repeats,
        machine()
    );
    for table in tables {
        let chart = format!("bench-{}.svg", table.name);
        std::fs::write(folder.join(&chart), table.svg())?;
        let command = format!("takeback-bench {}", table.name);
        write!(page, "\n## {}\n\n`{command}`\n\n{}", table.name, table.markdown())?;
        write!(page, "\n![{}]({chart})\n", table.title)?;
    }
    std::fs::write(folder.join("benchmarks.md"), page)?;
    Ok(())
}
