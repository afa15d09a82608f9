//! What a look at a position costs: fill-in, connections of both colours, priors.
//!
//! `cargo run --profile quick -p takeback-players-hex --example look [SIDE [STONES [FULLS,SEMIS,JOINED]]]`

use std::time::Instant;
use takeback_core::{Game, RandomMove, SplitMix};
use takeback_hex::{Bits, Hex, Size, Swap, Wide};
use takeback_players_hex::{Effort, Knowledge};

fn measure<B: Bits>(size: Size, stones: usize, effort: Effort) {
    let mut rng = SplitMix::new(2);
    let mut knowledge = Knowledge::new(effort);
    let mut shares = vec![0.0; size.cells()];
    let (mut looks, mut proven, mut open, mut moves) = (0, 0, 0, 0);
    let (mut looking, mut sharing) = (0.0, 0.0);
    for _ in 0..50 {
        let mut hex = Hex::<B>::new(size, Swap::Off).expect("the class fits the size");
        while size.cells() - hex.empty().count() < stones && hex.winner().is_none() {
            hex.make(hex.random_move(&mut rng));
        }
        let start = Instant::now();
        let advice = knowledge.advise(&hex);
        looking += start.elapsed().as_secs_f64();
        let start = Instant::now();
        knowledge.priors(&hex, advice.candidates, None, &mut shares);
        sharing += start.elapsed().as_secs_f64();
        looks += 1;
        proven += i32::from(advice.winner.is_some());
        if advice.winner.is_none() {
            open += hex.empty().count();
            moves += advice.candidates.count();
        }
    }
    println!("{size} with {stones} stones: {:.2} ms a look", looking * 1e3 / f64::from(looks));
    println!("  {:.3} ms for priors", sharing * 1e3 / f64::from(looks));
    println!("  {proven} of {looks} proven; else {moves} of {open} moves left");
}

fn main() {
    let arg = |n| std::env::args().nth(n).and_then(|a| a.parse().ok());
    let size = Size::square(arg(1).unwrap_or(11)).expect("a side from 1 to 19");
    let stones = arg(2).unwrap_or(12);
    let effort = std::env::args().nth(3).and_then(|text| read(&text)).unwrap_or_default();
    match size.cells() {
        0..=64 => measure::<u64>(size, stones, effort),
        65..=128 => measure::<u128>(size, stones, effort),
        129..=256 => measure::<Wide<4>>(size, stones, effort),
        _ => measure::<Wide<6>>(size, stones, effort),
    }
}

fn read(text: &str) -> Option<Effort> {
    let mut numbers = text.split(',').map(|n| n.parse().ok());
    let (fulls, semis, joined) = (numbers.next()??, numbers.next()??, numbers.next()??);
    Some(Effort { fulls, semis, joined })
}
