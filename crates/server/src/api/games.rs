//! Games: begin, look, change, save, load, end.

use super::extract::{Body, Caller};
use super::{act, within};
use crate::app::App;
use crate::error::ApiError;
#[cfg(feature = "openapi")]
use crate::error::ErrorBody;
use crate::hall::{SharedRoom, drive, lock};
use crate::search::{Class, Job, Slice, engine};
use crate::token;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::{Duration, Instant};
use takeback_room::{Call, Change, Created, Foreign, Kind, Loading, NewGame, Room, Saved, Who};
use takeback_search::StopFlag;

/// The answer about a game that was begun, to be sent when it is kept.
struct Begun {
    body: Created,
    ticket: u64,
}

impl Begun {
    async fn once_kept(self, app: &App) -> Result<Response, ApiError> {
        app.durable(self.ticket).await?;
        Ok((StatusCode::CREATED, Json(self.body)).into_response())
    }
}

fn created(shared: &SharedRoom) -> Begun {
    let hall = lock(shared);
    Begun { body: Created::of(&hall.room), ticket: hall.ticket }
}

/// Refuse engines that this server does not run.
fn must_run(app: &App, kind: &Kind, seats: &[Who]) -> Result<(), ApiError> {
    let engines = seats.iter().filter_map(|who| match who {
        Who::Engine { spec } => Some(spec),
        Who::Person => None,
    });
    for spec in engines {
        engine(kind.variant(), spec, &app.config)?;
    }
    Ok(())
}

/// Begin a game
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games", tag = "games", request_body = NewGame, responses(
    (status = 201, body = Created), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody))))]
pub(crate) async fn create(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(new): Body<NewGame>,
) -> Result<Response, ApiError> {
    let (client, desk) = (caller.client, Arc::clone(&app));
    desk.work(client, move || {
        let (kind, seats) = new.read(&app.registry)?;
        must_run(&app, &kind, &seats)?;
        let room = new.open((kind, seats), token::secret(), app.config.nodes_per_game)?;
        let shared = app.open(client, room)?;
        drive(&app, &shared);
        Ok(created(&shared))
    })
    .await?
    .once_kept(&desk)
    .await
}

/// Begin from a saved game
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/load", tag = "games", request_body = Saved, responses(
    (status = 201, body = Created), (status = 422, body = ErrorBody))))]
pub(crate) async fn load(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(saved): Body<Saved>,
) -> Result<Response, ApiError> {
    load_all(app, caller, move |_| Ok((saved, Vec::new()))).await
}

/// Begin from a game that was recorded elsewhere: PGN, SGF, traces
#[cfg_attr(feature = "openapi", utoipa::path(post, path = "/api/v1/games/import", tag = "games", request_body = Foreign, responses(
    (status = 201, body = Created), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody))))]
pub(crate) async fn import(
    State(app): State<Arc<App>>,
    caller: Caller,
    Body(foreign): Body<Foreign>,
) -> Result<Response, ApiError> {
    load_all(app, caller, move |app| Ok(foreign.read(&app.registry)?)).await
}

/// Begin from a saved game that is found away from the threads that answer, with these names.
async fn load_all(
    app: Arc<App>,
    caller: Caller,
    find: impl FnOnce(&App) -> Result<(Saved, Vec<String>), ApiError> + Send + 'static,
) -> Result<Response, ApiError> {
    let (client, desk) = (caller.client, Arc::clone(&app));
    let (done, loaded) = tokio::sync::oneshot::channel();
    let starter = Arc::clone(&app);
    let names = desk
        .work(client, move || {
            let (saved, names) = find(&starter)?;
            let kind = Kind::find(&starter.registry, &saved.game, Some(&saved.variant))?;
            must_run(&starter, &kind, &saved.who()?)?;
            let loading = saved.load(kind, token::secret(), starter.config.nodes_per_game)?;
            Load { app: starter, client, spent: Duration::ZERO, loading, done }.queue()?;
            Ok(names)
        })
        .await?;
    let mut room = loaded.await.map_err(|_| ApiError::Busy)??;
    room.name_seats(&names);
    desk.work(client, move || Ok(created(&app.open(client, room)?))).await?.once_kept(&desk).await
}

/// A file being loaded among the searches: a slice of it, then others' turn.
struct Load {
    app: Arc<App>,
    client: crate::clients::Client,
    spent: Duration,
    loading: Loading,
    done: tokio::sync::oneshot::Sender<Result<Room, ApiError>>,
}

/// Moves replayed between two looks at the clock, and the time of one slice.
const AT_ONCE: usize = 8;
const SLICE: Duration = Duration::from_millis(100);

impl Load {
    fn queue(self) -> Result<(), ApiError> {
        let (app, client, cost) = (Arc::clone(&self.app), self.client, SLICE);
        let run = Box::new(move |_: &Slice| self.slice());
        let (class, stop) = (Class::Load, StopFlag::default());
        app.pool.submit(Job { client, class, cost, stop, gives_way: false, run })
    }

    fn slice(mut self) {
        let begun = Instant::now();
        loop {
            // Nobody waits any more.
            if self.done.is_closed() {
                return;
            }
            match self.loading.step(AT_ONCE) {
                Err(error) => return drop(self.done.send(Err(error.into()))),
                Ok(true) => {
                    let room = self.loading.finish().map_err(ApiError::from);
                    return drop(self.done.send(room));
                }
                Ok(false) if self.spent + begun.elapsed() > self.app.config.load => {
                    return drop(self.done.send(Err(ApiError::TimedOut)));
                }
                Ok(false) if begun.elapsed() > SLICE => {
                    self.spent += begun.elapsed();
                    // Where there is no place in the queue, whoever waits hears of it.
                    let _ = self.queue();
                    return;
                }
                Ok(false) => (),
            }
        }
    }
}

/// Everything about a game, as the token may see it
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = takeback_room::State), (status = 404, body = ErrorBody))))]
pub(crate) async fn state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    within(app, caller, id, |entered| entered.state()).await
}

/// What stays: cells, lines, coordinates
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/games/{id}/board", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = takeback_scene::Board), (status = 404, body = ErrorBody))))]
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    within(app, caller, id, |entered| {
        let board = entered.lock().room.table().board();
        Ok(Json(board).into_response())
    })
    .await
}

/// The game as a file that `load` takes
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/games/{id}/save", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = Saved), (status = 403, body = ErrorBody))))]
pub(crate) async fn save(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Json<Saved>, ApiError> {
    within(app, caller, id, |entered| Ok(Json(entered.lock().room.save(entered.access)?))).await
}

/// The line that was played, in the form that others read: PGN, SGF, traces
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/games/{id}/export", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody))))]
pub(crate) async fn export(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<Response, ApiError> {
    within(app, caller, id, |entered| {
        let (text, _) = entered.lock().room.export(entered.access)?;
        Ok(([(axum::http::header::CONTENT_TYPE, "text/plain; charset=utf-8")], text)
            .into_response())
    })
    .await
}

/// Pause, go on, change speed or seats
#[cfg_attr(feature = "openapi", utoipa::path(patch, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    request_body = Change,
    responses((status = 200, body = takeback_room::State), (status = 403, body = ErrorBody))))]
pub(crate) async fn change(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    Body(change): Body<Change>,
) -> Result<Response, ApiError> {
    if let Some(texts) = change.seats.clone() {
        let desk = Arc::clone(&app);
        let name = id.clone();
        app.work(caller.client, move || {
            let seats = texts.iter().map(|text| Who::read(text)).collect::<Result<Vec<_>, _>>()?;
            let room = desk.room(&name)?;
            let kind = lock(&room).room.kind().clone();
            must_run(&desk, &kind, &seats)
        })
        .await?;
    }
    act(app, caller, id, Call::Change(change)).await
}

/// End a game and forget it
#[cfg_attr(feature = "openapi", utoipa::path(delete, path = "/api/v1/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = ErrorBody))))]
pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    within(app, caller, id, |entered| {
        entered.lock().room.call(entered.access, Call::End)?;
        let id = entered.lock().room.id().to_owned();
        entered.app.close(&id);
        Ok(StatusCode::NO_CONTENT)
    })
    .await
}
