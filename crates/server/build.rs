//! Lists the files under `page/`, so that the page is part of the program.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=page");
    let page = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where")).join("page");
    let mut paths = Vec::new();
    walk(&page, &mut paths)?;
    paths.sort();
    let mut list = format!("static FILES: [File; {}] = [\n", paths.len());
    for path in paths {
        let name = path.strip_prefix(&page).expect("found below").to_string_lossy();
        let name = name.replace('\\', "/");
        let tag = format!("{:016x}", hash(&fs::read(&path)?));
        let (plain, is_packed) = match name.strip_suffix(".gz") {
            Some(plain) => (plain, true),
            None => (&*name, false),
        };
        writeln!(list, "    File::new({plain:?}, include_bytes!({path:?}), {is_packed}, {tag:?}),")
            .expect("a string takes it");
    }
    list.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("page.rs"), list)
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, found)?;
        } else {
            found.push(path);
        }
    }
    Ok(())
}

/// FNV-1a: tells one version of a file from another, no more.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, step)
}
