//! Learn what good moves look like from the engine's own games.
//!
//! `cargo run --release -p takeback-players-hex --example learn -- play GAMES SIMS SEED >> positions.txt`
//!
//! plays games against itself and writes one line a move: the position, the
//! last stone, and how often each move was tried.
//!
//! `... -- fit positions.txt > crates/games/hex/src/patterns/weights.rs`
//!
//! fits the weights of [`takeback_players_hex::patterns`] to them.

mod fit;
mod play;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| args.get(n).and_then(|text| text.parse().ok());
    match args.first().map(String::as_str) {
        Some("play") => {
            let (games, sims) = (number(1).unwrap_or(10), number(2).unwrap_or(8000));
            play::games(games, sims, number(3).unwrap_or(1))
        }
        Some("fit") => fit::fit(&args[1..]),
        _ => Err("learn play GAMES SIMS SEED, or learn fit FILE...".into()),
    }
}
