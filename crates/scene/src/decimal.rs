//! Fractions with a fixed number of digits, written by counting in whole numbers.
//!
//! The library's way of writing fractions knows every one of them to its last digit,
//! and its tables and loops are a tenth of a small WebAssembly file. Pictures want
//! three digits.

use std::fmt;

/// A fraction that is written with the digits asked for, at most [`MOST`].
#[derive(Copy, Clone, Debug)]
pub(crate) struct Decimal(f32);

/// With so many digits a product with a power of ten is exact.
const MOST: usize = 4;

pub(crate) const fn decimal(value: f32) -> Decimal {
    Decimal(value)
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(0).min(MOST);
        let scale = 10_u64.pow(digits as u32);
        // Exact: 24 bits times 14. Beyond what a picture has, the nearest that fits.
        let value = f64::from(self.0) * scale as f64;
        let count = value.abs().round_ties_even() as u64;
        let sign = if value.is_sign_negative() { "-" } else { "" };
        write!(f, "{sign}{}", count / scale)?;
        if digits > 0 {
            write!(f, ".{:0digits$}", count % scale)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn fractions_are_written_as_the_library_writes_them() {
        let mut bits = 1_u32;
        for round in 0..20_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Also quarters and eighths, which lie between two of few digits.
            let value = if round % 2 == 0 {
                (bits as i32 >> 12) as f32 / 8.0
            } else {
                (bits as i32) as f32 / 65_536.0 / 1000.0
            };
            let own = decimal(value);
            assert_eq!(format!("{own:.0}"), format!("{value:.0}"));
            assert_eq!(format!("{own:.1}"), format!("{value:.1}"));
            assert_eq!(format!("{own:.2}"), format!("{value:.2}"));
            assert_eq!(format!("{own:.3}"), format!("{value:.3}"));
            assert_eq!(format!("{own:.4}"), format!("{value:.4}"));
        }
        assert_eq!(format!("{:.3} {:.1}", decimal(-0.0), decimal(-0.04)), "-0.000 -0.0");
    }
}
