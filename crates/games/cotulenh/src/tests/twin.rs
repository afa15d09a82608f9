//! Slow and obvious twins of what is fast: attacks, zones, legality, candidates.

use super::position;
use crate::board::Board;
use crate::geometry::Squares;
use crate::moves::{Everything, each_candidate};
use crate::rules::{is_legal_outside, survives_trial};
use crate::{CoTuLenh, Kind, Side, Square};
use std::ops::ControlFlow;
use takeback_core::{Game, RandomMove, SplitMix};

/// Steps in files and ranks, no square numbers involved.
const STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];

fn offset(at: Square, (files, ranks): (i32, i32), times: i32) -> Option<Square> {
    let file = u8::try_from(i32::from(at.file()) + files * times).ok()?;
    let rank = u8::try_from(i32::from(at.rank()) + ranks * times).ok()?;
    Square::new(file, rank)
}

/// The guns that cover a square, straight from the definition.
fn covering(board: &Board, at: Square, side: Side) -> Vec<Square> {
    Square::all()
        .filter(|&gun| {
            let stack = board.at(gun);
            if stack.owner() != Some(side) {
                return false;
            }
            let (carrier, heroic) = stack.pieces().next().unwrap();
            let level = match carrier {
                Kind::Missile => 2,
                Kind::Navy | Kind::AntiAir => 1,
                _ => return false,
            } + i32::from(heroic);
            let files = i32::from(gun.file()) - i32::from(at.file());
            let ranks = i32::from(gun.rank()) - i32::from(at.rank());
            files * files + ranks * ranks <= level * level
        })
        .collect()
}

/// Whether an aircraft survives the way, with the set of guns and the flag of the rules.
fn survives(board: &Board, from: Square, step: (i32, i32), distance: i32, defender: Side) -> bool {
    let (mut met, mut left) = (Vec::new(), false);
    for d in 1..=distance {
        let guns = covering(board, offset(from, step, d).unwrap(), defender);
        left |= guns.is_empty() && !met.is_empty();
        met.extend(guns);
        met.sort_unstable();
        met.dedup();
        if met.len() > 1 || left {
            return false;
        }
    }
    true
}

/// The pieces of `by` that attack `target`: walk out along eight rays.
fn slow_attackers(board: &Board, target: Square, by: Side) -> Vec<(Square, Kind)> {
    let mut found = Vec::new();
    for step in STEPS {
        let mut blocked = false;
        for distance in 1..=5 {
            let Some(at) = offset(target, step, distance) else { break };
            let stack = board.at(at);
            if stack.is_empty() {
                continue;
            }
            if stack.owner() == Some(by) {
                for (kind, heroic) in stack.pieces() {
                    if attacks(board, target, step, distance, blocked, (kind, heroic), by) {
                        found.push((at, kind));
                    }
                }
            }
            blocked = true;
        }
    }
    found.sort_unstable();
    found
}

fn attacks(
    board: &Board,
    target: Square,
    step: (i32, i32),
    distance: i32,
    blocked: bool,
    (kind, heroic): (Kind, bool),
    by: Side,
) -> bool {
    let diagonal = step.0 != 0 && step.1 != 0;
    let (range, crooked, over) = match kind {
        Kind::Commander | Kind::Infantry | Kind::Engineer | Kind::AntiAir => (1, false, false),
        Kind::Militia => (1, true, false),
        Kind::Tank => (2, false, false),
        Kind::Artillery => (3, true, true),
        Kind::Missile => (2, true, true),
        Kind::AirForce => (4, true, true),
        Kind::Navy => (if board.at(target).has(Kind::Navy) { 4 } else { 3 }, true, true),
        Kind::Headquarters => (0, false, false),
    };
    let from = offset(target, step, distance).unwrap();
    distance <= range + i32::from(heroic)
        && (!diagonal || crooked || heroic)
        && (!blocked || over)
        && (kind != Kind::AirForce
            || heroic
            || survives(board, from, (-step.0, -step.1), distance, by.other()))
}

fn slow_exposed(board: &Board) -> bool {
    let (Some(red), Some(blue)) = (board.commander(Side::Red), board.commander(Side::Blue)) else {
        return false;
    };
    STEPS[..4].iter().any(|&step| {
        let first =
            (1..12).filter_map(|d| offset(red, step, d)).find(|&at| !board.at(at).is_empty());
        first == Some(blue)
    })
}

fn compare(position: &CoTuLenh) {
    let board = &position.board;
    for side in Side::BOTH {
        for target in Square::all() {
            let mut fast: Vec<(Square, Kind)> = board
                .attackers(target, side)
                .flat_map(|(at, kinds)| crate::pieces::kinds_of(kinds).map(move |kind| (at, kind)))
                .collect();
            fast.sort_unstable();
            assert_eq!(
                fast,
                slow_attackers(board, target, side),
                "{target} by {side:?} in {position:?}"
            );
        }
        let mut slow = Squares::NONE;
        for at in Square::all().filter(|&at| !covering(board, at, side).is_empty()) {
            slow.insert(at);
        }
        assert_eq!(board.zone(side), slow);
    }
    assert_eq!(board.is_exposed(), slow_exposed(board));
    if position.is_deploying() {
        return;
    }
    let _ = each_candidate::<Everything>(board, position.side(), &mut |m| {
        let own = board.at(m.from);
        let untested = m.deploys().is_some() && own.has(Kind::Commander);
        let slow = untested || survives_trial(board, m);
        assert_eq!(is_legal_outside(board, &position.turn.watch, m), slow, "{m:?} in {position:?}");
        ControlFlow::Continue(())
    });
}

/// Positions where much is in contact.
pub(super) const CROWDED: [&str; 5] = [
    "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1",
    "5(hc)5/2n3g4/2(nf)1t1s4/4e1a4/2i2m1T3/3N3F3/2(NT)1f6/4A1G4/5(TI)5/3(EG)2S4/5H5/6C4 r - - 3 20",
    "4c6/5+t5/3+f1g5/2n1A6/11/3(+NF)7/4+i6/2n3T4/5+A5/4(+FT)6/11/3(TC)7 b - - 0 9",
    "10c/9t1/8F2/11/6S4/11/2n2i5/11/3T7/11/2(NFC)8/11 r - - 0 1",
    "2(nfc)8/5i5/11/4+S6/2(NM)3f4/11/3n7/5+m5/11/6A4/4(TC)6/11 b - - 0 1",
];

#[test]
fn fast_answers_are_the_slow_answers() {
    let mut rng = SplitMix::new(4);
    for fen in CROWDED {
        let start = position(fen);
        for _ in 0..2 {
            let mut now = start.clone();
            for _ in 0..60 {
                compare(&now);
                if now.turn().is_over() {
                    break;
                }
                let m = now.random_move(&mut rng);
                now.make(m);
            }
        }
    }
}

#[test]
fn the_watch_is_right_in_the_open() {
    // Few pieces, long lines: where shields and guards matter most.
    let mut rng = SplitMix::new(9);
    for _ in 0..6 {
        let mut now = position("5c5/4fi5/11/5T5/11/3n7/2N8/11/5t5/11/4(TI)F5/5C5 r - - 0 1");
        for _ in 0..80 {
            compare(&now);
            if now.turn().is_over() {
                break;
            }
            let m = now.random_move(&mut rng);
            now.make(m);
        }
    }
}
