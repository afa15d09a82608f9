//! Games between engines, and what can be learned from them: matches, ratings,
//! records, tournaments, self-play, tuning. It plays whatever variant it is
//! handed and names no game.

pub mod book;
pub mod external;
pub mod matches;
pub mod ratings;
pub mod records;
pub mod selfplay;
pub mod tournament;
pub mod tune;

#[cfg(test)]
mod tests_support;
