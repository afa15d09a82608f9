//! `takeback engine`

use crate::protocol::{htp, uci};
use anyhow::bail;
use std::process::ExitCode;
use std::time::Duration;

/// A line protocol on standard input and output, for front ends and matches.
///
/// Hex speaks HTP, the protocol of HexGui, MoHex and Wolve, on any board from
/// 1x1 to 19x19. Every other game speaks a dialect of UCI, in which everything
/// is set by `setoption`.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback engine hex                          type list_commands, genmove b, showboard ...
  takeback engine hex --time 2 --threads 1
  printf 'boardsize 7\\nplay b a1\\ngenmove w\\nshowboard\\nquit\\n' | takeback engine hex --time 1

  takeback engine cotulenh                     type help, position startpos, go movetime 1000 ...
  takeback engine connect4 --variant 4x4
  printf 'position startpos\\ngo depth 5\\n' | takeback engine cotulenh

docs/uci.md is the manual of the dialect of UCI.

Front ends start it as a program: in HexGui, Program > New Program, command
`takeback engine hex`. docs/hex.md lists the commands.")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game (not for Hex, which has boardsize)
    #[arg(long)]
    variant: Option<String>,
    /// Hex: seconds a move while no clock runs
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    time: f64,
    /// Hex: worker threads; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Hex: memory of the tree in MiB
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: usize,
    /// Hex: seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match args.game.as_str() {
        "hex" => hex(args),
        game => {
            let (input, output) = (std::io::stdin().lock(), std::io::stdout());
            uci::run(game, args.variant.as_deref(), input, output)?;
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn hex(args: &Args) -> anyhow::Result<ExitCode> {
    if !(0.01..=86_400.0).contains(&args.time) {
        bail!("--time takes seconds from 0.01 to 86400");
    }
    let settings = htp::Settings {
        time: Duration::from_secs_f64(args.time),
        threads: args.threads.unwrap_or_else(super::all_threads).clamp(1, 64),
        memory: args.memory.clamp(1, 65_536),
        seed: args.seed,
        ..htp::Settings::default()
    };
    htp::serve(std::io::stdin().lock(), std::io::stdout().lock(), htp::Session::new(settings))?;
    Ok(ExitCode::SUCCESS)
}
