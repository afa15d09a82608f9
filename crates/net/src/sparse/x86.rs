//! The inner loops with AVX2. The safe functions at the top are called only by
//! networks whose path was found to be there.
#![allow(unsafe_code)]

use super::RUN;
use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi16,
    _mm256_add_epi32, _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256,
    _mm256_madd_epi16, _mm256_maddubs_epi16, _mm256_max_epi16, _mm256_min_epi16,
    _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set1_epi16, _mm256_setzero_si256,
    _mm256_storeu_si256, _mm256_sub_epi16,
};

/// The caller has checked that every row lies within `first`.
#[inline]
pub(super) fn follow(first: &[i16], before: &[i16], after: &mut [i16], came: &[u16], went: &[u16]) {
    let hidden = before.len();
    assert!(hidden.is_multiple_of(RUN) && after.len() == hidden, "whole runs");
    let rows = first.len() / hidden;
    debug_assert!(came.iter().chain(went).all(|&feature| usize::from(feature) < rows));
    // SAFETY: this path is chosen only where the processor has AVX2; lengths are checked above,
    // and `SparseNet::follow` has checked every feature.
    unsafe { follow_avx2(first, before, after, came, went) }
}

/// # Safety
/// The processor has AVX2, `before` and `after` have one length in whole runs, and every
/// feature has a row of that length in `first`.
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
    while at < hidden {
        // SAFETY: a whole run lies behind `at`.
        let (mut low, mut high) = unsafe { pair(before.as_ptr().add(at)) };
        for &feature in came {
            // SAFETY: as promised, the row is there, and `at` within it.
            let (a, b) = unsafe { pair(first.as_ptr().add(usize::from(feature) * hidden + at)) };
            (low, high) = (_mm256_add_epi16(low, a), _mm256_add_epi16(high, b));
        }
        for &feature in went {
            // SAFETY: as above.
            let (a, b) = unsafe { pair(first.as_ptr().add(usize::from(feature) * hidden + at)) };
            (low, high) = (_mm256_sub_epi16(low, a), _mm256_sub_epi16(high, b));
        }
        // SAFETY: a whole run lies behind `at`.
        unsafe {
            let to: *mut __m256i = after.as_mut_ptr().add(at).cast();
            _mm256_storeu_si256(to, low);
            _mm256_storeu_si256(to.add(1), high);
        }
        at += RUN;
    }
}

/// A run of sums.
///
/// # Safety
/// So many numbers are there.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn pair(from: *const i16) -> (__m256i, __m256i) {
    let from: *const __m256i = from.cast();
    // SAFETY: as promised.
    unsafe { (_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1))) }
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
    for (sums, out) in sums.chunks_exact(RUN).zip(out.chunks_exact_mut(RUN)) {
        // SAFETY: a chunk is a whole run.
        let (low, high) = unsafe { pair(sums.as_ptr()) };
        let low = _mm256_min_epi16(_mm256_max_epi16(low, least), most);
        let high = _mm256_min_epi16(_mm256_max_epi16(high, least), most);
        // Packing works in halves; put them back into order.
        let bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(low, high));
        // SAFETY: a chunk is a whole run.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), bytes) };
    }
}

#[inline]
pub(super) fn dense(inputs: &[u8], weights: &[i8], sums: &mut [i32]) {
    assert!(inputs.len().is_multiple_of(32), "whole runs");
    assert_eq!(inputs.len() * sums.len(), weights.len(), "one row for each sum");
    // SAFETY: the path is there, and the lengths were checked.
    unsafe { dense_avx2(inputs, weights, sums) }
}

/// Activations are at most 127, so that pairs of products fit sixteen bits.
///
/// # Safety
/// The processor has AVX2; the inputs are a multiple of 32, and there is a row of
/// weights for each sum.
#[target_feature(enable = "avx2")]
unsafe fn dense_avx2(inputs: &[u8], weights: &[i8], sums: &mut [i32]) {
    let ones = _mm256_set1_epi16(1);
    let length = inputs.len();
    for (row, sum) in weights.chunks_exact(length).zip(sums) {
        let mut total = _mm256_setzero_si256();
        let mut at = 0;
        while at < length {
            // SAFETY: 32 bytes lie behind `at` in both.
            let (x, w) = unsafe {
                (
                    _mm256_loadu_si256(inputs.as_ptr().add(at).cast()),
                    _mm256_loadu_si256(row.as_ptr().add(at).cast()),
                )
            };
            let pairs = _mm256_madd_epi16(_mm256_maddubs_epi16(x, w), ones);
            total = _mm256_add_epi32(total, pairs);
            at += 32;
        }
        let half =
            _mm_add_epi32(_mm256_castsi256_si128(total), _mm256_extracti128_si256::<1>(total));
        let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
        let one = _mm_add_epi32(quarter, _mm_shuffle_epi32::<0b10_11_00_01>(quarter));
        *sum = _mm_cvtsi128_si32(one);
    }
}
