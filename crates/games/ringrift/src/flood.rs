//! Floods: the part of a set that hangs together with one cell.

use crate::bits::BitSet;
use crate::geometry::{Board, Cell};

/// Floods from `seed` by steps of the whole set: best where a set is a few words.
#[inline(always)]
pub(crate) fn spread<B: Board>(seed: Cell, open: B::Set) -> B::Set {
    let mut area = B::Set::EMPTY.with(seed.index());
    loop {
        let mut next = area;
        for &way in B::EDGES {
            next = next.or(B::step(next, way).and(open));
        }
        if next == area {
            return area;
        }
        area = next;
    }
}

/// Floods from `seed` row by row: each row fills its runs at once, and only rows that the flood has
/// reached are looked at: a few sweeps where steps would need dozens.
pub(crate) fn sweep<B: Board>(seed: Cell, open: &B::Set) -> B::Set {
    const ROWS: usize = 25;
    let whole_row = u32::MAX >> (32 - B::SIDE);
    let open_row = |row: usize| open.bits_at(row * B::SIDE) & whole_row;
    // Neighbours of a row's cells in the next row, and in the one before.
    let down = |row: u32| if B::HEXAGONS { row | row >> 1 } else { row };
    let up = |row: u32| if B::HEXAGONS { row | row << 1 } else { row };
    let mut rows = [0u32; ROWS];
    let start = seed.index() / B::SIDE;
    rows[start] = fill_runs(open_row(start), 1 << (seed.index() % B::SIDE));
    let (mut first, mut last) = (start, start);
    loop {
        let mut grew = false;
        let mut row = first + 1;
        while row < B::SIDE && row <= last + 1 {
            let wet = down(rows[row - 1]) & !rows[row];
            if wet != 0 {
                let open = open_row(row);
                if wet & open != 0 {
                    rows[row] = fill_runs(open, rows[row] | wet & open);
                    last = last.max(row);
                    grew = true;
                }
            }
            row += 1;
        }
        let mut row = last;
        while row > 0 && row >= first {
            row -= 1;
            let wet = up(rows[row + 1]) & !rows[row];
            if wet != 0 {
                let open = open_row(row);
                if wet & open != 0 {
                    rows[row] = fill_runs(open, rows[row] | wet & open);
                    first = first.min(row);
                    grew = true;
                }
            }
        }
        if !grew {
            break;
        }
    }
    (first..=last).fold(B::Set::EMPTY, |set, row| set.with_bits_at(row * B::SIDE, rows[row]))
}

/// The runs of `open` that hold a bit of `wet`, whole. Upwards an addition carries through
/// a run; downwards the bits spread in doubling steps (Kogge and Stone).
#[inline(always)]
fn fill_runs(open: u32, wet: u32) -> u32 {
    let mut wet = ((open + wet) ^ open) & open | wet;
    let mut through = open;
    for by in [1, 2, 4, 8, 16] {
        wet |= through & wet >> by;
        through &= through >> by;
    }
    wet
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Hex8, Hexagonal, Square8, Square19};

    /// Both ways of flooding against a queue of cells.
    fn floods_agree<B: Board>() {
        let mut rng = takeback_core::SplitMix::new(12);
        for density in [2, 3, 4, 6, 12] {
            let open = B::ALL.iter().filter(|_| !rng.one_in(density));
            let open = open.fold(B::Set::EMPTY, B::Set::with);
            for seed in open.iter().step_by(7).map(Cell::of) {
                let (mut area, mut queue) = (B::Set::EMPTY.with(seed.index()), vec![seed]);
                while let Some(cell) = queue.pop() {
                    let (x, y) = B::coordinates(cell);
                    for &way in B::EDGES {
                        let (dx, dy) = B::OFFSETS[way];
                        let next = B::cell_at(x + dx, y + dy);
                        let next =
                            next.filter(|c| open.contains(c.index()) && !area.contains(c.index()));
                        if let Some(next) = next {
                            area = area.with(next.index());
                            queue.push(next);
                        }
                    }
                }
                assert_eq!(spread::<B>(seed, open), area);
                assert_eq!(sweep::<B>(seed, &open), area);
            }
        }
    }

    #[test]
    fn a_flood_reaches_what_a_walk_reaches() {
        floods_agree::<Square8>();
        floods_agree::<Square19>();
        floods_agree::<Hex8>();
        floods_agree::<Hexagonal>();
    }
}
