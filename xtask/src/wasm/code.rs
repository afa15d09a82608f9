//! Instructions, read as far as numbers in them can be written shorter and the functions they name renumbered.

use super::bytes::{Reader, put, put_signed};
use anyhow::{Result, bail};

const END: u8 = 0x0b;
const CALL: u8 = 0x10;
const REF_FUNC: u8 = 0xd2;

/// What stands after the number of an instruction.
enum Operands {
    /// So many indices, alignments, offsets or lanes.
    Numbers(usize),
    /// A constant, or the type of a block.
    Signed,
    /// So many bytes that are no number.
    Bytes(usize),
    /// The number of a function.
    Function,
    /// A list of numbers, and so many more.
    List(usize),
}

/// Instructions without the functions they name, which are kept beside.
#[derive(Default)]
pub(super) struct Code {
    bytes: Vec<u8>,
    /// Where in the bytes the number of which function belongs.
    named: Vec<(usize, usize)>,
}

impl Code {
    /// A whole function, its locals included.
    pub(super) fn function(body: &[u8]) -> Result<Code> {
        let (mut reader, mut code) = (Reader(body), Code::default());
        let groups = reader.number()?;
        put(&mut code.bytes, groups);
        for _ in 0..groups {
            put(&mut code.bytes, reader.number()?);
            code.bytes.push(reader.byte()?);
        }
        while !reader.is_empty() {
            code.instruction(&mut reader)?;
        }
        Ok(code)
    }

    /// What a global or a segment begins with: instructions without blocks.
    pub(super) fn constant(reader: &mut Reader) -> Result<Code> {
        let mut code = Code::default();
        while code.instruction(reader)? != END {}
        Ok(code)
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The functions it names, each with its place in the bytes.
    pub(super) fn named(&self) -> impl Iterator<Item = (usize, usize)> {
        self.named.iter().copied()
    }

    /// The instructions with functions as `numbers` has them.
    pub(super) fn write(&self, numbers: &[usize], out: &mut Vec<u8>) {
        let mut written = 0;
        for &(place, function) in &self.named {
            out.extend_from_slice(&self.bytes[written..place]);
            put(out, numbers[function] as u64);
            written = place;
        }
        out.extend_from_slice(&self.bytes[written..]);
    }

    /// Take over the next instruction, and say which it was.
    fn instruction(&mut self, reader: &mut Reader) -> Result<u8> {
        let code = reader.byte()?;
        self.bytes.push(code);
        let operands = match code {
            0xfc..=0xfe => {
                let more = reader.number()?;
                put(&mut self.bytes, more);
                further(code, more)?
            }
            _ => plain(code)?,
        };
        match operands {
            Operands::Numbers(count) => self.numbers(reader, count)?,
            Operands::Signed => put_signed(&mut self.bytes, reader.signed()?),
            Operands::Bytes(count) => self.bytes.extend_from_slice(reader.take(count)?),
            Operands::Function => self.named.push((self.bytes.len(), reader.count()?)),
            Operands::List(more) => {
                let count = reader.count()?;
                put(&mut self.bytes, count as u64);
                self.numbers(reader, count + more)?;
            }
        }
        Ok(code)
    }

    fn numbers(&mut self, reader: &mut Reader, count: usize) -> Result<()> {
        for _ in 0..count {
            put(&mut self.bytes, reader.number()?);
        }
        Ok(())
    }
}

fn plain(code: u8) -> Result<Operands> {
    Ok(match code {
        // Calculations; control without a target; what is dropped and chosen.
        0x45..=0xc4 | 0x00 | 0x01 | 0x05 | END | 0x0f | 0x1a | 0x1b | 0xd1 => Operands::Numbers(0),
        // Blocks by their type, constants, null of a type.
        0x02..=0x04 | 0x41 | 0x42 | 0xd0 => Operands::Signed,
        // Branches; locals, globals and tables; the size of memory.
        0x0c | 0x0d | 0x20..=0x26 | 0x3f | 0x40 => Operands::Numbers(1),
        0x0e => Operands::List(1),
        CALL | 0x12 | REF_FUNC => Operands::Function,
        // Calls by a table; loads and stores.
        0x11 | 0x13 | 0x28..=0x3e => Operands::Numbers(2),
        0x1c => Operands::List(0),
        0x43 => Operands::Bytes(4),
        0x44 => Operands::Bytes(8),
        _ => bail!("an instruction {code:#x} that is not known here"),
    })
}

/// Instructions of two numbers: saturating and bulk ones, vectors, atomics.
fn further(code: u8, more: u64) -> Result<Operands> {
    Ok(match (code, more) {
        (0xfc, 0..=7) => Operands::Numbers(0),
        (0xfc, 9 | 11 | 13 | 15..=17) => Operands::Numbers(1),
        (0xfc, 8 | 10 | 12 | 14) => Operands::Numbers(2),
        (0xfd, 12 | 13) => Operands::Bytes(16),
        (0xfd, 0..=11 | 92 | 93) => Operands::Numbers(2),
        (0xfd, 21..=34) => Operands::Numbers(1),
        // A lane of what is loaded or stored.
        (0xfd, 84..=91) => Operands::Numbers(3),
        (0xfd, 14..=255) => Operands::Numbers(0),
        (0xfe, 3) => Operands::Numbers(1),
        (0xfe, 0..=2 | 0x10..=0x4e) => Operands::Numbers(2),
        _ => bail!("an instruction {code:#x} {more} that is not known here"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_shortened_and_functions_renumbered() {
        // One local; call 1; a constant 5; a load; a choice of branches; a shuffle; the end.
        let shuffle = [&[0xfd, 13][..], &[7; 16]].concat();
        let body = [
            &[1, 2, 0x7f, CALL, 0x81, 0x80, 0][..],
            &[0x41, 0x85, 0x80, 0, 0x28, 2, 0x80, 0x80, 0],
            &[0x0e, 2, 0, 1, 0],
            &shuffle,
            &[END],
        ]
        .concat();
        let code = Code::function(&body).expect("a function");
        assert_eq!(code.named().collect::<Vec<_>>(), [(4, 1)]);
        let mut out = Vec::new();
        code.write(&[0, 300], &mut out);
        let expected = [
            &[1, 2, 0x7f, CALL, 0xac, 2][..],
            &[0x41, 5, 0x28, 2, 0],
            &[0x0e, 2, 0, 1, 0],
            &shuffle,
            &[END],
        ];
        assert_eq!(out, expected.concat());
    }

    #[test]
    fn what_is_not_known_is_refused() {
        assert!(Code::function(&[0, 0xff, END]).is_err());
        assert!(Code::function(&[0, 0xfc, 99, END]).is_err());
        assert!(Code::function(&[0, CALL]).is_err());
    }
}
