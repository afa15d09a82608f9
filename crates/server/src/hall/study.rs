//! Live analysis of a position, and answers about other ones.

use super::{Shared, SharedRoom, lock};
use crate::app::App;
use crate::clients::Client;
use crate::error::ApiError;
use crate::search::{Class, EngineKey, Job, MOST_LINES, Slice, engine};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use takeback_core::Player;
use takeback_host::play::Analysis;
use takeback_room::{Access, AnalysisRequest, Found, Kind, NodeId, RoomError, Study, deciders};
use takeback_search::StopFlag;

/// Reports come no more often than anybody can see.
const BETWEEN: Duration = Duration::from_millis(120);

/// What engines for analysis are kept under.
const ROLE: u8 = 200;

/// Begin to analyse a position: the table's, or the one somebody looks at.
pub(crate) fn analyse(
    app: &Arc<App>,
    shared: &SharedRoom,
    access: Access,
    node: Option<NodeId>,
    request: AnalysisRequest,
) -> Result<(), ApiError> {
    let mut hall = lock(shared);
    engine(hall.room.kind().variant(), &request.spec, &app.config)?;
    let study = hall.room.analyse(access, node, request.clone())?;
    let run = Run {
        app: Arc::clone(app),
        room: Arc::downgrade(shared),
        game: hall.room.id().to_owned(),
        kind: hall.room.kind().clone(),
        client: hall.playing.client(),
        left: request.time.min(app.config.search),
        request,
        study,
    };
    drop(hall);
    run.queue()
}

struct Run {
    app: Arc<App>,
    room: Weak<Shared>,
    game: String,
    kind: Kind,
    client: Client,
    request: AnalysisRequest,
    /// Time left, when it was broken off before.
    left: Duration,
    study: Study,
}

/// Not worth going on for.
const TOO_SHORT: Duration = Duration::from_millis(200);

impl Run {
    fn queue(self) -> Result<(), ApiError> {
        let (app, client, cost) = (Arc::clone(&self.app), self.client, self.left);
        let stop = self.study.stop.clone();
        let run = Box::new(move |slice: &Slice| self.run(slice));
        app.pool.submit(Job { client, class: Class::Analysis, cost, stop, gives_way: true, run })
    }

    fn run(mut self, slice: &Slice) {
        let key =
            EngineKey { game: self.game.clone(), spec: self.request.spec.to_string(), role: ROLE };
        let known = self.app.shelf.take(&key);
        let built = known
            .map_or_else(|| engine(self.kind.variant(), &self.request.spec, &self.app.config), Ok);
        let Ok(mut thinker) = built else { return };
        let begun = Instant::now();
        let mut limits = thinker.limits.clone();
        limits.stop = self.study.stop.clone();
        limits.seat = Some(self.study.seat);
        limits.lines = self.request.lines.clamp(1, MOST_LINES);
        limits.time = Some(self.left);
        let mut told = None::<Instant>;
        let found = thinker.engine.think(&*self.study.table, &limits, &mut |report| {
            if told.is_none_or(|told| told.elapsed() >= BETWEEN) {
                told = Some(Instant::now());
                self.tell(report);
            }
        });
        self.app.shelf.put(key, thinker);
        self.app.metrics.searched(found.as_ref().map_or(0, |analysis| analysis.nodes));
        let Some(room) = self.room.upgrade() else { return };
        self.left = self.left.saturating_sub(begun.elapsed());
        let found = found.map(|found| self.study.found(&found)).map_err(|error| error.to_string());
        if slice.gave_way() && self.left > TOO_SHORT {
            let renewed = lock(&room).room.renew_analysis(self.study.ticket);
            let Some(stop) = renewed else { return };
            self.study.stop = stop;
            let ticket = self.study.ticket;
            if self.queue().is_err() {
                lock(&room).room.analysis_done(ticket, found);
            }
            return;
        }
        lock(&room).room.analysis_done(self.study.ticket, found);
    }

    /// Tell of news, if the question still stands.
    fn tell(&self, report: &Analysis) {
        // Put into words here, on the search's own thread, before anybody has to wait.
        let found = self.study.found(report);
        let asked = self
            .room
            .upgrade()
            .is_some_and(|room| lock(&room).room.analysis_news(self.study.ticket, found));
        if !asked {
            self.study.stop.stop();
        }
    }
}

/// What an engine thinks of the position after `line`, waited for.
pub(crate) async fn position_after(
    app: &Arc<App>,
    shared: &SharedRoom,
    (client, access): (Client, Access),
    line: Vec<String>,
    request: AnalysisRequest,
) -> Result<(Player, Found), ApiError> {
    let (send, receive) = tokio::sync::oneshot::channel();
    let stop = StopFlag::default();
    let (desk, room, flag) = (Arc::clone(app), Arc::clone(shared), stop.clone());
    app.work(client, move || {
        let hall = lock(&room);
        access.must_take_part()?;
        hall.room.must_see_all(access)?;
        let mut table = hall.room.table().here();
        let mut thinker = engine(hall.room.kind().variant(), &request.spec, &desk.config)?;
        let (players, hides) = (hall.room.chairs().len(), hall.room.kind().hides());
        drop(hall);
        for text in &line {
            table.play(text).map_err(takeback_room::RoomError::from)?;
        }
        let Some(seat) = deciders(table.turn()).first() else {
            return Err(takeback_room::RoomError::Over.into());
        };
        let mut limits = thinker.limits.clone();
        let cost = request.time.min(desk.config.search);
        limits.time = Some(cost);
        limits.stop = flag.clone();
        limits.seat = Some(seat);
        limits.lines = request.lines.clamp(1, MOST_LINES);
        let run = Box::new(move |_: &Slice| {
            let found = thinker.engine.think(&*table, &limits, &mut |_| ());
            let found = found.map(|found| {
                let found = Found::new(players, seat, &found);
                if hides { found } else { found.in_words(&*table) }
            });
            let _ = send.send((seat, found));
        });
        let class = Class::Analysis;
        desk.pool.submit(Job { client, class, cost, stop: flag, gives_way: false, run })
    })
    .await?;
    // Whoever asked may be gone before the answer comes.
    let _guard = StopOnDrop(stop);
    let (seat, found) = receive.await.map_err(|_| ApiError::Busy)?;
    let found = found.map_err(|error| ApiError::Refused(RoomError::NotNow(error.to_string())))?;
    app.metrics.searched(found.nodes);
    Ok((seat, found))
}

struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
