//! Calls that ask an engine about a position without a game: position and engine in, report out.
//!
//! A search waits in the queue of all searches and has their limits.

use super::extract::{Body, Caller};
use super::positions::{PositionBody, Reached, Standing};
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use crate::search::{Class, Job, MOST_LINES, Slice, engine};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use std::sync::Arc;
use std::time::Duration;
use takeback_core::{Player, Turn};
use takeback_host::spec::Spec;
use takeback_room::{Found, RoomError, deciders};
use takeback_search::StopFlag;

/// The names for programs that know nothing else of this house. Pages of other origins may
/// be allowed to make these calls, as those about positions.
pub(crate) const SHORT: [&str; 2] = ["/api/analyze", "/api/move"];

/// What an engine found.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Best {
    #[serde(flatten)]
    standing: Standing,
    /// Whose move it is.
    seat: u8,
    /// The engine that was asked.
    engine: String,
    #[serde(flatten)]
    found: Found,
}

/// What an engine found, and where its move leads.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Moved {
    #[serde(flatten)]
    report: Best,
    /// The position after the move; none where others choose at the same time.
    after: Option<Standing>,
}

/// The level that answers where none is asked for.
const USUAL: &str = "5";

/// No search is asked for less.
const SHORTEST: Duration = Duration::from_millis(1);

/// What an engine would play
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/positions/best", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Best), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody))))]
pub(crate) async fn best(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Best>, ApiError> {
    Ok(Json(search(app, caller, asked).await?.report()))
}

/// What an engine thinks of a position: the same as `best`, by a short name
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/analyze", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Best), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody))))]
pub(crate) async fn analyze(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Best>, ApiError> {
    Ok(Json(search(app, caller, asked).await?.report()))
}

/// The move an engine makes, and the position after it
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/move", tag = "positions", request_body = PositionBody,
    responses((status = 200, body = Moved), (status = 422, body = ErrorBody),
        (status = 429, body = ErrorBody))))]
pub(crate) async fn moved(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<PositionBody>,
) -> Result<Json<Moved>, ApiError> {
    let (client, desk) = (caller.client, Arc::clone(&app));
    let mut thought = search(app, caller, asked).await?;
    let answer = desk.work(client, move || {
        let alone = thought.before.to_move.len() == 1;
        let after = if alone { Some(thought.after()?) } else { None };
        Ok(Moved { report: thought.report(), after })
    });
    Ok(Json(answer.await?))
}

/// What came of a search.
struct Thought {
    reached: Reached,
    /// The position that was searched.
    before: Standing,
    seat: Player,
    spec: Spec,
    found: Found,
}

impl Thought {
    fn report(self) -> Best {
        let Thought { before, seat, spec, found, .. } = self;
        Best { standing: before, seat: seat.0, engine: spec.to_string(), found }
    }

    /// Make the move; the position after it.
    fn after(&mut self) -> Result<Standing, ApiError> {
        self.reached.table.play(&self.found.best).map_err(RoomError::from)?;
        Ok(self.reached.standing())
    }
}

/// Read a position and let an engine think about it.
async fn search(app: Arc<App>, caller: Caller, asked: PositionBody) -> Result<Thought, ApiError> {
    let (send, receive) = tokio::sync::oneshot::channel();
    let stop = StopFlag::default();
    let (desk, flag, client) = (Arc::clone(&app), stop.clone(), caller.client);
    app.work(client, move || {
        let spec: Spec = asked.engine.as_deref().unwrap_or(USUAL).parse()?;
        let reached = asked.reach(&desk)?;
        let turn = reached.table.turn();
        let owing = deciders(turn);
        let seat = match reached.seat(asked.seat)? {
            Some(seat) if owing.contains(seat) => seat,
            Some(seat) => {
                return Err(ApiError::Refused(RoomError::NotNow(format!(
                    "seat {} is not to move",
                    seat.0
                ))));
            }
            None => owing.first().ok_or(match turn {
                Turn::Over => ApiError::Refused(RoomError::Over),
                _ => ApiError::Refused(RoomError::NotNow(
                    "chance decides; choose an outcome of `legal`".to_owned(),
                )),
            })?,
        };
        let mut thinker = engine(reached.kind.variant(), &spec, &desk.config)?;
        let mut limits = thinker.limits.clone();
        if let Some(millis) = asked.time_ms {
            let time = Duration::from_millis(millis).max(SHORTEST);
            limits.time = Some(time.min(desk.config.search));
        }
        let cost = desk.costs.of(&reached.kind, &spec).min(limits.time.unwrap_or(Duration::MAX));
        limits.stop = flag.clone();
        limits.seat = Some(seat);
        limits.lines = asked.lines.unwrap_or(1).clamp(1, MOST_LINES);
        limits.seed = asked.seed.unwrap_or(limits.seed);
        let pool = Arc::clone(&desk);
        let run = Box::new(move |_: &Slice| {
            let found = thinker.engine.think(&*reached.table, &limits, &mut |_| ());
            if let (Ok(found), None) = (&found, asked.time_ms) {
                desk.costs.learn(&reached.kind, &spec, found.time);
            }
            let found = found.map(|found| {
                let found = Found::new(reached.table.players(), seat, &found);
                let hides = reached.kind.hides();
                if hides { found } else { found.in_words(&*reached.table) }
            });
            let before = reached.standing();
            let thought = found.map(|found| Thought { reached, before, seat, spec, found });
            let _ = send.send(thought);
        });
        let class = Class::People;
        pool.pool.submit(Job { client, class, cost, stop: flag, gives_way: false, run })
    })
    .await?;
    // Whoever asked may be gone before the answer comes.
    let _guard = StopOnDrop(stop);
    let thought = receive.await.map_err(|_| ApiError::Busy)?;
    let thought =
        thought.map_err(|error| ApiError::Refused(RoomError::NotNow(error.to_string())))?;
    app.metrics.searched(thought.found.nodes);
    Ok(thought)
}

struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
