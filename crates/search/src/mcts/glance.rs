//! What plain UCT compares, kept ready in one word a node.
//!
//! A step down the tree waits for a chain of results, each of which needs the
//! one before: where the children are, their bounds, the largest of them, the
//! child it belongs to. The arithmetic is little; what takes time is the
//! waiting. So eight words are turned into eight bounds, and those into a lane,
//! without leaving the registers of the processor: written to memory one by
//! one and read back as vectors, they would arrive a dozen cycles late.

use super::tree::LANES;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

/// Bits of a bound that make room for the number of its lane.
const LANE: u32 = LANES as u32 - 1;

/// The mean, as bits of `f32`, in the low half, one over the root of the visits
/// in the high half.
#[inline]
pub(super) fn glance(mean: u32, seen: u32) -> u64 {
    let root = 1.0 / (seen.max(1) as i32 as f32).sqrt();
    u64::from(root.to_bits()) << 32 | u64::from(mean)
}

/// Mean plus bound; `weight` is how much exploring counts here.
#[inline(always)]
pub(super) fn bound(word: u64, weight: f32) -> f32 {
    f32::from_bits(word as u32) + weight * f32::from_bits((word >> 32) as u32)
}

/// The lane with the largest bound, none of which is negative, without a branch
/// a lane: which one it is cannot be foretold. The bits of such numbers have
/// the order of whole numbers; the lowest make room for the lane. Lanes that
/// are not open are worth nothing and come last.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn largest(words: &[AtomicU64; LANES], weight: f32) -> usize {
    // SAFETY: every processor of this architecture has SSE2.
    unsafe { largest_of_vectors(words, weight) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "sse2")]
#[inline]
fn largest_of_vectors(words: &[AtomicU64; LANES], weight: f32) -> usize {
    use std::arch::x86_64::{
        _mm_add_ps, _mm_and_si128, _mm_castps_si128, _mm_castsi128_ps, _mm_cvtsi128_si32,
        _mm_max_ps, _mm_mul_ps, _mm_or_si128, _mm_set_epi32, _mm_set_epi64x, _mm_set1_epi32,
        _mm_set1_ps, _mm_shuffle_epi32, _mm_shuffle_ps,
    };

    let pair = |lane: usize| {
        let word = |lane: usize| words[lane].load(Relaxed).cast_signed();
        _mm_castsi128_ps(_mm_set_epi64x(word(lane + 1), word(lane)))
    };
    let weight = _mm_set1_ps(weight);
    let keys = |from: usize| {
        let (low, high) = (pair(from), pair(from + 2));
        let means = _mm_shuffle_ps::<0b10_00_10_00>(low, high);
        let roots = _mm_shuffle_ps::<0b11_01_11_01>(low, high);
        let bounds = _mm_add_ps(means, _mm_mul_ps(weight, roots));
        let place = (LANE as usize - from) as i32;
        let places = _mm_set_epi32(place - 3, place - 2, place - 1, place);
        let bits = _mm_and_si128(_mm_castps_si128(bounds), _mm_set1_epi32(!(LANE as i32)));
        _mm_castsi128_ps(_mm_or_si128(bits, places))
    };
    let four = _mm_castps_si128(_mm_max_ps(keys(0), keys(4)));
    let crossed = _mm_shuffle_epi32::<0b01_00_11_10>(four);
    let two = _mm_castps_si128(_mm_max_ps(_mm_castsi128_ps(four), _mm_castsi128_ps(crossed)));
    let crossed = _mm_shuffle_epi32::<0b10_11_00_01>(two);
    let one = _mm_max_ps(_mm_castsi128_ps(two), _mm_castsi128_ps(crossed));
    let top = _mm_cvtsi128_si32(_mm_castps_si128(one));
    (LANE - (top.cast_unsigned() & LANE)) as usize
}

/// As above.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn largest(words: &[AtomicU64; LANES], weight: f32) -> usize {
    largest_plain(words, weight)
}

/// The same for processors of any kind.
#[cfg(any(not(target_arch = "x86_64"), test))]
#[inline(always)]
fn largest_plain(words: &[AtomicU64; LANES], weight: f32) -> usize {
    let mut keys = [0; LANES];
    for (lane, key) in keys.iter_mut().enumerate() {
        let bits = bound(words[lane].load(Relaxed), weight).to_bits();
        *key = bits & !LANE | (LANE - lane as u32);
    }
    let of = |a: usize| keys[a].max(keys[a + 1]);
    let top = of(0).max(of(2)).max(of(4).max(of(6)));
    (LANE - (top & LANE)) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use takeback_core::SplitMix;

    /// The lane that a loop over exact bounds finds, where no two are close.
    fn obvious(words: &[AtomicU64; LANES], weight: f32) -> Option<usize> {
        let bounds = words.each_ref().map(|word| bound(word.load(Relaxed), weight));
        let best = (0..LANES).max_by(|&a, &b| bounds[a].total_cmp(&bounds[b]))?;
        let clear = |lane: usize| lane == best || bounds[lane] < bounds[best] * 0.999_99;
        (0..LANES).all(clear).then_some(best)
    }

    #[test]
    fn the_quick_choice_is_the_plain_one_and_the_obvious_one() {
        let mut rng = SplitMix::new(7);
        let mut clear = 0;
        for round in 0..20_000u32 {
            let open = 1 + rng.below(LANES);
            let words: [AtomicU64; LANES] = std::array::from_fn(|lane| {
                let mean = (rng.below(1001) as f32 / 1000.0).to_bits();
                let word = glance(mean, rng.below(1 << (round % 20)) as u32);
                AtomicU64::new(if lane < open { word } else { 0 })
            });
            let weight = [0.0, 0.3, 1.0, 4.5][round as usize % 4];
            let found = largest(&words, weight);
            assert_eq!(found, largest_plain(&words, weight));
            if let Some(best) = obvious(&words, weight) {
                clear += 1;
                assert_eq!(found, best);
            }
        }
        assert!(clear > 10_000, "{clear}");
    }

    #[test]
    fn of_equals_the_first_is_chosen() {
        let words: [AtomicU64; LANES] =
            std::array::from_fn(|_| AtomicU64::new(glance(0.5f32.to_bits(), 3)));
        assert_eq!(largest(&words, 1.0), 0);
        words[0].store(0, Relaxed);
        assert_eq!(largest(&words, 1.0), 1);
    }
}
