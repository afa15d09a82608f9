//! WebAssembly files without what nobody runs: names of functions, versions of tools.
//!
//! Some compilers leave them in, whatever the profile says, and they are half of a file.

use anyhow::{Context, Result, bail};

/// The magic number and the version.
const HEAD: usize = 8;
/// The kind of a section that no engine needs.
const CUSTOM: u8 = 0;

/// The same module without its custom sections.
pub(crate) fn needed(module: &[u8]) -> Result<Vec<u8>> {
    let (head, mut rest) = module.split_at_checked(HEAD).context("no WebAssembly module")?;
    if !head.starts_with(b"\0asm") {
        bail!("no WebAssembly module");
    }
    let mut kept = head.to_vec();
    while let Some(&kind) = rest.first() {
        let (size, count) = length(&rest[1..])?;
        let end = 1 + count + size;
        let section = rest.get(..end).context("a section goes beyond the end")?;
        if kind != CUSTOM {
            kept.extend_from_slice(section);
        }
        rest = &rest[end..];
    }
    Ok(kept)
}

/// A number in groups of seven bits, and how many bytes it takes.
fn length(bytes: &[u8]) -> Result<(usize, usize)> {
    let mut number = 0;
    for (i, &byte) in bytes.iter().enumerate().take(5) {
        number |= usize::from(byte & 127) << (7 * i);
        if byte < 128 {
            return Ok((number, i + 1));
        }
    }
    bail!("the length of a section has no end");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn custom_sections_go_and_others_stay() {
        let head = b"\0asm\x01\0\0\0";
        let code = [&[10, 0x82, 0x01][..], &[7; 130]].concat();
        let name = [CUSTOM, 5, 4, b'n', b'a', b'm', b'e'];
        let module = [&head[..], &name, &code, &name].concat();
        assert_eq!(needed(&module).expect("a module"), [&head[..], &code].concat());
    }

    #[test]
    fn what_is_no_module_is_refused() {
        for wrong in [
            &b"\0as"[..],
            b"\0bsm\x01\0\0\0",
            b"\0asm\x01\0\0\0\x0a\x05",
            b"\0asm\x01\0\0\0\x0a\xff\xff\xff\xff\xff",
        ] {
            assert!(needed(wrong).is_err());
        }
    }
}
