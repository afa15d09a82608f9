//! What a match adds to the rules of a game.

use std::time::Duration;
use takeback_core::{Payoff, Player};
use takeback_search::Score;

/// House rules of a match. By default a game is played to its end; only one of
/// 5,000 plies is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// A game of so many plies is drawn.
    pub longest: usize,
    /// An answer later than the time limit by more than this loses the game.
    /// Without it, late answers of our own engines are counted only; an
    /// external engine that does not answer at all loses in any case.
    pub margin: Option<Duration>,
    /// Whether games may end before their end.
    pub adjudication: Adjudication,
}

/// When a game of two is decided without being played out.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Adjudication {
    /// Never.
    #[default]
    Off,
    /// When both players have agreed for so many decisions each that one of
    /// them is ahead by so many points (thousandths, where a search thinks in
    /// shares of a win).
    Agreed {
        /// The lead.
        points: i32,
        /// Decisions of each.
        moves: u32,
    },
}

/// What the players have said lately.
pub(super) struct Agreement {
    rule: Adjudication,
    /// For each of two seats: how often in a row it saw itself ahead (positive)
    /// or behind (negative).
    runs: [i32; 2],
}

impl Agreement {
    pub(super) fn new(rule: Adjudication) -> Self {
        Agreement { rule, runs: [0; 2] }
    }

    pub(super) fn hear(&mut self, player: Player, score: Option<Score>) {
        let Adjudication::Agreed { points, .. } = self.rule else { return };
        let Some(run) = self.runs.get_mut(player.index()) else { return };
        let value = score.map_or(0, in_points);
        *run = match value {
            v if v >= points => (*run).max(0) + 1,
            v if v <= -points => (*run).min(0) - 1,
            _ => 0,
        };
    }

    pub(super) fn is_reached(&self) -> bool {
        let Adjudication::Agreed { moves, .. } = self.rule else { return false };
        let moves = i32::try_from(moves).unwrap_or(i32::MAX).max(1);
        let [first, second] = self.runs;
        (first >= moves && second <= -moves) || (first <= -moves && second >= moves)
    }

    /// The result they agree on.
    pub(super) fn payoffs(&self, players: usize) -> Vec<Payoff> {
        let first = if self.runs[0] > 0 { Payoff::WIN } else { Payoff::LOSS };
        (0..players).map(|p| if p == 0 { first } else { -first }).collect()
    }
}

/// A score on one scale: points, and thousandths where a search has shares.
fn in_points(score: Score) -> i32 {
    match score {
        Score::Win(_) => i32::MAX,
        Score::Loss(_) => -i32::MAX,
        Score::Exact(payoff) => payoff,
        // Proven, so as good as won or lost.
        Score::Margin(points) => points.signum() * i32::MAX,
        Score::Points(points) => points,
        Score::Share(share) => ((share * 2.0 - 1.0) * 1000.0) as i32,
    }
}
