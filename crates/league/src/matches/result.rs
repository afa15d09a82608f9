//! What a match comes to.

use super::arrange::Arrangement;
use super::game::{Effort, Ending, Played};
use super::stats::{Interval, Sample, SprtState};
use takeback_host::outside::Fault;

/// What came out, from the first side's view.
#[derive(Clone, Debug, Default)]
pub struct Result {
    /// Games finished.
    pub games: u64,
    /// Games in which the first side did better than the second.
    pub wins: u64,
    /// Neither better nor worse.
    pub draws: u64,
    /// Worse.
    pub losses: u64,
    /// Games stopped for their length.
    pub endless: u64,
    /// Games decided by agreement.
    pub adjudicated: u64,
    /// Games each side lost by a fault.
    pub faults: [Faults; 2],
    /// Mean score of each set.
    pub sample: Sample,
    /// What the sides scored in each seat.
    pub by_seat: Vec<SeatScores>,
    /// Thinking of the two sides.
    pub effort: [Effort; 2],
    /// Wall-clock seconds of all sets, added up over threads.
    pub seconds: f64,
    /// How many of them the sides took to get ready for their games.
    pub preparing: f64,
    /// The sequential test, if one was asked for.
    pub sprt: Option<SprtState>,
}

/// Scores of both sides in one seat.
#[derive(Clone, Debug, Default)]
pub struct SeatScores {
    /// Each side's games in it.
    pub games: [u64; 2],
    /// Each side's shares of a win, added up.
    sums: [f64; 2],
    /// How the first side compares with the second, set by set.
    sample: Sample,
}

impl SeatScores {
    /// A side's mean share of a win.
    #[must_use]
    pub fn mean(&self, side: usize) -> f64 {
        self.sums[side] / self.games[side].max(1) as f64
    }

    /// A half, and half of what the first side did better than the second in
    /// this seat, with its 95 % interval. Both had the same openings and luck.
    #[must_use]
    pub fn score(&self) -> Interval {
        self.sample.score()
    }

    /// Adds a set, given each side's shares in its games of this seat.
    fn add(&mut self, shares: [Tally; 2]) {
        for (side, tally) in shares.iter().enumerate() {
            self.games[side] += tally.count;
            self.sums[side] += tally.sum;
        }
        self.sample.add(compared(shares));
    }
}

/// Shares of a win, being added up.
#[derive(Copy, Clone, Debug, Default)]
struct Tally {
    sum: f64,
    count: u64,
}

impl Tally {
    fn add(&mut self, share: f64) {
        self.sum += share;
        self.count += 1;
    }

    fn mean(self) -> f64 {
        self.sum / self.count.max(1) as f64
    }
}

/// A half, and half of what the first did better on average.
fn compared([first, second]: [Tally; 2]) -> f64 {
    0.5 + (first.mean() - second.mean()) / 2.0
}

/// Games lost by something else than moves.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Faults {
    /// No answer in time.
    pub time: u64,
    /// A crash, or no start.
    pub crash: u64,
    /// An illegal move.
    pub illegal: u64,
    /// An answer that is none.
    pub protocol: u64,
}

impl Faults {
    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.time + self.crash + self.illegal + self.protocol
    }

    fn count(&mut self, fault: Fault) {
        match fault {
            Fault::Time => self.time += 1,
            Fault::Crash => self.crash += 1,
            Fault::Illegal => self.illegal += 1,
            Fault::Protocol => self.protocol += 1,
            Fault::Resigned => {}
        }
    }
}

impl Result {
    /// A side that lost a larger share of the games by faults (time, crash, illegal
    /// or unreadable answers) did not really play.
    pub const MOST_FAULTS: f64 = 0.1;

    /// The side that did not really play, if there is one, and how many games it
    /// lost by faults: the score of such a match says little.
    #[must_use]
    pub fn absentee(&self) -> Option<(usize, u64)> {
        let failed = self.faults.iter().map(Faults::total).enumerate();
        failed
            .filter(|(_, n)| *n as f64 > Self::MOST_FAULTS * self.games as f64)
            .max_by_key(|f| f.1)
    }

    /// Nothing played yet at a table of so many.
    #[must_use]
    pub fn of(players: usize) -> Self {
        Result { by_seat: vec![SeatScores::default(); players], ..Result::default() }
    }

    /// What the harness took beside the engines' work, as a share of their
    /// thinking.
    #[must_use]
    pub fn overhead(&self) -> f64 {
        let thinking = self.thinking();
        (self.seconds - thinking - self.preparing).max(0.0) / thinking.max(1e-9)
    }

    /// What the engines took to get ready for their games, mostly to blank
    /// their tables, as a share of their thinking.
    #[must_use]
    pub fn preparation(&self) -> f64 {
        self.preparing / self.thinking().max(1e-9)
    }

    fn thinking(&self) -> f64 {
        self.effort.iter().map(|e| e.seconds).sum()
    }

    /// Adds the games of a set: one opening in every arrangement.
    pub(super) fn add_set(&mut self, games: &[Played], arrangements: &[Arrangement]) {
        let mut seats = vec![[Tally::default(); 2]; self.by_seat.len()];
        let mut scores = Tally::default();
        for (game, arrangement) in games.iter().zip(arrangements) {
            scores.add(self.add_game(game, arrangement, &mut seats));
        }
        self.sample.add(scores.mean());
        for (seat, shares) in self.by_seat.iter_mut().zip(seats) {
            seat.add(shares);
        }
    }

    /// Adds a game; the first side's score in it.
    fn add_game(&mut self, game: &Played, arrangement: &[usize], seats: &mut [[Tally; 2]]) -> f64 {
        let mut shares = [Tally::default(); 2];
        for (player, payoff) in game.payoffs.iter().enumerate() {
            let (side, share) = (arrangement[player], f64::from(payoff.share()));
            shares[side].add(share);
            seats[player][side].add(share);
            self.effort[side].add(&game.effort[player]);
        }
        self.preparing += game.ready.as_secs_f64();
        let [first, second] = shares.map(Tally::mean);
        self.games += 1;
        match first.total_cmp(&second) {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
            std::cmp::Ordering::Less => self.losses += 1,
        }
        match &game.ending {
            Ending::Rules => {}
            Ending::Length => self.endless += 1,
            Ending::Adjudicated => self.adjudicated += 1,
            Ending::Forfeit(player, forfeit) => {
                self.faults[arrangement[player.index()]].count(forfeit.fault);
            }
        }
        compared(shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::arrange::{Seating, two_sides};
    use std::time::Duration;
    use takeback_core::Payoff;

    /// A game with these results, seat by seat.
    fn played(payoffs: Vec<Payoff>) -> Played {
        Played {
            plies: Vec::new(),
            opening: 0,
            start: String::new(),
            effort: vec![Effort::default(); payoffs.len()],
            payoffs,
            ending: Ending::Rules,
            time: Duration::ZERO,
            ready: Duration::ZERO,
        }
    }

    #[test]
    fn a_seat_that_always_wins_favours_nobody() {
        let arrangements = two_sides(3, Seating::Every);
        let won = vec![Payoff::WIN, Payoff::LOSS, Payoff::LOSS];
        let games: Vec<Played> = arrangements.iter().map(|_| played(won.clone())).collect();
        let mut result = Result::of(3);
        result.add_set(&games, &arrangements);
        assert_eq!(result.by_seat[0].games, [3, 3]);
        assert_eq!([result.by_seat[0].mean(0), result.by_seat[2].mean(1)], [1.0, 0.0]);
        assert!(result.by_seat.iter().all(|seat| seat.score().mid == 0.5));
        assert_eq!(result.sample.mean(), 0.5);
    }

    #[test]
    fn a_side_that_is_better_in_one_seat_shows_there() {
        let arrangements = two_sides(2, Seating::Every);
        // The first side wins from the first seat; from the second it draws.
        let result_of = |arrangement: &Arrangement| match arrangement[..] {
            [0, 1] => played(vec![Payoff::WIN, Payoff::LOSS]),
            _ => played(vec![Payoff::DRAW, Payoff::DRAW]),
        };
        let games: Vec<Played> = arrangements.iter().map(result_of).collect();
        let mut result = Result::of(2);
        for _ in 0..100 {
            result.add_set(&games, &arrangements);
        }
        let seat = &result.by_seat[0];
        assert_eq!((seat.mean(0), seat.mean(1), seat.score().mid), (1.0, 0.5, 0.75));
        assert!(seat.score().low > 0.6 && seat.score().high < 0.9);
    }
}
