//! The tables. A file carries the version of its tables; an older one is
//! brought up step by step, a newer one is refused.

use super::store::StoreError;
use rusqlite::Connection;

/// The version this program writes.
pub const VERSION: u32 = 2;

/// One step from each version to the next, beginning with an empty file.
const STEPS: [&str; VERSION as usize] = [
    "
    CREATE TABLE engines (
        id INTEGER PRIMARY KEY,
        spec TEXT NOT NULL UNIQUE
    );
    CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        plan TEXT NOT NULL
    );
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        event INTEGER NOT NULL REFERENCES events (id),
        number INTEGER NOT NULL,
        game TEXT NOT NULL,
        variant TEXT NOT NULL,
        start TEXT NOT NULL,
        opening INTEGER NOT NULL,
        plies INTEGER NOT NULL,
        ending TEXT NOT NULL,
        detail TEXT NOT NULL,
        seconds REAL NOT NULL,
        UNIQUE (event, number)
    );
    CREATE TABLE seats (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        seat INTEGER NOT NULL,
        engine INTEGER NOT NULL REFERENCES engines (id),
        payoff INTEGER,
        moves INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        depths INTEGER NOT NULL,
        seconds REAL NOT NULL,
        late INTEGER NOT NULL,
        PRIMARY KEY (game, seat)
    ) WITHOUT ROWID;
    CREATE TABLE moves (
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        seat INTEGER,
        text TEXT NOT NULL,
        score TEXT,
        depth INTEGER NOT NULL,
        nodes INTEGER NOT NULL,
        micros INTEGER NOT NULL,
        PRIMARY KEY (game, ply)
    ) WITHOUT ROWID;
    CREATE TABLE ratings (
        event INTEGER NOT NULL REFERENCES events (id),
        engine INTEGER NOT NULL REFERENCES engines (id),
        model TEXT NOT NULL,
        rating REAL NOT NULL,
        error REAL NOT NULL,
        games INTEGER NOT NULL,
        PRIMARY KEY (event, engine)
    ) WITHOUT ROWID;
    ",
    "
    CREATE TABLE positions (
        id INTEGER PRIMARY KEY,
        text TEXT NOT NULL UNIQUE
    );
    CREATE TABLE visits (
        position INTEGER NOT NULL REFERENCES positions (id),
        game INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
        ply INTEGER NOT NULL,
        PRIMARY KEY (position, game, ply)
    ) WITHOUT ROWID;
    ",
];

/// Bring the tables to this program's version.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let transaction =
        connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
    let found: u32 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if found > VERSION {
        return Err(StoreError::Newer { found });
    }
    if found == 0 {
        let tables: u32 =
            transaction.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
        if tables > 0 {
            return Err(StoreError::Foreign);
        }
    }
    for step in &STEPS[found as usize..] {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
pub(super) fn create_first_version(connection: &Connection) {
    connection.execute_batch(STEPS[0]).expect("the first tables");
    connection.pragma_update(None, "user_version", 1).expect("the version");
}
