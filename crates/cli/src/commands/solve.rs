//! `takeback solve`

use super::say;
use anyhow::{Context, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use takeback_host::Registry;
use takeback_host::registry::{Method, SolveRequest};
use takeback_host::spec::read_time;
use takeback_search::equilibrium::{Rule, Sampling};

/// Positions along all lines that fit into a few gigabytes.
pub(crate) const POSITIONS: usize = 30_000_000;

/// Find an equilibrium of a small game with hidden information.
///
/// Regrets are minimised over all lines of play (plus, vanilla, linear,
/// discounted) or over sampled ones (external, outcome); the average strategy goes
/// to an equilibrium in games for two whose payoffs cancel. Exploitability is
/// measured after 1, 2, 5, 10, 20 … iterations.
///
/// Some games that are too large for all lines have a solver of their own, which
/// plus stands for there.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback solve kuhn                                  the first player loses 1/18 chip a game
  takeback solve leduc --target 0.001 --out leduc.txt  write the strategy down
  takeback solve phantomttt --iterations 100 --out ttt.txt
                                                       twenty thousand million positions
  takeback solve leduc --method external --iterations 1000000 --time 60s
  takeback match leduc --a strategy:file=leduc.txt --b ismcts:iterations=2k
  takeback exploit leduc --engine strategy:file=leduc.txt")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// plus, vanilla, linear, discounted; external, outcome
    #[arg(long, default_value = "plus")]
    method: String,
    /// At most so many iterations
    #[arg(long, value_name = "N", default_value_t = 1000)]
    iterations: u64,
    /// At most so long, such as 10s
    #[arg(long, value_name = "TIME")]
    time: Option<String>,
    /// Stop at this exploitability
    #[arg(long, value_name = "X", default_value_t = 0.0)]
    target: f64,
    /// At most so many positions along all lines of play
    #[arg(long, value_name = "N", default_value_t = POSITIONS)]
    positions: usize,
    /// Seed of what is drawn by sampling
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the strategy to this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

fn method(name: &str) -> anyhow::Result<Method> {
    Ok(match name {
        "plus" => Method::Sweeps(Rule::Plus),
        "vanilla" => Method::Sweeps(Rule::Vanilla),
        "linear" => Method::Sweeps(Rule::Linear),
        "discounted" => Method::Sweeps(Rule::DISCOUNTED),
        "external" => Method::Sampled(Sampling::External),
        "outcome" => Method::Sampled(Sampling::Outcome { exploration: 0.6 }),
        _ => bail!(
            "there is no method {name:?}; use plus, vanilla, linear, discounted, external or outcome"
        ),
    })
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let chosen = registry.choose(&args.game, args.variant.as_deref())?;
    let time: Option<Duration> = match &args.time {
        None => None,
        Some(text) => {
            Some(read_time(text).with_context(|| format!("{text:?} is no time such as 10s"))?)
        }
    };
    let request = SolveRequest {
        method: method(&args.method)?,
        iterations: args.iterations.max(1),
        time,
        target: args.target,
        positions: args.positions,
        seed: args.seed,
    };
    let solved = chosen.solve(&request)?;
    if let Some(path) = &args.out {
        takeback_host::files::replace(path, solved.strategy.as_bytes())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    let (sets, positions) = solved.size;
    if args.json {
        let rows: Vec<_> = solved
            .progress
            .iter()
            .map(|at| {
                json!({
                    "iterations": at.iterations,
                    "seconds": at.time.as_secs_f64(),
                    "exploitability": at.exploitability,
                })
            })
            .collect();
        say(json!({
            "game": chosen.full_name(),
            "method": args.method,
            "unit": chosen.unit(),
            "sets": sets,
            "positions": positions,
            "values": solved.found.values,
            "best_responses": solved.found.responses,
            "nash_conv": solved.found.nash_conv(),
            "exploitability": solved.found.per_player(),
            "progress": rows,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let unit = chosen.unit();
    say(format_args!("{}: {sets} information sets, {positions} positions", chosen.full_name()))?;
    say(format_args!("{:>10} {:>10}  exploitability in {unit} a game", "iterations", "seconds"))?;
    for at in &solved.progress {
        let seconds = at.time.as_secs_f64();
        say(format_args!("{:>10} {seconds:>10.3}  {:.6}", at.iterations, at.exploitability))?;
    }
    let found = &solved.found;
    for (seat, (value, best)) in found.values.iter().zip(&found.responses).enumerate() {
        let seat = seat + 1;
        say(format_args!(
            "player {seat}: {value:+.5} {unit} a game, {best:+.5} with a best response"
        ))?;
    }
    if let Some(path) = &args.out {
        say(format_args!("the strategy is in {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
