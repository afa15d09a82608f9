//! Games for the tests of this crate.

use takeback_host::GameEntry;

/// A game of the house by name.
pub(crate) fn find(name: &str) -> Option<GameEntry> {
    Some(match name {
        "tictactoe" => takeback_players_small::tictactoe(),
        "connect4" => takeback_players_small::connect4(),
        "othello" => takeback_players_small::othello(),
        "pig" => takeback_players_small::pig(),
        "tron" => takeback_players_small::tron(),
        "chess" => takeback_players_chess::chess(),
        "hex" => takeback_players_hex::hex(),
        "cotulenh" => takeback_players_cotulenh::cotulenh(),
        "ringrift" => takeback_players_ringrift::ringrift(),
        "gofish" => takeback_players_gofish::gofish(),
        "battlesnake" => takeback_players_battlesnake::battlesnake(),
        _ => return None,
    })
}
