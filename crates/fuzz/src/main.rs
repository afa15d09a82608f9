//! `takeback-fuzz`: the targets and the watchdog as a loop, on stable Rust.

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use std::time::Duration;
use takeback_fuzz::dog::Dog;
use takeback_fuzz::engines::{self, Found, Limit, Plan};
use takeback_fuzz::round::{self, Until};
use takeback_fuzz::{TARGETS, Target, targets, variants};

/// Damaged input for every reader, and a watchdog over every engine.
#[derive(Parser)]
#[command(after_help = "Examples:
  takeback-fuzz targets                         which readers there are
  takeback-fuzz read --seconds 10               every reader for ten seconds
  takeback-fuzz read records --seconds 3600     one of them for an hour
  takeback-fuzz again fuzz/artifacts/records/1f00.input records
                                                read one input again, and see it fail
  takeback-fuzz corpus && cargo fuzz run records   the same under libFuzzer (nightly)
  takeback-fuzz engines --positions 100000      every engine from so many damaged positions
  takeback-fuzz engines chess --positions 2000 --time 20")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Which readers there are
    Targets,
    /// Damage the corpus and read it
    Read {
        /// The reader; all of them if not given
        target: Option<String>,
        /// Time for each
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// Inputs for each, at most
        #[arg(long, default_value_t = u64::MAX)]
        inputs: u64,
        /// Seed of the damages
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Read one input again
    Again {
        /// The file that was kept
        file: std::path::PathBuf,
        /// The reader
        target: String,
    },
    /// Write the corpus down, for cargo-fuzz: a folder for each reader
    Corpus {
        /// Where
        #[arg(default_value = "fuzz/corpus")]
        folder: std::path::PathBuf,
    },
    /// Let every engine answer from damaged positions
    Engines {
        /// The game, or GAME:VARIANT; all of them if not given
        game: Option<String>,
        /// Damaged positions, all variants together
        #[arg(long, default_value_t = 10_000)]
        positions: usize,
        /// Nodes of a search; every other one has the time instead
        #[arg(long, default_value_t = 200)]
        nodes: u64,
        /// Milliseconds of a search
        #[arg(long, default_value_t = 5)]
        time: u64,
        /// Seed of the damages
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Seconds over the limits that are called a hang
        #[arg(long, default_value_t = 20)]
        patience: u64,
        /// Milliseconds over the limits that are called late
        #[arg(long, default_value_t = 50)]
        lateness: u64,
    },
}

fn main() -> anyhow::Result<ExitCode> {
    match Cli::parse().command {
        Command::Targets => {
            for target in TARGETS {
                println!("{:10} {}", target.name, target.about);
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Read { target, seconds, inputs, seed } => {
            let chosen: Vec<&Target> = match &target {
                Some(name) => vec![find(name)?],
                None => TARGETS.iter().collect(),
            };
            let until = Until { inputs, time: Duration::from_secs(seconds) };
            let mut sound = true;
            for target in chosen {
                sound &= read(target, seed, until)?;
            }
            Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        Command::Again { file, target } => {
            (find(&target)?.run)(&std::fs::read(file)?);
            println!("it was read");
            Ok(ExitCode::SUCCESS)
        }
        Command::Corpus { folder } => {
            for target in TARGETS {
                let folder = folder.join(target.name);
                std::fs::create_dir_all(&folder)?;
                for (number, input) in (target.seeds)().iter().enumerate() {
                    std::fs::write(folder.join(format!("{number:05}")), input)?;
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        Command::Engines { game, positions, nodes, time, seed, patience, lateness } => {
            let limits = vec![Limit::Nodes(nodes), Limit::Time(Duration::from_millis(time))];
            let patience = Duration::from_secs(patience);
            let lateness = Duration::from_millis(lateness);
            let plan = Plan { positions, tries: 60, limits, seed, patience, lateness };
            Ok(watch(game.as_deref(), plan))
        }
    }
}

fn find(name: &str) -> anyhow::Result<&'static Target> {
    let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    targets::find(name)
        .ok_or_else(|| anyhow::anyhow!("no reader {name:?}; there are {}", names.join(", ")))
}

/// One reader; whether nothing failed.
fn read(target: &Target, seed: u64, until: Until) -> anyhow::Result<bool> {
    let round = round::run(target, seed, until);
    let longest = round.longest.as_secs_f64() * 1e3;
    println!(
        "{:10} {} inputs from {} seeds, {} failed, longest {longest:.0} ms",
        target.name,
        round.inputs,
        round.seeds,
        round.failed.len()
    );
    for (input, said) in &round.failed {
        let folder = round::artifacts().join(target.name);
        std::fs::create_dir_all(&folder)?;
        let sum =
            input.iter().fold(7u64, |sum, &b| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(b));
        let path = folder.join(format!("{sum:016x}.input"));
        std::fs::write(&path, input)?;
        println!("  {said}\n  {}\n  kept as {}", round::shown(input), path.display());
    }
    Ok(round.failed.is_empty())
}

/// Engines of one game or of all.
fn watch(game: Option<&str>, mut plan: Plan) -> ExitCode {
    let is_asked = |name: &str| match game {
        Some(game) => name == game || name.split(':').next() == Some(game),
        None => true,
    };
    let chosen: Vec<_> = variants().into_iter().filter(|v| is_asked(&v.full_name())).collect();
    plan.positions = plan.positions.div_ceil(chosen.len().max(1));
    let dog = Dog::fatal();
    let mut all = Found::default();
    for variant in chosen {
        let mut found = engines::run(variant, &plan, &dog);
        tell(&variant.full_name(), &mut found);
        all.add(found);
    }
    tell("all", &mut all);
    for failed in &all.failed {
        println!("{failed}");
    }
    for (by, what) in &all.too_late {
        println!("late by {by:.0} ms, every time: {what}");
    }
    if all.failed.is_empty() && all.too_late.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn tell(name: &str, found: &mut Found) {
    found.late.sort_by(f64::total_cmp);
    let share = |part: f64| {
        let last = found.late.len().saturating_sub(1);
        found.late.get((last as f64 * part) as usize).copied().unwrap_or_default()
    };
    println!(
        "{name}: {} searched, {} damaged, {} refused, {} failed, {} too late; late by p50 {:.1} p99 {:.1} p99.9 \
         {:.1} most {:.1} ms: {}",
        found.searched,
        found.damaged,
        found.refused,
        found.failed.len(),
        found.too_late.len(),
        share(0.5),
        share(0.99),
        share(0.999),
        found.latest.0,
        found.latest.1
    );
}
