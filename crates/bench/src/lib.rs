//! The measured tables: what each way of keeping state really costs, what
//! threads bring, how many known positions an engine solves, and one number that
//! says whether a search behaves as before.
//!
//! Nothing here asserts a speed; it measures in one run and prints ratios. All
//! tables come out as text, JSON and an SVG chart. The binary `takeback-bench`
//! adds what needs a counting allocator or typed games.

mod chart;
mod epd;
mod flags;
mod ladder;
mod memory;
mod net;
mod signature;
mod strategies;
mod table;
mod threads;
mod values;

pub use epd::epd;
pub use flags::Flags;
pub use ladder::{Rung, ladder};
pub use memory::memory;
pub use net::net;
pub use signature::{Signature, signature};
pub use strategies::{legality, strategies};
pub use table::{Cell, ResultTable};
pub use threads::{ThreadWork, threads};
pub use values::{known_tables, values};

use std::time::{Duration, Instant};

/// What a counting allocator has seen so far.
#[derive(Copy, Clone, Debug, Default)]
pub struct Allocated {
    /// Calls that asked for memory.
    pub allocations: u64,
    /// Bytes asked for in all.
    pub bytes: u64,
    /// Bytes in use now.
    pub live: u64,
    /// Most bytes in use since the last reset.
    pub peak: u64,
}

/// Somebody who counts what the process allocates.
pub trait Allocations {
    /// What was counted so far.
    fn reading(&self) -> Allocated;
    /// Let the peak begin at what is in use now.
    fn reset_peak(&self);
}

/// How much work to put into a table.
#[derive(Copy, Clone, Debug)]
pub struct Effort {
    /// Repeat each measurement so often and keep the best.
    pub repeats: u32,
    /// Aim at so many positions a measurement.
    pub nodes: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Effort { repeats: 3, nodes: 1_000_000 }
    }
}

/// The shortest of several runs, with what the last one returned.
///
/// # Panics
/// Never: there is at least one run.
pub fn best_of<R>(repeats: u32, mut run: impl FnMut() -> R) -> (Duration, R) {
    let mut best = Duration::MAX;
    let mut result = None;
    for _ in 0..repeats.max(1) {
        let start = Instant::now();
        result = Some(std::hint::black_box(run()));
        best = best.min(start.elapsed());
    }
    (best, result.expect("at least one run"))
}

/// Nanoseconds for each of so many.
#[must_use]
pub fn per(time: Duration, count: u64) -> f64 {
    time.as_secs_f64() * 1e9 / count.max(1) as f64
}

/// The largest depth whose plays stay near `nodes`, and how many there are.
fn depth_for(variant: &dyn takeback_host::Variant, nodes: u64) -> (u32, u64) {
    let mut best = (1, 1);
    for depth in 1..40 {
        let played = variant.play_all(variant.native(), depth).unwrap_or(0);
        if depth > 1 && (played > nodes * 2 || played == best.1) {
            break;
        }
        best = (depth, played);
        if played * 4 > nodes * 3 {
            break;
        }
    }
    best
}

/// The processor and how many of its cores are to be had.
#[must_use]
pub fn machine() -> String {
    let cpu = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|l| l.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        })
        .unwrap_or_else(|| std::env::consts::ARCH.to_owned());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!("{cpu}, {cores} cores")
}
