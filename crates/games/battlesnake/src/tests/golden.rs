//! Counts made by this crate and confirmed by its slow twin, kept so that a
//! change of the rules cannot pass unseen.

use crate::plain::{PlainBoard, PlainSnake, Said};
use crate::{Direction, Small};
use takeback_core::{Game, Portable};

/// Positions after so many rounds of every joint move, wins and draws included,
/// by the slow twin.
fn count_plain(game: &Small<3>, board: &PlainBoard, depth: u32) -> u64 {
    let rules = &game.table.rules;
    if depth == 0 || board.is_over(rules.end) {
        return 1;
    }
    let joint = 1u32 << (2 * board.snakes.len());
    let mut leaves = 0;
    // Choices of dead snakes are ignored: count each joint move once.
    let alive: Vec<bool> = board.snakes.iter().map(PlainSnake::is_alive).collect();
    for choices in 0..joint {
        let digit = |seat: usize| choices >> (2 * seat) & 3;
        if (0..alive.len()).any(|seat| !alive[seat] && digit(seat) != 0) {
            continue;
        }
        let said: Vec<Said> =
            (0..alive.len()).map(|seat| Said::Go(Direction::from_bits(digit(seat)))).collect();
        let mut next = board.clone();
        next.play(&said, rules, game.board().edge()).unwrap();
        leaves += count_plain(game, &next, depth - 1);
    }
    leaves
}

fn count_fast(game: &mut Small<3>, depth: u32) -> u64 {
    if depth == 0 || game.turn().is_over() {
        return 1;
    }
    let living = game.living();
    let mut leaves = 0;
    for joint in 0..1u32 << (2 * living.len()) {
        let choices = living
            .iter()
            .enumerate()
            .fold(0, |all, (i, seat)| all | (joint >> (2 * i) & 3) << (2 * seat.0));
        let round = game.make_round(choices);
        leaves += count_fast(game, depth - 1);
        game.unmake_round(&round);
    }
    leaves
}

const GOLDEN: [(&str, [u64; 3]); 6] = [
    (
        "standard/empty 5x5 0,0,14,25 last t4 frozen-every 0:0.0.0.0 F:2,2;0,4 H:1,2 60@1,1:dr 15@3,3:ur",
        [16, 151, 1021],
    ),
    (
        "standard/empty 7x7 0,0,14,25 last t0 frozen-every 0:0.0.0.0 F:- H:- 100@1,1:== 100@5,5:== 100@1,5:==",
        [64, 4096, 92656],
    ),
    (
        "wrapped/empty 4x4 0,0,14,25 last t9 frozen-every 0:0.0.0.0 F:2,2 H:- 60@0,0:ll 60@2,0:uu",
        [16, 91, 556],
    ),
    (
        "constrictor/empty 5x5 0,0,14,25 last t9 frozen-every 0:0.0.0.0 F:- H:- 100@1,1:dr= 100@3,3:ur=",
        [16, 151, 796],
    ),
    (
        "royale/empty 5x5 0,0,40,5 last t9 frozen-every 0:0.0.0.0 F:3,2 H:0,0;0,1;0,2;0,3;0,4 60@1,1:dr 15@3,3:ur",
        [16, 151, 781],
    ),
    ("solo/empty 5x5 0,0,14,25 all t9 frozen-every 0:0.0.0.0 F:1,2;3,3 H:- 60@1,1:dr", [4, 13, 37]),
];

#[test]
fn counts_of_joint_moves() {
    for (text, golden) in GOLDEN {
        let mut game = Small::<3>::read_position(text).unwrap();
        let board = game.plain();
        let fast = [1, 2, 3].map(|depth| count_fast(&mut game, depth));
        let slow = [1, 2].map(|depth| count_plain(&game, &board, depth));
        assert_eq!(fast[..2], slow, "{text}");
        assert_eq!(fast, golden, "{text}");
    }
}
