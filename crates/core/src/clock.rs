//! The time: the system's, or the host program's where there is no system.
//!
//! In a browser a module has no clock of its own; the program that runs it
//! hands one in with `supply`, once, before anything is timed. Everywhere else
//! [`Instant`] is `std`'s and costs what it always did.

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
pub use std::time::Instant;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use supplied::{Instant, supply};

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod supplied {
    use std::ops::{Add, Sub};
    use std::sync::OnceLock;
    use std::time::Duration;

    static SOURCE: OnceLock<fn() -> Duration> = OnceLock::new();

    /// Read the time from this function from now on: time since some beginning,
    /// never going back. The first one supplied stays; without one the clock
    /// stands still and no time limit is ever reached.
    #[cfg_attr(test, allow(unreachable_pub))]
    pub fn supply(source: fn() -> Duration) {
        let _ = SOURCE.set(source);
    }

    /// A moment of the supplied clock, with the part of `std`'s interface that
    /// this house uses.
    #[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
    #[cfg_attr(test, allow(unreachable_pub))]
    pub struct Instant(Duration);

    #[cfg_attr(test, allow(unreachable_pub))]
    impl Instant {
        /// This moment.
        #[must_use]
        pub fn now() -> Self {
            Instant(SOURCE.get().map_or(Duration::ZERO, |source| source()))
        }

        /// Time since then.
        #[must_use]
        pub fn elapsed(&self) -> Duration {
            Self::now().duration_since(*self)
        }

        /// Time since an earlier moment; nothing if it was not earlier.
        #[must_use]
        pub fn duration_since(&self, earlier: Self) -> Duration {
            self.0.saturating_sub(earlier.0)
        }

        /// The same: a supplied clock may stand still.
        #[must_use]
        pub fn saturating_duration_since(&self, earlier: Self) -> Duration {
            self.duration_since(earlier)
        }

        /// A later moment, if there is one.
        #[must_use]
        pub fn checked_add(&self, time: Duration) -> Option<Self> {
            self.0.checked_add(time).map(Instant)
        }
    }

    impl Add<Duration> for Instant {
        type Output = Instant;

        fn add(self, time: Duration) -> Instant {
            Instant(self.0.saturating_add(time))
        }
    }

    impl Sub<Duration> for Instant {
        type Output = Instant;

        fn sub(self, time: Duration) -> Instant {
            Instant(self.0.saturating_sub(time))
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use std::sync::atomic::{AtomicU64, Ordering};

        static NOW: AtomicU64 = AtomicU64::new(5);

        #[test]
        fn the_supplied_clock_is_read_and_never_runs_backwards() {
            let early = Instant::now();
            assert_eq!(early, Instant::now(), "it stands still without a source");
            supply(|| Duration::from_secs(NOW.load(Ordering::Relaxed)));
            let then = Instant::now();
            NOW.store(7, Ordering::Relaxed);
            supply(|| Duration::ZERO);
            assert_eq!(then.elapsed(), Duration::from_secs(2));
            assert_eq!(then.duration_since(Instant::now()), Duration::ZERO);
            assert_eq!(then.checked_add(Duration::MAX), None);
            let later = then + Duration::from_secs(1);
            assert_eq!(later.saturating_duration_since(then), Duration::from_secs(1));
            assert_eq!(later - Duration::from_secs(1), then);
        }
    }
}
