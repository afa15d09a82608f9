//! A picture of a position that a page, a terminal and a file can all draw.
//!
//! A game describes its board once ([`Board`]) and each position on it
//! ([`Scene`]); for every legal move it names the clicks or keys that mean it
//! ([`Input`]). Front ends draw these and know no game: a new game that
//! implements [`Scenic`] appears on all of them.
//!
//! Colours are named by meaning ([`Paint`]), so that dark, light and
//! colour-blind palettes are the front end's affair.

#![forbid(unsafe_code)]

mod board;
mod decimal;
mod input;
pub mod laws;
pub mod palette;
mod pointing;
mod scene;
pub mod shapes;
pub mod svg;
pub mod text;
pub mod words;

pub use board::{Board, Cell, Label, Stroke};
pub use input::{Input, Target};
pub use pointing::{Pointing, Step};
pub use scene::{
    Arrow, Badge, Glyph, Item, ItemKind, Layer, Overlay, OverlayKind, Paint, Panel, Piece, Ribbon,
    Scene,
};

use takeback_core::{Notation, Player};

/// Games that can be looked at and played by pointing.
///
/// # Laws
/// The board is the same at every position of a game. Every cell, item and
/// layer named by a scene or an input exists. Two legal moves of one position
/// never have the same clicks.
pub trait Scenic: Notation {
    /// What stays: cells, lines, coordinates.
    fn board(&self) -> Board;

    /// What changes: pieces, overlays, panels, as `viewer` may see them.
    /// `None` sees everything.
    fn scene(&self, viewer: Option<Player>) -> Scene;

    /// The clicks or keys that mean `m`, one of the legal moves here.
    fn input(&self, m: Self::Move) -> Input;

    /// The cells that `m`, about to be made here, concerns: shown as the last
    /// move once it is made, and warm in a heat map. By default the cells
    /// clicked.
    fn touched(&self, m: Self::Move) -> Vec<u16> {
        let cell = |target| if let Target::Cell(cell) = target { Some(cell) } else { None };
        self.input(m).clicks.into_iter().filter_map(cell).collect()
    }

    /// What the move list shows to `viewer` for `m`, about to be made here.
    /// Games with hidden information leave out what the viewer cannot know.
    fn told(&self, m: Self::Move, _viewer: Option<Player>) -> String {
        self.move_text(m)
    }

    /// `m`, about to be made here, in words: `knight takes pawn on e5, check`. It may say
    /// everything; games that hide something are told by [`told`](Scenic::told) instead.
    /// Empty for what [`words::said`] makes of the clicks.
    fn said(&self, _m: Self::Move) -> String {
        String::new()
    }

    /// The rule that forbids the last of these clicks, where the others may begin a move;
    /// `None` for what [`words::refused`] makes of the list of moves.
    fn why_not(&self, _clicks: &[Target]) -> Option<String> {
        None
    }

    /// What a player is called: `Red`, `White`, `Seat 1`.
    fn player_name(&self, player: Player) -> String {
        format!("Player {}", player.index() + 1)
    }
}

/// The page about scenes, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/scenes.md")]
struct Page;
