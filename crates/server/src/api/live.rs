//! The live connection: a WebSocket that tells of every change.
//!
//! Nothing is queued for a reader. The connection wakes when the room has
//! changed and sends what the room looks like then; who reads slowly sees fewer
//! steps, and who does not read at all is dropped.

use super::enter;
use super::extract::Caller;
use crate::app::App;
use crate::error::ApiError;
use crate::room::{Access, Extent, SharedRoom, analysis_json, lock, state_json};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Silence in between is broken so often, to find dead connections.
const PING: Duration = Duration::from_secs(20);

/// For a client that says more than it should.
const POLICY: u16 = 1008;
/// For a game that has ended.
const GONE: u16 = 4404;
/// For a server that goes.
const AWAY: u16 = 1001;

/// Watch a game: `state` and `analysis` messages, as the token may see them
#[utoipa::path(get, path = "/api/v1/games/{id}/live", tag = "live",
    params(("id" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 101, description = "a WebSocket"), (status = 404)))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let (room, access) = enter(&app, &caller, &id)?;
    let most = app.config.message;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    Ok(upgrade.on_upgrade(move |socket| Watch::new(app, id, room, access).run(socket)))
}

struct Watch {
    app: Arc<App>,
    id: String,
    room: SharedRoom,
    access: Access,
    /// What was sent last.
    state: u64,
    analysis: u64,
    /// Messages heard in the second that began then.
    heard: (Instant, u32),
}

impl Watch {
    fn new(app: Arc<App>, id: String, room: SharedRoom, access: Access) -> Self {
        Watch { app, id, room, access, state: 0, analysis: 0, heard: (Instant::now(), 0) }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let mut changes = lock(&self.room).subscribe();
        let mut closing = self.app.closing.subscribe();
        let mut ping = tokio::time::interval(PING);
        changes.mark_changed();
        let farewell = loop {
            tokio::select! {
                changed = changes.changed() => {
                    if changed.is_err() || !self.app.has(&self.id) {
                        break Some((GONE, "the game has ended"));
                    }
                    if !self.send_news(&mut socket).await {
                        break None;
                    }
                }
                message = socket.recv() => match message {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break None,
                    Some(Ok(_)) if self.too_loud() => break Some((POLICY, "too many messages")),
                    Some(Ok(_)) => (),
                },
                _ = ping.tick() => {
                    if !self.send(&mut socket, Message::Ping(Vec::new().into())).await {
                        break None;
                    }
                }
                _ = closing.changed() => break Some((AWAY, "the server ends")),
            }
        };
        if let Some((code, reason)) = farewell {
            let frame = CloseFrame { code, reason: reason.into() };
            let _ = self.send(&mut socket, Message::Close(Some(frame))).await;
        }
        lock(&self.room).looked_at = Instant::now();
    }

    /// Send what has changed since the last time; false when nobody reads.
    async fn send_news(&mut self, socket: &mut WebSocket) -> bool {
        for text in self.news() {
            if !self.send(socket, Message::Text(text.into())).await {
                return false;
            }
        }
        true
    }

    fn news(&mut self) -> Vec<String> {
        let mut room = lock(&self.room);
        let mut news = Vec::new();
        if room.version != self.state {
            let how = if self.state == 0 { Extent::Whole } else { Extent::News };
            self.state = room.version;
            news.push(state_json(&mut room, self.access, how).to_string());
        }
        if room.analysing.as_ref().is_some_and(|analysing| analysing.count != self.analysis)
            && let Some((count, text)) = analysis_json(&room, self.access)
        {
            self.analysis = count;
            news.push(text);
        }
        news
    }

    async fn send(&self, socket: &mut WebSocket, message: Message) -> bool {
        matches!(timeout(self.app.config.slow_reader, socket.send(message)).await, Ok(Ok(())))
    }

    fn too_loud(&mut self) -> bool {
        if self.heard.0.elapsed() > Duration::from_secs(1) {
            self.heard = (Instant::now(), 0);
        }
        self.heard.1 += 1;
        self.heard.1 > self.app.config.messages_per_second
    }
}
