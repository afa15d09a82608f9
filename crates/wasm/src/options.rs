//! What JavaScript tells beside names and texts: an object of plain values, handed over as
//! `name=value` with a zero between two, which no value has.

use crate::fault::{Fault, Kind};
use std::time::Duration;
use takeback_host::spec::read_number;

/// Values by name. One that is not there, or is no number where a number is asked for,
/// was not said.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Options<'t>(&'t str);

impl<'t> Options<'t> {
    /// # Errors
    /// When something is no `name=value`.
    pub(crate) fn of(text: &'t str) -> Result<Self, Fault> {
        let is_plain = text.is_empty() || text.split('\0').all(|one| one.contains('='));
        let odd = || Fault::new(Kind::Request, "options are an object of plain values");
        if is_plain { Ok(Options(text)) } else { Err(odd()) }
    }

    pub(crate) fn text(self, name: &str) -> Option<&'t str> {
        let mut pairs = self.0.split('\0').filter_map(|one| one.split_once('='));
        pairs.find_map(|(known, value)| (known == name).then_some(value))
    }

    pub(crate) fn is_on(self, name: &str) -> bool {
        self.text(name) == Some("true")
    }

    pub(crate) fn count(self, name: &str) -> Option<u64> {
        self.text(name)?.parse().ok()
    }

    pub(crate) fn number(self, name: &str) -> Option<f64> {
        read_number(self.text(name)?)
    }

    /// A time in milliseconds.
    pub(crate) fn time(self, name: &str) -> Option<Duration> {
        let seconds = self.number(name)?.max(0.0) / 1000.0;
        Some(Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::Options;
    use std::time::Duration;

    #[test]
    fn values_are_found_by_their_names() {
        let told =
            Options::of("time=1.5\0nodes=7\0title=a=b\nc\0dark=true\0depth=1.5").expect("plain");
        assert_eq!(told.time("time"), Some(Duration::from_micros(1500)));
        assert_eq!((told.count("nodes"), told.count("depth")), (Some(7), None));
        assert_eq!((told.text("title"), told.text("im")), (Some("a=b\nc"), None));
        assert!(told.is_on("dark") && !told.is_on("nodes"));
        assert!(Options::of("").is_ok_and(|none| none.text("time").is_none()));
        assert!(Options::of("[1]").is_err());
        let never = Options::of("time=1e300").expect("plain");
        assert_eq!(never.time("time"), Some(Duration::MAX));
    }
}
