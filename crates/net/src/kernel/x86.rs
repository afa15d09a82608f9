//! The sums with wide instructions. All `unsafe` code of the crate is here.
//!
//! Both functions keep every sum in a register while they walk once over the
//! weights; a word of activations is loaded into all lanes at once.
#![allow(unsafe_code)]
// Loops by index: closures would not be compiled for the wide instructions, and the
// sums must stay in registers.
#![allow(clippy::needless_range_loop)]

use super::{CELLS, LANES, PANELS, Sums, Task};
use std::arch::x86_64::{
    __m256i, __m512i, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32,
    _mm512_setzero_si512, _mm512_storeu_si512,
};

/// Cells that the older instructions sum at once: they have half the registers.
const FEW: usize = 3;

/// The caller has checked the task and that the processor has the instructions.
#[inline]
pub(super) fn sum_avx512(task: &Task<'_>, sums: &mut Sums) {
    debug_assert!(task.is_sound());
    // SAFETY: `Path::Avx512Vnni` is chosen only where `is_there` found the features, and `sum`
    // asserts `is_sound`, which bounds every read.
    unsafe {
        match task.panels {
            1 => avx512::<1>(task, sums),
            2 => avx512::<2>(task, sums),
            3 => avx512::<3>(task, sums),
            _ => avx512::<PANELS>(task, sums),
        }
    }
}

/// As above, for processors without the newer instructions.
#[inline]
pub(super) fn sum_avx2(task: &Task<'_>, sums: &mut Sums) {
    debug_assert!(task.is_sound());
    // SAFETY: as above, with `Path::Avx2`.
    unsafe { avx2(task, sums) }
}

/// # Safety
/// The processor has the features, and the task is sound.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
unsafe fn avx512<const N: usize>(task: &Task<'_>, sums: &mut Sums) {
    let panel = task.panel();
    let input = task.input.as_ptr();
    let mut weights = task.weights.as_ptr();
    let mut total: [[__m512i; N]; CELLS] = [[_mm512_setzero_si512(); N]; CELLS];
    for &tap in task.taps {
        let mut inputs = [input; CELLS];
        for i in 0..CELLS {
            // SAFETY: cell + tap + 4 * words lies within the input for every cell.
            inputs[i] = unsafe { input.add(task.cells[i] + tap) };
        }
        for word in 0..task.words {
            let mut row = [_mm512_setzero_si512(); N];
            for n in 0..N {
                // SAFETY: a panel has 64 bytes for every tap and word, and there are N panels.
                row[n] = unsafe { _mm512_loadu_si512(weights.add(n * panel).cast()) };
            }
            for i in 0..CELLS {
                // SAFETY: word < words, see above.
                let four = unsafe { inputs[i].add(4 * word).cast::<i32>().read_unaligned() };
                let four = _mm512_set1_epi32(four);
                for n in 0..N {
                    total[i][n] = _mm512_dpbusd_epi32(total[i][n], four, row[n]);
                }
            }
            // SAFETY: at most one past the end of the first panel.
            weights = unsafe { weights.add(4 * LANES) };
        }
    }
    for i in 0..CELLS {
        let out = sums[i].as_mut_ptr();
        for n in 0..N {
            // SAFETY: N is at most PANELS, and there are LANES sums for each.
            unsafe { _mm512_storeu_si512(out.add(n * LANES).cast(), total[i][n]) };
        }
    }
}

/// # Safety
/// The processor has the feature, and the task is sound.
#[target_feature(enable = "avx2")]
unsafe fn avx2(task: &Task<'_>, sums: &mut Sums) {
    for panel in 0..task.panels {
        for few in 0..CELLS / FEW {
            // SAFETY: as promised to this function; there are so many panels and cells.
            unsafe { avx2_part(task, panel, few * FEW, sums) };
        }
    }
}

/// One panel and [`FEW`] cells from `first` on.
///
/// # Safety
/// As above, and the panel and the cells are among the task's.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn avx2_part(task: &Task<'_>, panel: usize, first: usize, sums: &mut Sums) {
    let ones = _mm256_set1_epi16(1);
    let input = task.input.as_ptr();
    let mut total: [[__m256i; 2]; FEW] = [[_mm256_setzero_si256(); 2]; FEW];
    // SAFETY: there are so many panels.
    let mut weights = unsafe { task.weights.as_ptr().add(panel * task.panel()) };
    for &tap in task.taps {
        let mut inputs = [input; FEW];
        for i in 0..FEW {
            // SAFETY: cell + tap + 4 * words lies within the input for every cell.
            inputs[i] = unsafe { input.add(task.cells[first + i] + tap) };
        }
        for word in 0..task.words {
            // SAFETY: a panel has 64 bytes for every tap and word.
            let row: [__m256i; 2] = unsafe {
                [_mm256_loadu_si256(weights.cast()), _mm256_loadu_si256(weights.add(32).cast())]
            };
            for i in 0..FEW {
                // SAFETY: word < words, see above.
                let four = unsafe { inputs[i].add(4 * word).cast::<i32>().read_unaligned() };
                let four = _mm256_set1_epi32(four);
                for n in 0..2 {
                    let pairs = _mm256_maddubs_epi16(four, row[n]);
                    total[i][n] = _mm256_add_epi32(total[i][n], _mm256_madd_epi16(pairs, ones));
                }
            }
            // SAFETY: at most one past the end of this panel.
            weights = unsafe { weights.add(4 * LANES) };
        }
    }
    for i in 0..FEW {
        let out = &mut sums[first + i][panel * LANES..(panel + 1) * LANES];
        for n in 0..2 {
            // SAFETY: a panel has sixteen sums.
            unsafe { _mm256_storeu_si256(out.as_mut_ptr().add(8 * n).cast(), total[i][n]) };
        }
    }
}
