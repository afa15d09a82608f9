//! Searches compiled once for many games.
//!
//! A search is compiled together with the rules it looks through. That makes it fast, and it makes a program
//! larger for every game: thirty kilobytes for alpha-beta alone. Where nobody waits for the search (small games, rare
//! searches) or size is what counts (a browser's module), the game is put behind [`Erased`] instead: one type for
//! all games, on which each search is compiled once.
//!
//! ```
//! use takeback_core::Blind;
//! use takeback_search::erased::{Abilities, Shown};
//! use takeback_search::{AlphaBeta, Limits, Search};
//! # use takeback_core::{Game, Key, Keyed, Moves, Payoff, Player, Turn, ZeroSum};
//! # #[derive(Clone)] struct Nim { heap: u8, next: Player }
//! # impl Game for Nim {
//! #     type Move = u8; type Undo = ();
//! #     fn players(&self) -> usize { 2 }
//! #     fn turn(&self) -> Turn { if self.heap == 0 { Turn::Over } else { Turn::Player(self.next) } }
//! #     fn moves(&self, out: &mut Moves<u8>) { out.extend(1..=self.heap.min(3)); }
//! #     fn make(&mut self, take: u8) { self.heap -= take; self.next = self.next.other(); }
//! #     fn unmake(&mut self, take: u8, (): ()) { self.next = self.next.other(); self.heap += take; }
//! #     fn payoff(&self, p: Player) -> Payoff { if p == self.next { Payoff::LOSS } else { Payoff::WIN } }
//! # }
//! # impl Keyed for Nim {
//! #     fn key(&self) -> Key { Key(u64::from(self.heap) * 2 + u64::from(self.next.0)) }
//! #     fn key_from_scratch(&self) -> Key { self.key() }
//! # }
//! # impl ZeroSum for Nim {}
//! // Nim is any game whose moves have codes.
//! let abilities = Abilities::<Nim>::new();
//! let mut search = Shown::new(abilities, Box::new(AlphaBeta::new(Blind)));
//! let report = search.search(&Nim { heap: 7, next: Player::FIRST }, &Limits::depth(7), &mut |_| ());
//! assert_eq!(report.unwrap().best, 3);
//! ```
//!
//! Everything a search asks goes through one table of functions a game, the way back is kept on a stack inside, and
//! moves are [numbers](takeback_core::Coded). What is found is what the search would find on the game itself: the same
//! moves, scores and numbers of nodes, which tests hold it to.

mod judge;
mod position;
mod shown;

pub use judge::Judge;
pub use position::{Abilities, Erased, Room, Step};
pub use shown::Shown;
