//! `takeback perft`

use super::say;
use anyhow::bail;
use serde_json::json;
use std::process::ExitCode;
use std::time::Instant;
use takeback_host::Registry;
use takeback_host::{PerftRequest, Strategy};

/// Count lines of play, the oldest test of a rules engine.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback perft chess 5                     counts for depths 1 to 5
  takeback perft chess --depth 4 --divide    lines below each first move
  takeback perft chess 4 --position \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"
  takeback perft connect4:5x4 8              a variant of a game
  takeback perft othello 8 --strategy copy   the same under another way of keeping state")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// Depth in plies
    #[arg(value_name = "DEPTH")]
    plies: Option<u32>,
    /// Depth in plies
    #[arg(long, conflicts_with = "plies")]
    depth: Option<u32>,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// Start from this position, in the game's notation
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Show the count below each move
    #[arg(long)]
    divide: bool,
    /// token, trail, copy, cow, hybrid or checked
    #[arg(long)]
    strategy: Option<Strategy>,
    /// Worker threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Deeper than any count that ends.
const DEEPEST: u32 = 100;

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let variant = registry.choose(&args.game, args.variant.as_deref())?;
    let game = variant.game;
    let Some(depth) = args.depth.or(args.plies) else {
        bail!("say how deep, as in `{} perft {} 4`", crate::program(), args.game);
    };
    if depth == 0 || depth > DEEPEST {
        bail!("the depth must be from 1 to {DEEPEST}");
    }
    if args.threads == 0 || args.threads > 256 {
        bail!("the number of threads must be from 1 to 256");
    }
    let mut rows = Vec::new();
    for depth in if args.divide { depth..=depth } else { 1..=depth } {
        let request = PerftRequest {
            depth,
            position: args.position.as_deref(),
            strategy: args.strategy,
            threads: args.threads,
            stop: None,
        };
        let start = Instant::now();
        let division = variant.perft(&request)?;
        let seconds = start.elapsed().as_secs_f64();
        let total: u64 = division.iter().map(|(_, lines)| lines).sum();
        if args.json {
            let below: serde_json::Map<_, _> =
                division.iter().map(|(m, lines)| (m.clone(), json!(lines))).collect();
            let mut row = json!({ "depth": depth, "lines": total, "seconds": seconds });
            if args.divide {
                row["divide"] = below.into();
            }
            rows.push(row);
            continue;
        }
        if args.divide {
            for (m, lines) in &division {
                say(format_args!("{m}: {lines}"))?;
            }
        }
        let speed = total as f64 / seconds.max(1e-9) / 1e6;
        say(format_args!("depth {depth}: {total} lines, {seconds:.3} s, {speed:.1} M/s"))?;
    }
    if args.json {
        let name = variant.name();
        say(json!({ "game": game.name, "variant": name, "perft": rows }))?;
    }
    Ok(ExitCode::SUCCESS)
}
