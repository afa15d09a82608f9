//! `takeback engine`

use crate::protocol::htp;
use anyhow::bail;
use std::process::ExitCode;
use std::time::Duration;

/// A line protocol on standard input and output, for front ends and matches.
///
/// Hex speaks HTP, the protocol of HexGui, MoHex and Wolve, on any board from
/// 1x1 to 19x19.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback engine hex                          type list_commands, genmove b, showboard ...
  takeback engine hex --time 2 --threads 2
  printf 'boardsize 7\\nplay b a1\\ngenmove w\\nshowboard\\nquit\\n' | takeback engine hex --time 1

Front ends start it as a program: in HexGui, Program > New Program, command
`takeback engine hex`. docs/hex.md lists the commands.")]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Seconds a move while no clock runs
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    time: f64,
    /// Worker threads
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Memory of the tree in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    memory: usize,
    /// Seed of everything random
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match args.game.as_str() {
        "hex" => hex(args),
        game => bail!("{game} has no line protocol yet; hex has one"),
    }
}

fn hex(args: &Args) -> anyhow::Result<ExitCode> {
    if !(0.01..=86_400.0).contains(&args.time) {
        bail!("--time takes seconds from 0.01 to 86400");
    }
    let settings = htp::Settings {
        time: Duration::from_secs_f64(args.time),
        threads: args.threads.clamp(1, 64),
        memory: args.memory.clamp(1, 65_536),
        seed: args.seed,
        ..htp::Settings::default()
    };
    htp::serve(std::io::stdin().lock(), std::io::stdout().lock(), htp::Session::new(settings))?;
    Ok(ExitCode::SUCCESS)
}
