//! Several threads for one job.

use std::panic::resume_unwind;
use std::sync::OnceLock;
use std::thread;

/// Work that may be done on another thread.
pub type Job<'a> = Box<dyn FnOnce() + Send + 'a>;

/// Do `others` on threads of their own and `first` on this one, and wait for
/// all of them. A panic in any goes on from here once all have ended.
///
/// Searches and walks over positions are compiled for every game; starting
/// threads is not, which is why jobs are boxed. A browser's module cannot start
/// threads itself: there the jobs go to those that were supplied, and without any
/// `first` is done before `others`, one after another.
///
/// ```
/// use takeback_core::{Job, together};
/// let (mut a, mut b) = (0, 0);
/// together(vec![Box::new(|| a = 1) as Job], || b = 2);
/// assert_eq!((a, b), (1, 2));
/// ```
pub fn together<T>(others: Vec<Job<'_>>, first: impl FnOnce() -> T) -> T {
    let (mut first, mut value) = (Some(first), None);
    run(others, &mut || value = first.take().map(|first| first()));
    value.expect("the first job was done")
}

fn run(others: Vec<Job<'_>>, first: &mut dyn FnMut()) {
    if !HAS_THREADS {
        one_by_one(others, first);
        return;
    }
    if !STARTS_THREADS {
        match SUPPLIED.get() {
            Some((_, crew)) => crew(others, first),
            None => one_by_one(others, first),
        }
        return;
    }
    thread::scope(|scope| {
        let handles: Vec<_> = others.into_iter().map(|job| scope.spawn(job)).collect();
        first();
        for handle in handles {
            if let Err(panic) = handle.join() {
                resume_unwind(panic);
            }
        }
    });
}

fn one_by_one(others: Vec<Job<'_>>, first: &mut dyn FnMut()) {
    first();
    others.into_iter().for_each(|job| job());
}

const STARTS_THREADS: bool = !cfg!(target_family = "wasm");

/// Whether several threads can be had at all. A module without shared memory has one, and what
/// is for several need not be compiled into it.
pub const HAS_THREADS: bool = cfg!(any(not(target_family = "wasm"), target_feature = "atomics"));

/// Does the jobs on threads that somebody else has started, the last argument on
/// this one, and returns when all are done.
pub type Crew = fn(Vec<Job<'_>>, &mut dyn FnMut());

static SUPPLIED: OnceLock<(usize, Crew)> = OnceLock::new();

/// From now on jobs go to this crew of so many, where a program cannot start
/// threads itself. The first one supplied stays.
pub fn supply_threads(threads: usize, crew: Crew) {
    let _ = SUPPLIED.set((threads, crew));
}

/// How many threads of those wanted can be had here: all of them, but for programs
/// that cannot start any, which have as many as were supplied.
#[must_use]
pub fn threads_of(wanted: usize) -> usize {
    if !HAS_THREADS {
        return 1;
    }
    if STARTS_THREADS { wanted } else { wanted.min(SUPPLIED.get().map_or(1, |(most, _)| *most)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering};

    #[test]
    fn a_panic_anywhere_goes_on_when_all_have_ended() {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| ()));
        for bad in 0..3 {
            let done = AtomicU32::new(0);
            let work = |n: u32| {
                assert!(n != bad, "this one fails");
                done.fetch_add(1, Ordering::Relaxed);
            };
            let others = (1..3).map(|n| Box::new(move || work(n)) as Job<'_>).collect();
            let ended = catch_unwind(AssertUnwindSafe(|| together(others, || work(0))));
            assert!(ended.is_err());
            assert_eq!(done.load(Ordering::Relaxed), 2);
        }
        std::panic::set_hook(hook);
    }
}
