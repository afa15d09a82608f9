//! The four requests and their answers.

use super::config::{Config, ConfigError};
use super::desk::Desk;
use super::record::Recorder;
use super::sessions::{Full, Id, Sessions};
use super::think::Job;
use crate::wire::{Appearance, MoveAnswer, Playable, Request, RequestError};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use takeback_service::axum::body::Bytes;
use takeback_service::axum::extract::{DefaultBodyLimit, State};
use takeback_service::axum::http::StatusCode;
use takeback_service::axum::response::{IntoResponse, Response};
use takeback_service::axum::routing::{get, post};
use takeback_service::axum::{Json, Router};

struct App {
    config: Config,
    appearance: Appearance,
    sessions: Arc<Sessions>,
    desk: Desk,
    recorder: Option<Recorder>,
    lag: Lag,
}

/// How late answers have left lately, beyond their deadline: what else the
/// machine does comes off the time for thinking.
#[derive(Default)]
struct Lag(AtomicU64);

impl Lag {
    /// Learn from one answer: a new peak counts at once and fades slowly.
    fn note(&self, late: Duration) {
        let late = u64::try_from(late.as_micros()).unwrap_or(u64::MAX);
        let before = self.0.load(Ordering::Relaxed);
        self.0.store(late.max(before - before / 64), Ordering::Relaxed);
    }

    fn get(&self) -> Duration {
        Duration::from_micros(self.0.load(Ordering::Relaxed))
    }
}

/// The snake as a router: `GET /`, `POST /start`, `/move` and `/end`, to be
/// nested where it shall answer. Its threads end with it.
///
/// # Errors
/// When the settings make no sense, the folder for records cannot be made or
/// threads cannot be started.
pub fn router(config: Config) -> Result<Router, ConfigError> {
    config.validate()?;
    let appearance = config.appearance()?;
    let recorder = match &config.record {
        None => None,
        Some(folder) => Some(
            Recorder::open(folder.clone())
                .map_err(|source| ConfigError::Record { folder: folder.clone(), source })?,
        ),
    };
    let sessions = Arc::new(Sessions::new(config.games, config.idle, config.options));
    let swept = Arc::clone(&sessions);
    let desk = Desk::open(config.workers, move || swept.sweep(Instant::now()))
        .map_err(ConfigError::Threads)?;
    let app = Arc::new(App { config, appearance, sessions, desk, recorder, lag: Lag::default() });
    Ok(Router::new()
        .route("/", get(look))
        .route("/start", post(start))
        .route("/move", post(choose))
        .route("/end", post(end))
        .layer(DefaultBodyLimit::max(Request::MOST_BYTES))
        .with_state(app))
}

/// Why a request is refused.
enum Refused {
    Unreadable(RequestError),
    Unknown(String),
    Full,
}

impl From<RequestError> for Refused {
    fn from(error: RequestError) -> Self {
        Refused::Unreadable(error)
    }
}

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Refused::Unreadable(error @ RequestError::Large { .. }) => {
                (StatusCode::PAYLOAD_TOO_LARGE, error.to_string())
            }
            Refused::Unreadable(error) => (StatusCode::BAD_REQUEST, error.to_string()),
            Refused::Unknown(id) => (
                StatusCode::NOT_FOUND,
                format!("no game {id:?} of this snake is going on; games begin with /start"),
            ),
            Refused::Full => {
                (StatusCode::TOO_MANY_REQUESTS, "too many games are going on".to_owned())
            }
        };
        (status, Json(json!({ "error": error }))).into_response()
    }
}

async fn look(State(app): State<Arc<App>>) -> Json<Appearance> {
    Json(app.appearance.clone())
}

async fn start(State(app): State<Arc<App>>, body: Bytes) -> Result<Json<()>, Refused> {
    let request = Request::read(&body)?;
    // A board that cannot be played is better refused now than at the first move.
    request.playable()?;
    app.sessions.begin(id(&request)).map_err(|Full| Refused::Full)?;
    Ok(Json(()))
}

async fn choose(State(app): State<Arc<App>>, body: Bytes) -> Result<Json<MoveAnswer>, Refused> {
    let arrived = Instant::now();
    let request = Request::read(&body)?;
    let playable = request.playable()?;
    let id = id(&request);
    if app.config.adopt && app.sessions.engine(&id).is_none() {
        app.sessions.begin(id.clone()).map_err(|Full| Refused::Full)?;
    }
    let job = app.job(&id, playable, arrived + app.budget(&id, &request))?;
    if let Some(recorder) = &app.recorder {
        recorder.turn(&id, &request);
    }
    let direction = app.think(job).await;
    app.sessions.pace(&id, |pace| pace.answered(arrived.elapsed()));
    Ok(Json(MoveAnswer::new(direction, "")))
}

async fn end(State(app): State<Arc<App>>, body: Bytes) -> Result<Json<()>, Refused> {
    // The asked snake may be off the board and the board beyond playing.
    let request = Request::read(&body)?;
    let id = id(&request);
    if !app.sessions.end(&id) {
        return Err(Refused::Unknown(id.game));
    }
    if let Some(recorder) = &app.recorder {
        recorder.end(&id, &request);
    }
    Ok(Json(()))
}

fn id(request: &Request) -> Id {
    Id { game: request.game.id.clone(), snake: request.you.id.clone() }
}

/// How long before the deadline a search is over, for the way back to the
/// waiting request.
const HANDOVER: Duration = Duration::from_millis(3);

impl App {
    /// What the game's limit leaves for thinking, on a way as long as it was in
    /// this game and a machine as busy as this one has been. Where that is less
    /// than half of it, half of it.
    fn budget(&self, id: &Id, request: &Request) -> Duration {
        let limit = Duration::from_millis(request.game.timeout.clamp(20, 60_000) as u64);
        let measured = self.sessions.pace(id, |pace| {
            pace.hear(&request.you.latency, limit);
            pace.margin(self.config.margin)
        });
        let margin = measured.unwrap_or(self.config.margin);
        limit.saturating_sub(margin + self.lag.get()).max(limit / 2)
    }

    fn job(&self, id: &Id, playable: Playable, deadline: Instant) -> Result<Arc<Job>, Refused> {
        let found = self.sessions.engine(id);
        let (snake, engines) = found.ok_or_else(|| Refused::Unknown(id.game.clone()))?;
        let memory = (self.config.memory / engines.max(1)).clamp(1, self.config.table);
        // Few sizes, so that a game more or less does not empty every table.
        let memory = 1 << memory.ilog2();
        let ends = deadline.checked_sub(HANDOVER).unwrap_or(deadline);
        Ok(Arc::new(Job::new(playable, snake, self.config.options, ends, memory)))
    }

    /// The best move that is known when the search ends or the time is up.
    async fn think(&self, job: Arc<Job>) -> takeback_battlesnake::Direction {
        self.desk.submit(Arc::clone(&job));
        let deadline = tokio::time::Instant::from_std(job.deadline + HANDOVER);
        if tokio::time::timeout_at(deadline, job.done()).await.is_err() {
            self.desk.drop_job(&job);
        }
        self.lag.note(deadline.into_std().elapsed());
        job.best()
    }
}
