//! How often the service was asked, as Prometheus reads it.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What can be asked.
#[derive(Copy, Clone, Debug)]
pub(super) enum Endpoint {
    Move,
    Batch,
    Evaluate,
    EvaluatePosition,
    Rules,
    Choice,
}

const NAMES: [&str; 6] =
    ["move", "moves_batch", "evaluate", "evaluate_position", "rules_evaluate_move", "choice"];

/// Answers and refusals by endpoint.
#[derive(Debug, Default)]
pub(super) struct Counters {
    answered: [AtomicU64; NAMES.len()],
    refused: [AtomicU64; NAMES.len()],
}

impl Counters {
    pub(super) fn count(&self, endpoint: Endpoint, answered: bool) {
        let column = if answered { &self.answered } else { &self.refused };
        column[endpoint as usize].fetch_add(1, Relaxed);
    }

    pub(super) fn text(&self) -> String {
        let name = "takeback_ringrift_requests_total";
        let mut out = format!("# HELP {name} Requests by endpoint.\n# TYPE {name} counter\n");
        for (outcome, column) in [("answered", &self.answered), ("refused", &self.refused)] {
            for (endpoint, count) in NAMES.iter().zip(column) {
                let count = count.load(Relaxed);
                let labels = format!("endpoint=\"{endpoint}\",outcome=\"{outcome}\"");
                writeln!(out, "{name}{{{labels}}} {count}").expect("a String takes everything");
            }
        }
        out
    }
}
