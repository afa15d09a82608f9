//! How strong: ten rungs, some with names.

use super::{Spec, SpecError};
use std::fmt;

/// A rung of the ladder, from 1 to 10.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Level(u8);

impl Level {
    /// The lowest rung.
    pub const LOWEST: Level = Level(1);
    /// The highest.
    pub const HIGHEST: Level = Level(10);

    /// Rungs that have names.
    pub const NAMES: [(&'static str, Level); 6] = [
        ("beginner", Level(1)),
        ("easy", Level(3)),
        ("medium", Level(5)),
        ("hard", Level(7)),
        ("expert", Level(9)),
        ("best", Level(10)),
    ];

    /// The rung with this number.
    #[must_use]
    pub const fn new(number: u8) -> Option<Level> {
        if number >= 1 && number <= 10 { Some(Level(number)) } else { None }
    }

    /// The rung written so, by number or name.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Level> {
        let named = Self::NAMES.iter().find(|(name, _)| *name == text).map(|&(_, level)| level);
        named.or_else(|| Level::new(text.parse().ok()?))
    }

    /// The rung's number.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A game's ladder: ten specifications, weakest first.
///
/// ```
/// use takeback_host::spec::{Ladder, Level};
///
/// const LADDER: Ladder = Ladder([
///     "random", "ab:depth=1", "ab:depth=2", "ab:depth=3", "ab:depth=4",
///     "ab:depth=6", "ab:depth=8", "ab:time=200ms", "ab:time=1s", "ab:time=5s",
/// ]);
/// let easy = Level::from_text("easy").expect("a name of a level");
/// let spec = LADDER.spec(easy)?;
/// assert_eq!(spec.to_string(), "ab:depth=2");
/// # Ok::<(), takeback_host::spec::SpecError>(())
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Ladder(pub [&'static str; 10]);

impl Ladder {
    /// The engine on this rung.
    ///
    /// # Errors
    /// When the ladder itself is badly written.
    pub fn spec(&self, level: Level) -> Result<Spec, SpecError> {
        self.0[usize::from(level.0) - 1].parse()
    }
}
