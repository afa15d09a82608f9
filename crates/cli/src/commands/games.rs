//! `takeback games`

use super::{records, say};
use serde_json::json;
use std::process::ExitCode;
use takeback_host::Registry;

/// What is built in: games, variants, players, positions; and games on record.
#[derive(clap::Args, Default)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  takeback games                 all games, a line each
  takeback games othello         one game: variants, notation, start position
  takeback games --json          the same for a program
  takeback games list --db cup.db             games that matches and tournaments stored
  takeback games show 17 --db cup.db          one of them
  takeback games export --db cup.db > cup.jsonl
  takeback games import hex records/*.sgf --db hex.db")]
pub(crate) struct Args {
    #[command(subcommand)]
    records: Option<records::Command>,
    /// Show one game in full
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    if let Some(command) = &args.records {
        return records::run(command, registry);
    }
    let games = match &args.game {
        Some(name) => vec![registry.find(name)?],
        None => registry.games().iter().collect(),
    };
    if args.json {
        let list: Vec<_> = games.iter().map(|game| describe(game)).collect();
        say(serde_json::to_string_pretty(&list)?)?;
    } else if args.game.is_some() {
        for game in &games {
            show(game)?;
        }
    } else {
        let width = games.iter().map(|g| g.name.len()).max().unwrap_or(0);
        for game in &games {
            say(format_args!("{:width$}  {} - {}", game.name, game.title, game.about))?;
        }
        let program = crate::program();
        say(format_args!(
            "\n`{program} games NAME` shows variants and notation; `{program} --help` what to do."
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(game: &takeback_host::GameEntry) -> anyhow::Result<()> {
    say(format_args!("{} ({}): {}", game.title, game.name, game.about))?;
    say(format_args!("  positions and moves: {}", game.notation))?;
    for variant in &game.variants {
        say(format_args!(
            "  variant {}: {}; {} players, {} bytes, undo by {}",
            variant.name(),
            variant.about(),
            variant.players(),
            variant.size(),
            variant.native(),
        ))?;
        say(format_args!("    start: {}", variant.start()))?;
        say(format_args!("    can: {}", variant.capabilities().join(", ")))?;
        let strategies: Vec<_> = variant.strategies().iter().map(|s| s.name()).collect();
        say(format_args!("    strategies: {}", strategies.join(", ")))?;
    }
    Ok(())
}

fn describe(game: &takeback_host::GameEntry) -> serde_json::Value {
    let variants: Vec<_> = game
        .variants
        .iter()
        .map(|v| {
            json!({
                "name": v.name(), "about": v.about(), "players": v.players(), "bytes": v.size(),
                "start": v.start(), "capabilities": v.capabilities(),
                "strategies": v.strategies().iter().map(|s| s.name()).collect::<Vec<_>>(),
            })
        })
        .collect();
    json!({
        "name": game.name, "title": game.title, "about": game.about,
        "notation": game.notation, "variants": variants,
    })
}
