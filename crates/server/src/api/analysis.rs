//! What engines think.

use super::extract::{Caller, OptionalBody};
use super::{json, within};
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use crate::hall::{analyse, grade, json as written, position_after};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;
use takeback_room::{AnalysisBody, TreeNode};

/// Begin to analyse the position on the table; reports come over the live connection
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)), request_body = AnalysisBody,
    responses((status = 202), (status = 403, body = ErrorBody), (status = 429, body = ErrorBody))))]
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
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)),
    responses((status = 200, body = Option<takeback_room::AnalysisView>), (status = 404, body = ErrorBody))))]
pub(crate) async fn latest(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    within(app, caller, id, |entered| {
        let hall = entered.lock();
        Ok(json(written(&hall.room.analysis(entered.access))?))
    })
    .await
}

/// End the analysis
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/v1/games/{id}/analysis", tag = "analysis",
    params(("id" = String, Path)), responses((status = 204), (status = 403, body = ErrorBody))))]
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

/// Unfold the search tree: what an engine thinks of the position after a line
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/tree", tag = "analysis", params(("id" = String, Path)),
    request_body = AnalysisBody, responses((status = 200, body = TreeNode), (status = 409, body = ErrorBody))))]
pub(crate) async fn tree(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(ask): OptionalBody<AnalysisBody>,
) -> Result<Json<TreeNode>, ApiError> {
    let (desk, client) = (Arc::clone(&app), caller.client);
    let (shared, access) = within(app, caller, id, |entered| {
        entered.access.must_take_part()?;
        entered.lock().room.must_see_all(entered.access)?;
        Ok((entered.room, entered.access))
    })
    .await?;
    let mut request = ask.request(Duration::from_millis(400))?;
    request.time = request.time.min(Duration::from_secs(5));
    let line = ask.line()?.to_vec();
    let (seat, found) = position_after(&desk, &shared, (client, access), line, request).await?;
    Ok(Json(TreeNode { seat: seat.0, found }))
}

/// Judge every move of the line on the table; grades appear in the state
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/grades", tag = "analysis",
    params(("id" = String, Path)), request_body = AnalysisBody,
    responses((status = 202, body = takeback_room::State), (status = 403, body = ErrorBody))))]
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
