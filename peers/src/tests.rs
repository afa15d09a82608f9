//! The lent rules are takeback's rules, and every library plays by them.

use crate::libraries::{arbor, mcts, minimax, takeback, treant};
use crate::rules::{Fill, Four, Hex11, Outcome, Playouts, Rules, Steps};
use takeback_core::{Game, Keyed, Notation, Payoff, Player, SplitMix, Turn};
use takeback_small::ConnectFour;

/// Paths to depth `depth`, games that end before included at their end.
fn perft<R: Rules>(board: &R, depth: u32) -> u64 {
    let moves = board.moves();
    if depth == 0 || moves.is_empty() {
        return 1;
    }
    moves.iter().map(|&m| perft(&board.after(m), depth - 1)).sum()
}

fn perft_of_ours<G: Game>(game: &mut G, depth: u32) -> u64 {
    if depth == 0 || game.turn() == Turn::Over {
        return 1;
    }
    game.legal_moves()
        .into_iter()
        .map(|m| game.explore(m, |game| perft_of_ours(game, depth - 1)))
        .sum()
}

/// Random games side by side: mover, outcome and number of moves at each ply.
fn same_games<R: Rules<Move = u8>, G: Game + Notation>(
    game: &G,
    write: impl Fn(u8) -> String,
    check: impl Fn(&R, &G),
) {
    let mut rng = SplitMix::new(7);
    for _ in 0..30 {
        let (mut board, mut ours) = (R::start(), game.clone());
        loop {
            check(&board, &ours);
            assert_eq!(board.moves().len(), ours.legal_moves().len());
            match board.outcome() {
                None => assert_eq!(ours.turn(), Turn::Player(board.mover())),
                Some(outcome) => {
                    assert_eq!(ours.turn(), Turn::Over);
                    assert_eq!(ours.payoff(Player::FIRST), payoff(outcome));
                    break;
                }
            }
            let m = board.random_move(&mut rng);
            let same = ours.read_move(&write(m)).expect("a move of this board");
            assert!(ours.legal_moves().contains(&same));
            ours.make(same);
            board.play(m);
        }
    }
}

fn payoff(outcome: Outcome) -> Payoff {
    match outcome {
        Outcome::Won(Player::FIRST) => Payoff::WIN,
        Outcome::Won(_) => Payoff::LOSS,
        Outcome::Drawn => Payoff::DRAW,
    }
}

#[test]
fn the_lent_connect_four_is_ours() {
    let mut game = ConnectFour::<7, 6>::default();
    assert_eq!(perft(&Four::start(), 7), perft_of_ours(&mut game, 7));
    let letter = |column: u8| char::from(b'a' + column).to_string();
    same_games::<Four, _>(&game, letter, |board, ours| assert_eq!(board.key(), ours.key().0));
}

#[test]
fn the_lent_hex_is_ours() {
    let mut game = takeback::hex11();
    assert_eq!(perft(&Hex11::start(), 2), perft_of_ours(&mut game, 2));
    let name = |cell: u8| format!("{}{}", char::from(b'a' + cell % 11), cell / 11 + 1);
    same_games::<Hex11, _>(&game, name, |_, _| ());
}

#[test]
fn filling_the_board_at_once_decides_like_move_by_move() {
    let board = [0, 60, 12, 61, 24].into_iter().fold(Hex11::start(), |board, m| board.after(m));
    let share = |play: fn(&Hex11, &mut SplitMix) -> Outcome| {
        let mut rng = SplitMix::new(3);
        let wins = (0..4000).filter(|_| play(&board, &mut rng) == Outcome::Won(Player::FIRST));
        wins.count() as f64 / 4000.0
    };
    let difference = share(Fill::play) - share(Steps::play);
    assert!(difference.abs() < 0.05, "{difference}");
}

#[test]
fn every_library_counts_the_same_positions() {
    let four = perft_of_ours(&mut ConnectFour::<7, 6>::default(), 5);
    let hex = perft_of_ours(&mut takeback::hex11(), 2);
    for (four_by, hex_by) in [
        (arbor::perft::<Four>(5), arbor::perft::<Hex11>(2)),
        (treant::perft::<Four>(5), treant::perft::<Hex11>(2)),
        (mcts::perft::<Four>(5), mcts::perft::<Hex11>(2)),
        (minimax::perft::<Four>(5), minimax::perft::<Hex11>(2)),
    ] {
        assert_eq!((four_by, hex_by), (four, hex));
    }
    assert_eq!(crate::libraries::board_game::perft(5), four);
}

#[test]
fn alpha_beta_finds_the_same_value_on_both_sides() {
    for depth in [2, 5, 7] {
        let (_, ours) = takeback::alpha_beta(depth, 1);
        for ordered in [false, true] {
            let (sample, theirs) = minimax::alpha_beta(depth, 1, ordered);
            assert_eq!(ours, theirs, "depth {depth}");
            assert!(sample.work > 0, "the library told its nodes");
        }
    }
}

#[test]
fn every_library_does_the_simulations_it_is_asked_for() {
    for sample in [
        takeback::connect_four(2000, 1, 1),
        takeback::hex(2000, 1, 1),
        arbor::listing::<Four>(2000),
        arbor::lent::<Hex11, Fill>(2000),
        treant::lent::<Four, Steps>(2000),
        mcts::lent::<Hex11, Fill>(2000),
        minimax::listing::<Four>(2000),
        minimax::lent::<Hex11, Fill>(2000),
        crate::libraries::board_game::connect_four(2000, 1),
    ] {
        assert_eq!(sample.work, 2000);
    }
}
