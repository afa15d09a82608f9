//! What would you do here.

use super::files::{asked, request};
use super::{ENGINE, SNAKE, TURN, place};
use crate::commands::explain_request;
use std::path::Path;
use takeback_host::outside::{Analyzed, GameCommand, Given};
use takeback_host::spec::Spec;

pub(super) const COMMAND: GameCommand = GameCommand {
    name: "advise",
    about: "What our snake would do at a saved request, or at a turn of a recorded game, and why",
    examples: "Examples:
  takeback battlesnake advise request.json
  takeback battlesnake advise game.jsonl --turn 87 --snake Wormy
  takeback battlesnake advise game.jsonl --turn 87 --engine snake:time=2s",
    arguments: &[
        place("file", "FILE", "The body of a /move request, or a recorded game"),
        TURN,
        SNAKE,
        ENGINE,
    ],
    run,
};

fn run(given: &Given, _: &mut dyn FnMut(&str)) -> Result<Analyzed, String> {
    let path = Path::new(given.get("file").unwrap_or_default());
    let request = asked(request(path, given.number("turn")?)?, given.get("snake"))?;
    let read = |text: &str| text.parse::<Spec>().map_err(|e| format!("{text}: {e}"));
    let engine = given.get("engine").map(read).transpose()?;
    explain_request(&request, engine.as_ref())
}
