//! Games on disk.
//!
//! A room is kept as a record and the events since, as [`takeback_room`] gives
//! them. One thread writes: it takes all that waits, commits it at once and says how
//! far it came. Whoever answers a request waits for that without holding a thread,
//! so that nothing is answered that a kill or a power cut could take back, and a
//! hundred moves cost one commit.

use crate::error::ApiError;
use rusqlite::{Connection, OptionalExtension, params};
use std::fs::File;
use std::net::IpAddr;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use takeback_room::{Event, Record, Summary};
use tokio::sync::watch;

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

/// A line of a list.
#[derive(Clone, Debug, serde::Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Listed {
    #[serde(flatten)]
    pub(crate) summary: Summary,
    /// When it last changed, in seconds since 1970.
    pub(crate) changed: i64,
}

/// What is looked for in the archive.
#[derive(Clone, Debug, Default)]
pub(crate) struct Search {
    pub(crate) game: Option<String>,
    /// Part of a person's name or of an engine's text.
    pub(crate) player: Option<String>,
    /// The seat that won; -1 for a draw.
    pub(crate) winner: Option<i64>,
    /// Only what changed before this.
    pub(crate) before: Option<i64>,
    pub(crate) most: usize,
}

/// The seat that won, -1 where several share it; none before the end.
pub(crate) fn winner_of(summary: &Summary) -> Option<i64> {
    let result = summary.result.as_ref()?;
    let best = result.iter().copied().fold(f32::MIN, f32::max);
    let mut winners = result.iter().enumerate().filter(|(_, share)| **share == best);
    match (winners.next(), winners.next()) {
        (Some((seat, _)), None) => Some(seat as i64),
        _ => Some(-1),
    }
}

impl Search {
    /// Whether a game is among what is looked for.
    pub(crate) fn finds(&self, listed: &Listed) -> bool {
        let Listed { summary, changed } = listed;
        let holds = |part: &String| {
            summary.players.iter().any(|p| p.to_lowercase().contains(&part.to_lowercase()))
        };
        summary.listed
            && summary.result.is_some()
            && self.game.as_ref().is_none_or(|game| *game == summary.game)
            && self.player.as_ref().is_none_or(holds)
            && self.winner.is_none_or(|winner| winner_of(summary) == Some(winner))
            && self.before.is_none_or(|before| *changed < before)
    }
}

/// Something to be written.
enum Message {
    /// What lists say of a room.
    List { summary: Summary, text: String },
    /// A room as it is now; what was noted before is in it.
    Keep { id: String, client: String, record: String },
    /// What has happened in a room since.
    Append { id: String, number: i64, events: String },
    /// Somebody has looked at it.
    Looked(String),
    /// It is over and done with.
    Forget(String),
    /// Forget what is older than so many seconds, and the oldest beyond so many bytes.
    Prune { age: i64, bytes: u64 },
}

#[derive(Default)]
struct Waiting {
    messages: Vec<Message>,
    /// Messages ever queued.
    queued: u64,
    closed: bool,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    more: Condvar,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Every change is one push: a panic elsewhere leaves it whole.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far the writer is.
#[derive(Copy, Clone, Debug, Default)]
struct Progress {
    /// Messages that are on the disk.
    written: u64,
    /// Whether the disk takes nothing at the moment.
    trouble: bool,
}

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

/// Seconds since 1970.
fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
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

/// A disk that refused is asked again so soon.
const AGAIN: Duration = Duration::from_secs(1);

/// Write what waits, all at once, until there is nothing more to come.
fn write(queue: &Queue, mut db: Connection, tell: &watch::Sender<Progress>) {
    loop {
        let mut waiting = queue.lock();
        while waiting.messages.is_empty() && !waiting.closed {
            waiting = queue.more.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
        let (messages, written) = (std::mem::take(&mut waiting.messages), waiting.queued);
        drop(waiting);
        if messages.is_empty() {
            return;
        }
        if answers_before_commit() {
            tell.send_replace(Progress { written, trouble: false });
            std::thread::sleep(Duration::from_millis(50));
        }
        while commit(&mut db, &messages).is_err() {
            tell.send_modify(|progress| progress.trouble = true);
            let waiting = queue.lock();
            let (waiting, _) =
                queue.more.wait_timeout(waiting, AGAIN).unwrap_or_else(PoisonError::into_inner);
            if waiting.closed {
                return;
            }
        }
        tell.send_replace(Progress { written, trouble: false });
    }
}

/// A fault that the test with kills plants, to show that it would be seen: moves are
/// answered before they are on the disk. Only builds with debug assertions have it.
fn answers_before_commit() -> bool {
    cfg!(debug_assertions)
        && std::env::var_os("TAKEBACK_PLANTED_FAULT").is_some_and(|f| f == "answer-before-commit")
}

fn commit(db: &mut Connection, messages: &[Message]) -> rusqlite::Result<()> {
    let all = db.transaction()?;
    for message in messages {
        match message {
            Message::List { summary, text } => {
                let winner = winner_of(summary);
                let archived = summary.listed && winner.is_some();
                let players = summary.players.join("\n").to_lowercase();
                all.prepare_cached(
                    "INSERT INTO summaries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                     ON CONFLICT (id) DO UPDATE SET game = excluded.game,
                     players = excluded.players, winner = excluded.winner,
                     archived = excluded.archived, summary = excluded.summary,
                     changed = excluded.changed WHERE summary <> excluded.summary",
                )?
                .execute(params![
                    summary.id,
                    summary.game,
                    players,
                    winner,
                    archived,
                    text,
                    now()
                ])?;
            }
            Message::Keep { id, client, record } => {
                all.prepare_cached("INSERT OR REPLACE INTO rooms VALUES (?1, ?2, ?3, ?4)")?
                    .execute(params![id, client, record, now()])?;
                all.prepare_cached("DELETE FROM events WHERE room = ?1")?.execute([id])?;
            }
            Message::Append { id, number, events } => {
                all.prepare_cached("INSERT INTO events VALUES (?1, ?2, ?3)")?
                    .execute(params![id, number, events])?;
            }
            Message::Looked(id) => {
                all.prepare_cached("UPDATE rooms SET looked = ?2 WHERE id = ?1")?
                    .execute(params![id, now()])?;
            }
            Message::Forget(id) => {
                all.prepare_cached("DELETE FROM rooms WHERE id = ?1")?.execute([id])?;
                all.prepare_cached("DELETE FROM summaries WHERE id = ?1")?.execute([id])?;
                all.prepare_cached("DELETE FROM events WHERE room = ?1")?.execute([id])?;
            }
            Message::Prune { age, bytes } => prune(&all, now() - *age, *bytes)?,
        }
    }
    all.commit()
}

/// A line of a list; none where the row was written by something newer.
fn listed(row: &rusqlite::Row<'_>) -> rusqlite::Result<Option<Listed>> {
    let (text, changed) = (row.get::<_, String>(0)?, row.get::<_, i64>(1)?);
    Ok(serde_json::from_str(&text).ok().map(|summary| Listed { summary, changed }))
}

/// Rooms dropped at a time while there is too much.
const SOME: i64 = 64;

fn prune(db: &Connection, before: i64, bytes: u64) -> rusqlite::Result<()> {
    db.execute("DELETE FROM rooms WHERE looked < ?1", [before])?;
    while used(db)? > bytes {
        let gone = db.execute(
            "DELETE FROM rooms WHERE id IN (SELECT id FROM rooms ORDER BY looked LIMIT ?1)",
            [SOME],
        )?;
        db.execute("DELETE FROM events WHERE room NOT IN (SELECT id FROM rooms)", [])?;
        if gone == 0 {
            break;
        }
    }
    db.execute("DELETE FROM events WHERE room NOT IN (SELECT id FROM rooms)", [])?;
    db.execute("DELETE FROM summaries WHERE id NOT IN (SELECT id FROM rooms)", [])?;
    db.execute_batch("PRAGMA incremental_vacuum")
}

/// Bytes that are in use.
fn used(db: &Connection) -> rusqlite::Result<u64> {
    let number = |name: &str| db.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let used = (number("page_count")? - number("freelist_count")?) * number("page_size")?;
    Ok(used.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_room::{Call, Kind, Opening, Room, Secret, Who};

    fn folder(name: &str) -> std::path::PathBuf {
        let path = std::env::temp_dir().join(format!("takeback-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        path
    }

    fn room(games: &takeback_host::Registry, number: u8) -> Room {
        let kind = Kind::find(games, "tictactoe", None).expect("built in");
        let seats = vec![Who::Person, Who::Person];
        Room::open(Opening::new(kind, seats, Secret([number; 32]))).expect("two can play")
    }

    fn wait(store: &Store, ticket: u64) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        runtime.block_on(store.durable(ticket)).expect("the disk takes it");
    }

    #[test]
    fn what_was_written_is_read_and_one_server_keeps_one_file() {
        let games = takeback::standard();
        let path = folder("store").join("deep/games.db");
        let client: IpAddr = "10.0.0.7".parse().expect("an address");
        let mut room = room(&games, 1);
        let owner = room.owner().to_owned();
        {
            let store = Store::open(&path).expect("a new file");
            let refused = Store::open(&path).err().expect("it is in use");
            assert!(refused.to_string().contains("another server"), "{refused}");
            let record = room.keep();
            store.keep(client, &record).expect("a record");
            let own = room.enter(Some(&owner));
            let mut ticket = 0;
            for (number, text) in ["b2", "a1", "c3"].into_iter().enumerate() {
                room.call(own, Call::play(text)).expect("legal");
                let events = room.fetch_events();
                ticket = store.append(room.id(), number as u64 + 1, &events).expect("events");
            }
            wait(&store, ticket);
            assert_eq!(store.read(room.id()).expect("a file").expect("kept").record.now, 3);
        }
        let store = Store::open(&path).expect("the file again");
        let kept = store.read(room.id()).expect("a file").expect("kept");
        assert_eq!((kept.client, kept.record.moves.len()), (client, 3));
        let again = kept.record.load(&games, 100, Secret([9; 32])).expect("it loads");
        assert_eq!(again.table().position(), room.table().position());
        assert!(again.access(Some(&owner)).owner && again.version() > room.version());
        assert!(store.read("nothing").expect("a file").is_none());
        wait(&store, store.forget(room.id()));
        assert!(store.read(room.id()).expect("a file").is_none());
        drop(store);
        std::fs::remove_dir_all(path.ancestors().nth(2).expect("ours")).expect("ours");
    }

    #[test]
    fn the_oldest_go_when_there_is_too_much_and_the_old_when_it_is_time() {
        let games = takeback::standard();
        let folder = folder("prune");
        let store = Store::open(&folder.join("games.db")).expect("a new file");
        let client: IpAddr = "10.0.0.7".parse().expect("an address");
        let ids: Vec<String> = (0..200)
            .map(|number| {
                let mut room = room(&games, number);
                let mut record = room.keep();
                record.start.push_str(&" ".repeat(4000));
                store.keep(client, &record).expect("a record");
                record.id
            })
            .collect();
        let left = |store: &Store| {
            ids.iter().filter(|id| store.read(id).expect("a file").is_some()).count()
        };
        store.prune(Duration::from_secs(3600), 1 << 30);
        wait(&store, 201);
        assert_eq!(left(&store), 200);
        store.prune(Duration::from_secs(3600), 400_000);
        wait(&store, 202);
        let some = left(&store);
        assert!((1..110).contains(&some), "{some} are left of 200");
        wait(&store, store.keep(client, &room(&games, 7).keep()).expect("a record"));
        assert!(left(&store) > 0);
        drop(store);
        let db = connect(&folder.join("games.db")).expect("the file");
        db.execute("UPDATE rooms SET looked = looked - 100", []).expect("it is ours");
        drop(db);
        let store = Store::open(&folder.join("games.db")).expect("the file again");
        store.prune(Duration::from_secs(50), 1 << 30);
        wait(&store, 1);
        assert_eq!(left(&store), 0);
        drop(store);
        std::fs::remove_dir_all(&folder).expect("ours");
    }
}
