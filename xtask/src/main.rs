//! Chores. `cargo xtask test` is the one command that tests everything.

mod blessed;
mod fuzz;
mod js;
mod python;
mod release;
mod sanitize;
mod steps;
mod supply;
mod test;
mod types;
mod wasm;
mod web;
mod workspace;

use anyhow::Result;
use blessed::Blessing;
use std::process::ExitCode;
use steps::Steps;
use test::Extent;
use web::Pictures;
use workspace::Workspace;

const HELP: &str = "cargo xtask COMMAND [--install]

  test          everything: format, lints, documents, all tests, the table's model, a new game, laws,
                golden games, signature, recorded data, supply chain, the npm package, the Python
                package, the page and a browser
  test --fast   only format, lints, documents and tests
  golden        compare the golden games with the rules; --bless writes them anew
  signature     compare what fixed searches find with docs/signature.txt; --bless writes it anew
  types         compare the description of the interface (crates/server/openapi.json) and the schema
                of web/ and js/ with the server's types; --bless writes them anew
  fuzz          damaged input for every reader, ten seconds each; --seconds N for longer
  sanitize      the address sanitizer over the readers, the thread sanitizer over searches
  supply        licences, sources, duplicates, packages, public interface (cargo-deny,
                cargo-semver-checks where they are installed)
  web           build the page from web/ and js/ and compare it with the committed files (needs npm;
                after js --bless the page has new files too)
  browser       play every game in Chromium, with a server and without; --pictures writes
                docs/pictures (needs npm)
  js            test the npm package in js/ in Node and Chromium, and that its files are as new as
                their sources; --bless builds them anew (needs a WebAssembly target)
  python        build the Python package and test it in an environment of its own
  release       what a release carries, into target/dist or --out DIR: the program, the npm package,
                the page without a server as an archive
  bench-docs    measure everything and write docs/benchmarks.md (idle machine!)

What needs something that is not here is skipped and said to be. --install lets a chore install it
(npm and Python packages, Debian's chromium); it is on where CI=true.";

/// Whether a chore may install what it needs.
#[derive(Copy, Clone, PartialEq)]
pub(crate) enum Install {
    No,
    Yes,
}

fn main() -> ExitCode {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let before = args.len();
    args.retain(|arg| arg != "--install");
    let is_ci = std::env::var("CI").is_ok_and(|ci| ci == "true");
    let install = if is_ci || args.len() < before { Install::Yes } else { Install::No };
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut steps = Steps::default();
    let Some(done) = run(&words, install, &mut steps) else {
        eprintln!("{HELP}");
        return ExitCode::from(2);
    };
    if let Err(error) = &done {
        eprintln!("xtask: {error:#}");
    }
    steps.tell();
    if done.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The chore of this name; `None` when there is no such.
fn run(words: &[&str], install: Install, steps: &mut Steps) -> Option<Result<()>> {
    Some(match words {
        ["test"] => test::test(steps, Extent::Full, install),
        ["test", "--fast"] => test::test(steps, Extent::Fast, install),
        ["golden" | "signature"] => compare(words[0], steps, Blessing::Compare),
        ["golden" | "signature", "--bless"] => compare(words[0], steps, Blessing::Write),
        ["types"] => types(steps, Blessing::Compare),
        ["types", "--bless"] => types(steps, Blessing::Write),
        ["fuzz"] => fuzz(steps, "10"),
        ["fuzz", "--seconds", seconds] => fuzz(steps, seconds),
        ["sanitize"] => sanitize::sanitize(steps),
        ["supply"] => supply::supply(steps),
        ["web"] => web::web(steps, install),
        ["browser"] => browser(steps, Pictures::Leave, install),
        ["browser", "--pictures"] => browser(steps, Pictures::Write, install),
        ["js"] => js(steps, Blessing::Compare, install),
        ["js", "--bless"] => js(steps, Blessing::Write, install),
        ["python"] => python::python(steps, install),
        ["release"] => release::release(steps, "target/dist"),
        ["release", "--out", out] => release::release(steps, out),
        ["bench-docs"] => steps.cargo(
            "benchmarks",
            &["run", "--release", "--package", "takeback-metered", "--", "all", "--docs", "docs"],
        ),
        _ => return None,
    })
}

/// What is committed as right, by itself: the program is built first.
fn compare(what: &str, steps: &mut Steps, blessing: Blessing) -> Result<()> {
    let workspace = Workspace::find()?;
    test::binary(steps, &workspace)?;
    match what {
        "golden" => blessed::golden(steps, &workspace, blessing),
        _ => blessed::signature(steps, blessing),
    }
}

fn fuzz(steps: &mut Steps, seconds: &str) -> Result<()> {
    fuzz::fuzz(steps, &Workspace::find()?, seconds)
}

fn js(steps: &mut Steps, blessing: Blessing, install: Install) -> Result<()> {
    js::js(steps, &Workspace::find()?, blessing, install)
}

fn browser(steps: &mut Steps, pictures: Pictures, install: Install) -> Result<()> {
    web::browser(steps, &Workspace::find()?, pictures, install)
}

fn types(steps: &mut Steps, blessing: Blessing) -> Result<()> {
    types::types(steps, &Workspace::find()?, blessing)
}
