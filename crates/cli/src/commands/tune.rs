//! `takeback tune`

use super::matches::{describe, read_sprt, show};
use super::{all_threads, on_interrupt, progress, say};
use anyhow::{Context, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use takeback_host::Registry;
use takeback_host::spec::Spec;
use takeback_host::weights::write_weights;
use takeback_league::tune::{Method, Plan, run as tune};

/// Find better weights for an evaluator by games.
///
/// The state is written after every step; the same command goes on with it. In
/// the end the tuned weights play a match against the usual ones, with a
/// sequential test: weights that do not win it are not worth keeping.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback tune connect4 --list                          the weights there are
  takeback tune connect4 --steps 200 --state four.tune --out four.json
  takeback tune ringrift --method cma --engine ab:depth=2 --weights mobility,captures
  takeback match connect4 --a ab:depth=4,weights=four.json --b ab:depth=4")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// List the weights and stop
    #[arg(long)]
    list: bool,
    /// The engine whose evaluator is tuned; small limits, for many games
    #[arg(long, default_value = "ab:depth=2")]
    engine: Spec,
    /// Only these weights, by name
    #[arg(long, value_delimiter = ',')]
    weights: Vec<String>,
    /// How
    #[arg(long, value_enum, default_value_t = MethodArg::Spsa)]
    method: MethodArg,
    /// Steps of spsa, generations of cma
    #[arg(long, default_value_t = 100)]
    steps: u64,
    /// Games of each comparison
    #[arg(long, default_value_t = 8)]
    games: u64,
    /// Random moves at the start of games
    #[arg(long, default_value_t = 4)]
    opening: u32,
    /// Where the state is kept
    #[arg(long, value_name = "FILE", default_value = "takeback.tune")]
    state: PathBuf,
    /// Write the tuned weights here
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Games of the final match, at most
    #[arg(long, default_value_t = 400)]
    verdict: u64,
    /// Its test: ELO0,ELO1
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,30", allow_hyphen_values = true)]
    sprt: String,
    /// Games at once; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Copy, Clone, clap::ValueEnum)]
enum MethodArg {
    /// Simultaneous perturbation: two sets of weights a step
    Spsa,
    /// Covariance matrix adaptation: a cloud of weights a generation
    Cma,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let variant = registry.choose(&args.game, args.variant.as_deref())?;
    if args.list {
        return list(variant.variant, args.json);
    }
    if args.games == 0 || args.verdict == 0 || args.opening > 1000 {
        bail!("--games and --verdict must be at least 1 and --opening at most 1000");
    }
    let plan = Plan {
        spec: args.engine.clone(),
        only: args.weights.clone(),
        method: match args.method {
            MethodArg::Spsa => Method::Spsa,
            MethodArg::Cma => Method::Cma,
        },
        steps: args.steps,
        games: args.games,
        opening: args.opening,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(all_threads).clamp(1, 256),
        verdict: args.verdict,
        sprt: read_sprt(&args.sprt)?,
    };
    let bar = progress(args.steps, "steps");
    let done = Arc::new(AtomicU64::new(0));
    let (known, steps, file) = (Arc::clone(&done), args.steps, args.state.display().to_string());
    on_interrupt(move || eprintln!("\n{}", kept(known.load(Ordering::Relaxed), steps, &file)));
    let verdict = tune(variant, &plan, &args.state, &mut |state| {
        bar.set_position(state.done);
        done.store(state.done, Ordering::Relaxed);
    })?;
    bar.finish_and_clear();
    if let Some(path) = &args.out {
        write_weights(path, variant.weights(), &verdict.weights)
            .with_context(|| path.display().to_string())?;
    }
    let names = ["tuned".to_owned(), "usual".to_owned()];
    let pairs = variant.weights().iter().zip(&verdict.weights);
    if args.json {
        let weights: serde_json::Map<_, _> =
            pairs.map(|(w, v)| (w.name.to_owned(), json!(v))).collect();
        say(json!({
            "weights": weights, "steps": verdict.state.done, "games": verdict.state.games,
            "match": describe(&verdict.result, &names),
        }))?;
    } else {
        say(format_args!("{} steps, {} games", verdict.state.done, verdict.state.games))?;
        for (weight, value) in pairs {
            let mark = if weight.default == *value { "" } else { "  *" };
            say(format_args!("  {:24} {:>6} -> {value:>6}{mark}", weight.name, weight.default))?;
        }
        show(&verdict.result, &names, variant.players())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is left of a tuning that was stopped, and how to go on.
fn kept(done: u64, steps: u64, file: &str) -> String {
    match done {
        0 => "ended early: no step was finished, nothing is kept".to_owned(),
        _ if done >= steps => format!(
            "ended early: all {done} steps are kept in {file}; the same command plays the final \
             match anew"
        ),
        _ => format!(
            "ended early: {done} of {steps} steps are kept in {file}; the same command goes on \
             from there"
        ),
    }
}

fn list(variant: &dyn takeback_host::Variant, as_json: bool) -> anyhow::Result<ExitCode> {
    if as_json {
        let all: Vec<_> = variant
            .weights()
            .iter()
            .map(|w| json!({ "name": w.name, "default": w.default, "low": w.low, "high": w.high }))
            .collect();
        say(json!(all))?;
        return Ok(ExitCode::SUCCESS);
    }
    if variant.weights().is_empty() {
        say("no weights: this variant's evaluator has none")?;
    }
    for w in variant.weights() {
        say(format_args!("{:24} {:>6}  tried from {} to {}", w.name, w.default, w.low, w.high))?;
    }
    Ok(ExitCode::SUCCESS)
}
