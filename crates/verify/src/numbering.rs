//! Numbers for moves, and numbers that stand for values.

use std::hash::{Hash, Hasher};
use takeback_core::mix;

/// A number that stands for a value in comparisons.
pub(crate) fn fingerprint(value: &impl Hash) -> u64 {
    let mut print = Print::default();
    value.hash(&mut print);
    print.finish()
}

/// A hasher that is compiled once. Two multiplications for each word: walks
/// take a fingerprint of every list they see.
#[derive(Default)]
pub(crate) struct Print(u64);

impl Hasher for Print {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }
    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }
    fn write_u64(&mut self, n: u64) {
        // The order of words counts: the state is mixed before the next comes.
        self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ n);
    }
    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
    fn finish(&self) -> u64 {
        self.0
    }
}

/// Which number belongs to which fingerprint: a table with open addressing, so
/// that nothing here depends on the type that is numbered.
#[derive(Default)]
pub(crate) struct Numbering {
    prints: Vec<u64>,
    /// Numbers plus one; zero is free. A power of two, at most half full.
    table: Vec<u32>,
}

impl Numbering {
    /// The number with this fingerprint that `is` the value looked for.
    pub(crate) fn find(&self, print: u64, is: &mut dyn FnMut(usize) -> bool) -> Option<u32> {
        let mask = self.table.len().checked_sub(1)?;
        let mut place = print as usize & mask;
        loop {
            let number = self.table[place].checked_sub(1)?;
            if self.prints[number as usize] == print && is(number as usize) {
                return Some(number);
            }
            place = (place + 1) & mask;
        }
    }

    /// The next number, for a value that was not found.
    pub(crate) fn add(&mut self, print: u64) -> u32 {
        let number = u32::try_from(self.prints.len()).expect("fewer than 2^32 moves");
        self.prints.push(print);
        if self.table.len() < 2 * self.prints.len() {
            self.table = vec![0; (4 * self.prints.len()).next_power_of_two().max(64)];
            for number in 0..=number {
                self.place(number);
            }
        } else {
            self.place(number);
        }
        number
    }

    fn place(&mut self, number: u32) {
        let mask = self.table.len() - 1;
        let mut place = self.prints[number as usize] as usize & mask;
        while self.table[place] != 0 {
            place = (place + 1) & mask;
        }
        self.table[place] = number + 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.prints.len()
    }

    pub(crate) fn clear(&mut self) {
        self.prints.clear();
        self.table.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_kept_even_where_fingerprints_collide() {
        let mut values: Vec<u32> = Vec::new();
        let mut numbering = Numbering::default();
        for round in 0..2 {
            for value in 0..500u32 {
                let print = u64::from(value % 7);
                let found = numbering.find(print, &mut |n| values[n] == value);
                let number = found.unwrap_or_else(|| {
                    values.push(value);
                    numbering.add(print)
                });
                assert_eq!((number, found.is_some()), (value, round == 1));
            }
        }
    }

    #[test]
    fn the_order_of_words_counts() {
        assert_ne!(fingerprint(&[1u8, 2]), fingerprint(&[2u8, 1]));
        assert_ne!(fingerprint(&vec![0u8; 3]), fingerprint(&vec![0u8; 4]));
    }
}
