//! One convolution over a board, and the step from sums to activations.

use crate::kernel::{CELLS, LANES, PANELS, Path, Sums, Task, sum};

/// The largest activation: seven bits, see `kernel`.
pub(crate) const TOP: f32 = 127.0;

/// The weights of a convolution.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layer {
    /// Input channels, a multiple of four.
    pub(crate) inputs: usize,
    /// Output channels, a multiple of [`LANES`].
    pub(crate) outputs: usize,
    /// Taps along one side.
    pub(crate) side: usize,
    /// By panel, tap, word, output and channel within the word.
    pub(crate) weights: Vec<i8>,
    /// What a sum's unit is worth, by output.
    pub(crate) scale: Vec<f32>,
    /// What is added, by output.
    pub(crate) bias: Vec<f32>,
}

/// Where a layer finds its inputs: the same for every layer of its kind.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// Per cell the place of its first tap.
    pub(crate) cells: Vec<usize>,
    /// Per tap its distance from the first.
    pub(crate) taps: Vec<usize>,
}

impl Reach {
    /// A board of `width` x `height` cells in a buffer with rows of `row` places of
    /// `channels` bytes; taps form a square whose first is at `margin` rows and columns.
    pub(crate) fn new(
        (width, height): (usize, usize),
        row: usize,
        channels: usize,
        margin: usize,
        side: usize,
    ) -> Reach {
        let place = |y: usize, x: usize| (y * row + x) * channels;
        let cells = (0..height)
            .flat_map(|y| (0..width).map(move |x| place(y + margin, x + margin)))
            .collect();
        let taps = (0..side).flat_map(|y| (0..side).map(move |x| place(y, x))).collect();
        Reach { cells, taps }
    }
}

impl Layer {
    /// Sum over the whole board. `finish` gets a cell, its first output and the sums.
    #[inline]
    pub(crate) fn run(
        &self,
        path: Path,
        input: &[u8],
        reach: &Reach,
        mut finish: impl FnMut(usize, usize, &[i32]),
    ) {
        let words = self.inputs / 4;
        let panel = reach.taps.len() * words * 4 * LANES;
        let mut sums: Sums = [[0; LANES * PANELS]; CELLS];
        for (n, weights) in self.weights.chunks(PANELS * panel).enumerate() {
            let panels = weights.len() / panel;
            for (group, cells) in reach.cells.chunks(CELLS).enumerate() {
                // A last group that is not full sums its last cell again.
                let cells = std::array::from_fn(|i| cells[i.min(cells.len() - 1)]);
                let taps = &reach.taps;
                sum(path, &Task { input, cells, taps, words, weights, panels }, &mut sums);
                let first = group * CELLS;
                let count = CELLS.min(reach.cells.len() - first);
                for (i, sums) in sums[..count].iter().enumerate() {
                    finish(first + i, n * PANELS * LANES, &sums[..panels * LANES]);
                }
            }
        }
    }

    /// Scale and bias of the outputs from `first` on.
    #[inline]
    pub(crate) fn terms(&self, first: usize, count: usize) -> (&[f32], &[f32]) {
        (&self.scale[first..first + count], &self.bias[first..first + count])
    }
}

/// Round to the nearest whole number, ties to even, and keep it within seven bits.
///
/// Adding 1.5 * 2^23 leaves no bits for a fraction, so the low bits of the sum are
/// the number: the same on every processor, and plain arithmetic for wide loops.
#[inline]
pub(crate) fn quantised(x: f32) -> u8 {
    (x.clamp(0.0, TOP) + 12_582_912.0).to_bits() as u8
}

/// A dot product whose order of additions is fixed, whatever the processor.
#[inline]
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0f32; 8];
    for (a, b) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        for (lane, (a, b)) in lanes.iter_mut().zip(a.iter().zip(b)) {
            *lane += a * b;
        }
    }
    let whole = a.len() / 8 * 8;
    let rest: f32 = a[whole..].iter().zip(&b[whole..]).map(|(a, b)| a * b).sum();
    lanes.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_is_to_the_nearest_and_ties_go_to_even() {
        for n in 0..1300 {
            let x = n as f32 / 10.0 - 1.0;
            let slow = x.clamp(0.0, TOP).round_ties_even() as u8;
            assert_eq!(quantised(x), slow, "{x}");
        }
        assert_eq!([0.5, 1.5, 2.5, 126.5, 1e9, -1e9].map(quantised), [0, 2, 2, 126, 127, 0]);
    }

    #[test]
    fn dot_products_take_any_length() {
        for n in [0, 3, 8, 21] {
            let a: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let slow: f32 = a.iter().map(|x| x * x).sum();
            assert_eq!(dot(&a, &a), slow);
        }
    }
}
