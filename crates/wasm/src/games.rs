//! The games of this module, by features.

use takeback_host::{GameEntry, Registry};

/// Every game that was compiled in.
#[must_use]
pub fn games() -> Registry {
    let games: Vec<fn() -> GameEntry> = vec![
        #[cfg(feature = "ringrift")]
        takeback_players_ringrift::ringrift,
        #[cfg(feature = "cotulenh")]
        takeback_players_cotulenh::cotulenh,
        #[cfg(feature = "battlesnake")]
        takeback_players_battlesnake::battlesnake,
        #[cfg(feature = "hex")]
        takeback_players_hex::hex,
        #[cfg(feature = "gofish")]
        takeback_players_gofish::gofish,
        #[cfg(feature = "small")]
        takeback_players_small::kit_hex,
        #[cfg(feature = "small")]
        takeback_players_small::tictactoe,
        #[cfg(feature = "small")]
        takeback_players_small::connect4,
        #[cfg(feature = "small")]
        takeback_players_small::othello,
        #[cfg(feature = "small")]
        takeback_players_small::atari,
        #[cfg(feature = "small")]
        takeback_players_small::pig,
        #[cfg(feature = "small")]
        takeback_players_small::kuhn,
        #[cfg(feature = "small")]
        takeback_players_small::tron,
        #[cfg(feature = "chess")]
        takeback_players_chess::chess,
        #[cfg(all(feature = "rules", target_family = "wasm", target_os = "unknown"))]
        crate::rules::entry,
    ];
    games.into_iter().fold(Registry::new(), |registry, game| registry.with(game()))
}
