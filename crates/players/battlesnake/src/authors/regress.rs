//! Requests with the moves that are right there.

use super::client::{Client, is_address};
use super::files::{asked, request};
use super::table::{USUAL, limits};
use super::{SNAKE, TURN, option, place};
use crate::engine::{Options, explain};
use crate::wire::{Regression, Request};
use serde_json::json;
use std::path::Path;
use takeback_battlesnake::Direction;
use takeback_host::outside::{Analyzed, GameCommand, Given};
use takeback_search::Limits;

pub(super) const COMMAND: GameCommand = GameCommand {
    name: "regress",
    about: "Ask a snake at every position of a regression file; or add a position to one",
    examples: "Examples:
  takeback battlesnake regress cases.jsonl --who http://127.0.0.1:8000
  takeback battlesnake regress cases.jsonl                        our own snake
  takeback battlesnake regress cases.jsonl --add game.jsonl --turn 87 --one-of up,left \\
      --why 'right is a dead end of five cells'

A case is a line: {\"id\": …, \"why\": …, \"one_of\": [\"up\"], \"request\": {…}}. The exit
status is 1 where an answer is not one of those that are right.",
    arguments: &[
        place("file", "FILE", "The regression file"),
        option("who", "WHO", "Who is asked: an address or our engine (snake:time=200ms)"),
        option("add", "FILE", "Add the position of this request or recorded game"),
        TURN,
        SNAKE,
        option("one-of", "MOVES", "The moves that are right there, such as up,left"),
        option("why", "TEXT", "What goes wrong otherwise"),
    ],
    run,
};

fn run(given: &Given, watch: &mut dyn FnMut(&str)) -> Result<Analyzed, String> {
    let path = Path::new(given.get("file").unwrap_or_default());
    match given.get("add") {
        Some(source) => add(path, Path::new(source), given),
        None => ask(path, given.get("who").unwrap_or(USUAL), watch),
    }
}

/// One more line at the end of the file.
fn add(path: &Path, source: &Path, given: &Given) -> Result<Analyzed, String> {
    let request = asked(request(source, given.number("turn")?)?, given.get("snake"))?;
    let words =
        given.get("one-of").ok_or("--one-of says which moves are right, such as up,left")?;
    let read = |word: &str| Direction::from_word(word).ok_or(format!("{word:?} is no move"));
    let one_of = words.split(',').map(|w| read(w.trim())).collect::<Result<Vec<_>, _>>()?;
    let file = source.file_stem().map_or("case".into(), |name| name.to_string_lossy());
    let case = Regression {
        id: format!("{file} turn {}", request.turn),
        why: given.get("why").unwrap_or_default().to_owned(),
        request,
        one_of,
        budget_ms: None,
    };
    // What cannot be read back is not written.
    Regression::read(&case.write()).map_err(|e| e.to_string())?;
    let mut text = if path.is_file() {
        std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?
    } else {
        String::new()
    };
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(&case.write());
    text.push('\n');
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = format!("added {:?} to {}", case.id, path.display());
    Ok(Analyzed { text, json: json!({ "added": case.id }), done: true })
}

/// Who is asked.
enum Asked {
    Remote(Client),
    Own(Limits),
}

impl Asked {
    fn answer(&self, request: &Request) -> Result<Direction, String> {
        match self {
            Asked::Remote(client) => client.choose(request),
            Asked::Own(limits) => {
                let playable = request.playable().map_err(|e| e.to_string())?;
                let options = Options::default();
                let told = explain(&playable.setup, playable.you, options, limits);
                told.map(|told| told.best).map_err(|e| e.to_string())
            }
        }
    }
}

fn ask(path: &Path, who: &str, watch: &mut dyn FnMut(&str)) -> Result<Analyzed, String> {
    let asked = match is_address(who) {
        true => Asked::Remote(Client::read(who)?),
        false => Asked::Own(limits(who)?),
    };
    let text = std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let (mut right, mut wrong) = (0, Vec::new());
    let lines = text.lines().zip(1..).map(|(line, n)| (line.trim(), n));
    for (line, n) in lines.filter(|(line, _)| !line.is_empty() && !line.starts_with('#')) {
        let case = Regression::read(line).map_err(|e| format!("{}:{n}: {e}", path.display()))?;
        let given = asked.answer(&case.request);
        match given.and_then(|given| case.accepts(given).map_err(|e| e.to_string())) {
            Ok(()) => right += 1,
            Err(why) => {
                watch(&format!("{}: {why}", case.id));
                wrong.push(json!({ "id": case.id, "why": why }));
            }
        }
    }
    let text = format!("{who}: {right} right, {} wrong", wrong.len());
    let done = wrong.is_empty();
    Ok(Analyzed { text, json: json!({ "who": who, "right": right, "wrong": wrong }), done })
}
