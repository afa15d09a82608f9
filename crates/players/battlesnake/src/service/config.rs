//! What may be set about the served snake.

use crate::engine::Options;
use crate::wire::{Appearance, AppearanceError};
use std::path::PathBuf;
use std::time::Duration;

/// Settings of the served snake. Start from the default and change fields.
#[derive(Clone, Debug)]
pub struct Config {
    /// Who made it; empty for nobody in particular.
    pub author: String,
    /// As `#rrggbb`.
    pub color: String,
    /// A head by its official name.
    pub head: String,
    /// A tail by its official name.
    pub tail: String,
    /// How long before the game's limit an answer leaves, for the way there and
    /// back, until a game has shown how long that is.
    pub margin: Duration,
    /// Searches at once; by default as many as there are cores.
    pub workers: usize,
    /// Games known at once. A new one beyond that is refused.
    pub games: usize,
    /// MiB of table for one game at most.
    pub table: usize,
    /// MiB of tables for all games together.
    pub memory: usize,
    /// After so long without a request the table of a game is freed.
    pub idle: Duration,
    /// Answer `move` of games whose `start` was never seen, as after a restart.
    pub adopt: bool,
    /// Write each game to a file in this folder.
    pub record: Option<PathBuf>,
    /// How the snake thinks.
    pub options: Options,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            author: String::new(),
            color: "#3e7c59".to_owned(),
            head: "default".to_owned(),
            tail: "default".to_owned(),
            margin: Duration::from_millis(60),
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            games: 512,
            table: 32,
            memory: 512,
            idle: Duration::from_secs(60),
            adopt: false,
            record: None,
            options: Options::default(),
        }
    }
}

/// Why a snake cannot be served so.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum ConfigError {
    #[error(transparent)]
    Look(#[from] AppearanceError),
    #[error("{what} must be from {least} to {most}")]
    Range { what: &'static str, least: usize, most: usize },
    #[error("cannot start its threads: {0}")]
    Threads(std::io::Error),
    #[error("cannot record into {folder:?}: {source}")]
    Record { folder: PathBuf, source: std::io::Error },
}

impl Config {
    /// How it looks.
    pub(super) fn appearance(&self) -> Result<Appearance, ConfigError> {
        let version = env!("CARGO_PKG_VERSION");
        Ok(Appearance::new(&self.author, &self.color, &self.head, &self.tail, version)?)
    }

    /// Refuse what makes no sense.
    pub(super) fn validate(&self) -> Result<(), ConfigError> {
        let within = |what, value: usize, least: usize, most: usize| {
            let fits = (least..=most).contains(&value);
            if fits { Ok(()) } else { Err(ConfigError::Range { what, least, most }) }
        };
        within("workers", self.workers, 1, 256)?;
        within("games", self.games, 1, 100_000)?;
        within("table", self.table, 1, 1 << 14)?;
        within("memory", self.memory, 1, 1 << 20)?;
        let margin = usize::try_from(self.margin.as_millis()).unwrap_or(usize::MAX);
        within("margin in ms", margin, 0, 60_000)
    }
}
