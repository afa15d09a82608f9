//! The interface for programs, under `/api/v1`.

mod analysis;
mod archive;
mod catalogue;
#[cfg(feature = "openapi")]
mod describe;
mod extract;
mod games;
mod guide;
mod live;
mod openapi;
mod play;
mod positions;
mod think;

use crate::app::App;
use crate::error::ApiError;
use crate::hall::{Locked, SharedRoom, drive, lock};
use crate::token;
use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use extract::Caller;
use std::sync::Arc;
use takeback_room::RoomError;
use takeback_room::{Access, Call};

pub(crate) use catalogue::{describe_all, seen};
#[cfg(feature = "openapi")]
pub use describe::description;
pub(crate) use guide::view as guide_of;

/// The routes.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/", get(openapi::try_page))
        .route("/openapi.json", get(openapi::document))
        .route("/catalogue", get(catalogue::catalogue))
        .route("/catalogue/{game}/preview", get(catalogue::preview))
        .route("/catalogue/{game}/guide", get(guide::guide))
        .route("/games", post(games::create))
        .route("/games/load", post(games::load))
        .route("/games/import", post(games::import))
        .route("/games/list", post(archive::list))
        .route("/archive", get(archive::archive))
        .route("/games/{id}", get(games::state).patch(games::change).delete(games::delete))
        .route("/games/{id}/board", get(games::board))
        .route("/games/{id}/save", get(games::save))
        .route("/games/{id}/export", get(games::export))
        .route("/games/{id}/position", get(play::position).post(play::set_position))
        .route("/games/{id}/moves", post(play::play))
        .route("/games/{id}/takeback", post(play::take_back))
        .route("/games/{id}/redo", post(play::redo))
        .route("/games/{id}/goto", post(play::go_to))
        .route("/games/{id}/look", post(play::look))
        .route("/games/{id}/sit", post(play::sit))
        .route("/games/{id}/ask", post(play::ask))
        .route("/games/{id}/answer", post(play::answer_wish))
        .route("/games/{id}/resign", post(play::resign))
        .route("/games/{id}/name", post(play::name))
        .route("/games/{id}/why", post(play::why))
        .route("/games/{id}/engine", post(play::engine_move))
        .route(
            "/games/{id}/analysis",
            get(analysis::latest).post(analysis::start).delete(analysis::stop),
        )
        .route("/games/{id}/tree", post(analysis::tree))
        .route("/games/{id}/grades", post(analysis::grade_line))
        .route("/games/{id}/live", get(live::live))
        .route("/positions/status", post(positions::status))
        .route("/positions/legal", post(positions::legal))
        .route("/positions/apply", post(positions::apply))
        .route("/positions/best", post(think::best))
        .route("/positions/picture", post(positions::picture))
        .route("/positions/svg", post(positions::svg))
        .fallback(|| async {
            ApiError::Refused(RoomError::Unknown("there is nothing at this address".to_owned()))
        })
}

/// The calls with short names: `/api/analyze` and `/api/move`.
pub(crate) fn short() -> Router<Arc<App>> {
    let [analyze, moved] = think::SHORT;
    Router::new().route(analyze, post(think::analyze)).route(moved, post(think::moved))
}

/// Whether pages of other origins may be allowed to make this call.
pub(crate) fn is_open(path: &str) -> bool {
    path.starts_with(positions::PATH) || think::SHORT.contains(&path) || path == catalogue::PATH
}

/// JSON that is already written.
fn json(text: impl Into<axum::body::Body>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text.into()).into_response()
}

/// A room that was entered.
struct Entered {
    app: Arc<App>,
    caller: Caller,
    room: SharedRoom,
    access: Access,
}

impl Entered {
    /// The room under its lock.
    fn lock(&self) -> Locked<'_> {
        lock(&self.room)
    }

    /// The state, as the caller asked for it.
    fn state(&self) -> Result<Response, ApiError> {
        let mut hall = self.lock();
        // What the token allows may be another thing by now.
        let access = hall.room.access(self.caller.token.as_deref());
        let text = hall.state(access, self.caller.extent, &self.caller.look)?;
        drop(hall);
        Ok(json(text.as_bytes().to_vec()))
    }
}

/// Enter a room and do something there, away from the threads that answer: a long
/// game's state, a way through its tree or a list of moves takes longer than a
/// moment.
async fn within<T: Send + 'static>(
    app: Arc<App>,
    caller: Caller,
    id: String,
    action: impl FnOnce(Entered) -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let (client, desk) = (caller.client, Arc::clone(&app));
    let done = desk
        .work(client, move || {
            let room = app.room(&id)?;
            let access = lock(&room).room.enter(caller.token.as_deref());
            let done = action(Entered { app, caller, room: Arc::clone(&room), access })?;
            let ticket = lock(&room).ticket;
            Ok((done, ticket))
        })
        .await?;
    // What is answered is on the disk: this move, and all that the answer shows.
    desk.durable(done.1).await?;
    Ok(done.0)
}

/// Begin the next game where all want one.
fn follow(entered: &Entered) -> Result<(), ApiError> {
    let (room, client) = {
        let hall = entered.lock();
        if !hall.room.wants_successor() {
            return Ok(());
        }
        (hall.room.successor(token::secret())?, hall.playing.client())
    };
    let id = room.id().to_owned();
    let next = entered.app.open(client, room)?;
    let mut hall = entered.lock();
    // Somebody else may have begun it meanwhile.
    if !hall.room.wants_successor() {
        drop(hall);
        entered.app.close(&id);
        return Ok(());
    }
    hall.room.followed_by(&id);
    drop(hall);
    drive(&entered.app, &next);
    Ok(())
}

/// Change a room, let it go on by itself, and answer with its state.
async fn act(app: Arc<App>, caller: Caller, id: String, call: Call) -> Result<Response, ApiError> {
    within(app, caller, id, move |entered| {
        entered.app.must_keep()?;
        entered.lock().room.call(entered.access, call)?;
        if entered.lock().room.is_ended() {
            let id = entered.lock().room.id().to_owned();
            entered.app.close(&id);
        } else {
            follow(&entered)?;
            drive(&entered.app, &entered.room);
        }
        entered.state()
    })
    .await
}
