//! Moves, forwards and backwards.

use super::extract::{Body, Caller, OptionalBody};
use super::{act, answer, enter, must_be_fresh, must_see_all};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::room::{deciders, let_engine_move, lock};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use takeback_core::Player;
use takeback_host::spec::Spec;
use utoipa::ToSchema;

/// A move to play.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Play {
    /// In the game's notation.
    r#move: String,
    /// For which seat; by default the token's seat that is in turn.
    seat: Option<u8>,
    /// Refuse when the game has changed since this version.
    version: Option<u64>,
    /// Refuse when the table stands at another position of the tree.
    node: Option<usize>,
}

/// Play a move
#[utoipa::path(post, path = "/api/v1/games/{id}/moves", tag = "play", params(("id" = String, Path)),
    request_body = Play, responses((status = 200, description = "the state"),
    (status = 403, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn play(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(play): Body<Play>,
) -> Result<Response, ApiError> {
    act(&app, &caller, &id, |room, access| {
        access.must_take_part()?;
        must_be_fresh(room, play.version, play.node)?;
        if room.is_over() {
            return Err(ApiError::Over);
        }
        let seat = match play.seat.map(Player) {
            Some(seat) if seat.index() < room.seats.len() && access.seats.contains(seat) => {
                Some(seat)
            }
            Some(seat) => access.playable(room).filter(|&playable| playable == seat),
            None => access.playable(room),
        };
        let Some(seat) = seat else {
            return Err(ApiError::NotNow("it is not your turn".to_owned()));
        };
        let own = access.seats.contains(seat);
        let before = room.tree.now();
        room.choose(seat, &play.r#move)?;
        // Whoever moves the engine's pieces wants to look around, not to play.
        if own {
            room.running = true;
        }
        // In a round played together the others go on thinking.
        if room.tree.now() != before {
            room.interrupt();
        }
        Ok(())
    })
}

/// How far.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Plies {
    /// How many moves; 1 if left out.
    plies: Option<usize>,
}

/// Take back moves; engines wait until told to go on
#[utoipa::path(post, path = "/api/v1/games/{id}/takeback", tag = "play", params(("id" = String, Path)),
    request_body = Plies,
    responses((status = 200, description = "the state"), (status = 403, body = ErrorBody)))]
pub(crate) async fn take_back(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(plies): OptionalBody<Plies>,
) -> Result<Response, ApiError> {
    act(&app, &caller, &id, |room, access| {
        access.must_take_part()?;
        let path = room.tree.path(room.tree.now());
        let back = plies.plies.unwrap_or(1).min(path.len() - 1);
        room.go_to(path[path.len() - 1 - back])
    })
}

/// Play again what was taken back
#[utoipa::path(post, path = "/api/v1/games/{id}/redo", tag = "play", params(("id" = String, Path)),
    request_body = Plies,
    responses((status = 200, description = "the state"), (status = 403, body = ErrorBody)))]
pub(crate) async fn redo(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(plies): OptionalBody<Plies>,
) -> Result<Response, ApiError> {
    act(&app, &caller, &id, |room, access| {
        access.must_take_part()?;
        let line = room.tree.line();
        let here = room.tree.here().ply as usize;
        let there = here.saturating_add(plies.plies.unwrap_or(1)).min(line.len() - 1);
        room.go_to(line[there])
    })
}

/// Where to.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct GoTo {
    /// The number of a position of the tree.
    node: usize,
}

/// Go to any position of the tree; engines wait until told to go on
#[utoipa::path(post, path = "/api/v1/games/{id}/goto", tag = "play", params(("id" = String, Path)),
    request_body = GoTo,
    responses((status = 200, description = "the state"), (status = 403, body = ErrorBody)))]
pub(crate) async fn go_to(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(to): Body<GoTo>,
) -> Result<Response, ApiError> {
    act(&app, &caller, &id, |room, access| {
        access.must_take_part()?;
        room.go_to(to.node)
    })
}

/// Which engine.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ByEngine {
    /// A level or a specification; by default the seat's own, or level 5.
    engine: Option<String>,
}

/// Let an engine play the next move, whoever is in turn
#[utoipa::path(post, path = "/api/v1/games/{id}/engine", tag = "play", params(("id" = String, Path)),
    request_body = ByEngine, responses((status = 202, description = "the state; the move comes later"),
    (status = 409, body = ErrorBody)))]
pub(crate) async fn engine_move(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    OptionalBody(by): OptionalBody<ByEngine>,
) -> Result<Response, ApiError> {
    let (shared, access) = enter(&app, &caller, &id)?;
    access.must_take_part()?;
    let (seat, spec) = {
        let room = lock(&shared);
        let decider = access.playable(&room).or_else(|| {
            // The owner may push on any engine.
            deciders(room.turn())
                .iter()
                .find(|&seat| access.owner && room.engine_of(seat).is_some())
        });
        let Some(seat) = decider else {
            return Err(ApiError::NotNow("it is not your turn".to_owned()));
        };
        let given = by.engine.as_deref().map(str::parse::<Spec>).transpose()?;
        let usual = || "5".parse::<Spec>();
        let spec = match (given, room.engine_of(seat)) {
            (Some(spec), _) => spec,
            (None, Some(spec)) => spec.clone(),
            (None, None) => usual()?,
        };
        (seat, spec)
    };
    let_engine_move(&app, &shared, seat, spec)?;
    let state = answer(&mut lock(&shared), access);
    Ok((StatusCode::ACCEPTED, state).into_response())
}

/// A position in the game's notation.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionText {
    /// The text.
    position: String,
}

/// The position in the game's notation
#[utoipa::path(get, path = "/api/v1/games/{id}/position", tag = "play", params(("id" = String, Path)),
    responses((status = 200, body = PositionText), (status = 403, body = ErrorBody)))]
pub(crate) async fn position(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<PositionText>, ApiError> {
    let (room, access) = enter(&app, &caller, &id)?;
    let room = lock(&room);
    must_see_all(&room, access)?;
    Ok(Json(PositionText { position: room.table.position() }))
}

/// Begin anew from a position
#[utoipa::path(post, path = "/api/v1/games/{id}/position", tag = "play", params(("id" = String, Path)),
    request_body = PositionText,
    responses((status = 200, description = "the state"), (status = 422, body = ErrorBody)))]
pub(crate) async fn set_position(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(text): Body<PositionText>,
) -> Result<Response, ApiError> {
    act(&app, &caller, &id, |room, access| {
        access.must_own()?;
        let table = room.kind.variant().table(Some(&text.position))?;
        if table.players() != room.seats.len() {
            let (needed, given) = (room.seats.len(), table.players());
            let why = format!("this position has {given} players, the game {needed}");
            return Err(ApiError::BadPosition(why));
        }
        room.reset(table);
        Ok(())
    })
}
