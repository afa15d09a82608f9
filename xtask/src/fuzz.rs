//! Damaged input for every reader.

use crate::steps::{Steps, root};
use crate::test::built;
use crate::workspace::Workspace;
use anyhow::Result;
use std::process::Command;

/// Every reader for so many seconds.
pub(crate) fn fuzz(steps: &mut Steps, workspace: &Workspace, seconds: &str) -> Result<()> {
    workspace.program(steps, "readers' program", "takeback-fuzz")?;
    let mut readers = Command::new(built("takeback-fuzz")?);
    readers.args(["read", "--seconds", seconds]).current_dir(root());
    steps.run("readers", &mut readers)
}
