//! The page: built from `web/`, committed under `crates/server/page`.

use crate::steps::{Steps, root};
use anyhow::{Context, Result, bail};
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
pub(crate) fn web(steps: &mut Steps) -> Result<()> {
    let built = root().join("crates/server/page");
    let before = files(&built)?;
    install(steps)?;
    steps.run("page", &mut npm(&["run", "build"]))?;
    steps.run("clicks", &mut npm(&["run", "unit"]))?;
    let after = files(&built)?;
    if before == after {
        println!("the committed page is what its sources give");
        return Ok(());
    }
    let differs = |files: &[(PathBuf, Vec<u8>)], other: &[(PathBuf, Vec<u8>)]| {
        let new = files.iter().filter(|file| !other.contains(file));
        new.map(|(path, _)| path.display().to_string()).collect::<Vec<_>>()
    };
    let mut names = differs(&before, &after);
    names.extend(differs(&after, &before));
    names.sort();
    names.dedup();
    bail!("the page was built anew; commit {}", names.join(", "));
}

/// Play every game in a real browser.
pub(crate) fn browser(steps: &mut Steps, pictures: Pictures) -> Result<()> {
    steps.cargo("binary", &["build", "--profile", "quick", "--package", "takeback"])?;
    chromium(steps)?;
    install(steps)?;
    let mut tests = npm(&["run", "browser"]);
    if pictures == Pictures::Write {
        tests.args(["--", "--pictures", "../docs/pictures"]);
    }
    steps.run("browser", tests.env("TAKEBACK", root().join("target/quick/takeback")))
}

/// Debian's browser, installed if there is none and this may be done.
fn chromium(steps: &mut Steps) -> Result<()> {
    let known = std::env::var_os("CHROMIUM").is_some()
        || ["chromium", "chromium-browser", "google-chrome"].iter().any(|name| finds(name));
    if known {
        return Ok(());
    }
    steps
        .run("chromium", Command::new("apt-get").args(["install", "-y", "chromium"]))
        .context("install chromium, or name a browser in CHROMIUM")
}

fn finds(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|out| out.status.success())
}

fn install(steps: &mut Steps) -> Result<()> {
    steps.run("packages", &mut npm(&["ci", "--no-audit", "--no-fund"]))
}

fn npm(args: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.args(args).current_dir(root().join("web"));
    command
}

/// Whether the page can be built here at all.
pub(crate) fn has_npm() -> bool {
    finds("npm")
}

/// Every file below, sorted, with its content.
fn files(folder: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>> {
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
