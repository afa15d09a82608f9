//! Information-set search against random asks, on the kit and on counts.
//!
//! `cargo run --profile quick -p takeback-gofish --example kit_match -- 200 100`:
//! so many deals, each played in both seats, so many iterations a move. A third word
//! picks the lines that begin with it.

use takeback_core::{Game, Hidden, Player, SplitMix, Turn};
use takeback_gofish::{GoFish, KitGoFish, KitRules, Options};
use takeback_kit::{HiddenRules, KitGame, Worth};
use takeback_search::ismcts::{IsMcts, Observer};
use takeback_search::mcts::{Listing, Stepwise};
use takeback_search::{Limits, Search};

/// The search's share of the points, and half the width of its 95 % interval.
fn against_random<G: Game + Hidden, S: Search<G>>(
    deal: impl Fn(u64) -> G,
    search: impl Fn() -> S,
    deals: u64,
    iterations: u64,
) -> (f64, f64) {
    let (mut sum, mut squares) = (0.0, 0.0);
    for n in 0..2 * deals {
        let mut game = deal(n / 2);
        let searcher = Player((n % 2) as u8);
        let mut rng = SplitMix::new(n);
        let mut search = search();
        while let Turn::Player(player) = game.turn() {
            let m = if player == searcher {
                let limits = Limits { seed: n, ..Limits::iterations(iterations) };
                search.search(&game, &limits, &mut |_| {}).expect("somebody may ask").best
            } else {
                let asks = game.legal_moves();
                asks[rng.below(asks.len())]
            };
            let _ = game.make(m);
        }
        let share = f64::from(game.payoff(searcher).share());
        sum += share;
        squares += share * share;
    }
    let games = (2 * deals) as f64;
    let mean = sum / games;
    (mean, 1.96 * ((squares / games - mean * mean) / games).sqrt())
}

/// A search that judges the table after so many plies of a playout.
fn judging<R: HiddenRules>(plies: u32) -> impl Search<KitGame<R>> {
    let rollout = Stepwise::new(Listing::default()).cut(plies, Worth);
    IsMcts::new(Observer::Single, rollout)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| args.get(n).map_or(100, |arg| arg.parse().expect("a number"));
    let (deals, iterations) = (number(0), number(1));
    let rules = |n: u64| KitRules::seeded(Options::new(2), &n.to_string()).expect("two can play");
    let by_rank = |n| KitGoFish::new(rules(n));
    let by_card = |n| KitGoFish::new(rules(n).asking_for_cards().expect("four of each rank"));
    let counts = |n: u64| GoFish::seeded(Options::new(2), &n.to_string()).expect("two can play");
    let forgetful = |n| counts(n).forgetful();
    let play = |name: &str, run: &dyn Fn() -> (f64, f64)| {
        if args.get(2).is_none_or(|wanted| name.starts_with(wanted.as_str())) {
            let (mean, half) = run();
            println!("{name}: {:.1} % ± {:.1} of {} games", 100.0 * mean, 100.0 * half, 2 * deals);
        }
    };
    play("kit, single", &|| against_random(by_rank, IsMcts::single, deals, iterations));
    play("kit, multiple", &|| against_random(by_rank, IsMcts::multiple, deals, iterations));
    play("cards, single", &|| against_random(by_card, IsMcts::single, deals, iterations));
    play("cards, multiple", &|| against_random(by_card, IsMcts::multiple, deals, iterations));
    for plies in [2, 4, 8, 16] {
        let name = format!("kit, judged after {plies}");
        play(&name, &|| against_random(by_rank, || judging(plies), deals, iterations));
        let name = format!("cards, judged after {plies}");
        play(&name, &|| against_random(by_card, || judging(plies), deals, iterations));
    }
    play("counts, single", &|| against_random(counts, IsMcts::single, deals, iterations));
    play("without memory", &|| against_random(forgetful, IsMcts::single, deals, iterations));
}
