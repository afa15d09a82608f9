//! How long to think: by the clock if there is one, else a time for each move.

use std::time::Duration;
use takeback_hex::Colour;

/// Answering takes time too.
const MARGIN: Duration = Duration::from_millis(30);
/// A move takes at least this, however little is left.
const LEAST: Duration = Duration::from_millis(20);

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
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Share {
    pub(super) time: Duration,
    /// Whether time not used is time kept.
    pub(super) keeps: bool,
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

    /// A move's share when so many cells are empty. Games end well before the
    /// board is full: a fifth of the empty cells is about what a colour still
    /// gets to play, and the first moves matter most.
    pub(super) fn share(&self, colour: Colour, empty: usize) -> Share {
        let Some(left) = self.left(colour) else {
            return Share { time: self.a_move, keeps: false };
        };
        let moves = (empty as u32 / 5).max(6);
        let extra = self.extra.map_or(Duration::ZERO, |(time, moves)| time / moves.max(1));
        let wanted = left / moves + extra.mul_f32(0.9);
        let most = (left + extra).saturating_sub(MARGIN).mul_f32(0.9);
        Share { time: wanted.min(most).max(LEAST), keeps: true }
    }
}
