//! Big jobs by numbered pieces, for drivers that spread them over machines.
//!
//! What a number stands for follows from the plan alone: who plays it, where and how
//! often changes nothing but the times in the records. The games are those of
//! `takeback tournament`, `selfplay` and `tune` with the same options, and [`Book`] is
//! their file of games, so that either may go on with what the other began.

use crate::attend::attended;
use crate::fault::{TakebackError, guarded, refuse};
use crate::game::house;
use crate::values::python;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use takeback_host::Chosen;
use takeback_host::weights::write_weights;
use takeback_league::external::Contender;
use takeback_league::matches::stats::{Sample, Sprt};
use takeback_league::matches::{self, Openings, Rules, Side};
use takeback_league::ratings::{Standings, elo};
use takeback_league::records::{Event, Record, Store, from_wire, to_wire};
use takeback_league::selfplay::{self, Row};
use takeback_league::tournament::{self, Schedule};
use takeback_league::tune;
use takeback_search::StopFlag;

fn raise(error: impl ToString) -> PyErr {
    TakebackError::new_err(error.to_string())
}

fn choose(name: &str) -> PyResult<Chosen<'static>> {
    house().choose(name, None).map_err(raise)
}

/// Programs and addresses differ from machine to machine, and what they answer does
/// not follow from a seed.
fn own(spec: &str) -> PyResult<Contender> {
    match spec.parse().map_err(raise)? {
        own @ Contender::Own { .. } => Ok(own),
        _ => Err(refuse(format!("{spec}: on a cluster only engines of takeback can be repeated"))),
    }
}

fn open(opening: u32, position: Option<String>) -> PyResult<Openings> {
    match opening {
        0..=1000 => Ok(Openings::Random { plies: opening, position }),
        _ => Err(refuse("an opening has at most 1000 random moves")),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn range(first: u64, count: u64, games: u64) -> PyResult<std::ops::Range<u64>> {
    match first.checked_add(count) {
        Some(end) if end <= games => Ok(first..end),
        _ => Err(refuse(format!("{count} games from {first} on, of {games}: there are no such"))),
    }
}

/// Whether an engine goes by the clock, so that it may play differently next time.
#[pyfunction]
pub(crate) fn goes_by_time(game: &str, engine: &str) -> PyResult<bool> {
    let sides = matches::sides(choose(game)?, &[own(engine)?], None).map_err(raise)?;
    Ok(sides.iter().any(|side| side.limits().time.is_some()))
}

/// A tournament as numbered games.
#[pyclass(frozen, module = "takeback")]
pub(crate) struct Tournament {
    chosen: Chosen<'static>,
    plan: tournament::Plan,
    schedule: Schedule,
    /// Engines are made once and kept; every game begins with them as if new.
    sides: Mutex<Vec<Side>>,
}

#[pymethods]
impl Tournament {
    #[new]
    #[pyo3(signature = (
        game, engines, *, games=100, gauntlet=false, opening=4, position=None, time=None,
        longest=5000, seed=1
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        game: &str,
        engines: Vec<String>,
        games: u64,
        gauntlet: bool,
        opening: u32,
        position: Option<String>,
        time: Option<f64>,
        longest: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let chosen = choose(game)?;
        let time = match time {
            Some(seconds) if !(0.001..=86_400.0).contains(&seconds) => {
                return Err(refuse("the time a move is from a thousandth of a second to a day"));
            }
            other => other.map(Duration::from_secs_f64),
        };
        let plan = tournament::Plan {
            contenders: engines.iter().map(|e| own(e)).collect::<PyResult<_>>()?,
            gauntlet,
            games,
            openings: open(opening, position)?,
            time,
            rules: Rules { longest, ..Rules::default() },
            seed,
            threads: 1,
        };
        let schedule = Schedule::new(&plan, chosen.players()).map_err(raise)?;
        let sides = matches::sides(chosen, &plan.contenders, plan.time).map_err(raise)?;
        Ok(Tournament { chosen, plan, schedule, sides: Mutex::new(sides) })
    }

    /// How many games; whole rounds are played.
    #[getter]
    fn games(&self) -> u64 {
        self.schedule.games()
    }

    /// How many sit at a table.
    #[getter]
    fn players(&self) -> usize {
        self.chosen.players()
    }

    /// The engines' full texts.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.plan.names()
    }

    /// What `takeback tournament` with the same options calls it.
    #[getter]
    fn name(&self) -> String {
        self.plan.name(self.chosen.game.name, self.chosen.name())
    }

    /// Play `count` games from number `first` on, as lines for a [`Book`], with the
    /// engines and payoffs of each by seat.
    #[allow(clippy::type_complexity)]
    fn lines(
        &self,
        py: Python<'_>,
        first: u64,
        count: u64,
    ) -> PyResult<(Vec<String>, Vec<Vec<String>>, Vec<Vec<i64>>)> {
        let played = self.play(py, first, count)?;
        let lines = played.iter().map(|(number, record)| line(*number, record)).collect();
        let seats = played.iter().map(|(_, record)| names_of(record)).collect();
        Ok((lines, seats, played.iter().map(|(_, record)| payoffs_of(record)).collect()))
    }

    /// Play `count` games from number `first` on, as columns.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        count: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let played = self.play(py, first, count)?;
        let records = || played.iter().map(|(_, record)| record);
        let nodes = |r: &Record| r.seats.iter().map(|seat| seat.effort.nodes).collect::<Vec<_>>();
        let moves = |r: &Record| r.plies.iter().map(|ply| ply.text.clone()).collect::<Vec<_>>();
        let columns = PyDict::new(py);
        columns.set_item("number", played.iter().map(|p| p.0).collect::<Vec<_>>())?;
        columns.set_item("seats", records().map(names_of).collect::<Vec<_>>())?;
        columns.set_item("payoffs", records().map(payoffs_of).collect::<Vec<_>>())?;
        columns.set_item("nodes", records().map(nodes).collect::<Vec<_>>())?;
        columns.set_item("start", records().map(|r| r.start.clone()).collect::<Vec<_>>())?;
        columns.set_item("opening", records().map(|r| r.opening).collect::<Vec<_>>())?;
        columns.set_item("moves", records().map(moves).collect::<Vec<_>>())?;
        columns.set_item("ending", records().map(|r| r.ending.clone()).collect::<Vec<_>>())?;
        columns.set_item("seconds", records().map(|r| r.seconds).collect::<Vec<_>>())?;
        Ok(columns)
    }
}

impl Tournament {
    fn play(&self, py: Python<'_>, first: u64, count: u64) -> PyResult<Vec<(u64, Record)>> {
        let numbers = range(first, count, self.schedule.games())?;
        let game = (self.chosen.game.name, self.chosen);
        let stop = StopFlag::default();
        let work = || {
            let mut sides = lock(&self.sides);
            sides.iter_mut().for_each(|side| side.obey(&stop));
            let one = |number| {
                tournament::play_game(game, &self.plan, &self.schedule, number, &mut sides)
                    .map(|record| (number, record))
            };
            numbers.map(one).collect::<Result<Vec<_>, _>>()
        };
        attended(py, stop.as_atomic(), work)?.map_err(raise)
    }
}

fn names_of(record: &Record) -> Vec<String> {
    record.seats.iter().map(|seat| seat.engine.clone()).collect()
}

fn payoffs_of(record: &Record) -> Vec<i64> {
    record.seats.iter().map(|seat| seat.payoff.unwrap_or(0).into()).collect()
}

fn line(number: u64, record: &Record) -> String {
    format!("{number} {}", to_wire(record))
}

/// takeback's file of games, for one tournament.
#[pyclass(frozen, module = "takeback")]
pub(crate) struct Book {
    store: Mutex<Store>,
    event: Event,
    name: String,
}

#[pymethods]
impl Book {
    /// Open or make the file, and find or make the tournament in it.
    #[new]
    #[pyo3(signature = (path, tournament, name=None))]
    fn new(path: PathBuf, tournament: &Tournament, name: Option<String>) -> PyResult<Self> {
        let mut store = Store::open(&path).map_err(raise)?;
        let (game, variant) = (tournament.chosen.game.name, tournament.chosen.name());
        let (name, text) =
            (name.unwrap_or_else(|| tournament.name()), tournament.plan.text(game, variant));
        let event = store.event(&name, "tournament", (game, variant), &text).map_err(raise)?;
        Ok(Book { store: Mutex::new(store), event, name })
    }

    /// What the tournament is called in the file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Numbers of the games that are there.
    fn finished(&self) -> PyResult<Vec<u64>> {
        Ok(lock(&self.store).finished(self.event).map_err(raise)?.into_iter().collect())
    }

    /// Engines and payoffs of the games that are there, in order of number.
    fn results(&self) -> PyResult<Vec<Vec<(String, i32)>>> {
        lock(&self.store).results(self.event).map_err(raise)
    }

    /// Store lines, all of them or none; says how many games were new.
    fn add(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<u64> {
        let work = || {
            let read = |line: &String| -> Result<(u64, Record), String> {
                let parts =
                    line.split_once(' ').and_then(|(n, text)| Some((n.parse().ok()?, text)));
                let (number, text) = parts.ok_or("a line without a number of a game")?;
                Ok((number, from_wire(text).map_err(|error| error.to_string())?))
            };
            let games = lines.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            lock(&self.store).add_all(self.event, &games).map_err(|error| error.to_string())
        };
        py.detach(|| guarded(work))?.map_err(raise)
    }

    /// Store the ratings and give the standings.
    fn rate(&self, py: Python<'_>, names: Vec<String>) -> PyResult<Py<PyAny>> {
        let mut store = lock(&self.store);
        let games = store.results(self.event).map_err(raise)?;
        let standings = Standings::of(&names, &games);
        store.rate(self.event, &standings.ratings).map_err(raise)?;
        shown(py, &standings)
    }
}

/// Ratings and cross table of games in order of number: engines and payoffs by seat.
#[pyfunction]
pub(crate) fn standings(
    py: Python<'_>,
    names: Vec<String>,
    games: Vec<Vec<(String, i32)>>,
) -> PyResult<Py<PyAny>> {
    shown(py, &guarded(|| Standings::of(&names, &games))?)
}

fn shown(py: Python<'_>, standings: &Standings) -> PyResult<Py<PyAny>> {
    let mut value = standings.json();
    value["text"] = standings.to_string().trim_end().into();
    python(py, &value)
}

/// Elo and half of each one's 95 % interval from counts of games of two: first seat,
/// second seat, wins of the first, draws, losses.
#[pyfunction]
pub(crate) fn elo_of(
    engines: usize,
    counts: Vec<(usize, usize, f64, f64, f64)>,
) -> PyResult<Vec<(f64, f64)>> {
    if counts.iter().any(|c| c.0 >= engines || c.1 >= engines) {
        return Err(refuse("there are not so many engines"));
    }
    let pair = |&(first, second, wins, draws, losses): &(usize, usize, f64, f64, f64)| elo::Pair {
        first,
        second,
        wins,
        draws,
        losses,
    };
    let fit = guarded(|| elo::fit(engines, &counts.iter().map(pair).collect::<Vec<_>>()))?;
    Ok(fit.ratings.into_iter().zip(fit.errors).collect())
}

/// Self-play as numbered games.
#[pyclass(frozen, module = "takeback")]
pub(crate) struct Selfplay {
    chosen: Chosen<'static>,
    plan: selfplay::Plan,
    sides: Mutex<Vec<Side>>,
}

#[pymethods]
impl Selfplay {
    #[new]
    #[pyo3(signature = (
        game, engine, *, games=1000, opening=4, position=None, spread=0, longest=5000, seed=1
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        game: &str,
        engine: &str,
        games: u64,
        opening: u32,
        position: Option<String>,
        spread: u32,
        longest: usize,
        seed: u64,
    ) -> PyResult<Self> {
        let chosen = choose(game)?;
        if spread > 1000 {
            return Err(refuse("the spread of openings is at most 1000 random moves"));
        }
        let plan = selfplay::Plan {
            engine: own(engine)?,
            label: None,
            games,
            part: 1,
            openings: open(opening, position)?,
            rules: Rules { longest, ..Rules::default() },
            seed,
            threads: 1,
            format: selfplay::Format::Jsonl,
            spread,
            temperatures: Vec::new(),
            cool_after: 0,
            time: None,
            stop: StopFlag::default(),
        };
        let sides = selfplay::sides(chosen, &plan).map_err(raise)?;
        Ok(Selfplay { chosen, plan, sides: Mutex::new(sides) })
    }

    /// Play `count` games from number `first` on; their positions as columns.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        first: u64,
        count: u64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let numbers = range(first, count, self.plan.games)?;
        let stop = StopFlag::default();
        let work = || {
            let (mut sides, mut rows) = (lock(&self.sides), Vec::new());
            sides.iter_mut().for_each(|side| side.obey(&stop));
            for number in numbers {
                selfplay::play_rows(self.chosen, &self.plan, number, &mut sides, &mut rows)?;
            }
            Ok::<Vec<Row>, selfplay::SelfplayError>(rows)
        };
        let rows = attended(py, stop.as_atomic(), work)?.map_err(raise)?;
        let numbers = |f: &dyn Fn(&Row) -> i64| rows.iter().map(f).collect::<Vec<_>>();
        let texts = |f: &dyn Fn(&Row) -> Option<String>| rows.iter().map(f).collect::<Vec<_>>();
        let score = |row: &Row| (!row.score.is_null()).then(|| row.score.to_string());
        let columns = PyDict::new(py);
        columns.set_item("game", numbers(&|r| r.game as i64))?;
        columns.set_item("ply", numbers(&|r| r.ply.into()))?;
        columns.set_item("seat", numbers(&|r| r.seat.into()))?;
        columns.set_item("position", texts(&|r| Some(r.position.clone())))?;
        columns.set_item("move", texts(&|r| Some(r.m.clone())))?;
        columns.set_item("score", texts(&score))?;
        columns.set_item("searched", numbers(&|r| r.searched.into()))?;
        columns.set_item("depth", numbers(&|r| r.depth.into()))?;
        columns.set_item("nodes", numbers(&|r| r.nodes as i64))?;
        columns.set_item("result", numbers(&|r| r.result.into()))?;
        Ok(columns)
    }
}

/// A tuning, step by step; whoever holds it plays the games.
#[pyclass(module = "takeback")]
pub(crate) struct Tuning {
    chosen: Chosen<'static>,
    plan: tune::Plan,
    state: tune::State,
}

#[pymethods]
impl Tuning {
    #[new]
    #[pyo3(signature = (
        game, engine, *, method="spsa", only=Vec::new(), steps=100, games=8, opening=4, seed=1
    ))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        game: &str,
        engine: &str,
        method: &str,
        only: Vec<String>,
        steps: u64,
        games: u64,
        opening: u32,
        seed: u64,
    ) -> PyResult<Self> {
        open(opening, None)?;
        let chosen = choose(game)?;
        let plan = tune::Plan {
            spec: engine.parse().map_err(raise)?,
            only,
            method: match method {
                "spsa" => tune::Method::Spsa,
                "cma" => tune::Method::Cma,
                other => return Err(refuse(format!("no method {other:?}; spsa or cma"))),
            },
            steps,
            games,
            opening,
            seed,
            threads: 1,
            verdict: 1,
            sprt: Sprt::new(0.0, 30.0),
        };
        let state = tune::Tuning::new(chosen, &plan).map_err(raise)?.begin();
        Ok(Tuning { chosen, plan, state })
    }

    /// Steps done.
    #[getter]
    fn done(&self) -> u64 {
        self.state.done
    }

    /// Games played.
    #[getter]
    fn games(&self) -> u64 {
        self.state.games
    }

    /// The weights now, by name.
    #[getter]
    fn weights(&self) -> Vec<(String, i32)> {
        self.state.weights.clone()
    }

    /// The weights that the tuning began with, in the game's order.
    #[getter]
    fn usual(&self) -> PyResult<Vec<i32>> {
        Ok(self.tuning()?.defaults())
    }

    /// The weights now, in the game's order.
    #[getter]
    fn values(&self) -> PyResult<Vec<i32>> {
        Ok(self.tuning()?.weights(&self.state))
    }

    /// The next step's comparisons: pairs of sets of weights.
    fn comparisons(&self) -> PyResult<Vec<(Vec<i32>, Vec<i32>)>> {
        let pairs = self.tuning()?.comparisons(&self.state);
        Ok(pairs.into_iter().map(|[a, b]| (a, b)).collect())
    }

    /// How many games a set of one opening has.
    #[getter]
    fn set_size(&self) -> usize {
        matches::arrange::two_sides(self.chosen.players(), matches::Seating::default()).len()
    }

    /// Play sets `first` to `first + count` of a comparison in step `step`: how many
    /// sets, the sum of the first weights' scores, the sum of their squares, the games.
    fn compare(
        &self,
        py: Python<'_>,
        pair: (Vec<i32>, Vec<i32>),
        step: u64,
        first: u64,
        count: u64,
    ) -> PyResult<(u64, f64, f64, u64)> {
        let known = self.chosen.weights().len();
        if pair.0.len() != known || pair.1.len() != known {
            return Err(refuse(format!("this game has {known} weights")));
        }
        let end = first.checked_add(count).ok_or_else(|| refuse("no such sets"))?;
        let tuning = self.tuning()?;
        let plan = tuning.match_plan(&pair.0, &pair.1, self.plan.games, step);
        let work = || matches::run_sets(self.chosen, &plan, first..end, &|_, _, _| Ok(()), &|_| ());
        let result = attended(py, plan.stop.as_atomic(), work)?.map_err(raise)?;
        let (sets, sum, squares) = result.sample.parts();
        Ok((sets, sum, squares, result.games))
    }

    /// Go on by a step, given the first one's mean score of each comparison.
    fn tell(&mut self, scores: Vec<f64>, games: u64) -> PyResult<()> {
        let tuning = tune::Tuning::new(self.chosen, &self.plan).map_err(raise)?;
        if scores.len() != tuning.comparisons(&self.state).len() {
            return Err(refuse("a score for each comparison, please"));
        }
        let mut state = self.state.clone();
        tuning.tell(&mut state, &scores, games);
        // `takeback tune` goes on with what it reads from its file, which may differ in
        // the last bit; so do we.
        let text = serde_json::to_string(&state).map_err(raise)?;
        self.state = serde_json::from_str(&text).map_err(raise)?;
        Ok(())
    }

    /// Write the weights now for `weights=FILE`.
    fn write(&self, path: PathBuf) -> PyResult<()> {
        write_weights(&path, self.chosen.weights(), &self.values()?)
            .map_err(|error| refuse(format!("{}: {error}", path.display())))
    }
}

impl Tuning {
    fn tuning(&self) -> PyResult<tune::Tuning<'_>> {
        tune::Tuning::new(self.chosen, &self.plan).map_err(raise)
    }
}

/// What sets say, given how many, the sum of scores and of squares: the score, Elo, both
/// with their 95 % intervals, and how likely the first is the better one.
#[pyfunction]
pub(crate) fn sample(py: Python<'_>, sets: u64, sum: f64, squares: f64) -> PyResult<Py<PyAny>> {
    let sample = Sample::of_parts((sets, sum, squares));
    let (score, elo) = (sample.score(), sample.elo());
    python(
        py,
        &json!({
            "score": [score.low, score.mid, score.high], "elo": [elo.low, elo.mid, elo.high],
            "superiority": sample.superiority(),
        }),
    )
}
