//! Damaged input for every reader.

use crate::steps::Steps;
use anyhow::Result;

/// Every reader for so many seconds.
pub(crate) fn fuzz(steps: &mut Steps, seconds: &str) -> Result<()> {
    let run = ["run", "--quiet", "--package", "takeback-fuzz", "--"];
    steps.cargo("readers", &[&run[..], &["read", "--seconds", seconds]].concat())
}
