//! Play on from a turn of a recorded game.

use super::files::{asked, called, request};
use super::table::{Match, Sitter, USUAL};
use super::{ENGINE, SNAKE, TURN, option, place};
use serde_json::json;
use std::path::Path;
use takeback_host::outside::{Analyzed, GameCommand, Given};

pub(super) const COMMAND: GameCommand = GameCommand {
    name: "onward",
    about: "Play on from a turn of a recorded game, a snake at an address against the rest",
    examples: "Examples:
  takeback battlesnake onward game.jsonl --turn 87 --snake Wormy --as http://127.0.0.1:8000
  takeback battlesnake onward game.jsonl --turn 87 --against http://127.0.0.1:8000 --games 10

Without --as the snake is played by ours, without --against all the others are. Food falls
differently in each game; --seed makes it fall the same again.",
    arguments: &[
        place("file", "FILE", "A recorded game, or the body of a /move request"),
        TURN,
        SNAKE,
        option("as", "WHO", "Who plays that snake: an address or our engine (snake:time=200ms)"),
        option("against", "WHO", "Who plays all the others: an address or our engine"),
        ENGINE,
        option("games", "N", "How many games (1)"),
        option("seed", "N", "Seed of the food (1)"),
        option("out", "FOLDER", "Write the games there, as the official client does"),
    ],
    run,
};

fn run(given: &Given, watch: &mut dyn FnMut(&str)) -> Result<Analyzed, String> {
    let path = Path::new(given.get("file").unwrap_or_default());
    let request = asked(request(path, given.number("turn")?)?, given.get("snake"))?;
    let playable = request.playable().map_err(|e| e.to_string())?;
    let own = given.get("engine").unwrap_or(USUAL);
    let me = Sitter::read(given.get("as").unwrap_or(own))?;
    let rest = Sitter::read(given.get("against").unwrap_or(own))?;
    let snakes = request.board.snakes.len();
    let sitters: Vec<Sitter> = (0..snakes)
        .map(|seat| if seat == playable.you.index() { me.clone() } else { rest.clone() })
        .collect();
    let games: u64 = given.number("games")?.unwrap_or(1).clamp(1, 10_000);
    let seed: u64 = given.number("seed")?.unwrap_or(1);
    let (mut won, mut drawn, mut turns, mut rows) = (0, 0, 0u64, Vec::new());
    for number in 0..games {
        let id = format!("onward-{}-{number}", std::process::id());
        let mut game = Match::new(&playable.setup, &sitters, &id)?;
        let ended = game.play(seed.wrapping_add(number))?;
        let winner = ended.winner();
        won += u64::from(winner == Some(playable.you.index()));
        drawn += u64::from(winner.is_none());
        turns += u64::from(ended.turn);
        let name = winner.map_or("nobody", |w| called(&request.board.snakes[w]));
        watch(&format!("game {}: {name} after turn {}", number + 1, ended.turn));
        for (seat, (faults, first)) in game.faults.iter().enumerate().filter(|(_, f)| f.0 > 0) {
            let why = first.as_deref().unwrap_or_default();
            watch(&format!("  seat {}: {faults} failed answers: {why}", seat + 1));
        }
        rows.push(json!({ "winner": winner, "turn": ended.turn }));
        if let Some(folder) = given.get("out") {
            write(Path::new(folder), &format!("{id}.jsonl"), &game.log.write())?;
        }
    }
    let name = called(&request.you);
    let text = format!(
        "from turn {}: {name} won {won} of {games}, {drawn} undecided or drawn; {} turns on average",
        request.turn,
        turns / games
    );
    let json = json!({ "snake": name, "won": won, "drawn": drawn, "games": rows });
    Ok(Analyzed { text, json, done: true })
}

/// Write a file into a folder, which is made if it is not there.
pub(super) fn write(folder: &Path, name: &str, text: &str) -> Result<(), String> {
    let path = folder.join(name);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .map_err(|e| format!("{}: {e}", path.display()))
}
