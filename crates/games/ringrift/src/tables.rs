//! Tables of the boards, computed at compile time.

use crate::bits::Set;
use crate::geometry::DIRECTIONS;

/// Whether column and row of a grid are a cell of the board.
pub(crate) const fn is_cell(hexagons: bool, side: i32, column: i32, row: i32) -> bool {
    if column < 0 || row < 0 || column >= side || row >= side {
        return false;
    }
    let radius = side / 2;
    let z = -(column - radius) - (row - radius);
    !hexagons || (z <= radius && z >= -radius)
}

pub(crate) const fn all_cells<const W: usize>(hexagons: bool, side: i32) -> Set<W> {
    arrival_set(hexagons, side, (0, 0))
}

/// Cells whose neighbour one `offset` back is a cell too.
pub(crate) const fn arrival_set<const W: usize>(
    hexagons: bool,
    side: i32,
    offset: (i32, i32),
) -> Set<W> {
    let mut words = [0; W];
    let mut row = 0;
    while row < side {
        let mut column = 0;
        while column < side {
            let from = is_cell(hexagons, side, column - offset.0, row - offset.1);
            if from && is_cell(hexagons, side, column, row) {
                let at = (row * side + column) as usize;
                words[at / 64] |= 1 << (at % 64);
            }
            column += 1;
        }
        row += 1;
    }
    Set::from_array(words)
}

pub(crate) const fn arrival_sets<const W: usize>(
    hexagons: bool,
    side: i32,
    offsets: [(i32, i32); DIRECTIONS],
) -> [Set<W>; DIRECTIONS] {
    let mut out = [Set::from_array([0; W]); DIRECTIONS];
    let mut way = 0;
    while way < DIRECTIONS {
        out[way] = arrival_set(hexagons, side, offsets[way]);
        way += 1;
    }
    out
}

pub(crate) const fn room_table<const SLOTS: usize>(
    hexagons: bool,
    side: i32,
    offsets: [(i32, i32); DIRECTIONS],
) -> [[u8; DIRECTIONS]; SLOTS] {
    let mut table = [[0; DIRECTIONS]; SLOTS];
    let mut at = 0;
    while at < SLOTS {
        let mut way = 0;
        while way < DIRECTIONS {
            let (dx, dy) = offsets[way];
            let (mut column, mut row) = (at as i32 % side, at as i32 / side);
            let moving = (dx != 0 || dy != 0) && is_cell(hexagons, side, column, row);
            while moving && is_cell(hexagons, side, column + dx, row + dy) {
                column += dx;
                row += dy;
                table[at][way] += 1;
            }
            way += 1;
        }
        at += 1;
    }
    table
}

/// For each direction and cell, the cells that lie that way, for boards of up to 128 cells.
pub(crate) const fn ray_table<const SLOTS: usize>(
    room: &[[u8; DIRECTIONS]; SLOTS],
    steps: [i32; DIRECTIONS],
) -> [[u128; DIRECTIONS]; SLOTS] {
    let mut table = [[0; DIRECTIONS]; SLOTS];
    let mut at = 0;
    while at < SLOTS {
        let mut way = 0;
        while way < DIRECTIONS {
            let mut d = 1;
            while d <= room[at][way] as i32 {
                table[at][way] |= 1 << (at as i32 + d * steps[way]);
                d += 1;
            }
            way += 1;
        }
        at += 1;
    }
    table
}

/// The same for boards of 64 cells.
pub(crate) const fn narrow_rays<const SLOTS: usize>(
    wide: [[u128; DIRECTIONS]; SLOTS],
) -> [[u64; DIRECTIONS]; SLOTS] {
    let mut table = [[0; DIRECTIONS]; SLOTS];
    let mut at = 0;
    while at < SLOTS {
        let mut way = 0;
        while way < DIRECTIONS {
            table[at][way] = wide[at][way] as u64;
            way += 1;
        }
        at += 1;
    }
    table
}

/// For cells of a common ray, how many lie between them.
pub(crate) const fn between_table<const SLOTS: usize>(
    room: &[[u8; DIRECTIONS]; SLOTS],
    steps: [i32; DIRECTIONS],
) -> [[u8; SLOTS]; SLOTS] {
    let mut table = [[0; SLOTS]; SLOTS];
    let mut at = 0;
    while at < SLOTS {
        let mut way = 0;
        while way < DIRECTIONS {
            let mut d = 1;
            while d <= room[at][way] as i32 {
                table[at][(at as i32 + d * steps[way]) as usize] = d as u8 - 1;
                d += 1;
            }
            way += 1;
        }
        at += 1;
    }
    table
}

/// For each cell the number of its class; cells are of one class when turns and mirrors of the board lead
/// from one to the other.
pub(crate) const fn class_table<const SLOTS: usize>(hexagons: bool, side: i32) -> [u8; SLOTS] {
    let mut table = [0; SLOTS];
    let mut at = 0;
    while at < SLOTS {
        if is_cell(hexagons, side, at as i32 % side, at as i32 / side) {
            table[at] = class_of(hexagons, side, at as i32) as u8;
        }
        at += 1;
    }
    table
}

/// How many classes there are.
pub(crate) const fn classes<const SLOTS: usize>(hexagons: bool, side: i32) -> usize {
    let table = class_table::<SLOTS>(hexagons, side);
    let (mut last, mut at) = (0, 0);
    while at < SLOTS {
        last = if table[at] > last { table[at] } else { last };
        at += 1;
    }
    last as usize + 1
}

const fn class_of(hexagons: bool, side: i32, at: i32) -> i32 {
    let (column, row) = (at % side, at / side);
    if hexagons {
        // Of three coordinates whose sum vanishes the largest and the least tell all.
        let (x, y) = (column - side / 2, row - side / 2);
        let sizes = [x.abs(), y.abs(), (x + y).abs()];
        let (a, b, c) = (sizes[0], sizes[1], sizes[2]);
        let most = max(max(a, b), c);
        let least = -max(max(-a, -b), -c);
        (most - 1) * (most - 1) / 4 + most + least
    } else {
        // How far from the middle.
        let x = max(column, side - 1 - column) - side / 2;
        let y = max(row, side - 1 - row) - side / 2;
        let (most, least) = (max(x, y), -max(-x, -y));
        most * (most + 1) / 2 + least
    }
}

const fn max(a: i32, b: i32) -> i32 {
    if a > b { a } else { b }
}
