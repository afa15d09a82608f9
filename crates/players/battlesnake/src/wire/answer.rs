//! What a snake answers.

use serde::{Deserialize, Serialize};
use takeback_battlesnake::Direction;

/// The answer to `GET /`: how a snake looks and who made it.
#[derive(Clone, Debug, Deserialize, Serialize, Eq, PartialEq)]
pub struct Appearance {
    apiversion: String,
    author: String,
    color: String,
    head: String,
    tail: String,
    version: String,
}

/// Why a snake cannot look so.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)]
pub enum AppearanceError {
    #[error("{0:?} is no colour such as #3e338f")]
    Color(String),
    #[error("{0:?} is no name of a head or tail: letters, digits and dashes")]
    Part(String),
}

impl Appearance {
    /// A look with colour, head and tail as the official customizations name them.
    ///
    /// # Errors
    /// When the colour is not `#rrggbb` or a name has other signs than letters,
    /// digits and dashes.
    pub fn new(
        author: &str,
        color: &str,
        head: &str,
        tail: &str,
        version: &str,
    ) -> Result<Self, AppearanceError> {
        let hex = color.strip_prefix('#').unwrap_or_default();
        if hex.len() != 6 || !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(AppearanceError::Color(color.to_owned()));
        }
        for part in [head, tail] {
            let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-';
            if part.is_empty() || part.len() > 64 || !part.bytes().all(plain) {
                return Err(AppearanceError::Part(part.to_owned()));
            }
        }
        Ok(Appearance {
            apiversion: "1".to_owned(),
            author: author.to_owned(),
            color: color.to_ascii_lowercase(),
            head: head.to_owned(),
            tail: tail.to_owned(),
            version: version.to_owned(),
        })
    }
}

/// The answer to `move`.
#[derive(Clone, Debug, Serialize, Eq, PartialEq)]
pub struct MoveAnswer {
    #[serde(rename = "move")]
    direction: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    shout: String,
}

impl MoveAnswer {
    /// Longest shout the official engine passes on.
    pub const LONGEST_SHOUT: usize = 256;

    /// Go there, and say this; a shout too long is cut.
    #[must_use]
    pub fn new(direction: Direction, shout: &str) -> Self {
        let shout = shout.chars().take(Self::LONGEST_SHOUT).collect();
        MoveAnswer { direction: direction.word(), shout }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_look_as_the_interface_says() {
        let silent = serde_json::to_string(&MoveAnswer::new(Direction::Up, "")).unwrap();
        assert_eq!(silent, r#"{"move":"up"}"#);
        let loud = MoveAnswer::new(Direction::Left, &"é".repeat(300));
        let loud = serde_json::to_string(&loud).unwrap();
        assert_eq!(loud, format!(r#"{{"move":"left","shout":"{}"}}"#, "é".repeat(256)));
        let look = Appearance::new("us", "#3E338f", "default", "round-bum", "1").unwrap();
        assert_eq!(
            serde_json::to_string(&look).unwrap(),
            r##"{"apiversion":"1","author":"us","color":"#3e338f","head":"default","tail":"round-bum","version":"1"}"##
        );
        assert!(Appearance::new("us", "red", "default", "default", "1").is_err());
        assert!(Appearance::new("us", "#00ff00", "<b>", "default", "1").is_err());
    }
}
