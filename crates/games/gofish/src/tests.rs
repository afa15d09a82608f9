//! Rule by rule, law by law, fast against slow.

mod beliefs;
mod kit_search;
mod players;
mod rules;
mod told;
mod twins;
mod undealt;

use crate::*;
use takeback_core::{Game, Hidden, Player, RandomMove, SplitMix, Turn};

/// A deck given as text, `A` to `K`.
fn deck(text: &str) -> Vec<Rank> {
    text.split_whitespace().map(|name| rank_named(name).expect("a rank")).collect()
}

/// All house rules, one at a time and some together.
fn variants(players: u8) -> Vec<Options> {
    let usual = Options::new(players);
    let texts = [
        "deal=5",
        "pairs",
        "books-at-deal",
        "draw-five",
        "empty-is-out",
        "end-pond-empty",
        "end-hand-empty",
        "lucky-fish-ends",
        "fish-shown",
        "pairs books-at-deal draw-five",
        "deal=5 empty-is-out fish-shown lucky-fish-ends",
        "deck=5x4 deal=3",
        "deck=7x3 deal=2 draw-five",
    ];
    let read = |text: &&str| format!("players={players} {text}").parse().expect("options");
    [usual].into_iter().chain(texts.iter().map(read)).collect()
}

/// A game played at random for some asks.
fn somewhere(options: Options, asks: usize, rng: &mut SplitMix) -> GoFish {
    let mut game = GoFish::random(options, rng).expect("options");
    for _ in 0..asks {
        if game.turn() == Turn::Over {
            break;
        }
        let ask = game.random_move(rng);
        game.make(ask);
    }
    game
}
