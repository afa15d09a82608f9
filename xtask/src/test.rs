//! `cargo xtask test`: the steps, quickest and most telling first.

use crate::blessed::{self, Blessing};
use crate::steps::{Steps, cargo, root, target};
use crate::web::Pictures;
use crate::workspace::Workspace;
use crate::{Install, js, python, supply, types, web};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

#[derive(Copy, Clone, PartialEq)]
pub(crate) enum Extent {
    Fast,
    Full,
}

pub(crate) fn test(steps: &mut Steps, extent: Extent, install: Install) -> Result<()> {
    steps.cargo("format", &["fmt", "--all", "--check"])?;
    let python = match extent {
        Extent::Full => python::prepare(steps, install)?,
        Extent::Fast => None,
    };
    let workspace = Workspace::find()?;
    let mut lints = workspace.cargo(&["clippy", "--all-targets"]);
    steps.run("lints", lints.args(["--", "-D", "warnings"]))?;
    steps.run(
        "documents",
        workspace.cargo(&["doc", "--no-deps"]).env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    // Not the examples, which the lints have compiled: each is a search of its own.
    steps.run("tests", &mut workspace.cargo(&["test", "--lib", "--bins", "--tests"]))?;
    steps.run("documents' examples", &mut workspace.cargo(&["test", "--doc"]))?;
    if extent == Extent::Full {
        full(steps, &workspace, install)?;
        if let Some(home) = python {
            python::test(steps, &home)?;
        }
        web::web(steps, install)?;
        web::browser(steps, &workspace, Pictures::Leave, install)?;
    }
    Ok(())
}

fn full(steps: &mut Steps, workspace: &Workspace, install: Install) -> Result<()> {
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
    // A feature that nobody else builds: the files of both kinds, by the one reader.
    let parquet = ["--package", "takeback-train", "--package", "takeback-league"];
    steps.run(
        "Parquet",
        cargo(&["test", "--quiet", "--lib", "--tests"])
            .args(parquet)
            .args(["--features", "takeback-league/parquet"]),
    )?;
    let mut new_game = workspace.cargo(&["test", "--test", "new_game"]);
    steps.run("a new game, every command", new_game.args(["--", "--ignored"]))?;
    binary(steps, workspace)?;
    let laws = ["verify", "all", "--plies", "60000"];
    steps.run("laws", Command::new(takeback()?).args(laws).current_dir(root()))?;
    blessed::golden(steps, workspace, Blessing::Compare)?;
    blessed::signature(steps, Blessing::Compare)?;
    types::types(steps, workspace, Blessing::Compare)?;
    recorded_data(steps)?;
    crate::fuzz::fuzz(steps, workspace, "10")?;
    supply::supply(steps)?;
    js::js(steps, workspace, Blessing::Compare, install)
}

/// Build the program that the later steps run.
pub(crate) fn binary(steps: &mut Steps, workspace: &Workspace) -> Result<()> {
    workspace.program(steps, "binary", "takeback")
}

/// That program.
pub(crate) fn takeback() -> Result<PathBuf> {
    built("takeback")
}

/// A program of the workspace.
pub(crate) fn built(name: &str) -> Result<PathBuf> {
    Ok(target()?.join("debug").join(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
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
