//! The interface for programs, under `/api/v1`.

mod analysis;
mod catalogue;
mod extract;
mod games;
mod live;
mod openapi;
mod play;

pub(crate) use extract::{Caller, client_of};

use crate::app::App;
use crate::error::ApiError;
use crate::room::{Access, Extent, Room, SharedRoom, Viewer, drive, lock, state_json};
use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use std::sync::Arc;

/// The routes.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(openapi::try_page))
        .route("/openapi.json", get(openapi::document))
        .route("/catalogue", get(catalogue::catalogue))
        .route("/catalogue/{game}/preview", get(catalogue::preview))
        .route("/games", post(games::create))
        .route("/games/load", post(games::load))
        .route("/games/{id}", get(games::state).patch(games::change).delete(games::delete))
        .route("/games/{id}/board", get(games::board))
        .route("/games/{id}/save", get(games::save))
        .route("/games/{id}/position", get(play::position).post(play::set_position))
        .route("/games/{id}/moves", post(play::play))
        .route("/games/{id}/takeback", post(play::take_back))
        .route("/games/{id}/redo", post(play::redo))
        .route("/games/{id}/goto", post(play::go_to))
        .route("/games/{id}/engine", post(play::engine_move))
        .route(
            "/games/{id}/analysis",
            get(analysis::latest).post(analysis::start).delete(analysis::stop),
        )
        .route("/games/{id}/tree", post(analysis::tree))
        .route("/games/{id}/grades", post(analysis::grade_line))
        .route("/games/{id}/live", get(live::live))
        .fallback(|| async { ApiError::Unknown("there is nothing at this address".to_owned()) })
}

/// A state as the answer to a request.
fn answer(room: &mut Room, access: Access) -> Response {
    let text = state_json(room, access, Extent::Whole);
    json(text.as_bytes().to_vec())
}

/// JSON that is already written.
fn json(text: impl Into<axum::body::Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

/// The caller's room and what the caller may do in it.
fn enter(app: &App, caller: &Caller, id: &str) -> Result<(SharedRoom, Access), ApiError> {
    let room = app.room(id)?;
    let access = Access::of(&lock(&room), caller.token.as_deref());
    Ok((room, access))
}

/// Refuse what would show hidden things.
fn must_see_all(room: &Room, access: Access) -> Result<(), ApiError> {
    if access.viewer(room) == Viewer::All {
        return Ok(());
    }
    Err(ApiError::Hidden("the players of this game hide something; wait until it is over"))
}

/// Refuse a request that was meant for another version or position.
fn must_be_fresh(room: &Room, asked: Option<u64>, node: Option<usize>) -> Result<(), ApiError> {
    let fits = asked.is_none_or(|asked| asked == room.version)
        && node.is_none_or(|node| node == room.tree.now());
    if fits { Ok(()) } else { Err(ApiError::Stale { now: room.version }) }
}

/// Change a room, let it go on by itself, and answer with its state.
fn act(
    app: &Arc<App>,
    caller: &Caller,
    id: &str,
    action: impl FnOnce(&mut Room, Access) -> Result<(), ApiError>,
) -> Result<Response, ApiError> {
    let (shared, access) = enter(app, caller, id)?;
    action(&mut lock(&shared), access)?;
    drive(app, &shared);
    Ok(answer(&mut lock(&shared), access))
}
