//! Random play per second, on the counts and on the kit, and what a belief costs.
//!
//! `cargo run --release -p takeback-gofish --example speed [asks]`. Under callgrind
//! name one part: `playout`, `make`, `unmake`, `kit`, `kit-unmake`, `belief` or `redeal`.

use std::hint::black_box;
use std::time::Instant;
use takeback_core::{Game, Hidden, Moves, Payoff, Player, Playout, RandomMove, SplitMix, Turn};
use takeback_gofish::{Belief, GoFish, KitGoFish, KitRules, Options};

/// Whole games by the playout that writes nothing down.
fn playout(players: u8, asks: u64, rng: &mut SplitMix) -> u64 {
    let mut done = 0;
    let mut results = [Payoff(0); 6];
    while done < asks {
        let game = GoFish::random(Options::new(players), rng).expect("options");
        for _ in 0..50 {
            done += u64::from(game.playout(&mut (), rng, &mut results[..players.into()]));
        }
    }
    black_box(results);
    done
}

/// The same by make, history and keys of what each seat knows included; with
/// `back` every game is taken back ask by ask.
fn make(players: u8, asks: u64, back: bool, rng: &mut SplitMix) -> u64 {
    let mut done = 0;
    let mut line = Vec::new();
    while done < asks {
        let mut game = GoFish::random(Options::new(players), rng).expect("options");
        for _ in 0..50 {
            while game.turn() != Turn::Over {
                let ask = game.random_move(rng);
                line.push((ask, game.make(ask)));
            }
            done += line.len() as u64;
            if back {
                while let Some((ask, undo)) = line.pop() {
                    game.unmake(ask, undo);
                }
            } else if let Some((ask, undo)) = line.drain(..).next() {
                // The oldest token holds the whole state: back at once.
                game.unmake(ask, undo);
            }
        }
    }
    done
}

/// Random play on the kit, with or without taking back ask by ask.
fn kit(players: u8, asks: u64, back: bool, rng: &mut SplitMix) -> u64 {
    let rules = KitRules::seeded(Options::new(players), "speed").expect("options");
    let mut game = KitGoFish::new(rules);
    let mut moves = Moves::new();
    let mut line = Vec::new();
    let mut done = 0;
    while done < asks {
        let start = game.board().mark();
        while game.turn() != Turn::Over {
            moves.clear();
            game.moves(&mut moves);
            let ask = moves[rng.below(moves.len())];
            let undo = game.make(ask);
            done += 1;
            if back {
                line.push((ask, undo));
            }
        }
        while let Some((ask, undo)) = line.pop() {
            game.unmake(ask, undo);
        }
        assert!(game.board_mut().roll_back(start));
    }
    done
}

fn report(name: &str, mut run: impl FnMut() -> u64) {
    let best = (0..5).map(|_| {
        let start = Instant::now();
        let asks = run();
        start.elapsed().as_secs_f64() / asks as f64
    });
    let best = best.fold(f64::INFINITY, f64::min);
    println!("{name:<28} {:>8.2} M asks/s, best of 5", 1e-6 / best);
}

fn beliefs(players: u8, rng: &mut SplitMix) {
    let (mut made, mut exact, mut spent, mut worst) = (0, 0, 0.0, 0.0f64);
    let mut redeals = 0.0;
    for _ in 0..3 {
        let mut game = GoFish::random(Options::new(players), rng).expect("options");
        while let Turn::Player(me) = game.turn() {
            let start = Instant::now();
            let belief = Belief::new(&game.observed_by(me), Belief::WORK).expect("a deal");
            let took = start.elapsed().as_secs_f64();
            (made, exact) = (made + 1, exact + u32::from(belief.is_exact()));
            spent += took;
            worst = worst.max(took);
            let first = game.redeal(me, rng);
            game.undo_redeal(first);
            let start = Instant::now();
            for _ in 0..20 {
                let redeal = game.redeal(me, rng);
                game.undo_redeal(redeal);
            }
            redeals += start.elapsed().as_secs_f64() / 20.0;
            let ask = game.random_move(rng);
            game.make(ask);
        }
    }
    let n = f64::from(made);
    println!(
        "{players} players: belief {:.2} ms (worst {:.1}), {:.0} % exact, redeal {:.1} us",
        1e3 * spent / n,
        1e3 * worst,
        100.0 * f64::from(exact) / n,
        1e6 * redeals / n
    );
}

fn main() {
    let mut args = std::env::args().skip(1);
    let part = args.next().unwrap_or_default();
    let asks = args.next().or(part.parse::<u64>().ok().map(|n| n.to_string()));
    let asks: u64 = asks.and_then(|n| n.parse().ok()).unwrap_or(2_000_000);
    let rng = &mut SplitMix::new(1);
    let done = match part.as_str() {
        "playout" => playout(2, asks, rng),
        "make" => make(2, asks, false, rng),
        "unmake" => make(2, asks, true, rng),
        "kit" => kit(2, asks, false, rng),
        "kit-unmake" => kit(2, asks, true, rng),
        "belief" | "redeal" => {
            (2..=6).for_each(|players| beliefs(players, rng));
            return;
        }
        _ => {
            for players in [2, 4, 6] {
                println!("{players} players");
                report("  counts, playout", || playout(players, asks, rng));
                report("  counts, make", || make(players, asks, false, rng));
                report("  counts, make and unmake", || make(players, asks, true, rng));
                report("  kit, make", || kit(players, asks / 4, false, rng));
                report("  kit, make and unmake", || kit(players, asks / 4, true, rng));
            }
            return;
        }
    };
    println!("{done} asks by {}", Player(0));
}
