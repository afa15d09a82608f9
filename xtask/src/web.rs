//! The page: built from `web/`, committed under `crates/server/page`.

use crate::Install;
use crate::steps::{Steps, finds, root};
use crate::test::{binary, takeback};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use flate2::{Compression, GzBuilder};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What `cargo xtask browser` is asked to do.
#[derive(Copy, Clone, PartialEq)]
pub(crate) enum Pictures {
    /// Only test.
    Leave,
    /// Write the pictures of the README anew.
    Write,
}

/// Build the page again and compare it with the committed files.
pub(crate) fn web(steps: &mut Steps, install: Install) -> Result<()> {
    if !packages(steps, "page", install)? {
        return Ok(());
    }
    let built = root().join("crates/server/page");
    let before = files(&built)?;
    steps.run("page", &mut npm(&["run", "build"]))?;
    steps.act("page packed", || pack(&built))?;
    steps.run("clicks", &mut npm(&["run", "unit"]))?;
    steps.act("page as committed", || compare(&before, &files(&built)?))
}

/// Pack the WebAssembly files: they are three quarters air, and the page is part of the program.
fn pack(built: &Path) -> Result<()> {
    for (path, content) in files(built)? {
        if path.extension().is_some_and(|ending| ending == "wasm") {
            std::fs::write(path.with_extension("wasm.gz"), packed(&content)?)?;
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The same bytes for the same content, everywhere: no name, no time, and a packer of which
/// `Cargo.lock` says the version.
fn packed(content: &[u8]) -> Result<Vec<u8>> {
    let mut packer =
        GzBuilder::new().operating_system(UNKNOWN).write(Vec::new(), Compression::best());
    packer.write_all(content)?;
    Ok(packer.finish()?)
}

/// The system that gzip writes down where there is none to name.
const UNKNOWN: u8 = 255;

fn compare(before: &[(PathBuf, Vec<u8>)], after: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let differs = |files: &[(PathBuf, Vec<u8>)], other: &[(PathBuf, Vec<u8>)]| {
        let new = files.iter().filter(|file| !other.contains(file));
        new.map(|(path, _)| path.display().to_string()).collect::<Vec<_>>()
    };
    let mut names = differs(before, after);
    names.extend(differs(after, before));
    names.sort();
    names.dedup();
    if names.is_empty() { Ok(()) } else { bail!("built anew; commit {}", names.join(", ")) }
}

/// Play every game in a real browser.
pub(crate) fn browser(
    steps: &mut Steps,
    workspace: &Workspace,
    pictures: Pictures,
    install: Install,
) -> Result<()> {
    let Some(()) = ready(steps, "browser", install)? else { return Ok(()) };
    binary(steps, workspace)?;
    let mut tests = npm(&["run", "browser"]);
    if pictures == Pictures::Write {
        tests.args(["--", "--pictures", "../docs/pictures"]);
    }
    steps.run("browser", tests.env("TAKEBACK", takeback()?))?;
    if pictures == Pictures::Leave {
        let mut site = npm(&["run", "site"]);
        steps.run("page without a server", site.env("TAKEBACK", takeback()?))?;
    }
    Ok(())
}

/// Whether a browser and what drives it are there, installed if that may be done.
pub(crate) fn ready(steps: &mut Steps, step: &str, install: Install) -> Result<Option<()>> {
    if !packages(steps, step, install)? {
        return Ok(None);
    }
    if !chromium() && install == Install::No {
        steps.skip(step, "there is none: name one in CHROMIUM, or --install Debian's");
        return Ok(None);
    }
    if !chromium() {
        // Without the usual letters, in whatever there is, pages are wider.
        let packages = ["install", "-y", "chromium", "fonts-liberation"];
        steps.run("chromium", Command::new("apt-get").args(packages))?;
    }
    Ok(Some(()))
}

/// Whether a browser is there.
fn chromium() -> bool {
    let known = ["chromium", "chromium-browser", "google-chrome"];
    std::env::var_os("CHROMIUM").is_some() || known.iter().any(|name| finds(name, &["--version"]))
}

/// Whether the packages of `web/` are there, installed if that may be done.
fn packages(steps: &mut Steps, step: &str, install: Install) -> Result<bool> {
    if !finds("npm", &["--version"]) {
        steps.skip(step, "there is no npm");
        return Ok(false);
    }
    // npm writes this file when it is done.
    let is_installed = || {
        let changed = |file: &str| root().join("web").join(file).metadata()?.modified();
        let there = changed("node_modules/.package-lock.json");
        there.is_ok_and(|there| changed("package-lock.json").is_ok_and(|lock| there >= lock))
    };
    if is_installed() {
        return Ok(true);
    }
    if install == Install::No {
        steps.skip(step, "the packages of web/ are not installed; --install fetches them");
        return Ok(false);
    }
    steps.run("packages of the page", &mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    Ok(true)
}

fn npm(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir(root().join("web"));
    command
}

/// Every file below, sorted, with its content.
pub(crate) fn files(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).with_context(|| folder.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let content = std::fs::read(&path)?;
                found.push((path, content));
            }
        }
    }
    found.sort();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::read::GzDecoder;
    use std::io::Read;

    #[test]
    fn what_is_packed_is_the_same_every_time_and_comes_back() {
        let content: Vec<u8> = (0..10_000_u32).flat_map(|n| (n / 7).to_le_bytes()).collect();
        let once = packed(&content).expect("packed");
        assert_eq!(once, packed(&content).expect("packed again"));
        assert!(once.len() < content.len() / 2);
        assert_eq!(once[4..8], [0; 4], "no time");
        let mut back = Vec::new();
        GzDecoder::new(&*once).read_to_end(&mut back).expect("unpacked");
        assert_eq!(back, content);
    }
}
