//! Chores. `cargo xtask test` is the one command that tests everything.

mod steps;
mod web;

use anyhow::Result;
use std::path::Path;
use std::process::{Command, ExitCode};
use steps::{Steps, cargo, root};
use web::Pictures;

const HELP: &str = "cargo xtask COMMAND

  test          format, lints, documents, all tests, the table's model, the page and a browser (where
                there is npm), laws, recorded data
  test --fast   only format, lints, documents and tests
  web           build the page from web/ and compare it with the committed files (needs npm)
  browser       play every game in Chromium; --pictures writes docs/pictures (needs npm)
  bench-docs    measure everything and write docs/benchmarks.md (idle machine!)";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test(Extent::Full),
        ["test", "--fast"] => test(Extent::Fast),
        ["web"] => web::web(&mut Steps::default()),
        ["browser"] => web::browser(&mut Steps::default(), Pictures::Leave),
        ["browser", "--pictures"] => web::browser(&mut Steps::default(), Pictures::Write),
        ["bench-docs"] => bench_docs(),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[derive(Copy, Clone, PartialEq)]
enum Extent {
    Fast,
    Full,
}

/// Games with recorded data of their own.
const RECORDED: [&str; 5] = ["battlesnake", "cotulenh", "gofish", "hex", "ringrift"];

fn test(extent: Extent) -> Result<()> {
    let mut steps = Steps::default();
    steps.cargo("format", &["fmt", "--all", "--check"])?;
    steps.cargo(
        "lints",
        &[
            "clippy",
            "--quiet",
            "--workspace",
            "--exclude",
            "peers",
            "--all-targets",
            "--",
            "-D",
            "warnings",
        ],
    )?;
    steps.run(
        "documents",
        cargo(&["doc", "--quiet", "--workspace", "--exclude", "peers", "--no-deps"])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )?;
    // Not the examples, which the lints have compiled: each is a search of its own.
    let tests = ["test", "--quiet", "--workspace", "--exclude", "peers"];
    steps.cargo("tests", &[&tests[..], &["--lib", "--bins", "--tests"]].concat())?;
    steps.cargo("documents' examples", &[&tests[..], &["--doc"]].concat())?;
    if extent == Extent::Full {
        // Every interleaving of a small model, with atomics that are watched.
        steps.run(
            "model of the table",
            cargo(&["test", "--quiet", "--package", "takeback-search", "--test", "table_model"])
                .env("RUSTFLAGS", "--cfg loom")
                .env("CARGO_TARGET_DIR", root().join("target/loom")),
        )?;
        steps.cargo(
            "binary",
            &["build", "--quiet", "--profile", "quick", "--package", "takeback"],
        )?;
        let takeback = root().join("target/quick/takeback");
        steps.run(
            "laws",
            Command::new(&takeback).args(["verify", "all", "--plies", "60000"]).current_dir(root()),
        )?;
        recorded_data(&mut steps, &takeback)?;
        if web::has_npm() {
            web::web(&mut steps)?;
            web::browser(&mut steps, Pictures::Leave)?;
        } else {
            println!("page and browser: there is no npm here, passed over");
        }
    }
    println!("{} passed, 0 failed", steps.passed);
    Ok(())
}

/// Recorded data lies beside the project; a clone without it tests itself with
/// the golden data of its own.
fn recorded_data(steps: &mut Steps, takeback: &Path) -> Result<()> {
    let vectors = root().join("../shared/vectors");
    if !vectors.is_dir() {
        println!("recorded data: none beside this checkout, passed over");
        return Ok(());
    }
    for game in RECORDED {
        let known = Command::new(takeback).args(["games", game]).output()?.status.success();
        if known {
            let mut check = Command::new(takeback);
            check.args(["check", game]).arg(vectors.join(game));
            steps.run(&format!("recorded data of {game}"), &mut check)?;
        }
    }
    Ok(())
}

fn bench_docs() -> Result<()> {
    let mut steps = Steps::default();
    steps.cargo(
        "benchmarks",
        &["run", "--release", "--package", "takeback", "--", "bench", "all", "--docs", "docs"],
    )
}
