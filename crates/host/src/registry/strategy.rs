//! Names for the ways of keeping state and of testing legality.

use super::UseError;
use std::fmt;
use std::str::FromStr;

/// A way of keeping state.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Strategy {
    /// Make and unmake with a token made by hand.
    Token,
    /// Make and unmake on a journal.
    Trail,
    /// A copy per move.
    Copy,
    /// Copy on write.
    Cow,
    /// A copy only where a round played together is resolved.
    Hybrid,
    /// The game's own way, each step compared with a copy (debug builds).
    Checked,
}

impl Strategy {
    /// All of them.
    pub const ALL: [Strategy; 6] = [
        Strategy::Token,
        Strategy::Trail,
        Strategy::Copy,
        Strategy::Cow,
        Strategy::Hybrid,
        Strategy::Checked,
    ];

    /// The name in specs and on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Strategy::Token => "token",
            Strategy::Trail => "trail",
            Strategy::Copy => "copy",
            Strategy::Cow => "cow",
            Strategy::Hybrid => "hybrid",
            Strategy::Checked => "checked",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Strategy {
    type Err = UseError;

    fn from_str(text: &str) -> Result<Self, UseError> {
        Strategy::ALL.into_iter().find(|s| s.name() == text).ok_or_else(|| {
            UseError::UnknownStrategy {
                asked: text.to_owned(),
                known: super::names(Strategy::ALL.iter().map(|s| s.name())),
            }
        })
    }
}

/// A way of turning candidates into legal moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Legality {
    /// A copy per candidate.
    Copy,
    /// A shared copy per candidate, cloned on the first write.
    Cow,
    /// One copy per list.
    Transient,
    /// One copy per list, its memory used again.
    Pooled,
    /// On the position itself.
    InPlace,
    /// On the position itself, stopping at the first legal move.
    LazyFirst,
    /// Stages generated and tested on one thread each.
    ParallelGenerate,
    /// Candidates tested on two threads.
    ParallelFilter,
}

impl Legality {
    /// All of them, in the order of the table.
    pub const ALL: [Legality; 8] = [
        Legality::Copy,
        Legality::Cow,
        Legality::Transient,
        Legality::Pooled,
        Legality::InPlace,
        Legality::LazyFirst,
        Legality::ParallelGenerate,
        Legality::ParallelFilter,
    ];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Legality::Copy => "copy per candidate",
            Legality::Cow => "copy-on-write per candidate",
            Legality::Transient => "one transient copy",
            Legality::Pooled => "pooled transient",
            Legality::InPlace => "make/unmake in place",
            Legality::LazyFirst => "lazy, first move only",
            Legality::ParallelGenerate => "parallel by stage",
            Legality::ParallelFilter => "parallel filter, 2 threads",
        }
    }
}
