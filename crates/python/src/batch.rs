//! Many games at once, into arrays.

use crate::attend::attended;
use crate::encode;
use crate::fault::{guarded, illegal, refuse, room};
use crate::game::{Game, Kind, kind_of};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use takeback_core::Player;
use takeback_host::play::Batch as Games;

/// Games of one variant side by side, played on threads of Rust into NumPy arrays. What
/// chance decides is decided at once; a seed means the same games on any number of
/// threads.
#[pyclass(module = "takeback")]
pub(crate) struct Batch {
    kind: Arc<Kind>,
    games: Mutex<Box<dyn Games>>,
    /// A fault in our own rules while they changed games, which now stand anywhere.
    is_spoilt: bool,
}

impl Batch {
    fn games(&mut self) -> &mut dyn Games {
        &mut **self.games.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ask the games without holding the interpreter. What rules in Python raised
    /// meanwhile comes first.
    fn look<T: Send>(
        &mut self,
        py: Python<'_>,
        look: impl FnOnce(&mut dyn Games) -> T + Send,
    ) -> PyResult<T> {
        if self.is_spoilt {
            return Err(refuse("a fault ended a step halfway; reset() begins all games anew"));
        }
        let games = self.games();
        let done = py.detach(|| guarded(|| look(games)));
        self.kind.heard(done)
    }

    /// Work on the games. Rules in Python that raise halfway leave all as it was.
    fn work<T: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Games) -> T + Send,
    ) -> PyResult<T> {
        let is_python = self.kind.store.is_some();
        let before = if is_python { Some(self.look(py, |games| games.copy())?) } else { None };
        let done = self.look(py, work);
        if done.is_err() {
            match before {
                Some(before) => self.games = Mutex::new(before),
                None => self.is_spoilt = true,
            }
        }
        done
    }

    fn two<'py, T: numpy::Element>(
        &mut self,
        py: Python<'py>,
        columns: usize,
    ) -> PyResult<Bound<'py, PyArray2<T>>> {
        let games = self.games().games();
        room(games.saturating_mul(columns).saturating_mul(size_of::<T>()))?;
        Ok(PyArray2::zeros(py, [games, columns], false))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, *, seed=1, threads=1))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        n: usize,
        seed: u64,
        threads: usize,
    ) -> PyResult<Self> {
        if n == 0 || n > 10_000_000 {
            return Err(refuse(format!("a batch has 1 to 10,000,000 games, not {n}")));
        }
        let kind = kind_of(game)?;
        let threads = threads.clamp(1, 256);
        let games = py.detach(|| guarded(|| kind.chosen().batch(n, seed, threads)));
        let games = kind.heard(games)?;
        Ok(Batch { kind, games: Mutex::new(games), is_spoilt: false })
    }

    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { kind: self.kind.clone() }
    }

    fn __len__(&mut self) -> usize {
        self.games().games()
    }

    /// Begin all games anew, or those where the array of booleans is true.
    #[pyo3(signature = (chosen=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        chosen: Option<PyReadonlyArray1<'_, bool>>,
    ) -> PyResult<()> {
        let Some(chosen) = chosen else {
            self.is_spoilt = false;
            return self.work(py, |games| games.reset(None));
        };
        let n = self.games().games();
        if chosen.len() != n {
            return Err(refuse(format!("{} booleans for {n} games", chosen.len())));
        }
        let chosen = chosen.as_array().to_vec();
        self.work(py, |games| games.reset(Some(&chosen)))
    }

    /// The seat that decides next in each game; -1 where it is over.
    fn turns<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let array = PyArray1::zeros(py, self.games().games(), false);
        let mut row = array.try_readwrite()?;
        let out = row.as_slice_mut()?;
        self.look(py, |games| games.turns(out))?;
        drop(row);
        Ok(array)
    }

    /// Moves played in each game, chance included.
    fn plies<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let array = PyArray1::zeros(py, self.games().games(), false);
        self.games().plies(array.try_readwrite()?.as_slice_mut()?);
        Ok(array)
    }

    /// Games by actions: 1 where an action may be played.
    fn masks<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let actions = self.kind.actions;
        let array = self.two(py, actions)?;
        let mut rows = array.try_readwrite()?;
        let out = rows.as_slice_mut()?;
        self.work(py, |games| games.masks(out))?;
        drop(rows);
        Ok(array)
    }

    /// Play one action in each game; a negative one leaves a game alone. When one is
    /// illegal no game changes.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let n = self.games().games();
        if actions.len() != n {
            return Err(refuse(format!("{} actions for {n} games", actions.len())));
        }
        let actions = actions.as_array().to_vec();
        let bad = self.work(py, |games| games.step(&actions))?;
        bad.map_err(|game| illegal(format!("action {} is not legal in game {game}", actions[game])))
    }

    /// Play a random move in every game that is not over.
    fn step_random(&mut self, py: Python<'_>) -> PyResult<()> {
        self.work(py, |games| games.step_random())
    }

    /// Games by players: results from -1 to 1, zeros before the end.
    fn returns<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let players = self.kind.players;
        let array = self.two(py, players)?;
        let mut rows = array.try_readwrite()?;
        let out = rows.as_slice_mut()?;
        self.look(py, |games| games.payoffs(out))?;
        drop(rows);
        Ok(array)
    }

    /// Games by numbers: what the decider of each game sees.
    fn tensors<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let observed = self.kind.observed;
        let array = self.two(py, observed)?;
        let mut rows = array.try_readwrite()?;
        let out = rows.as_slice_mut()?;
        self.look(py, |games| {
            if games.features(observed, out) {
                return;
            }
            for (game, row) in out.chunks_mut(observed).enumerate() {
                if let Some(table) = games.table(game) {
                    let viewer = table.turn().decider().unwrap_or(Player::FIRST);
                    encode::observe_table(&*table, viewer, row);
                }
            }
        })?;
        drop(rows);
        Ok(array)
    }

    /// Play a copy of each game to its end at random: results (games by players) and
    /// moves played. A copy of `longest` moves ends without a result.
    #[pyo3(signature = (*, longest=100_000))]
    #[allow(clippy::type_complexity)]
    fn playouts<'py>(
        &mut self,
        py: Python<'py>,
        longest: u32,
    ) -> PyResult<(Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<u32>>)> {
        let players = self.kind.players;
        let results = self.two(py, players)?;
        let plies = PyArray1::zeros(py, self.games().games(), false);
        let (mut rows, mut counts) = (results.try_readwrite()?, plies.try_readwrite()?);
        let (out, count) = (rows.as_slice_mut()?, counts.as_slice_mut()?);
        // Playouts change copies: rules that raise there spoil nothing.
        let (games, stop) = (self.games(), AtomicBool::new(false));
        let done = attended(py, &stop, || games.playouts(longest, out, count, &stop));
        self.kind.heard(done)?;
        drop((rows, counts));
        Ok((results, plies))
    }

    /// The position of one game, in the game's notation.
    fn position(&mut self, py: Python<'_>, game: usize) -> PyResult<String> {
        let n = self.games().games();
        let position = self.look(py, |games| games.table(game).map(|table| table.position()))?;
        position.ok_or_else(|| refuse(format!("there is no game {game} among {n}")))
    }

    fn __repr__(&mut self) -> String {
        format!("<takeback.Batch of {} {}>", self.games().games(), self.kind.name)
    }
}
