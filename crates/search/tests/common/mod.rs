//! Games for the tests: trees written down or drawn at random, of any odd
//! shape, and Connect Four on boards of any size.

#![allow(dead_code, unreachable_pub)]

pub(crate) mod alarm;
pub mod four;
pub mod tree;

use takeback_search::Score;

/// A score on one scale: a proven payoff and points of the same size are equal.
pub fn number(score: Score) -> i64 {
    const UNIT: i64 = 1024;
    match score {
        Score::Win(plies) => 1000 * UNIT - i64::from(plies),
        Score::Loss(plies) => i64::from(plies) - 1000 * UNIT,
        Score::Exact(payoff) => i64::from(payoff) * UNIT,
        Score::Points(points) => i64::from(points),
        Score::Margin(_) | Score::Share(_) => panic!("these searches give none"),
    }
}

/// Proven averages are stated to the nearest thousandth.
pub fn same(score: Score, value: i64) -> bool {
    let nearest = (value + value.signum() * 512) / 1024;
    number(score) == value || matches!(score, Score::Exact(payoff) if i64::from(payoff) == nearest)
}
