//! What a search will take, as far as anybody knows: what it took before, or what
//! its text says.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use takeback_host::spec::Spec;
use takeback_room::Kind;

/// What searches took.
#[derive(Default)]
pub(crate) struct Costs(Mutex<HashMap<String, Duration>>);

/// More kinds of searches than are ever asked for at once.
const REMEMBERED: usize = 2000;

/// A search of which nothing is known.
const USUAL: Duration = Duration::from_millis(200);

impl Costs {
    /// What this engine may take for a move of this game.
    pub(crate) fn of(&self, kind: &Kind, spec: &Spec) -> Duration {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&key(kind, spec)).copied().unwrap_or_else(|| guess(kind, spec))
    }

    /// It took so long.
    pub(crate) fn learn(&self, kind: &Kind, spec: &Spec, time: Duration) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= REMEMBERED {
            known.clear();
        }
        let before = known.get(&key(kind, spec)).copied().unwrap_or(time);
        known.insert(key(kind, spec), (before * 3 + time) / 4);
    }
}

fn key(kind: &Kind, spec: &Spec) -> String {
    format!("{kind:?} {spec}")
}

/// By the time that is written in its text, or in its level's.
fn guess(kind: &Kind, spec: &Spec) -> Duration {
    let ladder = kind.variant().ladder();
    let level = spec.level().map(|level| usize::from(level.number()));
    let text = match (level, &ladder) {
        (Some(level), Some(ladder)) => {
            ladder.0.get(level.saturating_sub(1)).map_or(String::new(), |text| (*text).to_owned())
        }
        _ => spec.to_string(),
    };
    time_in(&text).unwrap_or(if level.is_some_and(|level| level > 5) { 5 * USUAL } else { USUAL })
}

/// `time=300ms` or `time=2s` in a text.
fn time_in(text: &str) -> Option<Duration> {
    let (_, after) = text.split_once("time=")?;
    let digits: String = after.chars().take_while(char::is_ascii_digit).collect();
    let number: u64 = digits.parse().ok()?;
    let unit = &after[digits.len()..];
    Some(if unit.starts_with("ms") {
        Duration::from_millis(number)
    } else {
        Duration::from_secs(number.min(3600))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_text_is_found() {
        assert_eq!(time_in("mcts:time=300ms,x=1"), Some(Duration::from_millis(300)));
        assert_eq!(time_in("ab:time=2s"), Some(Duration::from_secs(2)));
        assert_eq!(time_in("ab:depth=3"), None);
    }

    #[test]
    fn what_was_seen_counts_more_than_what_was_said() {
        let kind = Kind::find(&takeback::standard(), "connect4", None).expect("built in");
        let spec: Spec = "mcts:time=2s".parse().expect("a text");
        let costs = Costs::default();
        assert_eq!(costs.of(&kind, &spec), Duration::from_secs(2));
        costs.learn(&kind, &spec, Duration::from_millis(40));
        assert_eq!(costs.of(&kind, &spec), Duration::from_millis(40));
    }
}
