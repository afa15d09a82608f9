//! `takeback engine`

use anyhow::bail;
use std::process::ExitCode;
use std::time::Duration;
use takeback_host::Registry;
use takeback_host::outside::ProtocolSettings;
use takeback_host::spec::Spec;

/// A line protocol on standard input and output, for front ends and matches.
///
/// A game that has a protocol of its own world speaks that (Hex: HTP, the
/// protocol of HexGui, MoHex and Wolve, on any board from 1x1 to 19x19). Every
/// other game speaks a dialect of UCI.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback engine hex                          type list_commands, genmove b, showboard ...
  takeback engine hex:7x7 --time 2 --threads 1
  printf 'boardsize 7\\nplay b a1\\ngenmove w\\nshowboard\\nquit\\n' | takeback engine hex --time 1

  takeback engine cotulenh                     type help, position startpos, go movetime 1000 ...
  takeback engine connect4 --variant 4x4 --engine mcts:iterations=1000
  printf 'position startpos\\ngo depth 5\\n' | takeback engine cotulenh

docs/uci.md is the manual of the dialect of UCI, docs/hex.md lists the commands of HTP.
Front ends start it as a program: in HexGui, Program > New Program, command
`takeback engine hex`.")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// The engine; the game's strongest if not given
    #[arg(long)]
    engine: Option<Spec>,
    /// Seconds a move while the client sets neither time nor clock
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Worker threads
    #[arg(long)]
    threads: Option<usize>,
    /// Memory of tables and trees in MiB
    #[arg(long, value_name = "MIB")]
    memory: Option<usize>,
    /// Seed of everything random
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    if args.time.is_some_and(|time| !(0.01..=86_400.0).contains(&time)) {
        bail!("--time takes seconds from 0.01 to 86400");
    }
    let (name, inline) = match args.game.split_once(':') {
        Some((name, variant)) => (name, Some(variant.to_owned())),
        None => (args.game.as_str(), None),
    };
    let game = registry.find(name)?;
    let settings = ProtocolSettings {
        variant: args.variant.clone().or(inline),
        engine: args.engine.clone(),
        time: args.time.map(Duration::from_secs_f64),
        threads: args.threads,
        memory: args.memory,
        seed: args.seed,
    };
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout());
    crate::speak(game, &settings, &mut input, &mut output)?;
    Ok(ExitCode::SUCCESS)
}
