//! Cells that cannot matter, cells already won, moves never worth making.
//!
//! Everything here follows from one local fact. Look at the six neighbours of
//! an empty cell, edges counted as stones. If in *every* way to colour the
//! empty ones the black neighbours form at most one unbroken arc, then no
//! chain of either colour ever needs the cell: its black neighbours are joined
//! to one another without it, and so are the white ones. The cell is **dead**
//! and may be filled with either colour.
//!
//! From that:
//! * **captured** by P: two adjacent cells, each of which P's stone on the
//!   other would kill. Whatever the opponent takes, P takes the other, so both
//!   may be filled with P's colour;
//! * **vulnerable**: a cell that a single enemy stone would kill. Moving there
//!   gains nothing, since the enemy kills it and has a stone more;
//! * **dominated**: a cell that a single own stone would kill. That stone does
//!   all the move would do.
//!
//! The tables are computed from the definition when first needed.

use crate::bits::Bits;
use crate::geometry::{Beyond, Colour, Geometry};
use std::sync::LazyLock;

/// Two bits for each of the six neighbours: empty, black or white.
type Ring = usize;

/// One bit for every ring of six neighbours: whether the cell amid is dead.
static DEAD: LazyLock<[bool; 1 << 12]> = LazyLock::new(|| std::array::from_fn(is_dead_amid));

/// By trying all completions. Codes that stand for no ring are never asked for.
fn is_dead_amid(ring: Ring) -> bool {
    if (0..6).any(|d| ring >> (2 * d) & 3 == 3) {
        return false;
    }
    (0..64usize).all(|completion| {
        let black = |d: usize| match ring >> (2 * (d % 6)) & 3 {
            0 => completion >> (d % 6) & 1 != 0,
            stone => stone == 1,
        };
        (0..6).filter(|&d| !black(d) && black(d + 1)).count() <= 1
    })
}

#[inline]
const fn code(colour: Colour) -> usize {
    colour.index() + 1
}

/// A position with all cells filled whose colour is settled.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Settled<B> {
    /// The stones, fill-in included.
    pub stones: [B; 2],
    /// What each colour captured: the cells it needs to keep what was filled.
    pub captured: [B; 2],
    /// Cells without influence, filled with whatever colour.
    pub dead: B,
}

/// The neighbours of `at`, encoded.
#[inline]
fn ring_at<B: Bits>(geometry: &Geometry<B>, stones: &[B; 2], at: usize) -> Ring {
    let mut ring = 0;
    for (d, beyond) in geometry.ring[at].iter().enumerate() {
        let stone = match *beyond {
            Beyond::Edge(colour) => code(colour),
            Beyond::Cell(cell) => {
                let cell = cell.index();
                usize::from(stones[0].has(cell)) + 2 * usize::from(stones[1].has(cell))
            }
        };
        ring |= stone << (2 * d);
    }
    ring
}

/// Fill dead and captured cells until nothing more is settled.
///
/// Whoever wins the filled position wins the given one, by the same moves; the
/// winner also needs the cells he captured.
#[must_use]
pub fn fill_in<B: Bits>(geometry: &Geometry<B>, stones: [B; 2]) -> Settled<B> {
    fill_in_among(geometry, stones, geometry.all)
}

/// The same where all but the cells `among` are known to be unsettled.
#[must_use]
pub fn fill_in_among<B: Bits>(geometry: &Geometry<B>, stones: [B; 2], among: B) -> Settled<B> {
    let mut filled = Settled { stones, captured: [B::EMPTY; 2], dead: B::EMPTY };
    let mut unsettled = among & geometry.all.minus(stones[0] | stones[1]);
    // Only a cell with a stone or an edge beside it can be settled, and only a
    // change beside it can settle it later.
    while !unsettled.is_empty() {
        let mut changed = B::EMPTY;
        for at in unsettled.iter() {
            let empty = geometry.all.minus(filled.stones[0] | filled.stones[1]);
            if empty.has(at) {
                changed |= settle(geometry, &mut filled, empty, at);
            }
        }
        let empty = geometry.all.minus(filled.stones[0] | filled.stones[1]);
        unsettled = if changed.is_empty() {
            B::EMPTY
        } else {
            geometry.grown(geometry.grown(changed)) & empty
        };
    }
    filled
}

/// Fill `at` if it is dead, or with a neighbour if both are captured.
#[inline]
fn settle<B: Bits>(geometry: &Geometry<B>, filled: &mut Settled<B>, empty: B, at: usize) -> B {
    let ring = ring_at(geometry, &filled.stones, at);
    if DEAD[ring] {
        filled.dead = filled.dead.with(at);
        filled.stones[0] = filled.stones[0].with(at);
        return B::bit(at);
    }
    for (d, beyond) in geometry.ring[at].iter().enumerate() {
        let Beyond::Cell(mate) = *beyond else { continue };
        if !empty.has(mate.index()) {
            continue;
        }
        for colour in Colour::BOTH {
            if DEAD[ring | code(colour) << (2 * d)] {
                let back = (d + 3) % 6;
                let there = ring_at(geometry, &filled.stones, mate.index());
                if DEAD[there | code(colour) << (2 * back)] {
                    let pair = B::bit(at).with(mate.index());
                    filled.captured[colour.index()] |= pair;
                    filled.stones[colour.index()] |= pair;
                    return pair;
                }
            }
        }
    }
    B::EMPTY
}

/// Moves that one colour need not look at.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Inferior<B> {
    /// A single enemy stone kills them.
    pub vulnerable: B,
    /// A single own stone that is itself worth a look kills them.
    pub dominated: B,
}

/// The inferior ones of the moves `among` which `mover` chooses, on a board
/// where everything settled is filled.
#[must_use]
pub fn inferior<B: Bits>(
    geometry: &Geometry<B>,
    stones: [B; 2],
    mover: Colour,
    among: B,
) -> Inferior<B> {
    let empty = geometry.all.minus(stones[0] | stones[1]);
    let among = among & empty;
    let mut found = Inferior { vulnerable: B::EMPTY, dominated: B::EMPTY };
    for at in among.iter() {
        if killer(geometry, stones, mover.other(), at, empty).is_some() {
            found.vulnerable = found.vulnerable.with(at);
        }
    }
    // A cell used as a reason to drop another must stay, or two could drop each other.
    let mut reasons = B::EMPTY;
    for at in among.minus(found.vulnerable).iter() {
        let kept = among.minus(found.vulnerable | found.dominated);
        if reasons.has(at) {
            continue;
        }
        if let Some(reason) = killer(geometry, stones, mover, at, kept) {
            found.dominated = found.dominated.with(at);
            reasons = reasons.with(reason);
        }
    }
    found
}

/// Whether a stone of `mover` on the empty cell `at` is wasted: the cell is
/// dead, or one enemy stone beside it kills it.
#[inline]
#[must_use]
pub fn is_wasted<B: Bits>(
    geometry: &Geometry<B>,
    stones: [B; 2],
    mover: Colour,
    at: usize,
) -> bool {
    let ring = ring_at(geometry, &stones, at);
    let table = &*WASTED;
    table[ring] >> mover.index() & 1 != 0
}

/// For every ring, bit by mover: dead, or killed by one enemy stone.
static WASTED: LazyLock<[u8; 1 << 12]> = LazyLock::new(|| {
    let wasted = |ring: Ring, mover: Colour| {
        DEAD[ring]
            || (0..6)
                .any(|d| ring >> (2 * d) & 3 == 0 && DEAD[ring | code(mover.other()) << (2 * d)])
    };
    std::array::from_fn(|ring| {
        u8::from(wasted(ring, Colour::Black)) | u8::from(wasted(ring, Colour::White)) << 1
    })
});

/// A cell among `from` where a stone of `colour` would kill the empty cell `at`.
#[must_use]
pub fn killer<B: Bits>(
    geometry: &Geometry<B>,
    stones: [B; 2],
    colour: Colour,
    at: usize,
    from: B,
) -> Option<usize> {
    let ring = ring_at(geometry, &stones, at);
    geometry.ring[at].iter().enumerate().find_map(|(d, beyond)| match *beyond {
        Beyond::Cell(mate) if from.has(mate.index()) => {
            DEAD[ring | code(colour) << (2 * d)].then_some(mate.index())
        }
        _ => None,
    })
}
