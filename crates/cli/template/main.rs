//! The command line and the page of Template Game.

use std::process::ExitCode;

fn main() -> ExitCode {
    takeback::cli::run(takeback::standard().with(template_game::template_game()))
}
