//! Live analysis of the position on the table, and answers about other ones.

use super::drive::note_value;
use super::{NodeId, Room, SharedRoom, deciders, lock};
use crate::app::App;
use crate::error::ApiError;
use crate::search::{EngineKey, Job, MOST_LINES, Urgency, engine};
use std::sync::{Arc, Mutex, Weak};
use std::time::{Duration, Instant};
use takeback_core::Player;
use takeback_host::play::{Analysis, Table};
use takeback_host::spec::Spec;
use takeback_search::StopFlag;

/// What to analyse with.
#[derive(Clone, Debug)]
pub(crate) struct AnalysisRequest {
    pub(crate) spec: Spec,
    pub(crate) lines: usize,
    pub(crate) time: Duration,
}

/// An analysis that runs or has ended.
pub(crate) struct Analysing {
    pub(crate) ticket: u64,
    pub(crate) stop: StopFlag,
    /// The position it is about.
    pub(crate) node: NodeId,
    /// Whose decision is looked for.
    pub(crate) seat: Player,
    pub(crate) request: AnalysisRequest,
    pub(crate) latest: Option<Analysis>,
    /// Why there is none.
    pub(crate) trouble: Option<String>,
    pub(crate) done: bool,
    /// Grows with every report.
    pub(crate) count: u64,
}

/// Reports come no more often than anybody can see.
const BETWEEN: Duration = Duration::from_millis(120);

/// What engines for analysis are kept under.
const ROLE: u8 = 200;

/// End the analysis that runs; what it found stays.
pub(crate) fn stop_analysis(room: &mut Room) {
    if let Some(analysing) = &mut room.analysing {
        analysing.stop.stop();
        analysing.done = true;
        room.tell();
    }
}

/// Begin to analyse the position on the table for the seat in turn.
pub(crate) fn analyse(
    app: &Arc<App>,
    shared: &SharedRoom,
    seat: Option<Player>,
    request: AnalysisRequest,
) -> Result<(), ApiError> {
    let mut room = lock(shared);
    let decider = deciders(room.turn());
    let seat = seat.filter(|&seat| decider.contains(seat)).or(decider.first());
    let Some(seat) = seat else {
        return Err(if room.is_over() {
            ApiError::Over
        } else {
            ApiError::NotNow("chance is to move: there is nothing to analyse".to_owned())
        });
    };
    engine(room.kind.variant(), &request.spec, &app.config)?;
    stop_analysis(&mut room);
    let stop = StopFlag::default();
    let ticket = room.ticket();
    let run = Run {
        app: Arc::clone(app),
        room: Arc::downgrade(shared),
        ticket,
        table: room.table.branch(),
        stop: stop.clone(),
        seat,
        request: request.clone(),
        game: room.id.clone(),
        kind: room.kind.clone(),
    };
    let client = room.playing.client();
    let job = Job {
        client,
        urgency: Urgency::Analysis,
        stop: stop.clone(),
        run: Box::new(move || run.run()),
    };
    app.pool.submit(job)?;
    let node = room.tree.now();
    let count = room.analysing.as_ref().map_or(0, |old| old.count) + 1;
    room.analysing = Some(Analysing {
        ticket,
        stop,
        node,
        seat,
        request,
        latest: None,
        trouble: None,
        done: false,
        count,
    });
    room.tell();
    Ok(())
}

struct Run {
    app: Arc<App>,
    room: Weak<Mutex<Room>>,
    ticket: u64,
    table: Box<dyn Table>,
    stop: StopFlag,
    seat: Player,
    request: AnalysisRequest,
    game: String,
    kind: super::Kind,
}

impl Run {
    fn run(self) {
        let key =
            EngineKey { game: self.game.clone(), spec: self.request.spec.to_string(), role: ROLE };
        let known = self.app.shelf.take(&key);
        let built = known
            .map_or_else(|| engine(self.kind.variant(), &self.request.spec, &self.app.config), Ok);
        let Ok(mut thinker) = built else { return };
        let mut limits = thinker.limits.clone();
        limits.stop = self.stop.clone();
        limits.seat = Some(self.seat);
        limits.lines = self.request.lines.clamp(1, MOST_LINES);
        limits.time = Some(self.request.time.min(self.app.config.search));
        let mut told = Instant::now() - BETWEEN;
        let found = thinker.engine.think(&*self.table, &limits, &mut |report| {
            if told.elapsed() >= BETWEEN {
                told = Instant::now();
                self.tell(|analysing| analysing.latest = Some(report.clone()));
            }
        });
        self.app.shelf.put(key, thinker);
        self.app.metrics.searched(found.as_ref().map_or(0, |analysis| analysis.nodes));
        if let (Ok(analysis), Some(room)) = (&found, self.room.upgrade()) {
            let mut room = lock(&room);
            let asked = room.analysing.as_ref().filter(|a| a.ticket == self.ticket);
            if let Some(node) = asked.map(|a| a.node) {
                note_value(&mut room, node, self.seat, analysis);
            }
        }
        self.tell(|analysing| {
            analysing.done = true;
            match found {
                Ok(analysis) => analysing.latest = Some(analysis),
                Err(error) => analysing.trouble = Some(error.to_string()),
            }
        });
    }

    /// Tell of news, if the question still stands.
    fn tell(&self, news: impl FnOnce(&mut Analysing)) {
        let Some(room) = self.room.upgrade() else { return self.stop.stop() };
        let mut room = lock(&room);
        match &mut room.analysing {
            Some(analysing) if analysing.ticket == self.ticket => {
                news(analysing);
                analysing.count += 1;
                room.tell();
            }
            _ => self.stop.stop(),
        }
    }
}

/// What an engine thinks of the position after `line`, waited for.
pub(crate) async fn position_after(
    app: &Arc<App>,
    shared: &SharedRoom,
    line: &[String],
    request: AnalysisRequest,
) -> Result<(Player, Analysis), ApiError> {
    let (send, receive) = tokio::sync::oneshot::channel();
    let stop = StopFlag::default();
    {
        let room = lock(shared);
        let mut table = room.table.branch();
        for text in line {
            table.play(text)?;
        }
        let Some(seat) = deciders(table.turn()).first() else { return Err(ApiError::Over) };
        let mut thinker = engine(room.kind.variant(), &request.spec, &app.config)?;
        let mut limits = thinker.limits.clone();
        limits.time = Some(request.time.min(app.config.search));
        limits.stop = stop.clone();
        limits.seat = Some(seat);
        limits.lines = request.lines.clamp(1, MOST_LINES);
        let run = move || {
            let found = thinker.engine.think(&*table, &limits, &mut |_| ());
            let _ = send.send((seat, found));
        };
        let client = room.playing.client();
        let urgency = Urgency::Analysis;
        app.pool.submit(Job { client, urgency, stop: stop.clone(), run: Box::new(run) })?;
    }
    // Whoever asked may be gone before the answer comes.
    let _guard = StopOnDrop(stop);
    let (seat, found) = receive.await.map_err(|_| ApiError::Internal)?;
    let analysis = found.map_err(|error| ApiError::NotNow(error.to_string()))?;
    app.metrics.searched(analysis.nodes);
    Ok((seat, analysis))
}

struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
