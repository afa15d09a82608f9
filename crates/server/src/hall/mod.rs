//! A room in this house: the game itself is [`takeback_room`]'s; here are the
//! lock around it, those who listen, and the searches it asks for.
//!
//! A room is changed under its lock, by short actions that either happen as a
//! whole or not at all. Searches run outside and come back with a ticket; an
//! answer to a question that is no longer asked is dropped.

mod drive;
mod grading;
mod study;

pub(crate) use drive::{drive, let_engine_move};
pub(crate) use grading::grade;
pub(crate) use study::{analyse, position_after};

use crate::clients::Playing;
use crate::error::ApiError;
use crate::store::Store;
use std::collections::HashMap;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use takeback_room::{Access, Extent, Look, Room, Summary, Viewer};
use tokio::sync::watch;

/// Everything that decides how a state reads.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Face {
    access: Access,
    viewer: Viewer,
    extent: Extent,
    look: Look,
    /// Where clocks run, a state is true for a moment only.
    tick: u64,
}

/// A state with running clocks is written anew so often, in milliseconds.
const TICK: u64 = 250;

/// Milliseconds since 1970, as rooms are told.
pub(crate) fn now_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// States that are kept written, all who look at one game together.
const KEPT: usize = 64;

/// A room and what the house knows of it.
pub(crate) struct Hall {
    pub(crate) room: Room,
    /// Counts among its client's games until it is dropped.
    pub(crate) playing: Playing,
    pub(crate) looked_at: Instant,
    /// States already written, for this version.
    rendered: (u64, HashMap<Face, Arc<str>>),
    /// Batches of events since the room was kept as a whole, and the ticket of the
    /// last.
    batches: u64,
    pub(crate) ticket: u64,
    /// What lists say of it.
    listed: Option<Summary>,
    /// When somebody looks whether time is up, in milliseconds.
    alarm: Option<u64>,
}

/// After so many batches a room is kept as a whole again.
const BATCHES: u64 = 256;

impl Hall {
    /// Hand what has happened to the store.
    fn note(&mut self, store: &Store) -> Result<(), ApiError> {
        let events = self.room.fetch_events();
        self.list(store)?;
        if events.is_empty() {
            return Ok(());
        }
        self.batches += 1;
        self.ticket = if self.batches < BATCHES {
            store.append(self.room.id(), self.batches, &events)?
        } else {
            self.keep(store)?
        };
        Ok(())
    }

    /// What lists say of it.
    fn list(&mut self, store: &Store) -> Result<(), ApiError> {
        let summary = self.room.summary();
        if self.listed.as_ref() != Some(&summary) {
            store.list(&summary)?;
            self.listed = Some(summary);
        }
        Ok(())
    }

    /// Whether an alarm must be set for this moment; it is, from now on.
    pub(crate) fn sets_alarm(&mut self, due: u64) -> bool {
        let sooner = self.alarm.is_none_or(|set| due < set);
        if sooner {
            self.alarm = Some(due);
        }
        sooner
    }

    /// The alarm that was set for this moment has rung.
    pub(crate) fn rang(&mut self, due: u64) {
        self.alarm.take_if(|set| *set == due);
    }

    /// Keep the whole room.
    fn keep(&mut self, store: &Store) -> Result<u64, ApiError> {
        self.batches = 0;
        let record = self.room.keep();
        self.ticket = store.keep(self.playing.client().0, &record)?;
        Ok(self.ticket)
    }

    /// Forget what was kept of it.
    pub(crate) fn forget(&mut self, shared: &Shared) {
        if let Some(store) = &shared.store {
            self.room.rest();
            self.ticket = store.forget(self.room.id());
        }
    }

    /// The state as JSON, from memory if it was asked for before.
    pub(crate) fn state(
        &mut self,
        access: Access,
        extent: Extent,
        look: &Look,
    ) -> Result<Arc<str>, ApiError> {
        let version = self.room.version();
        if self.rendered.0 != version || self.rendered.1.len() >= KEPT {
            self.rendered = (version, HashMap::new());
        }
        let tick = if self.room.clock_runs() { now_ms() / TICK } else { 0 };
        let viewer = self.room.viewer(access);
        let face = Face { access, viewer, extent, look: look.clone(), tick };
        if let Some(known) = self.rendered.1.get(&face) {
            return Ok(Arc::clone(known));
        }
        let state = self.room.view_at(access, extent, look)?;
        let text: Arc<str> = json(&state)?.into();
        self.rendered.1.insert(face, Arc::clone(&text));
        Ok(text)
    }
}

/// A value as JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, ApiError> {
    serde_json::to_string(value).map_err(|_| ApiError::Internal)
}

/// A room that several may hold.
pub(crate) struct Shared {
    hall: Mutex<Hall>,
    changed: watch::Sender<u64>,
    store: Option<Arc<Store>>,
}

/// A room that several may hold.
pub(crate) type SharedRoom = Arc<Shared>;

impl Shared {
    /// A room, kept from now on where there is a store.
    pub(crate) fn new(
        room: Room,
        playing: Playing,
        store: Option<Arc<Store>>,
    ) -> Result<SharedRoom, ApiError> {
        let (looked_at, rendered) = (Instant::now(), (0, HashMap::new()));
        let (batches, ticket, listed, alarm) = (0, 0, None, None);
        let mut hall = Hall { room, playing, looked_at, rendered, batches, ticket, listed, alarm };
        if let Some(store) = &store {
            hall.list(store)?;
            hall.keep(store)?;
        }
        let (hall, changed) = (Mutex::new(hall), watch::Sender::new(0));
        Ok(Arc::new(Shared { hall, changed, store }))
    }

    /// Hear of changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// How many listen.
    pub(crate) fn listeners(&self) -> usize {
        self.changed.receiver_count()
    }

    /// Wake those who listen.
    pub(crate) fn tell(&self) {
        self.changed.send_modify(|count| *count = count.wrapping_add(1));
    }
}

/// A room under its lock; whoever listens hears of it when something changed.
pub(crate) struct Locked<'a> {
    hall: MutexGuard<'a, Hall>,
    shared: &'a Shared,
    before: u64,
}

impl Deref for Locked<'_> {
    type Target = Hall;

    fn deref(&self) -> &Hall {
        &self.hall
    }
}

impl DerefMut for Locked<'_> {
    fn deref_mut(&mut self) -> &mut Hall {
        &mut self.hall
    }
}

impl Drop for Locked<'_> {
    fn drop(&mut self) {
        if self.hall.room.news() != self.before {
            // Under the lock, so that what comes later is written later. Events are plain
            // values, which JSON can always hold.
            if let Some(store) = &self.shared.store {
                let _ = self.hall.note(store);
            }
            self.shared.tell();
        }
    }
}

/// Lock a room. A panic inside an action is caught by the server and must not
/// lock everybody out: actions change the table and the tree together, last.
pub(crate) fn lock(shared: &SharedRoom) -> Locked<'_> {
    let mut hall = shared.hall.lock().unwrap_or_else(PoisonError::into_inner);
    let before = hall.room.news();
    hall.room.time(now_ms());
    Locked { hall, shared, before }
}
