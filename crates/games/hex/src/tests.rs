//! Rule by rule, on the smallest position that shows it.

use crate::{
    AnyHex, Bits, Cell, Colour, Hex, Move, Played, Policy, PositionError, Record, ReplayError,
    Resistance, Room, Setup, SetupError, SgfError, ShortestPath, Size, Swap, TwoDistance, Wide,
    distance, fill_in, with_hex,
};
use takeback_core::{
    Evaluator, Game, Keyed, Moves, Notation, Payoff, Player, Playout, Portable, RandomMove,
    SplitMix, Turn,
};
use takeback_verify::{Laws, perft};

fn square<B: Bits>(side: usize, swap: Swap) -> Hex<B> {
    Hex::new(Size::square(side).unwrap(), swap).unwrap()
}

/// A position from its text.
fn at<B: Bits>(text: &str) -> Hex<B> {
    Hex::read_position(text).unwrap_or_else(|e| panic!("{text}: {e}"))
}

fn play<B: Bits>(hex: &mut Hex<B>, text: &str) {
    let m = hex.read_move(text).unwrap();
    assert!(hex.allows(m), "{text} in {}", hex.position_text());
    hex.make(m);
}

fn cell<B: Bits>(hex: &Hex<B>, text: &str) -> usize {
    hex.size().read_cell(text).unwrap().index()
}

mod laws {
    use super::*;

    fn keep<B: Bits>(name: &str, hex: Hex<B>, plies: u64) {
        Laws::new(name, hex)
            .keyed()
            .zero_sum()
            .notation()
            .portable()
            .indexed()
            .random_move()
            .playout()
            .plies(plies)
            .seed(7)
            .assert();
    }

    #[test]
    fn hold_in_every_class_and_swap_rule() {
        keep("hex 3x3", square::<u64>(3, Swap::Pieces), 3_000);
        keep("hex 5x5", square::<u64>(5, Swap::Sides), 3_000);
        keep("hex 1x1", square::<u64>(1, Swap::Pieces), 100);
        keep("hex 11x11", square::<u128>(11, Swap::Pieces), 1_500);
        keep("hex 14x14", square::<Wide<4>>(14, Swap::Off), 600);
        keep("hex 19x19", square::<Wide<6>>(19, Swap::Sides), 600);
        let size = Size::new(4, 7).unwrap();
        keep("hex 4x7", Hex::<u64>::new(size, Swap::Sides).unwrap(), 1_500);
        let size = Size::new(19, 1).unwrap();
        keep("hex 19x1", Hex::<u64>::new(size, Swap::Off).unwrap(), 500);
    }
}

mod counts {
    use super::*;

    /// Numbers of move sequences, the game ending at the winning stone.
    #[test]
    fn sequences_of_small_boards() {
        let mut hex = square::<u64>(2, Swap::Off);
        assert_eq!([1, 2, 3, 4].map(|d| perft(&mut hex, d)), [4, 12, 24, 12]);
        let mut hex = square::<u64>(3, Swap::Off);
        let counts = [1, 2, 3, 4, 5].map(|d| perft(&mut hex, d));
        assert_eq!(counts, [9, 72, 504, 3_024, 15_120]);
        let mut hex = square::<u64>(5, Swap::Off);
        assert_eq!([1, 2, 3].map(|d| perft(&mut hex, d)), [25, 600, 13_800]);
    }

    #[test]
    fn the_swap_adds_one_answer() {
        for swap in [Swap::Pieces, Swap::Sides] {
            let mut hex = square::<u64>(3, swap);
            assert_eq!([1, 2].map(|d| perft(&mut hex, d)), [9, 9 * 9]);
        }
    }
}

mod winning {
    use super::*;

    #[test]
    fn black_joins_top_and_bottom_white_left_and_right() {
        let mut hex = square::<u64>(2, Swap::Off);
        ["b1", "a1", "a2"].iter().for_each(|m| play(&mut hex, m));
        assert_eq!((hex.winner(), hex.turn()), (Some(Colour::Black), Turn::Over));
        assert_eq!(hex.payoff(Player::FIRST), Payoff::WIN);
        assert!(hex.legal_moves().is_empty());
        let mut hex = square::<u64>(2, Swap::Off);
        ["a1", "b1", "b2", "a2"].iter().for_each(|m| play(&mut hex, m));
        assert_eq!(hex.winner(), Some(Colour::White));
    }

    #[test]
    fn a_straight_step_down_right_is_no_neighbour() {
        // a1 and b2 share no side: the acute diagonal is not a chain.
        assert_eq!(at::<u64>("2x2 b1/1b w -").winner(), None);
        assert_eq!(at::<u64>("2x2 1b/b1 w -").winner(), Some(Colour::Black));
    }

    #[test]
    fn one_stone_wins_on_one_row() {
        let mut hex = Hex::<u64>::new(Size::new(5, 1).unwrap(), Swap::Sides).unwrap();
        play(&mut hex, "c1");
        assert_eq!(hex.winner(), Some(Colour::Black));
        assert!(!hex.may_swap());
    }

    /// The kept sets of edge-joined stones against a fresh flood, both ways.
    #[test]
    fn kept_winner_equals_the_one_from_scratch() {
        let mut rng = SplitMix::new(11);
        for side in [4, 7, 11] {
            let mut hex = square::<u128>(side, Swap::Off);
            let mut past = Vec::new();
            while hex.turn() != Turn::Over {
                let m = hex.random_move(&mut rng);
                past.push((m, hex.make(m)));
                assert_eq!(hex, at(&hex.position_text()));
            }
            while let Some((m, undo)) = past.pop() {
                hex.unmake(m, undo);
                assert_eq!(hex, at(&hex.position_text()));
            }
            assert_eq!(hex, square(side, Swap::Off));
        }
    }
}

mod swapping {
    use super::*;

    #[test]
    fn pieces_mirror_the_stone_and_change_its_colour() {
        let mut hex = square::<u64>(5, Swap::Pieces);
        play(&mut hex, "b4");
        let before = hex.clone();
        let undo = hex.make(Move::Swap);
        assert_eq!(hex.position_text(), "5x5 5/3w1/5/5/5 b swap-pieces*");
        assert_eq!(hex.turn(), Turn::Player(Player::FIRST));
        assert_eq!(hex.colour_of(Player::FIRST), Colour::Black);
        assert!(!hex.may_swap(), "only once");
        hex.unmake(Move::Swap, undo);
        assert_eq!(hex, before);
    }

    #[test]
    fn sides_cross_the_seats_and_leave_the_board() {
        let mut hex = square::<u64>(5, Swap::Sides);
        play(&mut hex, "b4");
        let before = hex.clone();
        let undo = hex.make(Move::Swap);
        assert_eq!(hex.position_text(), "5x5 5/5/5/1b3/5 w swap-sides*");
        assert_eq!(hex.turn(), Turn::Player(Player::FIRST), "who now plays White");
        assert_eq!(hex.colour_of(Player::SECOND), Colour::Black);
        hex.unmake(Move::Swap, undo);
        assert_eq!(hex, before);
    }

    #[test]
    fn only_the_second_ply_may_swap() {
        let mut hex = square::<u64>(3, Swap::Pieces);
        assert!(!hex.may_swap());
        play(&mut hex, "a1");
        assert!(hex.may_swap() && hex.legal_moves().contains(&Move::Swap));
        play(&mut hex, "b2");
        assert!(!hex.may_swap());
        assert!(!square::<u64>(3, Swap::Off).may_swap());
    }

    #[test]
    fn pieces_need_a_square_board() {
        let size = Size::new(3, 4).unwrap();
        assert_eq!(Hex::<u64>::new(size, Swap::Pieces), Err(SetupError::SwapNeedsSquare(size)));
    }
}

mod text {
    use super::*;

    #[test]
    fn cells_are_letters_and_numbers_with_no_letter_left_out() {
        let hex = square::<Wide<6>>(19, Swap::Off);
        for (text, x, y) in [("a1", 0, 0), ("i9", 8, 8), ("s19", 18, 18), ("j1", 9, 0)] {
            let m = Move::Place(hex.size().cell(x, y).unwrap());
            assert_eq!(hex.read_move(text), Ok(m));
            assert_eq!(hex.move_text(m), text);
        }
        for bad in ["", "a", "1", "a0", "t1", "a20", "aa1", "a1x", "a-1", "a99999999999", "é1"] {
            assert!(hex.read_move(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn malformed_positions_are_refused_with_a_reason() {
        let read = |text: &str| Hex::<u64>::read_position(text).unwrap_err();
        assert_eq!(read("3x3 3/3/3 b"), PositionError::Fields(3));
        assert_eq!(read("3x3 3/3 b -"), PositionError::Rows { expected: 3, found: 2 });
        assert_eq!(read("3x3 3/4/3 b -"), PositionError::Row("4".into()));
        assert_eq!(read("3x3 3/2x/3 b -"), PositionError::Row("2x".into()));
        assert_eq!(
            read("3x3 3/99999999999999999999/3 b -"),
            PositionError::Row("99999999999999999999".into())
        );
        assert!(matches!(read("20x20 - b -"), PositionError::SizeRange(_)));
        assert!(matches!(read("x3 3/3/3 b -"), PositionError::Size(_)));
        assert!(matches!(read("3x3 3/3/3 x -"), PositionError::ToMove(_)));
        assert!(matches!(read("3x3 3/3/3 b swap"), PositionError::Swap(_)));
        assert_eq!(
            read("3x3 3/3/3 b swap-pieces*"),
            PositionError::Setup(SetupError::NothingSwapped)
        );
        let size = Size::square(9).unwrap();
        assert_eq!(Hex::<u64>::new(size, Swap::Off), Err(SetupError::TooLarge { size, room: 64 }));
    }

    #[test]
    fn setups_refuse_stones_off_the_board_and_twice() {
        let mut setup = Setup::empty(Size::square(3).unwrap(), Swap::Off);
        setup.black = vec![Cell(9)];
        assert_eq!(Hex::<u64>::from_setup(&setup), Err(SetupError::OffBoard(Cell(9))));
        setup.black = vec![Cell(4)];
        setup.white = vec![Cell(4)];
        assert_eq!(Hex::<u64>::from_setup(&setup), Err(SetupError::Twice(Cell(4))));
    }

    #[test]
    fn every_size_finds_its_class() {
        for (text, class) in [("8x8", 64), ("11x11", 128), ("16x16", 256), ("19x19", 384)] {
            let any = AnyHex::new(crate::read_size(text).unwrap(), Swap::Off).unwrap();
            fn room<B: Bits>(_: &Hex<B>) -> usize {
                B::BITS
            }
            assert_eq!(with_hex!(&any, hex => room(hex)), class);
            let written = with_hex!(&any, hex => hex.position_text());
            assert_eq!(AnyHex::read(&written), Ok(any));
        }
    }

    #[test]
    fn the_board_is_drawn_as_a_rhombus() {
        let drawn = at::<u64>("3x2 b2/1w1 b -").to_string();
        assert_eq!(drawn, "   a  b  c\n 1\\B  .  .\\1\n  2\\.  W  .\\2\n      a  b  c\n");
    }
}

mod records {
    use super::*;

    #[test]
    fn sgf_goes_both_ways() {
        let size = Size::square(5).unwrap();
        let mut record = Record::new(size);
        record.white = vec![Cell(0), Cell(7)];
        record.to_move = Some(Colour::White);
        record.moves = vec![
            (Colour::White, Played::Move(Move::Place(Cell(12)))),
            (Colour::Black, Played::Move(Move::Swap)),
            (Colour::White, Played::Resign),
        ];
        assert_eq!(Record::read_sgf(&record.sgf()), Ok(record.clone()));
        let oblong = Record::new(Size::new(5, 7).unwrap());
        assert_eq!(Record::read_sgf(&oblong.sgf()), Ok(oblong));
    }

    #[test]
    fn the_main_line_is_read_and_comments_are_not() {
        let text =
            "junk (;GM[11]SZ[3]C[a \\] ;B[c3\\] b](;B[a1]C[x];W[bb](;B[c3])(;B[c2]))(;B[b1]))";
        let record = Record::read_sgf(text).unwrap();
        let hex = record.position::<u64>(Swap::Off, 99).unwrap();
        assert_eq!(hex.position_text(), "3x3 b2/1w1/2b w -");
        let early = record.position::<u64>(Swap::Off, 1).unwrap();
        assert_eq!(early.position_text(), "3x3 b2/3/3 w -");
    }

    #[test]
    fn what_is_no_record_is_refused() {
        let read = |text: &str| Record::read_sgf(text).unwrap_err();
        assert_eq!(read(""), SgfError::NoTree);
        assert_eq!(read("(;B[a1"), SgfError::CutShort);
        assert_eq!(read("(;B[a1]"), SgfError::CutShort);
        assert!(matches!(read("(;GM[1]SZ[9])"), SgfError::Game(_)));
        assert!(matches!(read("(;SZ[nine])"), SgfError::Size(_)));
        assert!(matches!(read("(;SZ[0])"), SgfError::SizeRange(_)));
        assert!(matches!(read("(;SZ[5];B[f1])"), SgfError::Cell(_)));
        assert!(matches!(read("(;SZ[5];B[zz])"), SgfError::Cell(_)));
        let twice = Record::read_sgf("(;SZ[5];B[a1];W[a1])").unwrap();
        assert_eq!(twice.position::<u64>(Swap::Off, 9), Err(ReplayError::Illegal(2)));
        let swap = Record::read_sgf("(;SZ[5];B[a2];W[swap])").unwrap();
        assert!(swap.has_swap() && swap.position::<u64>(Swap::Off, 9).is_err());
        let after = swap.position::<u64>(Swap::Pieces, 9).unwrap();
        assert_eq!(after.position_text(), "5x5 1w3/5/5/5/5 b swap-pieces*");
    }
}

mod playouts {
    use super::*;

    /// Boards dealt at once and games played move by move are won equally often.
    #[test]
    fn dealing_equals_playing() {
        let mut rng = SplitMix::new(3);
        for text in ["2x2 2/2 b -", "3x3 b2/1w1/3 b -", "3x3 3/1b1/3 w swap-sides"] {
            let hex: Hex<u64> = at(text);
            let (mut dealt, mut played) = (0i32, 0i32);
            let mut results = [Payoff::DRAW; 2];
            for _ in 0..4_000 {
                hex.playout(&mut (), &mut rng, &mut results);
                assert_eq!(results[0], -results[1]);
                dealt += results[0].0 / 1000;
                let mut game = hex.clone();
                while game.turn() != Turn::Over {
                    game.make(game.random_move(&mut rng));
                }
                played += game.payoff(Player::FIRST).0 / 1000;
            }
            // Each sum has a deviation of at most 63; five of the difference's.
            assert!((dealt - played).abs() < 450, "{text}: {dealt} and {played}");
        }
    }

    #[test]
    fn a_told_playout_tells_exactly_its_moves() {
        use takeback_core::{Indexed, Played, TracedPlayout};
        let mut rng = SplitMix::new(8);
        for swap in [Swap::Off, Swap::Pieces, Swap::Sides] {
            let mut hex = square::<u64>(4, swap);
            play(&mut hex, "b3");
            for _ in 0..100 {
                let mut played = Played::new(2, Hex::<u64>::INDICES);
                let mut results = [Payoff::DRAW; 2];
                let plies = hex.traced_playout(&mut (), &mut rng, &mut results, &mut played);
                let count: usize = Player::all(2)
                    .map(|p| (0..Hex::<u64>::INDICES).filter(|&i| played.contains(p, i)).count())
                    .sum();
                assert_eq!(count as u32, plies);
                assert_eq!(results.iter().filter(|&&r| r == Payoff::WIN).count(), 1);
            }
        }
    }

    /// A random game with playouts on its way, in two classes at once.
    fn plays_alike<A: Bits, B: Bits>(side: usize) {
        let (mut a, mut b) = (square::<A>(side, Swap::Pieces), square::<B>(side, Swap::Pieces));
        let mut rngs = [SplitMix::new(4), SplitMix::new(4)];
        let mut results = [[Payoff::DRAW; 2]; 2];
        while a.turn() != Turn::Over {
            let plies_a = a.playout(&mut (), &mut rngs[0], &mut results[0]);
            let plies_b = b.playout(&mut (), &mut rngs[1], &mut results[1]);
            assert_eq!((plies_a, results[0]), (plies_b, results[1]));
            let m = a.random_move(&mut rngs[0]);
            assert_eq!(m, b.random_move(&mut rngs[1]));
            a.make(m);
            b.make(m);
            assert_eq!(a.key(), b.key());
            assert_eq!(a.position_text(), b.position_text());
        }
        assert_eq!(rngs[0].next(), rngs[1].next());
    }

    #[test]
    fn small_boards_are_played_alike_in_both_classes_of_one_word() {
        for side in [3, 5, 8] {
            plays_alike::<u64, u128>(side);
        }
    }

    #[test]
    fn every_policy_fills_the_board_fairly() {
        let mut rng = SplitMix::new(9);
        let mut room = Room::default();
        let mut hex = square::<u128>(9, Swap::Off);
        play(&mut hex, "e5");
        for policy in [Policy::Uniform, Policy::Pairs, Policy::SaveBridges, Policy::Patterns] {
            for _ in 0..50 {
                let filled = hex.play_out(policy, None, &mut room, &mut rng);
                assert_eq!(filled.plies, 80);
                assert_eq!(filled.stones[0] | filled.stones[1], hex.geometry().all);
                assert_eq!([filled.stones[0].count(), filled.stones[1].count()], [41, 40]);
                assert!(hex.stones(Colour::Black).within(filled.stones[0]));
                let winner = filled.winner;
                assert!(hex.geometry().joins(winner, filled.stones[winner.index()]));
                let loser = winner.other();
                assert!(!hex.geometry().joins(loser, filled.stones[loser.index()]));
            }
        }
    }

    #[test]
    fn a_broken_bridge_is_saved() {
        // One own stone beside the intruder is no bridge.
        let hex: Hex<u64> = at("5x5 5/2w2/1b3/5/5 b -");
        let mut rng = SplitMix::new(1);
        let none = hex.bridge_mate(hex.stones, Colour::Black, cell(&hex, "c2"), &mut rng);
        assert_eq!(none, None);
        // c2 and b4 are joined over b3 and c3; White enters c3.
        let hex: Hex<u64> = at("5x5 5/2b2/2w2/1b3/5 b -");
        let mate = hex.bridge_mate(hex.stones, Colour::Black, cell(&hex, "c3"), &mut rng);
        assert_eq!(mate, Some(cell(&hex, "b3")));
        // A stone on the fourth row and the bottom edge, entered at b5.
        let hex: Hex<u64> = at("5x5 5/5/5/1b3/1w3 b -");
        let mate = hex.bridge_mate(hex.stones, Colour::Black, cell(&hex, "b5"), &mut rng);
        assert_eq!(mate, Some(cell(&hex, "a5")));
    }
}

mod judgement {
    use super::*;

    #[test]
    fn distances_count_the_stones_that_lack() {
        let stones = |hex: &Hex<u64>| [hex.stones(Colour::Black), hex.stones(Colour::White)];
        let of = |text: &str| {
            let hex = at::<u64>(text);
            Colour::BOTH.map(|c| distance(hex.geometry(), stones(&hex), c))
        };
        assert_eq!(of("5x5 5/5/5/5/5 b -"), [Some(5), Some(5)]);
        assert_eq!(of("2x2 b1/2 w -"), [Some(1), Some(2)]);
        assert_eq!(of("3x3 1b1/1b1/1b1 w -"), [Some(0), None]);
        assert_eq!(of("4x2 4/4 b -"), [Some(2), Some(4)]);
    }

    /// Judges must see who is ahead in a plain case and treat the colours alike.
    #[test]
    fn evaluators_favour_the_better_shape_and_are_fair() {
        fn scores<B: Bits>(hex: &Hex<B>) -> [i32; 3] {
            [
                ShortestPath.score(hex, Player::FIRST),
                TwoDistance::default().score(hex, Player::FIRST),
                Resistance::default().score(hex, Player::FIRST),
            ]
        }
        let black = at::<u64>("7x7 7/7/3b3/3b3/2b4/7/7 w -");
        assert!(scores(&black).iter().all(|&s| s > 20), "{:?}", scores(&black));
        let white = at::<u64>("7x7 7/7/7/1www3/7/7/7 b -");
        assert!(scores(&white).iter().all(|&s| s < -20), "{:?}", scores(&white));
        let empty = square::<u64>(7, Swap::Off);
        let second = empty.clone().with_to_move(Colour::White);
        for (a, b) in scores(&empty).into_iter().zip(scores(&second)) {
            assert!(a > 0 && (a + b).abs() <= 2, "{a} {b}");
        }
    }
}

mod brute;

mod settled {
    use super::*;
    use brute::{brute, random_positions};

    #[test]
    fn fill_in_keeps_the_winner() {
        let mut filled = 0;
        for mut hex in random_positions(300, 5) {
            let settled = fill_in(hex.geometry(), hex.stones);
            filled += (settled.stones[0] | settled.stones[1]).count();
            let mut after =
                Hex::from_stones(hex.geometry(), Swap::Off, settled.stones, hex.to_move(), false);
            assert_eq!(brute(&mut hex), brute(&mut after), "{}", hex.position_text());
        }
        assert!(filled > 1_000);
    }

    #[test]
    fn a_lonely_corner_is_dead_and_a_second_row_stone_captures_two() {
        // White on a2 and b1 shuts a1 in; Black cannot use it either.
        let hex: Hex<u64> = at("4x4 1w2/w3/4/4 b -");
        assert!(fill_in(hex.geometry(), hex.stones).dead.has(cell(&hex, "a1")));
        let hex: Hex<u64> = at("5x5 5/5/5/2b2/5 w -");
        let settled = fill_in(hex.geometry(), hex.stones);
        let pair = u64::bit(cell(&hex, "b5")).with(cell(&hex, "c5"));
        assert!(pair.within(settled.captured[0]) && settled.captured[1].is_empty());
    }
}

#[test]
fn keys_differ_by_side_and_swap() {
    let hex: Hex<u64> = at("3x3 3/1w1/3 b swap-pieces");
    let keys = [
        hex.key(),
        hex.clone().with_to_move(Colour::White).key(),
        at::<u64>("3x3 3/1w1/3 b swap-pieces*").key(),
        at::<u64>("3x3 3/1b1/3 b swap-pieces").key(),
    ];
    for (i, a) in keys.iter().enumerate() {
        assert!(keys[..i].iter().all(|b| a != b));
    }
}
