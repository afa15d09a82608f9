//! The web page, the HTTP interface and the services of the games, in one server.
//!
//! | file | what it does |
//! |---|---|
//! | `config.rs` | every limit, with its reason |
//! | `connections.rs`, `clients.rs` | who is let in, and what each may use |
//! | `guard.rs`, `cors.rs` | names, origins, deadlines, headers |
//! | `hall/` | a room ([`takeback_room`]) with its lock, its listeners and its searches |
//! | `store.rs` | games on disk: a record, then events, answered when they are there |
//! | `search/` | threads that search, the queue before them, engines kept between moves |
//! | `api/` | the routes under `/api/v1`, the live connection, OpenAPI |
//! | `openapi.json` | the description of the interface, written by `bin/openapi.rs` |
//! | `page.rs` | the page, built from `web/`, packed and embedded |
//! | `site.rs` | the same page as files that need no server |
//!
//! Requests are answered by a few asynchronous threads that never search, replay
//! or write a state. A room is locked for one short action at a time. Searches run on threads of
//! their own, end by a flag or a deadline, and come back with a ticket; an
//! answer that nobody waits for any more is dropped.
//!
//! ```no_run
//! # async fn example() -> std::io::Result<()> {
//! use takeback_host::Registry;
//! use takeback_server::{Config, Server};
//!
//! let games = Registry::new(); // .with(my_game())
//! let server = Server::bind(Config { port: 0, ..Config::default() }, games).await?;
//! println!("open http://{}", server.address());
//! server.run(std::future::pending()).await
//! # }
//! ```

#![forbid(unsafe_code)]

mod api;
mod app;
mod clients;
mod config;
mod connections;
mod cors;
mod error;
mod guard;
mod hall;
mod metrics;
mod page;
mod search;
mod site;
mod store;
mod token;

#[cfg(feature = "openapi")]
pub use api::description;
pub use config::Config;
pub use error::{ApiError, ErrorBody, ErrorDetail};
pub use site::{SiteFile, site};
pub use takeback_room::Saved;
pub use takeback_service::{Flag, Flags, Service};

use app::App;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::header;
use axum::routing::get;
use std::future::Future;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use store::Store;
use takeback_host::Registry;
use tokio::net::TcpListener;
use tower_http::catch_panic::CatchPanicLayer;

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    config: Config,
    registry: Registry,
    services: Router,
    store: Option<Store>,
}

/// Open connections get so long to end when the server does.
const GRACE: Duration = Duration::from_secs(5);

/// Idle games are looked for so often.
const SWEEP: Duration = Duration::from_secs(20);

impl Server {
    /// Listen, with these games.
    ///
    /// # Errors
    /// When the address is taken or cannot be bound.
    pub async fn bind(config: Config, registry: Registry) -> std::io::Result<Self> {
        let listener = TcpListener::bind((config.host, config.port)).await?;
        let address = listener.local_addr()?;
        let services = Router::new();
        Ok(Server { listener, address, config, registry, services, store: None })
    }

    /// Keep games in this file: a server that is killed loses no move that it
    /// answered. Without it they live in memory and go with the server.
    ///
    /// # Errors
    /// When the file cannot be written, is no such file, or another server keeps
    /// its games there.
    pub fn keep_games_in(&mut self, path: &Path) -> std::io::Result<()> {
        self.store = Some(Store::open(path)?);
        Ok(())
    }

    /// Answer under `path`, such as `/battlesnake`, by a service with limits of
    /// its own.
    #[must_use]
    pub fn with_service(mut self, path: &str, service: Router) -> Self {
        self.services = self.services.nest_service(path, service);
        self
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serve until `ends`; then finish what is under way, stop every search, and
    /// return.
    ///
    /// # Errors
    /// When the listener fails for good.
    pub async fn run(self, ends: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let config = connections::within_files(self.config, connections::open_files());
        let app = App::new(config, self.registry, self.store);
        let sweeper = tokio::spawn(sweep(Arc::downgrade(&app)));
        let services = self
            .services
            .layer(CatchPanicLayer::custom(guard::panicked))
            .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::doorstep));
        let router = router(Arc::clone(&app)).merge(services);
        let ended = Arc::new(tokio::sync::Notify::new());
        let (closing, signal) = (Arc::clone(&app), Arc::clone(&ended));
        let until = async move {
            ends.await;
            closing.closing.send_replace(true);
            closing.pool.close();
            signal.notify_one();
        };
        tokio::select! {
            () = connections::serve(self.listener, Arc::clone(&app), router, until) => (),
            // Whoever holds a connection open does not hold up the end.
            () = async { ended.notified().await; tokio::time::sleep(GRACE).await } => (),
        }
        sweeper.abort();
        if let Some(store) = app.store.clone() {
            let _ = tokio::task::spawn_blocking(move || store.close()).await;
        }
        Ok(())
    }
}

async fn sweep(app: std::sync::Weak<App>) {
    loop {
        let Some(strong) = app.upgrade() else { return };
        let wait = SWEEP.min(strong.config.idle_game);
        // Locks of rooms may be held for a moment: not on the threads that answer.
        let _ = tokio::task::spawn_blocking(move || strong.sweep()).await;
        tokio::time::sleep(wait.max(Duration::from_millis(20))).await;
    }
}

fn router(app: Arc<App>) -> Router {
    let body = app.config.body;
    Router::new()
        .nest("/api/v1", api::router())
        .merge(api::short())
        .route("/health", get(|| async { "ok\n" }))
        .route("/metrics", get(show_metrics))
        .fallback(page::file)
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(DefaultBodyLimit::max(body))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}

async fn show_metrics(
    State(app): State<Arc<App>>,
) -> ([(header::HeaderName, &'static str); 1], String) {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.render(&app))
}
