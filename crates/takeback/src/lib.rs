//! takeback: a game-tree search engine that takes moves back exactly.
//!
//! This crate gathers the parts a game author meets, under one name:
//!
//! * [`core`]: what a game is, and how it takes moves back;
//! * [`verify`]: proof that it does, in one line of a test;
//! * [`search`]: every classic search;
//! * [`scene`]: what front ends draw.
//!
//! That much has no dependency (`default-features = false`). Features add the
//! rest: `host` (games by name, engines as text), `arena` (matches and more),
//! `cli` (the commands, for an author's own games too), `server` (the page), and
//! one for each game that is built in.
//!
//! The tutorial in the README builds a game with it from the first line.

pub use takeback_core as core;
pub use takeback_scene as scene;
pub use takeback_search as search;
pub use takeback_verify as verify;

#[cfg(feature = "cli")]
pub use takeback_cli as cli;
#[cfg(feature = "host")]
pub use takeback_host as host;
#[cfg(feature = "arena")]
pub use takeback_league as arena;
#[cfg(feature = "server")]
pub use takeback_server as server;

/// The games that are built in, as far as their features are on, in the order
/// they are shown. A game is added or deleted here, by one line.
#[cfg(feature = "host")]
#[must_use]
pub fn standard() -> host::Registry {
    let games: Vec<fn() -> host::GameEntry> = vec![
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
        takeback_players_small::crazy_eights,
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
        takeback_players_small::leduc,
        #[cfg(feature = "small")]
        takeback_players_small::liars_dice,
        #[cfg(feature = "small")]
        takeback_players_small::goofspiel,
        #[cfg(feature = "small")]
        takeback_players_small::phantom,
        #[cfg(feature = "small")]
        takeback_players_small::dark_hex,
        #[cfg(feature = "small")]
        takeback_players_small::tron,
        #[cfg(feature = "chess")]
        takeback_players_chess::chess,
    ];
    games.into_iter().fold(host::Registry::new(), |registry, game| registry.with(game()))
}

/// The README's tutorial, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
