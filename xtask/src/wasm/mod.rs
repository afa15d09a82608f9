//! WebAssembly files as small as they get without other tools: what nobody runs goes, numbers take as few bytes as
//! they need, functions that say the same become one, and like stands beside like for who packs the file.
//!
//! Nothing is calculated differently: the same instructions run in the same order.

mod bytes;
mod code;
mod order;
mod sections;

use anyhow::{Context, Result, bail};
use bytes::{Reader, put, put_sized};
use code::Code;
use sections::{HEAD, Section, sections};
use std::collections::HashMap;

/// The sections that say something of functions.
const IMPORTS: u8 = 2;
const FUNCTIONS: u8 = 3;
const GLOBALS: u8 = 6;
const EXPORTS: u8 = 7;
const START: u8 = 8;
const ELEMENTS: u8 = 9;
const CODE: u8 = 10;

/// The kind of an import or export that is a function.
const FUNCTION: u8 = 0;

/// The same module, smaller, before and after `gzip`.
pub(crate) fn small(module: &[u8]) -> Result<Vec<u8>> {
    let sections = sections(module)?;
    let functions = Functions::read(&sections)?;
    let plan = functions.plan();
    let mut out = module[..HEAD].to_vec();
    for section in sections.iter().filter(|section| !section.is_custom()) {
        let mut content = Vec::new();
        let mut reader = Reader(section.content);
        let context = || format!("section {}", section.kind);
        match section.kind {
            FUNCTIONS => functions.write_types(&plan, &mut content),
            CODE => functions.write_code(&plan, &mut content),
            GLOBALS => globals(&mut reader, &plan.numbers, &mut content).with_context(context)?,
            EXPORTS => exports(&mut reader, &plan.numbers, &mut content).with_context(context)?,
            START => put(&mut content, plan.numbers[reader.count()?] as u64),
            ELEMENTS => elements(&mut reader, &plan.numbers, &mut content).with_context(context)?,
            _ => content.extend_from_slice(section.content),
        }
        out.push(section.kind);
        put_sized(&mut out, &content);
    }
    Ok(out)
}

/// The functions of a module: how many are imported, and the type and code of each of its own.
struct Functions {
    imported: usize,
    own: Vec<(u64, Code)>,
}

/// Which functions stay, in which order, and what each is called then; imported ones first.
struct Plan {
    order: Vec<usize>,
    numbers: Vec<usize>,
}

impl Functions {
    fn read(sections: &[Section]) -> Result<Functions> {
        let content = |kind| {
            let found = sections.iter().find(|section| section.kind == kind);
            Reader(found.map_or(&[0], |section| section.content))
        };
        let (mut types, mut code) = (content(FUNCTIONS), content(CODE));
        let count = types.count()?;
        if code.count()? != count {
            bail!("functions without code");
        }
        let mut own = Vec::new();
        for _ in 0..count {
            own.push((types.number()?, Code::function(code.sized()?)?));
        }
        Ok(Functions { imported: imported(&mut content(IMPORTS))?, own })
    }

    fn plan(&self) -> Plan {
        let same = self.same();
        let kept: Vec<usize> = (0..self.own.len()).filter(|&f| same[f] == f).collect();
        let bytes: Vec<&[u8]> = kept.iter().map(|&f| self.own[f].1.bytes()).collect();
        let order: Vec<usize> = order::by_likeness(&bytes).into_iter().map(|f| kept[f]).collect();
        let mut numbers: Vec<usize> = (0..self.imported + self.own.len()).collect();
        for (place, &f) in order.iter().enumerate() {
            numbers[self.imported + f] = self.imported + place;
        }
        for f in 0..same.len() {
            numbers[self.imported + f] = numbers[self.imported + same[f]];
        }
        Plan { order, numbers }
    }

    /// For each function the first that says the same. Two that differ by calls of two that say the same do so too,
    /// which the next round sees.
    fn same(&self) -> Vec<usize> {
        let mut same: Vec<usize> = (0..self.own.len()).collect();
        loop {
            let called = |f: usize| f.checked_sub(self.imported).map(|f| same[f]).ok_or(f);
            let mut known = HashMap::new();
            let next: Vec<usize> = (0..self.own.len())
                .map(|f| {
                    let (kind, code) = &self.own[f];
                    let named: Vec<_> = code.named().map(|(place, f)| (place, called(f))).collect();
                    *known.entry((kind, code.bytes(), named)).or_insert(f)
                })
                .collect();
            if next == same {
                return same;
            }
            same = next;
        }
    }

    fn write_types(&self, plan: &Plan, out: &mut Vec<u8>) {
        put(out, plan.order.len() as u64);
        for &f in &plan.order {
            put(out, self.own[f].0);
        }
    }

    fn write_code(&self, plan: &Plan, out: &mut Vec<u8>) {
        put(out, plan.order.len() as u64);
        for &f in &plan.order {
            let mut body = Vec::new();
            self.own[f].1.write(&plan.numbers, &mut body);
            put_sized(out, &body);
        }
    }
}

/// How many imports are functions, which are numbered before a module's own.
fn imported(reader: &mut Reader) -> Result<usize> {
    let mut functions = 0;
    for _ in 0..reader.count()? {
        reader.sized()?;
        reader.sized()?;
        match reader.byte()? {
            FUNCTION => {
                functions += 1;
                reader.number()?;
            }
            1 => {
                reader.byte()?;
                limits(reader)?;
            }
            2 => limits(reader)?,
            3 => drop(reader.take(2)?),
            kind => bail!("an import of kind {kind}"),
        }
    }
    Ok(functions)
}

/// The least size of a table or memory, and the most if it is told.
fn limits(reader: &mut Reader) -> Result<()> {
    let told = reader.byte()? & 1;
    for _ in 0..=told {
        reader.number()?;
    }
    Ok(())
}

fn globals(reader: &mut Reader, numbers: &[usize], out: &mut Vec<u8>) -> Result<()> {
    let count = reader.number()?;
    put(out, count);
    for _ in 0..count {
        out.extend_from_slice(reader.take(2)?);
        Code::constant(reader)?.write(numbers, out);
    }
    Ok(())
}

fn exports(reader: &mut Reader, numbers: &[usize], out: &mut Vec<u8>) -> Result<()> {
    let count = reader.number()?;
    put(out, count);
    for _ in 0..count {
        put_sized(out, reader.sized()?);
        let (kind, index) = (reader.byte()?, reader.count()?);
        out.push(kind);
        put(out, if kind == FUNCTION { numbers[index] } else { index } as u64);
    }
    Ok(())
}

/// What calls by a table find in it.
fn elements(reader: &mut Reader, numbers: &[usize], out: &mut Vec<u8>) -> Result<()> {
    let count = reader.number()?;
    put(out, count);
    for _ in 0..count {
        let form = reader.number()?;
        if form != 0 {
            bail!("elements of a form {form} that is not known here");
        }
        put(out, form);
        Code::constant(reader)?.write(numbers, out);
        let functions = reader.number()?;
        put(out, functions);
        for _ in 0..functions {
            put(out, numbers[reader.count()?] as u64);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn section(kind: u8, content: &[u8]) -> Vec<u8> {
        let mut out = vec![kind];
        put_sized(&mut out, content);
        out
    }

    /// A function without locals, as it stands in its section.
    fn function(code: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        put_sized(&mut out, &[&[0], code, &[0x0b]].concat());
        out
    }

    /// One imported function and `functions` of a type without operands; the table holds all but the imported one,
    /// and the last is exported.
    fn module(functions: &[Vec<u8>]) -> Vec<u8> {
        let count = functions.len() as u8;
        let table: Vec<u8> = [0, 0x41, 0, 0x0b, count].into_iter().chain(1..=count).collect();
        [
            b"\0asm\x01\0\0\0".to_vec(),
            section(1, &[1, 0x60, 0, 0]),
            section(IMPORTS, &[1, 1, b'm', 1, b'f', FUNCTION, 0]),
            section(FUNCTIONS, &[&[count][..], &vec![0; functions.len()]].concat()),
            section(EXPORTS, &[1, 1, b'x', FUNCTION, count]),
            section(ELEMENTS, &[&[1][..], &table].concat()),
            section(CODE, &[&[count][..], &functions.concat()].concat()),
            section(0, &[4, b'n', b'a', b'm', b'e']),
        ]
        .concat()
    }

    #[test]
    fn names_go_and_numbers_are_as_short_as_can_be() {
        let long = module(&[function(&[0x10, 0x80, 0x80, 0x80, 0x80, 0])]);
        let short = module(&[function(&[0x10, 0])]);
        let unnamed = &short[..short.len() - section(0, &[4, 0, 0, 0, 0]).len()];
        assert_eq!(small(&long).expect("a module"), unnamed);
    }

    #[test]
    fn functions_that_say_the_same_are_one_and_so_are_their_callers() {
        let leaf = || function(&[0x41, 7, 0x1a]);
        let (calls_first, calls_second) = (function(&[0x10, 1]), function(&[0x10, 2]));
        let small = small(&module(&[leaf(), leaf(), calls_first, calls_second])).expect("a module");
        let sections = sections(&small).expect("a module");
        let content = |kind| sections.iter().find(|s| s.kind == kind).expect("a section").content;
        assert_eq!(content(CODE), [&[2][..], &leaf(), &function(&[0x10, 1])].concat());
        assert_eq!(content(ELEMENTS), [1, 0, 0x41, 0, 0x0b, 4, 1, 1, 2, 2]);
        assert_eq!(content(EXPORTS), [1, 1, b'x', FUNCTION, 2]);
    }
}
