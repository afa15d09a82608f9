//! Counts of lines of play that must not change, one ply a step.
//!
//! Draws by the clock or by repetition are not applied; dead ends and finished
//! games count nothing below them. From the start:
//!
//! | plies | lines |
//! |---|---|
//! | 1 | 116 |
//! | 2 | 13,460 |
//! | 3 | 1,578,799 |
//! | 4 | 183,653,322 |

use super::position;
use crate::{CoTuLenh, Draws};
use takeback_verify::perft;

/// Positions of our own: crowded, heroic, full of stacks.
const COUNTS: [(&str, [u64; 3]); 7] = [
    (
        "5(hc)5/2n3g4/2(nf)1t1s4/4e1a4/2i2m1T3/3N3F3/2(NT)1f6/4A1G4/5(TI)5/3(EG)2S4/5H5/6C4 r - - 3 20",
        [137, 9_891, 1_051_191],
    ),
    (
        "4c6/5+t5/3+f1g5/2n1A6/11/3(+NF)7/4+i6/2n3T4/5+A5/4(+FT)6/11/3(TC)7 b - - 0 9",
        [10, 1_511, 76_569],
    ),
    ("10c/9t1/8F2/11/6S4/11/2n2i5/11/3T7/11/2(NFC)8/11 r - - 0 1", [40, 866, 15_892]),
    ("2(nfc)8/5i5/11/4+S6/2(NM)3f4/11/3n7/5+m5/11/6A4/4(TC)6/11 b - - 0 1", [23, 506, 12_389]),
    ("5c5/4fi5/11/5T5/11/3n7/2N8/11/5t5/11/4(TI)F5/5C5 r - - 0 1", [71, 2_764, 188_976]),
    (
        "6c4/5h1h3/11/2n8/1(NFT)9/5g5/4t6/3(TI)7/2(nf)8/5(FTM)5/11/4(HC)6 r - - 0 1",
        [121, 4_934, 300_769],
    ),
    (
        "2(tc)8/4(ea)6/6(eg)4/2(nfm)8/11/11/2N8/4(FTI)6/11/5(ES)5/3S7/6C4 b - - 0 1",
        [95, 3_739, 206_984],
    ),
];

/// Debug builds check every position they reach, so they stop earlier.
const LARGEST: u64 = if cfg!(debug_assertions) { 20_000 } else { u64::MAX };

fn check(mut position: CoTuLenh, counts: &[u64]) {
    for (depth, &count) in (1..).zip(counts).filter(|&(_, &count)| count <= LARGEST) {
        assert_eq!(perft(&mut position, depth), count, "{depth} plies from {position:?}");
    }
}

#[test]
fn lines_from_the_start() {
    check(CoTuLenh::new().with_draws(Draws::Neither), &[116, 13_460, 1_578_799]);
}

#[test]
fn lines_from_our_own_positions() {
    for (fen, counts) in COUNTS {
        check(position(fen).with_draws(Draws::Neither), &counts);
    }
}

#[test]
fn a_mirrored_board_has_the_same_lines() {
    for (fen, counts) in COUNTS {
        let (placement, rest) = fen.split_once(' ').unwrap();
        let swap = |c: char| {
            if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
        };
        let turned: Vec<String> =
            placement.split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
        let side = if rest.starts_with('r') { "b" } else { "r" };
        let mirrored = position(&format!("{} {side}{}", turned.join("/"), &rest[1..]));
        check(mirrored.with_draws(Draws::Neither), &counts[..2]);
    }
}
