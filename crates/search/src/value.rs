//! One number for everything a search compares.
//!
//! | value | means |
//! |---|---|
//! | `WIN - n` | won in `n` plies, or turns where depth counts those |
//! | `UNIT * p` | the game ends with a payoff of `p` thousandths |
//! | up to `LIMIT` | the evaluator's judgement |
//! | `-(WIN - n)` | lost in `n` of them |
//! | [`VOID`] | no value at all: a dead end, or the search was stopped |
//!
//! A win lies beyond every judgement, and payoffs are on the judgement's own
//! scale (an evaluator's `LIMIT` is as good as won), so that averages over
//! chance mean something.

use crate::report::Score;
use std::marker::PhantomData;
use takeback_core::{Evaluator, Game, Payoff};

/// No line is longer.
pub(crate) const MAX_PLY: u32 = 1000;

/// No search goes deeper: a table entry has a byte for its depth.
pub(crate) const MAX_DEPTH: u32 = 250;

/// No value: below all others and its own negation in no arithmetic.
pub(crate) const VOID: i32 = i32::MIN;

/// The scale of values for one evaluator.
pub(crate) struct Scale<G, E>(PhantomData<(G, E)>);

impl<G: Game, E: Evaluator<G>> Scale<G, E> {
    /// What a thousandth of a win is worth. More than [`MAX_PLY`], so that a
    /// late win is still better than any lesser result.
    pub(crate) const UNIT: i32 = {
        assert!(E::LIMIT >= 0 && E::LIMIT <= 2_000_000_000, "LIMIT leaves room for wins");
        let unit = E::LIMIT / 1000 + 1;
        if unit > 1024 { unit } else { 1024 }
    };

    /// Won now.
    pub(crate) const WIN: i32 = 1000 * Self::UNIT;

    /// Won at all: every value above counts plies or turns.
    pub(crate) const WON: i32 = Self::WIN - MAX_PLY as i32;

    /// A finished game, `ply` plies from the root.
    #[inline]
    pub(crate) fn finished(payoff: Payoff, ply: u32) -> i32 {
        match payoff.0 {
            1000.. => Self::WIN - ply as i32,
            ..=-1000 => ply as i32 - Self::WIN,
            share => share * Self::UNIT,
        }
    }

    /// From plies counted from the root to plies counted from the position.
    #[inline]
    pub(crate) fn to_table(value: i32, ply: u32) -> i32 {
        if value >= Self::WON {
            value + ply as i32
        } else if value <= -Self::WON {
            value - ply as i32
        } else {
            value
        }
    }

    /// The way back from [`to_table`](Scale::to_table).
    #[inline]
    pub(crate) fn from_table(value: i32, ply: u32) -> i32 {
        if value >= Self::WON {
            value - ply as i32
        } else if value <= -Self::WON {
            value + ply as i32
        } else {
            value
        }
    }

    /// Within what an evaluator may say.
    #[inline]
    pub(crate) fn judged(points: i32) -> i32 {
        points.clamp(-E::LIMIT, E::LIMIT)
    }

    /// How a value reads in a report. `complete`: every line was followed to
    /// the end of the game.
    pub(crate) fn score(value: i32, complete: bool) -> Score {
        if value >= Self::WON {
            Score::Win((Self::WIN - value) as u32)
        } else if value <= -Self::WON {
            Score::Loss((Self::WIN + value) as u32)
        } else if complete {
            Score::Exact(Self::thousandths(value))
        } else {
            Score::Points(value)
        }
    }

    /// A value as a payoff, to the nearest thousandth.
    pub(crate) fn thousandths(value: i32) -> i32 {
        let half = value.signum() * Self::UNIT / 2;
        ((value + half) / Self::UNIT).clamp(-1000, 1000)
    }

    /// As a share of a win between 0 and 1.
    pub(crate) fn share(value: i32) -> f32 {
        let share = (f64::from(value) / f64::from(Self::WIN) + 1.0) / 2.0;
        share.clamp(0.0, 1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests_support::Tiny;
    use takeback_core::Blind;

    type S = Scale<Tiny, Blind>;

    #[test]
    fn wins_beat_judgement_and_earlier_wins_later_ones() {
        let limit = <Blind as Evaluator<Tiny>>::LIMIT;
        assert!(S::finished(Payoff::WIN, MAX_PLY) > limit);
        assert!(S::finished(Payoff::WIN, MAX_PLY) > S::finished(Payoff(999), 0));
        assert!(S::finished(Payoff::WIN, 3) > S::finished(Payoff::WIN, 5));
        assert!(S::finished(Payoff::LOSS, 3) < S::finished(Payoff::LOSS, 5));
    }

    #[test]
    fn tables_keep_the_distance_from_the_position() {
        let won = S::finished(Payoff::WIN, 9);
        assert_eq!(S::score(S::to_table(won, 4), true), Score::Win(5));
        for value in [won, -won, 0, 17, -999 * S::UNIT] {
            assert_eq!(S::from_table(S::to_table(value, 6), 6), value);
        }
    }

    #[test]
    fn reports_name_payoffs_only_when_all_was_seen() {
        assert_eq!(S::score(0, true), Score::Exact(0));
        assert_eq!(S::score(0, false), Score::Points(0));
        assert_eq!(S::score(-250 * S::UNIT, true), Score::Exact(-250));
    }
}
