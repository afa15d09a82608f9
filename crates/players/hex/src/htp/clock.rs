//! How long to think: by the clock if there is one, else a time for each move.

use crate::engine::part_of_clock;
use std::time::Duration;
use takeback_hex::Colour;

/// Answering takes time too.
const MARGIN: Duration = Duration::from_millis(30);
/// A move takes at least this, however little is left.
const LEAST: Duration = Duration::from_millis(20);
/// How many times its share a move may take: see the matches in docs/hex.md.
const STRETCH: f32 = 2.0;

/// The clocks of both colours.
#[derive(Clone, Debug)]
pub(super) struct Clock {
    left: [Option<Duration>; 2],
    /// Extra time that comes back: how much for how many moves.
    extra: Option<(Duration, u32)>,
    /// Time for a move while no clock runs.
    pub(super) a_move: Duration,
}

/// A search's share.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Share {
    pub(super) time: Duration,
    /// Whether time not used is time kept.
    pub(super) keeps: bool,
    /// How many times the share may be spent where the choice does not settle.
    pub(super) stretch: f32,
}

impl Clock {
    pub(super) fn new(a_move: Duration) -> Self {
        Clock { left: [None; 2], extra: None, a_move }
    }

    /// Both clocks at `main`, with `extra` for so many moves after that.
    pub(super) fn set(&mut self, main: Duration, extra: Duration, moves: u32) {
        let none = main.is_zero() && moves == 0;
        self.left = if none { [None; 2] } else { [Some(main); 2] };
        self.extra = (moves > 0 && !extra.is_zero()).then_some((extra, moves));
    }

    pub(super) fn set_left(&mut self, colour: Colour, left: Duration) {
        self.left[colour.index()] = Some(left);
    }

    pub(super) fn left(&self, colour: Colour) -> Option<Duration> {
        self.left[colour.index()]
    }

    pub(super) fn spend(&mut self, colour: Colour, time: Duration) {
        if let Some(left) = &mut self.left[colour.index()] {
            *left = left.saturating_sub(time);
        }
    }

    /// A move's share when so many cells are empty.
    pub(super) fn share(&self, colour: Colour, empty: usize) -> Share {
        let Some(left) = self.left(colour) else {
            return Share { time: self.a_move, keeps: false, stretch: 1.0 };
        };
        let extra = self.extra.map_or(Duration::ZERO, |(time, moves)| time / moves.max(1));
        let wanted = left.mul_f64(part_of_clock(empty, true)) + extra.mul_f32(0.9);
        let most = (left + extra).saturating_sub(MARGIN).mul_f32(0.9);
        let time = wanted.min(most).max(LEAST);
        // Never so much that the rest of the game would be played in a hurry.
        let stretch = STRETCH.min(most.as_secs_f32() / time.as_secs_f32()).max(1.0);
        Share { time, keeps: true, stretch }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_share_takes_more_than_the_clock_shows() {
        for left in [200, 1_000, 60_000, 3_600_000].map(Duration::from_millis) {
            for extra in [0, 5] {
                for empty in [2, 30, 121, 361] {
                    let mut clock = Clock::new(Duration::ZERO);
                    clock.set(left, Duration::from_secs(extra), 5);
                    let share = clock.share(Colour::Black, empty);
                    let all = left + Duration::from_secs(extra) / 5;
                    assert!(share.keeps && (1.0..=STRETCH).contains(&share.stretch));
                    assert!(share.time.mul_f32(share.stretch) < all, "{share:?} of {all:?}");
                }
            }
        }
        // So little that even the least is too much: not a moment longer.
        let mut clock = Clock::new(Duration::ZERO);
        clock.set(Duration::from_millis(5), Duration::ZERO, 0);
        let share = clock.share(Colour::White, 50);
        assert_eq!(share, Share { time: LEAST, keeps: true, stretch: 1.0 });
    }
}
