//! `takeback engines`

use super::say;
use serde_json::json;
use std::process::ExitCode;
use takeback_host::Registry;
use takeback_host::engines::EngineInfo;

/// Which engines a game has, and every option that acts on them there.
///
/// What is not listed is refused: no option is accepted and ignored.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback engines                  which engines every game has
  takeback engines hex              the engines of Hex with all their options
  takeback engines hex:7x7 --json   one board, for a program")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT; all games if not given
    game: Option<String>,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let Some(game) = &args.game else { return overview(registry, args.json) };
    let chosen = registry.choose(game, args.variant.as_deref())?;
    let engines = chosen.engines();
    if args.json {
        let list: Vec<_> = engines.iter().map(describe).collect();
        let levels = chosen.ladder().map(|ladder| ladder.0);
        say(json!({ "variant": chosen.full_name(), "engines": list, "levels": levels }))?;
        return Ok(ExitCode::SUCCESS);
    }
    say(format_args!("{}", chosen.full_name()))?;
    for engine in &engines {
        say(format_args!("\n{}: {}", engine.name, engine.about))?;
        for option in &engine.options {
            say(format_args!(
                "  {:12} {} (usually {})\n               takes {}",
                option.name, option.does, option.default, option.takes
            ))?;
        }
    }
    if let Some(ladder) = chosen.ladder() {
        say("\nlevels, as in `--engine 7`:")?;
        for (i, engine) in ladder.0.iter().enumerate() {
            say(format_args!("  {:2}  {engine}", i + 1))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn overview(registry: &Registry, as_json: bool) -> anyhow::Result<ExitCode> {
    let mut rows = Vec::new();
    for game in registry.games() {
        for variant in &game.variants {
            let names: Vec<&str> = variant.engines().iter().map(|engine| engine.name).collect();
            rows.push((format!("{}:{}", game.name, variant.name()), names));
        }
    }
    if as_json {
        let object: serde_json::Map<_, _> =
            rows.into_iter().map(|(name, engines)| (name, json!(engines))).collect();
        say(serde_json::Value::Object(object))?;
        return Ok(ExitCode::SUCCESS);
    }
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    for (name, engines) in rows {
        say(format_args!("{name:width$}  {}", engines.join(", ")))?;
    }
    say(format_args!(
        "\n`{} engines GAME` lists every option; levels 1 to 10 work wherever there are engines.",
        crate::program()
    ))?;
    Ok(ExitCode::SUCCESS)
}

fn describe(engine: &EngineInfo) -> serde_json::Value {
    let options: Vec<_> = engine
        .options
        .iter()
        .map(|o| json!({ "name": o.name, "takes": o.takes.to_string(), "default": o.default, "does": o.does }))
        .collect();
    json!({ "name": engine.name, "about": engine.about, "options": options })
}
