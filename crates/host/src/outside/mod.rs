//! What a game brings from its own world: line protocols, recorded games,
//! programs and services that take part, and questions only it can answer.

mod commands;
mod decider;
mod process;

pub use commands::{Argument, ArgumentKind, Commands, GameCommand, Given, Run};
pub use decider::{Decider, DeciderError, Decision, Fault, Forfeit, GRACE, Program, READY, fault};
pub use process::{Process, find as find_program, split_command};

use crate::check::File;
use crate::play::Table;
use crate::registry::{Chosen, Registry};
use crate::spec::Spec;
use std::io::{BufRead, Write};
use std::path::Path;
use std::time::Duration;

/// A recorded game before it is replayed.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct RawGame {
    /// What the record calls it.
    pub id: String,
    /// The variant whose type holds its positions.
    pub variant: String,
    /// Where it begins, if not at the variant's start.
    pub start: Option<String>,
    /// The moves. `cancel` takes back the steps of the turn.
    pub moves: Vec<String>,
    /// Who played, by seat.
    pub names: Vec<String>,
    /// The result where moves do not tell it, in thousandths of a win.
    pub payoffs: Option<Vec<i32>>,
    /// What more is known about the end.
    pub detail: String,
}

/// The games of a file with their places in it, read or not.
pub type RawGames = Vec<(String, Result<RawGame, String>)>;

/// Reads the games of a file; `None` when the game has no such kind of file.
pub type Importer = fn(&File) -> Option<RawGames>;

/// Writes a game in a form that others read.
#[derive(Copy, Clone, Debug)]
pub struct Exporter {
    /// What the form is called: `PGN`.
    pub name: &'static str,
    /// How such files end: `pgn`.
    pub extension: &'static str,
    /// Writes it; what it cannot say of the game it leaves out.
    pub write: fn(&RawGame) -> Result<String, String>,
}

/// The position at the end of the first game of a recorded file, as a table.
///
/// # Errors
/// When the file holds no game of this kind, or the first one cannot be replayed.
pub fn end_of_record<'a>(
    chosen: Chosen<'a>,
    file: &File,
) -> Result<(Chosen<'a>, Box<dyn Table>), String> {
    let game = chosen.game;
    let read = game.extras.importer().ok_or(format!("{} has no reader of records", game.title))?;
    let games = read(file).ok_or(format!("{}: no record of {}", file.name, game.title))?;
    let (_, first) = games.into_iter().next().ok_or(format!("{}: no game in it", file.name))?;
    let raw = first?;
    let chosen = game.choose(Some(&raw.variant)).map_err(|e| e.to_string())?;
    let mut table = chosen.table(raw.start.as_deref()).map_err(|e| e.to_string())?;
    for (i, text) in raw.moves.iter().enumerate() {
        table.play(text).map_err(|e| format!("{}: move {}, {text}: {e}", file.name, i + 1))?;
    }
    Ok((chosen, table))
}

/// What a line protocol may be told when it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct ProtocolSettings {
    /// The variant asked for.
    pub variant: Option<String>,
    /// The engine asked for.
    pub engine: Option<Spec>,
    /// Time a move while no clock runs.
    pub time: Option<Duration>,
    /// Worker threads.
    pub threads: Option<usize>,
    /// Memory in MiB.
    pub memory: Option<usize>,
    /// Seed of everything random.
    pub seed: Option<u64>,
}

/// A line protocol on some input and output.
pub trait Protocol: Send + Sync {
    /// What it is called: `HTP`.
    fn name(&self) -> &'static str;

    /// Answer commands until the input ends or somebody quits.
    ///
    /// # Errors
    /// When the settings make no sense here, or reading or writing fails.
    fn serve(
        &self,
        settings: &ProtocolSettings,
        input: &mut dyn BufRead,
        output: &mut dyn Write,
    ) -> Result<(), String>;
}

/// An answer for people and for programs.
#[derive(Clone, Debug, PartialEq)]
pub struct Analyzed {
    /// Lines to print.
    pub text: String,
    /// The same for programs.
    pub json: serde_json::Value,
    /// Whether the question was answered; a solver may run out of time.
    pub done: bool,
}

/// A question about a position in a form of the outside world.
#[derive(Copy, Clone, Debug)]
pub struct Explain<'a> {
    /// The position, or a file with it.
    pub position: &'a str,
    /// The engine asked, where one was named.
    pub engine: Option<&'a Spec>,
}

/// A question for the game's own exact solver.
#[derive(Copy, Clone, Debug)]
pub struct Solve<'a> {
    /// The position; the variant's start if not given.
    pub position: &'a str,
    /// Moves to play first.
    pub moves: &'a str,
    /// Give up after this time.
    pub time: Option<Duration>,
    /// Keep what is proven in this file, and begin with what it holds.
    pub proofs: Option<&'a Path>,
}

/// Games of one engine against another, and how it lost them.
pub trait Inquest: Send + Sync {
    /// Play and look; `watch` hears how many games are done and what was found
    /// so far. `done` of the answer says that nothing avoidable was found.
    ///
    /// # Errors
    /// When an engine cannot be built or fails.
    fn run(
        &self,
        chosen: Chosen<'_>,
        engines: &[Spec; 2],
        games: u64,
        seed: u64,
        watch: &mut dyn FnMut(u64, &Analyzed),
    ) -> Result<Analyzed, String>;
}

/// Whether any game of the registry has an answer to give here; for help texts.
#[must_use]
pub fn games_with(registry: &Registry, has: impl Fn(&crate::GameEntry) -> bool) -> String {
    let names: Vec<&str> = registry.games().iter().filter(|g| has(g)).map(|g| g.name).collect();
    if names.is_empty() { "no game here".to_owned() } else { names.join(", ") }
}
