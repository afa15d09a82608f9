//! Moves, forwards and backwards.

use super::extract::{Body, Caller, OptionalBody};
use super::{act, within};
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use crate::hall::let_engine_move;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use std::sync::Arc;
use takeback_room::{
    ByEngine, Call, Consent, GoTo, Look, Named, Play, Plies, PositionText, Resign, Sit, WhyNot,
    Wish,
};

/// Play a move
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/moves", tag = "play", params(("id" = String, Path)),
    request_body = Play, responses((status = 200, body = takeback_room::State),
    (status = 403, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody))))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(play): Body<Play>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Play(play)).await
}

/// Take back moves; engines wait until told to go on
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/takeback", tag = "play", params(("id" = String, Path)),
    request_body = Plies,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody))))]
pub(crate) async fn take_back(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(plies): OptionalBody<Plies>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::TakeBack(plies)).await
}

/// Play again what was taken back
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/redo", tag = "play", params(("id" = String, Path)),
    request_body = Plies,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody))))]
pub(crate) async fn redo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(plies): OptionalBody<Plies>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Redo(plies)).await
}

/// Go to any position of the tree; engines wait until told to go on
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/goto", tag = "play", params(("id" = String, Path)),
    request_body = GoTo,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody))))]
pub(crate) async fn go_to(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(to): Body<GoTo>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::GoTo(to)).await
}

/// Look at a position of the tree, or try moves from it, for oneself alone
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/look", tag = "play", params(("id" = String, Path)),
    request_body = Look,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody))))]
pub(crate) async fn look(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    mut caller: Caller,
    Body(look): Body<Look>,
) -> Result<Response, ApiError> {
    caller.look = look;
    within(app, caller, id, |entered| entered.state()).await
}

/// Sit down at an open seat: the owner plays and sees it from now on
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/sit", tag = "play", params(("id" = String, Path)),
    request_body = Sit,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody),
    (status = 409, body = ErrorBody))))]
pub(crate) async fn sit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(sit): Body<Sit>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Sit(sit)).await
}

/// Ask the others for something that needs their consent; alone it happens at once
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/ask", tag = "play", params(("id" = String, Path)),
    request_body = Wish,
    responses((status = 200, body = takeback_room::State), (status = 409, body = ErrorBody))))]
pub(crate) async fn ask(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(wish): Body<Wish>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Ask(wish)).await
}

/// Answer what somebody asked for
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/answer", tag = "play", params(("id" = String, Path)),
    request_body = Consent,
    responses((status = 200, body = takeback_room::State), (status = 409, body = ErrorBody))))]
pub(crate) async fn answer_wish(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(answer): Body<Consent>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Answer(answer)).await
}

/// Give up; only a game of two ends by it
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/resign", tag = "play", params(("id" = String, Path)),
    request_body = Resign,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody),
    (status = 409, body = ErrorBody))))]
pub(crate) async fn resign(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(resign): OptionalBody<Resign>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Resign(resign)).await
}

/// Be called so at the seats one holds
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/name", tag = "play", params(("id" = String, Path)),
    request_body = Named,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody))))]
pub(crate) async fn name(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(named): Body<Named>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Name(named)).await
}

/// The rule that forbids a click.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Reason {
    /// In words; none when the click may lead to a move.
    why: Option<String>,
}

/// Why a click leads to no move
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/why", tag = "play", params(("id" = String, Path)),
    request_body = WhyNot,
    responses((status = 200, body = Reason), (status = 403, body = ErrorBody))))]
pub(crate) async fn why(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(asked): Body<WhyNot>,
) -> Result<Json<Reason>, ApiError> {
    within(app, caller, id, |entered| {
        let why = entered.lock().room.why_not(entered.access, asked)?;
        Ok(Json(Reason { why }))
    })
    .await
}

/// Let an engine play the next move, whoever is in turn
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/engine", tag = "play", params(("id" = String, Path)),
    request_body = ByEngine, responses((status = 202, description = "the state; the move comes later"),
    (status = 409, body = ErrorBody))))]
pub(crate) async fn engine_move(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(by): OptionalBody<ByEngine>,
) -> Result<Response, ApiError> {
    let state = within(app, caller, id, move |entered| {
        let (seat, spec) = {
            let room = &entered.lock().room;
            let seat = room.may_ask_engine(entered.access)?;
            let spec = by.spec(room.engine_of(seat))?;
            (seat, spec)
        };
        let_engine_move(&entered.app, &entered.room, seat, spec)?;
        entered.state()
    })
    .await?;
    Ok((StatusCode::ACCEPTED, state).into_response())
}

/// The position in the game's notation
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/games/{id}/position", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = PositionText), (status = 403, body = ErrorBody))))]
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<PositionText>, ApiError> {
    within(app, caller, id, |entered| {
        let position = entered.lock().room.position(entered.access)?;
        Ok(Json(PositionText { position }))
    })
    .await
}

/// Begin anew from a position
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/{id}/position", tag = "play", params(("id" = String, Path)),
    request_body = PositionText,
    responses((status = 200, body = takeback_room::State), (status = 422, body = ErrorBody))))]
pub(crate) async fn set_position(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(text): Body<PositionText>,
) -> Result<Response, ApiError> {
    act(app, caller, id, Call::Position(text.position)).await
}
