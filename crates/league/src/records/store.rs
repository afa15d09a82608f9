//! A file of games.

use super::game::{Record, RecordedSeat, ply_from_row, score_text};
use super::schema::{self, VERSION};
use crate::matches::Effort;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// An open file of games.
pub struct Store {
    connection: Connection,
}

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum StoreError {
    #[error("the file of games: {0}")]
    Sqlite(#[from] rusqlite::Error),
    #[error("there is no file {}; games are stored by --db", .0.display())]
    Missing(PathBuf),
    #[error(
        "the file of games has version {found}, this program knows {VERSION}: use a newer takeback"
    )]
    Newer { found: u32 },
    #[error("the file is a database of something else")]
    Foreign,
    #[error("there is no game {0} in the file; `games list` shows them")]
    NoGame(i64),
    #[error(transparent)]
    Write(std::io::Error),
    #[error("the file has an event {name:?} with another plan; choose another --name")]
    OtherPlan { name: String },
}

/// A match, tournament or import that games belong to.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Event(i64);

/// A rating of an event's engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Rated {
    /// The engine.
    pub engine: String,
    /// How it was computed.
    pub model: String,
    /// The rating.
    pub rating: f64,
    /// Half its 95 % interval.
    pub error: f64,
    /// Games it rests on.
    pub games: u64,
}

/// Which games to list.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Of this game.
    pub game: Option<String>,
    /// Of this event.
    pub event: Option<String>,
    /// The one with this id.
    pub id: Option<i64>,
    /// At most so many; 0 for all.
    pub limit: u64,
}

/// A line of a list of games.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The game's number in the file.
    pub id: i64,
    /// Its event and number there.
    pub event: (String, i64),
    /// Game and variant.
    pub game: (String, String),
    /// Moves.
    pub plies: u64,
    /// How it ended.
    pub ending: String,
    /// Seats and results.
    pub seats: Vec<(String, Option<i32>)>,
}

impl Store {
    /// Open a file, or make one.
    ///
    /// # Errors
    /// When it is no file of games or of a newer version.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::prepare(Connection::open(path)?)
    }

    /// Open a file that must be there.
    ///
    /// # Errors
    /// When it is not, or is no file of games, or of a newer version.
    pub fn existing(path: &Path) -> Result<Self, StoreError> {
        if !path.is_file() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        Self::open(path)
    }

    /// A store in memory, for tests.
    ///
    /// # Errors
    /// When there is no memory.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> Result<Self, StoreError> {
        connection.busy_timeout(std::time::Duration::from_secs(30))?;
        // Before anything is written: a foreign or newer file is left as it is.
        schema::migrate(&mut connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        // A committed game survives a power cut.
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        Ok(Store { connection })
    }

    /// The event of this name, made if there is none yet.
    ///
    /// # Errors
    /// When there is one with another plan.
    pub fn event(
        &mut self,
        name: &str,
        kind: &str,
        game: (&str, &str),
        plan: &str,
    ) -> Result<Event, StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let found: Option<(i64, String)> = transaction
            .query_row("SELECT id, plan FROM events WHERE name = ?1", [name], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()?;
        let id = match found {
            Some((id, known)) if known == plan => id,
            Some(_) => return Err(StoreError::OtherPlan { name: name.to_owned() }),
            None => {
                transaction.execute(
                    "INSERT INTO events (name, kind, game, variant, plan) VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![name, kind, game.0, game.1, plan],
                )?;
                transaction.last_insert_rowid()
            }
        };
        transaction.commit()?;
        Ok(Event(id))
    }

    /// A name for an event that nobody has used yet: `kind 1`, `kind 2` …
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn fresh_name(&self, kind: &str) -> Result<String, StoreError> {
        let used: i64 =
            self.connection
                .query_row("SELECT coalesce(max(id), 0) FROM events", [], |r| r.get(0))?;
        Ok(format!("{kind} {}", used + 1))
    }

    /// Numbers of an event's finished games.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn finished(&self, event: Event) -> Result<BTreeSet<u64>, StoreError> {
        let mut query = self.connection.prepare("SELECT number FROM games WHERE event = ?1")?;
        let numbers = query.query_map([event.0], |row| row.get::<_, i64>(0))?;
        numbers.map(|n| Ok(n? as u64)).collect()
    }

    /// Store a finished game, whole or not at all; says under which id, or
    /// `None` when the event has a game of this number already.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(
        &mut self,
        event: Event,
        number: u64,
        record: &Record,
    ) -> Result<Option<i64>, StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let id = add_game(&transaction, event, number, record)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Store finished games, all of them or none; says how many were new. One wait
    /// for the disk instead of one a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add_all(&mut self, event: Event, games: &[(u64, Record)]) -> Result<u64, StoreError> {
        let transaction =
            self.connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
        let mut added = 0;
        for (number, record) in games {
            added += u64::from(add_game(&transaction, event, *number, record)?.is_some());
        }
        transaction.commit()?;
        Ok(added)
    }

    /// Store the positions of a game: before each ply, and the last one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add_positions(&mut self, game: i64, positions: &[String]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        for (ply, text) in positions.iter().enumerate() {
            transaction
                .prepare_cached("INSERT OR IGNORE INTO positions (text) VALUES (?1)")?
                .execute([text])?;
            transaction
                .prepare_cached(
                    "INSERT OR IGNORE INTO visits (position, game, ply)
                     SELECT id, ?2, ?3 FROM positions WHERE text = ?1",
                )?
                .execute(params![text, game, ply as i64])?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Games that came through a position: id and ply.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn visits(&self, position: &str) -> Result<Vec<(i64, u64)>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT visits.game, ply FROM visits JOIN positions ON positions.id = position
             WHERE text = ?1 ORDER BY visits.game, ply",
        )?;
        let rows = query.query_map([position], |r| Ok((r.get(0)?, r.get::<_, i64>(1)? as u64)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A game by its id.
    ///
    /// # Errors
    /// When there is none.
    pub fn game(&self, id: i64) -> Result<Record, StoreError> {
        let mut record = self
            .connection
            .query_row(
                "SELECT game, variant, start, opening, ending, detail, seconds FROM games WHERE id = ?1",
                [id],
                |row| {
                    Ok(Record {
                        game: row.get(0)?,
                        variant: row.get(1)?,
                        start: row.get(2)?,
                        opening: row.get::<_, i64>(3)?.max(0) as usize,
                        plies: Vec::new(),
                        seats: Vec::new(),
                        ending: row.get(4)?,
                        detail: row.get(5)?,
                        seconds: row.get(6)?,
                    })
                },
            )
            .optional()?
            .ok_or(StoreError::NoGame(id))?;
        let mut query = self.connection.prepare_cached(
            "SELECT text, seat, score, depth, nodes, micros FROM moves WHERE game = ?1 ORDER BY ply",
        )?;
        let plies = query.query_map([id], |row| {
            let score: Option<String> = row.get(2)?;
            let numbers = (row.get(3)?, row.get(4)?, row.get(5)?);
            Ok(ply_from_row(row.get(0)?, row.get(1)?, score.as_deref(), numbers))
        })?;
        record.plies = plies.collect::<Result<_, _>>()?;
        record.seats = self.seats(id)?;
        Ok(record)
    }

    fn seats(&self, id: i64) -> Result<Vec<RecordedSeat>, StoreError> {
        let mut query = self.connection.prepare_cached(
            "SELECT spec, payoff, moves, nodes, depths, seconds, late
             FROM seats JOIN engines ON engines.id = engine WHERE game = ?1 ORDER BY seat",
        )?;
        let count = |n: i64| n.max(0) as u64;
        let seats = query.query_map([id], |row| {
            Ok(RecordedSeat {
                engine: row.get(0)?,
                payoff: row.get(1)?,
                effort: Effort {
                    moves: count(row.get(2)?),
                    nodes: count(row.get(3)?),
                    depths: count(row.get(4)?),
                    seconds: row.get(5)?,
                    late: count(row.get(6)?),
                },
            })
        })?;
        Ok(seats.collect::<Result<_, _>>()?)
    }

    /// A list of games, in order of their ids.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn list(&self, filter: &Filter) -> Result<Vec<Row>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT games.id, events.name, number, games.game, games.variant, plies, ending
             FROM games JOIN events ON events.id = event
             WHERE (?1 IS NULL OR games.game = ?1) AND (?2 IS NULL OR events.name = ?2)
               AND (?3 IS NULL OR games.id = ?3)
             ORDER BY games.id LIMIT ?4",
        )?;
        let limit = if filter.limit == 0 { -1 } else { filter.limit as i64 };
        let rows =
            query.query_map(params![filter.game, filter.event, filter.id, limit], |row| {
                Ok(Row {
                    id: row.get(0)?,
                    event: (row.get(1)?, row.get(2)?),
                    game: (row.get(3)?, row.get(4)?),
                    plies: row.get::<_, i64>(5)?.max(0) as u64,
                    ending: row.get(6)?,
                    seats: Vec::new(),
                })
            })?;
        let mut list: Vec<Row> = rows.collect::<Result<_, _>>()?;
        for row in &mut list {
            let seats = self.seats(row.id)?;
            row.seats = seats.into_iter().map(|s| (s.engine, s.payoff)).collect();
        }
        Ok(list)
    }

    /// Results of an event in order of number: for each game its seats' engines
    /// and payoffs.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn results(&self, event: Event) -> Result<Vec<Vec<(String, i32)>>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT number, spec, coalesce(payoff, 0) FROM games
             JOIN seats ON seats.game = games.id JOIN engines ON engines.id = engine
             WHERE event = ?1 ORDER BY number, seat",
        )?;
        let mut rows = query.query([event.0])?;
        let mut games: Vec<Vec<(String, i32)>> = Vec::new();
        let mut last = None;
        while let Some(row) = rows.next()? {
            let number: i64 = row.get(0)?;
            if last != Some(number) {
                last = Some(number);
                games.push(Vec::new());
            }
            if let Some(game) = games.last_mut() {
                game.push((row.get(1)?, row.get(2)?));
            }
        }
        Ok(games)
    }

    /// Store ratings of an event, in place of older ones.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn rate(&mut self, event: Event, ratings: &[Rated]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        transaction.execute("DELETE FROM ratings WHERE event = ?1", [event.0])?;
        for rated in ratings {
            let engine = engine_id(&transaction, &rated.engine)?;
            transaction.execute(
                "INSERT INTO ratings (event, engine, model, rating, error, games)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![
                    event.0,
                    engine,
                    rated.model,
                    rated.rating,
                    rated.error,
                    rated.games as i64
                ],
            )?;
        }
        transaction.commit()?;
        Ok(())
    }

    /// Ratings of an event, best first.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn ratings(&self, event: Event) -> Result<Vec<Rated>, StoreError> {
        let mut query = self.connection.prepare(
            "SELECT spec, model, rating, error, games FROM ratings
             JOIN engines ON engines.id = engine WHERE event = ?1 ORDER BY rating DESC",
        )?;
        let rows = query.query_map([event.0], |row| {
            Ok(Rated {
                engine: row.get(0)?,
                model: row.get(1)?,
                rating: row.get(2)?,
                error: row.get(3)?,
                games: row.get::<_, i64>(4)?.max(0) as u64,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}

fn engine_id(transaction: &Transaction<'_>, spec: &str) -> Result<i64, StoreError> {
    transaction
        .prepare_cached("INSERT OR IGNORE INTO engines (spec) VALUES (?1)")?
        .execute([spec])?;
    let id = transaction
        .prepare_cached("SELECT id FROM engines WHERE spec = ?1")?
        .query_row([spec], |row| row.get(0))?;
    Ok(id)
}

fn add_game(
    transaction: &Transaction<'_>,
    event: Event,
    number: u64,
    record: &Record,
) -> Result<Option<i64>, StoreError> {
    let added = transaction
        .prepare_cached(
            "INSERT OR IGNORE INTO games
             (event, number, game, variant, start, opening, plies, ending, detail, seconds)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            event.0,
            number as i64,
            record.game,
            record.variant,
            record.start,
            record.opening as i64,
            record.plies.len() as i64,
            record.ending,
            record.detail,
            record.seconds,
        ])?;
    if added == 0 {
        return Ok(None);
    }
    let id = transaction.last_insert_rowid();
    for (i, seat) in record.seats.iter().enumerate() {
        let engine = engine_id(transaction, &seat.engine)?;
        let effort = &seat.effort;
        transaction
            .prepare_cached(
                "INSERT INTO seats (game, seat, engine, payoff, moves, nodes, depths, seconds, late)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?
            .execute(params![
                id,
                i as i64,
                engine,
                seat.payoff,
                effort.moves as i64,
                effort.nodes as i64,
                effort.depths as i64,
                effort.seconds,
                effort.late as i64,
            ])?;
    }
    for (i, ply) in record.plies.iter().enumerate() {
        transaction
            .prepare_cached(
                "INSERT INTO moves (game, ply, seat, text, score, depth, nodes, micros)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?
            .execute(params![
                id,
                i as i64,
                ply.seat.map(|p| p.0),
                ply.text,
                ply.score.map(score_text),
                ply.depth,
                ply.nodes as i64,
                ply.time.as_micros() as i64,
            ])?;
    }
    Ok(Some(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::Ply;

    fn record() -> Record {
        let seat = |engine: &str, payoff| RecordedSeat {
            engine: engine.to_owned(),
            payoff: Some(payoff),
            effort: Effort { moves: 3, nodes: 70, depths: 6, seconds: 0.5, late: 1 },
        };
        Record {
            game: "tictactoe".into(),
            variant: "3x3".into(),
            start: ".../.../...".into(),
            opening: 1,
            plies: ["a1", "b2"].map(|m| Ply::unthought(m.into())).to_vec(),
            seats: vec![seat("random", 1000), seat("ab:depth=2", -1000)],
            ending: "rules".into(),
            detail: String::new(),
            seconds: 1.25,
        }
    }

    #[test]
    fn games_come_back_as_they_were_and_only_once() {
        let mut store = Store::in_memory().expect("memory");
        let event = store.event("one", "match", ("tictactoe", "3x3"), "{}").expect("an event");
        let id = store.add(event, 7, &record()).expect("stored").expect("new");
        assert_eq!(store.add(event, 7, &record()).expect("no error"), None);
        assert_eq!(store.game(id).expect("there"), record());
        assert_eq!(store.finished(event).expect("numbers"), BTreeSet::from([7]));
        assert_eq!(store.list(&Filter::default()).expect("a list").len(), 1);
        assert!(matches!(store.game(99), Err(StoreError::NoGame(99))));
        store.add_positions(id, &["x".into(), "y".into(), "x".into()]).expect("positions");
        assert_eq!(store.visits("x").expect("visits"), [(id, 0), (id, 2)]);
        let rated = Rated {
            engine: "random".into(),
            model: "elo".into(),
            rating: 12.0,
            error: 3.0,
            games: 1,
        };
        store.rate(event, std::slice::from_ref(&rated)).expect("rated");
        assert_eq!(store.ratings(event).expect("ratings"), [rated]);
    }

    #[test]
    fn an_event_keeps_its_plan() {
        let mut store = Store::in_memory().expect("memory");
        let first = store.event("cup", "tournament", ("hex", "11x11"), "A").expect("an event");
        let again = store.event("cup", "tournament", ("hex", "11x11"), "A").expect("the same");
        assert_eq!(first, again);
        let other = store.event("cup", "tournament", ("hex", "11x11"), "B");
        assert!(matches!(other, Err(StoreError::OtherPlan { .. })));
    }

    #[test]
    fn older_files_are_brought_up_and_newer_ones_refused() {
        let folder = std::env::temp_dir().join(format!("takeback-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("old.db");
        schema::create_first_version(&Connection::open(&path).expect("a file"));
        let mut store = Store::open(&path).expect("brought up");
        let event = store.event("one", "match", ("a", "b"), "").expect("an event");
        let id = store.add(event, 0, &record()).expect("stored").expect("new");
        store.add_positions(id, &["x".into()]).expect("the second version's table");
        drop(store);
        let raw = Connection::open(&path).expect("a file");
        raw.pragma_update(None, "user_version", VERSION + 1).expect("a version");
        drop(raw);
        let newer = Store::open(&path);
        assert!(newer.is_err_and(|e| e.to_string().contains("newer takeback")));
        let other = folder.join("other.db");
        let raw = Connection::open(&other).expect("a file");
        raw.execute_batch("CREATE TABLE cats (name)").expect("a table");
        assert!(matches!(Store::open(&other), Err(StoreError::Foreign)));
        let text = folder.join("text.db");
        std::fs::write(&text, "this is no database at all, but long enough to look at")
            .expect("a file");
        assert!(matches!(Store::open(&text), Err(StoreError::Sqlite(_))));
        assert!(matches!(Store::existing(&folder.join("none")), Err(StoreError::Missing(_))));
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}
