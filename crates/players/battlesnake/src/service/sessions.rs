//! What is kept of each game, and for how long.
//!
//! A game is known from its `start` to its `end`; its table is freed earlier
//! when nothing is heard of it. One (game, snake) pair is one session: the
//! same server may play several snakes of a game.

use super::pace::Pace;
use crate::engine::{Options, Snake};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Sessions that were not heard of for so many times the idle time are
/// forgotten altogether.
const FORGOTTEN: u32 = 60;

/// Which game and whose.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub(super) struct Id {
    pub(super) game: String,
    pub(super) snake: String,
}

struct Session {
    /// Freed while idle.
    snake: Option<Arc<Mutex<Snake>>>,
    heard: Instant,
    pace: Pace,
}

/// All sessions.
pub(super) struct Sessions {
    map: Mutex<HashMap<Id, Session>>,
    most: usize,
    idle: Duration,
    options: Options,
}

/// There are too many games.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Full;

impl Sessions {
    pub(super) fn new(most: usize, idle: Duration, options: Options) -> Self {
        Sessions { map: Mutex::default(), most, idle, options }
    }

    /// Nothing in the map is ever half written.
    fn lock(&self) -> MutexGuard<'_, HashMap<Id, Session>> {
        self.map.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game begins.
    pub(super) fn begin(&self, id: Id) -> Result<(), Full> {
        let mut map = self.lock();
        if map.len() >= self.most && !map.contains_key(&id) {
            return Err(Full);
        }
        map.insert(id, Session { snake: None, heard: Instant::now(), pace: Pace::default() });
        Ok(())
    }

    /// The engine of a known session, and how many have one.
    pub(super) fn engine(&self, id: &Id) -> Option<(Arc<Mutex<Snake>>, usize)> {
        let mut map = self.lock();
        let session = map.get_mut(id)?;
        session.heard = Instant::now();
        let fresh = || Arc::new(Mutex::new(Snake::new(self.options)));
        let snake = Arc::clone(session.snake.get_or_insert_with(fresh));
        let engines = map.values().filter(|session| session.snake.is_some()).count();
        Some((snake, engines))
    }

    /// Learn from or tell a session's pace, if it is known.
    pub(super) fn pace<T>(&self, id: &Id, work: impl FnOnce(&mut Pace) -> T) -> Option<T> {
        self.lock().get_mut(id).map(|session| work(&mut session.pace))
    }

    /// A game is over; answers whether it was known.
    pub(super) fn end(&self, id: &Id) -> bool {
        self.lock().remove(id).is_some()
    }

    /// Free what has been idle.
    pub(super) fn sweep(&self, now: Instant) {
        let mut map = self.lock();
        map.retain(|_, session| {
            now.saturating_duration_since(session.heard) < self.idle * FORGOTTEN
        });
        for session in map.values_mut() {
            if now.saturating_duration_since(session.heard) >= self.idle {
                session.snake = None;
            }
        }
    }

    #[cfg(test)]
    fn counts(&self) -> (usize, usize) {
        let map = self.lock();
        (map.len(), map.values().filter(|s| s.snake.is_some()).count())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(game: &str) -> Id {
        Id { game: game.to_owned(), snake: "me".to_owned() }
    }

    #[test]
    fn tables_are_freed_before_games_are_forgotten() {
        let idle = Duration::from_secs(10);
        let sessions = Sessions::new(4, idle, Options::default());
        sessions.begin(id("a")).unwrap();
        assert!(sessions.engine(&id("a")).is_some());
        assert_eq!(sessions.counts(), (1, 1));
        sessions.sweep(Instant::now() + idle);
        assert_eq!(sessions.counts(), (1, 0));
        assert!(sessions.engine(&id("a")).is_some(), "still known");
        sessions.sweep(Instant::now() + idle * FORGOTTEN);
        assert!(sessions.engine(&id("a")).is_none());
    }

    #[test]
    fn games_beyond_the_limit_are_refused_and_ended_ones_make_room() {
        let sessions = Sessions::new(2, Duration::from_secs(1), Options::default());
        sessions.begin(id("a")).unwrap();
        sessions.begin(id("b")).unwrap();
        assert_eq!(sessions.begin(id("c")), Err(Full));
        assert_eq!(sessions.begin(id("a")), Ok(()), "a second start is no second game");
        assert!(sessions.end(&id("a")) && !sessions.end(&id("a")));
        assert_eq!(sessions.begin(id("c")), Ok(()));
    }
}
