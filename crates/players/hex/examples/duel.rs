//! Games between two settings of the engine, every opening with both colours.
//!
//! `cargo run --profile quick -p takeback-players-hex --example duel -- A B [GAMES [SIDE [SEED]]]`
//!
//! A and B are settings such as `sims=20000,policy=save,rave=0`; what is not
//! said is as by default. `time=200` gives milliseconds a move instead.

mod setting;

use setting::Setting;
use std::time::Instant;
use takeback_core::{Game, Player};
use takeback_hex::{Bits, Hex, Move, Size, Swap, Wide};
use takeback_players_hex::{Certainty, Engine, fair_openings};

/// What one side did over all games.
#[derive(Default)]
struct Spent {
    moves: u64,
    sims: u64,
    seconds: f64,
    looks: u64,
}

fn game<B: Bits>(
    size: Size,
    settings: &[Setting; 2],
    opening: u64,
    spent: &mut [Spent; 2],
) -> Option<Player> {
    let mut hex = Hex::<B>::new(size, Swap::Off).ok()?;
    // A first stone that is neither too good nor too bad, or the better colour
    // would win every game and no engine could show what it can do.
    let fair = fair_openings(size);
    if let Some(&cell) = fair.get(opening as usize % fair.len().max(1)) {
        hex.make(Move::Place(cell));
    }
    let mut engines = [Engine::new(settings[0].options), Engine::new(settings[1].options)];
    while hex.winner().is_none() {
        let n = hex.to_move().index();
        let setting = &settings[n];
        let budget = setting.budget(opening * 1000 + hex.empty().count() as u64);
        let start = Instant::now();
        let found = engines[n].search(&hex, &budget, &mut |_| {}).ok()?;
        spent[n].moves += 1;
        spent[n].sims += found.simulations;
        spent[n].looks += found.looks;
        spent[n].seconds += start.elapsed().as_secs_f64();
        // What is proven would only be played out.
        match found.certainty {
            Certainty::Won => return Some(hex.seat(hex.to_move())),
            Certainty::Lost => return Some(hex.seat(hex.to_move().other())),
            Certainty::Open => hex.make(found.best),
        };
    }
    hex.winner().map(|colour| hex.seat(colour))
}

fn run<B: Bits>(size: Size, a: &Setting, b: &Setting, games: u64, seed: u64) -> Option<()> {
    let mut total = [Spent::default(), Spent::default()];
    let mut won = 0;
    for n in 0..games {
        let swapped = n % 2 == 1;
        let settings = if swapped { [b.clone(), a.clone()] } else { [a.clone(), b.clone()] };
        let mut spent = [Spent::default(), Spent::default()];
        let winner = game::<B>(size, &settings, seed * 10_000 + n / 2, &mut spent)?;
        let a_won = (winner == Player::FIRST) != swapped;
        won += u64::from(a_won);
        // Line by line, so that a match cut short has told what it knew.
        println!("game {}: {}, A has {won}", n + 1, if a_won { "A" } else { "B" });
        for (i, part) in spent.iter().enumerate() {
            let sum = &mut total[i ^ usize::from(swapped)];
            sum.moves += part.moves;
            sum.sims += part.sims;
            sum.looks += part.looks;
            sum.seconds += part.seconds;
        }
    }
    let share = won as f64 / games as f64;
    let error = (share * (1.0 - share) / games as f64).sqrt();
    println!("A wins {won} of {games}: {:.1} % +- {:.1}", 100.0 * share, 196.0 * error);
    for (name, s) in ["A", "B"].iter().zip(&total) {
        let moves = s.moves.max(1) as f64;
        println!(
            "  {name}: {:.0} simulations and {:.1} looks a move, {:.0} ms, {:.0} k/s",
            s.sims as f64 / moves,
            s.looks as f64 / moves,
            1e3 * s.seconds / moves,
            s.sims as f64 / s.seconds.max(1e-9) / 1e3
        );
    }
    Some(())
}

fn main() {
    let text = |n: usize| std::env::args().nth(n);
    let number = |n: usize| text(n).and_then(|t| t.parse().ok());
    let setting = |n: usize| text(n).as_deref().and_then(Setting::read);
    let (Some(a), Some(b)) = (setting(1), setting(2)) else {
        eprintln!("duel A B [GAMES [SIDE [SEED]]], with settings such as sims=20000,rave=0");
        return;
    };
    let games = number(3).unwrap_or(20);
    let side = number(4).unwrap_or(11) as usize;
    let seed = number(5).unwrap_or(1);
    let Ok(size) = Size::square(side) else {
        eprintln!("a side is a number from 1 to 19");
        return;
    };
    let done = match size.cells() {
        0..=64 => run::<u64>(size, &a, &b, games, seed),
        65..=128 => run::<u128>(size, &a, &b, games, seed),
        129..=256 => run::<Wide<4>>(size, &a, &b, games, seed),
        _ => run::<Wide<6>>(size, &a, &b, games, seed),
    };
    if done.is_none() {
        eprintln!("a game could not be played");
    }
}
