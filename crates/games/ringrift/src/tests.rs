//! Laws on every board and table.
use crate::{Board, Duel, Hex8, Hexagonal, Many, RingRift, Rules, Square8, Square19};
use takeback_verify::Laws;

fn laws<B: Board>(players: u8, plies: u64) {
    let name = format!("{} for {players}", B::NAME);
    Laws::new(&name, RingRift::<B, Many>::standard(players))
        .keyed()
        .notation()
        .portable()
        .indexed()
        .random_move()
        .playout()
        .plies(plies)
        .seed(u64::from(players))
        .assert();
}

#[test]
fn laws_on_square8() {
    for players in 2..=4 {
        laws::<Square8>(players, 3000);
    }
    let swap = Rules { swap: true, ..Rules::standard::<Square8>(2) };
    let game = Duel::<Square8>::new(swap).unwrap();
    Laws::new("duel with swap", game).keyed().zero_sum().notation().portable().plies(3000).assert();
}

#[test]
fn laws_on_hex8() {
    for players in 2..=4 {
        laws::<Hex8>(players, 3000);
    }
}

#[test]
fn laws_on_square19() {
    for players in 2..=4 {
        laws::<Square19>(players, 1000);
    }
}

#[test]
fn laws_on_hexagonal() {
    for players in 2..=4 {
        laws::<Hexagonal>(players, 1000);
    }
}
