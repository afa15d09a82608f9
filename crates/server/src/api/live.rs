//! The live connection: a WebSocket that tells of every change.
//!
//! Nothing is queued for a reader. The connection wakes when the room has
//! changed and sends what the room looks like then; who reads slowly sees fewer
//! steps, and who does not read at all is dropped.

use super::extract::Caller;
use super::within;
use crate::app::App;
use crate::clients::Client;
use crate::error::ApiError;
use crate::hall::{SharedRoom, json, lock};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use std::sync::Arc;
use std::time::{Duration, Instant};
use takeback_room::{Extent, Look};
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
#[cfg_attr(feature = "openapi", utoipa::path(get, path = "/api/v1/games/{id}/live", tag = "live",
    params(("id" = String, Path), ("token" = Option<String>, Query)),
    responses((status = 101, description = "a WebSocket"), (status = 404))))]
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    caller: Caller,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let (client, token) = (caller.client, caller.token.clone());
    let look = caller.look.clone();
    let room = within(Arc::clone(&app), caller, id.clone(), |entered| Ok(entered.room)).await?;
    let most = app.config.message;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most);
    let watch = Watch {
        app,
        id,
        room,
        client,
        token,
        sent: Sent::default(),
        look,
        heard: (Instant::now(), 0),
    };
    Ok(upgrade.on_upgrade(move |socket| watch.run(socket)))
}

struct Watch {
    app: Arc<App>,
    id: String,
    room: SharedRoom,
    client: Client,
    /// What it allows is asked for each time: seats change hands.
    token: Option<String>,
    /// Where this reader looks.
    look: Look,
    sent: Sent,
    /// Messages heard in the second that began then.
    heard: (Instant, u32),
}

/// What was sent last.
#[derive(Copy, Clone, Default)]
struct Sent {
    state: u64,
    analysis: u64,
}

/// What a reader says.
#[derive(serde::Deserialize)]
struct Said {
    /// Where it looks from now on; a message without it is not for us.
    look: Look,
}

impl Watch {
    async fn run(mut self, mut socket: WebSocket) {
        let mut changes = self.room.subscribe();
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
                    Some(Ok(message)) => {
                        self.hear(&message);
                        changes.mark_changed();
                    }
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
        let room = Arc::clone(&self.room);
        let left = move || lock(&room).looked_at = Instant::now();
        let _ = tokio::task::spawn_blocking(left).await;
    }

    /// Somebody looks elsewhere.
    fn hear(&mut self, message: &Message) {
        let said = message.to_text().ok().and_then(|text| serde_json::from_str::<Said>(text).ok());
        if let Some(said) = said
            && said.look != self.look
        {
            self.look = said.look;
            self.sent.state = 0;
        }
    }

    /// Send what has changed since the last time; false when nobody reads.
    async fn send_news(&mut self, socket: &mut WebSocket) -> bool {
        let (room, token) = (Arc::clone(&self.room), self.token.clone());
        let (look, sent) = (self.look.clone(), self.sent);
        let news = move || Ok(news(&room, token.as_deref(), &look, sent));
        let Ok((texts, sent, ticket)) = self.app.work(self.client, news).await else {
            return false;
        };
        // What somebody has seen has happened: it is on the disk first.
        if self.app.durable(ticket).await.is_err() {
            return false;
        }
        self.sent = sent;
        for text in texts {
            if !self.send(socket, Message::Text(text.as_ref().into())).await {
                return false;
            }
        }
        true
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

/// What a reader has not been sent yet.
fn news(
    room: &SharedRoom,
    token: Option<&str>,
    look: &Look,
    mut sent: Sent,
) -> (Vec<Arc<str>>, Sent, u64) {
    let mut hall = lock(room);
    let access = hall.room.access(token);
    let mut news = Vec::new();
    if hall.room.version() != sent.state {
        let extent = if sent.state == 0 { Extent::Whole } else { Extent::News };
        sent.state = hall.room.version();
        // Where one may not look any more, one sees the table.
        let text = hall.state(access, extent, look);
        news.extend(text.or_else(|_| hall.state(access, extent, &Look::default())).ok());
    }
    if hall.room.analysis_count() != sent.analysis
        && let Some(found) = hall.room.analysis(access)
    {
        sent.analysis = hall.room.analysis_count();
        news.extend(json(&found).ok().map(Arc::from));
    }
    (news, sent, hall.ticket)
}
