//! Commands one after the other, timed, and told at the end.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Runs commands one after the other, says what and how long, stops at the
/// first that fails.
#[derive(Default)]
pub(crate) struct Steps {
    done: Vec<Step>,
}

struct Step {
    name: String,
    time: Duration,
    outcome: Outcome,
}

enum Outcome {
    Passed,
    Skipped(String),
    Failed,
}

impl Steps {
    pub(crate) fn cargo(&mut self, name: &str, args: &[&str]) -> Result<()> {
        self.run(name, &mut cargo(args))
    }

    /// Run a command; a failure ends the chore.
    pub(crate) fn run(&mut self, name: &str, command: &mut Command) -> Result<()> {
        self.act(name, || {
            let status = command.status().context("cannot start")?;
            if !status.success() {
                bail!("ended with {status}");
            }
            Ok(())
        })
    }

    /// The same for work that is no command.
    pub(crate) fn act(&mut self, name: &str, work: impl FnOnce() -> Result<()>) -> Result<()> {
        println!("== {name}");
        let start = Instant::now();
        let done = work();
        let time = start.elapsed();
        let outcome = if done.is_ok() { Outcome::Passed } else { Outcome::Failed };
        self.done.push(Step { name: name.to_owned(), time, outcome });
        done.with_context(|| format!("{name} failed after {:.0} s", time.as_secs_f64()))?;
        println!("== {name}: ok, {:.0} s", time.as_secs_f64());
        Ok(())
    }

    /// What cannot be done here, and what would help.
    pub(crate) fn skip(&mut self, name: &str, why: &str) {
        println!("== {name}: skipped: {why}");
        let outcome = Outcome::Skipped(why.to_owned());
        self.done.push(Step { name: name.to_owned(), time: Duration::ZERO, outcome });
    }

    /// Every step with its time; the last line counts them.
    pub(crate) fn tell(&self) {
        println!();
        let (mut passed, mut failed, mut skipped) = (0, 0, 0);
        for Step { name, time, outcome } in &self.done {
            let seconds = time.as_secs_f64();
            match outcome {
                Outcome::Passed => {
                    passed += 1;
                    println!("{seconds:7.1} s  {name}");
                }
                Outcome::Skipped(why) => {
                    skipped += 1;
                    println!("  skipped  {name}: {why}");
                }
                Outcome::Failed => {
                    failed += 1;
                    println!("{seconds:7.1} s  {name}: FAILED");
                }
            }
        }
        let total: Duration = self.done.iter().map(|step| step.time).sum();
        println!("{:7.1} s  together", total.as_secs_f64());
        println!("{passed} passed, {failed} failed, {skipped} skipped");
    }
}

pub(crate) fn cargo(args: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(args).current_dir(root());
    command
}

/// Whether there is such a program.
pub(crate) fn finds(program: &str, question: &[&str]) -> bool {
    Command::new(program).args(question).output().is_ok_and(|out| out.status.success())
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project").to_owned()
}

/// What cargo says of the workspace.
pub(crate) fn metadata() -> Result<&'static Value> {
    static METADATA: OnceLock<Value> = OnceLock::new();
    if let Some(known) = METADATA.get() {
        return Ok(known);
    }
    let out = cargo(&["metadata", "--no-deps", "--format-version", "1"]).output()?;
    if !out.status.success() {
        bail!("cargo metadata: {}", String::from_utf8_lossy(&out.stderr));
    }
    let said = serde_json::from_slice(&out.stdout).context("cargo metadata")?;
    Ok(METADATA.get_or_init(|| said))
}

/// Where cargo builds: `target`, or what CARGO_TARGET_DIR or a configuration
/// file say. Cargo itself is asked, so that nothing is told twice.
pub(crate) fn target() -> Result<&'static Path> {
    let folder = metadata()?["target_directory"].as_str();
    folder.map(Path::new).context("cargo metadata names no folder to build in")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_step_says_its_name_and_why() {
        let mut steps = Steps::default();
        steps.act("good", || Ok(())).expect("it passes");
        let error = steps.act("bad", || bail!("the reason")).expect_err("it fails");
        assert!(format!("{error:#}").starts_with("bad failed after 0 s: the reason"), "{error:#}");
        assert!(matches!(steps.done[1].outcome, Outcome::Failed));
    }

    #[test]
    fn cargo_says_where_it_builds() {
        assert!(target().expect("cargo answers").is_absolute());
    }
}
