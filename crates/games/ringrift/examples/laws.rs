//! Walks all boards and tables under every law: `laws [plies]` in all.

use takeback_ringrift::{Board, Duel, Hex8, Hexagonal, RingRift, Rules, Square8, Square19};
use takeback_verify::Laws;

fn walk<B: Board>(rules: Rules, plies: u64, seed: u64) {
    let name = format!("{} for {}, {} rings", B::NAME, rules.players, rules.rings);
    let game = RingRift::<B>::new(rules).expect("the rules are sound");
    Laws::new(&name, game)
        .keyed()
        .notation()
        .portable()
        .indexed()
        .random_move()
        .playout()
        .plies(plies)
        .seed(seed)
        .assert();
    println!("{name}: {plies} plies, no law broken");
}

fn main() {
    let plies = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(100_000_u64);
    let part = plies / 20;
    for players in 2..=4 {
        walk::<Square8>(Rules::standard::<Square8>(players), 3 * part, 1);
        walk::<Hex8>(Rules::standard::<Hex8>(players), 2 * part, 2);
        walk::<Square8>(Rules::with_rings::<Square8>(players, 4), part / 2, 3);
        walk::<Square19>(Rules::standard::<Square19>(players), part / 4, 4);
        walk::<Hexagonal>(Rules::standard::<Hexagonal>(players), part / 8, 5);
    }
    let swap = Rules { swap: true, ..Rules::standard::<Square8>(2) };
    let game = Duel::<Square8>::new(swap).expect("the rules are sound");
    Laws::new("duel with swap", game)
        .keyed()
        .zero_sum()
        .notation()
        .portable()
        .plies(2 * part)
        .assert();
    println!("duel with swap: {} plies, no law broken", 2 * part);
}
