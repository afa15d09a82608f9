//! What is built in. To add a game, add a function here.

mod battlesnake;
mod classic;
mod cotulenh;
mod gofish;
mod hex;
mod ringrift;
mod small;

pub use battlesnake::deaths as snake_deaths;

use crate::registry::GameEntry;

pub(crate) fn all() -> Vec<GameEntry> {
    vec![
        ringrift::ringrift(),
        cotulenh::cotulenh(),
        battlesnake::battlesnake(),
        hex::hex(),
        gofish::gofish(),
        gofish::kit_hex(),
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
