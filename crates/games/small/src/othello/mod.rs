//! Othello, once with a hand-made token and once on a journal.
//!
//! A move turns over discs in up to eight directions, so the way back is not in
//! the move itself. [`Token`] remembers which discs were turned; [`Trail`]
//! remembers nothing and lets the journal do it. The rules are written once,
//! on [`Board`]; `takeback-bench trail` compares the two.

mod board;
mod eval;
mod features;
mod notation;
mod token;
mod trail;

pub use board::{Board, Disc};
pub use eval::Squares;
pub use token::{Flips, Token};
pub use trail::Trail;
