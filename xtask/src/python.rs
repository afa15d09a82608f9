//! The Python package: built, installed into an environment of its own under the
//! folder that cargo builds in, and tested there.

use crate::Install;
use crate::steps::{Steps, finds, root, target};
use crate::workspace::Workspace;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests need, with versions and hashes.
const REQUIREMENTS: &str = "python/requirements-test.txt";

/// Build the package and run its tests, with the lints of its module.
pub(crate) fn python(steps: &mut Steps, install: Install) -> Result<()> {
    let Some(home) = prepare(steps, install)? else { return Ok(()) };
    let mut lints = Workspace::find()?.cargo(&["clippy", "--all-targets"]);
    steps.run("lints", lints.args(["--", "-D", "warnings"]))?;
    test(steps, &home)
}

/// The environment that the package is tested in, made if that may be done; `None` where
/// it cannot be.
pub(crate) fn prepare(steps: &mut Steps, install: Install) -> Result<Option<PathBuf>> {
    let Some(interpreter) = interpreter() else {
        if install == Install::Yes {
            bail!("the Python package cannot be tested: there is no Python 3.10 or newer");
        }
        steps.skip("Python package", "there is no Python 3.10 or newer");
        return Ok(None);
    };
    let home = home()?;
    if !is_installed(&home)? {
        if install == Install::No {
            let why = "its test environment is not installed; --install fetches it";
            steps.skip("Python package", why);
            return Ok(None);
        }
        environment(steps, interpreter, &home)?;
    }
    Ok(Some(home))
}

/// The interpreter of the environment, where that is installed.
pub(crate) fn installed() -> Result<Option<PathBuf>> {
    let home = home()?;
    Ok((interpreter().is_some() && is_installed(&home)?).then(|| executable(&home, "python")))
}

fn home() -> Result<PathBuf> {
    Ok(target()?.join("python"))
}

/// Build the package, install it, and run its tests.
pub(crate) fn test(steps: &mut Steps, home: &Path) -> Result<()> {
    build(steps, home)?;
    let mut tests = program(home, "python");
    // Not from python/, whose sources would stand in the way of what is installed.
    tests.args(["-m", "pytest", "-p", "no:cacheprovider", "-c", "python/pyproject.toml"]);
    tests.arg("python/tests").current_dir(root());
    steps.run("Python package", &mut tests)?;
    // What needs PyTorch says so and is skipped where that is not installed.
    let mut sparse = program(home, "python");
    sparse.args(["-m", "unittest", "discover", "python/sparse"]).current_dir(root());
    steps.run("trainer of sparse networks", &mut sparse)
}

/// A Python that is new enough.
fn interpreter() -> Option<&'static str> {
    let question = ["-c", "import sys, venv; sys.exit(sys.version_info < (3, 10))"];
    ["python3", "python"].into_iter().find(|name| finds(name, &question))
}

/// Where the environment notes what it was made for.
fn note(home: &Path) -> PathBuf {
    home.join("requirements.txt")
}

fn is_installed(home: &Path) -> Result<bool> {
    let wanted = std::fs::read(root().join(REQUIREMENTS)).context(REQUIREMENTS)?;
    Ok(std::fs::read(note(home)).is_ok_and(|there| there == wanted))
}

fn environment(steps: &mut Steps, interpreter: &str, home: &Path) -> Result<()> {
    let mut make = Command::new(interpreter);
    make.args(["-m", "venv", "--clear"]).arg(home);
    steps.run("Python environment", &mut make)?;
    let mut fetch = program(home, "python");
    fetch.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    fetch.args(["--require-hashes", "--only-binary", ":all:", "--requirement", REQUIREMENTS]);
    steps.run("Python packages", fetch.current_dir(root()))?;
    std::fs::copy(root().join(REQUIREMENTS), note(home))?;
    Ok(())
}

/// A wheel as the other tests are built, installed. With its feature `shared` it has the
/// features of the whole workspace, so that only the module itself is left to build.
fn build(steps: &mut Steps, home: &Path) -> Result<()> {
    let wheels = target()?.join("wheels");
    if wheels.is_dir() {
        std::fs::remove_dir_all(&wheels)?;
    }
    let mut build = program(home, "maturin");
    build.args(["build", "--quiet", "--profile", "dev", "--strip", "--locked", "--out"]);
    build.arg(&wheels).args(["--features", "module,shared", "--interpreter"]);
    build.arg(executable(home, "python")).current_dir(root().join("python"));
    build.env("CARGO_TARGET_DIR", target()?);
    // As in the workspace's steps, or cargo would build its bindings twice.
    build.env("PYO3_PYTHON", executable(home, "python"));
    steps.run("Python wheel", &mut build)?;
    let mut wheel = std::fs::read_dir(&wheels)?;
    let wheel = wheel.next().context("maturin built no wheel")??.path();
    let mut put = program(home, "python");
    put.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    put.args(["--no-deps", "--force-reinstall", "--no-index"]).arg(wheel);
    steps.run("Python wheel installed", &mut put)
}

/// A program of the environment.
fn executable(home: &Path, name: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    home.join(folder).join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

fn program(home: &Path, name: &str) -> Command {
    let mut command = Command::new(executable(home, name));
    // Nobody else's packages, and no second copy of what is read once.
    command.env("VIRTUAL_ENV", home).env("PYTHONDONTWRITEBYTECODE", "1").env_remove("PYTHONPATH");
    command
}
