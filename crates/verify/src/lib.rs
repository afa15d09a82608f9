//! Laws every game must keep, checked along random and exhaustive walks.
//!
//! One line in a game's tests:
//!
//! ```
//! # use takeback_core::{Game, Moves, Payoff, Player, Turn, ZeroSum};
//! # #[derive(Clone, Debug, PartialEq)]
//! # struct Nim { heap: u8, next: Player }
//! # impl Game for Nim {
//! #     type Move = u8;
//! #     type Undo = ();
//! #     fn players(&self) -> usize { 2 }
//! #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) } }
//! #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=self.heap.min(3)); }
//! #     fn make(&mut self, m: u8) { self.heap -= m; self.next = self.next.other(); }
//! #     fn unmake(&mut self, m: u8, (): ()) { self.heap += m; self.next = self.next.other(); }
//! #     fn payoff(&self, p: Player) -> Payoff { if p == self.next { Payoff::LOSS } else { Payoff::WIN } }
//! # }
//! # impl ZeroSum for Nim {}
//! use takeback_verify::Laws;
//! Laws::new("nim", Nim { heap: 21, next: Player::FIRST }).zero_sum().plies(5_000).assert();
//! ```
//!
//! The laws are those in the documents of [`Game`](takeback_core::Game) and of
//! the capability traits; naming a capability adds its laws and compiles only
//! when the game has it. A broken law is shrunk to the shortest line of moves
//! that breaks it and shown as a field-by-field difference.
//!
//! What the rules say today can be written down as [`Golden`] games and compared
//! with what they say tomorrow.
//!
//! How a walk works is told in `walk.rs`, how lines are shrunk in `shrink.rs`.
//! Both are compiled once: they see a game through the face in `subject.rs`, and
//! only the thin `bench.rs` behind it is compiled for every game. The exception
//! is [`perft`], whose recursion is worth an instance for each game.

#![forbid(unsafe_code)]

/// Whether laws are walked for here. A browser's small module leaves that to a larger one.
pub const WALKS: bool = cfg!(any(not(target_family = "wasm"), feature = "full"));

mod aspects;
mod bench;
mod capabilities;
mod capability_facts;
mod diff;
mod digest;
mod facts;
mod golden;
mod hidden_facts;
mod laws;
mod numbering;
mod perft;
mod plan;
mod quiet;
mod rarity;
mod replay;
mod shrink;
mod subject;
mod walk;

pub use diff::difference;
pub use digest::{Digest, digest_games, print_of};
pub use golden::{Golden, Mismatch, Replayed};
pub use laws::{FeaturesOf, Laws, NumbersOf, ObservationOf, PointsOf, RandomMoveOf, RedealOf};
pub use perft::{Division, divide, perft, perft_parallel, perft_parallel_until};
pub use plan::{Failure, Outcome};
