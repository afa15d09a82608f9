//! What may be set about the snake's search.

use takeback_battlesnake::Weights;

/// Which answers of several rivals are looked at.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Replies {
    /// One rival at a time departs from what he would most likely do.
    #[default]
    Single,
    /// All combinations of those who are near.
    All,
}

/// Settings of [`Snake`](super::Snake).
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// What counts how much at the horizon.
    pub weights: Weights,
    /// How several rivals answer.
    pub replies: Replies,
    /// With more than one rival, those farther away than this do not branch.
    pub near: u16,
    /// Rounds beyond the horizon along which tense positions are followed.
    pub quiet: usize,
    /// How much worse than an even position a draw is.
    pub contempt: i32,
    /// Never leave moves that survive two rounds for certain.
    pub sure: bool,
    /// Where nobody's tail moves: expect of several rivals what fits with all they did
    /// before.
    pub habits: bool,
    /// In duels: ask of choices and answers after the first by a round less whether they
    /// change anything, and in full only if they do.
    pub late: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            weights: Weights::default(),
            replies: Replies::Single,
            near: 8,
            quiet: 4,
            contempt: 1500,
            sure: true,
            habits: true,
            late: true,
        }
    }
}
