//! Exact undo, laws, and what debug builds look after.

use super::{position, twin::CROWDED};
use crate::{CoTuLenh, Draws, Side};
use takeback_core::{Game, Keyed, Pass, RandomMove, SplitMix, strategy::legality};
use takeback_verify::Laws;

fn starts() -> Vec<CoTuLenh> {
    CROWDED.iter().map(|fen| position(fen)).collect()
}

#[test]
fn all_laws_hold() {
    let mut laws = Laws::new("cotulenh", CoTuLenh::new());
    for start in starts() {
        laws = laws.also_from(start);
    }
    laws.dead_ends()
        .keyed()
        .zero_sum()
        .notation()
        .portable()
        .indexed()
        .random_move()
        .pass()
        .law("no faults", |game| {
            let faults = game.faults();
            if faults.is_empty() { Ok(()) } else { Err(faults.join("; ")) }
        })
        .plies(2_500)
        .seed(11)
        .assert();
}

#[test]
fn whole_games_roll_back() {
    let mut rng = SplitMix::new(5);
    for start in starts() {
        let mut now = start.clone().with_draws(Draws::Neither);
        let mut made = Vec::new();
        for _ in 0..150 {
            if now.turn().is_over() {
                break;
            }
            let m = now.random_move(&mut rng);
            made.push((m, now.make(m)));
        }
        for (m, undo) in made.into_iter().rev() {
            now.unmake(m, undo);
        }
        assert_eq!(now, start);
        assert_eq!(now.key(), start.key_from_scratch());
    }
}

#[test]
fn legal_lists_agree_however_they_are_filtered() {
    for start in starts() {
        let mut expected = start.legal_moves();
        expected.sort_unstable();
        let mut out = takeback_core::Moves::new();
        legality::by_copy(&start, &mut out);
        let mut copied = out.into_vec();
        copied.sort_unstable();
        assert_eq!(copied, expected);
        let mut out = takeback_core::Moves::new();
        legality::transient(&start, &mut out);
        let mut transient = out.into_vec();
        transient.sort_unstable();
        assert_eq!(transient, expected);
    }
}

#[test]
fn a_clone_inside_a_session_remembers_its_start() {
    let start = super::setup("Ck1 cj12 (NFT)c5 ic6 gc7 ik9 Ii2");
    let mut game = start.clone();
    game.make(takeback_core::Notation::read_move(&game, "Tc5>xc6").unwrap());
    let mut copy = game.clone();
    let mut other = CoTuLenh::new();
    other.clone_from(&game);
    for session in [&mut copy, &mut other] {
        assert_eq!(*session, game);
        assert_eq!(session.legal_moves(), game.legal_moves());
        session.make(crate::Move::CANCEL);
        assert_eq!(*session, start);
    }
}

#[test]
fn passing_is_taken_back() {
    let mut now = CoTuLenh::new();
    assert!(now.may_pass());
    let before = now.clone();
    let undo = now.make_pass();
    assert_eq!(now.side(), Side::Blue);
    now.unmake_pass(undo);
    assert_eq!(now, before);
    assert!(!position("5c5/11/11/11/11/11/11/11/11/5t5/11/5C5 r - - 0 1").may_pass(), "in check");
}

#[test]
fn faults_are_found() {
    let mut broken = CoTuLenh::new();
    assert!(broken.faults().is_empty());
    let home = broken.commander(Side::Red).unwrap();
    broken.board.set(home, crate::Stack::EMPTY, &mut crate::board::NoLog);
    let faults = broken.faults();
    assert!(faults.iter().any(|fault| fault.contains("stale")), "{faults:?}");
    let mut wet = CoTuLenh::new();
    let tank = crate::Stack::single(Side::Red, crate::Kind::Tank, false);
    wet.board.set(super::square("a5"), tank, &mut crate::board::NoLog);
    assert!(wet.faults().iter().any(|fault| fault.contains("may not stand")));
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<CoTuLenh>() <= 768, "{}", size_of::<CoTuLenh>());
    assert!(size_of::<crate::Undo>() <= 192);
    assert!(size_of::<crate::Move>() <= 4);
}
