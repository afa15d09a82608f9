//! Somebody outside who decides for a seat: a program that speaks a line
//! protocol, a service at an address.

use crate::play::Table;
use std::fmt;
use std::time::Duration;
use takeback_core::Player;
use takeback_search::{Limits, Score};

/// A program that decides for a seat.
pub trait Decider: Send {
    /// What it is called.
    fn name(&self) -> &str;
    /// How long it may think.
    fn limits(&self) -> &Limits;
    /// To change that.
    fn limits_mut(&mut self) -> &mut Limits;

    /// Make sure that somebody is there before the first game.
    ///
    /// # Errors
    /// When nobody answers.
    fn knock(&mut self) -> Result<(), Forfeit> {
        Ok(())
    }

    /// A new game begins, in which it is to decide for `player`.
    ///
    /// # Errors
    /// When it cannot be started or does not answer.
    fn begin(&mut self, table: &dyn Table, player: Player) -> Result<(), Forfeit>;

    /// Its choice.
    ///
    /// # Errors
    /// When there is no answer in time, or none that makes sense.
    fn decide(&mut self, table: &dyn Table, player: Player, seed: u64)
    -> Result<Decision, Forfeit>;

    /// The game is over.
    fn end(&mut self, table: &dyn Table, player: Player);
}

/// Who is to take part, before it is known whether it can.
#[derive(Clone, Debug)]
pub enum Program {
    /// A command line that speaks the game's protocol.
    Command {
        /// The program and its arguments.
        words: Vec<String>,
        /// What it is called.
        name: String,
        /// What it is told about limits.
        limits: Limits,
        /// The longest it may take where no time is set.
        timeout: Duration,
    },
    /// A service at an address.
    Address {
        /// Where, without a slash at the end.
        url: String,
        /// What it is called.
        name: String,
        /// What it may take for a move.
        time: Duration,
    },
}

/// Why somebody cannot take part.
pub type DeciderError = String;

/// A move and what it cost.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The move.
    pub m: String,
    /// What the decider thinks of the position, if it says so.
    pub score: Option<Score>,
    /// Positions visited.
    pub nodes: u64,
    /// Depth completed.
    pub depth: u32,
    /// Time spent.
    pub time: Duration,
}

/// What a seat did wrong.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Forfeit {
    /// The sort of fault.
    pub fault: Fault,
    /// What was seen.
    pub detail: String,
}

/// The sorts of fault.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// No answer, or one too late.
    Time,
    /// It could not be started, ended, or closed its output.
    Crash,
    /// It answered with a move that is not legal.
    Illegal,
    /// It answered with something that is no answer.
    Protocol,
    /// None: it gave up.
    Resigned,
}

impl Fault {
    /// One word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Time => "time",
            Fault::Crash => "crash",
            Fault::Illegal => "illegal",
            Fault::Protocol => "protocol",
            Fault::Resigned => "resigned",
        }
    }
}

impl fmt::Display for Forfeit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.fault.name(), self.detail)
    }
}

/// How long a program may take beyond its time before it counts as hung.
pub const GRACE: Duration = Duration::from_secs(5);

/// How long it may take for anything but a move.
pub const READY: Duration = Duration::from_secs(20);

/// A forfeit, its detail cut to a sentence.
#[must_use]
pub fn fault(fault: Fault, detail: impl Into<String>) -> Forfeit {
    let mut detail: String = detail.into();
    if detail.len() > 200 {
        let end = (0..=200).rev().find(|&i| detail.is_char_boundary(i)).unwrap_or(0);
        detail.truncate(end);
    }
    Forfeit { fault, detail }
}
