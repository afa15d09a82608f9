//! What a learned judge of Connect Four sees: every stone, and every four cells
//! in a row that are not empty, with who stands where in them.

use crate::ConnectFour;
use takeback_core::{Bag, Features, Taken};

/// Contents of four cells that are not all empty: own, the other's, or empty.
const CONTENTS: usize = 80;

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    const CELLS: usize = W * H;

    /// Directions as steps in columns and rows.
    const WAYS: [(usize, isize); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

    /// How many rows of four there are in a direction.
    const fn windows_along((columns, rows): (usize, isize)) -> usize {
        let wide = W.saturating_sub(3 * columns);
        let high = H.saturating_sub(3 * rows.unsigned_abs());
        wide * high
    }

    const WINDOWS: usize = {
        let (mut sum, mut way) = (0, 0);
        while way < 4 {
            sum += Self::windows_along(Self::WAYS[way]);
            way += 1;
        }
        sum
    };

    /// Stones of the first player and of the second.
    #[inline]
    pub(crate) fn stones(&self) -> [u64; 2] {
        if self.ply & 1 == 0 { [self.own, self.other] } else { [self.other, self.own] }
    }

    /// Every stone of `cells`, and every row of four through one of them.
    fn tell(stones: &[u64; 2], cells: u64, out: &mut impl Bag) {
        let mut cell = 0;
        for column in 0..W {
            for row in 0..H {
                let bit = 1 << (column * (H + 1) + row);
                let owner = stones.iter().position(|set| set & cells & bit != 0);
                if let Some(owner) = owner {
                    out.add(owner, cell);
                    out.add(1 - owner, cell + Self::CELLS);
                }
                cell += 1;
            }
        }
        let mut number = 0;
        for way in Self::WAYS {
            let (columns, rows) = way;
            let step = columns as isize * (H as isize + 1) + rows;
            let lowest = if rows < 0 { 3 } else { 0 };
            let high = H.saturating_sub(3 * rows.unsigned_abs());
            for column in 0..W.saturating_sub(3 * columns) {
                for row in 0..high {
                    let from = (column * (H + 1) + row + lowest) as isize;
                    Self::tell_window(stones, cells, from, step, number, out);
                    number += 1;
                }
            }
        }
    }

    #[inline]
    fn tell_window(
        stones: &[u64; 2],
        cells: u64,
        from: isize,
        step: isize,
        number: usize,
        out: &mut impl Bag,
    ) {
        let at = |i: isize| (from + i * step) as u32;
        let touched = (0..4).any(|i| cells >> at(i) & 1 == 1);
        if !touched {
            return;
        }
        let digits = |set: u64| {
            (set >> at(0) & 1) + 3 * (set >> at(1) & 1) + 9 * (set >> at(2) & 1) + 27 * (set >> at(3) & 1)
        };
        let [a, b] = stones.map(|set| digits(set) as usize);
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
    const FEATURES: usize = 2 * Self::CELLS + CONTENTS * Self::WINDOWS;
    const MOST_FEATURES: usize = Self::CELLS + Self::WINDOWS;
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
        Self::tell(&self.stones(), !0, out);
    }

    fn changed_features(&self, before: &[u64; 2], out: &mut impl Bag) {
        let now = self.stones();
        let cells = (before[0] ^ now[0]) | (before[1] ^ now[1]);
        Self::tell(before, cells, &mut Taken(out));
        Self::tell(&now, cells, out);
    }
}
