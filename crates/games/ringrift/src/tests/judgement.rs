//! The evaluation: fair, bounded, and good enough to beat chance.

use super::square8;
use crate::bits::BitSet;
use crate::{Board, Cell, Hex8, Hexagonal, Judge, RingRift, Square8, Terms, Weights};
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
    for (index, value) in Weights::default().to_array().into_iter().enumerate() {
        let mut weights = Weights::default();
        assert_eq!(weights.get(index), Some(value));
        assert!(weights.set(index, value + 7));
        let changed = weights.to_array()[index] - Weights::default().to_array()[index];
        assert_eq!(changed, 7, "{}", Weights::NAMES[index]);
    }
    let mut weights = Weights::default();
    assert!(weights.get(Weights::NAMES.len()).is_none() && !weights.set(usize::MAX, 1));
}

/// One ply of looking ahead in one seat, chance in the others.
fn greedy_wins<B: Board>(players: u8, seat: Player, games: u64) -> u64 {
    let mut judge = Judge::of::<B>(players);
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

/// Windows counted one cell at a time, the slow twin of the shifts.
fn slow_windows<B: Board>(game: &RingRift<B>, colour: Player) -> (i32, i32) {
    let length = game.rules().line::<B>() as i32;
    let (mut near, mut half) = (0, 0);
    for at in B::ALL.iter().map(|at| Cell(at as u16)) {
        for &axis in B::AXES {
            let ((x, y), (dx, dy)) = (B::coordinates(at), B::OFFSETS[axis]);
            let window: Vec<Option<Cell>> =
                (0..length).map(|d| B::cell_at(x + d * dx, y + d * dy)).collect();
            let fits = |cell: Cell| {
                let stack = game.stack(cell);
                game.collapsed_at(cell).is_none()
                    && game.marker_at(cell).is_none_or(|owner| owner == colour)
                    && (stack.is_none() || stack.controller() == colour)
            };
            if window.iter().all(|cell| cell.is_some_and(fits)) {
                let mine = window.iter().flatten().filter(|&&c| game.marker_at(c) == Some(colour));
                let lacking = length - mine.count() as i32;
                near += i32::from(lacking == 1);
                half += i32::from(lacking == 2);
            }
        }
    }
    (near, half)
}

#[test]
fn unfinished_lines_are_those_found_cell_by_cell() {
    fn agree<B: Board>(players: u8, games: u64) {
        for seed in 0..games {
            let mut rng = SplitMix::new(seed);
            let mut game = RingRift::<B>::standard(players);
            for ply in 0..200 {
                if game.turn().is_over() {
                    break;
                }
                if ply % 9 == 0 {
                    let terms = Judge::default().terms(&game);
                    for colour in game.colours() {
                        let Terms { near_lines, half_lines, .. } = terms[colour.index()];
                        let found = (near_lines, half_lines);
                        assert_eq!(found, slow_windows(&game, colour), "{game:?}");
                    }
                }
                let m = game.random_move(&mut rng);
                let _ = game.make(m);
            }
        }
    }
    agree::<Square8>(2, 4);
    agree::<Square8>(3, 3);
    agree::<Hex8>(2, 3);
    agree::<Hexagonal>(2, 1);
}
