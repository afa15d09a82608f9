//! The options of an engine, as a client lists and sets them.

use super::command::shortened;
use std::fmt;
use std::time::Duration;
use takeback_host::outside::ProtocolSettings;
use takeback_host::spec::{Level, Spec, SpecError};
use takeback_host::{GameEntry, UseError, Variant};

/// What a client may ask of the machine.
const MOST_HASH: usize = 4096;
const MOST_THREADS: usize = 64;
const MOST_LINES: usize = 64;

/// Which engine answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Choice {
    /// The highest rung of the game's ladder, without its limits.
    #[default]
    Strongest,
    /// An engine by its specification.
    Engine(Spec),
    /// A rung of the ladder with its limits.
    Level(Level),
}

/// All options but the variant, which decides about the position too.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    /// Memory for tables and trees, in MiB; the engine's own figure if not set.
    pub(super) hash: Option<usize>,
    /// Threads; the engine's own figure if not set.
    pub(super) threads: Option<usize>,
    /// Time a move where the client sets neither time nor clock.
    pub(super) time: Option<Duration>,
    /// How many of the best lines to show.
    pub(super) lines: usize,
    pub(super) seed: u64,
    /// Whether the client wants to hear which reply to ponder on.
    pub(super) ponders: bool,
    pub(super) choice: Choice,
    /// Whether an engine with a book plays from it.
    pub(super) own_book: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            hash: None,
            threads: None,
            time: None,
            lines: 1,
            seed: 0,
            ponders: false,
            choice: Choice::Strongest,
            own_book: true,
        }
    }
}

/// What setting an option calls for.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Change {
    /// The next search obeys.
    Limits,
    /// Chance begins anew.
    Luck,
    /// Another engine has to be made.
    Engine,
    /// What was learned has to go.
    Forget,
}

/// Why an option was not set.
#[derive(Debug)]
pub(super) enum Unset {
    Unknown(String),
    Value { name: &'static str, takes: String, found: String },
    Spec(SpecError),
    Use(UseError),
}

impl fmt::Display for Unset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unset::Unknown(name) => write!(f, "there is no option {name:?}; uci lists them"),
            Unset::Value { name, takes, found } => write!(f, "{name} takes {takes}, not {found:?}"),
            Unset::Spec(error) => write!(f, "Engine: {error}"),
            Unset::Use(error) => error.fmt(f),
        }
    }
}

impl Settings {
    /// What the command line asked for.
    pub(super) fn asked(asked: &ProtocolSettings) -> anyhow::Result<Self> {
        let mut settings = Settings { time: asked.time, ..Settings::default() };
        if let Some(threads) = asked.threads {
            anyhow::ensure!(
                (1..=MOST_THREADS).contains(&threads),
                "--threads goes from 1 to {MOST_THREADS}"
            );
            settings.threads = Some(threads);
        }
        if let Some(memory) = asked.memory {
            anyhow::ensure!(
                (1..=MOST_HASH).contains(&memory),
                "--memory goes from 1 to {MOST_HASH} MiB"
            );
            settings.hash = Some(memory);
        }
        settings.seed = asked.seed.unwrap_or(settings.seed);
        if let Some(engine) = &asked.engine {
            settings.choice = Choice::Engine(engine.clone());
        }
        Ok(settings)
    }

    /// Set an option other than the variant.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<Change, Unset> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => self.hash = Some(within("Hash", value, 1, MOST_HASH)?),
            "threads" => self.threads = Some(within("Threads", value, 1, MOST_THREADS)?),
            "multipv" => self.lines = within("MultiPV", value, 1, MOST_LINES)?,
            "seed" => {
                self.seed = within("Seed", value, 0, i64::MAX as usize)? as u64;
                return Ok(Change::Luck);
            }
            "level" => {
                let level = within("Level", value, 0, 10)?;
                self.choice = match Level::new(level as u8) {
                    None => Choice::Strongest,
                    Some(level) => Choice::Level(level),
                };
                return Ok(Change::Engine);
            }
            "engine" => {
                self.choice = match value {
                    "" | "strongest" => Choice::Strongest,
                    text => Choice::Engine(text.parse().map_err(Unset::Spec)?),
                };
                return Ok(Change::Engine);
            }
            "clear hash" => return Ok(Change::Forget),
            "ponder" => self.ponders = switch("Ponder", value)?,
            "ownbook" => self.own_book = switch("OwnBook", value)?,
            _ => return Err(Unset::Unknown(shortened(name))),
        }
        Ok(Change::Limits)
    }

    /// The options as `uci` lists them.
    pub(super) fn list(entry: &GameEntry, variant: &dyn Variant) -> Vec<String> {
        let default = Settings::default();
        let spin = |name: &str, default: usize, least: usize, most: usize| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let mut names: String = format!("type combo default {}", variant.name());
        for variant in &entry.variants {
            names += " var ";
            names += variant.name();
        }
        vec![
            spin("Hash", default.hash.unwrap_or(64), 1, MOST_HASH),
            "option name Clear Hash type button".to_owned(),
            spin("Threads", default.threads.unwrap_or(1), 1, MOST_THREADS),
            spin("MultiPV", default.lines, 1, MOST_LINES),
            spin("Level", 0, 0, 10),
            "option name Engine type string default strongest".to_owned(),
            format!("option name Variant {names}"),
            spin("Seed", 0, 0, i64::MAX as usize),
            "option name Ponder type check default false".to_owned(),
            "option name OwnBook type check default true".to_owned(),
        ]
    }
}

fn switch(name: &'static str, value: &str) -> Result<bool, Unset> {
    value.to_ascii_lowercase().parse().map_err(|_| Unset::Value {
        name,
        takes: "true or false".to_owned(),
        found: shortened(value),
    })
}

fn within(name: &'static str, value: &str, least: usize, most: usize) -> Result<usize, Unset> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| Unset::Value {
        name,
        takes: format!("a whole number from {least} to {most}"),
        found: shortened(value),
    })
}
