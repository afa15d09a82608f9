//! Small games for tests, documents and the tutorial.
//!
//! | game | why it is here |
//! |---|---|
//! | [`TicTacToe`] | the smallest complete game; undo needs nothing |
//! | [`ConnectFour`] | any size; bitboards; the yardstick of the field |
//! | [`othello`] | many cells change at once; the same rules with a token and with a journal |
//! | [`AtariGo`] | candidates are cheap, legality is a test on the board |
//! | [`Pig`] | chance, any number of players, the same player moves again |
//! | [`Kuhn`] | hidden cards, two or three players |
//! | [`Leduc`] | hidden cards, chance in between, chips to win |
//! | [`LiarsDice`] | hidden dice and bluffs |
//! | [`Goofspiel`] | bids made at the same time |
//! | [`Phantom`] | boards in the dark: phantom tic-tac-toe, dark Hex |
//! | [`Tron`] | rounds played together |

#![forbid(unsafe_code)]

mod atari;
mod connect4;
mod connect4_features;
mod goofspiel;
mod kuhn;
mod leduc;
mod liar;
pub mod othello;
mod phantom;
mod pig;
mod record;
mod scene;
mod tictactoe;
mod tron;

#[cfg(test)]
mod tests;

pub use atari::{AtariGo, Point};
pub use connect4::{Column, ConnectFour, Threats};
pub use goofspiel::{GoofMove, Goofspiel};
pub use kuhn::{Kuhn, KuhnMove, KuhnView};
pub use leduc::{Leduc, LeducMove};
pub use liar::{LiarMove, LiarsDice};
pub use phantom::{Chain, DarkCell, DarkMix, DarkSolver, DarkWorth, Goal, Phantom, ThreeInARow};
pub use pig::{Lead, Pig, PigMove};
pub use tictactoe::{Cell, TicTacToe};
pub use tron::{Direction, Tron};

use std::error::Error;
use std::fmt;

/// Why a text is no move or position of one of these games.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ReadError {
    /// The text.
    pub text: String,
    /// What it should have been.
    pub expected: &'static str,
}

impl ReadError {
    fn new(text: &str, expected: &'static str) -> Self {
        ReadError { text: text.to_owned(), expected }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not {}", self.text, self.expected)
    }
}

impl Error for ReadError {}
