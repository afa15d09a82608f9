//! Sums of products of activations and weights, the inner loop of everything.
//!
//! A call sums for [`CELLS`] cells and a run of output channels at once. The
//! weights of sixteen outputs form a *panel*: for every tap and every four input
//! channels sixteen words of four weights, one word an output. So one word of
//! four activations, the same in all lanes, meets sixteen words of weights.
//!
//! Activations are at most 127: a product of pairs then fits sixteen bits, and
//! the older instructions, which would saturate, are exact as well.

#[cfg(target_arch = "x86_64")]
mod x86;

/// Cells summed in one call.
pub(crate) const CELLS: usize = 6;
/// Outputs of a panel.
pub(crate) const LANES: usize = 16;
/// Panels summed in one call, at most.
pub(crate) const PANELS: usize = 4;

/// The sums of one call, by cell and output.
pub(crate) type Sums = [[i32; LANES * PANELS]; CELLS];

/// Which instructions do the sums. All give the same answer.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Path {
    /// Whatever the compiler makes of plain loops.
    Plain,
    /// 32 products in three instructions.
    Avx2,
    /// 64 products in one instruction.
    Avx512Vnni,
}

impl Path {
    /// Every path, slowest first.
    pub const ALL: [Path; 3] = [Path::Plain, Path::Avx2, Path::Avx512Vnni];

    /// Whether this processor has it.
    #[must_use]
    pub fn is_there(self) -> bool {
        match self {
            Path::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Path::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Path::Avx512Vnni => {
                is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vnni")
            }
            #[cfg(not(target_arch = "x86_64"))]
            Path::Avx2 | Path::Avx512Vnni => false,
        }
    }

    /// The fastest that this processor has.
    #[must_use]
    pub fn best() -> Path {
        Path::ALL.into_iter().rev().find(|path| path.is_there()).unwrap_or(Path::Plain)
    }
}

/// What to sum: where the inputs lie, and the weights of up to [`PANELS`] panels.
pub(crate) struct Task<'a> {
    /// Activations, or painted planes, byte by byte.
    pub(crate) input: &'a [u8],
    /// Per cell the place of its first tap.
    pub(crate) cells: [usize; CELLS],
    /// Per tap its distance from the first.
    pub(crate) taps: &'a [usize],
    /// Words of four input channels.
    pub(crate) words: usize,
    /// Whole panels, one after the other.
    pub(crate) weights: &'a [i8],
    /// How many.
    pub(crate) panels: usize,
}

impl Task<'_> {
    /// Bytes of one panel.
    pub(crate) fn panel(&self) -> usize {
        self.taps.len() * self.words * 4 * LANES
    }

    /// Whether nothing outside the slices will be read: kernels rely on it.
    fn is_sound(&self) -> bool {
        let (Some(&cell), Some(&tap)) = (self.cells.iter().max(), self.taps.iter().max()) else {
            return false;
        };
        let end = cell + tap + 4 * self.words;
        let whole = self.panels * self.panel();
        (1..=PANELS).contains(&self.panels)
            && end <= self.input.len()
            && whole == self.weights.len()
    }
}

/// Sum by the path given.
#[inline]
pub(crate) fn sum(path: Path, task: &Task<'_>, sums: &mut Sums) {
    assert!(task.is_sound(), "a layer asks for cells of its own board only");
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx512Vnni => x86::sum_avx512(task, sums),
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 => x86::sum_avx2(task, sums),
        _ => plain(task, sums),
    }
}

/// Plain loops over arrays of fixed length, which compilers widen as far as they may.
fn plain(task: &Task<'_>, sums: &mut Sums) {
    for (panel, weights) in task.weights.chunks_exact(task.panel()).enumerate() {
        let mut total = [[0i32; LANES]; CELLS];
        let (rows, _) = weights.as_chunks::<{ 4 * LANES }>();
        for (&tap, rows) in task.taps.iter().zip(rows.chunks_exact(task.words)) {
            for (word, row) in rows.iter().enumerate() {
                // By channel within the word, then by output: side by side what one
                // activation is multiplied with.
                let row: [[i16; LANES]; 4] =
                    std::array::from_fn(|i| std::array::from_fn(|n| row[4 * n + i].into()));
                for (total, &cell) in total.iter_mut().zip(&task.cells) {
                    let at = cell + tap + 4 * word;
                    let four = std::array::from_fn(|i| task.input[at + i].into());
                    add_word(total, four, &row);
                }
            }
        }
        for (sums, total) in sums.iter_mut().zip(&total) {
            sums[panel * LANES..(panel + 1) * LANES].copy_from_slice(total);
        }
    }
}

/// Four activations times sixteen words of weights. Two products of seven and eight
/// bits fit sixteen.
#[inline]
fn add_word(total: &mut [i32; LANES], four: [i16; 4], row: &[[i16; LANES]; 4]) {
    let [a, b, c, d] = four;
    for n in 0..LANES {
        let first = a * row[0][n] + b * row[1][n];
        let second = c * row[2][n] + d * row[3][n];
        total[n] += i32::from(first) + i32::from(second);
    }
}

/// As in a text book: what all others are held against.
#[cfg(test)]
fn slow(task: &Task<'_>, sums: &mut Sums) {
    for (&cell, sums) in task.cells.iter().zip(sums) {
        for (output, sum) in sums[..task.panels * LANES].iter_mut().enumerate() {
            *sum = 0;
            for (n, tap) in task.taps.iter().enumerate() {
                for i in 0..4 * task.words {
                    let row = output / LANES * task.panel() / 4 + (n * task.words + i / 4) * LANES;
                    let weight = task.weights[4 * (row + output % LANES) + i % 4];
                    *sum += i32::from(task.input[cell + tap + i]) * i32::from(weight);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn noise(seed: &mut u64) -> u64 {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        *seed >> 33
    }

    #[test]
    fn all_paths_sum_alike_up_to_the_largest_numbers() {
        for path in Path::ALL.into_iter().filter(|path| path.is_there()) {
            for (words, taps, panels) in [(1, 25, 4), (4, 9, 1), (12, 9, 3), (16, 9, 4), (16, 1, 2)]
            {
                let mut seed = 5;
                let taps: Vec<usize> = (0..taps).map(|n| 4 * words * n).collect();
                let length = taps[taps.len() - 1] + 4 * words;
                for extreme in [false, true] {
                    let input: Vec<u8> = (0..length + 4 * CELLS)
                        .map(|_| if extreme { 127 } else { (noise(&mut seed) % 128) as u8 })
                        .collect();
                    let weights: Vec<i8> = (0..panels * taps.len() * words * 4 * LANES)
                        .map(|n| match (extreme, n / 64 % 2) {
                            (true, 0) => 127,
                            (true, _) => -127,
                            _ => (noise(&mut seed) % 255) as i8,
                        })
                        .collect();
                    let cells = std::array::from_fn(|n| 4 * n);
                    let task = Task {
                        input: &input,
                        cells,
                        taps: &taps,
                        words,
                        weights: &weights,
                        panels,
                    };
                    let (mut fast, mut slow) = ([[0; 64]; CELLS], [[0; 64]; CELLS]);
                    sum(path, &task, &mut fast);
                    super::slow(&task, &mut slow);
                    for (fast, slow) in fast.iter().zip(&slow) {
                        assert_eq!(fast[..panels * LANES], slow[..panels * LANES], "{path:?}");
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic(expected = "its own board")]
    fn a_task_beyond_its_input_is_refused() {
        let (input, weights) = ([0u8; 40], [0i8; 64 * 9]);
        let taps: Vec<usize> = (0..9).map(|n| 4 * n).collect();
        let cells = [0, 0, 0, 0, 0, 8];
        let task =
            Task { input: &input, cells, taps: &taps, words: 1, weights: &weights, panels: 1 };
        sum(Path::best(), &task, &mut [[0; 64]; CELLS]);
    }
}
