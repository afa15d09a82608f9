//! `cargo xtask test`: the steps, quickest and most telling first.

use crate::blessed::{self, Blessing};
use crate::steps::{Steps, cargo, root, target};
use crate::web::Pictures;
use crate::{Install, js, python, supply, types, web};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

#[derive(Copy, Clone, PartialEq)]
pub(crate) enum Extent {
    Fast,
    Full,
}

/// What this program tests are all packages of the workspace.
const ALL: [&str; 2] = ["--quiet", "--workspace"];

pub(crate) fn test(steps: &mut Steps, extent: Extent, install: Install) -> Result<()> {
    steps.cargo("format", &["fmt", "--all", "--check"])?;
    let lints = ["clippy", "--all-targets"];
    steps.cargo("lints", &[&lints[..], &ALL, &["--", "-D", "warnings"]].concat())?;
    steps.run(
        "documents",
        cargo(&[&["doc", "--no-deps"], &ALL[..]].concat()).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    // Not the examples, which the lints have compiled: each is a search of its own.
    steps.cargo("tests", &[&["test"], &ALL[..], &["--lib", "--bins", "--tests"]].concat())?;
    steps.cargo("documents' examples", &[&["test"], &ALL[..], &["--doc"]].concat())?;
    if extent == Extent::Full {
        full(steps, install)?;
    }
    Ok(())
}

fn full(steps: &mut Steps, install: Install) -> Result<()> {
    // Every interleaving of a small model, with atomics that are watched.
    steps.run(
        "model of the table",
        cargo(&[
            "test",
            "--quiet",
            "--package",
            "takeback-search",
            "--test",
            "transposition_model",
        ])
        .env("RUSTFLAGS", "--cfg loom")
        .env("CARGO_TARGET_DIR", target()?.join("loom")),
    )?;
    steps.cargo(
        "a new game, every command",
        &["test", "--quiet", "--package", "takeback", "--test", "new_game", "--", "--ignored"],
    )?;
    binary(steps)?;
    let laws = ["verify", "all", "--plies", "60000"];
    steps.run("laws", Command::new(takeback()?).args(laws).current_dir(root()))?;
    blessed::golden(steps, Blessing::Compare)?;
    blessed::signature(steps, Blessing::Compare)?;
    types::types(steps, Blessing::Compare)?;
    recorded_data(steps)?;
    crate::fuzz::fuzz(steps, "10")?;
    supply::supply(steps)?;
    js::js(steps, Blessing::Compare, install)?;
    python::python(steps, install)?;
    web::web(steps, install)?;
    web::browser(steps, Pictures::Leave, install)
}

/// Build the program that the later steps run.
pub(crate) fn binary(steps: &mut Steps) -> Result<()> {
    // As the tests are built: most of it is there already, and every assertion is on.
    steps.cargo("binary", &["build", "--quiet", "--package", "takeback"])
}

/// That program.
pub(crate) fn takeback() -> Result<PathBuf> {
    Ok(target()?.join("debug").join(format!("takeback{}", std::env::consts::EXE_SUFFIX)))
}

/// Recorded data lies beside the project; a clone without it tests itself with
/// the golden games of its own.
fn recorded_data(steps: &mut Steps) -> Result<()> {
    let vectors = root().join("../shared/vectors");
    if !vectors.is_dir() {
        steps.skip("recorded data", "there is none beside this checkout");
        return Ok(());
    }
    let mut folders: Vec<PathBuf> =
        std::fs::read_dir(&vectors)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = Command::new(takeback()?).args(["games", &name]).output()?.status.success();
        if known {
            let mut check = Command::new(takeback()?);
            check.args(["check", &name]).arg(&folder);
            steps.run(&format!("recorded data of {name}"), &mut check)?;
        }
    }
    Ok(())
}
