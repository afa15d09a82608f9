//! Threads that search, and the queue before them.

use crate::clients::Client;
use crate::error::ApiError;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use takeback_search::StopFlag;

/// How soon somebody waits for the answer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Urgency {
    /// A game stands still until this is done.
    Move,
    /// Somebody looks on.
    Analysis,
}

/// A search to be run.
pub(crate) struct Job {
    pub(crate) client: Client,
    pub(crate) urgency: Urgency,
    /// Ends it early.
    pub(crate) stop: StopFlag,
    pub(crate) run: Box<dyn FnOnce() + Send>,
}

/// What runs now.
struct Running {
    number: u64,
    client: Client,
    urgency: Urgency,
    stop: StopFlag,
    since: Instant,
}

#[derive(Default)]
struct Desk {
    waiting: VecDeque<Job>,
    running: Vec<Running>,
    started: u64,
    closed: bool,
}

/// An analysis that has run so long gives way when others wait.
const FAIR: Duration = Duration::from_secs(3);

/// The threads.
pub(crate) struct Pool {
    desk: Arc<(Mutex<Desk>, Condvar)>,
    workers: usize,
    most_waiting: usize,
    most_per_client: usize,
}

impl Pool {
    pub(crate) fn new(workers: usize, most_waiting: usize, most_per_client: usize) -> Self {
        let workers = workers.max(2);
        let desk = Arc::new((Mutex::new(Desk::default()), Condvar::new()));
        for number in 0..workers {
            let desk = Arc::clone(&desk);
            std::thread::Builder::new()
                .name(format!("search {number}"))
                .stack_size(16 << 20)
                .spawn(move || work(&desk, workers / 2))
                .expect("a server can start its threads");
        }
        Pool { desk, workers, most_waiting, most_per_client }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queue a search.
    pub(crate) fn submit(&self, job: Job) -> Result<(), ApiError> {
        let mut desk = self.desk();
        let ended = desk.closed || desk.waiting.len() >= self.most_waiting;
        if ended {
            return Err(ApiError::TooMany { what: "searches waiting", most: self.most_waiting });
        }
        let own = desk.waiting.iter().filter(|j| j.client == job.client).count()
            + desk.running.iter().filter(|r| r.client == job.client).count();
        if own >= self.most_per_client {
            let most = self.most_per_client;
            return Err(ApiError::TooMany { what: "searches of one client", most });
        }
        if job.urgency == Urgency::Analysis {
            give_way(&desk, self.workers / 2);
        }
        desk.waiting.push_back(job);
        drop(desk);
        self.desk.1.notify_all();
        Ok(())
    }

    /// Searches running and waiting.
    pub(crate) fn load(&self) -> (usize, usize) {
        let desk = self.desk();
        (desk.running.len(), desk.waiting.len())
    }

    /// Stop everything; the threads end.
    pub(crate) fn close(&self) {
        let mut desk = self.desk();
        desk.closed = true;
        desk.waiting.clear();
        for running in &desk.running {
            running.stop.stop();
        }
        drop(desk);
        self.desk.1.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

/// When no thread is left for another analysis, the oldest one has had its turn.
fn give_way(desk: &Desk, most: usize) {
    let analyses = || desk.running.iter().filter(|r| r.urgency == Urgency::Analysis);
    if analyses().count() >= most
        && let Some(oldest) =
            analyses().filter(|r| r.since.elapsed() > FAIR).min_by_key(|r| r.since)
    {
        oldest.stop.stop();
    }
}

/// The job to run next: moves before analysis, and among these the first of the
/// client that has least running. `None` when nothing may start.
fn next(desk: &Desk, most_analyses: usize) -> Option<usize> {
    let analysing = desk.running.iter().filter(|r| r.urgency == Urgency::Analysis).count();
    let of = |client: Client| desk.running.iter().filter(|r| r.client == client).count();
    let allowed = |job: &Job| job.urgency == Urgency::Move || analysing < most_analyses;
    let rank = |job: &Job| (job.urgency == Urgency::Analysis, of(job.client));
    let waiting = desk.waiting.iter().enumerate().filter(|(_, job)| allowed(job));
    waiting.min_by_key(|(_, job)| rank(job)).map(|(i, _)| i)
}

fn work(desk: &(Mutex<Desk>, Condvar), most_analyses: usize) {
    loop {
        let mut guard = desk.0.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            if guard.closed {
                return;
            }
            if let Some(i) = next(&guard, most_analyses) {
                break guard.waiting.remove(i).expect("it was just found there");
            }
            guard = desk.1.wait(guard).unwrap_or_else(PoisonError::into_inner);
        };
        guard.started += 1;
        let number = guard.started;
        let (client, urgency, stop) = (job.client, job.urgency, job.stop);
        guard.running.push(Running { number, client, urgency, stop, since: Instant::now() });
        drop(guard);
        // A fault in one game's search must not take the thread from all others.
        let _ = catch_unwind(AssertUnwindSafe(job.run));
        let mut guard = desk.0.lock().unwrap_or_else(PoisonError::into_inner);
        guard.running.retain(|r| r.number != number);
        drop(guard);
        desk.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::sync::mpsc;

    fn job(urgency: Urgency, run: impl FnOnce() + Send + 'static) -> Job {
        let client = Client(Ipv4Addr::LOCALHOST.into());
        Job { client, urgency, stop: StopFlag::default(), run: Box::new(run) }
    }

    #[test]
    fn moves_get_through_however_many_analyses_run() {
        let pool = Pool::new(2, 16, 16);
        let (hold, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        for _ in 0..4 {
            let held = Arc::clone(&held);
            let wait = move || drop(held.lock().map(|h| h.recv()));
            pool.submit(job(Urgency::Analysis, wait)).expect("room in the queue");
        }
        let (done, answer) = mpsc::channel();
        pool.submit(job(Urgency::Move, move || done.send(()).expect("somebody listens")))
            .expect("room in the queue");
        answer.recv_timeout(Duration::from_secs(20)).expect("a thread is kept for moves");
        drop(hold);
    }

    #[test]
    fn a_fault_in_one_search_leaves_the_threads_alive() {
        let pool = Pool::new(2, 16, 16);
        for _ in 0..4 {
            pool.submit(job(Urgency::Move, || panic!("a fault on purpose"))).expect("room");
        }
        let (done, answer) = mpsc::channel();
        pool.submit(job(Urgency::Move, move || done.send(()).expect("somebody listens")))
            .expect("room in the queue");
        answer.recv_timeout(Duration::from_secs(20)).expect("the threads are alive");
    }

    #[test]
    fn the_queue_is_bounded() {
        let pool = Pool::new(2, 3, 100);
        let (hold, held) = mpsc::channel::<()>();
        let held = Arc::new(Mutex::new(held));
        let refused = (0..10).filter(|_| {
            let held = Arc::clone(&held);
            pool.submit(job(Urgency::Move, move || drop(held.lock().map(|h| h.recv())))).is_err()
        });
        assert!(refused.count() >= 5, "two run and three wait");
        drop(hold);
    }
}
