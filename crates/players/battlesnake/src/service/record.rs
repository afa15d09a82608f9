//! Served games as files: the game, every request, the outcome, one JSON
//! object a line, as the official command-line client writes them. `takeback
//! check battlesnake` replays them.

use super::sessions::Id;
use crate::wire::{Outcome, Request};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};

/// Lines that may wait for the disk. Beyond that lines are lost rather than
/// answers late.
const WAITING: usize = 4096;

/// Longest part of a file's name that comes from an id.
const LONGEST: usize = 48;

enum Line {
    Turn(Id, Box<Request>),
    End(Id, Box<Request>),
}

/// Writes on a thread of its own.
pub(super) struct Recorder(SyncSender<Line>);

impl Recorder {
    /// Write into this folder, which is made if it is not there.
    pub(super) fn open(folder: PathBuf) -> std::io::Result<Self> {
        std::fs::create_dir_all(&folder)?;
        let (sender, lines) = sync_channel(WAITING);
        std::thread::Builder::new().name("snake-recorder".to_owned()).spawn(move || {
            let mut begun = HashSet::new();
            while let Ok(line) = lines.recv() {
                // A full disk must not end the games.
                let _ = write(&folder, &mut begun, line);
            }
        })?;
        Ok(Recorder(sender))
    }

    pub(super) fn turn(&self, id: &Id, request: &Request) {
        self.send(Line::Turn(id.clone(), Box::new(request.clone())));
    }

    pub(super) fn end(&self, id: &Id, request: &Request) {
        self.send(Line::End(id.clone(), Box::new(request.clone())));
    }

    fn send(&self, line: Line) {
        match self.0.try_send(line) {
            Ok(()) | Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {}
        }
    }
}

fn write(folder: &Path, begun: &mut HashSet<Id>, line: Line) -> std::io::Result<()> {
    match line {
        Line::Turn(id, request) => {
            let mut file = open(folder, &id)?;
            if begun.insert(id) {
                writeln!(file, "{}", json(&request.game))?;
            }
            writeln!(file, "{}", json(&request))
        }
        Line::End(id, request) => {
            if !begun.remove(&id) {
                return Ok(());
            }
            let mut file = open(folder, &id)?;
            writeln!(file, "{}", json(&request))?;
            writeln!(file, "{}", json(&outcome(&request)))
        }
    }
}

fn open(folder: &Path, id: &Id) -> std::io::Result<File> {
    let name = format!("games-{}-{}.jsonl", plain(&id.game), plain(&id.snake));
    OpenOptions::new().create(true).append(true).open(folder.join(name))
}

/// What of an id can be part of a file's name anywhere; ids come from outside.
fn plain(id: &str) -> String {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || *c == '-' || *c == '_';
    id.chars().filter(allowed).take(LONGEST).collect()
}

fn outcome(request: &Request) -> Outcome {
    match request.board.snakes.as_slice() {
        [winner] => Outcome {
            winner_id: winner.id.clone(),
            winner_name: winner.name.clone(),
            is_draw: false,
        },
        _ => Outcome { is_draw: true, ..Outcome::default() },
    }
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data has a JSON form")
}
