//! What a learned judge of Connect Four sees: every stone, and every four cells
//! in a row that are not empty, with who stands where in them.

use crate::ConnectFour;
use takeback_core::{Bag, Features, Taken};

/// Contents of four cells that are not all empty: own, the other's, or empty.
const CONTENTS: usize = 80;
/// No board that fits 64 bits has more rows of four.
const MOST_WINDOWS: usize = 256;
/// No cell lies on more: four each along three lines, and three above it.
const MOST_THROUGH: usize = 16;

/// Four cells in a row: bits from this one on, so far apart, and what gathers them side by side.
#[derive(Copy, Clone)]
struct Window {
    from: u8,
    step: u8,
    mask: u64,
    factor: u64,
}

impl Window {
    const fn new(from: usize, step: usize) -> Window {
        let (mut mask, mut factor, mut i) = (0, 0, 0);
        while i < 4 {
            mask |= 1 << (i * step);
            factor |= 1 << ((3 - i) * step + i);
            i += 1;
        }
        // Side by side already.
        let factor = if step == 1 { 1 << 3 } else { factor };
        Window { from: from as u8, step: step as u8, mask, factor }
    }
}

/// Four bits, read as digits of base three.
static DIGITS: [u8; 16] = {
    let mut table = [0; 16];
    let mut bits = 0;
    while bits < 16 {
        let (mut i, mut power) = (0, 1);
        while i < 4 {
            if bits >> i & 1 == 1 {
                table[bits] += power;
            }
            (i, power) = (i + 1, power * 3);
        }
        bits += 1;
    }
    table
};

/// All rows of four of a board, and those through each cell.
struct Windows {
    all: [Window; MOST_WINDOWS],
    count: usize,
    /// With the power of three that stands for the cell there.
    through: [[(u8, u8); MOST_THROUGH]; 64],
    counts: [u8; 64],
}

const fn windows(wide: usize, high: usize) -> Windows {
    let mut found = Windows {
        all: [Window::new(0, 1); MOST_WINDOWS],
        count: 0,
        through: [[(0, 0); MOST_THROUGH]; 64],
        counts: [0; 64],
    };
    // Directions as columns and rows; the last one falls.
    let ways = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let mut way = 0;
    while way < 4 {
        let (columns, rows): (usize, isize) = ways[way];
        let mut column = 0;
        while column + 3 * columns < wide {
            let mut row = 0;
            while row < high {
                let end = row as isize + 3 * rows;
                if end >= 0 && (end as usize) < high {
                    let from = column * (high + 1) + row;
                    let step = (columns * (high + 1)).wrapping_add_signed(rows);
                    found.all[found.count] = Window::new(from, step);
                    let (mut i, mut power) = (0, 1);
                    while i < 4 {
                        let cell = from + i * step;
                        let place = found.counts[cell] as usize;
                        found.through[cell][place] = (found.count as u8, power);
                        found.counts[cell] += 1;
                        (i, power) = (i + 1, power * 3);
                    }
                    found.count += 1;
                }
                row += 1;
            }
            column += 1;
        }
        way += 1;
    }
    found
}

impl Window {
    /// Which of its cells are in a set, as digits of base three. Cells at least four bits apart, or
    /// none, fall into place by a multiplication in which no two products meet.
    #[inline]
    fn digits(self, set: u64) -> usize {
        let step = u32::from(self.step);
        if matches!(step, 2 | 3) {
            return self.digits_by_cell(set);
        }
        let gathered = (set >> self.from & self.mask).wrapping_mul(self.factor) >> (3 * step);
        usize::from(DIGITS[gathered as usize & 15])
    }

    /// The same, cell by cell: of boards three cells high, and the slow twin.
    fn digits_by_cell(self, set: u64) -> usize {
        let bit = |i: u32| (set >> (u32::from(self.from) + i * u32::from(self.step)) & 1) as usize;
        bit(0) + 3 * bit(1) + 9 * bit(2) + 27 * bit(3)
    }
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    const CELLS: usize = W * H;
    const WINDOWS: &'static Windows = &windows(W, H);

    /// Stones of the first player and of the second.
    #[inline]
    pub(crate) fn stones(&self) -> [u64; 2] {
        if self.ply & 1 == 0 { [self.own, self.other] } else { [self.other, self.own] }
    }

    #[inline]
    fn tell_stone(bit: usize, owner: usize, out: &mut impl Bag) {
        let cell = bit / (H + 1) * H + bit % (H + 1);
        out.add(owner, cell);
        out.add(1 - owner, cell + Self::CELLS);
    }

    #[inline]
    fn tell_window(stones: &[u64; 2], number: usize, out: &mut impl Bag) {
        let window = Self::WINDOWS.all[number];
        Self::tell_digits(window.digits(stones[0]), window.digits(stones[1]), number, out);
    }

    /// A row of four with these digits of the first player's stones and of the second's.
    #[inline]
    fn tell_digits(a: usize, b: usize, number: usize, out: &mut impl Bag) {
        if a + b > 0 {
            let base = 2 * Self::CELLS + CONTENTS * number - 1;
            out.add(0, base + a + 2 * b);
            out.add(1, base + b + 2 * a);
        }
    }
}

impl<const W: usize, const H: usize> Features for ConnectFour<W, H> {
    /// The stones of both.
    type Snapshot = [u64; 2];
    const FEATURES: usize = 2 * Self::CELLS + CONTENTS * Self::WINDOWS.count;
    const MOST_FEATURES: usize = Self::CELLS + Self::WINDOWS.count;
    const BUCKETS: usize = 4;

    fn encoding() -> String {
        format!("connect4 {W}x{H}: stones and rows of four, 1")
    }

    /// How full the board is.
    #[inline]
    fn bucket(&self) -> usize {
        (usize::from(self.ply) * 4 / (W * H + 1)).min(3)
    }

    #[inline]
    fn snapshot(&self) -> [u64; 2] {
        self.stones()
    }

    fn list_features(&self, out: &mut impl Bag) {
        let stones = self.stones();
        for (owner, set) in stones.iter().enumerate() {
            (0..64).filter(|bit| set >> bit & 1 == 1).for_each(|b| Self::tell_stone(b, owner, out));
        }
        (0..Self::WINDOWS.count).for_each(|number| Self::tell_window(&stones, number, out));
    }

    /// A move puts one stone, which lies on a dozen rows of four.
    #[inline]
    fn changed_features(&self, before: &[u64; 2], out: &mut impl Bag) {
        let now = self.stones();
        for owner in 0..2 {
            let mut new = now[owner] & !before[owner];
            while new != 0 {
                let bit = new.trailing_zeros() as usize;
                new &= new - 1;
                Self::tell_stone(bit, owner, out);
                let count = usize::from(Self::WINDOWS.counts[bit]);
                for &(number, power) in &Self::WINDOWS.through[bit][..count] {
                    let number = usize::from(number);
                    let window = Self::WINDOWS.all[number];
                    let (a, b) = (window.digits(before[0]), window.digits(before[1]));
                    Self::tell_digits(a, b, number, &mut Taken(out));
                    let power = usize::from(power);
                    let (a, b) = if owner == 0 { (a + power, b) } else { (a, b + power) };
                    Self::tell_digits(a, b, number, out);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    fn agree<const W: usize, const H: usize>(rng: &mut SplitMix) {
        let windows = ConnectFour::<W, H>::WINDOWS;
        assert!(windows.count > 0);
        for window in &windows.all[..windows.count] {
            for _ in 0..200 {
                let set = rng.next();
                assert_eq!(window.digits(set), window.digits_by_cell(set), "{}", window.step);
            }
        }
    }

    /// Gathered at once or one by one, on boards of every height.
    #[test]
    fn digits_are_those_of_the_cells() {
        let mut rng = SplitMix::new(3);
        agree::<7, 3>(&mut rng);
        agree::<4, 4>(&mut rng);
        agree::<5, 5>(&mut rng);
        agree::<7, 6>(&mut rng);
        agree::<7, 7>(&mut rng);
    }
}
