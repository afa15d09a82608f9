//! Who may take part: engines of ours by specification, other programs by
//! command line, snakes by address.
//!
//! ```text
//! ab:depth=6                         an engine of ours
//! ab:depth=6,w.control=70            with one weight of its evaluator changed
//! ab:depth=6,weights=tuned.json      with all weights of a file
//! cmd:"mohex --quiet",time=1s        a program; HTP for Hex, UCI-like elsewhere
//! http://127.0.0.1:8000              a Battlesnake snake
//! ```
//!
//! A program from outside is never waited for longer than its time and a
//! margin, whatever it writes is read with limits, and it is ended with the
//! match. What it does wrong loses it the game and is counted.

mod contender;
mod htp;
mod process;
mod snake;
mod uci;

pub use contender::{Contender, ContenderError};

use crate::matches::{Decision, Fault, Forfeit};
use crate::play::Table;
use std::time::Duration;
use takeback_core::Player;
use takeback_search::Limits;

/// A program that decides for a seat.
pub trait External: Send {
    /// What it is called.
    fn name(&self) -> &str;
    /// How long it may think.
    fn limits(&self) -> &Limits;
    /// To change that.
    fn limits_mut(&mut self) -> &mut Limits;

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

/// How long a program may take beyond its time before it counts as hung.
const GRACE: Duration = Duration::from_secs(5);

/// How long it may take for anything but a move.
const READY: Duration = Duration::from_secs(20);

fn fault(fault: Fault, detail: impl Into<String>) -> Forfeit {
    let mut detail: String = detail.into();
    if detail.len() > 200 {
        let end = (0..=200).rev().find(|&i| detail.is_char_boundary(i)).unwrap_or(0);
        detail.truncate(end);
    }
    Forfeit { fault, detail }
}

#[cfg(test)]
mod tests;
