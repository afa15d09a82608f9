//! Solves every opening of a board and draws the winners.
//!
//! `cargo run --profile quick -p takeback-players-hex --example openings WIDTH [HEIGHT [details [BITS]]]`

use std::time::Instant;
use takeback_core::{Game, Player};
use takeback_hex::{Cell, Hex, Move, Size, Swap};
use takeback_players_hex::{Limits, Solver};

fn main() {
    let arg = |n| std::env::args().nth(n).and_then(|a| a.parse::<usize>().ok());
    let width = arg(1).unwrap_or(5);
    let height = arg(2).unwrap_or(width);
    let size = Size::new(width, height).expect("sides from 1 to 19");
    let hex = Hex::<u64>::new(size, Swap::Off).expect("at most 64 cells");
    let mut solver = Solver::new(1 << arg(4).unwrap_or(17));
    let start = Instant::now();
    let mut nodes = 0;
    for y in 0..height {
        print!("{:y$}", "");
        for x in 0..width {
            let cell: Cell = size.cell(x, y).expect("on the board");
            let one = Instant::now();
            let solved = solver.winner(&hex.apply(Move::Place(cell)), Limits::default());
            nodes += solved.nodes;
            let winner = if solved.winner == Some(Player::FIRST) { 'B' } else { 'W' };
            if arg(3).is_some() {
                print!(" {winner}:{}/{:.1}s", solved.nodes, one.elapsed().as_secs_f64());
            } else {
                print!(" {winner}");
            }
        }
        println!();
    }
    println!("{nodes} nodes in {:.2} s", start.elapsed().as_secs_f64());
}
