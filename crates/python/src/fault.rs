//! Why something was refused: exceptions with a sentence.

use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyErr, create_exception};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use takeback_host::UseError;
use takeback_host::engines::EngineError as HostEngineError;
use takeback_host::play::Refused;
use takeback_search::{Limits, SearchError};

create_exception!(
    takeback,
    TakebackError,
    PyValueError,
    "Something was refused; the text says why."
);
create_exception!(takeback, UnknownGame, TakebackError, "There is no such game or variant.");
create_exception!(takeback, BadPosition, TakebackError, "A text that is no position.");
create_exception!(takeback, IllegalMove, TakebackError, "No move, or one that is not legal here.");
create_exception!(takeback, GameOver, IllegalMove, "The game is over.");
create_exception!(takeback, EngineError, TakebackError, "No such engine, or no answer from it.");
create_exception!(takeback, InternalError, PyRuntimeError, "A fault of takeback itself.");

/// A refusal of what was asked, in a sentence.
pub(crate) fn refuse(why: impl Into<String>) -> PyErr {
    TakebackError::new_err(why.into())
}

pub(crate) fn illegal(why: impl Into<String>) -> PyErr {
    IllegalMove::new_err(why.into())
}

pub(crate) fn engine_error(why: impl ToString) -> PyErr {
    EngineError::new_err(why.to_string())
}

/// Errors of the crates beneath as exceptions.
pub(crate) trait OrRaise<T> {
    fn or_raise(self) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, UseError> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|error| {
            let text = error.to_string();
            match error {
                UseError::UnknownGame { .. } | UseError::UnknownVariant { .. } => {
                    UnknownGame::new_err(text)
                }
                UseError::BadPosition { .. } => BadPosition::new_err(text),
                UseError::Engine(_) => EngineError::new_err(text),
                _ => refuse(text),
            }
        })
    }
}

impl<T> OrRaise<T> for Result<T, Refused> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(|refused| match refused {
            Refused::Over => GameOver::new_err("the game is over"),
            Refused::Unreadable(_) | Refused::Illegal(_) => illegal(refused.to_string()),
        })
    }
}

impl<T> OrRaise<T> for Result<T, HostEngineError> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(engine_error)
    }
}

impl<T> OrRaise<T> for Result<T, SearchError> {
    fn or_raise(self) -> PyResult<T> {
        self.map_err(engine_error)
    }
}

/// Whether the system would give so much memory: asked before something beneath asks, to
/// whom a no would be the end of the process.
pub(crate) fn room(bytes: usize) -> PyResult<()> {
    let mut trial = Vec::<u8>::new();
    let given = trial.try_reserve_exact(bytes);
    std::hint::black_box(&mut trial);
    given.map_err(|_| PyMemoryError::new_err(format!("there are no {} MiB to be had", bytes >> 20)))
}

/// The same of an engine's table or tree, by its limit in MiB.
pub(crate) fn room_for(limits: &Limits) -> PyResult<()> {
    room(limits.memory.saturating_mul(1 << 20))
}

/// What a panic said.
pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}

pub(crate) fn internal(panic: &(dyn Any + Send)) -> PyErr {
    InternalError::new_err(format!("a fault of takeback, please report it: {}", said(panic)))
}

/// Do something beneath the seam: a panic there becomes an exception, and what
/// was worked on must not be used again (see `State`).
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| internal(&*panic))
}
