//! The text that says who takes part.

use super::uci::Uci;
use crate::matches::Side;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;
use takeback_host::Chosen;
use takeback_host::engines::EngineError;
use takeback_host::outside::{Program, find_program, split_command};
use takeback_host::spec::{DEPTH, EngineOption, NODES, Spec, SpecError, Value, read_time};
use takeback_search::Limits;

/// Somebody who can take part in a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Contender {
    /// An engine of ours.
    Own {
        /// The engine.
        spec: Spec,
        /// A file of weights for its evaluator.
        file: Option<PathBuf>,
        /// Weights by name; they come after the file's.
        weights: Vec<(String, i32)>,
    },
    /// A program that speaks a line protocol.
    Command {
        /// The program and its arguments.
        words: Vec<String>,
        /// What it is told about limits.
        limits: Known,
        /// The longest it may take where no time is set.
        timeout: Duration,
    },
    /// A service at an address.
    Address {
        /// Its address, without a slash at the end.
        url: String,
        /// What it may take for a move.
        time: Duration,
    },
}

/// Limits that the protocols can express.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Known {
    /// Time a move.
    pub time: Option<Duration>,
    /// Positions a move.
    pub nodes: Option<u64>,
    /// Depth.
    pub depth: Option<u32>,
}

/// Why a text names nobody.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum ContenderError {
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("cmd: needs a command, as in cmd:\"./engine --fast\",time=1s")]
    NoCommand,
    #[error("a quote in {0:?} is not closed")]
    OpenQuote(String),
    #[error("{0:?} stands between a command and its options; write cmd:\"…\",time=1s")]
    AfterQuote(String),
    #[error("a command takes time, nodes, depth and timeout, not {0:?}")]
    CommandOption(String),
    #[error("{0:?} is no address such as http://127.0.0.1:8000 (https is not supported)")]
    Address(String),
    #[error("an address takes time only, not {0:?}")]
    AddressOption(String),
    #[error("{0:?} is no weight such as w.mobility=12")]
    Weight(String),
}

impl FromStr for Contender {
    type Err = ContenderError;

    fn from_str(text: &str) -> Result<Self, ContenderError> {
        let text = text.trim();
        if let Some(rest) = text.strip_prefix("cmd:") {
            return read_command(rest);
        }
        let address = text;
        if address.starts_with("http:") || address.starts_with("https:") {
            return read_address(address);
        }
        read_own(text)
    }
}

fn read_own(text: &str) -> Result<Contender, ContenderError> {
    let (kind, options) = text.split_once(':').unwrap_or((text, ""));
    let (mut file, mut weights, mut rest) = (None, Vec::new(), Vec::new());
    for option in options.split(',') {
        let trimmed = option.trim();
        if let Some(path) = trimmed.strip_prefix("weights=") {
            file = Some(PathBuf::from(path));
        } else if let Some(weight) = trimmed.strip_prefix("w.") {
            let bad = || ContenderError::Weight(trimmed.to_owned());
            let (name, value) = weight.split_once('=').ok_or_else(bad)?;
            weights.push((name.to_owned(), value.parse().map_err(|_| bad())?));
        } else {
            rest.push(option);
        }
    }
    let rest = rest.join(",");
    let spec = if rest.is_empty() { kind.parse()? } else { format!("{kind}:{rest}").parse()? };
    Ok(Contender::Own { spec, file, weights })
}

fn read_command(text: &str) -> Result<Contender, ContenderError> {
    let text = text.trim();
    let (line, options) = match text.chars().next() {
        Some(quote @ ('"' | '\'')) => {
            let inside = &text[1..];
            let end =
                inside.find(quote).ok_or_else(|| ContenderError::OpenQuote(text.to_owned()))?;
            let after = inside[end + 1..].trim();
            let options = match after.strip_prefix(',') {
                Some(options) => options,
                None if after.is_empty() => "",
                None => return Err(ContenderError::AfterQuote(after.to_owned())),
            };
            (&inside[..end], options)
        }
        _ => (text, ""),
    };
    let words = split_command(line).ok_or_else(|| ContenderError::OpenQuote(line.to_owned()))?;
    if words.is_empty() {
        return Err(ContenderError::NoCommand);
    }
    let (mut limits, mut timeout) = (Known::default(), Duration::from_secs(60));
    for option in options.split(',').map(str::trim).filter(|o| !o.is_empty()) {
        let bad = || ContenderError::CommandOption(option.to_owned());
        let (name, value) = option.split_once('=').ok_or_else(bad)?;
        let count = |option: EngineOption| match option.read(Some(value)) {
            Some(Value::Count(count)) => Ok(count),
            _ => Err(bad()),
        };
        match name {
            "time" => limits.time = Some(read_time(value).ok_or_else(bad)?),
            "timeout" => timeout = read_time(value).ok_or_else(bad)?,
            "nodes" => limits.nodes = Some(count(NODES)?),
            "depth" => limits.depth = Some(count(DEPTH)? as u32),
            _ => return Err(bad()),
        }
    }
    Ok(Contender::Command { words, limits, timeout })
}

fn read_address(text: &str) -> Result<Contender, ContenderError> {
    let (url, options) = text.split_once(',').unwrap_or((text, ""));
    let bad = || ContenderError::Address(url.to_owned());
    let host = url.strip_prefix("http://").ok_or_else(bad)?;
    let plain = |c: char| !c.is_whitespace() && !c.is_control() && c != '"';
    if host.is_empty() || host.starts_with('/') || !host.chars().all(plain) {
        return Err(bad());
    }
    let mut time = Duration::from_millis(500);
    for option in options.split(',').map(str::trim).filter(|o| !o.is_empty()) {
        let bad = || ContenderError::AddressOption(option.to_owned());
        let value = option.strip_prefix("time=").ok_or_else(bad)?;
        time = read_time(value).ok_or_else(bad)?;
    }
    Ok(Contender::Address { url: url.trim_end_matches('/').to_owned(), time })
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contender::Own { spec, file, weights } => {
                let text = spec.to_string();
                f.write_str(&text)?;
                let mut sign = if text.contains(':') { "," } else { ":" };
                if let Some(file) = file {
                    write!(f, "{sign}weights={}", file.display())?;
                    sign = ",";
                }
                for (name, value) in weights {
                    write!(f, "{sign}w.{name}={value}")?;
                    sign = ",";
                }
                Ok(())
            }
            Contender::Command { words, limits, timeout } => {
                let quote = |word: &String| match word.is_empty() || word.contains(' ') {
                    true => format!("'{word}'"),
                    false => word.clone(),
                };
                let line: Vec<String> = words.iter().map(quote).collect();
                write!(f, "cmd:\"{}\"", line.join(" "))?;
                if let Some(time) = limits.time {
                    write!(f, ",time={}ms", time.as_millis())?;
                }
                if let Some(nodes) = limits.nodes {
                    write!(f, ",nodes={nodes}")?;
                }
                if let Some(depth) = limits.depth {
                    write!(f, ",depth={depth}")?;
                }
                if timeout.as_secs() != 60 {
                    write!(f, ",timeout={}ms", timeout.as_millis())?;
                }
                Ok(())
            }
            Contender::Address { url, time } => write!(f, "{url},time={}ms", time.as_millis()),
        }
    }
}

impl Contender {
    /// An engine of ours with nothing said about weights.
    #[must_use]
    pub fn own(spec: Spec) -> Self {
        Contender::Own { spec, file: None, weights: Vec::new() }
    }

    /// Ready to play this game.
    ///
    /// # Errors
    /// When it does not suit the game, or a program cannot be found.
    pub fn build(&self, variant: Chosen<'_>) -> Result<Side, EngineError> {
        match self {
            Contender::Own { spec, file, weights } => {
                let mut seat = match (file, weights.is_empty()) {
                    (None, true) => variant.engine(spec)?,
                    _ => {
                        let values = weigh(variant, file.as_deref(), weights)?;
                        variant.engine_with(spec, Some(&values))?
                    }
                };
                seat.name = self.to_string();
                Ok(Side::Own(seat))
            }
            Contender::Command { .. } | Contender::Address { .. } if variant.hides() => {
                Err(EngineError::External("it would be shown what is hidden in this game".into()))
            }
            Contender::Command { words, limits, timeout } => {
                let limits = Limits {
                    time: limits.time,
                    nodes: limits.nodes,
                    depth: limits.depth,
                    ..Limits::default()
                };
                let name = self.to_string();
                find_program(&words[0])?;
                let program = Program::Command {
                    words: words.clone(),
                    name: name.clone(),
                    limits: limits.clone(),
                    timeout: *timeout,
                };
                match variant.game.extras.program(&program) {
                    Some(special) => special.map(Side::External).map_err(EngineError::External),
                    None => {
                        let start = variant.start();
                        let uci = Uci::new(words.clone(), name, limits, *timeout, start);
                        Ok(Side::External(Box::new(uci)))
                    }
                }
            }
            Contender::Address { url, time } => {
                let name = self.to_string();
                let program = Program::Address { url: url.clone(), name, time: *time };
                let service = variant.game.extras.program(&program).ok_or_else(|| {
                    EngineError::External("this game has no services at addresses".to_owned())
                })?;
                service.map(Side::External).map_err(EngineError::External)
            }
        }
    }
}

/// The evaluator's weights: its own, then the file's, then those by name.
fn weigh(
    variant: Chosen<'_>,
    file: Option<&Path>,
    named: &[(String, i32)],
) -> Result<Vec<i32>, EngineError> {
    let known = variant.weights();
    let mut values: Vec<i32> = known.iter().map(|w| w.default).collect();
    let from_file = match file {
        Some(path) => takeback_host::weights::read_weights(path).map_err(EngineError::Weights)?,
        None => Vec::new(),
    };
    for (name, value) in from_file.iter().chain(named) {
        let Some(i) = known.iter().position(|w| w.name == name) else {
            let names: Vec<&str> = known.iter().map(|w| w.name).collect();
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            return Err(EngineError::Weights(format!(
                "no weight is called {name:?}; known: {known}"
            )));
        };
        values[i] = *value;
    }
    Ok(values)
}
