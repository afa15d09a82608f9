//! The thread that writes: it takes all that waits and commits it at once.

use super::lists::winner_of;
use rusqlite::{Connection, params};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use takeback_room::Summary;
use tokio::sync::watch;

/// Something to be written.
pub(super) enum Message {
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
pub(super) struct Waiting {
    pub(super) messages: Vec<Message>,
    /// Messages ever queued.
    pub(super) queued: u64,
    pub(super) closed: bool,
}

#[derive(Default)]
pub(super) struct Queue {
    pub(super) waiting: Mutex<Waiting>,
    pub(super) more: Condvar,
}

impl Queue {
    pub(super) fn lock(&self) -> MutexGuard<'_, Waiting> {
        // Every change is one push: a panic elsewhere leaves it whole.
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How far the writer is.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Progress {
    /// Messages that are on the disk.
    pub(super) written: u64,
    /// Whether the disk takes nothing at the moment.
    pub(super) trouble: bool,
}

/// A disk that refused is asked again so soon.
const AGAIN: Duration = Duration::from_secs(1);

/// Write what waits, all at once, until there is nothing more to come.
pub(super) fn write(queue: &Queue, mut db: Connection, tell: &watch::Sender<Progress>) {
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

/// Seconds since 1970.
pub(super) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
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
