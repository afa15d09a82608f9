//! The whole workspace, with the same features in every step: then what one step has
//! built is there for the next. Cargo joins the features of the packages it is asked
//! for, so a step that asked for one package alone would build most of them again.

use crate::python;
use crate::steps::{Steps, cargo};
use anyhow::Result;
use std::path::PathBuf;
use std::process::Command;

/// What the chores build.
pub(crate) struct Workspace {
    /// The interpreter that the Python module is built for, where there is one. The
    /// module's macros want more of a crate that nearly all others are built with.
    interpreter: Option<PathBuf>,
}

impl Workspace {
    /// With the Python module where its environment is installed.
    pub(crate) fn find() -> Result<Self> {
        Ok(Workspace { interpreter: python::installed()? })
    }

    /// A command of cargo's for all of it.
    pub(crate) fn cargo(&self, args: &[&str]) -> Command {
        let mut command = cargo(args);
        command.args(["--quiet", "--workspace"]);
        // The tests of one member ask for this. Said here for all, or a step that builds no
        // tests would build every player again without it.
        command.args(["--features", "takeback-host/full"]);
        if let Some(interpreter) = &self.interpreter {
            command.args(["--features", "takeback-python/module"]);
            command.env("PYO3_PYTHON", interpreter);
        }
        command
    }

    /// Build a program that later steps run, as the tests are built: most of it is there
    /// already, and every assertion is on.
    pub(crate) fn program(&self, steps: &mut Steps, step: &str, name: &str) -> Result<()> {
        steps.run(step, &mut self.cargo(&["build", "--bin", name]))
    }
}
