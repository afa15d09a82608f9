//! What is built in. To add a game, add a function here.

mod classic;
mod small;

use crate::registry::GameEntry;

pub(crate) fn all() -> Vec<GameEntry> {
    vec![
        small::tictactoe(),
        small::connect4(),
        small::othello(),
        small::atari(),
        small::pig(),
        small::kuhn(),
        small::tron(),
        classic::chess(),
    ]
}
