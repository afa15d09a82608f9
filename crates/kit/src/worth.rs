//! The rules' judgement as an evaluator.

use crate::game::KitGame;
use crate::rules::Rules;
use takeback_core::{Evaluator, Game, Player};

/// What a player's position is [worth](Rules::worth), against the best of the others.
#[derive(Copy, Clone, Debug, Default)]
pub struct Worth;

impl<R: Rules> Evaluator<KitGame<R>> for Worth {
    fn score(&mut self, game: &KitGame<R>, player: Player) -> i32 {
        let worth = |player| game.rules().worth(game.board(), player);
        let others = Player::all(game.players()).filter(|&other| other != player);
        worth(player) - others.map(worth).max().unwrap_or(0)
    }
}
