//! `takeback play`

use crate::terminal::{self, Session, Sitter};
use anyhow::{Context, bail};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};
use takeback_host::Registry;
use takeback_host::spec::Spec;
use takeback_scene::palette::Palette;

/// Play in the terminal, against engines or each other, with take back.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback play cotulenh                          you are Red, an engine of level 5 is Blue
  takeback play chess --seat 7 --seat person      you are Black against level 7
  takeback play gofish:4 --level 3                three engines of level 3
  takeback play hex:5x5 --seat person --seat person
  takeback play othello --seat 4 --seat mcts:time=1s      watch two engines
  printf 'd\\nd\\nquit\\n' | takeback play connect4         by lines, for programs

Arrow keys walk over the board and Enter clicks; m types a move, u takes back, h gives a hint.
Where there is no terminal, the same game is played by lines: `help` tells the words.")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// Start from this position, in the game's notation
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Who sits there, seat by seat: `person`, a level from 1 to 10, or an engine
    #[arg(long = "seat", value_name = "WHO")]
    seats: Vec<String>,
    /// The level of all engines that no --seat names
    #[arg(long, default_value = "5", value_name = "1-10")]
    level: Spec,
    /// Same seed, same cards and dice; another every time if not given
    #[arg(long)]
    seed: Option<u64>,
    /// Colours: light, dark or safe (told apart by everybody)
    #[arg(long, default_value = "dark", value_name = "NAME")]
    palette: String,
    /// By lines even on a terminal
    #[arg(long)]
    plain: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let chosen = registry.choose(&args.game, args.variant.as_deref())?;
    let seed = args.seed.unwrap_or_else(some_seed);
    let table = match &args.position {
        Some(position) => chosen.table(Some(position))?,
        None => chosen.deal(seed),
    };
    let palette = Palette::named(&args.palette).with_context(|| {
        format!("there is no palette {:?}; try light, dark or safe", args.palette)
    })?;
    let has_engines = chosen.engine(&args.level).is_ok();
    let sitters = sitters(args, table.players(), has_engines)?;
    let session = Session::new(chosen, table, sitters, seed)?;
    terminal::run(session, palette, args.plain)?;
    Ok(ExitCode::SUCCESS)
}

/// The seats named, then a person if none was, then engines.
fn sitters(args: &Args, players: usize, has_engines: bool) -> anyhow::Result<Vec<Sitter>> {
    if args.seats.len() > players {
        bail!("{} seats are named, but the table has {players}", args.seats.len());
    }
    let mut sitters = Vec::with_capacity(players);
    for who in &args.seats {
        sitters.push(match who.as_str() {
            "person" | "me" | "human" => Sitter::Person,
            engine => Sitter::Engine(
                engine
                    .parse()
                    .with_context(|| format!("{engine:?} is neither `person` nor an engine"))?,
            ),
        });
    }
    if sitters.is_empty() {
        sitters.push(Sitter::Person);
    }
    let rest = if has_engines { Sitter::Engine(args.level.clone()) } else { Sitter::Person };
    sitters.resize(players, rest);
    Ok(sitters)
}

/// Some number that will be another one next time.
fn some_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(1, |time| time.as_nanos() as u64)
}
