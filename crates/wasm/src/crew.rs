//! Threads that JavaScript starts: workers that share this module's memory.
//!
//! Each worker runs an instance of its own on a stack and thread-local storage
//! that [`berth`] has made for it, and then waits in [`serve`] for jobs. A job may
//! borrow from whoever hands it in, who therefore waits until all are done.

use std::alloc::{Layout, alloc};
use std::collections::VecDeque;
use std::mem::transmute;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use takeback_core::{Job, supply_threads};

/// What a worker needs beside its instance: a stack, and room for thread-local storage.
const STACK: usize = 1 << 20;
const LOCAL: usize = 1 << 16;
const ALIGNED: usize = 64;

struct Task {
    job: Job<'static>,
    left: Arc<Left>,
}

/// How many jobs of a batch are not done.
struct Left {
    count: Mutex<usize>,
    none: Condvar,
}

static QUEUE: Mutex<VecDeque<Task>> = Mutex::new(VecDeque::new());
static CAME: Condvar = Condvar::new();

/// A panic ends the whole module, so nothing is ever found half changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Task {
    fn run(self) {
        (self.job)();
        let mut count = locked(&self.left.count);
        *count -= 1;
        if *count == 0 {
            self.left.none.notify_all();
        }
    }
}

/// Hand `others` to the workers and do `first`; then help until all are done.
fn crew(others: Vec<Job<'_>>, first: &mut dyn FnMut()) {
    let left = Arc::new(Left { count: Mutex::new(others.len()), none: Condvar::new() });
    locked(&QUEUE).extend(others.into_iter().map(|job| {
        // SAFETY: only the lifetime changes. This function does not return before the
        // job has run to its end (a panic ends the module), so what it borrows lives on.
        let job: Job<'static> = unsafe { transmute::<Job<'_>, Job<'static>>(job) };
        Task { job, left: Arc::clone(&left) }
    }));
    CAME.notify_all();
    first();
    loop {
        let next = locked(&QUEUE).pop_front();
        match next {
            Some(task) => task.run(),
            None => break,
        }
    }
    let mut count = locked(&left.count);
    while *count > 0 {
        count = left.none.wait(count).unwrap_or_else(PoisonError::into_inner);
    }
}

/// From now on searches may use so many threads, this one included.
#[unsafe(no_mangle)]
extern "C" fn muster(threads: u32) {
    supply_threads(threads as usize, crew);
}

/// A stack and thread-local storage for one more worker: where the storage lies, and the
/// stack above it begins to grow down from [`berth_top`]; zero when memory is used up.
#[unsafe(no_mangle)]
extern "C" fn berth() -> usize {
    let Ok(layout) = Layout::from_size_align(LOCAL + STACK, ALIGNED) else { return 0 };
    // SAFETY: the size is not zero. It is never freed: workers end with the memory itself.
    unsafe { alloc(layout) as usize }
}

/// Where the stack of a berth begins.
#[unsafe(no_mangle)]
extern "C" fn berth_top(berth: usize) -> usize {
    berth + LOCAL + STACK
}

/// A worker's life: wait for a job, do it, and again.
#[unsafe(no_mangle)]
extern "C" fn serve() {
    loop {
        let mut queue = locked(&QUEUE);
        while queue.is_empty() {
            queue = CAME.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
        let task = queue.pop_front();
        drop(queue);
        if let Some(task) = task {
            task.run();
        }
    }
}
