//! Engines as text: `ab:depth=8,tt=64`, `mcts:time=1s,rave`, `level:7`, `hard`.
//!
//! A [`Spec`] is plain data: a [`Kind`] and options that were checked against
//! what that kind knows. Whoever builds engines asks it by name and type;
//! command line, server and arena share the one form.

mod known;
mod level;

pub use known::{Kind, Known, Takes};
pub use level::{Ladder, Level};

use crate::limits::Limits;
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// What was given for an option.
#[derive(Clone, Debug, PartialEq)]
enum Value {
    Flag(bool),
    Count(u64),
    Number(f64),
    Time(Duration),
    Word(String),
}

/// An engine as specified.
///
/// ```
/// use std::time::Duration;
/// use takeback_search::spec::{Kind, Spec};
///
/// let spec: Spec = "mcts:time=1.5s,rave,c=0.4".parse()?;
/// assert_eq!(spec.kind(), Kind::Mcts);
/// assert_eq!(spec.limits().time, Some(Duration::from_millis(1500)));
/// assert_eq!(spec.flag("rave"), Some(true));
/// assert_eq!(spec.number("c"), Some(0.4));
/// assert_eq!(spec.to_string(), "mcts:time=1500ms,rave,c=0.4");
///
/// let wrong = "ab:depht=8".parse::<Spec>().expect_err("misspelt");
/// assert!(wrong.to_string().contains("did you mean depth?"));
/// # Ok::<(), takeback_search::spec::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    kind: Kind,
    options: Vec<(&'static Known, Value)>,
}

impl Spec {
    /// An engine of this kind with nothing said about it.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Spec { kind, options: Vec::new() }
    }

    /// Which engine.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether anything was said about this option.
    #[must_use]
    pub fn says(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    /// A flag, if it was given.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<bool> {
        if let Some(&Value::Flag(on)) = self.value(name) { Some(on) } else { None }
    }

    /// A whole number, if it was given.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<u64> {
        if let Some(&Value::Count(count)) = self.value(name) { Some(count) } else { None }
    }

    /// A number, if it was given.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        if let Some(&Value::Number(number)) = self.value(name) { Some(number) } else { None }
    }

    /// A word or name, if it was given.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&str> {
        if let Some(Value::Word(word)) = self.value(name) { Some(word) } else { None }
    }

    /// A time, if it was given.
    #[must_use]
    pub fn time(&self, name: &str) -> Option<Duration> {
        if let Some(&Value::Time(time)) = self.value(name) { Some(time) } else { None }
    }

    /// The rung of the ladder, if this is one.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        Level::new(u8::try_from(self.count("level")?).ok()?)
    }

    /// The same without a word about this option.
    #[must_use]
    pub fn without(mut self, name: &str) -> Spec {
        self.options.retain(|(known, _)| known.name != name);
        self
    }

    /// The limits it sets; what it says nothing about is as by default.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let mut limits = Limits {
            time: self.time("time"),
            nodes: self.count("nodes"),
            depth: self.count("depth").map(|depth| depth as u32),
            iterations: self.count("iterations"),
            ..Limits::default()
        };
        let whole = |name| self.count(name).map(|count| count as usize);
        // Hex's engine opens some twenty thousand nodes a second, each with a child for every cell.
        let usual = if self.kind == Kind::Hex { 512 } else { limits.memory };
        limits.memory = whole("tt").or(whole("memory")).unwrap_or(usual);
        limits.threads = whole("threads").unwrap_or(limits.threads);
        limits.lines = whole("lines").unwrap_or(limits.lines);
        limits.seed = self.count("seed").unwrap_or(limits.seed);
        limits
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.options.iter().find(|(known, _)| known.name == name).map(|(_, value)| value)
    }

    fn add(&mut self, text: &str) -> Result<(), SpecError> {
        let (name, given) = match text.split_once('=') {
            Some((name, given)) => (name.trim(), Some(given.trim())),
            None => (text, None),
        };
        let Some(known) = self.kind.options().find(|known| known.name == name) else {
            return Err(SpecError::UnknownOption { kind: self.kind, name: name.to_owned() });
        };
        if self.says(name) {
            return Err(SpecError::Twice { option: known.name });
        }
        let bad = || SpecError::BadValue {
            option: known.name,
            given: given.unwrap_or_default().to_owned(),
            takes: known.takes,
        };
        let value = read_value(known.takes, given).ok_or_else(bad)?;
        self.options.push((known, value));
        Ok(())
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
        if let Some(level) = Level::from_text(name) {
            let mut spec = Spec::new(Kind::Level);
            spec.add(&format!("level={level}"))?;
            return spec.with(options);
        }
        let Some(kind) = Kind::from_name(name) else {
            return Err(SpecError::UnknownKind { name: name.to_owned() });
        };
        if kind == Kind::Level
            && let Some(level) = Level::from_text(options.split(',').next().unwrap_or("").trim())
        {
            let rest = options.split_once(',').map_or("", |(_, rest)| rest);
            let mut spec = Spec::new(kind);
            spec.add(&format!("level={level}"))?;
            return spec.with(rest);
        }
        let spec = Spec::new(kind).with(options)?;
        if kind == Kind::Level && spec.level().is_none() {
            return Err(SpecError::NoLevel);
        }
        Ok(spec)
    }
}

impl Spec {
    /// The same with these options too, written `name=value,flag`.
    ///
    /// # Errors
    /// When an option is unknown, given twice, or its value makes no sense.
    pub fn with(mut self, options: &str) -> Result<Spec, SpecError> {
        for option in options.split(',').map(str::trim).filter(|option| !option.is_empty()) {
            self.add(option)?;
        }
        Ok(self)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        for (i, (known, value)) in self.options.iter().enumerate() {
            f.write_str(if i == 0 { ":" } else { "," })?;
            let name = known.name;
            match value {
                Value::Flag(true) => f.write_str(name)?,
                Value::Flag(false) => write!(f, "{name}=off")?,
                Value::Count(count) => write!(f, "{name}={count}")?,
                Value::Number(number) => write!(f, "{name}={number}")?,
                Value::Time(time) => write!(f, "{name}={}ms", time.as_millis())?,
                Value::Word(word) => write!(f, "{name}={word}")?,
            }
        }
        Ok(())
    }
}

fn read_value(takes: Takes, given: Option<&str>) -> Option<Value> {
    match (takes, given) {
        (Takes::Flag, None | Some("on" | "true" | "yes")) => Some(Value::Flag(true)),
        (Takes::Flag, Some("off" | "false" | "no")) => Some(Value::Flag(false)),
        (Takes::Count(least, most), Some(text)) => {
            let count = read_count(text)?;
            (least..=most).contains(&count).then_some(Value::Count(count))
        }
        (Takes::Number(least, most), Some(text)) => {
            let number: f64 = text.parse().ok()?;
            (least..=most).contains(&number).then_some(Value::Number(number))
        }
        (Takes::Time, Some(text)) => read_time(text).map(Value::Time),
        (Takes::Word(words), Some(text)) => {
            words.contains(&text).then(|| Value::Word(text.to_owned()))
        }
        (Takes::Name, Some(text)) if !text.is_empty() => Some(Value::Word(text.to_owned())),
        _ => None,
    }
}

/// Whole numbers, with `k` and `M` for thousands and millions.
fn read_count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1000),
        b'M' => (&text[..text.len() - 1], 1_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

/// Times to the millisecond, longer than none and at most a day.
fn read_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let millis = match &text[digits.len()..] {
        "ms" => 1.0,
        "s" | "" => 1000.0,
        "m" | "min" => 60_000.0,
        _ => return None,
    };
    let millis = digits.parse::<f64>().ok()? * millis;
    let whole = millis.round();
    (1.0..=86_400_000.0).contains(&whole).then(|| Duration::from_millis(whole as u64))
}

/// Why a text specifies no engine.
#[derive(Clone, Debug, PartialEq)]
pub enum SpecError {
    /// There is nothing in it.
    Empty,
    /// No engine has this name.
    UnknownKind {
        /// The name.
        name: String,
    },
    /// The engine has no option of this name.
    UnknownOption {
        /// The engine.
        kind: Kind,
        /// The name.
        name: String,
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
        option: &'static str,
    },
    /// A level without its number.
    NoLevel,
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Empty => f.write_str("no engine given; try ab:depth=6 or mcts:time=1s"),
            SpecError::UnknownKind { name } => {
                let kinds = Kind::ALL.map(Kind::name);
                let levels = Level::NAMES.map(|(name, _)| name);
                write!(f, "no engine is called {name:?}")?;
                suggest(f, name, kinds.into_iter().chain(levels))?;
                write!(f, "; known are {}", kinds.join(", "))?;
                write!(f, " and the levels 1 to 10, {}", levels.join(", "))
            }
            SpecError::UnknownOption { kind, name } => {
                let names: Vec<&str> = kind.options().map(|known| known.name).collect();
                write!(f, "{kind} has no option {name:?}")?;
                suggest(f, name, names.iter().copied())?;
                write!(f, "; it has {}", names.join(", "))
            }
            SpecError::BadValue { option, given, takes } if given.is_empty() => {
                write!(f, "{option} takes {takes}")
            }
            SpecError::BadValue { option, given, takes } => {
                write!(f, "{option} takes {takes}, not {given:?}")
            }
            SpecError::Twice { option } => write!(f, "{option} is given twice"),
            SpecError::NoLevel => f.write_str("level takes a number from 1 to 10, as in level:5"),
        }
    }
}

impl Error for SpecError {}

/// The nearest known name, if it is near.
fn suggest<'a>(
    f: &mut fmt::Formatter<'_>,
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
