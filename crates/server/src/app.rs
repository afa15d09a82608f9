//! What all requests share.

use crate::clients::{Client, Clients};
use crate::config::Config;
use crate::error::ApiError;
use crate::metrics::Metrics;
use crate::room::{Opening, Room, SharedRoom, lock};
use crate::search::{Pool, Shelf};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Instant;
use takeback_host::Registry;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// The server's state.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) registry: Registry,
    pub(crate) clients: Arc<Clients>,
    pub(crate) pool: Pool,
    pub(crate) shelf: Shelf,
    pub(crate) metrics: Metrics,
    pub(crate) runtime: Handle,
    /// Tells live connections to end.
    pub(crate) closing: watch::Sender<bool>,
    /// What can be played, once somebody has asked.
    pub(crate) catalogue: OnceLock<String>,
    /// Pictures to choose by, of the games that were asked for.
    pub(crate) previews: Mutex<HashMap<String, String>>,
    rooms: RwLock<HashMap<String, SharedRoom>>,
}

impl App {
    /// Within a runtime.
    pub(crate) fn new(config: Config, registry: Registry) -> Arc<Self> {
        Arc::new(App {
            clients: Arc::new(Clients::new(&config)),
            pool: Pool::new(config.searchers, config.waiting, config.searches_per_client),
            shelf: Shelf::new(config.engines),
            metrics: Metrics::new(),
            registry,
            runtime: Handle::current(),
            closing: watch::Sender::new(false),
            catalogue: OnceLock::new(),
            previews: Mutex::default(),
            rooms: RwLock::default(),
            config,
        })
    }

    /// Open a room; `prepare` may still refuse.
    pub(crate) fn open(
        &self,
        client: Client,
        opening: Opening,
        prepare: impl FnOnce(&mut Room) -> Result<(), ApiError>,
    ) -> Result<SharedRoom, ApiError> {
        let mut room = Room::new(opening, self.clients.begin(client)?);
        prepare(&mut room)?;
        let id = room.id.clone();
        let shared = Arc::new(Mutex::new(room));
        self.rooms.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&shared));
        Ok(shared)
    }

    /// The room of this name, now looked at.
    pub(crate) fn room(&self, id: &str) -> Result<SharedRoom, ApiError> {
        let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.get(id).cloned().ok_or_else(|| {
            let shown: String = id.chars().take(40).collect();
            ApiError::NoGame(shown)
        })?;
        drop(rooms);
        lock(&room).looked_at = Instant::now();
        Ok(room)
    }

    /// How many rooms there are.
    pub(crate) fn rooms(&self) -> usize {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Forget a room.
    pub(crate) fn close(&self, id: &str) {
        let gone = self.rooms.write().unwrap_or_else(PoisonError::into_inner).remove(id);
        if let Some(room) = gone {
            let mut room = lock(&room);
            room.running = false;
            room.interrupt();
            crate::room::stop_analysis(&mut room);
            room.grading = None;
            room.tell();
        }
        self.shelf.clear(id);
    }

    /// Forget rooms that nobody looks at.
    pub(crate) fn sweep(&self) {
        let idle = |room: &SharedRoom| {
            let room = lock(room);
            room.listeners() == 0 && room.looked_at.elapsed() > self.config.idle_game
        };
        let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
        let gone: Vec<String> =
            rooms.iter().filter(|(_, room)| idle(room)).map(|(id, _)| id.clone()).collect();
        drop(rooms);
        for id in gone {
            self.close(&id);
        }
    }

    /// Whether the room is still there.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).contains_key(id)
    }
}
