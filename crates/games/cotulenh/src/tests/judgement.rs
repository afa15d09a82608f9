//! The evaluation: fair to both sides, and with an opinion.

use super::{position, setup, setup_for, twin::CROWDED};
use crate::{CoTuLenh, Eval, Side, Weights};
use takeback_core::{Evaluator, Game, Notation, RandomMove, SplitMix};

fn red(position: &CoTuLenh) -> i32 {
    Eval::default().score(position, Side::Red.player())
}

/// The board turned round with colours exchanged, the other side to move.
fn mirrored(now: &CoTuLenh) -> CoTuLenh {
    let text = now.board_text();
    let (placement, rest) = text.split_once(' ').unwrap();
    let swap = |c: char| {
        if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
    };
    let ranks: Vec<String> =
        placement.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let side = if rest.starts_with('r') { "b" } else { "r" };
    position(&format!("{} {side}{}", ranks.join("/"), &rest[1..]))
}

#[test]
fn both_sides_are_judged_alike() {
    let mut rng = SplitMix::new(21);
    for fen in CROWDED {
        let mut now = position(fen);
        for _ in 0..40 {
            if now.turn().is_over() {
                break;
            }
            let mut eval = Eval::default();
            let [red, blue] = Side::BOTH.map(|side| eval.score(&now, side.player()));
            assert_eq!(red, -blue);
            if !now.is_deploying() {
                assert_eq!(red, eval.score(&mirrored(&now), Side::Blue.player()), "{now:?}");
            }
            assert!(red.abs() < <Eval as Evaluator<CoTuLenh>>::LIMIT);
            let m = now.random_move(&mut rng);
            now.make(m);
        }
    }
}

#[test]
fn the_start_is_worth_the_first_move() {
    assert_eq!(red(&CoTuLenh::new()), Weights::default().tempo);
}

#[test]
fn more_is_better() {
    let base = red(&setup("Cd1 cj12 Tf4 ik9 ti9"));
    assert!(red(&setup("Cd1 cj12 Tf4 Fe3 ik9 ti9")) > base + 300);
    assert!(red(&setup("Cd1 cj12 +Tf4 ik9 ti9")) > base + 50, "a hero");
    assert!(red(&setup("Cd1 cj12 Tf6 ik9 ti9")) > base, "nearer the enemy commander");
    assert!(
        red(&setup("Cd1 cj12 Tf4 Id2 ik9 ti9")) - base > Weights::default().infantry,
        "a guard beside it"
    );
}

#[test]
fn an_unfinished_session_is_nothing_to_stop_at() {
    let cargo_at_sea = super::play(&setup("Ck1 cj12 (NT)b5 ik9 Ii2"), &["Nb5>b3"]);
    assert!(cargo_at_sea.is_unfinished());
    let ashore = super::play(&setup("Ck1 cj12 (NT)c5 ik9 Ii2"), &["Nc5>c3"]);
    assert!(!ashore.is_unfinished());
    assert!(red(&cargo_at_sea) < red(&ashore));
}

#[test]
fn captures_are_noisy_and_come_first() {
    let now = setup_for(Side::Red, "Ck1 cj12 Tf4 if6 (FT)h4 th6 gi5 ik9");
    let mut eval = Eval::default();
    let mut first = takeback_core::Moves::new();
    now.candidates(0, &mut first);
    assert!(first.len() > 2 && first.as_slice().iter().all(|m| m.action().is_capture()));
    assert!(eval.is_noisy(&now, first[0]), "the best comes first");
    let mut rest = takeback_core::Moves::new();
    now.candidates(1, &mut rest);
    assert!(rest.as_slice().iter().all(|&m| !eval.is_noisy(&now, m)));
}

#[test]
fn dear_for_cheap_is_no_noise() {
    let is_noisy = |stacks: &str, text: &str| {
        let now = setup(stacks);
        let m = now.read_move(text).unwrap();
        assert!(now.legal_moves().contains(&m), "{text}");
        Eval::default().is_noisy(&now, m)
    };
    assert!(!is_noisy("Ck1 cj12 Af4 if6 tf8 Ii2", "Af4xf6"), "guarded by the tank");
    assert!(is_noisy("Ck1 cj12 Af4 if6 tf9 Ii2", "Af4xf6"), "not guarded");
    assert!(is_noisy("Ck1 cj12 If5 tf6 tf8 Ii2", "If5xf6"), "cheap for dear");
    assert!(is_noisy("Ck1 cj12 Nc5 ie5 te7 Ii2", "Nc5_e5"), "nothing is risked from afar");
    assert!(!is_noisy("Ck1 cj12 Ff3 gf6 Ii2 ti9", "Ff3@f6"), "dies of its own attack");
}

#[test]
fn material_alone_sees_pieces_alone() {
    let mut eval = Eval::new(Weights::MATERIAL);
    let mut score = |stacks: &str| eval.score(&setup(stacks), Side::Red.player());
    assert_eq!(score("Cd1 cj12 Tf4 tf9"), 0);
    assert_eq!(score("Cd1 cj12 Tf4 Fh2 tf9"), 90);
    assert_eq!(score("Cd1 cj12 +Tf8 sf9"), 70 - 80, "heroes and places count for nothing");
}
