//! Text from outside: whatever comes, an error or a sound position, never a panic.

use super::legal;
use crate::{Board, Hex8, RingRift, Rules, Square8, Square19};
use takeback_core::{Game, Notation, Portable, RandomMove, SplitMix};

/// Texts of positions and plies met in random games.
fn corpus<B: Board>(rng: &mut SplitMix) -> (Vec<String>, Vec<String>) {
    let (mut positions, mut plies) = (Vec::new(), Vec::new());
    for players in 2..=4 {
        let mut game = RingRift::<B>::new(Rules::with_rings::<B>(players, 5)).unwrap();
        while !game.turn().is_over() && positions.len() < 120 {
            positions.push(game.position_text());
            plies.extend(legal(&game).into_iter().take(3));
            let m = game.random_move(rng);
            let _ = game.make(m);
        }
        positions.push(game.position_text());
    }
    (positions, plies)
}

/// Change, drop, double or swap a few bytes of ASCII text.
fn spoiled(text: &str, rng: &mut SplitMix) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let letters = b"0123456789,:/=-|SMCPTLOx spoil";
    // One digit for another often leaves a text that can be read.
    if rng.one_in(2) {
        let digits: Vec<usize> = (0..bytes.len()).filter(|&i| bytes[i].is_ascii_digit()).collect();
        if !digits.is_empty() {
            bytes[digits[rng.below(digits.len())]] = b'0' + rng.below(10) as u8;
        }
        return String::from_utf8(bytes).unwrap();
    }
    for _ in 0..1 + rng.below(3) {
        if bytes.is_empty() {
            break;
        }
        let at = rng.below(bytes.len());
        match rng.below(4) {
            0 => bytes[at] = letters[rng.below(letters.len())],
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, letters[rng.below(letters.len())]),
            _ => {
                let other = rng.below(bytes.len());
                bytes.swap(at, other);
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}

fn survives<B: Board>(seed: u64, tries: usize) {
    let mut rng = SplitMix::new(seed);
    let (positions, plies) = corpus::<B>(&mut rng);
    let mut read = 0;
    for _ in 0..tries {
        let text = spoiled(&positions[rng.below(positions.len())], &mut rng);
        let Ok(mut game) = RingRift::<B>::read_position(&text) else { continue };
        read += 1;
        assert!(game.is_consistent(), "{text}");
        assert_eq!(RingRift::read_position(&game.position_text()).as_ref(), Ok(&game), "{text}");
        let ply = spoiled(&plies[rng.below(plies.len())], &mut rng);
        if let Ok(m) = game.read_move(&ply) {
            let listed = game.legal_moves().contains(&m);
            assert_eq!(game.objection(m).is_none(), listed, "{ply} in {text}");
            if let Ok(mark) = game.make_loose(crate::LoosePly::Ply(m)) {
                assert!(game.is_consistent(), "{ply} in {text}");
                game.unmake_loose(mark);
            }
        }
        // Odd as it may be, it can be played on.
        for _ in 0..12 {
            if game.turn().is_over() || game.count_moves() == 0 {
                break;
            }
            let m = game.random_move(&mut rng);
            let _ = game.make(m);
            assert!(game.is_consistent(), "{text}");
        }
    }
    assert!(read > tries / 20, "only {read} of {tries} could be read");
}

#[test]
fn spoiled_text_is_refused_or_played() {
    survives::<Square8>(1, 3000);
    survives::<Hex8>(2, 3000);
    survives::<Square19>(3, 300);
}

/// Agreements alone are the start of a game under them; what cannot be played is refused.
#[test]
fn agreements_alone_begin_a_game() {
    let game =
        RingRift::<Square8>::read_position("square8 rings=10 lps=2 swap=1 strike=0").unwrap();
    let rules =
        Rules { lps_rounds: 2, swap: true, strike: false, ..Rules::with_rings::<Square8>(2, 10) };
    assert_eq!(game, RingRift::new(rules).unwrap());
    assert_eq!(RingRift::<Hex8>::read_position("hex8").unwrap(), RingRift::standard(2));
    let four = RingRift::<Square19>::read_position("square19 players=4").unwrap();
    assert_eq!(four, RingRift::standard(4));
    for wrong in
        ["rings=0", "rings=1001", "players=5", "players=0", "lps=0", "cells-win=0", "swap=2"]
    {
        assert!(
            RingRift::<Square8>::read_position(&format!("square8 {wrong}")).is_err(),
            "{wrong}"
        );
    }
}

/// Numbers that no game can reach are refused, each with what is wrong about it.
#[test]
fn what_no_game_can_reach_is_refused_by_name() {
    for (text, why) in [
        ("hand=5163,18 |", "5163 rings of colour 1 of a supply of 18"),
        ("rings=6 hand=79,6 |", "79 rings of colour 1 of a supply of 6"),
        ("rings=6 hand=6,79 |", "79 rings of colour 2 of a supply of 6"),
        ("rings=2 hand=0,2 | 0,0:S1112", "3 rings of colour 1 of a supply of 2"),
        ("cells-win=32768 |", "32768 cells on a board of 64"),
        ("cells-win=65", "65 cells on a board of 64"),
        ("territory=0,65 |", "65 cells on a board of 64"),
        ("eliminated=20,17 |", "37 rings eliminated of 36 that all players have"),
        ("total=37 |", "37 rings eliminated of 36 that all players have"),
    ] {
        let read = RingRift::<Square8>::read_position(&format!("square8 {text}"));
        assert_eq!(read.expect_err(text).to_string(), why, "{text}");
    }
    for fine in ["hand=18,18 | 0,0:S1112", "cells-win=64", "eliminated=18,18 |", "total=36 |"] {
        assert!(RingRift::<Square8>::read_position(&format!("square8 {fine}")).is_ok(), "{fine}");
    }
}
