//! The loop: take sound input, damage it, read it, keep what failed.

use crate::dog::Dog;
use crate::mutate::damage;
use crate::{Target, corpus};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};
use takeback::core::SplitMix;

/// When to stop; whichever comes first.
#[derive(Copy, Clone, Debug)]
pub struct Until {
    /// Inputs read.
    pub inputs: u64,
    /// Time spent.
    pub time: Duration,
}

/// What a round came to.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Sound inputs.
    pub seeds: usize,
    /// Inputs read, sound ones included.
    pub inputs: u64,
    /// Inputs that made the target panic, and what it said; at most [`MOST`].
    pub failed: Vec<(Vec<u8>, String)>,
    /// The longest that one input took.
    pub longest: Duration,
}

/// So many failures are enough to look at.
pub const MOST: usize = 5;

/// Nothing that a target reads takes as long on any machine.
const ENDLESS: Duration = Duration::from_secs(60);

/// Where inputs that failed are kept, as cargo-fuzz does.
#[must_use]
pub fn artifacts() -> PathBuf {
    corpus::folder().join("../fuzz/artifacts")
}

/// Run a target over its seeds, then over damaged ones.
#[must_use]
pub fn run(target: &Target, seed: u64, until: Until) -> Round {
    let dog = Dog::fatal();
    let begun = Instant::now();
    let seeds = (target.seeds)();
    let mut round = Round { seeds: seeds.len(), ..Round::default() };
    // Half of it for sound inputs, evenly out of all of them, half for damaged ones.
    let stride =
        seeds.len().div_ceil(usize::try_from(until.inputs / 2).unwrap_or(usize::MAX).max(1));
    for input in seeds.iter().step_by(stride.max(1)) {
        read(target, input, &dog, &mut round);
        if begun.elapsed() > until.time / 2 {
            break;
        }
    }
    let mut rng = SplitMix::new(seed);
    while !seeds.is_empty()
        && round.failed.len() < MOST
        && round.inputs < until.inputs
        && begun.elapsed() < until.time
    {
        let mut input = seeds[rng.below(seeds.len())].clone();
        let keep = input.iter().position(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let other = &seeds[rng.below(seeds.len())];
        damage(&mut input, if target.named { keep } else { 0 }, other, &mut rng);
        read(target, &input, &dog, &mut round);
    }
    round
}

fn read(target: &Target, input: &[u8], dog: &Dog, round: &mut Round) {
    let begun = Instant::now();
    let what = || format!("{}: {}", target.name, shown(input));
    let done = dog.watch(ENDLESS, what, || catch_unwind(AssertUnwindSafe(|| (target.run)(input))));
    round.longest = round.longest.max(begun.elapsed());
    round.inputs += 1;
    if let Err(panic) = done {
        let said = panic.downcast_ref::<String>().cloned();
        let said = said.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
        round.failed.push((input.to_vec(), said.unwrap_or_default()));
    }
}

/// An input as text that fits a terminal.
#[must_use]
pub fn shown(input: &[u8]) -> String {
    let most = input.len().min(4096);
    format!("{}{}", input[..most].escape_ascii(), if most < input.len() { " ..." } else { "" })
}
