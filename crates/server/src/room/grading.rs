//! Every move of a line judged by an engine.
//!
//! The line is searched position by position from its end, where the engine's
//! memory of what comes later helps most. A move gave away what its player's
//! chances were before it less what they are after it.

use super::drive::value_of;
use super::tree::Grade;
use super::{AnalysisRequest, NodeId, Room, SharedRoom, deciders, lock};
use crate::app::App;
use crate::error::ApiError;
use crate::search::{EngineKey, Job, Urgency, engine};
use std::sync::{Arc, Mutex, Weak};
use std::time::Duration;
use takeback_core::{Player, Turn};
use takeback_host::play::{Analysis, Table};
use takeback_search::StopFlag;

/// A line being judged.
pub(crate) struct Grading {
    ticket: u64,
    stop: StopFlag,
    /// Positions judged, out of all.
    pub(crate) done: usize,
    pub(crate) all: usize,
    /// Grows with every report.
    pub(crate) count: u64,
}

impl Drop for Grading {
    fn drop(&mut self) {
        self.stop.stop();
    }
}

/// What engines for grading are kept under.
const ROLE: u8 = 201;

/// When no search can be queued, try again so soon.
const AGAIN: Duration = Duration::from_millis(300);

/// Begin to judge the line through the position on the table.
pub(crate) fn grade(
    app: &Arc<App>,
    shared: &SharedRoom,
    request: AnalysisRequest,
) -> Result<(), ApiError> {
    let mut room = lock(shared);
    engine(room.kind.variant(), &request.spec, &app.config)?;
    let line = room.tree.line();
    if line.len() < 2 {
        return Err(ApiError::NotNow("no move was played yet".to_owned()));
    }
    let table = room.table_at(line[line.len() - 1])?;
    let (ticket, stop) = (room.ticket(), StopFlag::default());
    let count = room.grading.as_ref().map_or(0, |old| old.count) + 1;
    room.grading = Some(Grading { ticket, stop: stop.clone(), done: 0, all: line.len(), count });
    let walk = Walk {
        app: Arc::clone(app),
        room: Arc::downgrade(shared),
        ticket,
        stop,
        client: room.playing.client(),
        game: room.id.clone(),
        kind: room.kind.clone(),
        players: room.seats.len(),
        at: line.len() - 1,
        later: None,
        line,
        request,
        table,
    };
    room.tell();
    drop(room);
    walk.queue();
    Ok(())
}

/// The walk back along the line.
struct Walk {
    app: Arc<App>,
    room: Weak<Mutex<Room>>,
    ticket: u64,
    stop: StopFlag,
    client: crate::clients::Client,
    game: String,
    kind: super::Kind,
    players: usize,
    line: Vec<NodeId>,
    /// Where the walk stands.
    at: usize,
    /// The players' chances one move later.
    later: Option<Vec<f32>>,
    request: AnalysisRequest,
    table: Box<dyn Table>,
}

impl Walk {
    fn queue(self) {
        if self.stop.is_set() {
            return;
        }
        let (app, client, stop) = (Arc::clone(&self.app), self.client, self.stop.clone());
        let walk = Arc::new(Mutex::new(Some(self)));
        let kept = Arc::clone(&walk);
        let take = move |walk: &Mutex<Option<Walk>>| walk.lock().ok().and_then(|mut w| w.take());
        let run = Box::new(move || {
            if let Some(walk) = take(&walk) {
                walk.step();
            }
        });
        let job = Job { client, urgency: Urgency::Analysis, stop, run };
        if app.pool.submit(job).is_err()
            && let Some(walk) = take(&kept)
        {
            app.runtime.spawn(async move {
                tokio::time::sleep(AGAIN).await;
                walk.queue();
            });
        }
    }

    /// Judge this position and the move after it, then go back one.
    fn step(mut self) {
        let found = self.search();
        let value = match (&found, self.table.payoffs()) {
            (_, Some(payoffs)) => Some(payoffs.iter().map(|p| p.share()).collect()),
            // A forced move is not searched: it is worth what it leads to.
            (Some((seat, analysis)), None) => {
                value_of(self.players, *seat, analysis).or_else(|| self.later.clone())
            }
            // Chance decides here: what comes next is the best guess.
            (None, None) => self.later.clone(),
        };
        if !self.note(found.as_ref(), value.as_ref()) || self.at == 0 {
            return;
        }
        self.later = value;
        self.at -= 1;
        self.table.take_back();
        self.queue();
    }

    fn search(&self) -> Option<(Player, Analysis)> {
        let seat = deciders(self.table.turn()).first()?;
        let spec = &self.request.spec;
        let key = EngineKey { game: self.game.clone(), spec: spec.to_string(), role: ROLE };
        let known = self.app.shelf.take(&key);
        let mut thinker = match known {
            Some(known) => known,
            None => engine(self.kind.variant(), spec, &self.app.config).ok()?,
        };
        let mut limits = thinker.limits.clone();
        limits.time = Some(self.request.time.min(self.app.config.search));
        limits.stop = self.stop.clone();
        limits.seat = Some(seat);
        let found = thinker.engine.think(&*self.table, &limits, &mut |_| ()).ok();
        self.app.shelf.put(key, thinker);
        self.app.metrics.searched(found.as_ref().map_or(0, |analysis| analysis.nodes));
        Some((seat, found?))
    }

    /// Write down what was learned; false when nobody asks any more.
    fn note(&self, found: Option<&(Player, Analysis)>, value: Option<&Vec<f32>>) -> bool {
        let Some(room) = self.room.upgrade() else { return false };
        let mut room = lock(&room);
        if room.grading.as_ref().is_none_or(|grading| grading.ticket != self.ticket) {
            return false;
        }
        if let Some(node) = room.tree.get_mut(self.line[self.at]) {
            node.value = value.cloned().or(node.value.take());
        }
        if let (Some(&next), Some((seat, analysis))) = (self.line.get(self.at + 1), found)
            && let Some(node) = room.tree.get_mut(next)
            && decided(node.by, *seat)
        {
            let gave = |before: &Vec<f32>, after: &Vec<f32>| {
                before.get(seat.index()).zip(after.get(seat.index())).map(|(b, a)| b - a)
            };
            let loss = value.zip(self.later.as_ref()).and_then(|(b, a)| gave(b, a));
            node.grade = loss.map(|loss| Grade::new(loss, &analysis.best, &node.text));
        }
        if let Some(grading) = &mut room.grading {
            grading.done += 1;
            grading.count += 1;
        }
        room.touch();
        true
    }
}

/// Whether the move was this seat's.
fn decided(by: Turn, seat: Player) -> bool {
    by.decider() == Some(seat)
}
