//! Recorded games and saved requests.

use crate::wire::{Log, Request, RequestSnake};
use std::path::{Path, PathBuf};

/// No recorded game comes near this size.
const MOST_BYTES: u64 = 256 << 20;

/// More files than this in a folder are a mistake.
const MOST_FILES: usize = 100_000;

fn text(path: &Path) -> Result<String, String> {
    let name = path.display();
    let size = std::fs::metadata(path).map_err(|e| format!("{name}: {e}"))?.len();
    if size > MOST_BYTES {
        return Err(format!("{name}: {size} bytes are too many for a recorded game"));
    }
    std::fs::read_to_string(path).map_err(|e| format!("{name}: {e}"))
}

/// A recorded game: what the official client writes with `--output`, and our
/// server with `--snake-record`.
pub(super) fn game(path: &Path) -> Result<Log, String> {
    let log = Log::read(&text(path)?).map_err(|e| format!("{}: {e}", path.display()))?;
    if log.turns.is_empty() {
        return Err(format!("{}: no turn is recorded in it", path.display()));
    }
    Ok(log)
}

/// The request of a file: a saved one, or a turn of a recorded game.
pub(super) fn request(path: &Path, turn: Option<i64>) -> Result<Request, String> {
    let text = text(path)?;
    let name = path.display();
    if let Ok(request) = serde_json::from_str::<Request>(&text) {
        return match turn {
            Some(turn) if turn != request.turn => {
                Err(format!("{name}: this is a request of turn {}, not {turn}", request.turn))
            }
            _ => Ok(request),
        };
    }
    let log = Log::read(&text).map_err(|e| format!("{name}: neither a request nor a game: {e}"))?;
    let found = match turn {
        None => log.turns.iter().rev().find(|r| r.playable().is_ok()),
        Some(turn) => log.turns.iter().find(|r| r.turn == turn),
    };
    let told = turn.map_or("that can be played".to_owned(), |t| t.to_string());
    let mut request = found.cloned().ok_or(format!("{name}: there is no turn {told}"))?;
    // Turns repeat what stays the same, or leave it to the first line.
    if request.game.id.is_empty() {
        request.game = log.game;
    }
    Ok(request)
}

/// The request as the named snake would get it.
pub(super) fn asked(mut request: Request, snake: Option<&str>) -> Result<Request, String> {
    let Some(name) = snake else { return Ok(request) };
    let is_it = |s: &&RequestSnake| s.id == name || s.name == name;
    let found = request.board.snakes.iter().find(is_it).cloned();
    request.you = found.ok_or_else(|| {
        let known: Vec<&str> = request.board.snakes.iter().map(called).collect();
        format!("no snake {name:?} is alive there; there are {}", known.join(", "))
    })?;
    Ok(request)
}

/// What people call a snake.
pub(super) fn called(snake: &RequestSnake) -> &str {
    if snake.name.is_empty() { &snake.id } else { &snake.name }
}

/// The games of files and folders, in order.
pub(super) fn games(paths: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in paths.iter().map(Path::new) {
        if !path.is_dir() {
            files.push(path.to_owned());
            continue;
        }
        let entries = std::fs::read_dir(path).map_err(|e| format!("{}: {e}", path.display()))?;
        let named = |path: &PathBuf| {
            path.extension().is_some_and(|e| e == "jsonl" || e == "json" || e == "log")
        };
        files.extend(entries.filter_map(|e| Some(e.ok()?.path())).filter(named));
        if files.len() > MOST_FILES {
            return Err(format!("{}: too many files", path.display()));
        }
    }
    files.sort();
    if files.is_empty() {
        return Err("no game there: files are looked for that end in .jsonl, .json or .log".into());
    }
    Ok(files)
}
