//! Matches, self-play and training.

use crate::attend::attended;
use crate::fault::{TakebackError, guarded, refuse, room_for};
use crate::game::{Kind, kind_of, seconds_of};
use crate::values::python;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use takeback_host::Chosen;
use takeback_league::external::Contender;
use takeback_league::matches::{
    Ending, MatchResult, Openings, Plan, Played, Rules, run as run_match, sides, stats::Interval,
};
use takeback_league::selfplay;
use takeback_search::StopFlag;
use takeback_train::{Data, Plan as TrainPlan, fitted_scale, rows, run_until};

fn raise(error: impl ToString) -> PyErr {
    TakebackError::new_err(error.to_string())
}

/// An engine of ours: programs and addresses are started from the command line.
fn own(spec: &str) -> PyResult<Contender> {
    match spec.parse().map_err(raise)? {
        own @ Contender::Own { .. } => Ok(own),
        _ => Err(refuse("matches from Python are between engines of takeback")),
    }
}

/// Whether the tables of these engines can be had. What else is wrong with them is told
/// by whoever makes them.
fn roomy(kind: &Kind, engines: &[Contender]) -> PyResult<()> {
    let sides = guarded(|| sides(kind.chosen(), engines, None))?.unwrap_or_default();
    sides.iter().try_for_each(|side| room_for(side.limits()))
}

fn openings(plies: u32, position: Option<String>) -> Openings {
    Openings::Random { plies, position }
}

fn interval(interval: Interval) -> Value {
    json!({ "low": interval.low, "mid": interval.mid, "high": interval.high })
}

fn game_json(number: u64, seats: &[usize], played: &Played) -> Value {
    json!({
        "number": number,
        "seats": seats,
        "start": played.start,
        "opening": played.opening,
        "moves": played.plies.iter().map(|ply| ply.text.clone()).collect::<Vec<_>>(),
        "results": played.payoffs.iter().map(|p| f64::from(p.0) / 1000.0).collect::<Vec<_>>(),
        "ending": ending(&played.ending),
    })
}

fn ending(ending: &Ending) -> &'static str {
    ending.name()
}

fn result_json(result: &MatchResult, games: Vec<Value>) -> Value {
    json!({
        "games": result.games, "wins": result.wins, "draws": result.draws,
        "losses": result.losses, "endless": result.endless,
        "score": interval(result.sample.score()), "elo": interval(result.sample.elo()),
        "nodes": [result.effort[0].nodes, result.effort[1].nodes],
        "seconds": result.seconds,
        "played": games,
    })
}

/// A match of two engines: seats swapped, openings shared, the same seed the same games
/// on any number of threads.
#[pyfunction]
#[pyo3(signature = (
    game, first, second, *, games=100, opening=4, position=None, seed=1, threads=1, time=None,
    longest=5000, record=false
))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    first: &str,
    second: &str,
    games: u64,
    opening: u32,
    position: Option<String>,
    seed: u64,
    threads: usize,
    time: Option<f64>,
    longest: usize,
    record: bool,
) -> PyResult<Py<PyAny>> {
    let kind = kind_of(game)?;
    let plan = Plan {
        games,
        openings: openings(opening, position),
        seed,
        threads: threads.clamp(1, 256),
        time: time.map(seconds_of).transpose()?,
        rules: Rules { longest, ..Rules::default() },
        ..Plan::new(own(first)?, own(second)?)
    };
    roomy(&kind, &plan.sides)?;
    let played = Mutex::new(Vec::new());
    let note = |number: u64, seats: &[usize], game: &Played| {
        if record {
            let mut played = played.lock().unwrap_or_else(PoisonError::into_inner);
            played.push((number, game_json(number, seats, game)));
        }
        Ok(())
    };
    let run = || run_match(kind.chosen(), &plan, &note, &|_| ());
    let result = attended(py, plan.stop.as_atomic(), run);
    let result = kind.heard(result)?.map_err(raise)?;
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    let played = played.into_iter().map(|(_, game)| game).collect();
    python(py, &result_json(&result, played))
}

/// Games of an engine against itself as labelled positions, in files of a folder: `jsonl`
/// or, for training, `rows`. What an interrupt finds whole in the folder is kept, and the
/// same call plays the rest.
#[pyfunction]
#[pyo3(signature = (
    game, engine, folder, *, games=100, part=100, opening=4, spread=0, seed=1, threads=1,
    format="jsonl", longest=5000
))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn play_self(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    engine: &str,
    folder: PathBuf,
    games: u64,
    part: u64,
    opening: u32,
    spread: u32,
    seed: u64,
    threads: usize,
    format: &str,
    longest: usize,
) -> PyResult<(u64, u64)> {
    let kind = kind_of(game)?;
    let format = match format {
        "jsonl" => selfplay::Format::Jsonl,
        "rows" => selfplay::Format::Rows,
        other => return Err(refuse(format!("there is no format {other:?}; jsonl or rows"))),
    };
    let plan = selfplay::Plan {
        engine: own(engine)?,
        label: None,
        games,
        part,
        openings: openings(opening, None),
        rules: Rules { longest, ..Rules::default() },
        seed,
        threads: threads.clamp(1, 256),
        format,
        spread,
        temperatures: Vec::new(),
        cool_after: 0,
        time: None,
        stop: StopFlag::default(),
    };
    roomy(&kind, std::slice::from_ref(&plan.engine))?;
    let chosen: Chosen<'_> = kind.chosen();
    let run = || selfplay::run((chosen.game.name, chosen), &plan, &folder, &|_| ());
    let done = attended(py, plan.stop.as_atomic(), run);
    let done = kind.heard(done)?.map_err(raise)?;
    Ok((done.games, done.positions))
}

/// Learn a network from self-play in the format `rows`; the file it wrote plays as
/// `ab:net=FILE`. After each epoch what was learned stands beside that file, in `FILE.state`,
/// until the network is there: after an interrupt the same call goes on from the last epoch.
#[pyfunction]
#[pyo3(signature = (
    game, data, out, *, hidden=None, dense=None, epochs=None, batch=None, rate=None, lam=None,
    keep=20, seed=1, threads=1
))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn train(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    data: Vec<PathBuf>,
    out: PathBuf,
    hidden: Option<usize>,
    dense: Option<usize>,
    epochs: Option<u32>,
    batch: Option<usize>,
    rate: Option<f32>,
    lam: Option<f32>,
    keep: u64,
    seed: u64,
    threads: usize,
) -> PyResult<Py<PyAny>> {
    let kind = kind_of(game)?;
    let chosen = kind.chosen();
    let Some(set) = chosen.features() else {
        return Err(refuse(format!("{} has no features to learn from", kind.name)));
    };
    let stop = AtomicBool::new(false);
    let work = || -> Result<Value, String> {
        let mut files = Vec::new();
        for path in &data {
            if stop.load(Ordering::Relaxed) {
                return Err("stopped while reading".to_owned());
            }
            let (header, games) = rows::gather(path, false).map_err(|e| e.to_string())?;
            if header.encoding != set.encoding {
                let (found, wanted) = (header.encoding, &set.encoding);
                return Err(format!("{} holds {found:?}, not {wanted:?}", path.display()));
            }
            files.push((path.clone(), header, games));
        }
        let files = files
            .iter_mut()
            .map(|(path, header, games)| (path.as_path(), header.clone(), std::mem::take(games)));
        let data = Data::gather(files.collect(), keep, seed).map_err(|e| e.to_string())?;
        let usual = TrainPlan::default();
        let scale = fitted_scale(&data).unwrap_or(usual.scale).round();
        let plan = TrainPlan {
            hidden: hidden.unwrap_or(usual.hidden),
            dense: dense.unwrap_or(usual.dense),
            epochs: epochs.unwrap_or(usual.epochs),
            batch: batch.unwrap_or(usual.batch),
            rate: rate.unwrap_or(usual.rate),
            lambda: lam.unwrap_or(usual.lambda),
            scale,
            // Scores are whole numbers: with fewer points a step, positions that
            // differ would not.
            points: scale.max(100.0),
            seed,
            threads: threads.clamp(1, 256),
            ..usual
        };
        let state = beside(&out, "state");
        let done = run_until(&data, &plan, Some(&state), &stop, &mut |_, _| ());
        let done = done.map_err(|error| error.to_string())?;
        let bytes = done.net.write();
        takeback_host::files::replace(&out, &bytes)
            .map_err(|error| format!("{}: {error}", out.display()))?;
        // The network is there: nobody goes on from this.
        let _ = std::fs::remove_file(&state);
        let (taught, kept) = data.sizes();
        let epochs = done.epochs.iter().map(|e| json!({ "learned": e.taught, "kept": e.kept }));
        Ok(json!({
            "positions": taught, "kept": kept, "best": done.best, "quantised": done.quantised,
            "bytes": bytes.len(), "epochs": epochs.collect::<Vec<_>>(),
        }))
    };
    let done = attended(py, &stop, work)?.map_err(raise)?;
    python(py, &done)
}

/// A file of the same name with an ending more.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}
