//! Engines by text, with the whole report of their searches.
//!
//! A search runs on a thread of its own. The one that asked waits without holding
//! the interpreter and looks every few milliseconds whether Python was interrupted;
//! then the search is stopped and the interrupt raised.

use crate::attend::{LOOK, roomy};
use crate::fault::{EngineError, OrRaise, engine_error, guarded, internal, refuse, room_for};
use crate::game::{Game, Kind, contradiction, seconds_of};
use crate::state::State;
use crate::values::python;
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use serde_json::Value;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use takeback_core::Player;
use takeback_host::play::{Analysis, Seat, Table};
use takeback_host::spec::Spec;
use takeback_search::{Limits, SearchError, StopFlag};

/// An engine, such as `mcts:time=1s`. It fits itself to the game of the first state it
/// thinks about and keeps what it learned from move to move.
#[pyclass(module = "takeback", subclass)]
pub(crate) struct Engine {
    spec: Spec,
    stop: StopFlag,
    seat: Mutex<Fitted>,
}

/// The engine as it was built for a game, once it was.
type Fitted = Option<(Arc<Kind>, Seat)>;

impl Engine {
    pub(crate) fn of(spec: &str) -> PyResult<Self> {
        let spec = spec.parse().map_err(engine_error)?;
        Ok(Engine { spec, stop: StopFlag::default(), seat: Mutex::new(None) })
    }

    /// Build the engine for this game, unless it is there already.
    pub(crate) fn fit(&self, kind: &Arc<Kind>) -> PyResult<()> {
        let mut place = self.place()?;
        if place.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, kind)) {
            return Ok(());
        }
        if place.as_ref().is_some_and(|(known, _)| known.name == kind.name) && kind.is_shared() {
            return Ok(());
        }
        let seat = guarded(|| kind.chosen().engine(&self.spec))?.or_raise()?;
        *place = Some((kind.clone(), seat));
        Ok(())
    }

    fn place(&self) -> PyResult<MutexGuard<'_, Fitted>> {
        match self.seat.try_lock() {
            Ok(place) => Ok(place),
            Err(TryLockError::Poisoned(poisoned)) => {
                // A search that panicked leaves an engine that is built anew.
                let mut place = PoisonError::into_inner(poisoned);
                *place = None;
                self.seat.clear_poison();
                Ok(place)
            }
            Err(TryLockError::WouldBlock) => {
                Err(EngineError::new_err("this engine is thinking already; make another one"))
            }
        }
    }

    /// The engine's own limits with what was said now. One limit of effort said now
    /// replaces all of the engine's own.
    fn limits(&self, own: &Limits, said: &Said) -> PyResult<Limits> {
        let mut limits = Limits { stop: self.stop.clone(), ..own.clone() };
        let is_effort = said.time.is_some()
            || said.nodes.is_some()
            || said.depth.is_some()
            || said.iterations.is_some();
        if is_effort {
            limits.time = said.time.map(seconds_of).transpose()?;
            limits.nodes = said.nodes;
            limits.depth = said.depth.map(|depth| depth.min(10_000));
            limits.iterations = said.iterations;
        }
        limits.seed = said.seed.unwrap_or(limits.seed);
        limits.lines = said.lines.map_or(limits.lines, |lines| lines.clamp(1, 256));
        limits.threads = said.threads.map_or(limits.threads, |threads| threads.clamp(1, 256));
        if let Some(seat) = said.seat {
            if seat >= 32 {
                return Err(refuse(format!("there is no seat {seat}")));
            }
            limits.seat = Some(Player(seat as u8));
        }
        Ok(limits)
    }
}

struct Said {
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    iterations: Option<u64>,
    seed: Option<u64>,
    lines: Option<usize>,
    threads: Option<usize>,
    seat: Option<usize>,
}

enum News {
    Report(Box<Analysis>),
    Ended(Box<Result<Result<Analysis, SearchError>, String>>),
}

/// Search and tell.
fn search(seat: &mut Seat, table: &dyn Table, limits: &Limits, news: &Sender<News>, tells: bool) {
    let found = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        seat.engine.think(table, limits, &mut |report| {
            if tells {
                // Nobody listens any more: the search will hear of that by its flag.
                let _ = news.send(News::Report(Box::new(report.clone())));
            }
        })
    }));
    let found = found.map_err(|panic| crate::fault::said(&*panic));
    let _ = news.send(News::Ended(Box::new(found)));
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (spec, game=None))]
    fn new(spec: &str, game: Option<&Bound<'_, Game>>) -> PyResult<Self> {
        let engine = Engine::of(spec)?;
        if let Some(game) = game {
            engine.fit(&game.get().kind)?;
        }
        Ok(engine)
    }

    /// The text it was made from.
    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Think about a state and report. Limits said here replace those of the text;
    /// `watch` is called with reports while the search goes on.
    #[pyo3(signature = (
        state, *, time=None, nodes=None, depth=None, iterations=None, seed=None, lines=None,
        threads=None, seat=None, watch=None
    ))]
    #[allow(clippy::too_many_arguments)]
    fn think(
        &self,
        py: Python<'_>,
        state: &Bound<'_, State>,
        time: Option<f64>,
        nodes: Option<u64>,
        depth: Option<u32>,
        iterations: Option<u64>,
        seed: Option<u64>,
        lines: Option<usize>,
        threads: Option<usize>,
        seat: Option<usize>,
        watch: Option<Py<PyAny>>,
    ) -> PyResult<Report> {
        let (kind, table) = {
            let mut state = state.try_borrow_mut()?;
            (state.kind.clone(), state.walk()?.here())
        };
        self.fit(&kind)?;
        let mut place = self.place()?;
        let Some((_, engine)) = place.as_mut() else {
            return Err(EngineError::new_err("there is no engine"));
        };
        let said = Said { time, nodes, depth, iterations, seed, lines, threads, seat };
        let limits = self.limits(&engine.limits, &said)?;
        room_for(&limits)?;
        self.stop.reset();
        let (send, receive) = channel();
        let tells = watch.is_some();
        let found = std::thread::scope(|scope| {
            let limits = &limits;
            let work = move || search(engine, &*table, limits, &send, tells);
            roomy().spawn_scoped(scope, work).map_err(engine_error)?;
            let mut raised: Option<PyErr> = None;
            let receive = Mutex::new(receive);
            loop {
                let news = py.detach(|| {
                    receive.lock().unwrap_or_else(PoisonError::into_inner).recv_timeout(LOOK)
                });
                let heard = match news {
                    Ok(News::Ended(found)) => break raised.map_or(Ok(*found), Err),
                    Ok(News::Report(report)) => match (&watch, &raised) {
                        (Some(watch), None) => Report::of(*report)
                            .into_py_any(py)
                            .and_then(|report| watch.call1(py, (report,)))
                            .map(|_| ()),
                        _ => Ok(()),
                    },
                    Err(RecvTimeoutError::Timeout) => py.check_signals(),
                    Err(RecvTimeoutError::Disconnected) => {
                        break Err(EngineError::new_err("the search ended without an answer"));
                    }
                };
                if let Err(error) = heard {
                    self.stop.stop();
                    raised.get_or_insert(error);
                }
            }
        });
        if let Err(raised) = kind.check() {
            // What was learned while rules did not answer is worth nothing.
            *place = None;
            return Err(raised);
        }
        match found? {
            Ok(found) => found.or_raise().map(Report::of),
            Err(panic) => {
                *place = None;
                Err(if kind.store.is_some() { contradiction(panic) } else { internal(&panic) })
            }
        }
    }

    /// End the search under way as soon as it can; it reports what it has found.
    fn stop(&self) {
        self.stop.stop();
    }

    /// Forget everything learned, as before a new game.
    fn forget(&self) -> PyResult<()> {
        if let Some((_, seat)) = self.place()?.as_mut() {
            seat.engine.forget();
        }
        Ok(())
    }

    fn __repr__(&self) -> String {
        format!("takeback.engine({:?})", self.spec.to_string())
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (String,))> {
        let engine = py.import("takeback")?.getattr("engine")?;
        Ok((engine.unbind(), (self.spec.to_string(),)))
    }
}

/// What a search found.
#[pyclass(frozen, module = "takeback")]
pub(crate) struct Report {
    /// The move to play.
    #[pyo3(get)]
    best: String,
    /// Positions visited.
    #[pyo3(get)]
    nodes: u64,
    /// Depth completed.
    #[pyo3(get)]
    depth: u32,
    /// Deepest line.
    #[pyo3(get)]
    deepest: u32,
    /// Seconds spent.
    #[pyo3(get)]
    seconds: f64,
    /// Each player's expected share of a win, where the search keeps such.
    #[pyo3(get)]
    shares: Vec<f32>,
    json: Value,
}

impl Report {
    fn of(analysis: Analysis) -> Self {
        Report {
            nodes: analysis.nodes,
            depth: analysis.depth,
            deepest: analysis.deepest,
            seconds: analysis.time.as_secs_f64(),
            json: analysis.json(),
            shares: analysis.shares,
            best: analysis.best,
        }
    }
}

#[pymethods]
impl Report {
    /// Worth to the player who decides, by its sort: `{"win": plies}`, `{"loss": plies}`,
    /// `{"exact": thousandths}`, `{"margin": points}`, `{"points": points}` or
    /// `{"share": share}`.
    #[getter]
    fn score(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        python(py, &self.json["score"])
    }

    /// The best lines, each with its score and moves.
    #[getter]
    fn lines(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        python(py, &self.json["lines"])
    }

    /// What was learned of each move: move, score, visits.
    #[getter]
    fn moves(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        python(py, &self.json["moves"])
    }

    /// Why it ended; None while it goes on.
    #[getter]
    fn stopped(&self) -> Option<&str> {
        self.json["stopped"].as_str()
    }

    /// All of it as JSON.
    fn json(&self) -> String {
        self.json.to_string()
    }

    fn __repr__(&self) -> String {
        format!(
            "<takeback.Report best={:?} score={} nodes={} depth={}>",
            self.best, self.json["score"], self.nodes, self.depth
        )
    }
}
