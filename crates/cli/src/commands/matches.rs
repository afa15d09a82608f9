//! `takeback match`

use super::{all_threads, game_and_variant, progress, say};
use anyhow::bail;
use serde_json::json;
use std::process::ExitCode;
use takeback_arena::matches::stats::Sprt;
use takeback_arena::matches::{Effort, MatchResult, Plan, run as play_match};
use takeback_search::spec::Spec;

/// Games between two engines: score, Elo with error, sequential test.
///
/// Every opening is played with seats swapped (with more than two players, the
/// first engine in each seat in turn against the second in all others).
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback match connect4 --a ab:depth=6 --b mcts:iterations=1000 --games 200
  takeback match othello --a 7 --b 5                 level 7 against level 5
  takeback match chess --a ab:depth=4 --b ab:depth=4,lmr=off --sprt 0,20
  takeback match battlesnake:standard --a snake:nodes=4000 --b baseline --games 200 --deaths")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// The first engine
    #[arg(long)]
    a: Spec,
    /// The second engine
    #[arg(long)]
    b: Spec,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// How many games, at least
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Random moves at the start of each pair of games
    #[arg(long, default_value_t = 4)]
    opening: u32,
    /// Start from this position, in the game's notation
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Stop when this is decided: ELO0,ELO1
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Games at once; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Seed of openings, luck and engines
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Battlesnake: count first places and deaths of the first engine, and
    /// those that a move sure to survive two rounds would have avoided; exit
    /// status 1 if there are such
    #[arg(long)]
    deaths: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (game, chosen) = game_and_variant(&args.game, args.variant.as_deref())?;
    let variant = game.variant(chosen.as_deref())?;
    if args.games == 0 || args.opening > 1000 {
        bail!("--games must be at least 1 and --opening at most 1000");
    }
    if args.deaths {
        return super::snake::deaths(
            variant,
            [args.a.clone(), args.b.clone()],
            (args.games, args.seed),
            args.json,
        );
    }
    let plan = Plan {
        engines: [args.a.clone(), args.b.clone()],
        games: args.games,
        opening: args.opening,
        position: args.position.clone(),
        seed: args.seed,
        threads: args.threads.unwrap_or_else(all_threads).clamp(1, 256),
        sprt: args.sprt.as_deref().map(read_sprt).transpose()?,
    };
    let bar = progress(args.games, "games");
    let result = play_match(variant, &plan, &|so_far| bar.set_position(so_far.games))?;
    bar.finish_and_clear();
    if args.json {
        say(describe(&result, args))?;
    } else {
        show(&result, args, variant.players())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn read_sprt(text: &str) -> anyhow::Result<Sprt> {
    let numbers: Option<Vec<f64>> = text.split(',').map(|n| n.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[elo0, elo1]) if elo0 < elo1 => Ok(Sprt::new(elo0, elo1)),
        _ => bail!("--sprt takes two Elo differences, the smaller first, such as 0,10"),
    }
}

fn show(result: &MatchResult, args: &Args, players: usize) -> anyhow::Result<()> {
    let score = result.sample.score();
    say(format_args!(
        "{} against {}: {} games, +{} ={} -{}",
        args.a, args.b, result.games, result.wins, result.draws, result.losses
    ))?;
    say(format_args!(
        "score {:.1} % [{:.1}, {:.1}]",
        100.0 * score.mid,
        100.0 * score.low,
        100.0 * score.high
    ))?;
    if players == 2 {
        let elo = result.sample.elo();
        say(format_args!(
            "Elo {:+.0} [{:+.0}, {:+.0}], better with likelihood {:.1} %",
            elo.mid,
            elo.low,
            elo.high,
            100.0 * result.sample.superiority()
        ))?;
    }
    let seats: Vec<String> = result
        .by_seat
        .iter()
        .enumerate()
        .map(|(i, (sum, games))| {
            format!("{}: {:.1} %", i + 1, 100.0 * sum / (*games).max(1) as f64)
        })
        .collect();
    say(format_args!("by seat {}", seats.join(", ")))?;
    if let Some(sprt) = result.sprt {
        let decision =
            sprt.decision.map_or("undecided".to_owned(), |d| format!("{d:?}").to_lowercase());
        say(format_args!(
            "SPRT {decision}: ratio {:.2} in [{:.2}, {:.2}]",
            sprt.llr, sprt.lower, sprt.upper
        ))?;
    }
    for (name, effort) in [(&args.a, &result.effort[0]), (&args.b, &result.effort[1])] {
        say(format_args!("{name}: {}", effort_text(effort)))?;
    }
    if result.endless > 0 {
        say(format_args!("{} games were stopped for their length and drawn", result.endless))?;
    }
    Ok(())
}

fn effort_text(effort: &Effort) -> String {
    let moves = effort.moves.max(1) as f64;
    format!(
        "depth {:.1}, {:.1} ms a move, {:.0} k nodes/s, {} late answers",
        effort.depths as f64 / moves,
        1e3 * effort.seconds / moves,
        effort.nodes as f64 / effort.seconds.max(1e-9) / 1e3,
        effort.late
    )
}

fn describe(result: &MatchResult, args: &Args) -> serde_json::Value {
    let (score, elo) = (result.sample.score(), result.sample.elo());
    let effort = |e: &Effort| {
        json!({
            "moves": e.moves, "nodes": e.nodes, "seconds": e.seconds, "late": e.late,
            "depth": e.depths as f64 / e.moves.max(1) as f64,
        })
    };
    json!({
        "a": args.a.to_string(), "b": args.b.to_string(), "games": result.games,
        "wins": result.wins, "draws": result.draws, "losses": result.losses,
        "score": [score.low, score.mid, score.high], "elo": [elo.low, elo.mid, elo.high],
        "superiority": result.sample.superiority(),
        "seats": result.by_seat.iter().map(|(s, n)| s / (*n).max(1) as f64).collect::<Vec<_>>(),
        "sprt": result.sprt.map(|s| json!({
            "llr": s.llr, "lower": s.lower, "upper": s.upper,
            "decision": s.decision.map(|d| format!("{d:?}").to_lowercase()),
        })),
        "effort": [effort(&result.effort[0]), effort(&result.effort[1])],
        "endless": result.endless,
    })
}
