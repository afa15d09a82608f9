//! What happens by itself, carried out: engines are asked on the threads that
//! search, and their answers played.

use super::{Shared, SharedRoom, lock, now_ms};
use crate::app::App;
use crate::clients::Client;
use crate::error::ApiError;
use crate::search::{Class, EngineKey, Job, Slice, engine};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use takeback_core::Player;
use takeback_host::play::Analysis;
use takeback_host::spec::Spec;
use takeback_room::{Kind, Next, Question, RoomError};

/// When no search can be queued, try again so soon.
const AGAIN: Duration = Duration::from_millis(400);

/// A search that was broken off goes on with at least so much time.
const LEAST: Duration = Duration::from_millis(50);

/// Go on as far as nobody has to be asked; start the search for the next
/// engine's move. Called after everything that may have changed who is in turn.
pub(crate) fn drive(app: &Arc<App>, shared: &SharedRoom) {
    loop {
        // Nothing happens by itself that could not be kept.
        if app.must_keep().is_err() {
            return drive_later(app, shared, AGAIN);
        }
        let next = lock(shared).room.advance();
        match next {
            Next::Wait => return watch_clock(app, shared),
            Next::More => (),
            Next::Ask(question) => {
                watch_clock(app, shared);
                return think(app, shared, question);
            }
        }
    }
}

/// Look again when somebody's time may be up.
fn watch_clock(app: &Arc<App>, shared: &SharedRoom) {
    let now = now_ms();
    let mut hall = lock(shared);
    let Some(due) = hall.room.time(now) else { return };
    if !hall.sets_alarm(due) {
        return;
    }
    drop(hall);
    let (app, room) = (Arc::clone(app), Arc::downgrade(shared));
    app.runtime.clone().spawn(async move {
        tokio::time::sleep(Duration::from_millis(due.saturating_sub(now) + 1)).await;
        let Some(room) = room.upgrade() else { return };
        let looked = tokio::task::spawn_blocking(move || {
            lock(&room).rang(due);
            drive(&app, &room);
        });
        let _ = looked.await;
    });
}

/// Ask an engine for the move of whoever is in turn, person or not.
pub(crate) fn let_engine_move(
    app: &Arc<App>,
    shared: &SharedRoom,
    seat: Player,
    spec: Spec,
) -> Result<(), ApiError> {
    let question = {
        let mut hall = lock(shared);
        engine(hall.room.kind().variant(), &spec, &app.config)?;
        hall.room.ask_engine(seat, spec)?
    };
    think(app, shared, question);
    Ok(())
}

/// Queue the search for these seats' moves.
fn think(app: &Arc<App>, shared: &SharedRoom, question: Question) {
    let hall = lock(shared);
    let search = Search {
        app: Arc::clone(app),
        room: Arc::downgrade(shared),
        game: hall.room.id().to_owned(),
        kind: hall.room.kind().clone(),
        client: hall.playing.client(),
        ticket: question.ticket,
        spent: Duration::ZERO,
        broken_off: 0,
        question: Some(question),
    };
    drop(hall);
    search.queue();
}

/// Go on after a while.
fn drive_later(app: &Arc<App>, shared: &SharedRoom, wait: Duration) {
    let (app, room) = (Arc::clone(app), Arc::downgrade(shared));
    app.runtime.clone().spawn(async move {
        tokio::time::sleep(wait).await;
        if let Some(room) = room.upgrade() {
            let driven = tokio::task::spawn_blocking(move || drive(&app, &room));
            let _ = driven.await;
        }
    });
}

/// A search for moves, with all it needs. Dropped before it has answered, it
/// lets the room ask again.
struct Search {
    app: Arc<App>,
    room: Weak<Shared>,
    game: String,
    kind: Kind,
    client: Client,
    ticket: u64,
    /// Time spent before it was broken off.
    spent: Duration,
    broken_off: u32,
    question: Option<Question>,
}

/// A search is broken off so often, then it runs to its end.
const MOST_BREAKS: u32 = 6;

impl Search {
    fn queue(self) {
        let Some(question) = &self.question else { return };
        let class = if question.for_people { Class::People } else { Class::Engines };
        let cost = question.engines.iter().map(|(_, spec)| self.app.costs.of(&self.kind, spec));
        let cost = cost.sum::<Duration>().saturating_sub(self.spent);
        let (app, client) = (Arc::clone(&self.app), self.client);
        let gives_way = self.broken_off < MOST_BREAKS;
        let stop = question.stop.clone();
        let run = Box::new(move |slice: &Slice| self.answer(slice));
        // Refused, it is dropped, and the room asks again after a while.
        let _ = app.pool.submit(Job { client, class, cost, stop, gives_way, run });
    }

    fn answer(mut self, slice: &Slice) {
        let Some(question) = self.question.take() else { return };
        let begun = Instant::now();
        let mut answers = Vec::new();
        let mut trouble = None;
        for (seat, spec) in &question.engines {
            match self.ask(&question, *seat, spec) {
                Ok(analysis) => answers.push((*seat, analysis)),
                Err(error) => trouble = Some(error),
            }
        }
        let Some(room) = self.room.upgrade() else { return self.app.shelf.clear(&self.game) };
        if slice.gave_way() {
            let renewed = lock(&room).room.renew(self.ticket);
            let Some(stop) = renewed else { return };
            self.spent += begun.elapsed();
            self.broken_off += 1;
            self.question = Some(Question { stop, ..question });
            return self.queue();
        }
        if let [(_, spec)] = &question.engines[..] {
            self.app.costs.learn(&self.kind, spec, self.spent + begun.elapsed());
        }
        let again = lock(&room).room.accept(self.ticket, &answers, trouble);
        match again {
            Some(wait) if wait.is_zero() => drive(&self.app, &room),
            Some(wait) => drive_later(&self.app, &room, wait),
            None => (),
        }
    }

    fn ask(&self, question: &Question, seat: Player, spec: &Spec) -> Result<Analysis, RoomError> {
        let key = EngineKey { game: self.game.clone(), spec: spec.to_string(), role: seat.0 };
        let mut thinker = match self.app.shelf.take(&key) {
            Some(known) => known,
            None => engine(self.kind.variant(), spec, &self.app.config)
                .map_err(|error| RoomError::NotNow(error.to_string()))?,
        };
        let mut limits = thinker.limits.clone();
        limits.stop = question.stop.clone();
        limits.seat = Some(seat);
        limits.seed ^= question.seed;
        let budget = question.budget_ms.map(Duration::from_millis);
        let time = limits.time.into_iter().chain(budget).min();
        limits.time = time.map(|time| time.saturating_sub(self.spent).max(LEAST));
        // Nobody watches: only the move is wanted.
        let found = thinker.engine.choose(&*question.table, &limits);
        self.app.shelf.put(key, thinker);
        self.app.metrics.searched(found.as_ref().map_or(0, |analysis| analysis.nodes));
        found.map_err(|error| RoomError::NotNow(error.to_string()))
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        if self.question.is_some()
            && let Some(room) = self.room.upgrade()
        {
            lock(&room).room.put_off(self.ticket);
            drive_later(&self.app, &room, AGAIN);
        }
    }
}
