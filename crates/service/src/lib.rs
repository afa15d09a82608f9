//! What a game's HTTP service is.
//!
//! A game that is spoken to by programs of its own world attaches a [`Service`]
//! to its registry entry; the server mounts it under its path, and the command
//! line offers its flags. Neither has to know the game, and the game does not
//! have to know the server.

pub use axum;

pub mod testing;

use axum::Router;

/// A service of a game.
#[derive(Copy, Clone)]
pub struct Service {
    /// Where it is mounted, such as `/mygame`.
    pub path: &'static str,
    /// What may be set about it on the command line.
    pub flags: &'static [Flag],
    /// Builds it as it was told.
    pub router: fn(&Flags) -> Result<Router, String>,
}

/// Something that may be set about a service: `--name VALUE`.
#[derive(Copy, Clone, Debug)]
pub struct Flag {
    /// Without the dashes.
    pub name: &'static str,
    /// What the value is called in the help.
    pub value: &'static str,
    /// What it does, with its default.
    pub help: &'static str,
}

/// What was said about a service's flags.
#[derive(Clone, Debug, Default)]
pub struct Flags(pub Vec<(&'static str, String)>);

impl Flags {
    /// The value given for a flag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}
