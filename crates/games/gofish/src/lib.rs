//! Go Fish for two to six.
#![forbid(unsafe_code)]

mod belief;
mod cards;
pub mod endgame;
mod eval;
mod event;
mod hand;
mod hidden;
pub mod kit;
mod moves;
mod notation;
mod observe;
mod options;
pub mod players;
mod rules;
mod state;

pub use belief::{Belief, Chances, Inconsistent, Sample, Tally};
pub use cards::{Card, NoCard, Rank, fresh_deck, rank_name, rank_named, seeded_deck};
pub use eval::BooksAndSets;
pub use event::{Event, Kind};
pub use hand::Counts;
pub use hidden::Redealt;
pub use kit::{KitGoFish, KitRules};
pub use moves::Ask;
pub use notation::{GameError, NoAsk};
pub use observe::{Observation, Standing};
pub use options::{DealtBooks, EmptyHand, End, LuckyFish, Options, OptionsError, Shown};
pub use state::{DealError, GoFish, Hot};

#[cfg(test)]
mod tests;
