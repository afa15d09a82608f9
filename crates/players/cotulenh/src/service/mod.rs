//! What CoTuLenh's web app needs of an engine, in its own words.
//!
//! | call | request | answer |
//! |---|---|---|
//! | `POST /bestmove` | `fen`, `level` 1–10 (5) or `engine`, `timeMs`, `seed` | `move`, all `steps` of the turn, `commit`, `san`, `lan`, `after` |
//! | `POST /legal` | `fen` | `moves` |
//! | `POST /apply` | `fen`, `move` | `applied`, and the position after it |
//! | `POST /game` | `fen` and `moves`, or `pgn` | `history`, `pgn`, `warnings` |
//! | `GET /` | | what there is |
//!
//! Every answer says whose turn it is, whether it is check and whether the game is
//! over, and what deployment is under way. A session is kept in the FEN, as the
//! app itself writes it; nothing is kept here.

mod calls;
mod words;

use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use takeback_host::GameEntry;
use takeback_search::StopFlag;
use takeback_service::axum::extract::rejection::StringRejection;
use takeback_service::axum::extract::{DefaultBodyLimit, State};
use takeback_service::axum::http::StatusCode;
use takeback_service::axum::response::{IntoResponse, Response};
use takeback_service::axum::routing::{get, post};
use takeback_service::axum::{Json, Router};
use tokio::sync::Semaphore;
use words::WordError;

/// More moves than any game has.
const MOST_MOVES: usize = 2000;

/// What the service allows its clients.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// No turn is thought about longer.
    pub longest: Duration,
    /// Searches at the same time.
    pub searches: usize,
    /// How long a request waits for one of them to end before it is turned away.
    pub patience: Duration,
    /// Memory of one search, in MiB.
    pub memory: usize,
    /// Bytes of a request.
    pub body: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            longest: Duration::from_secs(16),
            searches: std::thread::available_parallelism().map_or(1, usize::from),
            patience: Duration::from_secs(15),
            memory: 16,
            body: 1 << 20,
        }
    }
}

/// For the registry.
pub(crate) const SERVICE: takeback_service::Service = takeback_service::Service {
    path: "/cotulenh",
    flags: &[],
    router: |_| Ok(router(Options::default())),
};

/// What all requests share.
struct Service {
    options: Options,
    game: GameEntry,
    places: Arc<Semaphore>,
}

type Shared = State<Arc<Service>>;
type Body = Result<String, StringRejection>;

/// A refused request: a status, a word for programs and a sentence for people.
struct Refusal(StatusCode, &'static str, String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1, "detail": self.2 }))).into_response()
    }
}

impl From<WordError> for Refusal {
    fn from(error: WordError) -> Self {
        Refusal(StatusCode::UNPROCESSABLE_ENTITY, error.kind(), error.to_string())
    }
}

/// The service, to be mounted under a path of its own.
pub fn router(options: Options) -> Router {
    let places = Arc::new(Semaphore::new(options.searches.max(1)));
    let service = Arc::new(Service { options, game: crate::cotulenh(), places });
    let nothing = || async {
        let why = "no such path; see / for what there is".to_owned();
        Refusal(StatusCode::NOT_FOUND, "path", why)
    };
    let other = || async {
        let why = "this path takes another method".to_owned();
        Refusal(StatusCode::METHOD_NOT_ALLOWED, "method", why)
    };
    Router::new()
        .route("/bestmove", post(bestmove))
        .route("/legal", post(|body: Body| work(body, calls::legal)))
        .route("/apply", post(|body: Body| work(body, calls::apply)))
        .route("/game", post(|body: Body| work(body, calls::game)))
        .layer(DefaultBodyLimit::max(options.body))
        .route("/", get(about))
        .fallback(nothing)
        .method_not_allowed_fallback(other)
        .with_state(service)
}

async fn about(State(service): Shared) -> Json<Value> {
    Json(json!({
        "service": "takeback-cotulenh",
        "status": "healthy",
        "version": env!("CARGO_PKG_VERSION"),
        "calls": ["bestmove", "legal", "apply", "game"],
        "freeSearches": service.places.available_permits(),
    }))
}

/// Ends a search when nobody waits for its answer any more.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Think in a thread of its own, once there is a place for it.
async fn bestmove(State(service): Shared, body: Body) -> Result<Json<Value>, Refusal> {
    let place = Arc::clone(&service.places).acquire_owned();
    let Ok(Ok(place)) = tokio::time::timeout(service.options.patience, place).await else {
        let why = "all searches are busy; try again in a moment".to_owned();
        return Err(Refusal(StatusCode::SERVICE_UNAVAILABLE, "busy", why));
    };
    let stop = StopFlag::default();
    let _guard = StopOnDrop(stop.clone());
    work(body, move |body| {
        let answer = calls::bestmove(&service.game, &service.options, body, &stop);
        drop(place);
        answer
    })
    .await
}

/// Answer a request off the threads that serve all others.
async fn work(
    body: Body,
    answer: impl FnOnce(&str) -> Result<Value, WordError> + Send + 'static,
) -> Result<Json<Value>, Refusal> {
    let body = body.map_err(|why| Refusal(why.status(), "body", why.body_text()))?;
    match tokio::task::spawn_blocking(move || answer(&body)).await {
        Ok(answer) => Ok(Json(answer?)),
        Err(_) => {
            let why = "the search broke down".to_owned();
            Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, "internal", why))
        }
    }
}
