//! `takeback verify`

use super::{all_threads, progress, say};
use anyhow::bail;
use serde_json::json;
use std::process::ExitCode;
use std::time::Duration;
use takeback_host::Registry;
use takeback_host::{GameEntry, VerifyRequest};

/// Prove that moves are taken back exactly, on random and exhaustive walks.
///
/// Checks every law of the game's documents: equality after undo, keys against
/// keys from scratch, move lists, payoffs, observations, whole games taken
/// back, clones, notation. A broken law is shrunk to the shortest line and
/// shown field by field. Exit status 1 means a law is broken.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback verify all                       every game, 200,000 plies each
  takeback verify othello --plies 5000000   one game, thoroughly
  takeback verify chess --seconds 60 --seed 7 --threads 2")]
pub(crate) struct Args {
    /// The game, GAME:VARIANT, or `all`
    game: String,
    /// Moves to make and take back, per game
    #[arg(long, default_value_t = 200_000)]
    plies: u64,
    /// Stop each game after this many seconds
    #[arg(long, allow_negative_numbers = true)]
    seconds: Option<f64>,
    /// The same seed walks the same ways
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Worker threads; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    if args.plies == 0 {
        bail!("the number of plies must be at least 1");
    }
    let time = match args.seconds {
        Some(s) if !(s > 0.0 && s < 1e7) => bail!("the number of seconds must be above 0"),
        other => other.map(Duration::from_secs_f64),
    };
    let (games, chosen): (Vec<&GameEntry>, Option<String>) = if args.game == "all" {
        (registry.games().iter().collect(), None)
    } else {
        let chosen = registry.choose(&args.game, args.variant.as_deref())?;
        let one = args.variant.is_some() || args.game.contains(':');
        (vec![chosen.game], one.then(|| chosen.name().to_owned()))
    };
    let threads = args.threads.unwrap_or_else(all_threads).clamp(1, 256);
    let request = VerifyRequest { plies: args.plies, time, seed: args.seed, threads, stop: None };
    let (mut plies, mut mismatches) = (0, 0);
    let mut rows = Vec::new();
    for game in &games {
        let (game_plies, game_mismatches) =
            verify_game(game, chosen.as_deref(), &request, args, &mut rows)?;
        plies += game_plies;
        mismatches += game_mismatches;
    }
    if args.json {
        say(json!({ "plies": plies, "mismatches": mismatches, "variants": rows }))?;
    } else {
        say(format_args!("verified {plies} plies, {mismatches} mismatches"))?;
    }
    Ok(if mismatches == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// All variants of one game share its plies.
fn verify_game(
    game: &GameEntry,
    chosen: Option<&str>,
    request: &VerifyRequest<'_>,
    args: &Args,
    rows: &mut Vec<serde_json::Value>,
) -> anyhow::Result<(u64, u64)> {
    let variants: Vec<_> =
        game.variants.iter().filter(|v| chosen.is_none_or(|name| v.name() == name)).collect();
    let share = VerifyRequest {
        plies: request.plies.div_ceil(variants.len() as u64),
        time: request.time.map(|t| t / variants.len() as u32),
        ..*request
    };
    let (mut plies, mut mismatches) = (0, 0);
    for variant in variants {
        let full_name = format!("{}:{}", game.name, variant.name());
        let bar = progress(share.plies, &full_name);
        let outcome = variant.verify(&share, &|done| bar.set_position(done));
        bar.finish_and_clear();
        plies += outcome.plies;
        let failure = outcome.failure.map(|mut failure| {
            failure.game.clone_from(&full_name);
            failure.again = again(&full_name, &share);
            failure
        });
        if args.json {
            rows.push(json!({
                "variant": full_name, "plies": outcome.plies, "games": outcome.games,
                "failure": failure.as_ref().map(ToString::to_string),
            }));
        } else {
            let held = if failure.is_none() { "all laws hold" } else { "BROKEN" };
            say(format_args!(
                "{full_name}: {} plies, {} games, {held}",
                outcome.plies, outcome.games
            ))?;
        }
        if let Some(failure) = failure {
            mismatches += 1;
            if !args.json {
                say(failure)?;
            }
        }
    }
    Ok((plies, mismatches))
}

/// The command that finds a failure again, whatever this program is called.
fn again(name: &str, request: &VerifyRequest<'_>) -> String {
    let program = std::env::args().next().unwrap_or_else(|| "takeback".to_owned());
    let VerifyRequest { plies, seed, .. } = request;
    format!("{program} verify {name} --plies {plies} --seed {seed}")
}
