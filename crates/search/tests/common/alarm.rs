//! How much a search does after it was told to stop, counted in steps: a clock
//! would measure what else the machine is doing.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use takeback_search::StopFlag;

/// Sets a flag at a certain step and counts on. Without a flag it does nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alarm(Option<Arc<Armed>>);

#[derive(Debug)]
struct Armed {
    flag: StopFlag,
    at: u64,
    steps: AtomicU64,
}

impl Alarm {
    pub(crate) fn armed(flag: StopFlag, at: u64) -> Self {
        Alarm(Some(Arc::new(Armed { flag, at, steps: AtomicU64::new(0) })))
    }

    pub(crate) fn step(&self) {
        if let Some(armed) = &self.0
            && armed.steps.fetch_add(1, Ordering::Relaxed) + 1 == armed.at
        {
            armed.flag.stop();
        }
    }

    /// Steps after the flag was set.
    pub(crate) fn late(&self) -> u64 {
        let armed = self.0.as_ref().expect("it was armed");
        armed.steps.load(Ordering::Relaxed).checked_sub(armed.at).expect("the flag was set")
    }
}

/// It is no part of a position.
impl PartialEq for Alarm {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
