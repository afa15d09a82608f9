//! Searches, away from the threads that answer requests.
//!
//! A [`Pool`] has a few threads and a bounded queue; a [`Shelf`] keeps the
//! engines that may be asked again; [`share`] puts scores of all kinds on one scale.

mod pool;
mod shelf;

pub(crate) use pool::{Job, Pool, Urgency};
pub(crate) use shelf::{EngineKey, Shelf};

use crate::config::Config;
use crate::error::ApiError;
use takeback_host::Variant;
use takeback_host::play::Seat;
use takeback_host::spec::Spec;
use takeback_search::{Limits, Score};

/// What a judgement must be worth for the chances to stand at 73 to 27: about
/// what a decisive advantage counts in the evaluators of the house.
const POINTS: f32 = 400.0;

/// A score as a share of a win between 0 and 1.
pub(crate) fn share(score: Score) -> f32 {
    match score {
        Score::Win(_) => 1.0,
        Score::Loss(_) => 0.0,
        Score::Exact(thousandths) => (thousandths as f32 + 1000.0) / 2000.0,
        Score::Share(share) => share,
        Score::Points(points) => 1.0 / (1.0 + (-(points as f32) / POINTS).exp()),
    }
}

/// An engine from its text, within what the server allows.
pub(crate) fn engine(
    variant: &dyn Variant,
    spec: &Spec,
    config: &Config,
) -> Result<Seat, ApiError> {
    let mut seat = variant.engine(spec)?;
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
    fn scores_of_all_kinds_are_on_one_scale() {
        assert_eq!(share(Score::Points(0)), 0.5);
        assert_eq!(share(Score::Exact(0)), 0.5);
        let rising = [
            Score::Loss(3),
            Score::Points(-300),
            Score::Share(0.5),
            Score::Points(300),
            Score::Win(9),
        ];
        assert!(rising.windows(2).all(|pair| share(pair[0]) < share(pair[1])));
    }

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
