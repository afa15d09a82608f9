//! A rules kit for card and board games made of elements.
//!
//! A table is a tree of elements (spaces, decks, hands, cells, pieces) with
//! numbers, order, owners, attributes and visibility, and a few words around it:
//! phase, winners, whose turn, a seeded generator, messages, scoring tracks, and
//! the place in the turn program. Rules ([`Rules`]) list moves and carry them
//! out by commands ([`Board`]); a [`KitGame`] of rules is a
//! [`Game`](takeback_core::Game), so that every search, the verifier and the
//! front ends work on it.
//!
//! The one idea: commands have no inverses of their own. Everything lives in one
//! growing store of words, every overwritten word is logged, and taking back is
//! writing the old words back. So the journal cannot be incomplete, flow and
//! bookkeeping come back with the pieces, and a shuffle is as easy to undo as a
//! turn marker. One command is different on purpose: [`Board::external`] reaches
//! outside the words, cannot be taken back, and says so; [`Live`] shows how a
//! search lives with that.
//!
//! | read | for |
//! |---|---|
//! | `trail` | the word store and its log |
//! | `element`, `board` | what there is |
//! | `command`, `wire` | what can happen to it, as methods and as data |
//! | `flow`, `program` | turn programs, as a tree and laid out flat |
//! | `rules`, `game`, `worth` | rules, the game they make, and its judgement |
//! | `sight`, `view`, `redeal` | what one seat sees and knows, and dealing anew what it does not |
//! | `choose` | moves that choose several things |
//! | `text`, `live` | writing down, and rebuilding when undo fails |
//! | `scene` | what front ends draw |
//! | [`cards`] | a deck of 52 |
//! | [`hex`], [`goofspiel`], [`eights`] | games to copy from |
//!
//! ```
//! use takeback_core::{Game, Player, Turn};
//! use takeback_kit::{hex::Hex, KitGame};
//!
//! let mut hex = KitGame::new(Hex { size: 3 });
//! let before = hex.clone();
//! let undo = hex.make(4);
//! assert_eq!(hex.turn(), Turn::Player(Player::SECOND));
//! hex.unmake(4, undo);
//! assert_eq!(hex, before);
//! ```

#![forbid(unsafe_code)]

pub mod cards;
pub mod eights;
pub mod goofspiel;
pub mod hex;

mod board;
mod choose;
mod command;
mod element;
mod flow;
mod game;
mod live;
mod program;
mod random;
mod redeal;
mod rules;
mod scene;
mod sight;
mod text;
mod trail;
mod view;
mod wire;
mod worth;

pub use board::{Board, Message, Phase, Shape};
pub use choose::choices;
pub use command::CommandKind;
pub use element::{Attribute, Class, Id, Order, Place, Sight, Visibility};
pub use flow::{
    Flow, Lead, NextItem, NextSeat, Number, Seats, Step, Test, TurnOrder, Variable, Work,
};
pub use game::KitGame;
pub use live::{Live, Recover};
pub use random::Mulberry;
pub use rules::{
    DuelRules, HiddenRules, NoMove, NotationRules, PortableRules, Rules, TogetherRules,
};
pub use scene::{ScenicRules, panel};
pub use sight::Back;
pub use text::TableError;
pub use trail::Mark;
pub use view::{Face, Seen, View};
pub use wire::{Command, CommandError, NoCommand};
pub use worth::Worth;

/// The page about the kit, compiled.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/kit.md")]
struct Page;

#[cfg(test)]
mod tests;
