//! Options that engines declare: what each takes, what it is if nobody says
//! otherwise, and what it does. The parser, its errors and every help text read
//! these declarations; nothing else knows what an engine can be told.

use super::number::{Short, read_number};
use std::fmt;
use std::time::Duration;

/// What an option takes.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Takes {
    /// Nothing, or `on` or `off`.
    Flag,
    /// A whole number within these bounds; `k` and `M` count as zeros.
    Count(u64, u64),
    /// A number within these bounds.
    Number(f64, f64),
    /// A time: `500ms`, `1.5s`, `2m`.
    Time,
    /// One of these words.
    Word(&'static [&'static str]),
    /// The path of a file, which the engine reads. Programs that build engines for
    /// strangers refuse such options.
    File,
}

impl fmt::Display for Takes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Takes::Flag => f.write_str("nothing, on or off"),
            Takes::Count(least, u64::MAX) => write!(f, "a whole number from {least}"),
            Takes::Count(least, most) => write!(f, "a whole number from {least} to {most}"),
            Takes::Number(least, most) => {
                write!(f, "a number from {} to {}", Short(*least), Short(*most))
            }
            Takes::Time => f.write_str("a time such as 500ms, 1.5s or 2m"),
            Takes::Word(words) => write!(f, "one of {}", words.join(", ")),
            Takes::File => f.write_str("the path of a file"),
        }
    }
}

/// An option of an engine.
///
/// ```
/// use takeback_host::spec::{EngineOption, Takes};
///
/// const WIDTH: EngineOption =
///     EngineOption::new("width", Takes::Count(1, 64), "8", "how many moves to look at");
/// assert!(WIDTH.read(Some("9")).is_some() && WIDTH.read(Some("65")).is_none());
/// ```
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct EngineOption {
    /// How it is written.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// What it is if nobody says otherwise, in words or as one would write it.
    pub default: &'static str,
    /// What it does.
    pub does: &'static str,
    /// Other options; without any of them it does nothing.
    pub needs: &'static [&'static str],
}

/// What was given for an option.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// On or off.
    Flag(bool),
    /// A whole number.
    Count(u64),
    /// Any number.
    Number(f64),
    /// A time.
    Time(Duration),
    /// A word of those it takes.
    Word(&'static str),
    /// A path.
    File(String),
}

impl EngineOption {
    /// An option.
    #[must_use]
    pub const fn new(
        name: &'static str,
        takes: Takes,
        default: &'static str,
        does: &'static str,
    ) -> Self {
        EngineOption { name, takes, default, does, needs: &[] }
    }

    /// The same, which does nothing unless one of these options is given too.
    #[must_use]
    pub const fn needing(mut self, others: &'static [&'static str]) -> Self {
        self.needs = others;
        self
    }

    /// The value that a text stands for; `None` if it stands for none.
    #[must_use]
    pub fn read(&self, given: Option<&str>) -> Option<Value> {
        match (self.takes, given) {
            (Takes::Flag, None | Some("on" | "true" | "yes")) => Some(Value::Flag(true)),
            (Takes::Flag, Some("off" | "false" | "no")) => Some(Value::Flag(false)),
            (Takes::Count(least, most), Some(text)) => {
                let count = read_count(text)?;
                (least..=most).contains(&count).then_some(Value::Count(count))
            }
            (Takes::Number(least, most), Some(text)) => {
                let number = read_number(text)?;
                (least..=most).contains(&number).then_some(Value::Number(number))
            }
            (Takes::Time, Some(text)) => read_time(text).map(Value::Time),
            (Takes::Word(words), Some(text)) => {
                words.iter().find(|word| **word == text).map(|word| Value::Word(word))
            }
            (Takes::File, Some(path)) => (!path.is_empty()).then(|| Value::File(path.to_owned())),
            _ => None,
        }
    }
}

/// Whole numbers, with `k` and `M` for thousands and millions.
pub(super) fn read_count(text: &str) -> Option<u64> {
    let (digits, factor) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1000),
        b'M' => (&text[..text.len() - 1], 1_000_000),
        _ => (text, 1),
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

/// Times to the millisecond, longer than none and at most a day.
#[must_use]
pub fn read_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let millis = match &text[digits.len()..] {
        "ms" => 1.0,
        "s" | "" => 1000.0,
        "m" | "min" => 60_000.0,
        _ => return None,
    };
    let millis = read_number(digits)? * millis;
    let whole = millis.round();
    (1.0..=86_400_000.0).contains(&whole).then(|| Duration::from_millis(whole as u64))
}

const ANY: u64 = u64::MAX;

macro_rules! options {
    ($($(#[$doc:meta])* $constant:ident: $name:literal, $takes:expr, $default:literal, $does:literal;)*) => {
        $($(#[$doc])*
        pub const $constant: EngineOption = EngineOption::new($name, $takes, $default, $does);)*

        /// The options that fill the limits of a search.
        pub const LIMITS: &[EngineOption] = &[$($constant),*];
    };
}

options! {
    /// Time a move.
    TIME: "time", Takes::Time, "1s where nothing else ends the search", "time a move";
    /// Positions a move.
    NODES: "nodes", Takes::Count(1, ANY), "no limit", "positions a move, all threads together";
    /// Worker threads.
    THREADS: "threads", Takes::Count(1, 256), "1", "worker threads";
    /// Seed.
    SEED: "seed", Takes::Count(0, ANY), "1", "seed of everything random";
    /// Lines to report.
    LINES: "lines", Takes::Count(1, 256), "1", "how many of the best lines to report";
    /// Depth.
    DEPTH: "depth", Takes::Count(1, 250), "no limit", "how many decisions to look ahead";
    /// Transposition table.
    TABLE: "tt", Takes::Count(0, 1 << 20), "64, and 64 a second of a search that only time ends", "transposition table in MiB; 0 for none";
    /// Tree.
    TREE: "memory", Takes::Count(1, 1 << 20), "64, or up to 1024 of what is free in a search that only time ends", "search tree in MiB";
    /// Iterations.
    ITERATIONS: "iterations", Takes::Count(1, ANY), "no limit", "simulations a move";
}
