//! A game in progress: its tree of moves, its seats, who sees what.
//!
//! A [`Room`] takes calls and gives values. It knows no socket, no thread and no
//! clock but what it is told of time: whoever carries it (a server, a page, a program) decides when to call,
//! runs the searches it asks for, and shows the [`State`] it writes.
//!
//! | file | what it holds |
//! |---|---|
//! | `calls.rs` | the requests, as they come over a wire |
//! | `seats.rs` | who plays where, what a token allows, whose eyes it has |
//! | `clock.rs`, `outcome.rs` | time that is left; giving up, draws, time that is up |
//! | `rematch.rs` | another game between the same players |
//! | `consent.rs` | what needs the others' consent, asking and granting |
//! | `room.rs`, `play.rs` | the game itself: moves, rounds played together, the way about the tree |
//! | `drive.rs` | what goes on by itself: chance, forced moves, questions to engines |
//! | `luck.rs` | the deal and the dice, sealed before and shown afterwards |
//! | `why.rs` | the rule that forbids a click |
//! | `view.rs` | the state as one token may see it, at any position it may look at |
//! | `summary.rs` | a game in a line of a list |
//! | `analysis.rs`, `grade.rs` | what engines think, kept beside the game |
//! | `outside.rs` | games in the forms of others, written and read |
//! | `wire.rs` | bodies of requests that begin a room or ask an engine |
//! | `saved.rs`, `log.rs` | a game as a file, and as a log that a store can keep |
//!
//! ```
//! use takeback_room::{Call, Kind, Opening, Room, Secret, Who};
//!
//! let games = takeback::standard();
//! let kind = Kind::find(&games, "tictactoe", None)?;
//! let seats = vec![Who::Person, Who::Person];
//! let opening = Opening::new(kind, seats, Secret([7; 32]));
//! let mut room = Room::open(opening)?;
//! let owner = room.owner().to_owned();
//! let access = room.enter(Some(&owner));
//! room.call(access, Call::play("b2"))?;
//! assert_eq!(room.view(access).now, 1);
//! # Ok::<(), takeback_room::RoomError>(())
//! ```

#![forbid(unsafe_code)]

mod analysis;
mod calls;
mod clock;
mod consent;
mod drive;
mod error;
mod found;
mod grade;
mod kind;
mod log;
mod luck;
mod outcome;
mod outside;
mod play;
mod rematch;
mod room;
mod saved;
mod seats;
mod summary;
mod tree;
mod view;
mod why;
mod wire;

pub use analysis::{Analysing, AnalysisRequest, AnalysisView, Study};
pub use calls::{Call, Change, Consent, GoTo, Look, Named, Play, Plies, Resign, Sit};
pub use clock::{Clock, ClockView, Pace};
pub use consent::{Proposal, ProposalView, Wish};
pub use drive::{Next, Question};
pub use error::RoomError;
pub use found::{Found, LineView, MoveView, ScoreView, share, value_of};
pub use grade::{Grade, GradeStep, Grading};
pub use kind::Kind;
pub use log::{Event, KeptChair, Record, Stands};
pub use luck::{Deal, Sealed, Secret};
pub use outcome::{Outcome, Why};
pub use room::{Opening, Room};
pub use saved::{Loading, Saved};
pub use seats::{Access, Chair, Hand, Holder, Viewer, Who, hash_of, same};
pub use summary::Summary;
pub use tree::{Node, NodeId, Tree, deciders};
pub use view::{
    Extent, GradeView, InputView, NodeView, Progress, SeatView, State, TurnKind, TurnView, You,
};
pub use why::{Clicked, WhyNot};
pub use wire::{AnalysisBody, ByEngine, Created, Foreign, NewGame, PositionText, TreeNode};
