//! What engines think.

use super::extract::{Caller, OptionalBody};
use super::{json, within};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::hall::{analyse, grade, json as written, position_after};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use takeback_host::spec::Spec;
use takeback_room::RoomError;
use takeback_room::{AnalysisRequest, Found};
use utoipa::ToSchema;

/// What to analyse with.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisBody {
    /// A level or a specification; the game's strongest level if left out.
    engine: Option<String>,
    /// How many lines; 3 if left out.
    lines: Option<usize>,
    /// Milliseconds: of the whole analysis, of one position of the tree, or of
    /// one move to grade.
    time_ms: Option<u64>,
    /// For the tree: the moves that lead there from the position on the table.
    line: Option<Vec<String>>,
    /// For live analysis: the number of the position; the table's if left out.
    node: Option<usize>,
}

impl AnalysisBody {
    fn request(&self, usual: Duration) -> Result<AnalysisRequest, ApiError> {
        let spec: Spec = self.engine.as_deref().unwrap_or("10").parse()?;
        if spec.engine() == "random" || spec.level().is_some_and(|level| level.number() == 1) {
            return Err(ApiError::Refused(RoomError::BadEngine(
                "an engine that plays at random has no opinion".to_owned(),
            )));
        }
        let time = self.time_ms.map_or(usual, Duration::from_millis).max(Duration::from_millis(10));
        Ok(AnalysisRequest { spec, lines: self.lines.unwrap_or(3), time })
    }
}

/// Begin to analyse the position on the table; reports come over the live connection
#[utoipa::path(post, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)), request_body = AnalysisBody,
    responses((status = 202), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(crate) async fn start(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(ask): OptionalBody<AnalysisBody>,
) -> Result<StatusCode, ApiError> {
    let request = ask.request(Duration::from_secs(15));
    within(app, caller, id, move |entered| {
        entered.access.must_take_part()?;
        entered.lock().room.seat_to_analyse(entered.access)?;
        analyse(&entered.app, &entered.room, entered.access, ask.node, request?)?;
        Ok(StatusCode::ACCEPTED)
    })
    .await
}

/// The analysis that runs or ran last
#[utoipa::path(get, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)),
    responses((status = 200, body = Option<takeback_room::AnalysisView>), (status = 404, body = ErrorBody)))]
pub(crate) async fn latest(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    within(app, caller, id, |entered| {
        let found = entered.lock().room.analysis(entered.access);
        Ok(json(written(&found)?))
    })
    .await
}

/// End the analysis
#[utoipa::path(delete, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)), responses((status = 204), (status = 403, body = ErrorBody)))]
pub(crate) async fn stop(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    within(app, caller, id, |entered| {
        entered.access.must_take_part()?;
        entered.lock().room.stop_analysis();
        Ok(StatusCode::NO_CONTENT)
    })
    .await
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
    request_body = AnalysisBody, responses((status = 200, body = TreeNode), (status = 409, body = ErrorBody)))]
pub(crate) async fn tree(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(ask): OptionalBody<AnalysisBody>,
) -> Result<Json<TreeNode>, ApiError> {
    let (desk, client) = (Arc::clone(&app), caller.client);
    let (shared, access, players) = within(app, caller, id, |entered| {
        entered.access.must_take_part()?;
        let players = {
            let room = &entered.lock().room;
            room.must_see_all(entered.access)?;
            room.chairs().len()
        };
        Ok((entered.room, entered.access, players))
    })
    .await?;
    let mut request = ask.request(Duration::from_millis(400))?;
    request.time = request.time.min(Duration::from_secs(5));
    let line = ask.line.unwrap_or_default();
    if line.len() > LONGEST_LINE {
        return Err(ApiError::Refused(RoomError::TooMany {
            what: "moves of a line",
            most: LONGEST_LINE,
        }));
    }
    let (seat, analysis) = position_after(&desk, &shared, (client, access), line, request).await?;
    Ok(Json(TreeNode { seat: seat.0, found: Found::new(players, seat, &analysis) }))
}

/// Judge every move of the line on the table; grades appear in the state
#[utoipa::path(post, path = "/api/v1/games/{id}/grades", tag = "analysis",
    params(("id" = String, Path)), request_body = AnalysisBody,
    responses((status = 202, body = takeback_room::State), (status = 403, body = ErrorBody)))]
pub(crate) async fn grade_line(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(ask): OptionalBody<AnalysisBody>,
) -> Result<Response, ApiError> {
    let request = ask.request(Duration::from_millis(300));
    let state = within(app, caller, id, move |entered| {
        entered.access.must_take_part()?;
        entered.lock().room.must_see_all(entered.access)?;
        let mut request = request?;
        request.time = request.time.min(Duration::from_secs(5));
        grade(&entered.app, &entered.room, entered.access, request)?;
        entered.state()
    })
    .await?;
    Ok((StatusCode::ACCEPTED, state).into_response())
}
