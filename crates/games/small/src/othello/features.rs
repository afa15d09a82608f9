//! What a learned judge sees: the lines of the board, whichever way it is turned.
//!
//! A line of up to eight cells, each empty, own or the other's, is one feature.
//! Lines that a turned or mirrored board maps onto each other share their
//! numbers, and so do a line and its reverse: the bag of a position is the bag
//! of its seven mirror images, and every game teaches about all eight. Single
//! discs by kind of cell (corner, next to it, …) stand beside the lines, for
//! those that were never seen.

use super::{Board, Token, Trail};
use takeback_core::{Bag, Features, Taken};

/// How the cells of a line are gathered into the low bits of a word.
#[derive(Copy, Clone)]
struct Line {
    /// Its cells.
    cells: u64,
    /// The right shift after the multiplication that gathers them.
    shift: u32,
    factor: u64,
    /// Where the numbers of its kind begin, and the table of reversals.
    from: u16,
    length: u8,
}

/// Sixteen rows and columns, eighteen diagonals of four cells or more.
const LINES: usize = 34;
/// Kinds of cells, own and the other's.
const CELLS: usize = 20;

/// Different lines of each length from 4 to 8, reversals counted once.
const KINDS: [usize; 5] = [45, 135, 378, 1134, 3321];
/// Powers of three.
const THREE: [u16; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// Rows and columns in four depths from the edge, then diagonals by length.
const FEATURES: usize = CELLS + 4 * KINDS[4] + KINDS[0] + KINDS[1] + KINDS[2] + KINDS[3] + KINDS[4];

static ALL: [Line; LINES] = lines();
static THROUGH: [u64; 64] = through();
/// Eight cells as bits, read as digits of base three.
static DIGITS: [u16; 256] = digits();
static REVERSALS: [[u16; 6561]; 5] = reversals();

const fn digits() -> [u16; 256] {
    let mut table = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut cell = 0;
        while cell < 8 {
            if bits >> cell & 1 == 1 {
                table[bits] += THREE[cell];
            }
            cell += 1;
        }
        bits += 1;
    }
    table
}

/// For lengths 4 to 8: a number for each line, the same for its reverse.
const fn reversals() -> [[u16; 6561]; 5] {
    let mut tables = [[0; 6561]; 5];
    let mut kind = 0;
    while kind < 5 {
        let length = kind + 4;
        let (mut code, mut next) = (0, 0);
        while code < THREE[length] {
            let (mut reversed, mut cell) = (0, 0);
            while cell < length {
                reversed += code / THREE[cell] % 3 * THREE[length - 1 - cell];
                cell += 1;
            }
            if reversed < code {
                tables[kind][code as usize] = tables[kind][reversed as usize];
            } else {
                tables[kind][code as usize] = next;
                next += 1;
            }
            code += 1;
        }
        assert!(next as usize == KINDS[kind], "so many lines of this length");
        kind += 1;
    }
    tables
}

const fn lines() -> [Line; LINES] {
    const FILE: u64 = 0x0101_0101_0101_0101;
    const NONE: Line = Line { cells: 0, shift: 0, factor: 0, from: 0, length: 0 };
    let mut all = [NONE; LINES];
    let mut i = 0;
    while i < 8 {
        let depth = if i < 4 { i } else { 7 - i };
        let from = (CELLS + depth * KINDS[4]) as u16;
        // A row lies in one byte; a column's bits are gathered in the highest.
        all[i] = Line { cells: 0xff << (8 * i), shift: 8 * i as u32, factor: 1, from, length: 8 };
        let factor = 0x0102_0408_1020_4080 >> i;
        all[8 + i] = Line { cells: FILE << i, shift: 56, factor, from, length: 8 };
        i += 1;
    }
    // Diagonals by the sum or difference of row and column.
    let mut at = 16;
    let mut offset: i32 = -4;
    while offset <= 4 {
        let length = 8 - offset.abs();
        let (mut rising, mut falling, mut cell) = (0u64, 0u64, 0);
        while cell < 64 {
            let (row, column) = (cell / 8, cell % 8);
            if row - column == offset {
                rising |= 1 << cell;
            }
            if row + column - 7 == offset {
                falling |= 1 << cell;
            }
            cell += 1;
        }
        let mut from = CELLS + 4 * KINDS[4];
        let mut shorter = 4;
        while shorter < length {
            from += KINDS[shorter as usize - 4];
            shorter += 1;
        }
        // One bit a column: all rows added up are the columns in order.
        let first_rising = if offset < 0 { -offset } else { 0 };
        let first_falling = if offset > 0 { offset } else { 0 };
        let (from, length) = (from as u16, length as u8);
        let shift = 56 + first_rising as u32;
        all[at] = Line { cells: rising, shift, factor: FILE, from, length };
        let shift = 56 + first_falling as u32;
        all[at + 1] = Line { cells: falling, shift, factor: FILE, from, length };
        at += 2;
        offset += 1;
    }
    all
}

/// For each cell the lines through it, as bits.
const fn through() -> [u64; 64] {
    let all = lines();
    let mut table = [0; 64];
    let mut line = 0;
    while line < LINES {
        let mut cell = 0;
        while cell < 64 {
            table[cell] |= (all[line].cells >> cell & 1) << line;
            cell += 1;
        }
        line += 1;
    }
    table
}

impl Line {
    /// The cells of a set that lie on the line, in order.
    #[inline(always)]
    fn gather(&self, set: u64) -> usize {
        (((set & self.cells).wrapping_mul(self.factor) >> self.shift) & 0xff) as usize
    }

    /// Its feature in each view. (Spelled out: `map` over small arrays is not inlined where this is
    /// asked for every move, and took a third of a search.)
    #[inline(always)]
    fn features(&self, discs: &[u64; 2]) -> [usize; 2] {
        let (a, b) = (DIGITS[self.gather(discs[0])], DIGITS[self.gather(discs[1])]);
        let table = &REVERSALS[self.length as usize - 4];
        let feature = |code: u16| usize::from(self.from + table[usize::from(code)]);
        [feature(a + 2 * b), feature(b + 2 * a)]
    }
}

/// Which of the ten kinds of cells: those that turns and mirrors exchange.
const fn kind_of(cell: usize) -> u8 {
    let (row, column) = (cell / 8, cell % 8);
    let row = if row < 4 { row } else { 7 - row };
    let column = if column < 4 { column } else { 7 - column };
    let (low, high) = if row < column { (row, column) } else { (column, row) };
    (high * (high + 1) / 2 + low) as u8
}

/// The same as a table.
static KIND: [u8; 64] = {
    let mut table = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        table[cell] = kind_of(cell);
        cell += 1;
    }
    table
};

#[inline]
fn tell_discs(discs: &[u64; 2], cells: u64, out: &mut impl Bag) {
    for (seat, &set) in discs.iter().enumerate() {
        let mut rest = set & cells;
        while rest != 0 {
            let kind = usize::from(KIND[rest.trailing_zeros() as usize & 63]);
            rest &= rest - 1;
            out.add(seat, kind);
            out.add(1 - seat, kind + CELLS / 2);
        }
    }
}

#[inline]
fn tell_lines(discs: &[u64; 2], lines: u64, out: &mut impl Bag) {
    let mut rest = lines;
    while rest != 0 {
        let line = &ALL[rest.trailing_zeros() as usize];
        rest &= rest - 1;
        let [first, second] = line.features(discs);
        out.add(0, first);
        out.add(1, second);
    }
}

fn list(discs: &[u64; 2], out: &mut impl Bag) {
    tell_discs(discs, !0, out);
    tell_lines(discs, (1 << LINES) - 1, out);
}

fn changed(before: &[u64; 2], now: &[u64; 2], out: &mut impl Bag) {
    let cells = (before[0] ^ now[0]) | (before[1] ^ now[1]);
    let (mut lines, mut rest) = (0, cells);
    while rest != 0 {
        lines |= THROUGH[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    tell_discs(before, cells, &mut Taken(out));
    tell_lines(before, lines, &mut Taken(out));
    tell_discs(now, cells, out);
    tell_lines(now, lines, out);
}

/// Eight stages of the game by discs on the board.
fn bucket(board: &Board) -> usize {
    let discs = (board.discs[0] | board.discs[1]).count_ones() as usize;
    (discs.saturating_sub(4) / 8).min(7)
}

const ENCODING: &str = "othello 8x8: lines and kinds of cells, 1";

/// The old discs are enough.
impl Features for Token {
    type Snapshot = [u64; 2];
    const FEATURES: usize = FEATURES;
    const MOST_FEATURES: usize = 64 + LINES;
    const BUCKETS: usize = 8;

    fn encoding() -> String {
        ENCODING.to_owned()
    }

    #[inline]
    fn bucket(&self) -> usize {
        bucket(&self.board)
    }

    #[inline]
    fn snapshot(&self) -> [u64; 2] {
        self.board.discs
    }

    fn list_features(&self, out: &mut impl Bag) {
        list(&self.board.discs, out);
    }

    #[inline]
    fn changed_features(&self, before: &[u64; 2], out: &mut impl Bag) {
        changed(before, &self.board.discs, out);
    }
}

/// The journal knows the old discs.
impl Features for Trail {
    type Snapshot = usize;
    const FEATURES: usize = FEATURES;
    const MOST_FEATURES: usize = 64 + LINES;
    const BUCKETS: usize = 8;

    fn encoding() -> String {
        ENCODING.to_owned()
    }

    fn bucket(&self) -> usize {
        bucket(&self.board())
    }

    fn snapshot(&self) -> usize {
        self.logged()
    }

    fn list_features(&self, out: &mut impl Bag) {
        list(&self.board().discs, out);
    }

    fn changed_features(&self, before: &usize, out: &mut impl Bag) {
        changed(&self.discs_at(*before), &self.board().discs, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    /// Every line read off cell by cell, the slow way.
    #[test]
    fn lines_are_gathered_in_order() {
        let mut rng = SplitMix::new(4);
        let mut seen = [0u32; 64];
        for line in &ALL {
            let cells: Vec<usize> = (0..64).filter(|cell| line.cells >> cell & 1 == 1).collect();
            assert_eq!(cells.len(), usize::from(line.length));
            cells.iter().for_each(|&cell| seen[cell] += 1);
            for _ in 0..50 {
                let set = rng.next();
                let bits: usize = cells
                    .iter()
                    .enumerate()
                    .map(|(i, cell)| ((set >> cell & 1) as usize) << i)
                    .sum();
                let turned = bits.reverse_bits() >> (usize::BITS - u32::from(line.length));
                let gathered = line.gather(set);
                assert!(gathered == bits || gathered == turned, "{:x}", line.cells);
            }
        }
        // A row, a column, and up to two diagonals that are not too short.
        assert!(seen.iter().all(|n| (3..=4).contains(n)), "{seen:?}");
    }

    /// Turned and mirrored boards are the same bag.
    #[test]
    fn mirror_images_look_alike() {
        let mut rng = SplitMix::new(9);
        for _ in 0..200 {
            let (a, b) = (rng.next(), rng.next());
            let discs = [a & !b, b & !a];
            let mirrored = discs.map(u64::swap_bytes);
            let turned = discs.map(|set| {
                (0..64)
                    .filter(|cell| set >> cell & 1 == 1)
                    .map(|c| 1u64 << (c % 8 * 8 + c / 8))
                    .sum()
            });
            let bag = |discs: &[u64; 2]| {
                let mut bag: Vec<Vec<u16>> = Vec::new();
                list(discs, &mut bag);
                bag
            };
            assert_eq!(bag(&discs), bag(&mirrored));
            assert_eq!(bag(&discs), bag(&turned));
            let swapped: Vec<Vec<u16>> = bag(&[discs[1], discs[0]]).into_iter().rev().collect();
            assert_eq!(bag(&discs), swapped);
        }
    }
}
