//! Engines as text: `ab:depth=8,tt=64`, `mcts:time=1s,rave`, `level:7`, `hard`.
//!
//! A [`Spec`] is that text taken apart and nothing more: which engines there are
//! and what each can be told is declared by the engines of a variant
//! ([`EngineOption`]), and checked when one is built ([`Settings`]).

mod level;
mod number;
mod option;
mod settings;

pub use level::{Ladder, Level};
pub use number::read_number;
pub use option::{
    DEPTH, EngineOption, ITERATIONS, LIMITS, LINES, NODES, SEED, TABLE, THREADS, TIME, TREE, Takes,
    Value, read_time,
};
pub use settings::Settings;

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// An engine as specified: its name and what is said about it.
///
/// ```
/// use takeback_host::spec::Spec;
///
/// let spec: Spec = "mcts:time=1.5s,rave".parse()?;
/// assert_eq!(spec.engine(), "mcts");
/// assert_eq!(spec.get("time"), Some(Some("1.5s")));
/// assert_eq!(spec.get("rave"), Some(None));
/// assert_eq!(spec.to_string(), "mcts:time=1.5s,rave");
/// # Ok::<(), takeback_host::spec::SpecError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Spec {
    engine: String,
    options: Vec<(String, Option<String>)>,
}

/// The engine's name that stands for a rung of the game's ladder.
pub const LEVEL: &str = "level";

impl Spec {
    /// An engine of this name with nothing said about it.
    #[must_use]
    pub fn new(engine: impl Into<String>) -> Self {
        Spec { engine: engine.into(), options: Vec::new() }
    }

    /// A rung of the game's ladder.
    #[must_use]
    pub fn of_level(level: Level) -> Self {
        Spec {
            engine: LEVEL.to_owned(),
            options: vec![(LEVEL.to_owned(), Some(level.to_string()))],
        }
    }

    /// Which engine.
    #[must_use]
    pub fn engine(&self) -> &str {
        &self.engine
    }

    /// What is said about it, in that order.
    #[must_use]
    pub fn options(&self) -> &[(String, Option<String>)] {
        &self.options
    }

    /// What is said about an option: nothing, its bare name, or a value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Option<&str>> {
        self.options.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_deref())
    }

    /// Whether anything is said about this option.
    #[must_use]
    pub fn says(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The rung of the ladder, if this is one.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        if self.engine == LEVEL { Level::from_text(self.get(LEVEL)??) } else { None }
    }

    /// The same without a word about this option.
    #[must_use]
    pub fn without(mut self, name: &str) -> Spec {
        self.options.retain(|(known, _)| known != name);
        self
    }

    /// The same with this said instead of whatever was said about the option.
    #[must_use]
    pub fn saying(self, name: &str, value: impl fmt::Display) -> Spec {
        let mut spec = self.without(name);
        spec.options.push((name.to_owned(), Some(value.to_string())));
        spec
    }

    /// The same with these options too, written `name=value,flag`.
    ///
    /// # Errors
    /// When an option is given twice or has no name.
    pub fn with(mut self, options: &str) -> Result<Spec, SpecError> {
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name.trim(), Some(value.trim().to_owned())),
                None => (option, None),
            };
            if name.is_empty() {
                return Err(SpecError::NoName { given: option.to_owned() });
            }
            if self.says(name) {
                return Err(SpecError::Twice { option: name.to_owned() });
            }
            self.options.push((name.to_owned(), value));
        }
        Ok(self)
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        if text.is_empty() {
            return Err(SpecError::Empty);
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let name = name.trim();
        if name.is_empty() {
            return Err(SpecError::Empty);
        }
        if let Some(level) = Level::from_text(name) {
            return Spec::of_level(level).with(options);
        }
        if name != LEVEL {
            return Spec::new(name).with(options);
        }
        let (first, rest) = options.split_once(',').unwrap_or((options, ""));
        let number = first.trim().strip_prefix("level=").unwrap_or(first.trim());
        let level = Level::from_text(number).ok_or(SpecError::NoLevel)?;
        Spec::of_level(level).with(rest)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.engine)?;
        for (i, (name, value)) in self.options.iter().enumerate() {
            f.write_str(if i == 0 { ":" } else { "," })?;
            match value {
                // `level:7` reads better than `level:level=7`.
                Some(value) if name == LEVEL && self.engine == LEVEL => f.write_str(value)?,
                Some(value) => write!(f, "{name}={value}")?,
                None => f.write_str(name)?,
            }
        }
        Ok(())
    }
}

/// Why a text specifies no engine.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecError {
    /// There is nothing in it.
    Empty,
    /// An option without a name.
    NoName {
        /// What was given.
        given: String,
    },
    /// The engine has no option of this name here.
    UnknownOption {
        /// The engine.
        engine: String,
        /// The name.
        name: String,
        /// Those that act here.
        known: Vec<&'static str>,
    },
    /// The option does not take this value.
    BadValue {
        /// The option.
        option: &'static str,
        /// What was given; empty if nothing.
        given: String,
        /// What it takes.
        takes: Takes,
    },
    /// The option was given twice.
    Twice {
        /// The option.
        option: String,
    },
    /// The option does nothing without another one.
    Needs {
        /// The option.
        option: &'static str,
        /// What it needs, one of these.
        needed: &'static [&'static str],
    },
    /// A level without its number.
    NoLevel,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Empty => f.write_str("no engine given; try ab:depth=6 or mcts:time=1s"),
            SpecError::NoName { given } => write!(f, "{given:?} is no option such as depth=6"),
            SpecError::UnknownOption { engine, name, known } => {
                write!(f, "{engine} has no option {name:?} in this game")?;
                suggest(f, name, known.iter().copied())?;
                match known.is_empty() {
                    true => f.write_str("; it has none"),
                    false => write!(f, "; it has {}", known.join(", ")),
                }
            }
            SpecError::BadValue { option, given, takes } if given.is_empty() => {
                write!(f, "{option} takes {takes}")
            }
            SpecError::BadValue { option, given, takes } => {
                write!(f, "{option} takes {takes}, not {given:?}")
            }
            SpecError::Twice { option } => write!(f, "{option} is given twice"),
            SpecError::Needs { option, needed } => {
                let needed = needed.join(" or ");
                write!(f, "{option} does nothing without {needed}; give both or neither")
            }
            SpecError::NoLevel => f.write_str("level takes a number from 1 to 10, as in level:5"),
        }
    }
}

impl Error for SpecError {}

/// `; did you mean …?`, if one of the known names is near.
pub(crate) fn suggest<'a>(
    f: &mut impl fmt::Write,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> fmt::Result {
    let near = known.map(|known| (distance(name, known), known)).min();
    match near {
        Some((steps, known)) if steps <= 2 && steps < known.len() => {
            write!(f, "; did you mean {known}?")
        }
        _ => Ok(()),
    }
}

/// Levenshtein's distance.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &y) in b.iter().enumerate() {
            let swap = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = swap.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests;
