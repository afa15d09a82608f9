//! When to stop thinking by how firmly the choice stands.
//!
//! A share of a clock is a guess made before anything is known. Where the choice is clear
//! long before the share is spent, the rest is better kept; where it has just changed, or
//! where the move tried most is not the one that looks best, a little more is well spent.
//! Everything is told in parts of the share, so that the same rule serves seconds and
//! simulations, and with simulations gives the same answer every time.

/// Part of the share before which nothing is decided.
const FIRST: f64 = 0.1;
/// Parts of the share between two looks.
const STEP: f64 = 1.0 / 32.0;
/// For how much of the share a choice must have stood to be left with.
const STOOD: f64 = 0.25;
/// A move this sure to win, or to lose, that has stood long enough: the game is decided.
const SURE: f32 = 0.99;

/// Early ends keep about so much of what is shared out, so that shares may be larger by it.
const AHEAD: f64 = 1.4;

/// The part of what a clock shows that is a move's share, when so many cells are empty and searches
/// end early where they can. Games end well before the board is full: a fifth of the empty cells is
/// about what a colour still gets to play, and the first moves matter most.
#[must_use]
pub fn part_of_clock(empty: usize, saving: bool) -> f64 {
    let moves = (empty / 5).max(6) as f64;
    if saving { AHEAD / moves } else { 1.0 / moves }
}

/// What the root looks like.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Standing {
    /// The move tried most.
    pub(super) leader: usize,
    /// How much more often than the next; `None` where all others are refuted.
    pub(super) lead: Option<u32>,
    /// The best of the moves tried often enough to be compared.
    pub(super) favourite: usize,
    /// What the leader is worth.
    pub(super) worth: f32,
    /// Its part of all visits.
    pub(super) part: f32,
}

/// How one search is going.
#[derive(Clone, Debug)]
pub(super) struct Pacer {
    /// How many shares may be spent.
    stretch: f64,
    next: f64,
    leader: Option<usize>,
    /// When it took the lead, and its part of the visits then.
    since: f64,
    part: f32,
}

impl Pacer {
    pub(super) fn new(stretch: f32) -> Self {
        let stretch = f64::from(stretch).max(1.0);
        Pacer { stretch, next: STEP, leader: None, since: 0.0, part: 0.0 }
    }

    /// Whether it is time for another look, when so much of the share is spent.
    pub(super) fn is_due(&self, spent: f64) -> bool {
        spent >= self.next
    }

    /// Whether to stop when so much of the share is spent. `left` is how many visits the
    /// rest of it comes to.
    pub(super) fn stops(&mut self, spent: f64, left: f64, now: &Standing) -> bool {
        self.next = spent + STEP;
        if self.leader != Some(now.leader) {
            (self.leader, self.since, self.part) = (Some(now.leader), spent, now.part);
        }
        let stood = spent - self.since >= STOOD;
        if spent >= 1.0 {
            return spent >= self.stretch || stood && now.favourite == now.leader;
        }
        let Some(lead) = now.lead else { return true };
        let caught = f64::from(lead) <= left;
        let sure = now.worth >= SURE || now.worth <= 1.0 - SURE;
        spent >= FIRST && (!caught || stood && sure && now.part >= self.part)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLEAR: Standing =
        Standing { leader: 3, lead: Some(90), favourite: 3, worth: 0.6, part: 0.9 };

    /// The part of the share at which a search of 100 visits a share stops.
    fn spends(stretch: f32, standing: impl Fn(f64) -> Standing) -> f64 {
        let mut pacer = Pacer::new(stretch);
        for visit in 1..=1000 {
            let spent = f64::from(visit) / 100.0;
            let left = (1.0 - spent).max(0.0) * 100.0;
            if pacer.is_due(spent) && pacer.stops(spent, left, &standing(spent)) {
                return spent;
            }
        }
        f64::INFINITY
    }

    #[test]
    fn a_lead_that_cannot_be_caught_ends_the_search() {
        let growing = |spent: f64| Standing { lead: Some((60.0 * spent) as u32), ..CLEAR };
        let end = spends(2.0, growing);
        assert!((0.6..0.7).contains(&end), "{end}: 60 visits ahead of 100 at the end");
        assert!(spends(2.0, |_| CLEAR) < 0.2);
        assert!(spends(2.0, |_| Standing { lead: None, ..CLEAR }) < 0.05, "the only move");
    }

    #[test]
    fn a_choice_that_does_not_settle_gets_all_there_is() {
        let torn = |_| Standing { lead: Some(1), favourite: 4, ..CLEAR };
        for stretch in [1.0, 1.5, 2.0] {
            let end = spends(stretch, torn);
            assert!((end - f64::from(stretch)).abs() < 0.05, "{end} of {stretch}");
        }
        let restless =
            |spent: f64| Standing { leader: (spent * 8.0) as usize, lead: Some(1), ..CLEAR };
        assert!(spends(2.0, restless) >= 2.0);
    }

    #[test]
    fn a_late_change_is_given_time_to_stand() {
        let late = |spent: f64| Standing {
            leader: if spent < 0.9 { 7 } else { 3 },
            lead: Some(1),
            ..CLEAR
        };
        let end = spends(2.0, late);
        assert!((1.15..1.25).contains(&end), "{end}");
        assert!((spends(1.0, late) - 1.0).abs() < 0.05);
    }

    #[test]
    fn a_decided_game_is_not_thought_about() {
        for worth in [0.995, 0.005] {
            let sure = |_| Standing { worth, lead: Some(1), ..CLEAR };
            assert!(spends(2.0, sure) < 0.35, "{worth}");
            let waning = |spent: f64| Standing { part: 1.0 - spent as f32 / 2.0, ..sure(spent) };
            assert!(spends(2.0, waning) >= 1.0, "others are catching up");
        }
    }
}
