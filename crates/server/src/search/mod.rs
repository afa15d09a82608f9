//! Searches, away from the threads that answer requests.
//!
//! A [`Pool`] has a few threads and a bounded queue; a [`Shelf`] keeps the
//! engines that may be asked again; [`Costs`] knows what searches take.

mod cost;
mod pool;
mod shelf;

pub(crate) use cost::Costs;
pub(crate) use pool::{Class, Job, Pool, Slice};
pub(crate) use shelf::{EngineKey, Shelf};

use crate::config::Config;
use crate::error::ApiError;
use takeback_host::Variant;
use takeback_host::play::Seat;
use takeback_host::spec::Spec;
use takeback_search::Limits;

/// An engine from its text, within what the server allows.
pub(crate) fn engine(
    variant: &dyn Variant,
    spec: &Spec,
    config: &Config,
) -> Result<Seat, ApiError> {
    let mut seat = variant.engine_for_strangers(spec)?;
    seat.limits = bounded(&seat.limits, config);
    Ok(seat)
}

fn bounded(limits: &Limits, config: &Config) -> Limits {
    Limits {
        time: Some(limits.time.unwrap_or(config.search).min(config.search)),
        memory: limits.memory.min(config.memory),
        threads: limits.threads.min(config.threads),
        lines: limits.lines.min(MOST_LINES),
        ..limits.clone()
    }
}

/// More lines than anybody reads.
pub(crate) const MOST_LINES: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_makes_an_engine_that_exceeds_the_limits() {
        let config = Config::default();
        let games = takeback::standard();
        let four = games.find("connect4").expect("built in");
        let spec: Spec = "ab:depth=200,tt=100000,threads=200".parse().expect("a specification");
        let seat = engine(&*four.variants[0], &spec, &config).expect("suits the game");
        assert_eq!(seat.limits.time, Some(config.search));
        assert_eq!(seat.limits.memory, config.memory);
        assert_eq!(seat.limits.threads, config.threads);
    }
}
