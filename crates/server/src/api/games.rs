//! Games: begin, look, change, save, load, end.

use super::extract::{Body, Caller};
use super::{act, answer, enter};
use crate::app::App;
use crate::error::{ApiError, ErrorBody};
use crate::room::{Kind, Opening, Saved, SharedRoom, Who, drive, lock, seats_of, who_of};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use utoipa::ToSchema;

/// A game to begin.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    /// The game's name, from the catalogue.
    game: String,
    /// The variant; the usual one if left out.
    variant: Option<String>,
    /// Who plays each seat: `person`, or an engine (`5`, `hard`, `mcts:time=1s`). By
    /// default a person first and engines of level 3 after.
    seats: Option<Vec<String>>,
    /// The seed of everything random.
    seed: Option<u64>,
    /// Begin here instead, in the game's notation.
    position: Option<String>,
    /// Milliseconds between two moves of engines.
    pause_ms: Option<u64>,
}

/// A game that was begun.
#[derive(Serialize, ToSchema)]
pub(crate) struct Created {
    id: String,
    /// Plays every seat that is a person's, and changes the game.
    owner: String,
    /// A token for each seat that is a person's, to give away.
    seats: Vec<Option<String>>,
}

/// The longest pause between two moves of engines.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

fn pause(millis: Option<u64>) -> Duration {
    Duration::from_millis(millis.unwrap_or(0)).min(LONGEST_PAUSE)
}

fn created(shared: &SharedRoom) -> Response {
    let room = lock(shared);
    let token = |who: &Who| match who {
        Who::Person { token } => Some(token.clone()),
        Who::Engine { .. } => None,
    };
    let body = Created {
        id: room.id.clone(),
        owner: room.owner.clone(),
        seats: room.seats.iter().map(token).collect(),
    };
    (StatusCode::CREATED, Json(body)).into_response()
}

/// Begin a game
#[utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = NewGame, responses(
    (status = 201, body = Created), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewGame>,
) -> Result<Response, ApiError> {
    let kind = Kind::find(&app.registry, &new.game, new.variant.as_deref())?;
    // JSON numbers keep whole numbers up to 2^53 in every language.
    let seed = new.seed.unwrap_or_else(|| crate::token::number() >> 12);
    let table = match &new.position {
        Some(text) => kind.variant().table(Some(text))?,
        None => kind.variant().deal(seed),
    };
    let players = table.players();
    let seats = match &new.seats {
        Some(texts) => seats_of(texts, players, &kind, &app.config)?,
        None => usual_seats(players, &kind),
    };
    let pause = pause(new.pause_ms);
    let most_nodes = app.config.nodes_per_game;
    let opening = Opening { kind, table, seats, seed, pause, most_nodes };
    let room = app.open(caller.client, opening, |_| Ok(()))?;
    drive(&app, &room);
    Ok(created(&room))
}

/// A person against the house, or people only where there are no engines.
fn usual_seats(players: usize, kind: &Kind) -> Vec<Who> {
    let easy = "3".parse().ok().filter(|spec| kind.variant().engine(spec).is_ok());
    let other = |seat| match (&easy, seat) {
        (Some(spec), 1..) => Who::Engine { spec: spec.clone() },
        _ => Who::person(),
    };
    (0..players).map(other).collect()
}

/// Begin from a saved game
#[utoipa::path(post, path = "/api/v1/games/load", tag = "games", request_body = Saved, responses(
    (status = 201, body = Created), (status = 422, body = ErrorBody)))]
pub(crate) async fn load(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(saved): Body<Saved>,
) -> Result<Response, ApiError> {
    let kind = Kind::find(&app.registry, &saved.game, Some(&saved.variant))?;
    let opening = saved.opening(kind, &app.config)?;
    let room = app.open(caller.client, opening, |room| saved.replay(room))?;
    Ok(created(&room))
}

/// Everything about a game, as the token may see it
#[utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, description = "the state"), (status = 404, body = ErrorBody)))]
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let (room, access) = enter(&app, &caller, &id)?;
    Ok(answer(&mut lock(&room), access))
}

/// What stays: cells, lines, coordinates
#[utoipa::path(get, path = "/api/v1/games/{id}/board", tag = "games", params(("id" = String, Path)),
    responses((status = 200, description = "the board"), (status = 404, body = ErrorBody)))]
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    let (room, _) = enter(&app, &caller, &id)?;
    let board = lock(&room).table.board();
    Ok(Json(board).into_response())
}

/// The game as a file that `load` takes
#[utoipa::path(get, path = "/api/v1/games/{id}/save", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Saved), (status = 403, body = ErrorBody)))]
pub(crate) async fn save(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<Saved>, ApiError> {
    let (room, access) = enter(&app, &caller, &id)?;
    let room = lock(&room);
    if room.kind.hides() && !room.is_over() {
        access.must_own()?;
    }
    Ok(Json(Saved::of(&room)))
}

/// What to change of a game; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    /// Whether engines and chance go on by themselves.
    running: Option<bool>,
    /// Milliseconds between two moves of engines.
    pause_ms: Option<u64>,
    /// Who plays each seat, as when beginning. A person stays the same person.
    seats: Option<Vec<String>>,
}

/// Pause, go on, change speed or seats
#[utoipa::path(patch, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    request_body = Change,
    responses((status = 200, description = "the state"), (status = 403, body = ErrorBody)))]
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(change): Body<Change>,
) -> Result<Response, ApiError> {
    let config = app.config.clone();
    act(&app, &caller, &id, |room, access| {
        access.must_take_part()?;
        if let Some(texts) = &change.seats {
            access.must_own()?;
            if texts.len() != room.seats.len() {
                let (needed, given) = (room.seats.len(), texts.len());
                let why = format!("{needed} seats are needed, not {given}");
                return Err(ApiError::BadRequest(why));
            }
            let changed = texts.iter().zip(&room.seats).map(|(text, old)| match old {
                Who::Person { .. } if text == "person" => Ok(old.clone()),
                _ => who_of(text, &room.kind, &config),
            });
            room.seats = changed.collect::<Result<_, _>>()?;
            room.interrupt();
            room.choices.fill(None);
        }
        if let Some(running) = change.running {
            if !running {
                room.interrupt();
            }
            room.running = running;
            room.trouble = None;
        }
        if change.pause_ms.is_some() {
            room.pause = pause(change.pause_ms);
        }
        room.touch();
        Ok(())
    })
}

/// End a game and forget it
#[utoipa::path(delete, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = ErrorBody)))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    let (_, access) = enter(&app, &caller, &id)?;
    access.must_own()?;
    app.close(&id);
    Ok(StatusCode::NO_CONTENT)
}
