//! Kit games on the front ends: rules that say what their table looks like.

use crate::board::Board;
use crate::game::KitGame;
use crate::rules::NotationRules;
use takeback_core::{Game, Notation, Player, Turn};
use takeback_scene::{Input, Scene, Scenic, Target};

/// Rules that can be looked at and played by pointing. The laws are those of
/// [`Scenic`], which a [`KitGame`] of such rules is.
pub trait ScenicRules: NotationRules {
    /// What stays: cells, lines, coordinates.
    fn board(&self) -> takeback_scene::Board;

    /// What changes, as `viewer` may see it; `None` sees everything.
    fn scene(&self, board: &Board, turn: Turn, viewer: Option<Player>) -> Scene;

    /// The clicks or keys that mean a legal move.
    fn input(&self, board: &Board, m: Self::Move) -> Input;

    /// What the move list shows to `viewer`; `None` for the move as written.
    fn told(&self, _board: &Board, _m: Self::Move, _viewer: Option<Player>) -> Option<String> {
        None
    }

    /// What a player is called.
    fn player_name(&self, player: Player) -> String {
        format!("Player {}", player.index() + 1)
    }
}

impl<R: ScenicRules> Scenic for KitGame<R> {
    fn board(&self) -> takeback_scene::Board {
        self.rules().board()
    }

    fn scene(&self, viewer: Option<Player>) -> Scene {
        self.rules().scene(KitGame::board(self), self.turn(), viewer)
    }

    fn input(&self, m: R::Move) -> Input {
        self.rules().input(KitGame::board(self), m)
    }

    fn touched(&self, m: R::Move) -> Vec<u16> {
        let cell = |target| if let Target::Cell(cell) = target { Some(cell) } else { None };
        Scenic::input(self, m).clicks.into_iter().filter_map(cell).collect()
    }

    fn told(&self, m: R::Move, viewer: Option<Player>) -> String {
        let told = self.rules().told(KitGame::board(self), m, viewer);
        told.unwrap_or_else(|| self.move_text(m))
    }

    fn player_name(&self, player: Player) -> String {
        self.rules().player_name(player)
    }
}
