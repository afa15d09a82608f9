//! What all requests share.

use crate::clients::{Client, Clients};
use crate::config::Config;
use crate::error::ApiError;
use crate::hall::{Shared, SharedRoom, drive, lock};
use crate::metrics::Metrics;
use crate::search::{Costs, Pool, Shelf};
use crate::store::{Listed, Search, Store};
use crate::token;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use takeback_host::Registry;
use takeback_room::Room;
use tokio::runtime::Handle;
use tokio::sync::watch;

/// Kept games are looked through so often.
const PRUNE: Duration = Duration::from_secs(3600);

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
    /// Where games are kept, if they are.
    pub(crate) store: Option<Arc<Store>>,
    /// Held while a room is read from the disk, so that it is read once.
    waking: [Mutex<()>; 16],
    /// When kept games were last looked through.
    pruned: Mutex<Option<Instant>>,
    rooms: RwLock<HashMap<String, SharedRoom>>,
}

impl App {
    /// Within a runtime.
    pub(crate) fn new(config: Config, registry: Registry, store: Option<Store>) -> Arc<Self> {
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
            store: store.map(Arc::new),
            waking: Default::default(),
            pruned: Mutex::default(),
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
        self.must_keep()?;
        let playing = self.clients.begin(client)?;
        let id = room.id().to_owned();
        let shared = Shared::new(room, playing, self.store.clone())?;
        self.rooms.write().unwrap_or_else(PoisonError::into_inner).insert(id, Arc::clone(&shared));
        Ok(shared)
    }

    /// Refuse to change anything while the disk takes nothing.
    pub(crate) fn must_keep(&self) -> Result<(), ApiError> {
        let trouble = self.store.as_ref().is_some_and(|store| store.is_in_trouble());
        if trouble { Err(ApiError::NotKept) } else { Ok(()) }
    }

    /// Wait until what has happened in a room so far is on the disk.
    pub(crate) async fn durable(&self, ticket: u64) -> Result<(), ApiError> {
        match &self.store {
            Some(store) => store.durable(ticket).await,
            None => Ok(()),
        }
    }

    /// The room of this name, now looked at; read from the disk where it is not in
    /// memory. Not for the threads that answer.
    pub(crate) fn room(self: &Arc<Self>, id: &str) -> Result<SharedRoom, ApiError> {
        let room = match self.known(id) {
            Some(room) => room,
            None => self.wake(id)?,
        };
        lock(&room).looked_at = Instant::now();
        Ok(room)
    }

    fn known(&self, id: &str) -> Option<SharedRoom> {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// Read a room from the disk, and let it go on.
    fn wake(self: &Arc<Self>, id: &str) -> Result<SharedRoom, ApiError> {
        let nothing = || ApiError::NoGame(id.chars().take(40).collect());
        let store = self.store.as_ref().ok_or_else(nothing)?;
        let place = id.bytes().fold(0, |sum: usize, byte| sum.rotate_left(5) ^ usize::from(byte));
        let one = &self.waking[place % self.waking.len()];
        let one_at_a_time = one.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = self.known(id) {
            return Ok(room);
        }
        // What was left behind in memory may still be on its way.
        self.runtime.block_on(store.settled())?;
        let kept = store.read(id)?.filter(|kept| !kept.record.ended).ok_or_else(nothing)?;
        let room = kept.record.load(&self.registry, self.config.nodes_per_game, token::secret())?;
        let room = self.open(Client(kept.client), room)?;
        drop(one_at_a_time);
        drive(self, &room);
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
            let mut hall = lock(&room);
            hall.room.end();
            hall.forget(&room);
            drop(hall);
            room.tell();
        }
        self.shelf.clear(id);
    }

    /// Forget rooms that nobody looks at; those that are kept leave the memory.
    pub(crate) fn sweep(&self) {
        self.metrics.settle();
        if let Some(store) = &self.store {
            self.put_away(store);
            return self.prune(store);
        }
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

    /// Forget kept games that are too old, and the oldest of what is too much.
    fn prune(&self, store: &Store) {
        let mut pruned = self.pruned.lock().unwrap_or_else(PoisonError::into_inner);
        if pruned.is_some_and(|last| last.elapsed() < PRUNE) {
            return;
        }
        *pruned = Some(Instant::now());
        // What is in memory is looked at, however long ago it was kept as a whole.
        for id in self.rooms.read().unwrap_or_else(PoisonError::into_inner).keys() {
            store.looked(id);
        }
        store.prune(self.config.kept_game, self.config.kept_bytes);
    }

    /// Let go of rooms that nobody holds and nobody has looked at for a while.
    fn put_away(&self, store: &Store) {
        let mut left = Vec::new();
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        rooms.retain(|id, room| {
            // Nobody can take hold of it meanwhile, and a search that still comes back
            // finds a room that waits for nothing.
            if Arc::strong_count(room) > 1 {
                return true;
            }
            let mut hall = lock(room);
            let idle = hall.looked_at.elapsed();
            if idle <= self.config.idle_game {
                return true;
            }
            hall.room.rest();
            drop(hall);
            left.push(id.clone());
            false
        });
        drop(rooms);
        for id in left {
            store.looked(&id);
            self.shelf.clear(&id);
        }
    }

    /// Rooms in memory in a line each.
    fn lines(&self) -> Vec<Listed> {
        let rooms: Vec<SharedRoom> =
            self.rooms.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |t| t.as_secs() as i64);
        let line = |room: &SharedRoom| {
            let hall = lock(room);
            let changed = now - hall.looked_at.elapsed().as_secs() as i64;
            Listed { summary: hall.room.summary(), changed }
        };
        rooms.iter().map(line).collect()
    }

    /// Games that are over and that everybody may find, the latest first.
    pub(crate) fn archive(&self, search: &Search) -> Result<Vec<Listed>, ApiError> {
        if let Some(store) = &self.store {
            return store.archive(search);
        }
        let mut found: Vec<Listed> =
            self.lines().into_iter().filter(|line| search.finds(line)).collect();
        found.sort_by(|a, b| (b.changed, &a.summary.id).cmp(&(a.changed, &b.summary.id)));
        found.truncate(search.most);
        Ok(found)
    }

    /// What lists say of these rooms.
    pub(crate) fn summaries(&self, ids: &[String]) -> Result<Vec<Listed>, ApiError> {
        if let Some(store) = &self.store {
            return store.summaries(ids);
        }
        Ok(self.lines().into_iter().filter(|line| ids.contains(&line.summary.id)).collect())
    }

    /// Whether the room is still there.
    pub(crate) fn has(&self, id: &str) -> bool {
        self.rooms.read().unwrap_or_else(PoisonError::into_inner).contains_key(id)
    }
}
