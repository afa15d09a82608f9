//! Numbers of options, read and written by counting.
//!
//! The library reads and writes every fraction exactly, with tables of powers that are a
//! tenth of a small WebAssembly file. What people tell an engine has few digits.

use std::fmt;

/// Digits that a fraction holds exactly.
const DIGITS: u32 = 15;

/// A number in decimals, perhaps with a sign and an exponent. Exact, as the library reads it, up to
/// fifteen digits and twenty-two places; what has more of either is read to about as many.
#[must_use]
pub fn read_number(text: &str) -> Option<f64> {
    let (sign, text) = match text.strip_prefix('-') {
        Some(rest) => (-1.0, rest),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let (digits, exponent) = match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?.clamp(-999, 999)),
        None => (text, 0),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && part.is_empty() {
        return None;
    }
    let (mut value, mut kept, mut places) = (0_u64, 0, exponent);
    for (digit, shift) in whole.bytes().map(|d| (d, 0)).chain(part.bytes().map(|d| (d, 1))) {
        if !digit.is_ascii_digit() {
            return None;
        }
        if kept < DIGITS {
            value = value * 10 + u64::from(digit - b'0');
            kept += u32::from(value > 0);
            places = places.saturating_sub(shift);
        } else {
            places = places.saturating_add(1 - shift);
        }
    }
    Some(sign * scaled(value as f64, places))
}

/// Times a power of ten, in one step as long as the power is exact.
fn scaled(mut value: f64, places: i32) -> f64 {
    let mut left = places.unsigned_abs();
    while left > 0 && value != 0.0 && value.is_finite() {
        let step = left.min(22);
        let power = (0..step).fold(1.0, |power: f64, _| power * 10.0);
        value = if places < 0 { value / power } else { value * power };
        left -= step;
    }
    value
}

/// Written with at most three places, and none that says nothing.
pub(super) struct Short(pub(super) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = (self.0.abs() * 1000.0).round() as u64;
        let sign = if self.0 < 0.0 { "-" } else { "" };
        write!(f, "{sign}{}", count / 1000)?;
        match count % 1000 {
            0 => Ok(()),
            part if part % 100 == 0 => write!(f, ".{}", part / 100),
            part if part % 10 == 0 => write!(f, ".{:02}", part / 10),
            part => write!(f, ".{part:03}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Short, read_number};

    #[test]
    fn numbers_are_read_as_the_library_reads_them() {
        let mut word = 9_u64;
        for _ in 0..20_000 {
            word = word
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let (count, places) = ((word >> 30) % 1_000_000_000_000_000, (word % 20) as i32 - 10);
            for text in [
                format!("{count}e{places}"),
                format!("{}.{:04}", count % 100_000, word % 10_000),
                format!("-0.{:06}", word % 1_000_000),
            ] {
                assert_eq!(read_number(&text), text.parse().ok(), "{text}");
            }
        }
        for text in
            ["1", "+1.5", ".5", "5.", "0", "0.000", "1e3", "1E-3", "-2.50", "100000000000000000000"]
        {
            assert_eq!(read_number(text), text.parse().ok(), "{text}");
        }
        for text in
            ["", ".", "-", "e5", "1e", "1x", "1.2.3", "0x10", " 1", "1 ", "1_000", "--1", "١"]
        {
            assert_eq!(read_number(text), None, "{text}");
            assert!(text.parse::<f64>().is_err(), "{text}");
        }
        for text in ["3.14159265358979323846264", "123456789012345678901234", "1e-300", "1e300"] {
            let (read, exact) =
                (read_number(text).expect("a number"), text.parse::<f64>().expect("one"));
            assert!((read / exact - 1.0).abs() < 1e-14, "{text}");
        }
        assert_eq!(read_number("1e-999"), Some(0.0));
        assert_eq!(read_number("1e999"), Some(f64::INFINITY));
    }

    #[test]
    fn bounds_are_written_as_the_library_writes_them() {
        for bound in [0.0, 0.01, 0.1, 0.99, 1.0, 1.5, 0.125, 10.0, 100.0, 1e6, -2.5] {
            assert_eq!(Short(bound).to_string(), bound.to_string());
        }
    }
}
