//! The parts of a module. Names of functions and versions of tools are custom ones, which no engine needs; some
//! compilers leave them in, whatever the profile says, and they are half of a file.

use super::bytes::Reader;
use anyhow::{Context, Result, bail};

/// The magic number and the version.
pub(super) const HEAD: usize = 8;
/// The kind of a section that no engine needs.
const CUSTOM: u8 = 0;

pub(super) struct Section<'a> {
    pub(super) kind: u8,
    pub(super) content: &'a [u8],
}

impl Section<'_> {
    pub(super) fn is_custom(&self) -> bool {
        self.kind == CUSTOM
    }
}

pub(super) fn sections(module: &[u8]) -> Result<Vec<Section<'_>>> {
    let (head, rest) = module.split_at_checked(HEAD).context("no WebAssembly module")?;
    if !head.starts_with(b"\0asm") {
        bail!("no WebAssembly module");
    }
    let mut reader = Reader(rest);
    let mut sections = Vec::new();
    while !reader.is_empty() {
        sections.push(Section { kind: reader.byte()?, content: reader.sized()? });
    }
    Ok(sections)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_module_is_refused() {
        for wrong in [
            &b"\0as"[..],
            b"\0bsm\x01\0\0\0",
            b"\0asm\x01\0\0\0\x0a\x05",
            b"\0asm\x01\0\0\0\x0a\xff\xff\xff\xff\xff",
        ] {
            assert!(sections(wrong).is_err());
        }
    }
}
