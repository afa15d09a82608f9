//! The laws of the traits, on every board and table.

use crate::{Board, Duel, Hex8, Hexagonal, RingRift, Rules, Square8, Square19};
use takeback_verify::Laws;

fn laws<B: Board>(players: u8, plies: u64) {
    let name = format!("{} for {players}", B::NAME);
    Laws::new(&name, RingRift::<B>::standard(players))
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
fn square8_keeps_the_laws() {
    (2..=4).for_each(|players| laws::<Square8>(players, 800));
}

#[test]
fn hex8_keeps_the_laws() {
    (2..=4).for_each(|players| laws::<Hex8>(players, 800));
}

#[test]
fn square19_keeps_the_laws() {
    (2..=4).for_each(|players| laws::<Square19>(players, 120));
}

#[test]
fn hexagonal_keeps_the_laws() {
    (2..=4).for_each(|players| laws::<Hexagonal>(players, 80));
}

/// Few rings and short rounds: games soon reach recovery, idleness and stalemate.
#[test]
fn starving_tables_keep_the_laws() {
    for rings in 1..=4 {
        let rules = Rules { lps_rounds: 1, ..Rules::with_rings::<Square8>(3, rings) };
        let name = format!("square8 with {rings} rings");
        Laws::new(&name, RingRift::<Square8>::new(rules).unwrap())
            .keyed()
            .notation()
            .portable()
            .plies(300)
            .seed(u64::from(rings))
            .assert();
    }
}

#[test]
fn a_duel_with_swap_is_zero_sum() {
    let rules = Rules { swap: true, ..Rules::standard::<Square8>(2) };
    Laws::new("duel with swap", Duel::<Square8>::new(rules).unwrap())
        .keyed()
        .zero_sum()
        .notation()
        .portable()
        .indexed()
        .random_move()
        .playout()
        .plies(1000)
        .seed(7)
        .assert();
}

#[test]
fn a_duel_is_for_two() {
    assert!(Duel::<Hex8>::new(Rules::standard::<Hex8>(3)).is_err());
}
