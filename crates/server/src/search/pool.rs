//! Threads that search, and the queue before them.
//!
//! Everybody waits in a line of their own, and the lines are served in turn:
//!
//! * first what people wait for, then files being loaded, then analysis, then
//!   engines among themselves;
//! * within that, whoever has used least of the threads lately, and of theirs the
//!   shortest first;
//! * one client has at most half of the threads, what nobody waits for has at
//!   most half of them, and one thread is kept for short searches;
//! * who has run long gives way when somebody more deserving waits, and goes on
//!   later.

use crate::clients::Client;
use crate::error::ApiError;
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use takeback_room::RoomError;
use takeback_search::StopFlag;

/// Who waits for it, most deserving first.
#[derive(Copy, Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) enum Class {
    /// A person's game stands still until this is done.
    People,
    /// Somebody loads a game.
    Load,
    /// Somebody looks on.
    Analysis,
    /// Engines among themselves.
    Engines,
}

/// Something to be run.
pub(crate) struct Job {
    pub(crate) client: Client,
    pub(crate) class: Class,
    /// What it may take, as far as anybody knows.
    pub(crate) cost: Duration,
    /// Ends it early.
    pub(crate) stop: StopFlag,
    /// Whether it can be broken off and go on later.
    pub(crate) gives_way: bool,
    pub(crate) run: Box<dyn FnOnce(&Slice) + Send>,
}

/// The time that a job has got.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slice(Arc<AtomicBool>);

impl Slice {
    /// Whether it was broken off for somebody else, and is to be queued again.
    pub(crate) fn gave_way(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

struct Waiting {
    number: u64,
    job: Job,
}

struct Running {
    number: u64,
    client: Client,
    class: Class,
    long: bool,
    gives_way: bool,
    stop: StopFlag,
    slice: Slice,
    since: Instant,
}

/// What a client has used lately, in seconds of one thread.
#[derive(Copy, Clone)]
struct Used {
    seconds: f64,
    noted: Instant,
}

/// Use is forgotten by half in so long.
const HALF_LIFE: f64 = 10.0;

impl Used {
    fn now(self) -> f64 {
        self.seconds * 0.5f64.powf(self.noted.elapsed().as_secs_f64() / HALF_LIFE)
    }
}

#[derive(Default)]
struct Desk {
    waiting: Vec<Waiting>,
    running: Vec<Running>,
    used: HashMap<Client, Used>,
    started: u64,
    closed: bool,
}

/// Whoever has run so long may be asked to give way.
const FAIR: Duration = Duration::from_millis(700);

/// A search that takes no longer is short.
const SHORT: Duration = Duration::from_millis(300);

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
                .spawn(move || {
                    step_back();
                    work(&desk, workers);
                })
                .expect("a server can start its threads");
        }
        let looked_over = Arc::clone(&desk);
        std::thread::Builder::new()
            .name("search queue".to_owned())
            .spawn(move || look_over(&looked_over, workers))
            .expect("a server can start its threads");
        Pool { desk, workers, most_waiting, most_per_client }
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queue something. When the queue is full, the last in the longest line
    /// makes room; a job that is put out is dropped.
    pub(crate) fn submit(&self, job: Job) -> Result<(), ApiError> {
        let mut desk = self.desk();
        if desk.closed {
            return Err(ApiError::Busy);
        }
        let own = desk.waiting.iter().filter(|w| w.job.client == job.client).count()
            + desk.running.iter().filter(|r| r.client == job.client).count();
        if own >= self.most_per_client {
            let most = self.most_per_client;
            return Err(ApiError::Refused(RoomError::TooMany {
                what: "searches of one client",
                most,
            }));
        }
        let mut put_out = None;
        if desk.waiting.len() >= self.most_waiting {
            put_out = desk.last_of_longest(job.client);
            if put_out.is_none() {
                let most = self.most_waiting;
                return Err(ApiError::Refused(RoomError::TooMany {
                    what: "searches waiting",
                    most,
                }));
            }
        }
        desk.started += 1;
        let number = desk.started;
        desk.waiting.push(Waiting { number, job });
        desk.make_way(self.workers);
        drop(desk);
        drop(put_out);
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
        let waiting = std::mem::take(&mut desk.waiting);
        for running in &desk.running {
            running.stop.stop();
        }
        drop(desk);
        drop(waiting);
        self.desk.1.notify_all();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.close();
    }
}

impl Desk {
    fn used(&self, client: Client) -> f64 {
        let running = self.running.iter().filter(|r| r.client == client);
        let now: f64 = running.map(|r| r.since.elapsed().as_secs_f64()).sum();
        now + self.used.get(&client).map_or(0.0, |used| used.now())
    }

    fn running_of(&self, client: Client) -> usize {
        self.running.iter().filter(|r| r.client == client).count()
    }

    /// Whether the rules let this start now, given a free thread.
    fn may_start(&self, job: &Job, workers: usize) -> bool {
        let half = (workers / 2).max(1);
        let unwaited = self.running.iter().filter(|r| r.class != Class::People).count();
        let long = self.running.iter().filter(|r| r.long).count();
        self.running_of(job.client) < half
            && (job.class == Class::People || unwaited < half)
            && (job.cost <= SHORT || long < workers - 1)
    }

    /// Smaller is served sooner.
    fn rank(&self, job: &Job) -> (Class, u64, Duration) {
        // Tenths of a second: who has used next to nothing is alike.
        (job.class, (self.used(job.client) * 10.0) as u64, job.cost)
    }

    /// The one to run next, if any may start.
    fn next(&self, workers: usize) -> Option<usize> {
        let waiting = self.waiting.iter().enumerate();
        let allowed = waiting.filter(|(_, w)| self.may_start(&w.job, workers));
        allowed.min_by_key(|(_, w)| (self.rank(&w.job), w.number)).map(|(i, _)| i)
    }

    /// The job that came last in the longest line, if that is not the caller's.
    fn last_of_longest(&mut self, caller: Client) -> Option<Job> {
        let mut lines: HashMap<Client, usize> = HashMap::new();
        for waiting in &self.waiting {
            *lines.entry(waiting.job.client).or_default() += 1;
        }
        let own = lines.get(&caller).copied().unwrap_or(0);
        let (longest, many) = lines.into_iter().max_by_key(|(_, many)| *many)?;
        if longest == caller || many <= own {
            return None;
        }
        let last = self.waiting.iter().enumerate().filter(|(_, w)| w.job.client == longest);
        let (i, _) = last.max_by_key(|(_, w)| (w.job.class, w.number))?;
        Some(self.waiting.remove(i).job)
    }

    /// When somebody waits and nobody can start, ask the least deserving of those
    /// who have run long enough to give way.
    fn make_way(&self, workers: usize) {
        if self.running.len() < workers && self.next(workers).is_some() {
            return;
        }
        let best = self.waiting.iter().min_by_key(|w| (self.rank(&w.job), w.number));
        let Some(best) = best else { return };
        let deserves = |r: &&Running| {
            let less = || self.used(best.job.client) + 1.0 < self.used(r.client);
            best.job.class < r.class || (best.job.class == r.class && less())
        };
        let long = self.running.iter().filter(|r| r.gives_way && r.since.elapsed() >= FAIR);
        let worst = long
            .filter(deserves)
            .filter(|r| !r.slice.gave_way())
            .max_by_key(|r| (r.class, r.since.elapsed()));
        if let Some(worst) = worst {
            worst.slice.0.store(true, Ordering::Relaxed);
            worst.stop.stop();
        }
    }

    /// Write down what a client used.
    fn note(&mut self, client: Client, time: Duration) {
        self.used.retain(|_, used| used.now() > 0.01);
        let seconds = self.used.get(&client).map_or(0.0, |used| used.now()) + time.as_secs_f64();
        self.used.insert(client, Used { seconds, noted: Instant::now() });
    }
}

/// Who answers people goes before who searches.
fn step_back() {
    #[cfg(target_os = "linux")]
    {
        // Of this thread alone; where it is refused, nothing is lost but the order.
        let thread = rustix::thread::gettid();
        let _ = rustix::process::setpriority_process(Some(thread), 5);
    }
}

/// The queue is looked over so often for those who wait for a long search.
const LOOK: Duration = Duration::from_millis(250);

/// While all threads search nobody else would notice that one has run long
/// enough to give way to those who wait.
fn look_over(desk: &(Mutex<Desk>, Condvar), workers: usize) {
    let mut guard = desk.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !guard.closed {
        guard.make_way(workers);
        guard = if guard.waiting.is_empty() {
            desk.1.wait(guard).unwrap_or_else(PoisonError::into_inner)
        } else {
            desk.1.wait_timeout(guard, LOOK).unwrap_or_else(PoisonError::into_inner).0
        };
    }
}

fn work(desk: &(Mutex<Desk>, Condvar), workers: usize) {
    loop {
        let mut guard = desk.0.lock().unwrap_or_else(PoisonError::into_inner);
        let job = loop {
            if guard.closed {
                return;
            }
            if let Some(i) = guard.next(workers) {
                break guard.waiting.remove(i).job;
            }
            guard.make_way(workers);
            let waited = desk.1.wait_timeout(guard, LOOK);
            guard = waited.unwrap_or_else(PoisonError::into_inner).0;
        };
        guard.started += 1;
        let (number, client, slice) = (guard.started, job.client, Slice::default());
        guard.running.push(Running {
            number,
            client,
            class: job.class,
            long: job.cost > SHORT,
            gives_way: job.gives_way,
            stop: job.stop,
            slice: slice.clone(),
            since: Instant::now(),
        });
        guard.make_way(workers);
        drop(guard);
        let begun = Instant::now();
        // A fault in one game's search must not take the thread from all others.
        let _ = catch_unwind(AssertUnwindSafe(|| (job.run)(&slice)));
        let mut guard = desk.0.lock().unwrap_or_else(PoisonError::into_inner);
        guard.running.retain(|r| r.number != number);
        guard.note(client, begun.elapsed());
        drop(guard);
        desk.1.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;
    use std::sync::mpsc;

    const PATIENCE: Duration = Duration::from_secs(30);

    fn client(last: u8) -> Client {
        Client(Ipv4Addr::new(10, 0, 0, last).into())
    }

    fn job(who: u8, class: Class, cost: u64, run: impl FnOnce(&Slice) + Send + 'static) -> Job {
        let (client, cost) = (client(who), Duration::from_millis(cost));
        let stop = StopFlag::default();
        Job { client, class, cost, stop, gives_way: true, run: Box::new(run) }
    }

    /// Runs until it is told to end.
    fn endless(who: u8, class: Class, cost: u64) -> Job {
        let stop = StopFlag::default();
        let flag = stop.clone();
        let wait = move |_: &Slice| {
            while !flag.is_set() {
                std::thread::sleep(Duration::from_millis(2));
            }
        };
        Job { stop, ..job(who, class, cost, wait) }
    }

    /// Wait until so many run.
    fn until(pool: &Pool, running: usize) {
        let begun = Instant::now();
        while pool.load().0 < running && begun.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(2));
        }
    }

    fn answered(pool: &Pool, who: u8, class: Class, cost: u64) -> bool {
        let (done, answer) = mpsc::channel();
        let tell = move |_: &Slice| _ = done.send(());
        pool.submit(job(who, class, cost, tell)).is_ok() && answer.recv_timeout(PATIENCE).is_ok()
    }

    #[test]
    fn a_client_with_many_long_searches_waits_for_itself() {
        let pool = Pool::new(4, 256, 64);
        for class in [Class::Engines, Class::People, Class::Analysis] {
            for _ in 0..20 {
                pool.submit(endless(1, class, 30_000)).expect("room in the line");
            }
        }
        assert!(answered(&pool, 2, Class::People, 10), "another client's move");
        assert!(answered(&pool, 2, Class::People, 5_000), "a long one too");
        assert!(pool.load().0 <= 4);
    }

    #[test]
    fn one_thread_is_kept_for_short_searches() {
        let pool = Pool::new(2, 256, 64);
        for who in 1..=6 {
            let steady = Job { gives_way: false, ..endless(who, Class::People, 30_000) };
            pool.submit(steady).expect("room in the line");
        }
        assert!(answered(&pool, 9, Class::People, 10));
    }

    #[test]
    fn who_has_run_long_gives_way_and_is_told_so() {
        let pool = Pool::new(2, 256, 64);
        let (tell, told) = mpsc::channel();
        let stop = StopFlag::default();
        let flag = stop.clone();
        let run = move |slice: &Slice| {
            while !flag.is_set() {
                std::thread::sleep(Duration::from_millis(2));
            }
            let _ = tell.send(slice.gave_way());
        };
        pool.submit(Job { stop, ..job(1, Class::Engines, 30_000, run) }).expect("a free thread");
        until(&pool, 1);
        pool.submit(Job { gives_way: false, ..endless(3, Class::People, 10) }).expect("another");
        until(&pool, 2);
        assert!(answered(&pool, 2, Class::People, 5_000));
        assert_eq!(told.recv_timeout(PATIENCE), Ok(true));
    }

    #[test]
    fn moves_get_through_however_many_analyses_run() {
        let pool = Pool::new(2, 16, 16);
        for _ in 0..4 {
            pool.submit(endless(1, Class::Analysis, 1000)).expect("room in the queue");
        }
        assert!(answered(&pool, 2, Class::People, 10), "a thread is kept for moves");
    }

    #[test]
    fn a_fault_in_one_search_leaves_the_threads_alive() {
        let pool = Pool::new(2, 16, 16);
        for _ in 0..4 {
            pool.submit(job(1, Class::People, 1, |_| panic!("a fault on purpose"))).expect("room");
        }
        assert!(answered(&pool, 1, Class::People, 1), "the threads are alive");
    }

    #[test]
    fn a_full_queue_takes_from_the_longest_line() {
        let pool = Pool::new(2, 8, 100);
        let queued = (0..20).filter(|_| pool.submit(endless(1, Class::People, 1)).is_ok()).count();
        assert!((8..=10).contains(&queued), "bounded: {queued}");
        assert!(answered(&pool, 2, Class::People, 1), "a newcomer finds a place");
        assert!(pool.load().1 <= 8);
    }
}
