//! Whole games as the official command-line client writes them: the game, a
//! request for each turn, and the outcome, one JSON object a line.

use super::request::{GameInfo, Request};
use serde::{Deserialize, Serialize};

/// A recorded game.
#[derive(Clone, Debug)]
pub struct Log {
    /// What stayed the same.
    pub game: GameInfo,
    /// One request a turn; whom it addresses means nothing.
    pub turns: Vec<Request>,
    /// Missing while the game goes on.
    pub outcome: Option<Outcome>,
}

/// How a game ended.
#[derive(Clone, Debug, Default, Deserialize, Serialize, Eq, PartialEq)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Empty for a draw.
    pub winner_id: String,
    /// For people.
    #[serde(default)]
    pub winner_name: String,
    /// Whether nobody won.
    pub is_draw: bool,
}

/// Why a text is no recorded game.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum LogError {
    #[error("line {line}: {source}")]
    Json { line: usize, source: serde_json::Error },
    #[error("the text is empty")]
    Empty,
    #[error("line {line}: a turn after the outcome")]
    AfterOutcome { line: usize },
}

impl Log {
    /// Read a recorded game.
    ///
    /// # Errors
    /// With the number of the line that is not what it should be.
    pub fn read(text: &str) -> Result<Log, LogError> {
        let mut lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        let (first, at) = lines.next().ok_or(LogError::Empty)?;
        let json = |line| move |source| LogError::Json { line, source };
        let game = serde_json::from_str(first).map_err(json(at))?;
        let mut log = Log { game, turns: Vec::new(), outcome: None };
        for (text, line) in lines {
            if log.outcome.is_some() {
                return Err(LogError::AfterOutcome { line });
            }
            if let Ok(outcome) = serde_json::from_str::<Outcome>(text) {
                log.outcome = Some(outcome);
            } else {
                log.turns.push(serde_json::from_str(text).map_err(json(line))?);
            }
        }
        Ok(log)
    }

    /// The game as text.
    #[must_use]
    pub fn write(&self) -> String {
        let json = |text: Result<String, _>| text.expect("plain data has a JSON form");
        let mut lines = vec![json(serde_json::to_string(&self.game))];
        lines.extend(self.turns.iter().map(|turn| json(serde_json::to_string(turn))));
        lines.extend(self.outcome.iter().map(|end| json(serde_json::to_string(end))));
        lines.push(String::new());
        lines.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_battlesnake::{Map, Ruleset, Settings, Setup};
    use takeback_core::Player;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let setup =
            Setup::start(Ruleset::Wrapped, Settings::default(), Map::Standard, (7, 7), 2, 1)
                .unwrap();
        let turn = Request::of(&setup, Player(0), "g");
        let outcome = Outcome { winner_id: "snake-1".to_owned(), ..Outcome::default() };
        let log =
            Log { game: turn.game.clone(), turns: vec![turn; 3], outcome: Some(outcome.clone()) };
        let back = Log::read(&log.write()).unwrap();
        assert_eq!(back.outcome, Some(outcome));
        assert_eq!(back.turns.len(), 3);
        assert_eq!(back.turns[2].setup().unwrap(), setup);
        assert_eq!(back.game.id, "g");
        assert!(matches!(Log::read(""), Err(LogError::Empty)));
        assert!(matches!(Log::read("{}\n{}"), Err(LogError::Json { line: 2, .. })));
    }
}
