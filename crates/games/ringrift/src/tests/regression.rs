//! Bugs of those who came before, kept as tests by name.

use super::{on, play, square8};
use crate::{Hexagonal, RingRift, Square8};
use takeback_core::{Game, Keyed, Portable, RandomMove, SplitMix};

/// The make/unmake design this game comes from kept a key both as "added" and as "modified"
/// when a stack landed on a marker, and its undo left a phantom stack behind.
#[test]
fn landing_on_a_marker_is_taken_back_without_a_phantom() {
    for (marker, plies) in [("M1", "M 0,0 3,0"), ("M2", "M 0,0 3,0")] {
        let start = square8(&format!("hand=0,0 turn=1:movement | 0,0:S112 3,0:{marker} 7,7:S2"));
        let mut game = start.clone();
        let m = takeback_core::Notation::read_move(&game, plies).unwrap();
        let undo = game.make(m);
        assert_eq!((on(&game, "0,0"), on(&game, "3,0")), ("M1".into(), "S12".into()));
        assert_eq!(game.purse(takeback_core::Player(0)).eliminated(), 1);
        game.unmake(m, undo);
        assert_eq!(game, start);
        assert_eq!(game.key(), start.key());
        assert_eq!(game.position_text(), start.position_text());
        assert_eq!(game.all_stacks(), start.all_stacks());
    }
}

/// The same with a stack of one ring, which vanishes, and with a capture.
#[test]
fn landing_on_a_marker_by_the_last_ring_and_by_capture() {
    let mut game = square8("hand=0,0 turn=1:movement | 0,0:S1 1,0:M1 7,7:S2 7,0:S1");
    play(&mut game, &["M 0,0 1,0"]);
    assert_eq!((on(&game, "0,0"), on(&game, "1,0")), ("M1".into(), String::new()));
    let mut game = square8("hand=0,0 turn=1:movement | 0,0:S1 1,0:S2 2,0:M2 7,7:S2");
    play(&mut game, &["C 0,0 1,0 2,0"]);
    // The attacker's ring is gone; what it caught remains and belongs to the other.
    assert_eq!((on(&game, "2,0"), on(&game, "1,0")), ("S2".into(), String::new()));
    assert_eq!(game.phase().name(), "line_processing");
}

/// The old round-trip check compared a hash that undo had just copied back. Here every word is compared, at
/// every landing on a marker of many random games.
#[test]
fn every_landing_on_a_marker_in_random_games_comes_back() {
    fn landings<B: crate::Board>(games: u64) -> u32 {
        let mut count = 0;
        for seed in 0..games {
            let mut rng = SplitMix::new(seed);
            let mut game = RingRift::<B>::standard(2 + (seed % 3) as u8);
            for _ in 0..400 {
                if game.turn().is_over() {
                    break;
                }
                let m = game.random_move(&mut rng);
                let to = match m {
                    crate::Move::Slide { to, .. }
                    | crate::Move::Capture { to, .. }
                    | crate::Move::Continue { to, .. } => Some(to),
                    _ => None,
                };
                let lands = to.is_some_and(|to| game.marker_at(to).is_some());
                let before = lands.then(|| game.clone());
                let undo = game.make(m);
                if let Some(before) = before {
                    count += 1;
                    game.unmake(m, undo);
                    assert_eq!(game, before);
                    assert_eq!(game.key_from_scratch(), before.key());
                    let _ = game.make(m);
                }
            }
        }
        count
    }
    assert!(landings::<Square8>(40) > 100);
    assert!(landings::<Hexagonal>(2) > 10);
}
