//! What happens by itself: engines move, chance decides, and a person who has
//! nothing to choose is not asked.

use super::{Room, SharedRoom, Thinking, lock};
use crate::app::App;
use crate::error::ApiError;
use crate::search::{EngineKey, Job, Urgency, engine, share};
use std::sync::Arc;
use std::time::Duration;
use takeback_core::{Player, Players, Turn};
use takeback_host::play::{Analysis, Table};
use takeback_host::spec::Spec;
use takeback_search::{SearchError, StopFlag};

/// When no search can be queued, try again so soon.
const AGAIN: Duration = Duration::from_millis(400);

/// Go on as far as nobody has to be asked; start the search for the next
/// engine's move. Called after everything that may have changed who is in turn.
pub(crate) fn drive(app: &Arc<App>, shared: &SharedRoom) {
    let mut room = lock(shared);
    while room.running && room.thinking.is_none() {
        match room.turn() {
            Turn::Over => return,
            Turn::Chance => {
                if let Err(error) = room.roll() {
                    stop_with(&mut room, &error);
                }
            }
            Turn::Player(seat) if room.tree.here().forced && room.engine_of(seat).is_none() => {
                let only = room.table.legal().pop().unwrap_or_default();
                if let Err(error) = room.play(&only) {
                    stop_with(&mut room, &error);
                }
            }
            turn => {
                let waiting = |seat: &Player| room.choices[seat.index()].is_none();
                let engines: Vec<(Player, Spec)> = super::deciders(turn)
                    .iter()
                    .filter(waiting)
                    .filter_map(|seat| Some((seat, room.engine_of(seat)?.clone())))
                    .collect();
                if !engines.is_empty() {
                    think(app, shared, &mut room, engines);
                }
                return;
            }
        }
    }
}

/// Ask an engine for the move of whoever is in turn, person or not.
pub(crate) fn let_engine_move(
    app: &Arc<App>,
    shared: &SharedRoom,
    seat: Player,
    spec: Spec,
) -> Result<(), ApiError> {
    let mut room = lock(shared);
    engine(room.kind.variant(), &spec, &app.config)?;
    if room.thinking.is_some() {
        return Err(ApiError::NotNow("an engine is thinking already".to_owned()));
    }
    think(app, shared, &mut room, vec![(seat, spec)]);
    Ok(())
}

fn stop_with(room: &mut Room, error: &ApiError) {
    room.running = false;
    room.trouble = Some(error.to_string());
    room.touch();
}

/// Queue the search for these seats' moves.
fn think(app: &Arc<App>, shared: &SharedRoom, room: &mut Room, engines: Vec<(Player, Spec)>) {
    let stop = StopFlag::default();
    let ticket = room.ticket();
    let seats: Players = engines.iter().map(|(seat, _)| *seat).collect();
    let question = Question {
        app: Arc::clone(app),
        room: Arc::downgrade(shared),
        ticket,
        table: room.table.branch(),
        stop: stop.clone(),
        engines,
        seed: room.seed ^ u64::from(room.tree.here().ply),
        game: room.id.clone(),
        kind: room.kind.clone(),
    };
    let job = Job {
        client: room.playing.client(),
        urgency: Urgency::Move,
        stop: stop.clone(),
        run: Box::new(move || question.answer()),
    };
    match app.pool.submit(job) {
        Ok(()) => {
            room.thinking = Some(Thinking { ticket, stop, seats });
            room.touch();
        }
        // The house is busy: the game waits for its turn.
        Err(_) => drive_later(app, shared, AGAIN),
    }
}

/// Go on after a while.
pub(crate) fn drive_later(app: &Arc<App>, shared: &SharedRoom, wait: Duration) {
    let (app, room) = (Arc::clone(app), Arc::downgrade(shared));
    app.runtime.clone().spawn(async move {
        tokio::time::sleep(wait).await;
        if let Some(room) = room.upgrade() {
            drive(&app, &room);
        }
    });
}

/// A search for moves, with all it needs.
struct Question {
    app: Arc<App>,
    room: std::sync::Weak<std::sync::Mutex<Room>>,
    ticket: u64,
    table: Box<dyn Table>,
    stop: StopFlag,
    engines: Vec<(Player, Spec)>,
    seed: u64,
    game: String,
    kind: super::Kind,
}

impl Question {
    fn answer(self) {
        let mut answers = Vec::new();
        let mut trouble = None;
        for (seat, spec) in &self.engines {
            match self.ask(*seat, spec) {
                Ok(analysis) => answers.push((*seat, analysis)),
                Err(error) => trouble = Some(error),
            }
        }
        if let Some(room) = self.room.upgrade() {
            let again = accept(&room, self.ticket, &answers, trouble);
            match again {
                Some(wait) if wait.is_zero() => drive(&self.app, &room),
                Some(wait) => drive_later(&self.app, &room, wait),
                None => (),
            }
        } else {
            self.app.shelf.clear(&self.game);
        }
    }

    fn ask(&self, seat: Player, spec: &Spec) -> Result<Analysis, ApiError> {
        let key = EngineKey { game: self.game.clone(), spec: spec.to_string(), role: seat.0 };
        let mut thinker = match self.app.shelf.take(&key) {
            Some(known) => known,
            None => engine(self.kind.variant(), spec, &self.app.config)?,
        };
        let mut limits = thinker.limits.clone();
        limits.stop = self.stop.clone();
        limits.seat = Some(seat);
        limits.seed ^= self.seed;
        let found = thinker.engine.think(&*self.table, &limits, &mut |_| ());
        self.app.shelf.put(key, thinker);
        self.app.metrics.searched(found.as_ref().map_or(0, |analysis| analysis.nodes));
        found.map_err(|error| trouble_of(&error))
    }
}

fn trouble_of(error: &SearchError) -> ApiError {
    ApiError::NotNow(error.to_string())
}

/// Play what was found, if the question still stands; how long to wait before
/// going on, if the game goes on.
fn accept(
    shared: &SharedRoom,
    ticket: u64,
    answers: &[(Player, Analysis)],
    trouble: Option<ApiError>,
) -> Option<Duration> {
    let mut room = lock(shared);
    if room.thinking.as_ref().is_none_or(|thinking| thinking.ticket != ticket) {
        return None;
    }
    room.thinking = None;
    if let Some(error) = trouble {
        stop_with(&mut room, &error);
        return None;
    }
    let before = room.tree.now();
    for (seat, analysis) in answers {
        note_value(&mut room, before, *seat, analysis);
        if let Err(error) = room.choose(*seat, &analysis.best) {
            stop_with(&mut room, &error);
            return None;
        }
    }
    room.touch();
    let next = super::deciders(room.turn());
    let engines_only = !next.is_empty() && next.iter().all(|seat| room.engine_of(seat).is_some());
    Some(if engines_only { room.pause } else { Duration::ZERO })
}

/// Remember what a search thought of a position, for the graph.
pub(crate) fn note_value(room: &mut Room, node: super::NodeId, seat: Player, analysis: &Analysis) {
    if let Some(value) = value_of(room.seats.len(), seat, analysis)
        && let Some(node) = room.tree.get_mut(node)
    {
        node.value = Some(value);
    }
}

/// Each player's chances, where they can be known from this analysis.
pub(crate) fn value_of(players: usize, seat: Player, analysis: &Analysis) -> Option<Vec<f32>> {
    // A mover at random knows nothing.
    if analysis.nodes <= 1 && analysis.depth == 0 {
        return None;
    }
    if analysis.shares.len() == players {
        return Some(analysis.shares.clone());
    }
    let own = share(analysis.score);
    match players {
        1 => Some(vec![own]),
        2 if seat.index() == 0 => Some(vec![own, 1.0 - own]),
        2 => Some(vec![1.0 - own, own]),
        _ => None,
    }
}
