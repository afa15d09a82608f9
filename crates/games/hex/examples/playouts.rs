//! Playouts a second on one thread: best of several runs.
//!
//! `cargo run --profile quick -p takeback-hex --example playouts [SIDE]`

use std::time::Instant;
use takeback_core::{Payoff, Playout, SplitMix};
use takeback_hex::{Bits, Hex, Size, Swap, Wide};

fn measure<B: Bits>(size: Size, runs: usize, playouts: u32) {
    let hex = Hex::<B>::new(size, Swap::Off).expect("the class fits the size");
    let mut rng = SplitMix::new(1);
    let mut best = f64::MAX;
    let mut wins = 0;
    let mut results = [Payoff::DRAW; 2];
    for _ in 0..runs {
        let start = Instant::now();
        for _ in 0..playouts {
            hex.playout(&mut (), &mut rng, &mut results);
            wins += u32::from(results[0] == Payoff::WIN);
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let rate = f64::from(playouts) / best / 1e6;
    let share = f64::from(wins) / (f64::from(playouts) * runs as f64);
    println!("{size}: {rate:.2} M playouts/s, first player wins {share:.4}");
}

fn main() {
    let arg = |n| std::env::args().nth(n).and_then(|a| a.parse().ok());
    let side = arg(1).unwrap_or(11);
    let runs = arg(2).unwrap_or(9);
    let playouts = arg(3).unwrap_or(200_000) as u32;
    let size = Size::square(side).expect("a side from 1 to 19");
    match size.cells() {
        0..=64 => measure::<u64>(size, runs, playouts),
        65..=128 => measure::<u128>(size, runs, playouts),
        129..=256 => measure::<Wide<4>>(size, runs, playouts),
        _ => measure::<Wide<6>>(size, runs, playouts),
    }
}
