//! How many positions with few winning moves a setting of the engine solves.
//!
//! `cargo run --profile quick -p takeback-players-hex --example puzzles -- SIDE COUNT SETTING...`
//!
//! Positions come from games of a weak engine against itself and are labelled
//! by the solver; a setting is written as for the example `duel`. Matches say
//! more but cost a hundred times as much.

mod setting;

use setting::Setting;
use std::time::Instant;
use takeback_core::{Game, RandomMove, SplitMix};
use takeback_hex::{Bits, Hex, Move, Policy, Room, Size, Swap, Wide};
use takeback_players_hex::{Budget, Engine, Limits, Options, Solver};

struct Puzzle<B: Bits> {
    hex: Hex<B>,
    winning: Vec<Move>,
}

fn collect<B: Bits>(size: Size, count: usize) -> Vec<Puzzle<B>> {
    let mut rng = SplitMix::new(3);
    let mut solver = Solver::new(1 << 15);
    let mut puzzles = Vec::new();
    let weak = Options { solve: 0.0, look_after: u32::MAX, net: None, ..Options::default() };
    while puzzles.len() < count {
        let mut hex = Hex::<B>::new(size, Swap::Off).expect("the class fits the size");
        let plies = size.cells() / 8 + rng.below(size.cells() / 6);
        for ply in 0..plies {
            if hex.winner().is_some() {
                break;
            }
            let budget =
                Budget { simulations: Some(60), seed: rng.next(), memory: 4, ..Budget::default() };
            let m = match ply {
                0..=1 => hex.random_move(&mut rng),
                _ => match Engine::new(weak).search(&hex, &budget, &mut |_| {}) {
                    Ok(found) => found.best,
                    Err(_) => break,
                },
            };
            hex.make(m);
        }
        let limits = Limits { nodes: 1_500, ..Limits::default() };
        if hex.winner().is_some() {
            continue;
        }
        let solved = solver.solve(&hex, limits);
        let few = (1..=3).contains(&solved.winning.len());
        if solved.complete && few {
            puzzles.push(Puzzle { hex, winning: solved.winning });
        }
    }
    puzzles
}

/// How far apart playouts hold positions that are won and lost.
fn judge<B: Bits>(puzzles: &[Puzzle<B>], policy: Policy) -> f64 {
    let mut rng = SplitMix::new(5);
    let mut room = Room::default();
    let mut sum = 0.0;
    for puzzle in puzzles {
        let own = puzzle.hex.to_move();
        let mut share = |m: Move| {
            let after = puzzle.hex.apply(m);
            let won = (0..300)
                .filter(|_| after.play_out(policy, Some(m), &mut room, &mut rng).winner == own)
                .count();
            won as f64 / 300.0
        };
        let right = share(puzzle.winning[0]);
        let moves = puzzle.hex.legal_moves();
        let wrong: Vec<Move> = moves.into_iter().filter(|m| !puzzle.winning.contains(m)).collect();
        let better = wrong.iter().filter(|&&m| share(m) < right).count();
        sum += better as f64 / wrong.len() as f64;
    }
    100.0 * sum / puzzles.len() as f64
}

fn run<B: Bits>(size: Size, count: usize, settings: &[(String, Setting)]) {
    let puzzles = collect::<B>(size, count);
    println!("{} puzzles on {size}", puzzles.len());
    for policy in [Policy::Uniform, Policy::Pairs, Policy::SaveBridges, Policy::Patterns] {
        let start = Instant::now();
        let share = judge(&puzzles, policy);
        let time = start.elapsed().as_secs_f64();
        println!(
            "{policy:?}: {share:.1} % of wrong moves look worse than a right one, {time:.1} s"
        );
    }
    for (text, setting) in settings {
        let start = Instant::now();
        let mut solved = 0;
        for (n, puzzle) in puzzles.iter().enumerate() {
            for seed in 0..3 {
                let budget = setting.budget(n as u64 * 3 + seed, puzzle.hex.empty().count(), 0);
                let found = Engine::new(setting.options).search(&puzzle.hex, &budget, &mut |_| {});
                solved += u32::from(found.is_ok_and(|f| puzzle.winning.contains(&f.best)));
            }
        }
        let share = 100.0 * f64::from(solved) / (3 * puzzles.len()) as f64;
        println!("{share:5.1} % in {:6.2} s: {text}", start.elapsed().as_secs_f64());
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| args.get(n).and_then(|t| t.parse().ok());
    let size = Size::square(number(0).unwrap_or(7)).expect("a side from 1 to 19");
    let count = number(1).unwrap_or(50);
    let settings: Vec<(String, Setting)> = args
        .iter()
        .skip(2)
        .filter_map(|text| Setting::read(text).map(|s| (text.clone(), s)))
        .collect();
    match size.cells() {
        0..=64 => run::<u64>(size, count, &settings),
        65..=128 => run::<u128>(size, count, &settings),
        129..=256 => run::<Wide<4>>(size, count, &settings),
        _ => run::<Wide<6>>(size, count, &settings),
    }
}
