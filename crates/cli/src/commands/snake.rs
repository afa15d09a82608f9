//! What only Battlesnake has: requests as positions, deaths as findings.

use super::{progress, say};
use anyhow::Context;
use serde_json::{Value, json};
use std::process::ExitCode;
use std::time::Duration;
use takeback_arena::Variant;
use takeback_arena::engines::snake::{Explained, Explanation, Options, explain as think};
use takeback_arena::games::snake_deaths::{Findings, Inquest};
use takeback_formats::battlesnake::Request;
use takeback_search::spec::Spec;

/// How long to think where the engine's specification says nothing.
const USUAL: Duration = Duration::from_millis(500);

/// The request that a `--position` stands for, if it stands for one: JSON as it
/// is, or a file of it. Positions in the game's notation begin with a ruleset.
pub(crate) fn request(position: &str) -> Option<anyhow::Result<Request>> {
    if position.trim_start().starts_with('{') {
        return Some(Request::read(position.as_bytes()).map_err(Into::into));
    }
    let path = std::path::Path::new(position);
    let named = path.extension().is_some_and(|e| e == "json");
    if !named && !path.is_file() {
        return None;
    }
    let read = || -> anyhow::Result<Request> {
        let size = std::fs::metadata(path).context("cannot read")?.len();
        anyhow::ensure!(size <= Request::MOST_BYTES as u64, "{position}: too large for a request");
        Ok(Request::read(&std::fs::read(path)?)?)
    };
    Some(read().with_context(|| format!("{position}: not the body of a /move request")))
}

/// What the snake thinks of a request.
pub(crate) fn explain(request: &Request, engine: &Spec, as_json: bool) -> anyhow::Result<ExitCode> {
    let playable = request.playable()?;
    let mut limits = engine.limits();
    if limits.time.is_none() && limits.nodes.is_none() && limits.depth.is_none() {
        limits.time = Some(USUAL);
    }
    let explanation = think(&playable.setup, playable.you, Options::default(), &limits)?;
    let names: Vec<&str> = request
        .board
        .snakes
        .iter()
        .map(|s| if s.name.is_empty() { s.id.as_str() } else { s.name.as_str() })
        .collect();
    if as_json {
        say(describe(&explanation, &names))?;
    } else {
        show(&explanation, &names)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn show(explanation: &Explanation, names: &[&str]) -> anyhow::Result<()> {
    say(format_args!("best {}", explanation.best))?;
    for explained in &explanation.directions {
        let score = explained.score.map_or("not searched".to_owned(), |s| s.to_string());
        let sure = match (explained.sure_for_two, explained.sure) {
            (true, _) => "survives two rounds for certain",
            (_, true) => "survives this round for certain",
            _ => "may die at once",
        };
        say(format_args!("  {:5} {score:>14}  {sure}", explained.direction.word()))?;
        if !explained.line.is_empty() {
            say(format_args!("        {}", line_text(explained).join("  ")))?;
        }
        for death in &explained.deaths {
            let name = names.get(death.seat.index()).unwrap_or(&"?");
            say(format_args!(
                "        {name} dies in round {}: {}",
                death.rounds, death.fate.cause
            ))?;
        }
    }
    let seconds = explanation.time.as_secs_f64();
    say(format_args!(
        "depth {} rounds, {} rounds played, {seconds:.3} s, {:.0} k/s",
        explanation.depth,
        explanation.nodes,
        explanation.nodes as f64 / seconds.max(1e-9) / 1e3
    ))
}

/// Each round as the first letters of what the living do, in order of seats.
fn line_text(explained: &Explained) -> Vec<String> {
    let letters = |round: &Vec<_>| {
        round
            .iter()
            .filter_map(|(_, d): &(_, takeback_battlesnake::Direction)| d.word().chars().next())
            .collect()
    };
    explained.line.iter().map(letters).collect()
}

fn describe(explanation: &Explanation, names: &[&str]) -> Value {
    let moves = explanation.directions.iter().map(|e| {
        json!({
            "move": e.direction.word(),
            "score": e.score.map(|s| s.to_string()),
            "sure": e.sure,
            "sure_for_two": e.sure_for_two,
            "line": e.line.iter().map(|round| {
                round.iter().map(|(p, d)| json!({ "snake": p.0, "move": d.word() })).collect::<Vec<_>>()
            }).collect::<Vec<_>>(),
            "deaths": e.deaths.iter().map(|d| json!({
                "snake": d.seat.0, "name": names.get(d.seat.index()), "round": d.rounds,
                "cause": d.fate.cause.name(),
            })).collect::<Vec<_>>(),
        })
    });
    json!({
        "best": explanation.best.word(),
        "moves": moves.collect::<Vec<_>>(),
        "depth": explanation.depth,
        "nodes": explanation.nodes,
        "seconds": explanation.time.as_secs_f64(),
    })
}

/// `takeback match battlesnake … --deaths`
pub(crate) fn deaths(
    variant: &dyn Variant,
    engines: [Spec; 2],
    (games, seed): (u64, u64),
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let bar = progress(games, "games");
    let names = engines.clone().map(|e| e.to_string());
    let inquest = Inquest { engines, games, seed };
    let findings = inquest.run(variant, &mut |done| bar.set_position(done))?;
    bar.finish_and_clear();
    if as_json {
        say(findings_json(&findings, &names))?;
    } else {
        show_findings(&findings, &names)?;
    }
    Ok(if findings.avoidable.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn show_findings(findings: &Findings, [a, b]: &[String; 2]) -> anyhow::Result<()> {
    let (low, mid, high) = findings.first_share();
    let games = findings.games;
    say(format_args!("{a} against {b}: {games} games, {} rounds", findings.rounds))?;
    say(format_args!(
        "first in {} ({:.1} % [{:.1}, {:.1}]), shared {}, behind {}",
        findings.first,
        100.0 * mid,
        100.0 * low,
        100.0 * high,
        findings.shared,
        games - findings.first - findings.shared
    ))?;
    let causes: Vec<String> = findings.causes.iter().map(|(c, n)| format!("{n} {c}")).collect();
    say(format_args!(
        "{} deaths ({}), {} of them avoidable",
        findings.deaths(),
        causes.join(", "),
        findings.avoidable.len()
    ))?;
    for found in &findings.avoidable {
        let sure = found.sure.join(" or ");
        say(format_args!(
            "  seat {} by {}, {sure} was safe: {}",
            found.seat.0 + 1,
            found.cause,
            found.position
        ))?;
    }
    Ok(())
}

fn findings_json(findings: &Findings, names: &[String; 2]) -> Value {
    let (low, mid, high) = findings.first_share();
    json!({
        "a": names[0], "b": names[1], "games": findings.games, "rounds": findings.rounds,
        "first": findings.first, "shared": findings.shared, "first_share": [low, mid, high],
        "deaths": findings.causes,
        "avoidable": findings.avoidable.iter().map(|f| json!({
            "seat": f.seat.0, "cause": f.cause.name(), "sure": f.sure, "position": f.position,
        })).collect::<Vec<_>>(),
    })
}
