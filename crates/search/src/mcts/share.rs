//! Results as whole numbers, so that sums are exact in any order of threads.

use takeback_core::Payoff;

/// One player's part of a win, in 64000ths: every payoff is exact, and a guess
/// of an evaluator is rounded by less than one in fifty thousand.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Ord, PartialOrd)]
pub struct Share(u32);

impl Share {
    /// A whole win.
    pub const ONE: Share = Share(64_000);
    /// As good as a draw.
    pub const HALF: Share = Share(32_000);

    /// A part between 0 and 1; what lies outside is clamped, and a share that
    /// is not a number counts as a half.
    #[inline]
    #[must_use]
    pub fn new(part: f32) -> Share {
        if part.is_nan() {
            return Share::HALF;
        }
        Share((part.clamp(0.0, 1.0) * Share::ONE.0 as f32 + 0.5) as u32)
    }

    /// The same as a number between 0 and 1.
    #[inline]
    #[must_use]
    pub fn part(self) -> f32 {
        self.0 as f32 / Share::ONE.0 as f32
    }

    /// In 64000ths.
    #[inline]
    #[must_use]
    pub const fn units(self) -> u32 {
        self.0
    }
}

impl From<Payoff> for Share {
    #[inline]
    fn from(payoff: Payoff) -> Share {
        Share((payoff.0.clamp(-1000, 1000) + 1000) as u32 * 32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn payoffs_are_exact_and_guesses_are_clamped() {
        for payoff in -1000..=1000 {
            let units = Share::from(Payoff(payoff)).units();
            assert_eq!(units as i32 / 32 - 1000, payoff);
        }
        assert_eq!(Share::new(7.0), Share::ONE);
        assert_eq!(Share::new(f32::NAN), Share::HALF);
        assert_eq!(Share::from(Payoff::DRAW), Share::HALF);
    }
}
