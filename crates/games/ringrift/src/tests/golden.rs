//! Counts that must not change: perft from the start and from the middle of games.

use super::position;
use crate::{Board, Hex8, Hexagonal, RingRift, Square8, Square19};
use takeback_core::{Game, RandomMove, SplitMix};
use takeback_verify::perft;

fn from_start<B: Board>(players: u8, depth: u32) -> u64 {
    perft(&mut RingRift::<B>::standard(players), depth)
}

#[test]
fn plies_from_the_start() {
    assert_eq!([1, 2, 3, 4].map(|d| from_start::<Square8>(2, d)), [192, 3192, 3192, 3192]);
    assert_eq!([1, 2, 4].map(|d| from_start::<Hex8>(3, d)), [183, 2430, 2430]);
    assert_eq!(from_start::<Square19>(2, 1), 1083);
    assert_eq!(from_start::<Hexagonal>(4, 1), 1407);
}

/// Positions with every phase in them, reached by seeded random plies.
#[test]
fn plies_from_the_middle() {
    let counts: Vec<u64> = (0..12)
        .map(|seed| {
            let players = 2 + (seed % 3) as u8;
            let mut game = RingRift::<Square8>::standard(players);
            let mut rng = SplitMix::new(seed);
            for _ in 0..40 + 7 * seed {
                if !game.turn().is_over() {
                    let m = game.random_move(&mut rng);
                    let _ = game.make(m);
                }
            }
            perft(&mut game, 3)
        })
        .collect();
    assert_eq!(counts, GOLDEN);
}

const GOLDEN: [u64; 12] = [31, 28, 140, 134, 43, 12, 111, 26, 2, 46, 25, 425];

/// What looks at the list in short must agree with it.
#[test]
fn counting_is_listing() {
    let mut rng = SplitMix::new(11);
    for _ in 0..20 {
        let mut game = RingRift::<Hex8>::standard(3);
        while !game.turn().is_over() {
            let moves = game.legal_moves();
            assert_eq!(game.count_moves() as usize, moves.len());
            let only = if let [only] = moves[..] { Some(only) } else { None };
            assert_eq!(game.only_move(), only);
            assert!(game.forced().is_none() || game.forced() == only);
            let m = game.random_move(&mut rng);
            let _ = game.make(m);
        }
        assert_eq!(game.count_moves(), 0);
    }
}

#[test]
fn a_single_position_by_hand() {
    // One ring each in opposite corners, nothing in hand: eleven cells straight
    // and ten diagonal, markers none.
    let game = position::<Square8>("square8 hand=0,0 turn=1:movement | 0,0:S1 7,7:S2");
    // Seven along each edge and six on the diagonal, where the seventh is taken.
    assert_eq!(game.count_moves(), 20);
}
