//! Threads that play what is missing.

use super::run::{Plan, Progress, SelfplayError, sides};
use crate::matches::Side;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;
use takeback_host::Chosen;

/// Play all of `missing`, each by one call of `play` on a thread that has sides of its own, until
/// all are played, the plan's time is over or one fails.
pub(super) fn play_all(
    variant: Chosen<'_>,
    plan: &Plan,
    missing: &[u64],
    play: impl Fn(u64, &mut [Side]) -> Result<(), SelfplayError> + Sync,
) -> Result<(), SelfplayError> {
    let (next, stop, started) = (AtomicUsize::new(0), AtomicBool::new(false), Instant::now());
    let failed = Mutex::new(None);
    let in_time = || plan.time.is_none_or(|time| started.elapsed() < time);
    let work = || -> Result<(), SelfplayError> {
        let mut sides = sides(variant, plan)?;
        while !stop.load(Ordering::Relaxed) && in_time() {
            let Some(&one) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            play(one, &mut sides)?;
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        for _ in 0..plan.threads.max(1) {
            scope.spawn(|| {
                if let Err(error) = work() {
                    stop.store(true, Ordering::Relaxed);
                    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                }
            });
        }
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(()),
    }
}

/// Adds to what was played, and tells whoever watches.
pub(super) fn tell(
    progress: &Mutex<Progress>,
    (games, positions): (u64, usize),
    watch: &(dyn Fn(Progress) + Sync),
) {
    let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
    progress.games += games;
    progress.positions += positions as u64;
    watch(*progress);
}
