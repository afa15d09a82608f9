//! What the client hears of a search.

use std::fmt::Write;
use takeback_core::Turn;
use takeback_host::play::{Analysis, Table};
use takeback_search::Score;

/// A move as one word: blanks inside it are written `_`.
pub(super) fn word(m: &str) -> String {
    m.replace(' ', "_")
}

fn words(moves: &[String]) -> String {
    moves.iter().map(|m| word(m)).collect::<Vec<_>>().join(" ")
}

/// One `info` line for each line of play.
pub(super) fn infos(table: &dyn Table, analysis: &Analysis) -> Vec<String> {
    let millis = analysis.time.as_millis();
    let speed = (analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-6)) as u64;
    let mut texts = Vec::with_capacity(analysis.lines.len());
    for (i, line) in analysis.lines.iter().enumerate() {
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {speed} time {millis}",
            analysis.depth,
            analysis.deepest.max(analysis.depth),
            i + 1,
            score(table, line.score, &line.moves),
            analysis.nodes,
        );
        if !line.moves.is_empty() {
            let _ = write!(text, " pv {}", words(&line.moves));
        }
        texts.push(text);
    }
    texts
}

/// A move that needed no thought, and what it was found to be worth when the book was made.
pub(super) fn by_heart(table: &dyn Table, known: &Analysis) -> String {
    format!("info string book {} score {}", word(&known.best), score(table, known.score, &[]))
}

/// `cp` for judgements; `mate` in own turns for what is proven.
fn score(table: &dyn Table, score: Score, line: &[String]) -> String {
    match score {
        Score::Points(points) => format!("cp {points}"),
        Score::Margin(points) => format!("cp {}", 100 * points),
        Score::Share(share) => format!("cp {}", points(f64::from(share))),
        Score::Exact(payoff) => format!("cp {}", points((f64::from(payoff) / 1000.0 + 1.0) / 2.0)),
        Score::Win(plies) => {
            format!("mate {}", own_turns(table, line).unwrap_or(plies.div_ceil(2)))
        }
        Score::Loss(plies) => {
            format!("mate -{}", own_turns(table, line).unwrap_or(plies / 2))
        }
    }
}

/// The reply that the line expects to a best move, where the client may ponder on
/// it: one step that ends the opponent's turn.
pub(super) fn reply(table: &dyn Table, line: &[String]) -> Option<String> {
    let [best, reply, ..] = line else { return None };
    let us = table.turn().decider()?;
    let mut table = table.branch();
    table.play(best).ok()?;
    if table.turn().decider().is_none_or(|them| them == us) {
        return None;
    }
    table.play(reply).ok()?;
    (table.turn().decider() == Some(us)).then(|| word(reply))
}

/// A share of a win as points, the way evaluators turn points into shares.
fn points(share: f64) -> i64 {
    const MOST: f64 = 10_000.0;
    let odds = share / (1.0 - share);
    (400.0 * odds.ln()).clamp(-MOST, MOST).round() as i64
}

/// How many turns of its own the player in turn has along a line that leads to
/// the end. A turn may be several steps. Lines that end before leave the length
/// of the score, which counts both sides' plies or turns.
fn own_turns(table: &dyn Table, line: &[String]) -> Option<u32> {
    let mut table = table.branch();
    let us = table.turn().decider();
    let (mut turns, mut last) = (0, None);
    for m in line {
        let mover = table.turn().decider();
        turns += u32::from(mover == us && last != us);
        last = mover;
        table.play(m).ok()?;
    }
    (table.turn() == Turn::Over).then_some(turns)
}

/// The position and what can be done in it, for people.
pub(super) fn show(table: &dyn Table) -> Vec<String> {
    let mut lines = vec![format!("position {}", table.position())];
    let moves = table.moves();
    if !moves.is_empty() {
        lines.push(format!("played {}: {}", moves.len(), words(&moves)));
    }
    match table.turn() {
        Turn::Over => {
            let payoffs = table.payoffs().unwrap_or_default();
            let shares: Vec<String> = payoffs.iter().map(|p| format!("{:.3}", p.share())).collect();
            lines.push(format!("over, shares by seat: {}", shares.join(" ")));
        }
        turn => {
            let who = match turn {
                Turn::Chance => "chance".to_owned(),
                Turn::Together(seats) => {
                    let seats: Vec<String> = seats.iter().map(|p| (p.0 + 1).to_string()).collect();
                    format!("seats {} together", seats.join(" "))
                }
                Turn::Player(player) => format!("seat {} of {}", player.0 + 1, table.players()),
                Turn::Over => String::new(),
            };
            let legal = table.legal();
            lines.push(format!("in turn: {who}"));
            lines.push(format!("legal {}: {}", legal.len(), words(&legal)));
        }
    }
    lines
}
