//! What engines think.

use super::extract::{Caller, OptionalBody};
use super::{answer, enter, json, must_see_all};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::room::{
    Access, AnalysisRequest, Found, Room, Viewer, analyse, analysis_json, deciders, grade, lock,
    position_after, stop_analysis,
};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use takeback_core::Player;
use takeback_host::spec::Spec;
use utoipa::ToSchema;

/// What to analyse with.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    /// A level or a specification; the game's strongest level if left out.
    engine: Option<String>,
    /// How many lines; 3 if left out.
    lines: Option<usize>,
    /// Milliseconds: of the whole analysis, of one position of the tree, or of
    /// one move to grade.
    time_ms: Option<u64>,
    /// For the tree: the moves that lead there from the position on the table.
    line: Option<Vec<String>>,
}

impl Ask {
    fn request(&self, usual: Duration) -> Result<AnalysisRequest, ApiError> {
        let spec: Spec = self.engine.as_deref().unwrap_or("10").parse()?;
        if spec.engine() == "random" || spec.level().is_some_and(|level| level.number() == 1) {
            return Err(ApiError::BadEngine(
                "an engine that plays at random has no opinion".to_owned(),
            ));
        }
        let time = self.time_ms.map_or(usual, Duration::from_millis).max(Duration::from_millis(10));
        Ok(AnalysisRequest { spec, lines: self.lines.unwrap_or(3), time })
    }
}

/// The seat to analyse for: where something is hidden, only one's own.
fn seat_for(room: &Room, access: Access) -> Result<Option<Player>, ApiError> {
    match access.viewer(room) {
        Viewer::All => Ok(None),
        Viewer::Seat(seat) if deciders(room.turn()).contains(seat) => Ok(Some(seat)),
        Viewer::Seat(_) => Err(ApiError::NotNow("analysis would show what others hide".to_owned())),
        Viewer::Public => Err(ApiError::Hidden("analysis would show what the players hide")),
    }
}

/// Begin to analyse the position on the table; reports come over the live connection
#[utoipa::path(post, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)), request_body = Ask,
    responses((status = 202), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(ask): OptionalBody<Ask>,
) -> Result<StatusCode, ApiError> {
    let (shared, access) = enter(&app, &caller, &id)?;
    access.must_take_part()?;
    let seat = seat_for(&lock(&shared), access)?;
    analyse(&app, &shared, seat, ask.request(Duration::from_secs(15))?)?;
    Ok(StatusCode::ACCEPTED)
}

/// The analysis that runs or ran last
#[utoipa::path(get, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)),
    responses((status = 200, description = "the analysis, or null"), (status = 404, body = ErrorBody)))]
pub(crate) async fn latest(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let (room, access) = enter(&app, &caller, &id)?;
    let found = analysis_json(&lock(&room), access);
    Ok(json(found.map_or("null".to_owned(), |(_, text)| text)))
}

/// End the analysis
#[utoipa::path(delete, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)), responses((status = 204), (status = 403, body = ErrorBody)))]
pub(crate) async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    let (room, access) = enter(&app, &caller, &id)?;
    access.must_take_part()?;
    stop_analysis(&mut lock(&room));
    Ok(StatusCode::NO_CONTENT)
}

/// A position of the search tree.
#[derive(Serialize, ToSchema)]
pub(crate) struct TreeNode {
    /// Who decides there.
    seat: u8,
    #[serde(flatten)]
    found: Found,
}

/// The moves lead through at most so many positions.
const LONGEST_LINE: usize = 64;

/// Unfold the search tree: what an engine thinks of the position after a line
#[utoipa::path(post, path = "/api/v1/games/{id}/tree", tag = "analysis", params(("id" = String, Path)),
    request_body = Ask, responses((status = 200, body = TreeNode), (status = 409, body = ErrorBody)))]
pub(crate) async fn tree(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(ask): OptionalBody<Ask>,
) -> Result<Json<TreeNode>, ApiError> {
    let (shared, access) = enter(&app, &caller, &id)?;
    access.must_take_part()?;
    must_see_all(&lock(&shared), access)?;
    let mut request = ask.request(Duration::from_millis(400))?;
    request.time = request.time.min(Duration::from_secs(5));
    let line = ask.line.unwrap_or_default();
    if line.len() > LONGEST_LINE {
        return Err(ApiError::TooMany { what: "moves of a line", most: LONGEST_LINE });
    }
    let (seat, analysis) = position_after(&app, &shared, &line, request).await?;
    let players = lock(&shared).seats.len();
    Ok(Json(TreeNode { seat: seat.0, found: Found::new(players, seat, &analysis) }))
}

/// Judge every move of the line on the table; grades appear in the state
#[utoipa::path(post, path = "/api/v1/games/{id}/grades", tag = "analysis",
    params(("id" = String, Path)), request_body = Ask,
    responses((status = 202, description = "the state"), (status = 403, body = ErrorBody)))]
pub(crate) async fn grade_line(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(ask): OptionalBody<Ask>,
) -> Result<Response, ApiError> {
    let (shared, access) = enter(&app, &caller, &id)?;
    access.must_take_part()?;
    must_see_all(&lock(&shared), access)?;
    let mut request = ask.request(Duration::from_millis(300))?;
    request.time = request.time.min(Duration::from_secs(5));
    grade(&app, &shared, request)?;
    let state = answer(&mut lock(&shared), access);
    Ok((StatusCode::ACCEPTED, state).into_response())
}
