//! Small damages, the same for the same seed.
//!
//! Most of what readers get wrong hides behind a first check, so damages are few
//! at a time and know what texts are made of: numbers, words, lines.

use takeback::core::SplitMix;

/// Numbers at which readers break.
const NUMBERS: [&str; 16] = [
    "0",
    "1",
    "2",
    "7",
    "-1",
    "19",
    "64",
    "127",
    "128",
    "255",
    "256",
    "32768",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1e999",
];

/// Signs that mean something somewhere.
const SIGNS: &[u8] = b" \n\t,;:=|/-+*.()[]{}\"\\#_~0123456789abkqwxABKQWX\0\x7f\xc3\xa9\xff";

/// Longer input is cut: no reader gets better by length.
pub const LONGEST: usize = 1 << 16;

/// Damage `input` here and there; now and then a piece comes from `other`. What
/// stands before `keep` is left alone most of the time.
pub fn damage(input: &mut Vec<u8>, keep: usize, other: &[u8], rng: &mut SplitMix) {
    let keep = if rng.below(32) == 0 { 0 } else { keep.min(input.len()) };
    for _ in 0..1 + rng.below(4) {
        once(input, keep, other, rng);
    }
    input.truncate(LONGEST);
}

fn once(input: &mut Vec<u8>, keep: usize, other: &[u8], rng: &mut SplitMix) {
    let len = input.len() - keep;
    let at = keep + rng.below(len + 1);
    match rng.below(11) {
        0 if len > 0 => input[at.min(keep + len - 1)] ^= 1 << rng.below(8),
        1 if len > 0 => input[at.min(keep + len - 1)] = SIGNS[rng.below(SIGNS.len())],
        2 => input.insert(at, SIGNS[rng.below(SIGNS.len())]),
        3 => drop(input.drain(at..(at + 1 + rng.below(8)).min(input.len()))),
        4 => {
            let piece = piece(&input[keep..], rng).to_vec();
            splice(input, at, &piece);
        }
        5 => splice(input, at, piece(other, rng)),
        6 => input.truncate(at),
        7..=9 => number(input, keep, rng),
        _ => swap_words(input, keep, rng),
    }
}

fn piece<'a>(of: &'a [u8], rng: &mut SplitMix) -> &'a [u8] {
    let from = rng.below(of.len() + 1);
    let most = if rng.below(8) == 0 { of.len() } else { 24 };
    &of[from..(from + rng.below(most + 1)).min(of.len())]
}

fn splice(input: &mut Vec<u8>, at: usize, piece: &[u8]) {
    input.splice(at..at, piece.iter().copied());
}

/// Places where one kind of sign ends and another begins.
fn runs(input: &[u8], keep: usize, is: fn(u8) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut from = None;
    for (i, &byte) in input.iter().enumerate().skip(keep) {
        match (is(byte), from) {
            (true, None) => from = Some(i),
            (false, Some(begin)) => {
                found.push((begin, i));
                from = None;
            }
            _ => {}
        }
    }
    found.extend(from.map(|begin| (begin, input.len())));
    found
}

/// Another number instead of one that stands there: a famous one, or its neighbour.
fn number(input: &mut Vec<u8>, keep: usize, rng: &mut SplitMix) {
    let runs = runs(input, keep, |byte| byte.is_ascii_digit());
    if runs.is_empty() {
        return;
    }
    let (from, to) = runs[rng.below(runs.len())];
    let known = std::str::from_utf8(&input[from..to]).ok().and_then(|t| t.parse::<u64>().ok());
    let new = match (rng.below(3), known) {
        (0, Some(n)) => n.wrapping_add(1).to_string(),
        (1, Some(n)) => n.saturating_sub(1).to_string(),
        _ => NUMBERS[rng.below(NUMBERS.len())].to_owned(),
    };
    input.splice(from..to, new.bytes());
}

/// Two words change places.
fn swap_words(input: &mut Vec<u8>, keep: usize, rng: &mut SplitMix) {
    let words = runs(input, keep, |byte| !byte.is_ascii_whitespace() && byte != b',');
    if words.len() < 2 {
        return;
    }
    let first = rng.below(words.len() - 1);
    let second = first + 1 + rng.below((words.len() - first - 1).min(12));
    let ((a, b), (c, d)) = (words[first], words[second]);
    let mut swapped = input[c..d].to_vec();
    swapped.extend_from_slice(&input[b..c]);
    swapped.extend_from_slice(&input[a..b]);
    input.splice(a..d, swapped);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_damages_the_same_way() {
        let text = b"game:one\n3 words, 12 numbers".to_vec();
        let damaged = |seed| {
            let mut input = text.clone();
            damage(&mut input, 9, b"another text", &mut SplitMix::new(seed));
            input
        };
        let all: Vec<Vec<u8>> = (0..400).map(damaged).collect();
        assert_eq!(all, (0..400).map(damaged).collect::<Vec<_>>());
        let different = all.iter().filter(|input| **input != text).count();
        assert!(different > 300, "{different} of 400 were damaged");
        let kept = all.iter().filter(|input| input.starts_with(b"game:one\n")).count();
        assert!((300..400).contains(&kept), "{kept} of 400 kept the first line");
    }
}
