//! JSON of Battlesnake: what the official engine sends and wants to hear.
//!
//! | where | what |
//! |---|---|
//! | `request.rs` | the body of `start`, `move` and `end`, and its way into a [`Setup`](takeback_battlesnake::Setup) |
//! | `answer.rs` | what a snake answers |
//! | `log.rs` | whole games as the official command-line client writes them |
//! | `regression.rs` | requests with the moves that are right there |

mod answer;
mod log;
mod regression;
mod request;

pub use answer::{Appearance, AppearanceError, MoveAnswer};
pub use log::{Log, LogError, Outcome};
pub use regression::{Regression, RegressionError, WrongMove};
pub use request::{
    Coordinates, GameInfo, Playable, Request, RequestBoard, RequestError, RequestSettings,
    RequestSnake, RoyaleSettings, RulesetInfo,
};
