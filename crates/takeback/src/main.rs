//! The `takeback` command: every game of the house on the common command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    takeback::cli::run(takeback::standard())
}
