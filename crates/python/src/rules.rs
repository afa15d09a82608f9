//! A game whose rules are a Python object.
//!
//! Positions are objects of `takeback._rules`, which calls the author's methods with
//! care: one that raises is noted there, and from then on the game says that it is
//! over, which ends the search that asked. While laws are checked an exception is
//! let through instead and becomes a panic here, which the verifier takes for a
//! broken law and shrinks like any other.

use pyo3::prelude::*;
use pyo3::types::PyList;
use takeback_core::{Key, Payoff, Player, SplitMix, Turn};
use takeback_foreign::{Can, Foreign, Veiled, entry, hidden_entry};
use takeback_host::GameEntry;

/// A position over there.
struct Position {
    object: Py<PyAny>,
    players: usize,
}

impl Position {
    /// Ask the object; what it raises is the verifier's affair.
    fn ask<T>(&self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        Python::attach(|py| match ask(self.object.bind(py)) {
            Ok(answer) => answer,
            Err(error) => {
                let text = error.value(py).to_string();
                let kind =
                    error.get_type(py).name().map_or_else(|_| String::new(), |n| n.to_string());
                panic!("{kind}: {text}")
            }
        })
    }
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let object = self.ask(|object| Ok(object.call_method0("clone")?.unbind()));
        Position { object, players: self.players }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.ask(|object| {
            object.call_method1("equal", (other.object.bind(object.py()),))?.extract()
        })
    }
}

impl Foreign for Position {
    fn players(&self) -> usize {
        self.players
    }

    fn turn(&self) -> Turn {
        match self.ask(|object| object.call_method0("turn")?.extract::<i64>()) {
            -1 => Turn::Over,
            -2 => Turn::Chance,
            player => Turn::Player(Player(player as u8)),
        }
    }

    fn moves(&self, each: &mut dyn FnMut(u32)) {
        let numbers: Vec<u32> = self.ask(|object| {
            let list = object.call_method0("list")?;
            list.cast::<PyList>()?.iter().map(|number| number.extract()).collect()
        });
        numbers.into_iter().for_each(each);
    }

    fn make(&mut self, m: u32) {
        self.ask(|object| object.call_method1("make", (m,)).map(|_| ()));
    }

    fn unmake(&mut self, m: u32) {
        self.ask(|object| object.call_method1("unmake", (m,)).map(|_| ()));
    }

    fn payoff(&self, player: Player) -> f64 {
        self.ask(|object| object.call_method1("payoff", (player.0,))?.extract())
    }

    fn weight(&self, outcome: u32) -> u32 {
        self.ask(|object| object.call_method1("weight", (outcome,))?.extract())
    }

    fn random_move(&self, rng: &mut SplitMix) -> u32 {
        let seed = rng.next();
        self.ask(|object| object.call_method1("random_move", (seed,))?.extract())
    }

    fn playout(&self, rng: &mut SplitMix, results: &mut [Payoff]) -> u32 {
        let seed = rng.next();
        let (plies, thousandths): (u32, Vec<i32>) =
            self.ask(|object| object.call_method1("playout", (seed,))?.extract());
        for (result, thousandths) in results.iter_mut().zip(thousandths) {
            *result = Payoff(thousandths);
        }
        plies
    }

    fn evaluate(&self, player: Player) -> i32 {
        self.ask(|object| object.call_method1("evaluate", (player.0,))?.extract())
    }

    fn key(&self) -> Key {
        Key(self.ask(|object| object.call_method0("key")?.extract()))
    }

    fn key_from_scratch(&self) -> Key {
        Key(self.ask(|object| object.call_method0("key_from_scratch")?.extract()))
    }

    fn position_text(&self) -> String {
        self.ask(|object| object.call_method0("text")?.extract())
    }

    fn move_text(&self, m: u32) -> String {
        self.ask(|object| object.call_method1("move_text", (m,))?.extract())
    }

    fn read_move(&self, text: &str) -> Option<u32> {
        self.ask(|object| object.call_method1("read_move", (text,))?.extract())
    }

    /// Which rules a text is for cannot be told from the text.
    fn read_position(_text: &str) -> Option<Self> {
        None
    }

    fn wrong(&self, law: usize) -> Option<String> {
        self.ask(|object| object.call_method1("wrong", (law,))?.extract())
    }
}

impl Veiled for Position {
    fn observe(&self, player: Player) -> String {
        self.ask(|object| object.call_method1("observe", (player.0,))?.extract())
    }

    fn redealt(&self, viewer: Player, rng: &mut SplitMix) -> Self {
        let seed = rng.next();
        let object =
            self.ask(|object| Ok(object.call_method1("redealt", (viewer.0, seed))?.unbind()));
        Position { object, players: self.players }
    }
}

/// The game of these rules, and how many players it has. `store` is an object of
/// `takeback._rules.Store`.
pub(crate) fn game(store: &Bound<'_, PyAny>) -> PyResult<(GameEntry, usize)> {
    let players: usize = store.getattr("players")?.extract()?;
    let can = Can {
        zero_sum: store.getattr("zero_sum")?.extract()?,
        judge: store.getattr("judges")?.extract()?,
        dead_ends: store.getattr("dead_ends")?.extract()?,
        read: false,
    };
    let hides: bool = store.getattr("hides")?.extract()?;
    let store = store.clone().unbind();
    let start = move || {
        let object = Python::attach(|py| store.call_method0(py, "start"));
        Position { object: object.unwrap_or_else(|error| panic!("start: {error}")), players }
    };
    const ABOUT: &str = "a game written in Python";
    let entry = if hides { hidden_entry(ABOUT, can, start) } else { entry(ABOUT, can, start) };
    Ok((entry, players))
}
