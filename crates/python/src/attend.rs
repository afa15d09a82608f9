//! Long work on a thread of its own, attended by one that hears Ctrl-C.

use crate::fault::{InternalError, guarded};
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

/// How often somebody who waits looks for an interrupt.
pub(crate) const LOOK: Duration = Duration::from_millis(20);

/// A thread with as much stack as Python's own have: rules written there may recurse as
/// deep as the interpreter lets them.
pub(crate) fn roomy() -> Builder {
    Builder::new().stack_size(16 << 20)
}

/// Do `work` without holding the interpreter. An interrupt sets `stop`, waits until
/// the work has seen it, and is raised.
pub(crate) fn attended<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        // Whoever asked waits until this is sent.
        let thread = roomy().spawn_scoped(scope, move || drop(send.send(guarded(work))));
        thread.map_err(|error| InternalError::new_err(format!("no thread to work on: {error}")))?;
        let receive = Mutex::new(receive);
        let mut raised = None;
        loop {
            let done = py.detach(|| {
                receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)
            });
            match done {
                Ok(done) => return raised.map_or(done, Err),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupt) = py.check_signals() {
                        stop.store(true, Ordering::Relaxed);
                        raised.get_or_insert(interrupt);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(InternalError::new_err("the work ended without an answer"));
                }
            }
        }
    })
}
