//! Every move of a line judged by an engine, one search a position.

use super::{Shared, SharedRoom, lock};
use crate::app::App;
use crate::clients::Client;
use crate::error::ApiError;
use crate::search::{Class, EngineKey, Job, Slice, engine};
use std::sync::{Arc, Weak};
use std::time::Duration;
use takeback_core::Player;
use takeback_host::play::Analysis;
use takeback_room::{Access, AnalysisRequest, GradeStep, Kind};

/// What engines for grading are kept under.
const ROLE: u8 = 201;

/// When no search can be queued, try again so soon.
const AGAIN: Duration = Duration::from_millis(300);

/// Begin to judge the line through the position on the table.
pub(crate) fn grade(
    app: &Arc<App>,
    shared: &SharedRoom,
    access: Access,
    request: AnalysisRequest,
) -> Result<(), ApiError> {
    let mut hall = lock(shared);
    engine(hall.room.kind().variant(), &request.spec, &app.config)?;
    let step = hall.room.grade(access)?;
    let walk = Grading {
        app: Arc::clone(app),
        room: Arc::downgrade(shared),
        client: hall.playing.client(),
        game: hall.room.id().to_owned(),
        kind: hall.room.kind().clone(),
        request,
        step: Some(step),
        queued: false,
    };
    drop(hall);
    walk.queue();
    Ok(())
}

/// The walk back along the line. Dropped before its search ran, it queues again.
struct Grading {
    app: Arc<App>,
    room: Weak<Shared>,
    client: Client,
    game: String,
    kind: Kind,
    request: AnalysisRequest,
    step: Option<GradeStep>,
    /// Whether it waits in the queue, and is to queue again when it is put out of it.
    queued: bool,
}

impl Grading {
    fn queue(mut self) {
        self.queued = true;
        let Some(step) = &self.step else { return };
        if step.stop.is_set() {
            return;
        }
        let (app, client, stop) = (Arc::clone(&self.app), self.client, step.stop.clone());
        let cost = self.request.time;
        let run = Box::new(move |_: &Slice| self.step());
        let _ = app.pool.submit(Job {
            client,
            class: Class::Analysis,
            cost,
            stop,
            gives_way: false,
            run,
        });
    }

    /// Judge this position and the move after it, then go back one.
    fn step(mut self) {
        let Some(step) = self.step.take() else { return };
        let found = self.search(&step);
        let Some(room) = self.room.upgrade() else { return };
        let next = lock(&room).room.graded(step, found.as_ref());
        self.step = next;
        self.queue();
    }

    fn search(&self, step: &GradeStep) -> Option<(Player, Analysis)> {
        let seat = step.seat()?;
        let spec = &self.request.spec;
        let key = EngineKey { game: self.game.clone(), spec: spec.to_string(), role: ROLE };
        let known = self.app.shelf.take(&key);
        let mut thinker = match known {
            Some(known) => known,
            None => engine(self.kind.variant(), spec, &self.app.config).ok()?,
        };
        let mut limits = thinker.limits.clone();
        limits.time = Some(self.request.time.min(self.app.config.search));
        limits.stop = step.stop.clone();
        limits.seat = Some(seat);
        let found = thinker.engine.choose(&*step.table, &limits).ok();
        self.app.shelf.put(key, thinker);
        self.app.metrics.searched(found.as_ref().map_or(0, |analysis| analysis.nodes));
        Some((seat, found?))
    }
}

impl Drop for Grading {
    fn drop(&mut self) {
        let step = self.step.take().filter(|step| self.queued && !step.stop.is_set());
        let Some(step) = step else { return };
        let walk = Grading {
            app: Arc::clone(&self.app),
            room: Weak::clone(&self.room),
            client: self.client,
            game: self.game.clone(),
            kind: self.kind.clone(),
            request: self.request.clone(),
            step: Some(step),
            queued: false,
        };
        self.app.runtime.spawn(async move {
            tokio::time::sleep(AGAIN).await;
            walk.queue();
        });
    }
}
