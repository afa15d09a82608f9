//! The laws over a number of plies, spread over sizes, classes and swap rules.
//!
//! `cargo run --profile quick -p takeback-hex --example laws [PLIES]`

use takeback_hex::{Bits, Hex, Size, Swap, Wide};
use takeback_verify::Laws;

fn keep<B: Bits>(width: usize, height: usize, swap: Swap, plies: u64) {
    let size = Size::new(width, height).expect("sides from 1 to 19");
    let hex = Hex::<B>::new(size, swap).expect("the class fits the size");
    let laws = Laws::new(format!("hex {size} {swap:?}"), hex)
        .keyed()
        .zero_sum()
        .notation()
        .portable()
        .indexed()
        .random_move()
        .playout();
    laws.plies(plies).seed(1).assert();
    println!("{size} {swap:?}: {plies} plies keep the laws");
}

fn main() {
    let plies: u64 = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(100_000);
    keep::<u64>(3, 3, Swap::Pieces, plies / 5);
    keep::<u64>(7, 5, Swap::Sides, plies / 5);
    keep::<u64>(8, 8, Swap::Off, plies / 5);
    keep::<u128>(11, 11, Swap::Pieces, plies / 5);
    keep::<Wide<4>>(14, 14, Swap::Sides, plies / 10);
    keep::<Wide<6>>(19, 19, Swap::Pieces, plies / 10);
}
