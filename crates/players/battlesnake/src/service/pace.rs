//! How much of a game's time goes into the way there and back.
//!
//! Each request tells how long the last answer took as the engine saw it. What
//! that is more than we know to have spent was the network's and the engine's
//! own. The margin follows it, game by game: near engines leave more time to
//! think than the usual margin, far ones less.

use std::time::Duration;

/// Beyond what the way took at its worst: the next may be worse.
const SPARE: Duration = Duration::from_millis(20);

/// No margin is smaller, unless a smaller one was asked for.
const LEAST: Duration = Duration::from_millis(25);

/// An answer that came too late: the way was longer than anybody measured.
const LATE: Duration = Duration::from_millis(40);

/// What one game has shown so far.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Pace {
    /// From the arrival of the last request to its answer.
    spent: Option<Duration>,
    /// The longest way lately; new peaks count at once and fade slowly.
    way: Option<Duration>,
}

impl Pace {
    /// Learn from what the engine says of the last answer, in milliseconds.
    pub(super) fn hear(&mut self, latency: &str, limit: Duration) {
        let said = latency.trim().parse().ok().filter(|&ms: &u64| ms > 0);
        let (Some(took), Some(spent)) = (said.map(Duration::from_millis), self.spent.take()) else {
            return;
        };
        let mut way = took.saturating_sub(spent);
        if took >= limit {
            way = way.max(self.way.unwrap_or_default() + LATE);
        }
        let faded = self.way.map_or(Duration::ZERO, |before| before - before / 32);
        self.way = Some(way.max(faded));
    }

    /// An answer left so long after its request came.
    pub(super) fn answered(&mut self, after: Duration) {
        self.spent = Some(after);
    }

    /// How long before the limit the next answer should leave: as asked until
    /// something was measured.
    pub(super) fn margin(&self, asked: Duration) -> Duration {
        self.way.map_or(asked, |way| (way + SPARE).max(LEAST.min(asked)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn after(turns: &[(u64, u64)]) -> Duration {
        let mut pace = Pace::default();
        for &(spent, latency) in turns {
            pace.answered(ms(spent));
            pace.hear(&latency.to_string(), ms(500));
        }
        pace.margin(ms(60))
    }

    #[test]
    fn a_near_engine_leaves_more_time_and_a_far_one_less() {
        assert_eq!(after(&[]), ms(60));
        assert_eq!(after(&[(440, 442)]), ms(25), "no less than the least");
        assert_eq!(after(&[(440, 450)]), ms(30));
        assert_eq!(after(&[(400, 490)]), ms(110));
    }

    #[test]
    fn peaks_count_at_once_and_fade() {
        let turns: Vec<_> =
            std::iter::once((400, 460)).chain((0..200).map(|_| (440, 442))).collect();
        assert_eq!(after(&turns[..1]), ms(80));
        assert!(after(&turns[..3]) > ms(70));
        assert_eq!(after(&turns), ms(25));
    }

    #[test]
    fn a_late_answer_widens_the_margin_whatever_was_measured() {
        assert!(after(&[(440, 442), (470, 505)]) >= ms(60));
        assert!(after(&[(440, 442), (470, 505), (400, 505)]) >= ms(125));
    }

    #[test]
    fn what_was_not_answered_or_not_told_teaches_nothing() {
        let mut pace = Pace::default();
        pace.hear("480", ms(500));
        pace.answered(ms(300));
        pace.hear("", ms(500));
        pace.answered(ms(300));
        pace.hear("0", ms(500));
        assert_eq!(pace.margin(ms(60)), ms(60));
        assert_eq!(pace.margin(ms(10)), ms(10));
    }
}
