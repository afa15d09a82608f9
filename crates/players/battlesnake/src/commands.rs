//! What only Battlesnake has: requests as positions, deaths as findings.

use crate::deaths::{self, Findings};
use crate::engine::{Explained, Explanation, Options, explain as think};
use crate::wire::Request;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;
use takeback_host::Chosen;
use takeback_host::outside::{Analyzed, Explain, Inquest};
use takeback_host::spec::Spec;

/// How long to think where the engine's specification says nothing.
const USUAL: Duration = Duration::from_millis(500);

/// The request that a position stands for, if it stands for one: JSON as it
/// is, or a file of it. Positions in the game's notation begin with a ruleset.
fn request(position: &str) -> Option<Result<Request, String>> {
    if position.trim_start().starts_with('{') {
        return Some(Request::read(position.as_bytes()).map_err(|e| e.to_string()));
    }
    let path = std::path::Path::new(position);
    let named = path.extension().is_some_and(|e| e == "json");
    if !named && !path.is_file() {
        return None;
    }
    let read = || -> Result<Request, String> {
        let size = std::fs::metadata(path).map_err(|e| format!("cannot read: {e}"))?.len();
        if size > Request::MOST_BYTES as u64 {
            return Err("too large for a request".to_owned());
        }
        Request::read(&std::fs::read(path).map_err(|e| e.to_string())?).map_err(|e| e.to_string())
    };
    Some(read().map_err(|why| format!("{position}: not the body of a /move request: {why}")))
}

/// What the snake thinks of a request.
pub(crate) fn explain(ask: &Explain<'_>) -> Option<Result<Analyzed, String>> {
    let request = request(ask.position)?;
    Some(request.and_then(|request| explain_request(&request, ask.engine)))
}

pub(crate) fn explain_request(
    request: &Request,
    engine: Option<&Spec>,
) -> Result<Analyzed, String> {
    let playable = request.playable().map_err(|e| e.to_string())?;
    // Any board will do to read what the engine may spend.
    let mut limits = match engine {
        Some(spec) => {
            let entry = crate::battlesnake();
            entry.variants[0].engine(spec).map_err(|e| e.to_string())?.limits
        }
        None => takeback_search::Limits::time(USUAL),
    };
    limits.seat = None;
    let explanation = think(&playable.setup, playable.you, Options::default(), &limits)
        .map_err(|e| e.to_string())?;
    let names: Vec<&str> = request
        .board
        .snakes
        .iter()
        .map(|s| if s.name.is_empty() { s.id.as_str() } else { s.name.as_str() })
        .collect();
    let (text, json) = (show(&explanation, &names), describe(&explanation, &names));
    Ok(Analyzed { text, json, done: true })
}

fn show(explanation: &Explanation, names: &[&str]) -> String {
    let mut out = format!("best {}\n", explanation.best);
    for explained in &explanation.directions {
        let score = explained.score.map_or("not searched".to_owned(), |s| s.to_string());
        let sure = match (explained.sure_for_two, explained.sure) {
            (true, _) => "survives two rounds for certain",
            (_, true) => "survives this round for certain",
            _ => "may die at once",
        };
        // A String takes everything.
        let _ = writeln!(out, "  {:5} {score:>14}  {sure}", explained.direction.word());
        if !explained.line.is_empty() {
            let _ = writeln!(out, "        {}", line_text(explained).join("  "));
        }
        for death in &explained.deaths {
            let name = names.get(death.seat.index()).unwrap_or(&"?");
            let (round, cause) = (death.rounds, death.fate.cause);
            let _ = writeln!(out, "        {name} dies in round {round}: {cause}");
        }
    }
    let seconds = explanation.time.as_secs_f64();
    let _ = write!(
        out,
        "depth {} rounds, {} rounds played, {seconds:.3} s, {:.0} k/s",
        explanation.depth,
        explanation.nodes,
        explanation.nodes as f64 / seconds.max(1e-9) / 1e3
    );
    out
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
pub(crate) struct Deaths;

impl Inquest for Deaths {
    fn run(
        &self,
        chosen: Chosen<'_>,
        engines: &[Spec; 2],
        games: u64,
        seed: u64,
        watch: &mut dyn FnMut(u64, &Analyzed),
    ) -> Result<Analyzed, String> {
        let names = engines.clone().map(|e| e.to_string());
        let inquest = deaths::Inquest { engines: engines.clone(), games, seed };
        let mut heard = |findings: &Findings| watch(findings.games, &report(findings, &names));
        let findings = inquest.run(chosen.variant, &mut heard)?;
        Ok(report(&findings, &names))
    }
}

fn report(findings: &Findings, names: &[String; 2]) -> Analyzed {
    let (text, json) = (findings_text(findings, names), findings_json(findings, names));
    Analyzed { text, json, done: findings.avoidable.is_empty() }
}

fn findings_text(findings: &Findings, [a, b]: &[String; 2]) -> String {
    let (low, mid, high) = findings.first_share();
    let games = findings.games;
    let causes: Vec<String> = findings.causes.iter().map(|(c, n)| format!("{n} {c}")).collect();
    let mut lines = vec![
        format!("{a} against {b}: {games} games, {} rounds", findings.rounds),
        format!(
            "first in {} ({:.1} % [{:.1}, {:.1}]), shared {}, behind {}",
            findings.first,
            100.0 * mid,
            100.0 * low,
            100.0 * high,
            findings.shared,
            games - findings.first - findings.shared
        ),
        format!(
            "{} deaths ({}), {} of them avoidable",
            findings.deaths(),
            causes.join(", "),
            findings.avoidable.len()
        ),
    ];
    lines.extend(findings.avoidable.iter().map(|found| {
        let (seat, cause, sure) = (found.seat.0 + 1, found.cause, found.sure.join(" or "));
        format!("  seat {seat} by {cause}, {sure} was safe: {}", found.position)
    }));
    lines.join("\n")
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
