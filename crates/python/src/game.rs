//! Games by name.

use crate::attend::attended;
use crate::encode;
use crate::fault::{InternalError, OrRaise, guarded, refuse};
use crate::rules;
use crate::state::State;
use crate::values::python;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use takeback_host::play::{LISTED, Walk};
use takeback_host::{Chosen, PerftRequest, Registry, VerifyRequest};
use takeback_verify::Failure;

/// Which game and variant, and the registry that holds it.
pub(crate) struct Kind {
    registry: Registry,
    game: usize,
    variant: usize,
    /// `GAME:VARIANT`.
    pub(crate) name: String,
    /// How many numbers actions have.
    pub(crate) actions: usize,
    /// Numbers of an observation.
    pub(crate) observed: usize,
    pub(crate) players: usize,
    /// The author's side of a game written in Python.
    pub(crate) store: Option<Py<PyAny>>,
}

impl Kind {
    pub(crate) fn new(registry: Registry, name: &str) -> PyResult<Self> {
        let chosen = registry.choose(name, None).or_raise()?;
        let game = registry.games().iter().position(|game| game.name == chosen.game.name);
        let variants = &chosen.game.variants;
        let variant = variants.iter().position(|variant| variant.name() == chosen.name());
        let (game, variant) = (game.unwrap_or(0), variant.unwrap_or(0));
        let (name, players) = (chosen.full_name(), chosen.players());
        let actions = chosen.walk(None).or_raise()?.space();
        let observed = encode::length(&chosen);
        Ok(Kind { registry, game, variant, name, actions, observed, players, store: None })
    }

    pub(crate) fn chosen(&self) -> Chosen<'_> {
        self.registry.games()[self.game].nth(self.variant)
    }

    /// Whether the author's rules have raised something.
    fn has_raised(&self) -> bool {
        self.store.as_ref().is_some_and(|store| {
            Python::attach(|py| store.getattr(py, "failure").is_ok_and(|it| !it.is_none(py)))
        })
    }

    /// Raise what the author's rules raised meanwhile.
    pub(crate) fn check(&self) -> PyResult<()> {
        let Some(store) = &self.store else { return Ok(()) };
        Python::attach(|py| {
            let failure = store.call_method0(py, "take_failure")?.into_bound(py);
            if failure.is_none() { Ok(()) } else { Err(PyErr::from_value(failure)) }
        })
    }

    /// What came of something, after what the author's rules raised meanwhile. A panic
    /// beneath rules in Python is theirs: searches trust that moves are taken back.
    pub(crate) fn heard<T>(&self, done: PyResult<T>) -> PyResult<T> {
        self.check()?;
        done.map_err(|error| match &self.store {
            Some(_) => Python::attach(|py| match error.is_instance_of::<InternalError>(py) {
                true => contradiction(error.value(py)),
                false => error,
            }),
            None => error,
        })
    }

    /// Whether another value of the same name is the same game: all but games that
    /// were written in Python.
    pub(crate) fn is_shared(&self) -> bool {
        std::ptr::eq(self.registry.games(), house().games())
    }

    pub(crate) fn walk(&self, position: Option<&str>) -> PyResult<Box<dyn Walk>> {
        let walk = guarded(|| self.chosen().walk(position));
        self.heard(walk)?.or_raise()
    }
}

/// The games of the house, made once.
pub(crate) fn house() -> &'static Registry {
    static HOUSE: OnceLock<Registry> = OnceLock::new();
    HOUSE.get_or_init(takeback::standard)
}

/// The games that are built in, as `GAME:VARIANT`, the usual variant of each first.
#[pyfunction]
pub(crate) fn games() -> Vec<String> {
    let every = house().games().iter();
    every.flat_map(|game| (0..game.variants.len()).map(|n| game.nth(n).full_name())).collect()
}

/// A game by its name, `GAME` or `GAME:VARIANT`.
#[pyfunction]
pub(crate) fn load(name: &str) -> PyResult<Game> {
    Ok(Game { kind: Arc::new(Kind::new(house().clone(), name)?) })
}

/// The game that Python means: one of ours, or its name.
pub(crate) fn kind_of(game: &Bound<'_, PyAny>) -> PyResult<Arc<Kind>> {
    if let Ok(game) = game.cast::<Game>() {
        return Ok(game.get().kind.clone());
    }
    let Ok(name) = game.extract::<&str>() else {
        let given = game.get_type().name()?;
        return Err(PyTypeError::new_err(format!("a game or its name is needed, not {given}")));
    };
    Ok(load(name)?.kind.clone())
}

/// A game of rules written in Python, from its `takeback._rules.Store`.
#[pyfunction]
pub(crate) fn from_store(store: &Bound<'_, PyAny>, name: String) -> PyResult<Game> {
    let (entry, _) = rules::game(store)?;
    let registry = Registry::new().with(entry);
    let kind = guarded(|| Kind::new(registry, "rules"))??;
    let kind = Kind { name, store: Some(store.clone().unbind()), ..kind };
    kind.check()?;
    Ok(Game { kind: Arc::new(kind) })
}

/// A game and one of its variants.
#[pyclass(frozen, module = "takeback")]
pub(crate) struct Game {
    pub(crate) kind: Arc<Kind>,
}

#[pymethods]
impl Game {
    /// `GAME:VARIANT`.
    #[getter]
    fn name(&self) -> &str {
        &self.kind.name
    }

    /// What people call it.
    #[getter]
    fn title(&self) -> &str {
        self.kind.chosen().game.title
    }

    /// One line about the variant.
    #[getter]
    fn about(&self) -> String {
        self.kind.chosen().about().to_owned()
    }

    /// How positions and moves are written, in one line.
    #[getter]
    fn notation(&self) -> &str {
        self.kind.chosen().game.notation
    }

    /// How many players.
    #[getter]
    fn players(&self) -> usize {
        self.kind.players
    }

    /// Whether players know things that others do not.
    #[getter]
    fn hides(&self) -> bool {
        self.kind.chosen().hides()
    }

    /// What it can do beyond the rules: `keyed`, `indexed`, `hidden` …
    #[getter]
    fn capabilities(&self) -> Vec<&'static str> {
        self.kind.chosen().capabilities().to_vec()
    }

    /// What the game is played for where points count: `chips`, `points`, or `wins`.
    #[getter]
    fn unit(&self) -> &'static str {
        self.kind.chosen().unit()
    }

    /// One more than the largest action number.
    #[getter]
    fn actions(&self) -> usize {
        self.kind.actions
    }

    /// Whether actions have numbers of the game's own; otherwise a number is the
    /// place in the list of legal moves.
    #[getter]
    fn has_own_numbers(&self) -> bool {
        let indexed = self.kind.chosen().capabilities().contains(&"indexed");
        indexed || self.kind.actions != LISTED
    }

    /// Numbers of an observation tensor.
    #[getter]
    fn observation_size(&self) -> usize {
        self.kind.observed
    }

    /// What the numbers of an observation tensor mean.
    #[getter]
    fn observation_encoding(&self) -> String {
        encode::encoding(&self.kind.chosen())
    }

    /// The variants of the game, the usual one first.
    #[getter]
    fn variants(&self) -> Vec<String> {
        let game = self.kind.chosen().game;
        (0..game.variants.len()).map(|n| game.nth(n).full_name()).collect()
    }

    /// The engines with every option that acts on them here.
    fn engines(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let engines = self.kind.chosen().engines();
        let engines = engines.iter().map(|engine| {
            let options = engine.options.iter().map(|option| {
                json!({ "name": option.name, "about": option.does, "default": option.default })
            });
            let options: Vec<Value> = options.collect();
            json!({ "name": engine.name, "about": engine.about, "options": options })
        });
        python(py, &Value::Array(engines.collect()))
    }

    /// The ten levels, weakest first, as engines by text; empty where there are none.
    #[getter]
    fn levels(&self) -> Vec<&'static str> {
        self.kind.chosen().ladder().map_or_else(Vec::new, |ladder| ladder.0.to_vec())
    }

    /// The start, or a position; with a seed, one of the starts of games that begin
    /// with chance.
    #[pyo3(signature = (position=None, *, seed=None))]
    fn start(&self, position: Option<&str>, seed: Option<u64>) -> PyResult<State> {
        let walk = match (position, seed) {
            (Some(_), Some(_)) => return Err(refuse("give a position or a seed, not both")),
            (None, Some(seed)) => guarded(|| self.kind.chosen().walk_dealt(seed)),
            (position, None) => self.kind.walk(position),
        };
        Ok(State::new(self.kind.clone(), self.kind.heard(walk)?))
    }

    /// Lines of play below each move.
    #[pyo3(signature = (depth, position=None, *, threads=1))]
    fn perft(
        &self,
        py: Python<'_>,
        depth: u32,
        position: Option<&str>,
        threads: usize,
    ) -> PyResult<Vec<(String, u64)>> {
        let threads = threads.clamp(1, 256);
        let stop = AtomicBool::new(false);
        let request = PerftRequest { depth, position, strategy: None, threads, stop: Some(&stop) };
        let counts = attended(py, &stop, || self.kind.chosen().perft(&request));
        self.kind.heard(counts)?.or_raise()
    }

    /// Walk for broken laws: None when all held, or what broke, shrunk.
    #[pyo3(signature = (*, plies=20_000, seconds=None, seed=1, threads=1))]
    fn verify(
        &self,
        py: Python<'_>,
        plies: u64,
        seconds: Option<f64>,
        seed: u64,
        threads: usize,
    ) -> PyResult<Py<PyAny>> {
        let time = seconds.map(seconds_of).transpose()?;
        // Rules in Python take turns at the interpreter: more threads only wait.
        let threads = if self.kind.store.is_some() { 1 } else { threads.clamp(1, 256) };
        let stop = AtomicBool::new(false);
        let request = VerifyRequest { plies, time, seed, threads, stop: Some(&stop) };
        // Rules that raised say of every game that it is over: such walks get nowhere.
        let watch = |_: u64| {
            stop.fetch_or(self.kind.has_raised(), Ordering::Relaxed);
        };
        let walk = || self.kind.chosen().verify(&request, &watch);
        let outcome = self.kind.heard(attended(py, &stop, walk))?;
        let failure = outcome.failure.map(|failure| {
            json!({
                "law": failure.law, "line": failure.line, "detail": failure.detail,
                "found_at": failure.found_at, "seed": failure.seed,
                "text": told(&self.kind.name, &failure, request.plies),
            })
        });
        let (plies, games) = (outcome.plies, outcome.games);
        python(py, &json!({ "plies": plies, "games": games, "failure": failure }))
    }

    fn __repr__(&self) -> String {
        let call = if self.kind.store.is_some() { "from_rules" } else { "load" };
        format!("takeback.{call}({:?})", self.kind.name)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            Arc::ptr_eq(&other.get().kind, &self.kind)
                || other.get().kind.name == self.kind.name && self.kind.store.is_none()
        })
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.kind.name.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__(&self, py: Python<'_>) -> PyResult<(Py<PyAny>, (Py<PyAny>,))> {
        let takeback = py.import("takeback")?;
        if let Some(store) = &self.kind.store {
            let rules = store.getattr(py, "rules")?;
            return Ok((takeback.getattr("from_rules")?.unbind(), (rules,)));
        }
        let name = self.kind.name.as_str().into_pyobject(py)?.into_any().unbind();
        Ok((takeback.getattr("load")?.unbind(), (name,)))
    }
}

/// A broken law in words.
fn told(name: &str, failure: &Failure, plies: u64) -> String {
    let line = failure.line.join(" ");
    let line = if line.is_empty() { "(at the start)" } else { &line };
    let detail = failure.detail.lines().map(|line| format!("  {line}\n")).collect::<String>();
    let (law, seed) = (&failure.law, failure.seed);
    format!(
        "{name}: broken law: {law}\n  after: {line}\n{detail}  again: takeback.verify(…, \
         plies={plies}, seed={seed})"
    )
}

/// Rules in Python that contradict themselves.
pub(crate) fn contradiction(what: impl Display) -> PyErr {
    let what = what.to_string().replace("a fault of takeback, please report it: ", "");
    refuse(format!("the rules contradict themselves, takeback.verify finds where: {what}"))
}

/// A number of seconds as a time.
pub(crate) fn seconds_of(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| refuse(format!("{seconds} is no number of seconds")))
}
