//! `takeback engine`

use crate::protocol::uci;
use std::process::ExitCode;

/// Serve an engine over standard input and output, a line at a time.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback engine cotulenh                      a dialect of UCI: type help, or see docs/uci.md
  takeback engine connect4 --variant 6x5
  printf 'position startpos\\ngo movetime 1000\\n' | takeback engine cotulenh")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    uci::run(&args.game, args.variant.as_deref(), std::io::stdin().lock(), std::io::stdout())?;
    Ok(ExitCode::SUCCESS)
}
