//! Who thinks when.
//!
//! A few workers take jobs, the earliest deadline first. While nobody waits, a
//! search may use all its time. As soon as others wait, everybody gets the
//! share with which all can end in time, and a search that has had its share
//! is told to stop: its best move so far is the answer.

use super::think::Job;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// No search is cut shorter while there is time at all.
const LEAST: Duration = Duration::from_millis(2);

/// How often the conductor looks up when nothing is due.
const BEAT: Duration = Duration::from_millis(500);

struct Running {
    job: Arc<Job>,
    since: Instant,
}

struct State {
    waiting: Vec<Arc<Job>>,
    running: Vec<Running>,
    open: bool,
}

struct Shared {
    state: Mutex<State>,
    /// Rings when there is work.
    work: Condvar,
    /// Rings when the plan changes.
    plan: Condvar,
    workers: usize,
}

/// The workers and their conductor. They end when it is dropped.
pub(super) struct Desk {
    shared: Arc<Shared>,
}

impl Desk {
    /// Start the threads. `beat` is called now and then, for housekeeping.
    pub(super) fn open(workers: usize, beat: impl Fn() + Send + 'static) -> std::io::Result<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State { waiting: Vec::new(), running: Vec::new(), open: true }),
            work: Condvar::new(),
            plan: Condvar::new(),
            workers,
        });
        let desk = Desk { shared: Arc::clone(&shared) };
        for number in 0..workers {
            let shared = Arc::clone(&shared);
            let thread = std::thread::Builder::new().name(format!("snake-{number}"));
            thread.spawn(move || shared.labour())?;
        }
        let thread = std::thread::Builder::new().name("snake-conductor".to_owned());
        thread.spawn(move || shared.conduct(&beat))?;
        Ok(desk)
    }

    /// Hand in a job.
    pub(super) fn submit(&self, job: Arc<Job>) {
        let mut state = self.shared.lock();
        state.waiting.push(job);
        self.shared.work.notify_one();
        self.shared.plan.notify_one();
    }

    /// Nobody waits for this job any more.
    pub(super) fn drop_job(&self, job: &Arc<Job>) {
        job.stop.stop();
        self.shared.lock().waiting.retain(|other| !Arc::ptr_eq(other, job));
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.open = false;
        for running in &state.running {
            running.job.stop.stop();
        }
        self.shared.work.notify_all();
        self.shared.plan.notify_all();
    }
}

impl Shared {
    /// Jobs are plain lists: a panic elsewhere leaves them whole.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn labour(&self) {
        let mut state = self.lock();
        loop {
            if !state.open {
                return;
            }
            let Some(job) = state.take() else {
                state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            let busy = state.waiting.len() + state.running.len();
            let threads = (self.workers / busy.max(1)).max(1);
            self.plan.notify_one();
            drop(state);
            // Whatever happens in a search, the other games go on.
            let _ = catch_unwind(AssertUnwindSafe(|| job.run(threads)));
            job.finish();
            state = self.lock();
            state.running.retain(|running| !Arc::ptr_eq(&running.job, &job));
            self.plan.notify_one();
        }
    }

    /// Stop searches that have had their share.
    fn conduct(&self, beat: &dyn Fn()) {
        let mut last = Instant::now();
        let mut state = self.lock();
        while state.open {
            let now = Instant::now();
            let next = state.stop_what_is_due(now, self.workers);
            let wait = next.map_or(BEAT, |due| due.saturating_duration_since(now).min(BEAT));
            state = match self.plan.wait_timeout(state, wait.max(Duration::from_micros(100))) {
                Ok((state, _)) => state,
                Err(poisoned) => poisoned.into_inner().0,
            };
            if last.elapsed() >= BEAT {
                drop(state);
                beat();
                last = Instant::now();
                state = self.lock();
            }
        }
    }
}

impl State {
    /// The waiting job with the earliest deadline, now running.
    fn take(&mut self) -> Option<Arc<Job>> {
        let at = (0..self.waiting.len()).min_by_key(|&i| self.waiting[i].deadline)?;
        let job = self.waiting.swap_remove(at);
        self.running.push(Running { job: Arc::clone(&job), since: Instant::now() });
        Some(job)
    }

    /// Stop the searches whose share is used up; when the next will be.
    fn stop_what_is_due(&mut self, now: Instant, workers: usize) -> Option<Instant> {
        let share = self.share(now, workers)?;
        let mut next: Option<Instant> = None;
        for running in &self.running {
            let due = running.since + share;
            if due <= now {
                running.job.stop.stop();
            } else {
                next = Some(next.map_or(due, |n| n.min(due)));
            }
        }
        next
    }

    /// How long each search may take so that all who wait can end in time;
    /// `None` while nobody waits. With the waiting in order of their deadlines,
    /// the `k`th and all before it, and those who run, must be through by its
    /// own.
    fn share(&self, now: Instant, workers: usize) -> Option<Duration> {
        let mut deadlines: Vec<Instant> = self.waiting.iter().map(|job| job.deadline).collect();
        deadlines.sort_unstable();
        let running = self.running.len();
        let shares = deadlines.iter().zip(1u32..).map(|(deadline, k)| {
            let time = deadline.saturating_duration_since(now);
            time * workers as u32 / (k + running as u32)
        });
        shares.min().map(|share| share.max(LEAST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Snake};
    use crate::wire::Playable;
    use takeback_battlesnake::{Map, Ruleset, Settings, Setup};
    use takeback_core::Player;

    fn job(deadline: Instant) -> Arc<Job> {
        let (ruleset, settings) = (Ruleset::Standard, Settings::default());
        let setup = Setup::start(ruleset, settings, Map::Standard, (7, 7), 2, 1).unwrap();
        let playable = Playable { setup, you: Player(0) };
        let snake = Arc::new(Mutex::new(Snake::default()));
        Arc::new(Job::new(playable, snake, Options::default(), deadline, 1))
    }

    fn state(waiting: &[u64], running: &[u64], now: Instant) -> State {
        let jobs = |list: &[u64]| -> Vec<Arc<Job>> {
            list.iter().map(|&ms| job(now + Duration::from_millis(ms))).collect()
        };
        let running = jobs(running).into_iter().map(|job| Running { job, since: now }).collect();
        State { waiting: jobs(waiting), running, open: true }
    }

    #[test]
    fn alone_a_search_has_all_its_time() {
        let now = Instant::now();
        assert_eq!(state(&[], &[400, 400], now).share(now, 2), None);
    }

    #[test]
    fn a_crowd_shares_what_there_is() {
        let now = Instant::now();
        let crowd = state(&[400; 48], &[400, 400], now);
        assert_eq!(crowd.share(now, 2), Some(Duration::from_millis(16)));
    }

    /// One that is due soon cuts everybody; one that is due late cuts nobody much.
    #[test]
    fn the_tightest_deadline_decides() {
        let now = Instant::now();
        let soon = state(&[30, 400, 400], &[400, 400], now);
        assert_eq!(soon.share(now, 2), Some(Duration::from_millis(20)));
        let none_left = state(&[0, 400], &[400], now);
        assert_eq!(none_left.share(now, 1), Some(LEAST));
    }

    #[test]
    fn searches_past_their_share_are_stopped_and_the_earliest_deadline_is_next() {
        let now = Instant::now();
        let mut state = state(&[90, 50, 70], &[400], now);
        let later = now + Duration::from_millis(40);
        let next = state.stop_what_is_due(later, 1);
        assert!(state.running[0].job.stop.is_set() && next.is_none());
        let taken = state.take().expect("somebody waits");
        assert_eq!(taken.deadline, now + Duration::from_millis(50));
        assert_eq!((state.waiting.len(), state.running.len()), (2, 2));
    }

    /// Whatever the searches do, every job is finished and the threads end.
    #[test]
    fn every_job_is_finished() {
        let desk = Desk::open(2, || ()).expect("threads start");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let end = Instant::now() + Duration::from_millis(100);
        let jobs: Vec<_> = (0..12).map(|_| job(end)).collect();
        for job in &jobs {
            desk.submit(Arc::clone(job));
        }
        let limit = Duration::from_secs(20);
        for job in &jobs {
            let done = runtime.block_on(async { tokio::time::timeout(limit, job.done()).await });
            assert!(done.is_ok(), "a job was forgotten");
        }
    }
}
