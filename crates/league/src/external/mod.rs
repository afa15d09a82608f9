//! Who may take part: engines of ours by specification, other programs by
//! command line, services by address.
//!
//! ```text
//! ab:depth=6                         an engine of ours
//! ab:depth=6,w.control=70            with one weight of its evaluator changed
//! ab:depth=6,weights=tuned.json      with all weights of a file
//! cmd:"engine --quiet",time=1s       a program that speaks the game's protocol
//! http://127.0.0.1:8000              a service of the game's own kind
//! ```
//!
//! A program from outside is never waited for longer than its time and a
//! margin, whatever it writes is read with limits, and it is ended with the
//! match. What it does wrong loses it the game and is counted.

mod contender;
mod uci;

pub use contender::{Contender, ContenderError};

#[cfg(test)]
mod tests;
