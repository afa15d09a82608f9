//! Fair measuring on a machine that others use too.
//!
//! All contestants of a section run once a round, round after round, so that
//! noise meets all alike, and each keeps its best run. Time is that of the
//! processor (all threads of this process together), which other processes do
//! not add to; the wall clock is kept beside it.

use cpu_time::ProcessTime;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// One run of one contestant.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sample {
    /// Simulations, nodes, playouts.
    pub(crate) work: u64,
    pub(crate) cpu: Duration,
    pub(crate) wall: Duration,
}

impl Sample {
    /// Work a processor second.
    pub(crate) fn rate(&self) -> f64 {
        self.work as f64 / self.cpu.as_secs_f64().max(1e-9)
    }

    /// Work a second on the wall.
    pub(crate) fn wall_rate(&self) -> f64 {
        self.work as f64 / self.wall.as_secs_f64().max(1e-9)
    }
}

/// Run once. What the run leaves behind (a tree of many boxes, as a rule) is
/// taken apart after the clock has stopped.
pub(crate) fn timed<T>(run: impl FnOnce() -> (u64, T)) -> Sample {
    let (cpu, wall) = (ProcessTime::now(), Instant::now());
    let (work, left) = run();
    let sample = Sample { work, cpu: cpu.elapsed(), wall: wall.elapsed() };
    drop(black_box(left));
    sample
}

/// Somebody who takes part in a section.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    run: Box<dyn FnMut() -> Sample>,
    samples: Vec<Sample>,
}

impl Contestant {
    pub(crate) fn new(name: &'static str, run: impl FnMut() -> Sample + 'static) -> Self {
        Contestant { name, run: Box::new(run), samples: Vec::new() }
    }

    /// The best rate a processor second.
    pub(crate) fn rate(&self) -> f64 {
        self.samples.iter().map(Sample::rate).fold(0.0, f64::max)
    }

    /// The best rate by the wall clock.
    pub(crate) fn wall_rate(&self) -> f64 {
        self.samples.iter().map(Sample::wall_rate).fold(0.0, f64::max)
    }

    /// The run that took the least processor time.
    pub(crate) fn quickest(&self) -> Option<&Sample> {
        self.samples.iter().min_by_key(|sample| sample.cpu)
    }
}

/// Let everybody whose name contains `only` run once a round.
pub(crate) fn contest(contestants: &mut [Contestant], rounds: usize, only: &str) {
    for _ in 0..rounds {
        for contestant in contestants.iter_mut().filter(|one| one.name.contains(only)) {
            let sample = (contestant.run)();
            contestant.samples.push(sample);
        }
    }
}
