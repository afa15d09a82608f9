//! The inner loops with AVX2, products also with VNNI. The safe functions at the top are called only by
//! networks whose path was found to be there.
#![allow(unsafe_code)]
// Registers are counted: iterators over few of them are not inlined into such functions.
#![allow(clippy::needless_range_loop)]

use super::{Head, RUN};
use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtepi16_epi32, _mm_cvtsi128_si32, _mm_loadl_epi64,
    _mm_loadu_si128, _mm_max_epi32, _mm_min_epi32, _mm_mullo_epi32, _mm_set1_epi32,
    _mm_setzero_si128, _mm_shuffle_epi32, _mm_srai_epi32, _mm256_add_epi16, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_dpbusd_epi32, _mm256_extracti128_si256, _mm256_hadd_epi32,
    _mm256_loadu_si256, _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16,
    _mm256_min_epi16, _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16,
    _mm256_setzero_si256, _mm256_storeu_si256, _mm256_sub_epi16,
};

#[inline]
pub(super) fn follow(first: &[i16], before: &[i16], after: &mut [i16], came: &[u16], went: &[u16]) {
    let hidden = before.len();
    assert!(hidden.is_multiple_of(RUN) && after.len() == hidden, "whole runs");
    // SAFETY: this path is chosen only where the processor has AVX2; lengths are checked above, and
    // every row where it is read.
    unsafe { follow_avx2(first, before, after, came, went) }
}

/// Registers of sums that are led along together: the lists are read once for so many.
const WIDE: usize = 4;
/// Sums of a register.
const LANES: usize = 16;

/// # Safety
/// The processor has AVX2; `before` and `after` have one length in whole runs.
#[target_feature(enable = "avx2")]
unsafe fn follow_avx2(
    first: &[i16],
    before: &[i16],
    after: &mut [i16],
    came: &[u16],
    went: &[u16],
) {
    let hidden = before.len();
    let mut at = 0;
    // SAFETY: `at` and what is led along behind it lie within the sums.
    unsafe {
        while at + WIDE * LANES <= hidden {
            follow_some::<WIDE>(first, before, after, came, went, at);
            at += WIDE * LANES;
        }
        if at < hidden {
            follow_some::<{ RUN / LANES }>(first, before, after, came, went, at);
        }
    }
}

/// `N` registers of sums from `at` on: loaded once, stored once.
///
/// # Safety
/// As [`follow_avx2`]; so many sums lie behind `at`.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn follow_some<const N: usize>(
    first: &[i16],
    before: &[i16],
    after: &mut [i16],
    came: &[u16],
    went: &[u16],
    at: usize,
) {
    let hidden = before.len();
    let row = |feature: u16| &first[usize::from(feature) * hidden..][..hidden];
    // SAFETY: as promised, so many sums are there.
    let mut sums = unsafe { load::<N>(before.as_ptr().add(at)) };
    for &feature in came {
        // SAFETY: the row has as many numbers as the sums.
        let row = unsafe { load::<N>(row(feature).as_ptr().add(at)) };
        for i in 0..N {
            sums[i] = _mm256_add_epi16(sums[i], row[i]);
        }
    }
    for &feature in went {
        // SAFETY: as above.
        let row = unsafe { load::<N>(row(feature).as_ptr().add(at)) };
        for i in 0..N {
            sums[i] = _mm256_sub_epi16(sums[i], row[i]);
        }
    }
    for i in 0..N {
        // SAFETY: as promised.
        unsafe { _mm256_storeu_si256(after.as_mut_ptr().add(at + LANES * i).cast(), sums[i]) };
    }
}

/// # Safety
/// `N` registers of numbers are there.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn load<const N: usize>(from: *const i16) -> [__m256i; N] {
    let mut all = [_mm256_setzero_si256(); N];
    for i in 0..N {
        // SAFETY: as promised.
        all[i] = unsafe { _mm256_loadu_si256(from.add(LANES * i).cast()) };
    }
    all
}

#[inline]
pub(super) fn cut(sums: &[i16], out: &mut [u8]) {
    assert!(sums.len().is_multiple_of(RUN) && sums.len() == out.len(), "whole runs");
    // SAFETY: the path is there, and the lengths were checked.
    unsafe { cut_avx2(sums, out) }
}

/// # Safety
/// The processor has AVX2; both have one length in whole runs.
#[target_feature(enable = "avx2")]
unsafe fn cut_avx2(sums: &[i16], out: &mut [u8]) {
    let (least, most) = (_mm256_setzero_si256(), _mm256_set1_epi16(super::ACTIVATION));
    let mut at = 0;
    while at < sums.len() {
        // SAFETY: a whole run lies behind `at`.
        let [low, high] = unsafe { load::<2>(sums.as_ptr().add(at)) };
        let low = _mm256_min_epi16(_mm256_max_epi16(low, least), most);
        let high = _mm256_min_epi16(_mm256_max_epi16(high, least), most);
        // Packing works in halves; put them back into order.
        let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
        // SAFETY: as above.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().add(at).cast(), bytes) };
        at += RUN;
    }
}

/// The second layer and the outputs behind it, summed; without the bias of the output.
#[inline]
pub(super) fn judged(has_vnni: bool, inputs: &[u8], head: &Head) -> i32 {
    assert!(inputs.len().is_multiple_of(32) && head.out.len().is_multiple_of(ROWS), "whole runs");
    assert_eq!(inputs.len() * head.out.len(), head.weights.len(), "one row for each output");
    assert_eq!(head.bias.len(), head.out.len(), "one bias for each output");
    // SAFETY: the path is there, and the lengths were checked.
    unsafe { if has_vnni { judged_vnni(inputs, head) } else { judged_avx2(inputs, head) } }
}

/// Rows of weights that are summed side by side: one load of the inputs serves them all, and
/// their lanes are added up together.
const ROWS: usize = 4;

/// One loop for both kinds of instructions, which differ in how products are added up.
macro_rules! judged {
    ($inputs:ident, $head:ident, $add_products:ident) => {{
        let length = $inputs.len();
        let (least, most) = (_mm_setzero_si128(), _mm_set1_epi32(i32::from(super::ACTIVATION)));
        let mut total = _mm_setzero_si128();
        let mut row = 0;
        while row < $head.out.len() {
            let mut sums = [_mm256_setzero_si256(); ROWS];
            let mut at = 0;
            while at < length {
                // SAFETY: 32 bytes lie behind `at` in the inputs and in every row.
                unsafe {
                    let inputs = _mm256_loadu_si256($inputs.as_ptr().add(at).cast());
                    for i in 0..ROWS {
                        let weights = $head.weights.as_ptr().add((row + i) * length + at);
                        let weights = _mm256_loadu_si256(weights.cast());
                        sums[i] = $add_products(sums[i], inputs, weights);
                    }
                }
                at += 32;
            }
            let [a, b, c, d] = sums;
            let pairs = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
            let low = _mm256_castsi256_si128(pairs);
            let sums = _mm_add_epi32(low, _mm256_extracti128_si256::<1>(pairs));
            // SAFETY: four biases and four outputs lie behind `row`.
            let (bias, out) = unsafe {
                (
                    _mm_loadu_si128($head.bias.as_ptr().add(row).cast()),
                    _mm_loadl_epi64($head.out.as_ptr().add(row).cast()),
                )
            };
            let sums = _mm_srai_epi32::<{ super::WEIGHT_BITS as i32 }>(_mm_add_epi32(sums, bias));
            let active = _mm_min_epi32(_mm_max_epi32(sums, least), most);
            // At most 127 by 16 bits, 64 times: far from an overflow.
            total = _mm_add_epi32(total, _mm_mullo_epi32(active, _mm_cvtepi16_epi32(out)));
            row += ROWS;
        }
        let half = _mm_add_epi32(total, _mm_shuffle_epi32::<0b01_00_11_10>(total));
        _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32::<0b10_11_00_01>(half)))
    }};
}

/// # Safety
/// The processor has AVX2; the inputs are a multiple of 32, the outputs one of [`ROWS`], and
/// there is a row of weights and a bias for each output.
#[target_feature(enable = "avx2")]
unsafe fn judged_avx2(inputs: &[u8], head: &Head) -> i32 {
    judged!(inputs, head, add_products)
}

/// # Safety
/// As [`judged_avx2`], and the processor has VNNI.
#[target_feature(enable = "avx2,avx512vl,avx512vnni")]
unsafe fn judged_vnni(inputs: &[u8], head: &Head) -> i32 {
    judged!(inputs, head, _mm256_dpbusd_epi32)
}

/// Activations are at most 127, so that pairs of products fit sixteen bits.
#[target_feature(enable = "avx2")]
#[inline]
fn add_products(sums: __m256i, inputs: __m256i, weights: __m256i) -> __m256i {
    let pairs = _mm256_maddubs_epi16(inputs, weights);
    _mm256_add_epi32(sums, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)))
}

/// Activations times a row of weights, summed.
#[inline]
pub(super) fn product(has_vnni: bool, inputs: &[u8], row: &[i8]) -> i32 {
    assert!(inputs.len().is_multiple_of(32) && inputs.len() == row.len(), "whole runs");
    // SAFETY: the path is there, and the lengths were checked.
    unsafe { if has_vnni { product_vnni(inputs, row) } else { product_avx2(inputs, row) } }
}

macro_rules! product {
    ($inputs:ident, $row:ident, $add_products:ident) => {{
        let mut sums = _mm256_setzero_si256();
        let mut at = 0;
        while at < $inputs.len() {
            // SAFETY: 32 bytes lie behind `at` in both.
            unsafe {
                let inputs = _mm256_loadu_si256($inputs.as_ptr().add(at).cast());
                let weights = _mm256_loadu_si256($row.as_ptr().add(at).cast());
                sums = $add_products(sums, inputs, weights);
            }
            at += 32;
        }
        let low = _mm256_castsi256_si128(sums);
        let four = _mm_add_epi32(low, _mm256_extracti128_si256::<1>(sums));
        let half = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        _mm_cvtsi128_si32(_mm_add_epi32(half, _mm_shuffle_epi32::<0b10_11_00_01>(half)))
    }};
}

/// # Safety
/// The processor has AVX2; both have one length, a multiple of 32.
#[target_feature(enable = "avx2")]
unsafe fn product_avx2(inputs: &[u8], row: &[i8]) -> i32 {
    product!(inputs, row, add_products)
}

/// # Safety
/// As [`product_avx2`], and the processor has VNNI.
#[target_feature(enable = "avx2,avx512vl,avx512vnni")]
unsafe fn product_vnni(inputs: &[u8], row: &[i8]) -> i32 {
    product!(inputs, row, _mm256_dpbusd_epi32)
}
