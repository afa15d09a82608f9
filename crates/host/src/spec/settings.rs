//! What was said about an engine, typed, and proof that somebody listened.

use super::option::{EngineOption, Value};
use super::{Spec, SpecError};
use std::cell::Cell;
use std::time::Duration;
use takeback_search::Limits;

/// The options of a specification, checked against what an engine declares.
///
/// Reading an option marks it as heard. What was given and never read would be
/// an option that is accepted and ignored: [`unheard`](Settings::unheard) finds
/// it, and the engine is refused.
#[derive(Clone, Debug)]
pub struct Settings {
    given: Vec<(EngineOption, Value, Cell<bool>)>,
}

impl Settings {
    /// Check a specification's options against the declared ones.
    ///
    /// # Errors
    /// When an option is not declared or does not take such a value.
    pub fn new(spec: &Spec, declared: &[EngineOption]) -> Result<Self, SpecError> {
        let mut given = Vec::with_capacity(spec.options().len());
        for (name, text) in spec.options() {
            let Some(option) = declared.iter().find(|option| option.name == name) else {
                return Err(SpecError::UnknownOption {
                    engine: spec.engine().to_owned(),
                    name: name.clone(),
                    known: declared.iter().map(|option| option.name).collect(),
                });
            };
            let value = option.read(text.as_deref()).ok_or_else(|| SpecError::BadValue {
                option: option.name,
                given: text.clone().unwrap_or_default(),
                takes: option.takes,
            })?;
            if !option.needs.is_empty() && !option.needs.iter().any(|needed| spec.says(needed)) {
                return Err(SpecError::Needs { option: option.name, needed: option.needs });
            }
            given.push((*option, value, Cell::new(false)));
        }
        Ok(Settings { given })
    }

    fn value(&self, name: &str) -> Option<&Value> {
        let (_, value, heard) = self.given.iter().find(|(option, ..)| option.name == name)?;
        heard.set(true);
        Some(value)
    }

    /// Whether anything was said about this option; that alone is not hearing.
    #[must_use]
    pub fn says(&self, name: &str) -> bool {
        self.given.iter().any(|(option, ..)| option.name == name)
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

    /// A word, if it was given.
    #[must_use]
    pub fn word(&self, name: &str) -> Option<&'static str> {
        if let Some(Value::Word(word)) = self.value(name) { Some(word) } else { None }
    }

    /// A path, if it was given.
    #[must_use]
    pub fn file(&self, name: &str) -> Option<&str> {
        if let Some(Value::File(path)) = self.value(name) { Some(path) } else { None }
    }

    /// A time, if it was given.
    #[must_use]
    pub fn time(&self, name: &str) -> Option<Duration> {
        if let Some(&Value::Time(time)) = self.value(name) { Some(time) } else { None }
    }

    /// The limits it sets; what it says nothing about is as by default.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let usual = Limits::default();
        let whole = |name| self.count(name).map(|count| count as usize);
        Limits {
            time: self.time("time"),
            nodes: self.count("nodes"),
            depth: self.count("depth").map(|depth| depth as u32),
            iterations: self.count("iterations"),
            memory: whole("tt").or_else(|| whole("memory")).unwrap_or(usual.memory),
            threads: whole("threads").map_or(usual.threads, takeback_core::threads_of),
            lines: whole("lines").unwrap_or(usual.lines),
            seed: self.count("seed").unwrap_or(usual.seed),
            ..usual
        }
    }

    /// An option that was given and that nobody has read.
    #[must_use]
    pub fn unheard(&self) -> Option<&'static str> {
        self.given.iter().find(|(.., heard)| !heard.get()).map(|(option, ..)| option.name)
    }
}
