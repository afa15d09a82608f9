//! How fast rounds and playouts are on this machine, on one thread.
//!
//! `cargo run --release -p takeback-battlesnake --example speed`

use std::time::Instant;
use takeback_battlesnake::{
    Battlesnake, Chance, Listing, Map, Move, Ruleset, Settings, Setup, Small,
};
use takeback_core::{Game, Moves, Payoff, Playout, RandomMove, SplitMix, Turn};

fn start<const W: usize, const S: usize>(size: u8, seed: u64) -> Battlesnake<W, S> {
    let size = (size, size);
    let setup =
        Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, size, S, seed);
    let setup = setup.expect("a plain start");
    Battlesnake::new(&setup).expect("a plain start").with_listing(Listing::Prudent)
}

/// Positions from the middle of games in which everybody still lives.
fn middle_games<const W: usize, const S: usize>(size: u8) -> Vec<Battlesnake<W, S>> {
    let mut rng = SplitMix::new(1);
    let mut found = Vec::new();
    for seed in 0..2_000 {
        let mut game: Battlesnake<W, S> = start(size, seed).with_chance(Chance::Live);
        while game.turn_number() < 25 && game.living().len() == S {
            let m = game.random_move(&mut rng);
            game.make(m);
        }
        while game.turn() == Turn::Chance {
            let m = game.random_move(&mut rng);
            game.make(m);
        }
        if game.living().len() == S {
            found.push(game.with_chance(Chance::Frozen));
        }
    }
    found
}

/// The best of several runs, in nanoseconds per piece of work.
fn best(mut run: impl FnMut() -> u64) -> f64 {
    let time = |run: &mut dyn FnMut() -> u64| {
        let begun = Instant::now();
        let done = run();
        begun.elapsed().as_nanos() as f64 / done as f64
    };
    (0..7).map(|_| time(&mut run)).fold(f64::INFINITY, f64::min)
}

fn joint_rounds<const W: usize, const S: usize>(games: &mut [Battlesnake<W, S>]) -> u64 {
    let mut rounds = 0;
    for game in games {
        for joint in 0..1u32 << (2 * S) {
            let round = game.make_round(joint);
            game.unmake_round(&round);
            rounds += 1;
        }
    }
    rounds
}

fn committed_rounds(games: &mut [Small<4>], rng: &mut SplitMix) -> u64 {
    let mut rounds = 0;
    for game in games {
        for _ in 0..64 {
            let line: [Move; 4] = std::array::from_fn(|_| {
                Move::Go(takeback_battlesnake::Direction::from_bits(rng.next() as u32))
            });
            let undo = line.map(|m| game.make(m));
            for (m, undo) in line.into_iter().zip(undo).rev() {
                game.unmake(m, undo);
            }
            rounds += 1;
        }
    }
    rounds
}

/// A plain walk of a duel's tree: list, make, unmake.
fn walk<const W: usize>(game: &mut Battlesnake<W, 2>, depth: u32, moves: &mut Moves<Move>) -> u64 {
    if depth == 0 || game.turn().is_over() {
        return 1;
    }
    let frame = moves.open();
    game.moves(moves);
    let mut nodes = 1;
    for i in moves.range(frame) {
        let m = moves[i];
        let undo = game.make(m);
        nodes += walk(game, depth - 1, moves);
        game.unmake(m, undo);
    }
    moves.close(frame);
    nodes
}

fn main() {
    let mut four: Vec<Small<4>> = middle_games(11);
    println!("{} positions with four snakes on 11x11", four.len());
    let ns = best(|| joint_rounds(&mut four));
    println!("make_round + unmake_round, 4 snakes 11x11: {ns:.1} ns a round");
    let mut rng = SplitMix::new(2);
    let ns = best(|| committed_rounds(&mut four, &mut rng));
    println!("4 commitments made and unmade: {ns:.1} ns a round");
    let mut sixteen: Vec<Battlesnake<7, 4>> = middle_games(19);
    let ns = best(|| joint_rounds(&mut sixteen));
    println!("make_round + unmake_round, 4 snakes 19x19: {ns:.1} ns a round");

    let mut scratch = Default::default();
    let mut results = [Payoff::DRAW; 4];
    let ns = best(|| {
        (0..20_000u64)
            .map(|i| {
                let game = &four[i as usize % four.len()];
                u64::from(game.playout(&mut scratch, &mut rng, &mut results))
            })
            .sum()
    });
    println!("playouts, 4 snakes 11x11: {:.2} M rounds a second", 1000.0 / ns);

    let mut duels: Vec<Small<2>> = middle_games(11);
    duels.truncate(20);
    let mut moves = Moves::new();
    let ns = best(|| duels.iter_mut().map(|game| walk(game, 12, &mut moves)).sum());
    println!("duel tree walked: {:.2} M nodes a second", 1000.0 / ns);
}
