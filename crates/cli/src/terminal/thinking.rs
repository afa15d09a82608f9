//! Engines think on a thread of their own, so that the keyboard stays awake.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use takeback_core::{Player, SplitMix};
use takeback_host::play::{Analysis, Seat, Table};
use takeback_search::{SearchError, StopFlag};

/// A search under way.
pub(crate) struct Thinking {
    pub(crate) player: Player,
    stop: StopFlag,
    live: Arc<Mutex<Option<Analysis>>>,
    thread: JoinHandle<(Seat, Result<Analysis, SearchError>)>,
}

impl Thinking {
    /// Let `seat` think about the table's position for `player`.
    pub(crate) fn start(mut seat: Seat, table: &dyn Table, player: Player) -> Self {
        let table = table.branch();
        let mut limits = seat.limits.clone();
        limits.seat = Some(player);
        // Every decision has its own luck, the same in every rerun.
        limits.seed = SplitMix::stream(limits.seed, table.moves().len() as u64).next();
        let stop = StopFlag::default();
        limits.stop = stop.clone();
        let live = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&live);
        let thread = std::thread::spawn(move || {
            let answer = seat.engine.think(&*table, &limits, &mut |analysis| {
                *shared.lock().unwrap_or_else(PoisonError::into_inner) = Some(analysis.clone());
            });
            (seat, answer)
        });
        Thinking { player, stop, live, thread }
    }

    pub(crate) fn is_done(&self) -> bool {
        self.thread.is_finished()
    }

    /// What it thinks so far.
    pub(crate) fn so_far(&self) -> Option<Analysis> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Wait for the end.
    ///
    /// # Errors
    /// When the search failed; the seat is lost if it crashed.
    pub(crate) fn finish(self) -> (Option<Seat>, anyhow::Result<Analysis>) {
        match self.thread.join() {
            Ok((seat, answer)) => (Some(seat), answer.map_err(anyhow::Error::from)),
            Err(_) => (None, Err(anyhow::anyhow!("the engine has crashed"))),
        }
    }

    /// Break off; what it found so far counts for nothing.
    pub(crate) fn abandon(self) -> Option<Seat> {
        self.stop.stop();
        self.finish().0
    }
}

/// Score and line in one row.
pub(crate) fn in_a_line(analysis: &Analysis) -> String {
    let line = analysis.lines.first().map_or(String::new(), |line| line.moves.join(" "));
    let line = if line.is_empty() { analysis.best.clone() } else { line };
    let nodes = analysis.nodes;
    format!("{}  depth {}  {nodes} nodes  {line}", analysis.score, analysis.depth)
}
