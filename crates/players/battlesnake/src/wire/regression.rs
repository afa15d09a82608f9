//! Requests with the moves that are right there, one JSON object a line:
//!
//! ```text
//! {"id": "corner trap", "why": "left is a dead end of five cells", "one_of": ["up", "right"], "request": {…}}
//! ```
//!
//! `request` is the body of a `move` request as the engine sent it, `one_of` the
//! moves that are accepted, `why` (optional) a word for people, `budget_ms`
//! (optional) how long an engine should think. Lines that begin with `#` are
//! remarks.

use super::request::{Request, RequestError};
use serde::{Deserialize, Serialize};
use takeback_battlesnake::Direction;

/// A request and the moves that are right there.
#[derive(Clone, Debug)]
pub struct Regression {
    /// What to call it.
    pub id: String,
    /// What goes wrong otherwise.
    pub why: String,
    /// The position.
    pub request: Request,
    /// The moves that are right, at least one.
    pub one_of: Vec<Direction>,
    /// How long to think, in milliseconds.
    pub budget_ms: Option<u64>,
}

#[derive(Deserialize, Serialize)]
struct Line {
    id: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    why: String,
    one_of: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    budget_ms: Option<u64>,
    request: Request,
}

/// Why a line is no regression case.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RegressionError {
    #[error("not the JSON of a regression case: {0}")]
    Json(#[from] serde_json::Error),
    #[error(transparent)]
    Request(#[from] RequestError),
    #[error("one_of: {0:?} is no move")]
    Move(String),
    #[error("one_of is empty")]
    Empty,
}

/// An answer that is not among the right ones.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("answered {given}, must be {}{}", words(accepted), reason(why))]
pub struct WrongMove {
    given: Direction,
    accepted: Vec<Direction>,
    why: String,
}

fn words(directions: &[Direction]) -> String {
    directions.iter().map(|d| d.word()).collect::<Vec<_>>().join(" or ")
}

fn reason(why: &str) -> String {
    if why.is_empty() { String::new() } else { format!(" ({why})") }
}

impl Regression {
    /// Read a line and validate its request.
    ///
    /// # Errors
    /// When the line is malformed or the request cannot be played.
    pub fn read(line: &str) -> Result<Regression, RegressionError> {
        let Line { id, why, one_of, budget_ms, request } = serde_json::from_str(line)?;
        request.playable()?;
        let read = |word: &String| {
            Direction::from_word(word).ok_or_else(|| RegressionError::Move(word.clone()))
        };
        let one_of = one_of.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        if one_of.is_empty() {
            return Err(RegressionError::Empty);
        }
        Ok(Regression { id, why, request, one_of, budget_ms })
    }

    /// The case as a line.
    #[must_use]
    pub fn write(&self) -> String {
        let line = Line {
            id: self.id.clone(),
            why: self.why.clone(),
            one_of: self.one_of.iter().map(|d| d.word().to_owned()).collect(),
            budget_ms: self.budget_ms,
            request: self.request.clone(),
        };
        serde_json::to_string(&line).expect("plain data has a JSON form")
    }

    /// Whether this answer is right.
    ///
    /// # Errors
    /// When it is not, with what would have been.
    pub fn accepts(&self, given: Direction) -> Result<(), WrongMove> {
        if self.one_of.contains(&given) {
            return Ok(());
        }
        Err(WrongMove { given, accepted: self.one_of.clone(), why: self.why.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_battlesnake::{Map, Ruleset, Settings, Setup};
    use takeback_core::Player;

    fn case() -> Regression {
        let setup =
            Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, (7, 7), 2, 1)
                .unwrap();
        Regression {
            id: "start".to_owned(),
            why: "down is deadly".to_owned(),
            request: Request::of(&setup, Player(1), "g"),
            one_of: vec![Direction::Up, Direction::Left],
            budget_ms: None,
        }
    }

    #[test]
    fn a_case_is_read_as_it_was_written() {
        let case = Regression::read(&case().write()).unwrap();
        assert!(case.accepts(Direction::Left).is_ok());
        let wrong = case.accepts(Direction::Down).unwrap_err().to_string();
        assert_eq!(wrong, "answered down, must be up or left (down is deadly)");
    }

    #[test]
    fn bad_lines_have_a_reason() {
        let text = case().write();
        let nowhere = text.replace(r#"["up","left"]"#, r#"["north"]"#);
        assert!(matches!(Regression::read(&nowhere), Err(RegressionError::Move(_))));
        let none = text.replace(r#"["up","left"]"#, "[]");
        assert!(matches!(Regression::read(&none), Err(RegressionError::Empty)));
        assert!(matches!(Regression::read("{"), Err(RegressionError::Json(_))));
        let off = text.replace(r#""width":7"#, r#""width":2"#);
        assert!(matches!(Regression::read(&off), Err(RegressionError::Request(_))));
    }
}
