//! A thread that speaks up when something does not end.
//!
//! A search or a reader that hangs cannot be told to stop from outside. The dog
//! says what was going on and ends the process, so that a hang is a failure with
//! a name instead of a test that never comes back.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

#[derive(Default)]
struct Watched {
    /// What goes on and since when.
    what: Option<(Instant, Duration, String)>,
    over: bool,
}

/// Watches one thing at a time.
pub struct Dog {
    shared: Arc<(Mutex<Watched>, Condvar)>,
    thread: Option<JoinHandle<()>>,
}

/// The dog looks so often.
const LOOK: Duration = Duration::from_millis(200);

impl Dog {
    /// Call `bark` with the name of whatever takes too long; a test ends the
    /// process there, as [`Dog::fatal`] does.
    pub fn new(bark: impl Fn(&str, Duration) + Send + 'static) -> Self {
        let shared = Arc::<(Mutex<Watched>, Condvar)>::default();
        let watched = Arc::clone(&shared);
        let thread = std::thread::spawn(move || watch(&watched, bark));
        Dog { shared, thread: Some(thread) }
    }

    /// A dog that ends the process.
    #[must_use]
    pub fn fatal() -> Self {
        Dog::new(|what, time| {
            eprintln!("no end after {:.0} s: {what}", time.as_secs_f64());
            std::process::exit(101);
        })
    }

    /// Do something that must end within `time`.
    pub fn watch<T>(
        &self,
        time: Duration,
        what: impl FnOnce() -> String,
        act: impl FnOnce() -> T,
    ) -> T {
        self.set(Some((Instant::now(), time, what())));
        let done = act();
        self.set(None);
        done
    }

    fn set(&self, what: Option<(Instant, Duration, String)>) {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).what = what;
    }
}

impl Drop for Dog {
    fn drop(&mut self) {
        self.shared.0.lock().unwrap_or_else(PoisonError::into_inner).over = true;
        self.shared.1.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn watch(shared: &(Mutex<Watched>, Condvar), bark: impl Fn(&str, Duration)) {
    let mut watched = shared.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !watched.over {
        let (next, _) =
            shared.1.wait_timeout(watched, LOOK).unwrap_or_else(PoisonError::into_inner);
        watched = next;
        if let Some((since, time, what)) = &watched.what
            && since.elapsed() > *time
        {
            bark(what, since.elapsed());
            watched.what = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn what_does_not_end_is_named() {
        let (tell, hear) = channel();
        let dog = Dog::new(move |what, _| tell.send(what.to_owned()).expect("somebody hears"));
        assert_eq!(dog.watch(Duration::from_secs(3600), || "short".into(), || 7), 7);
        // Ends when the dog has spoken, and not before.
        let heard = dog.watch(Duration::ZERO, || "endless".into(), || hear.recv());
        assert_eq!(heard.expect("the dog speaks"), "endless");
    }
}
