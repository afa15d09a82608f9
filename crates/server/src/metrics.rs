//! Counters for Prometheus.

use crate::app::App;
use metrics::{counter, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::OnceLock;
use std::time::Duration;

/// Seconds that requests are sorted by.
const BUCKETS: [f64; 9] = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0, 10.0];

/// The process has one recorder, however many servers run in it.
pub(crate) struct Metrics {
    handle: Option<PrometheusHandle>,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
        let install = || {
            let name = Matcher::Full("takeback_request_seconds".to_owned());
            let builder = PrometheusBuilder::new().set_buckets_for_metric(name, &BUCKETS).ok()?;
            // Somebody else's recorder is theirs to read.
            builder.install_recorder().ok()
        };
        Metrics { handle: HANDLE.get_or_init(install).clone() }
    }

    /// A request was answered.
    pub(crate) fn answered(&self, status: u16, time: Duration) {
        let class = match status {
            100..200 => "1xx",
            200..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            _ => "5xx",
        };
        counter!("takeback_requests_total", "status" => class).increment(1);
        histogram!("takeback_request_seconds").record(time.as_secs_f64());
    }

    /// A search ended.
    pub(crate) fn searched(&self, nodes: u64) {
        counter!("takeback_searches_total").increment(1);
        counter!("takeback_search_nodes_total").increment(nodes);
    }

    /// Sort what was recorded since into its buckets. Until then every answer's time is
    /// kept, so that a server that nobody reads the counters of would grow with each
    /// request.
    pub(crate) fn settle(&self) {
        if let Some(handle) = &self.handle {
            handle.run_upkeep();
        }
    }

    /// Everything as text.
    pub(crate) fn render(&self, app: &App) -> String {
        let (running, waiting) = app.pool.load();
        gauge!("takeback_games").set(app.rooms() as f64);
        gauge!("takeback_connections").set(app.clients.connected() as f64);
        gauge!("takeback_searches_running").set(running as f64);
        gauge!("takeback_searches_waiting").set(waiting as f64);
        gauge!("takeback_engines_kept").set(app.shelf.len() as f64);
        self.handle.as_ref().map_or(String::new(), PrometheusHandle::render)
    }
}
