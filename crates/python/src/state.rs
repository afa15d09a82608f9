//! Positions that are played on.

use crate::encode;
use crate::fault::{InternalError, OrRaise, guarded, illegal, refuse};
use crate::game::{Game, Kind, kind_of};
use crate::values::python;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use serde_json::json;
use std::sync::{Arc, Mutex};
use takeback_core::{Player, Players, SplitMix, Turn};
use takeback_host::play::{NO_NUMBER, Table, Walk};
use takeback_scene::{palette::Palette, svg};

/// A game in progress: a position, its rules and its past.
#[pyclass(module = "takeback", weakref)]
pub(crate) struct State {
    pub(crate) kind: Arc<Kind>,
    /// Reached only through `&mut self`, so nobody ever waits for the lock.
    walk: Mutex<Box<dyn Walk>>,
    /// A fault of takeback left it in an unknown condition.
    is_spoilt: bool,
    numbers: Vec<u32>,
}

/// A move as Python says it.
enum Said<'a> {
    Text(&'a str),
    Number(u32),
}

impl State {
    pub(crate) fn new(kind: Arc<Kind>, walk: Box<dyn Walk>) -> Self {
        State { kind, walk: Mutex::new(walk), is_spoilt: false, numbers: Vec::new() }
    }

    pub(crate) fn walk(&mut self) -> PyResult<&mut dyn Walk> {
        if self.is_spoilt {
            return Err(InternalError::new_err(
                "an earlier fault spoilt this state; make a new one",
            ));
        }
        let walk = self.walk.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        Ok(&mut **walk)
    }

    /// Ask the position; a panic beneath spoils it. Not so with rules in Python, whose
    /// position is put back by [`change`](State::change): of them nonsense is expected.
    fn ask<T>(&mut self, work: impl FnOnce(&mut dyn Walk) -> T) -> PyResult<T> {
        let walk = self.walk()?;
        let done = guarded(|| work(walk));
        self.kind.check()?;
        self.is_spoilt |= done.is_err() && self.kind.store.is_none();
        self.kind.heard(done)
    }

    /// Change the position. Rules in Python may raise halfway: then the state is put
    /// back to what it was before.
    fn change<T>(&mut self, work: impl FnOnce(&mut dyn Walk) -> T) -> PyResult<T> {
        if self.kind.store.is_none() {
            return self.ask(work);
        }
        let before = self.ask(|walk| walk.branch())?;
        let done = self.ask(work);
        if done.is_err() {
            self.walk = Mutex::new(before);
            self.is_spoilt = false;
        }
        done
    }

    /// Who decides next.
    fn decides(&mut self) -> PyResult<Turn> {
        self.ask(|walk| walk.turn())
    }

    fn seat(&mut self, player: usize) -> PyResult<Player> {
        let players = self.walk()?.players();
        if player < players {
            return Ok(Player(player as u8));
        }
        Err(refuse(format!("there is no seat {player}; seats are 0 to {}", players - 1)))
    }

    fn viewer(&mut self, viewer: Option<usize>) -> PyResult<Option<Player>> {
        viewer.map(|viewer| self.seat(viewer)).transpose()
    }

    /// The place of a move in the list.
    fn place(&mut self, said: &Said<'_>) -> PyResult<usize> {
        match *said {
            Said::Text(text) => self.ask(|walk| walk.find(text))?.or_raise(),
            Said::Number(number) => {
                if self.decides()? == Turn::Over {
                    return Err(crate::fault::GameOver::new_err("the game is over"));
                }
                let place = self.ask(|walk| walk.place_of(number))?;
                place.ok_or_else(|| illegal(format!("action {number} is not legal here")))
            }
        }
    }

    /// The numbers of the legal moves, or of a seat's choices in a round.
    fn numbers_of(&mut self, player: Option<usize>) -> PyResult<Vec<u32>> {
        let turn = self.decides()?;
        let Some(player) = player else {
            let mut numbers = std::mem::take(&mut self.numbers);
            let listed = self.ask(|walk| walk.numbers(&mut numbers));
            let all = numbers.clone();
            self.numbers = numbers;
            return listed.map(|()| all);
        };
        let seat = self.seat(player)?;
        match turn {
            Turn::Together(seats) if seats.contains(seat) => self.ask(|walk| walk.choices(seat).1),
            Turn::Player(decider) if decider == seat => self.numbers_of(None),
            _ => Ok(Vec::new()),
        }
    }
}

fn said<'a>(m: &'a Bound<'_, PyAny>) -> PyResult<Said<'a>> {
    if let Ok(text) = m.cast::<PyString>() {
        return Ok(Said::Text(text.to_str()?));
    }
    // NumPy's integers are numbers too.
    match m.extract::<i64>() {
        Ok(number) => u32::try_from(number)
            .map(Said::Number)
            .map_err(|_| illegal(format!("action {number} is not legal here"))),
        Err(_) if m.is_instance_of::<PyInt>() => Err(illegal("no action has such a number")),
        Err(_) => {
            let kind = m.get_type().name()?;
            Err(PyTypeError::new_err(format!("a move is a text or an action's number, not {kind}")))
        }
    }
}

#[pymethods]
impl State {
    /// The game.
    #[getter]
    fn game(&self) -> Game {
        Game { kind: self.kind.clone() }
    }

    /// How many players.
    #[getter]
    fn players(&self) -> usize {
        self.kind.players
    }

    /// The seat that decides next; of a round played together the lowest that owes a
    /// choice; None when chance decides or the game is over.
    #[getter]
    fn turn(&mut self) -> PyResult<Option<u8>> {
        Ok(self.decides()?.decider().map(|player| player.0))
    }

    /// Who decides: `player`, `together`, `chance` or `over`.
    #[getter]
    fn phase(&mut self) -> PyResult<&'static str> {
        Ok(match self.decides()? {
            Turn::Player(_) => "player",
            Turn::Together(_) => "together",
            Turn::Chance => "chance",
            Turn::Over => "over",
        })
    }

    /// The seats that owe a decision now.
    #[getter]
    fn deciders(&mut self) -> PyResult<Vec<usize>> {
        let seats = match self.decides()? {
            Turn::Player(player) => Players::only(player),
            Turn::Together(seats) => seats,
            Turn::Chance | Turn::Over => Players::NONE,
        };
        Ok(seats.iter().map(Player::index).collect())
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&mut self) -> PyResult<bool> {
        Ok(self.decides()? == Turn::Over)
    }

    /// The legal moves written out, in an order that depends on the position alone; of
    /// a round played together those of the lowest seat that owes a choice.
    fn legal_moves(&mut self) -> PyResult<Vec<String>> {
        self.ask(|walk| walk.texts())
    }

    /// What a seat may choose in a round played together.
    fn choices(&mut self, player: usize) -> PyResult<Vec<String>> {
        let seat = self.seat(player)?;
        self.ask(|walk| walk.choices(seat).0)
    }

    /// The numbers of the moves that may be played, in order of `legal_moves`; with a
    /// player, what that seat may choose now.
    #[pyo3(signature = (player=None))]
    fn legal_actions(&mut self, player: Option<usize>) -> PyResult<Vec<u32>> {
        let mut numbers = self.numbers_of(player)?;
        numbers.retain(|&number| number != NO_NUMBER);
        Ok(numbers)
    }

    /// The same as an array: 1 at the number of every move that may be played.
    #[pyo3(signature = (player=None))]
    fn action_mask<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let numbers = self.numbers_of(player)?;
        let mut mask = vec![0; self.kind.actions];
        for number in numbers.into_iter().filter(|&number| number != NO_NUMBER) {
            mask[number as usize] = 1;
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    /// The move with this number here, written out; with a player, among its choices.
    #[pyo3(signature = (action, player=None))]
    fn action_text(&mut self, action: u32, player: Option<usize>) -> PyResult<String> {
        let missing = || illegal(format!("action {action} is not legal here"));
        let place = self.numbers_of(player)?.iter().position(|&n| n == action && n != NO_NUMBER);
        let place = place.ok_or_else(missing)?;
        let seat = self.viewer(player)?;
        let text = self.ask(|walk| match (seat, walk.turn()) {
            (Some(seat), Turn::Together(_)) => walk.choices(seat).0.into_iter().nth(place),
            _ => walk.text(place),
        })?;
        text.ok_or_else(missing)
    }

    /// The number of a move written out.
    fn action_of(&mut self, text: &str) -> PyResult<u32> {
        let place = self.place(&Said::Text(text))?;
        let number = self.numbers_of(None)?.get(place).copied();
        number.filter(|&n| n != NO_NUMBER).ok_or_else(|| {
            illegal(format!("{text} leads to where nothing can be played, so it has no number"))
        })
    }

    /// Play a move: its text, or the number of an action.
    fn play(&mut self, m: &Bound<'_, PyAny>) -> PyResult<()> {
        let place = self.place(&said(m)?)?;
        self.change(|walk| walk.play(place))?.or_raise()
    }

    /// Play a round: what each seat that owes a choice chooses.
    fn play_round(&mut self, choices: &Bound<'_, PyDict>) -> PyResult<()> {
        let seats = self.deciders()?;
        if choices.len() != seats.len() {
            let owed = seats.len();
            return Err(illegal(format!("{} choices where {owed} are owed", choices.len())));
        }
        let mut places = Vec::with_capacity(seats.len());
        for seat in seats {
            let Some(m) = choices.get_item(seat)? else {
                return Err(illegal(format!("seat {seat} owes a choice")));
            };
            let (texts, numbers) = self.ask(|walk| walk.choices(Player(seat as u8)))?;
            let place = match said(&m)? {
                Said::Text(text) => texts.iter().position(|one| one == text),
                Said::Number(number) => numbers.iter().position(|&one| one == number),
            };
            let missing = || illegal(format!("{m} is not a choice of seat {seat} here"));
            places.push(place.ok_or_else(missing)?);
        }
        self.change(|walk| walk.play_round(&places))?.or_raise()
    }

    /// Play a random legal move by this seed, outcomes of chance by their likelihood;
    /// the move.
    fn play_random(&mut self, seed: u64) -> PyResult<String> {
        let over = self.is_over()?;
        let played = self.change(|walk| walk.play_random(&mut SplitMix::stream(seed, 0)))?;
        match played {
            true => Ok(self.walk()?.past().pop().unwrap_or_default()),
            false if over => Err(crate::fault::GameOver::new_err("the game is over")),
            false => Err(illegal("there is no move after which play can go on")),
        }
    }

    /// Take back the last move, exactly.
    fn undo(&mut self) -> PyResult<()> {
        match self.change(|walk| walk.undo())? {
            true => Ok(()),
            false => Err(illegal("there is no move to take back")),
        }
    }

    /// A state of its own with the same past.
    fn clone(&mut self) -> PyResult<State> {
        let walk = self.ask(|walk| walk.branch())?;
        Ok(State::new(self.kind.clone(), walk))
    }

    /// Outcomes of chance with their probabilities; empty when a player decides.
    fn chance_outcomes(&mut self) -> PyResult<Vec<(String, f64)>> {
        let weights = shares(&self.ask(|walk| walk.weights())?);
        Ok(self.ask(|walk| walk.texts())?.into_iter().zip(weights).collect())
    }

    /// The same by the numbers of actions.
    fn chance_actions(&mut self) -> PyResult<Vec<(u32, f64)>> {
        let weights = shares(&self.ask(|walk| walk.weights())?);
        Ok(self.numbers_of(None)?.into_iter().zip(weights).collect())
    }

    /// What each player gets, from -1 to 1; zeros before the end.
    fn returns(&mut self) -> PyResult<Vec<f64>> {
        let payoffs = self.ask(|walk| walk.payoffs())?;
        Ok(payoffs.map_or_else(
            || vec![0.0; self.kind.players],
            |payoffs| payoffs.iter().map(|payoff| f64::from(payoff.0) / 1000.0).collect(),
        ))
    }

    /// What each player is paid in the game's own points, at the end of games that pay
    /// points; None otherwise.
    fn points(&mut self) -> PyResult<Option<Vec<i32>>> {
        self.ask(|walk| walk.points())
    }

    /// The position's key of 64 bits, in games that keep one.
    #[getter]
    fn key(&mut self) -> PyResult<Option<u64>> {
        Ok(self.ask(|walk| walk.key())?.map(|key| key.0))
    }

    /// All that a player knows, in games that hide; None in games that do not.
    fn observation(&mut self, player: usize) -> PyResult<Option<String>> {
        let seat = self.seat(player)?;
        self.ask(|walk| walk.observation(seat))
    }

    /// What a player's decisions may depend on: the observation in games that hide, the
    /// position in others.
    fn information_state(&mut self, player: usize) -> PyResult<String> {
        let seat = self.seat(player)?;
        self.ask(|walk| walk.observation(seat).unwrap_or_else(|| walk.position()))
    }

    /// What a player sees as numbers; by default the one who decides.
    #[pyo3(signature = (player=None))]
    fn tensor<'py>(
        &mut self,
        py: Python<'py>,
        player: Option<usize>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let decider = self.decides()?.decider().map_or(0, Player::index);
        let seat = self.seat(player.unwrap_or(decider))?;
        let array = PyArray1::<f32>::zeros(py, self.kind.observed, false);
        let mut row = array.try_readwrite()?;
        let out = row.as_slice_mut()?;
        self.ask(|walk| encode::observe(walk, seat, out))?;
        drop(row);
        Ok(array)
    }

    /// The position in the game's notation, with all that is hidden.
    #[getter]
    fn position(&mut self) -> PyResult<String> {
        self.ask(|walk| walk.position())
    }

    /// The moves played and not taken back.
    #[getter]
    fn history(&mut self) -> PyResult<Vec<String>> {
        self.ask(|walk| walk.past())
    }

    /// The position where the game began.
    #[getter]
    fn origin(&mut self) -> PyResult<String> {
        self.ask(|walk| walk.table().start())
    }

    /// Game, position, moves, turn, legal moves and results as JSON.
    fn json(&mut self) -> PyResult<String> {
        let (phase, turn, returns) = (self.phase()?, self.turn()?, self.returns()?);
        let name = self.kind.name.clone();
        self.ask(|walk| {
            let returns = (walk.turn() == Turn::Over).then_some(returns);
            json!({
                "game": name, "position": walk.position(), "moves": walk.past(),
                "phase": phase, "turn": turn, "legal": walk.texts(), "returns": returns,
                "key": walk.key().map(|key| format!("{:016x}", key.0)),
            })
            .to_string()
        })
    }

    /// What a viewer may see, as drawn by front ends; without a viewer, everything.
    #[pyo3(signature = (viewer=None))]
    fn scene(&mut self, py: Python<'_>, viewer: Option<usize>) -> PyResult<Py<PyAny>> {
        let viewer = self.viewer(viewer)?;
        let scene = self.ask(|walk| {
            let table = walk.here();
            json!({ "board": table.board(), "scene": table.scene(viewer) })
        })?;
        python(py, &scene)
    }

    /// A picture in SVG as a viewer may see the position; without a viewer, everything.
    #[pyo3(signature = (viewer=None, *, size=480.0, dark=false, title=""))]
    fn svg(
        &mut self,
        viewer: Option<usize>,
        size: f32,
        dark: bool,
        title: &str,
    ) -> PyResult<String> {
        if !(16.0..=8192.0).contains(&size) {
            return Err(refuse("size is 16 to 8192 pixels"));
        }
        let viewer = self.viewer(viewer)?;
        self.ask(|walk| {
            let table = walk.table();
            let mut options = svg::Options {
                last: table.last(viewer).map_or_else(Vec::new, |last| last.touched),
                size,
                title: title.to_owned(),
                ..svg::Options::default()
            };
            if dark {
                options.palette = Palette::DARK;
            }
            draw(&*table, viewer, &options)
        })
    }

    fn _repr_svg_(&mut self) -> PyResult<String> {
        // A notebook's reader may be a player: of games that hide, show what the
        // decider sees.
        let hides = self.kind.chosen().hides();
        let viewer = self.turn()?.filter(|_| hides).map(usize::from);
        self.svg(viewer, 360.0, false, "")
    }

    fn __repr__(&mut self) -> PyResult<String> {
        let position = self.position()?;
        Ok(format!("<takeback.State {} {position}>", self.kind.name))
    }

    fn __str__(&mut self) -> PyResult<String> {
        self.position()
    }

    fn __len__(&mut self) -> PyResult<usize> {
        Ok(self.walk()?.plies())
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let Ok(other) = other.cast::<State>() else { return Ok(false) };
        if slf.is(other) {
            return Ok(true);
        }
        let (mut one, mut two) = (slf.try_borrow_mut()?, other.try_borrow_mut()?);
        let walk = two.walk()?;
        one.ask(|one| one.is_same(walk))
    }

    fn __copy__(&mut self) -> PyResult<State> {
        self.clone()
    }

    fn __deepcopy__(&mut self, _memo: &Bound<'_, PyAny>) -> PyResult<State> {
        self.clone()
    }

    fn __reduce__<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (origin, past) = (self.origin()?, self.history()?);
        let rebuild = py.import("takeback._takeback")?.getattr("rebuild")?;
        if self.kind.store.is_some() {
            // Rules in Python read no positions, so their games begin at the start.
            return (rebuild, (self.game(), py.None(), past)).into_pyobject(py);
        }
        (rebuild, (self.kind.name.clone(), origin, past)).into_pyobject(py)
    }
}

/// The state after these moves from that position, or from the start: for pickles.
#[pyfunction]
#[pyo3(signature = (game, origin, moves))]
pub(crate) fn rebuild(
    game: &Bound<'_, PyAny>,
    origin: Option<&str>,
    moves: Vec<String>,
) -> PyResult<State> {
    let kind = kind_of(game)?;
    let walk = kind.walk(origin)?;
    let mut state = State::new(kind, walk);
    for m in &moves {
        let place = state.place(&Said::Text(m))?;
        state.change(|walk| walk.play(place))?.or_raise()?;
    }
    Ok(state)
}

/// Weights as probabilities.
fn shares(weights: &[u32]) -> Vec<f64> {
    let total: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    weights.iter().map(|&weight| f64::from(weight) / total.max(1) as f64).collect()
}

fn draw(table: &dyn Table, viewer: Option<Player>, options: &svg::Options) -> String {
    svg::draw(&table.board(), &table.scene(viewer), options)
}
