//! Lists of games: the archive of those that are over, and games by name.

use super::extract::{Body, Caller};
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use crate::store::{Listed, Search};
use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use takeback_room::RoomError;

/// What to look for.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "openapi", into_params(parameter_in = Query))]
pub(crate) struct Wanted {
    /// A game's name.
    game: Option<String>,
    /// Part of a person's name or of an engine's text.
    player: Option<String>,
    /// `draw`, or the number of the seat that won, from 0.
    result: Option<String>,
    /// Only what changed before this, in seconds since 1970: the `changed` of the last one shown.
    before: Option<i64>,
    /// At most so many; 30 if left out, 100 at most.
    limit: Option<usize>,
}

/// Games, the latest first.
#[derive(Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Games {
    games: Vec<Listed>,
}

/// Games by name.
#[derive(Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ByName {
    /// At most 200.
    ids: Vec<String>,
}

const MOST: usize = 100;
const USUAL: usize = 30;
const MOST_NAMES: usize = 200;

/// Games that are over and that their players let everybody find
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/archive", tag = "games", params(Wanted),
    responses((status = 200, body = Games), (status = 422, body = ErrorBody))))]
pub(crate) async fn archive(
    State(app): State<Arc<App>>,
    caller: Caller,
    wanted: Result<Query<Wanted>, QueryRejection>,
) -> Result<Json<Games>, ApiError> {
    let Query(wanted) = wanted?;
    let winner = match wanted.result.as_deref() {
        None | Some("") => None,
        Some("draw") => Some(-1),
        Some(seat) => Some(seat.parse::<u8>().map(i64::from).map_err(|_| {
            let why = "`result` is `draw` or the number of a seat".to_owned();
            ApiError::Refused(RoomError::BadRequest(why))
        })?),
    };
    let some = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let search = Search {
        game: some(wanted.game),
        player: some(wanted.player),
        winner,
        before: wanted.before,
        most: wanted.limit.unwrap_or(USUAL).min(MOST),
    };
    let desk = Arc::clone(&app);
    let games = app.work(caller.client, move || desk.archive(&search)).await?;
    Ok(Json(Games { games }))
}

/// What lists say of these games, as far as they are still there
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/list", tag = "games", request_body = ByName,
    responses((status = 200, body = Games), (status = 422, body = ErrorBody))))]
pub(crate) async fn list(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(asked): Body<ByName>,
) -> Result<Json<Games>, ApiError> {
    if asked.ids.len() > MOST_NAMES {
        return Err(ApiError::Refused(RoomError::TooMany {
            what: "names of games",
            most: MOST_NAMES,
        }));
    }
    let desk = Arc::clone(&app);
    let games = app.work(caller.client, move || desk.summaries(&asked.ids)).await?;
    Ok(Json(Games { games }))
}
