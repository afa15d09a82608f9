//! The inner loops, plain; `x86` has the same with wide instructions.

use super::{ACTIVATION, Head, WEIGHT_BITS};
use crate::kernel::Path;

/// The sums after some rows of `first` came and went.
#[inline]
pub(super) fn follow(
    path: Path,
    first: &[i16],
    before: &[i16],
    after: &mut [i16],
    came: &[u16],
    went: &[u16],
) {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 | Path::Avx512Vnni => {
            super::x86::follow(first, before, after, came, went);
        }
        _ => follow_plain(first, before, after, came, went),
    }
}

pub(super) fn follow_plain(
    first: &[i16],
    before: &[i16],
    after: &mut [i16],
    came: &[u16],
    went: &[u16],
) {
    let hidden = before.len();
    let row = |feature: u16| &first[usize::from(feature) * hidden..][..hidden];
    after.copy_from_slice(before);
    came.iter().for_each(|&feature| add(after, row(feature)));
    went.iter().for_each(|&feature| remove(after, row(feature)));
}

#[inline]
pub(super) fn add(sums: &mut [i16], row: &[i16]) {
    assert_eq!(sums.len(), row.len(), "sums of another network");
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_add(*weight);
    }
}

#[inline]
pub(super) fn remove(sums: &mut [i16], row: &[i16]) {
    assert_eq!(sums.len(), row.len(), "sums of another network");
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum = sum.wrapping_sub(*weight);
    }
}

/// Sums as activations.
#[inline]
pub(super) fn cut(path: Path, sums: &[i16], out: &mut [u8]) {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 | Path::Avx512Vnni => super::x86::cut(sums, out),
        _ => cut_plain(sums, out),
    }
}

pub(super) fn cut_plain(sums: &[i16], out: &mut [u8]) {
    for (&sum, out) in sums.iter().zip(out) {
        *out = sum.clamp(0, ACTIVATION) as u8;
    }
}

/// The second layer and the outputs behind it, summed; without the bias of the output.
#[inline]
pub(super) fn judged(path: Path, inputs: &[u8], head: &Head) -> i32 {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 | Path::Avx512Vnni => super::x86::judged(path == Path::Avx512Vnni, inputs, head),
        _ => judged_plain(inputs, head),
    }
}

pub(super) fn judged_plain(inputs: &[u8], head: &Head) -> i32 {
    let rows = head.weights.chunks_exact(inputs.len());
    let outputs = rows.zip(&head.bias).zip(&head.out).map(|((row, bias), &out)| {
        let sum: i32 = row.iter().zip(inputs).map(|(&w, &x)| i32::from(w) * i32::from(x)).sum();
        let active = ((sum + bias) >> WEIGHT_BITS).clamp(0, i32::from(ACTIVATION));
        active * i32::from(out)
    });
    outputs.sum()
}

/// Activations times a row of weights, summed.
#[inline]
pub(super) fn product(path: Path, inputs: &[u8], row: &[i8]) -> i32 {
    match path {
        #[cfg(target_arch = "x86_64")]
        Path::Avx2 | Path::Avx512Vnni => super::x86::product(path == Path::Avx512Vnni, inputs, row),
        _ => product_plain(inputs, row),
    }
}

pub(super) fn product_plain(inputs: &[u8], row: &[i8]) -> i32 {
    inputs.iter().zip(row).map(|(&x, &w)| i32::from(x) * i32::from(w)).sum()
}
