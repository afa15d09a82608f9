//! The evaluation: fair, bounded, and good enough to beat chance.

use super::square8;
use crate::{Board, Hex8, Judge, RingRift, Square8, Weights};
use takeback_core::{Evaluator, Game, Player, RandomMove, SplitMix};

#[test]
fn scores_of_two_sum_to_nothing() {
    let mut rng = SplitMix::new(4);
    let mut judge = Judge::default();
    for _ in 0..10 {
        let mut game = RingRift::<Square8>::standard(2);
        while !game.turn().is_over() {
            let mut scores = [0; 2];
            judge.scores(&game, &mut scores);
            assert_eq!(scores[0], -scores[1]);
            assert_eq!(scores[0], judge.score(&game, Player::FIRST));
            let m = game.random_move(&mut rng);
            let _ = game.make(m);
        }
    }
}

#[test]
fn a_swap_exchanges_the_scores() {
    let plain = square8("hand=10,10 turn=2:ring_placement | 0,0:S11 4,4:S2");
    let swapped = square8("hand=10,10 turn=2:ring_placement flags=swapped | 0,0:S11 4,4:S2");
    let mut judge = Judge::default();
    for player in Player::all(2) {
        let other = player.other();
        assert_eq!(judge.score(&plain, player), judge.score(&swapped, other));
    }
}

#[test]
fn every_weight_has_a_name_and_counts() {
    let game = square8("hand=10,10 turn=2:movement | 0,0:S11 4,4:S2 1,1:M1 2,2:M1 3,3:M1 7,0:C2");
    let terms = Judge::default().terms(&game);
    for name in Weights::NAMES {
        let mut weights = Weights::default();
        *weights.named_mut(name).unwrap() += 1;
        let shift = weights.sum(&terms[0]) - Weights::default().sum(&terms[0]);
        let by_name = weights.breakdown(&terms[0]).iter().map(|(_, value)| value).sum::<i32>();
        assert_eq!(by_name - Weights::default().sum(&terms[0]), shift, "{name}");
    }
    assert!(Weights::default().named_mut("luck").is_none());
    assert_eq!((terms[0].triples, terms[0].pairs), (1, 2));
}

/// One ply of looking ahead in one seat, chance in the others.
fn greedy_wins<B: Board>(players: u8, seat: Player, games: u64) -> u64 {
    let mut judge = Judge::default();
    let wins = (0..games).filter(|&seed| {
        let mut rng = SplitMix::stream(seed, u64::from(seat.0));
        let mut game = RingRift::<B>::standard(players);
        while let Some(player) = game.turn().decider() {
            let m = if player == seat {
                let best = game.legal_moves().into_iter().max_by_key(|&m| {
                    game.explore(m, |after| match after.outcome() {
                        Some((Some(winner), _)) if winner == seat => 2_000_000,
                        Some(_) => -2_000_000,
                        None => judge.score(after, seat),
                    })
                });
                best.unwrap()
            } else {
                game.random_move(&mut rng)
            };
            let _ = game.make(m);
        }
        game.outcome().and_then(|(winner, _)| winner) == Some(seat)
    });
    wins.count() as u64
}

#[test]
fn looking_one_ply_ahead_beats_chance_from_every_seat() {
    for seat in Player::all(2) {
        let wins = greedy_wins::<Square8>(2, seat, 6);
        assert!(wins >= 5, "{seat}: {wins} of 6");
    }
    for seat in Player::all(3) {
        let wins = greedy_wins::<Hex8>(3, seat, 4);
        assert!(wins >= 2, "{seat}: {wins} of 4");
    }
}
