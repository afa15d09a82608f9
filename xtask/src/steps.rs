//! Commands one after the other.

use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Runs commands one after the other, says what and how long, stops at the
/// first that fails.
#[derive(Default)]
pub(crate) struct Steps {
    pub(crate) passed: u32,
}

impl Steps {
    pub(crate) fn cargo(&mut self, name: &str, args: &[&str]) -> Result<()> {
        self.run(name, &mut cargo(args))
    }

    pub(crate) fn run(&mut self, name: &str, command: &mut Command) -> Result<()> {
        println!("== {name}");
        let start = Instant::now();
        let status = command.status().with_context(|| format!("{name}: cannot start"))?;
        if !status.success() {
            bail!("{name} failed after {:.0} s", start.elapsed().as_secs_f64());
        }
        println!("== {name}: ok, {:.0} s", start.elapsed().as_secs_f64());
        self.passed += 1;
        Ok(())
    }
}

pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}
