//! How fast rounds and playouts are on this machine, on one thread.
//!
//! `cargo run --release -p takeback-battlesnake --example speed`

use std::time::Instant;
use takeback_battlesnake::{
    Battlesnake, Chance, Direction, Listing, Map, Medium, Move, Ruleset, Settings, Setup, Small,
    SnakeEval,
};
use takeback_core::{Evaluator, Game, Moves, Payoff, Player, Playout, RandomMove, SplitMix, Turn};

fn start<const W: usize, const S: usize>(size: u8, seed: u64) -> Battlesnake<W, S> {
    let size = (size, size);
    let setup = Setup::start(Ruleset::Standard, Settings::default(), Map::Standard, size, S, seed);
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

/// Joint moves in which nobody kills itself for sure, as a search tries them.
fn joint_moves<const W: usize, const S: usize>(games: &[Battlesnake<W, S>]) -> Vec<[u32; 64]> {
    let mut rng = SplitMix::new(5);
    let mut joint = |game: &Battlesnake<W, S>| {
        game.living().iter().fold(0, |all, seat| {
            let choices: Vec<Direction> = game.prudent(seat).iter().collect();
            all | (choices[rng.below(choices.len())] as u32) << (2 * seat.0)
        })
    };
    games.iter().map(|game| std::array::from_fn(|_| joint(game))).collect()
}

fn joint_rounds<const W: usize, const S: usize>(
    games: &mut [Battlesnake<W, S>],
    joint: &[[u32; 64]],
) -> u64 {
    for (game, joint) in games.iter_mut().zip(joint) {
        for &choices in joint {
            let round = game.make_round(choices);
            game.unmake_round(&round);
        }
    }
    64 * games.len() as u64
}

/// Commit one after the other and take back one after the other, as a search
/// does that knows nothing of rounds.
fn committed<const S: usize>(game: &mut Small<S>, choices: u32, left: usize) {
    if left == 0 {
        return;
    }
    let m = Move::Go(Direction::from_bits(choices));
    let undo = game.make(m);
    committed(game, choices >> 2, left - 1);
    game.unmake(m, undo);
}

fn committed_rounds(games: &mut [Small<4>], joint: &[[u32; 64]]) -> u64 {
    for (game, joint) in games.iter_mut().zip(joint) {
        for &choices in joint {
            committed(game, choices, 4);
        }
    }
    64 * games.len() as u64
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
    four.truncate(200);
    println!("{} positions with four snakes on 11x11", four.len());
    let joint = joint_moves(&four);
    let ns = best(|| joint_rounds(&mut four, &joint));
    println!("make_round + unmake_round, 4 snakes 11x11: {ns:.1} ns a round");
    let ns = best(|| committed_rounds(&mut four, &joint));
    println!("4 commitments made and unmade: {ns:.1} ns a round");
    let mut large: Vec<Medium<4>> = middle_games(19);
    let joint = joint_moves(&large);
    let ns = best(|| joint_rounds(&mut large, &joint));
    println!("make_round + unmake_round, 4 snakes 19x19: {ns:.1} ns a round");

    let mut rng = SplitMix::new(2);
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

    let mut eval = SnakeEval::default();
    let mut scores = [0; 4];
    let ns = best(|| {
        for game in &duels {
            for _ in 0..100 {
                std::hint::black_box(eval.score(std::hint::black_box(game), Player::FIRST));
            }
        }
        100 * duels.len() as u64
    });
    println!("evaluation of a duel: {ns:.0} ns");
    let ns = best(|| {
        for game in &four {
            eval.scores(std::hint::black_box(game), &mut scores);
        }
        four.len() as u64
    });
    println!("evaluation of four snakes: {ns:.0} ns");
}
