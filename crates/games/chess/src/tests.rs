//! Published counts and the laws on somebody else's rules.

use crate::Chess;
use takeback_core::{Game, Keyed, Notation, Payoff, Player, Portable, Turn};
use takeback_verify::{Laws, perft, perft_parallel};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";

fn position(fen: &str) -> Chess {
    Chess::read_position(fen).expect("a position")
}

#[test]
fn laws_hold() {
    Laws::new("chess", Chess::default())
        .also_from(position(KIWIPETE))
        .also_from(position("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"))
        .also_from(position("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"))
        .keyed()
        .zero_sum()
        .notation()
        .portable()
        .indexed()
        .random_move()
        .pass()
        .plies(6_000)
        .assert();
}

#[test]
fn published_counts() {
    for (fen, counts) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", &[20, 400, 8_902][..]),
        (KIWIPETE, &[48, 2_039, 97_862]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2_812, 43_238]),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", &[6, 264, 9_467]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1_486, 62_379]),
    ] {
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&mut position(fen), depth), count, "{fen} depth {depth}");
        }
    }
    let split: u64 = perft_parallel(&position(KIWIPETE), 3, 2).iter().map(|(_, n)| n).sum();
    assert_eq!(split, 97_862);
}

fn play(game: &mut Chess, line: &str) {
    for text in line.split_whitespace() {
        let m = game.read_move(text).expect("a move");
        assert!(game.legal_moves().contains(&m), "{text}");
        game.make(m);
    }
}

#[test]
fn the_third_repetition_ends_the_game_in_a_draw() {
    let mut game = Chess::default();
    let dance = "g1f3 g8f6 f3g1 f6g8";
    play(&mut game, dance);
    assert!(game.is_repeat());
    assert_ne!(game.turn(), Turn::Over);
    play(&mut game, dance);
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.payoff(Player::FIRST), Payoff::DRAW);
    assert!(game.legal_moves().is_empty());
}

#[test]
fn mate_is_lost_and_stalemate_drawn() {
    let mut game = Chess::default();
    play(&mut game, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(game.turn(), Turn::Over);
    assert_eq!(game.payoff(Player::FIRST), Payoff::LOSS);
    let stale = position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    assert_eq!(stale.turn(), Turn::Over);
    assert_eq!(stale.payoff(Player::SECOND), Payoff::DRAW);
}

#[test]
fn bad_positions_are_refused() {
    for fen in ["", "8/8/8/8/8/8/8/8 w - -", "not a fen", "k7/8/8/8/8/8/8/K7 x - -"] {
        assert!(Chess::read_position(fen).is_err(), "{fen}");
    }
}
