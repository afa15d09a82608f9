//! Go Fish for two to six.
//!
//! In turn, ask another player for a rank of which you hold a card. They hand
//! over all they have of it and you ask again; if they have none you go fishing: take
//! the top card of the pond, and ask again only if it has the rank you asked
//! for. Four of a kind are a book and go down at once. A player whose hand is
//! empty draws a card before asking. When all books are down, most books win; ties
//! share the win. House rules are [`Options`].
//!
//! The deck is shuffled once; after that nothing is random, only hidden. What a
//! seat has seen is its [`Observation`]; what follows from it, exactly, is a
//! [`Belief`] (chances and fair redeals) or a [`Tally`] (whole numbers, for small
//! decks). Players in [`players`] are functions of an observation alone.
//!
//! | where | what |
//! |---|---|
//! | `cards`, `hand`, `options` | cards and seeded decks, counts per rank, house rules |
//! | `state`, `rules`, `moves`, `event` | the fast game: counts per rank, one small block copied as undo |
//! | [`kit`] | the same rules with real cards on the table kit, held against the fast game ask by ask |
//! | `observe`, `hidden`, `belief` | what a seat knows, redeals for searches, counting over ranks |
//! | [`endgame`] | exact play once the pond is empty |
//! | `undealt` | the game with its shuffle as a move of chance, for solvers of whole games |
//! | [`players`] | baselines |
//! | `told`, `informed`, `prospect`, `eval` | what asks tell everybody, playouts by players who listen, judgements for searches |
//! | `notation` | asks and whole games as text |
//!
//! ```
//! use takeback_core::{Game, Hidden, Notation, Player, SplitMix, Turn};
//! use takeback_gofish::{Belief, GoFish, Options, players};
//!
//! let mut game = GoFish::seeded(Options::new(2), "gf-2-0")?;
//! let ask = game.read_move("2Q")?;
//! let before = game.clone();
//! let undo = game.make(ask);
//! assert_eq!(game.turn(), Turn::Player(Player::SECOND), "no queens there: gone fishing");
//! game.unmake(ask, undo);
//! assert_eq!(game, before);
//!
//! // Seat 1 holds none of the four eights: how likely is one in the other hand?
//! let seen = game.observation(Player::FIRST);
//! let eights = Belief::new(&seen, Belief::WORK)?.chances().has[1][7];
//! assert!((eights - 0.504).abs() < 0.001);
//! assert!(players::greedy(&seen, &mut SplitMix::new(1)).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod endgame;
pub mod kit;
pub mod players;

mod belief;
mod cards;
mod eval;
mod event;
mod hand;
mod hidden;
mod informed;
mod moves;
mod notation;
mod observe;
mod options;
mod prospect;
mod rules;
mod scene;
mod state;
mod told;
mod undealt;

pub use belief::{Belief, Chances, Inconsistent, Sample, Tally};
pub use cards::{Card, NoCard, Rank, fresh_deck, rank_name, rank_named, seeded_deck};
pub use eval::BooksAndSets;
pub use event::{Event, Kind};
pub use hand::Counts;
pub use hidden::Redealt;
pub use kit::{Asking, ByCard, ByRank, CardAsk, KitGoFish, KitRules};
pub use moves::Ask;
pub use notation::{GameError, NoAsk};
pub use observe::{Observation, Standing};
pub use options::{DealtBooks, EmptyHand, End, LuckyFish, Options, OptionsError, Shown};
pub use state::{DealError, GoFish, Hot};
pub use told::Told;
pub use undealt::{Step, Undealt};

#[cfg(test)]
mod tests;
