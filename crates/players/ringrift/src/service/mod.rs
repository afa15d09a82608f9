//! The service that RingRift's own game server calls, at the paths and with the JSON it expects.
//!
//! | call | what it does |
//! |---|---|
//! | `POST /ai/move` | a move for one player |
//! | `POST /ai/moves_batch` | moves for up to 64 positions |
//! | `POST /ai/evaluate`, `/ai/evaluate_position` | the judgement of a position, for one player or all |
//! | `POST /rules/evaluate_move` | whether a ply is legal, why not, and what comes of it |
//! | `POST /ai/choice/{name}` | one of the options of a decision |
//! | `GET /ai/models`, `/internal/ladder/health` | what answers, and at which difficulty |
//! | `DELETE /ai/cache` | nothing is kept between requests, so there is nothing to forget |
//! | `GET /`, `/health`, `/ready`, `/live`, `/metrics` | how the service is |
//!
//! What the JSON means is the business of [`wire`](crate::wire) and what to play the engines'; this folder
//! is HTTP: limits, threads, deadlines and typed refusals.

mod counters;
mod ladder;
mod pick;
mod refusal;

use crate::wire::service::{self, AI_TYPES, ServiceError};
use counters::{Counters, Endpoint};
use pick::Desk;
use refusal::Refusal;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use takeback_ringrift::AnyRingRift;
use takeback_search::StopFlag;
use takeback_service::axum::extract::rejection::QueryRejection;
use takeback_service::axum::extract::rejection::StringRejection;
use takeback_service::axum::extract::{DefaultBodyLimit, Path, Query, State};
use takeback_service::axum::http::header;
use takeback_service::axum::response::IntoResponse;
use takeback_service::axum::routing::{delete, get, post};
use takeback_service::axum::{Json, Router};
use tokio::sync::Semaphore;

/// What the service allows its clients.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// No move is thought about longer.
    pub longest_move: Duration,
    /// No batch takes longer; its positions share the time.
    pub longest_batch: Duration,
    /// Searches at the same time.
    pub searches: usize,
    /// How long a request waits for one of them to end before it is turned away.
    pub patience: Duration,
    /// Bytes of a request. The client sends its whole history with a picture of the board for each ply,
    /// 3 MiB at ply 500 on the largest board; those are skipped and never built.
    pub body: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            longest_move: Duration::from_secs(16),
            longest_batch: Duration::from_secs(30),
            searches: std::thread::available_parallelism().map_or(1, usize::from),
            patience: Duration::from_secs(15),
            body: 32 << 20,
        }
    }
}

/// For the registry. How large a body may be is the server's business there.
pub(crate) const SERVICE: takeback_service::Service = takeback_service::Service {
    path: "/ringrift",
    flags: &[],
    router: |_| Ok(router(Options { body: usize::MAX, ..Options::default() })),
};

/// What all requests share.
struct Service {
    options: Options,
    desk: Desk,
    places: Arc<Semaphore>,
    counters: Counters,
}

type Shared = State<Arc<Service>>;
type Body = Result<String, StringRejection>;
type Answer = Result<Json<Value>, Refusal>;

/// The service, to be mounted under a path of its own.
pub fn router(options: Options) -> Router {
    let service = Arc::new(Service {
        options,
        desk: Desk::new(),
        places: Arc::new(Semaphore::new(options.searches.max(1))),
        counters: Counters::default(),
    });
    Router::new()
        .route("/ai/move", post(ai_move))
        .route("/ai/evaluate", post(ai_evaluate))
        .route("/ai/evaluate_position", post(ai_evaluate_position))
        .route("/rules/evaluate_move", post(rules_evaluate_move))
        .route("/ai/choice/{name}", post(ai_choice))
        .route("/ai/moves_batch", post(ai_moves_batch))
        .layer(DefaultBodyLimit::max(options.body))
        .route("/ai/cache", delete(forget))
        .route("/ai/models", get(|| async { Json(ladder::models()) }))
        .route("/internal/ladder/health", get(ladder_health))
        .route("/", get(health))
        .route("/health", get(health))
        .route("/ready", get(|| async { Json(json!({ "status": "ready" })) }))
        .route("/live", get(|| async { Json(json!({ "status": "alive" })) }))
        .route("/metrics", get(metrics))
        .fallback(|| async { Refusal::NoSuchPath })
        .method_not_allowed_fallback(|| async { Refusal::WrongMethod })
        .with_state(service)
}

async fn ai_move(State(service): Shared, body: Body) -> Answer {
    let longest = service.options.longest_move;
    search(service, Endpoint::Move, body, move |service, body, stop| {
        service::ai_move(body, |request| service.desk.pick(request, longest, stop))
    })
    .await
}

async fn ai_moves_batch(State(service): Shared, body: Body) -> Answer {
    let options = service.options;
    search(service, Endpoint::Batch, body, move |service, body, stop| {
        service::ai_moves_batch(body, |request| {
            let share = options.longest_batch / request.shared_by.max(1) as u32;
            service.desk.pick(request, share.min(options.longest_move), stop)
        })
    })
    .await
}

async fn ai_evaluate(State(service): Shared, body: Body) -> Answer {
    work(service, Endpoint::Evaluate, body, service::ai_evaluate).await
}

async fn ai_evaluate_position(State(service): Shared, body: Body) -> Answer {
    let now = timestamp(SystemTime::now());
    work(service, Endpoint::EvaluatePosition, body, move |body| {
        service::ai_evaluate_position(body, &now)
    })
    .await
}

async fn rules_evaluate_move(State(service): Shared, body: Body) -> Answer {
    work(service, Endpoint::Rules, body, service::rules_evaluate_move).await
}

async fn ai_choice(State(service): Shared, Path(name): Path<String>, body: Body) -> Answer {
    work(service, Endpoint::Choice, body, move |body| service::ai_choice(&name, body)).await
}

async fn health(State(service): Shared) -> Json<Value> {
    Json(json!({
        "status": "healthy",
        "service": "takeback-ringrift",
        "version": env!("CARGO_PKG_VERSION"),
        "boards": AnyRingRift::BOARDS,
        "ai_types": AI_TYPES,
        "free_searches": service.places.available_permits(),
    }))
}

/// Searches keep nothing between requests.
async fn forget() -> Json<Value> {
    Json(json!({ "status": "cache cleared", "instances_removed": 0 }))
}

async fn ladder_health(
    State(service): Shared,
    filter: Result<Query<ladder::Filter>, QueryRejection>,
) -> Answer {
    let Query(filter) = filter.map_err(|error| Refusal::Query(error.body_text()))?;
    let (now, longest) = (timestamp(SystemTime::now()), service.options.longest_move);
    ladder::health(service.desk.game(), &filter, longest, &now).map(Json)
}

async fn metrics(State(service): Shared) -> impl IntoResponse {
    let form = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (form, service.counters.text())
}

/// Ends a search when nobody waits for its answer any more.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// Think in a thread of its own, once there is a place for it.
async fn search(
    service: Arc<Service>,
    endpoint: Endpoint,
    body: Body,
    think: impl FnOnce(&Service, &str, &StopFlag) -> Result<Value, ServiceError> + Send + 'static,
) -> Answer {
    let place = Arc::clone(&service.places).acquire_owned();
    let Ok(Ok(place)) = tokio::time::timeout(service.options.patience, place).await else {
        service.counters.count(endpoint, false);
        return Err(Refusal::Busy);
    };
    let stop = StopFlag::default();
    let _guard = StopOnDrop(stop.clone());
    let shared = Arc::clone(&service);
    work(service, endpoint, body, move |body| {
        let answer = think(&shared, body, &stop);
        drop(place);
        answer
    })
    .await
}

/// Answer a request off the threads that serve all others.
async fn work(
    service: Arc<Service>,
    endpoint: Endpoint,
    body: Body,
    answer: impl FnOnce(&str) -> Result<Value, ServiceError> + Send + 'static,
) -> Answer {
    let answer = match body {
        Err(rejected) => Err(Refusal::Body(rejected.status(), rejected.body_text())),
        Ok(body) => match tokio::task::spawn_blocking(move || answer(&body)).await {
            Ok(answer) => answer.map(Json).map_err(Refusal::Service),
            Err(_) => Err(Refusal::Broken),
        },
    };
    service.counters.count(endpoint, answer.is_ok());
    answer
}

/// A time of day as `2026-01-31T23:59:59Z`.
fn timestamp(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs());
    let (days, clock) = ((seconds / 86_400) as i64, seconds % 86_400);
    // Years that begin in March put the leap day last (Howard Hinnant's civil_from_days).
    let shifted = days + 719_468;
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_are_those_of_the_calendar() {
        let at = |seconds| timestamp(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_399), "2000-02-28T23:59:59Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(at(4_102_444_800), "2100-01-01T00:00:00Z");
    }
}
