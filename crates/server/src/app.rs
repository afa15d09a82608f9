//! What all requests share.

use crate::clients::{Client, Clients};
use crate::config::Config;
use crate::error::ApiError;
use crate::hall::{Shared, SharedRoom, lock};
use crate::metrics::Metrics;
use crate::search::{Costs, Pool, Shelf};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::Instant;
use takeback_host::Registry;
use takeback_room::Room;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// The server's state.
pub(crate) struct App {
    pub(crate) config: Config,
    pub(crate) registry: Registry,
    pub(crate) clients: Arc<Clients>,
    pub(crate) pool: Pool,
    pub(crate) shelf: Shelf,
    pub(crate) costs: Costs,
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
            costs: Costs::default(),
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

    /// Do something that may take longer than a moment, away from the threads that
    /// answer. A client has a few such things done at once and waits for itself.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.clients.turn(client);
        let _turn = turn.acquire_owned().await.map_err(|_| ApiError::Busy)?;
        tokio::task::spawn_blocking(work).await.unwrap_or(Err(ApiError::Internal))
    }

    /// Take a room in.
    pub(crate) fn open(&self, client: Client, room: Room) -> Result<SharedRoom, ApiError> {
        let playing = self.clients.begin(client)?;
        let id = room.id().to_owned();
        let shared = Shared::new(room, playing);
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
            lock(&room).room.end();
            room.tell();
        }
        self.shelf.clear(id);
    }

    /// Forget rooms that nobody looks at.
    pub(crate) fn sweep(&self) {
        let idle = |room: &SharedRoom| {
            room.listeners() == 0 && lock(room).looked_at.elapsed() > self.config.idle_game
        };
        let rooms: Vec<(String, SharedRoom)> = {
            let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
            rooms.iter().map(|(id, room)| (id.clone(), Arc::clone(room))).collect()
        };
        for (id, room) in rooms {
            if idle(&room) {
                self.close(&id);
            }
        }
    }

    /// Whether the room is still there.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).contains_key(id)
    }
}
