//! Games on disk.
//!
//! A room is kept as a record and the events since, as [`takeback_room`] gives
//! them. One thread writes: it takes all that waits, commits it at once and says how
//! far it came. Whoever answers a request waits for that without holding a thread,
//! so that nothing is answered that a kill or a power cut could take back, and a
//! hundred moves cost one commit.

mod lists;
mod writer;

pub(crate) use lists::{Listed, Search};

use crate::error::ApiError;
use lists::listed;
use rusqlite::{Connection, OptionalExtension, params};
use std::fs::File;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use takeback_room::{Event, Record, Summary};
use tokio::sync::watch;
use writer::{Message, Progress, Queue, write};

/// The version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE rooms (
    id TEXT PRIMARY KEY,
    client TEXT NOT NULL,
    record TEXT NOT NULL,
    looked INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX rooms_by_look ON rooms (looked);
CREATE TABLE events (
    room TEXT NOT NULL,
    number INTEGER NOT NULL,
    events TEXT NOT NULL,
    PRIMARY KEY (room, number)
) WITHOUT ROWID;";

/// What lists say of the rooms; made where it is missing, since older files have none.
const LISTS: &str = "
CREATE TABLE IF NOT EXISTS summaries (
    id TEXT PRIMARY KEY,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    winner INTEGER,
    archived INTEGER NOT NULL,
    summary TEXT NOT NULL,
    changed INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS summaries_by_change ON summaries (archived, changed);";

/// The place where games are kept.
pub(crate) struct Store {
    queue: Arc<Queue>,
    progress: watch::Receiver<Progress>,
    reader: Mutex<Connection>,
    writer: Mutex<Option<JoinHandle<()>>>,
    /// Held as long as this server runs: two would undo each other's games.
    lock: File,
}

/// A room as it was found.
pub(crate) struct Kept {
    pub(crate) client: IpAddr,
    pub(crate) record: Record,
}

fn io(error: impl std::fmt::Display) -> std::io::Error {
    std::io::Error::other(error.to_string())
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let db = Connection::open(path)?;
    db.busy_timeout(Duration::from_secs(10))?;
    // Freed pages go back to the system; only a new file heeds it.
    db.pragma_update(None, "auto_vacuum", "INCREMENTAL")?;
    db.pragma_update(None, "journal_mode", "WAL")?;
    db.pragma_update(None, "synchronous", "FULL")?;
    Ok(db)
}

impl Store {
    /// Open the file, or begin one; its folder is made where it is missing.
    pub(crate) fn open(path: &Path) -> std::io::Result<Self> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)?;
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".lock");
        let lock = File::create(path.with_file_name(name))?;
        lock.try_lock().map_err(|_| io("another server keeps its games there"))?;
        // Hands and dice are in it: for this user alone. What SQLite adds follows it.
        let mut file = File::options();
        file.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut file, 0o600);
        drop(file.open(path)?);
        let db = connect(path).map_err(io)?;
        let version: i64 =
            db.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(io)?;
        match version {
            0 => {
                db.execute_batch(TABLES).map_err(io)?;
                db.pragma_update(None, "user_version", VERSION).map_err(io)?;
            }
            VERSION => (),
            other => return Err(io(format!("games of version {other}, not {VERSION}"))),
        }
        db.execute_batch(LISTS).map_err(io)?;
        let reader = connect(path).map_err(io)?;
        let queue = Arc::<Queue>::default();
        let (tell, progress) = watch::channel(Progress::default());
        let waiting = Arc::clone(&queue);
        let writer = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || write(&waiting, db, &tell))?;
        Ok(Store {
            queue,
            progress,
            reader: Mutex::new(reader),
            writer: Mutex::new(Some(writer)),
            lock,
        })
    }

    /// Queue something; it is on the disk when [`durable`](Store::durable) says so.
    fn queue(&self, message: Message) -> u64 {
        let mut waiting = self.queue.lock();
        waiting.messages.push(message);
        waiting.queued += 1;
        let ticket = waiting.queued;
        drop(waiting);
        self.queue.more.notify_one();
        ticket
    }

    /// Keep a room as it is now.
    pub(crate) fn keep(&self, client: IpAddr, record: &Record) -> Result<u64, ApiError> {
        let text = serde_json::to_string(record).map_err(|_| ApiError::Internal)?;
        let (id, client) = (record.id.clone(), client.to_string());
        Ok(self.queue(Message::Keep { id, client, record: text }))
    }

    /// Keep what has happened since.
    pub(crate) fn append(&self, id: &str, number: u64, events: &[Event]) -> Result<u64, ApiError> {
        let events = serde_json::to_string(events).map_err(|_| ApiError::Internal)?;
        Ok(self.queue(Message::Append { id: id.to_owned(), number: number as i64, events }))
    }

    /// Lists say this of it from now on.
    pub(crate) fn list(&self, summary: &Summary) -> Result<(), ApiError> {
        let text = serde_json::to_string(summary).map_err(|_| ApiError::Internal)?;
        self.queue(Message::List { summary: summary.clone(), text });
        Ok(())
    }

    /// Games that are over and that everybody may find, the latest first.
    pub(crate) fn archive(&self, search: &Search) -> Result<Vec<Listed>, ApiError> {
        let db = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let part = search.player.as_ref().map(|part| {
            let plain =
                part.to_lowercase().replace('!', "!!").replace('%', "!%").replace('_', "!_");
            format!("%{plain}%")
        });
        let found = db
            .prepare_cached(
                "SELECT summary, changed FROM summaries WHERE archived = 1
                 AND (?1 IS NULL OR game = ?1) AND (?2 IS NULL OR players LIKE ?2 ESCAPE '!')
                 AND (?3 IS NULL OR winner = ?3) AND (?4 IS NULL OR changed < ?4)
                 ORDER BY changed DESC, id LIMIT ?5",
            )
            .and_then(|mut all| {
                let most = search.most as i64;
                let given = params![search.game, part, search.winner, search.before, most];
                all.query_map(given, listed)?.collect::<rusqlite::Result<Vec<_>>>()
            });
        found.map(|all| all.into_iter().flatten().collect()).map_err(|_| ApiError::Internal)
    }

    /// What lists say of these rooms, as far as they are kept.
    pub(crate) fn summaries(&self, ids: &[String]) -> Result<Vec<Listed>, ApiError> {
        let db = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || -> rusqlite::Result<Vec<Listed>> {
            let mut one =
                db.prepare_cached("SELECT summary, changed FROM summaries WHERE id = ?1")?;
            let mut found = Vec::new();
            for id in ids {
                found.extend(one.query_row([id], listed).optional()?.flatten());
            }
            Ok(found)
        };
        read().map_err(|_| ApiError::Internal)
    }

    /// Somebody has looked at it.
    pub(crate) fn looked(&self, id: &str) {
        self.queue(Message::Looked(id.to_owned()));
    }

    /// It is over and done with.
    pub(crate) fn forget(&self, id: &str) -> u64 {
        self.queue(Message::Forget(id.to_owned()))
    }

    /// Forget what is too old, and the oldest of what is too much.
    pub(crate) fn prune(&self, age: Duration, bytes: u64) {
        self.queue(Message::Prune { age: age.as_secs() as i64, bytes });
    }

    /// Whether the disk takes nothing at the moment: nothing should change then.
    pub(crate) fn is_in_trouble(&self) -> bool {
        self.progress.borrow().trouble
    }

    /// Wait until this is on the disk.
    pub(crate) async fn durable(&self, ticket: u64) -> Result<(), ApiError> {
        let mut progress = self.progress.clone();
        let reached = progress.wait_for(|now| now.written >= ticket || now.trouble).await;
        match reached {
            Ok(now) if now.written >= ticket => Ok(()),
            _ => Err(ApiError::NotKept),
        }
    }

    /// Wait until everything queued so far is on the disk.
    pub(crate) async fn settled(&self) -> Result<(), ApiError> {
        let queued = self.queue.lock().queued;
        self.durable(queued).await
    }

    /// The room of this name, as the disk has it.
    pub(crate) fn read(&self, id: &str) -> Result<Option<Kept>, ApiError> {
        let mut db = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
        // One look for both tables: the writer may come in between.
        let found = db.transaction().and_then(|look| {
            let room = look
                .query_row("SELECT client, record FROM rooms WHERE id = ?1", [id], |row| {
                    Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
                })
                .optional()?;
            let Some(room) = room else { return Ok(None) };
            let mut all =
                look.prepare_cached("SELECT events FROM events WHERE room = ?1 ORDER BY number")?;
            let batches = all
                .query_map([id], |row| row.get::<_, String>(0))?
                .collect::<rusqlite::Result<Vec<_>>>()?;
            Ok(Some((room, batches)))
        });
        drop(db);
        let Some(((client, record), batches)) = found.map_err(|_| ApiError::Internal)? else {
            return Ok(None);
        };
        let client = client.parse().map_err(|_| ApiError::Internal)?;
        let mut record: Record = serde_json::from_str(&record).map_err(|_| ApiError::Internal)?;
        for events in batches {
            let events: Vec<Event> =
                serde_json::from_str(&events).map_err(|_| ApiError::Internal)?;
            for event in events {
                record.apply(event)?;
            }
        }
        Ok(Some(Kept { client, record }))
    }
}

impl Store {
    /// Write what waits, and leave the file to the next server. Searches that end
    /// later may still hold the store: what they bring is no longer kept, and
    /// nobody was told of it.
    pub(crate) fn close(&self) {
        self.queue.lock().closed = true;
        self.queue.more.notify_all();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
            let _ = self.lock.unlock();
        }
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.close();
    }
}

#[cfg(test)]
mod tests;
