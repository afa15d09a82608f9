//! Counters, as Prometheus reads them.

use crate::app::App;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Seconds that requests are sorted by; longer ones stand behind the last.
const BUCKETS: [f64; 9] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0, 10.0];

/// Answers by the first digit of their status.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// What a server has done since it was started.
#[derive(Default)]
pub(crate) struct Metrics {
    answers: [AtomicU64; CLASSES.len()],
    times: [AtomicU64; BUCKETS.len() + 1],
    microseconds: AtomicU64,
    searches: AtomicU64,
    nodes: AtomicU64,
}

impl Metrics {
    /// A request was answered.
    pub(crate) fn answered(&self, status: u16, time: Duration) {
        let class = usize::from(status / 100).clamp(1, CLASSES.len()) - 1;
        let seconds = time.as_secs_f64();
        let bucket = BUCKETS.iter().position(|&most| seconds <= most).unwrap_or(BUCKETS.len());
        self.answers[class].fetch_add(1, Relaxed);
        self.times[bucket].fetch_add(1, Relaxed);
        self.microseconds.fetch_add(time.as_micros() as u64, Relaxed);
    }

    /// A search ended.
    pub(crate) fn searched(&self, nodes: u64) {
        self.searches.fetch_add(1, Relaxed);
        self.nodes.fetch_add(nodes, Relaxed);
    }

    /// Everything as text.
    pub(crate) fn render(&self, app: &App) -> String {
        let (running, waiting) = app.pool.load();
        let mut text = self.counters();
        for (name, value) in [
            ("takeback_games", app.rooms()),
            ("takeback_connections", app.clients.connected()),
            ("takeback_searches_running", running),
            ("takeback_searches_waiting", waiting),
            ("takeback_engines_kept", app.shelf.len()),
        ] {
            head(&mut text, name, "gauge");
            line(&mut text, name, value as u64);
        }
        text
    }

    fn counters(&self) -> String {
        let mut text = String::new();
        for (name, count) in [
            ("takeback_searches_total", &self.searches),
            ("takeback_search_nodes_total", &self.nodes),
        ] {
            head(&mut text, name, "counter");
            line(&mut text, name, count.load(Relaxed));
        }
        head(&mut text, "takeback_requests_total", "counter");
        for (class, count) in CLASSES.iter().zip(&self.answers) {
            let name = format!("takeback_requests_total{{status=\"{class}\"}}");
            line(&mut text, &name, count.load(Relaxed));
        }
        self.histogram(&mut text);
        text
    }

    /// Each bucket counts the quicker ones too; the last counts all.
    fn histogram(&self, text: &mut String) {
        let name = "takeback_request_seconds";
        head(text, name, "histogram");
        let mut sum = 0;
        let ends = BUCKETS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
        for (end, count) in ends.zip(&self.times) {
            sum += count.load(Relaxed);
            line(text, &format!("{name}_bucket{{le=\"{end}\"}}"), sum);
        }
        let seconds = Duration::from_micros(self.microseconds.load(Relaxed)).as_secs_f64();
        line(text, &format!("{name}_sum"), seconds);
        line(text, &format!("{name}_count"), sum);
    }
}

// A `String` takes all that is written to it.
fn head(text: &mut String, name: &str, kind: &str) {
    let _ = writeln!(text, "# TYPE {name} {kind}");
}

fn line(text: &mut String, name: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "{name} {value}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_status_and_by_time() {
        let metrics = Metrics::default();
        for (status, milliseconds) in [(101, 1), (200, 1), (204, 3), (404, 30), (503, 60_000)] {
            metrics.answered(status, Duration::from_millis(milliseconds));
        }
        // No status that HTTP knows; counted all the same.
        metrics.answered(999, Duration::ZERO);
        metrics.searched(40);
        metrics.searched(2);
        let text = metrics.counters();
        for wanted in [
            "takeback_searches_total 2",
            "takeback_search_nodes_total 42",
            "takeback_requests_total{status=\"1xx\"} 1",
            "takeback_requests_total{status=\"2xx\"} 2",
            "takeback_requests_total{status=\"3xx\"} 0",
            "takeback_requests_total{status=\"4xx\"} 1",
            "takeback_requests_total{status=\"5xx\"} 2",
            "# TYPE takeback_request_seconds histogram",
            "takeback_request_seconds_bucket{le=\"0.001\"} 3",
            "takeback_request_seconds_bucket{le=\"0.005\"} 4",
            "takeback_request_seconds_bucket{le=\"0.05\"} 5",
            "takeback_request_seconds_bucket{le=\"10\"} 5",
            "takeback_request_seconds_bucket{le=\"+Inf\"} 6",
            "takeback_request_seconds_sum 60.035",
            "takeback_request_seconds_count 6",
        ] {
            assert!(text.lines().any(|line| line == wanted), "{wanted} in\n{text}");
        }
    }
}
