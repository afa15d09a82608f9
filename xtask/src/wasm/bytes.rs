//! Numbers as WebAssembly writes them: groups of seven bits, the lowest first.

use anyhow::{Context, Result, bail};

/// Most groups that a number of 64 bits takes.
const GROUPS: usize = 10;

pub(super) struct Reader<'a>(pub(super) &'a [u8]);

impl<'a> Reader<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count).context("goes beyond the end")?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn number(&mut self) -> Result<u64> {
        Ok(self.groups()?.0)
    }

    pub(super) fn count(&mut self) -> Result<usize> {
        Ok(usize::try_from(self.number()?)?)
    }

    /// A number with a sign, which the highest bit read stands for.
    pub(super) fn signed(&mut self) -> Result<i64> {
        let (number, bits) = self.groups()?;
        let above = 64_u32.saturating_sub(bits);
        Ok((number << above).cast_signed() >> above)
    }

    /// As many bytes as the number before them says.
    pub(super) fn sized(&mut self) -> Result<&'a [u8]> {
        let count = self.count()?;
        self.take(count)
    }

    /// The bits of a number, and how many were written.
    fn groups(&mut self) -> Result<(u64, u32)> {
        let mut number = 0;
        for group in 0..GROUPS {
            let byte = self.byte()?;
            number |= u64::from(byte & 127) << (7 * group);
            if byte < 128 {
                return Ok((number, 7 * (group as u32 + 1)));
            }
        }
        bail!("a number has no end");
    }
}

/// `number` in as few bytes as it takes.
pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        out.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

pub(super) fn put_signed(out: &mut Vec<u8>, mut number: i64) {
    while !(-64..64).contains(&number) {
        out.push((number & 127) as u8 | 128);
        number >>= 7;
    }
    out.push((number & 127) as u8);
}

pub(super) fn put_sized(out: &mut Vec<u8>, bytes: &[u8]) {
    put(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let mut out = Vec::new();
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            out.clear();
            put(&mut out, number);
            assert_eq!(Reader(&out).number().expect("a number"), number);
        }
        for number in [0, -1, 63, 64, -64, -65, i64::from(i32::MIN), i64::MAX, i64::MIN] {
            out.clear();
            put_signed(&mut out, number);
            assert_eq!(Reader(&out).signed().expect("a number"), number);
        }
    }

    #[test]
    fn room_that_a_linker_left_is_no_part_of_a_number() {
        assert_eq!(Reader(&[0x85, 0x80, 0x80, 0x80, 0]).number().expect("a number"), 5);
        assert_eq!(Reader(&[0xff, 0xff, 0xff, 0xff, 0x7f]).signed().expect("a number"), -1);
    }
}
