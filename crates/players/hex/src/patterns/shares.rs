//! The shares of all moves of a board at once.
//!
//! The sums of [`Patterns::score`](super::Patterns::score), turned inside out: instead of asking
//! every cell what lies round it, every set of cells that see the same adds
//! its weight to its members. Few cells lie beside stones, so this visits a
//! fraction of what asking would.

use super::weights::WEIGHTS;
use super::{AROUND, FAR, PLACE, Patterns, SCALE};
use std::sync::OnceLock;
use takeback_hex::Bits;
use takeback_hex::{Cell, Colour, Geometry, MAX_SIDE};

const CELLS: usize = MAX_SIDE * MAX_SIDE;
/// Sums farther from zero than this do not occur or do not matter.
const FARTHEST: i32 = 640;

/// Room for judging boards of one size.
#[derive(Clone, Debug)]
pub struct Shares<B: Bits> {
    geometry: &'static Geometry<B>,
    /// Per colour what the place of a cell is worth.
    place: [[i16; CELLS]; 2],
    /// Per cell what lies round it, in base three.
    code: [u16; CELLS],
    sum: [i16; CELLS],
}

impl<B: Bits> Shares<B> {
    /// Room for boards of this size.
    #[must_use]
    pub fn new(geometry: &'static Geometry<B>) -> Self {
        let mut place = [[0; CELLS]; 2];
        for mover in Colour::BOTH {
            let empty = Patterns::new(geometry, [B::EMPTY; 2], mover, None);
            let cells = &mut place[mover.index()][..geometry.size.cells()];
            for (at, worth) in cells.iter_mut().enumerate() {
                let (x, y) = super::xy(geometry, at);
                *worth = WEIGHTS[PLACE + empty.place(x, y)];
            }
        }
        Shares { geometry, place, code: [0; CELLS], sum: [0; CELLS] }
    }

    /// Write the share of every cell of `among`, all of them empty, into `out`, by
    /// cell number. They add up to one.
    pub fn judge(
        &mut self,
        stones: [B; 2],
        mover: Colour,
        last: Option<usize>,
        among: B,
        out: &mut [f32],
    ) {
        self.add_up(stones, mover, last, among);
        let table = powers();
        let mut whole = 0.0;
        for at in among.iter() {
            let sum = i32::from(self.sum[at]).clamp(-FARTHEST, FARTHEST);
            out[at] = table[(sum + FARTHEST) as usize];
            whole += out[at];
        }
        let part = 1.0 / whole;
        among.iter().for_each(|at| out[at] *= part);
    }

    /// The sums of all weights, for the cells of `among`.
    fn add_up(&mut self, stones: [B; 2], mover: Colour, last: Option<usize>, among: B) {
        let patterns = Patterns::new(self.geometry, stones, mover, last);
        let cells = self.geometry.size.cells();
        self.sum[..cells].copy_from_slice(&self.place[mover.index()][..cells]);
        self.code[..cells].fill(0);
        let mut digit = 243;
        for &[own, enemy] in &patterns.around {
            (own & among).iter().for_each(|at| self.code[at] += digit);
            (enemy.minus(own) & among).iter().for_each(|at| self.code[at] += 2 * digit);
            digit /= 3;
        }
        for (d, far) in patterns.far.iter().enumerate() {
            for (whose, &set) in far.iter().enumerate() {
                let weight = |free: usize| WEIGHTS[FAR + (d % 3) * 4 + whose * 2 + free];
                let (seen, free) = (set & among, patterns.free[d]);
                seen.minus(free).iter().for_each(|at| self.sum[at] += weight(0));
                (seen & free).iter().for_each(|at| self.sum[at] += weight(1));
            }
        }
        if let Some(last) = last {
            self.add_last(&patterns, last, among);
        }
        for at in among.iter() {
            self.sum[at] += WEIGHTS[AROUND + self.code[at] as usize];
        }
    }

    /// What lies near the enemy's last stone.
    fn add_last(&mut self, patterns: &Patterns<'_, B>, last: usize, among: B) {
        let size = self.geometry.size;
        let (x, y) = size.xy(Cell::from(last));
        for row in y.saturating_sub(3)..(y + 4).min(size.height()) {
            for column in x.saturating_sub(3)..(x + 4).min(size.width()) {
                let at = row * size.width() + column;
                if among.has(at) {
                    let step = (x as isize - column as isize, y as isize - row as isize);
                    let (dx, dy) = patterns.as_seen(step.0, step.1);
                    patterns.near_last(at, (dx, dy), &mut |name| self.sum[at] += WEIGHTS[name]);
                }
            }
        }
    }
}

/// Powers of e for all sums.
fn powers() -> &'static [f32; 2 * FARTHEST as usize + 1] {
    static TABLE: OnceLock<[f32; 2 * FARTHEST as usize + 1]> = OnceLock::new();
    TABLE.get_or_init(|| std::array::from_fn(|n| ((n as f32 - FARTHEST as f32) / SCALE).exp()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;
    use takeback_hex::Size;

    /// Random stones on a board of this size, and one of the enemy's as the last.
    fn board<B: Bits>(
        g: &Geometry<B>,
        mover: Colour,
        rng: &mut SplitMix,
    ) -> ([B; 2], Option<usize>) {
        let taken = B::random(rng, g.size.cells()) & B::random(rng, g.size.cells()) & g.all;
        let black = B::random(rng, g.size.cells()) & taken;
        let stones = [black, taken.minus(black)];
        let enemy = stones[mover.other().index()];
        let last =
            (!enemy.is_empty() && !rng.one_in(4)).then(|| enemy.nth(rng.below(enemy.count())));
        (stones, last)
    }

    fn agree<B: Bits>(width: usize, height: usize) {
        let g = B::geometry(Size::new(width, height).unwrap());
        let mut shares = Shares::new(g);
        let mut rng = SplitMix::new(width as u64);
        for n in 0..200 {
            let mover = Colour::BOTH[n % 2];
            let (stones, last) = board(g, mover, &mut rng);
            let empty = g.all.minus(stones[0] | stones[1]);
            shares.add_up(stones, mover, last, empty);
            let patterns = Patterns::new(g, stones, mover, last);
            for at in empty.iter() {
                let slow = (patterns.score(at) * SCALE) as i16;
                assert_eq!(shares.sum[at], slow, "{width}x{height} cell {at} for {mover}");
            }
            let mut out = [0.0; CELLS];
            shares.judge(stones, mover, last, empty, &mut out);
            let whole: f32 = empty.iter().map(|at| out[at]).sum();
            assert!(empty.is_empty() || (whole - 1.0).abs() < 1e-3);
        }
    }

    #[test]
    fn sums_by_sets_equal_sums_by_cells() {
        agree::<u64>(1, 1);
        agree::<u64>(2, 7);
        agree::<u64>(8, 8);
        agree::<u128>(11, 11);
        agree::<takeback_hex::Wide<4>>(13, 9);
    }

    /// Hex looks the same turned by 180 degrees, and mirrored with colours exchanged.
    #[test]
    fn weights_know_no_side_and_no_colour() {
        let g = u128::geometry(Size::square(11).unwrap());
        let mut rng = SplitMix::new(4);
        let mirror = |set: u128| set.iter().fold(0, |out: u128, at| out.with(mirrored(g, at)));
        for n in 0..200 {
            let mover = Colour::BOTH[n % 2];
            let (stones, last) = board(g, mover, &mut rng);
            let turned =
                Patterns::new(g, stones.map(|set| g.turned(set)), mover, last.map(|at| 120 - at));
            let swapped = [mirror(stones[1]), mirror(stones[0])];
            let mirrored_last = last.map(|at| mirrored(g, at));
            let swapped = Patterns::new(g, swapped, mover.other(), mirrored_last);
            let plain = Patterns::new(g, stones, mover, last);
            for at in g.all.minus(stones[0] | stones[1]).iter() {
                assert_eq!(
                    plain.score(at),
                    turned.score(120 - at),
                    "cell {at} for {mover}, turned"
                );
                assert_eq!(
                    plain.score(at),
                    swapped.score(mirrored(g, at)),
                    "cell {at} for {mover}, mirrored"
                );
            }
        }
    }

    fn mirrored(g: &Geometry<u128>, at: usize) -> usize {
        g.size.mirrored(Cell::from(at)).index()
    }
}
