//! The commands of takeback as a library.
//!
//! ```no_run
//! use takeback_host::Registry;
//!
//! fn main() -> std::process::ExitCode {
//!     takeback_cli::run(Registry::new()) // .with(my_game())
//! }
//! ```
//!
//! Every command works for every game of the registry it is given; none asks
//! which game it is. What only one game can do (a protocol of its own, a solver,
//! an inquest) stands behind [`Extras`](takeback_host::Extras).

mod commands;
mod terminal;
mod uci;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::io::{BufRead, Write};
use std::process::ExitCode;
use takeback_host::outside::ProtocolSettings;
use takeback_host::{GameEntry, Registry};

/// Game-tree search with exact undo: rules once, every search, proof included.
#[derive(Parser)]
#[command(name = "takeback", version, max_term_width = 100, subcommand_required = false)]
#[command(
    after_help = "Without a command: `takeback serve`. Every command has examples in its --help."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// The web page, the HTTP interface, the services of the games
    #[cfg(feature = "server")]
    Serve(commands::serve::Args),
    /// The page as a site for any host of files: no server, offline after the first visit
    #[cfg(feature = "server")]
    Page(commands::page::Args),
    /// What is built in: games, variants, positions; and the games on record
    Games(commands::games::Args),
    /// Play in the terminal, against engines or each other, with take back
    Play(commands::play::Args),
    /// Count lines of play, the oldest test of a rules engine
    Perft(commands::perft::Args),
    /// Prove that moves are taken back exactly, on random and exhaustive walks
    Verify(commands::verify::Args),
    /// Write golden games down, or see whether the rules are still what they were
    Golden(commands::golden::Args),
    /// Replay recorded games and facts and show where the rules differ
    Check(commands::check::Args),
    /// What an engine thinks of a position
    Analyze(commands::analyze::Args),
    /// Speak a line protocol on standard input and output, for front ends and matches
    Engine(commands::engine::Args),
    /// Which engines a game has, and every option that acts on them there
    Engines(commands::engines::Args),
    /// Find an equilibrium of a small game with hidden information
    Solve(commands::solve::Args),
    /// How much an engine gives away to somebody who knows how it plays
    Exploit(commands::exploit::Args),
    /// Games between two engines: score, Elo with error, sequential test
    Match(commands::matches::Args),
    /// Everybody against everybody: ratings, cross table; can be stopped and continued
    Tournament(commands::tournament::Args),
    /// Step through a recorded game, with an engine's comments
    Replay(commands::replay::Args),
    /// Find better weights for an evaluator by games
    Tune(commands::tune::Args),
    /// Make an opening book by thinking ahead of time
    Book(commands::book::Args),
    /// Labelled positions from games of an engine against itself
    Selfplay(commands::selfplay::Args),
    /// Learn a network that judges positions, from self-play
    Train(commands::train::Args),
    /// A crate of your own, with a game that plays and every command working for it
    New(commands::new::Args),
    /// Measure: what undo, copies and the generic interface really cost
    Bench(commands::bench::Args),
}

/// Speak the line protocol of `takeback engine` on any input and output: the
/// game's own where it has one, else the dialect of UCI.
///
/// # Errors
/// When the settings make no sense for this game, or reading or writing fails.
pub fn speak(
    game: &GameEntry,
    settings: &ProtocolSettings,
    input: &mut dyn BufRead,
    output: &mut (dyn Write + Send),
) -> anyhow::Result<()> {
    match game.extras.protocol() {
        Some(protocol) => {
            protocol.serve(settings, input, output).map_err(|why| anyhow::anyhow!(why))
        }
        None => uci::run(game.choose(settings.variant.as_deref())?, settings, input, output),
    }
}

/// Run the command line of this process over these games.
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "a program hands its games over")]
pub fn run(registry: Registry) -> ExitCode {
    let matches = match arguments(&registry).try_get_matches() {
        Ok(matches) => matches,
        Err(error) => return refuse(&error),
    };
    if let Some(done) = commands::own::run(&matches, &registry) {
        return finish(done);
    }
    let (cli, _matches) = match Cli::from_arg_matches(&matches) {
        Ok(cli) => (cli, matches),
        Err(error) => return refuse(&error),
    };
    #[cfg(feature = "server")]
    let usual = Command::Serve(commands::serve::Args::default());
    #[cfg(not(feature = "server"))]
    let usual = Command::Games(commands::games::Args::default());
    let registry = &registry;
    let done = match cli.command.unwrap_or(usual) {
        #[cfg(feature = "server")]
        Command::Serve(args) => {
            commands::serve::run(&args, _matches.subcommand_matches("serve"), registry)
        }
        #[cfg(feature = "server")]
        Command::Page(args) => commands::page::run(&args, registry),
        Command::Games(args) => commands::games::run(&args, registry),
        Command::Play(args) => commands::play::run(&args, registry),
        Command::Perft(args) => commands::perft::run(&args, registry),
        Command::Verify(args) => commands::verify::run(&args, registry),
        Command::Golden(args) => commands::golden::run(&args, registry),
        Command::Check(args) => commands::check::run(&args, registry),
        Command::Analyze(args) => commands::analyze::run(&args, registry),
        Command::Engine(args) => commands::engine::run(&args, registry),
        Command::Engines(args) => commands::engines::run(&args, registry),
        Command::Solve(args) => commands::solve::run(&args, registry),
        Command::Exploit(args) => commands::exploit::run(&args, registry),
        Command::Match(args) => commands::matches::run(&args, registry),
        Command::Tournament(args) => commands::tournament::run(&args, registry),
        Command::Replay(args) => commands::replay::run(&args, registry),
        Command::Tune(args) => commands::tune::run(&args, registry),
        Command::Book(args) => commands::book::run(&args, registry),
        Command::Selfplay(args) => commands::selfplay::run(&args, registry),
        Command::Train(args) => commands::train::run(&args, registry),
        Command::New(args) => commands::new::run(&args, registry),
        Command::Bench(args) => commands::bench::run(&args, registry),
    };
    finish(done)
}

/// What the process ends with.
fn finish(done: anyhow::Result<ExitCode>) -> ExitCode {
    match done {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error:#}", program());
            ExitCode::from(2)
        }
    }
}

/// The commands, with those of the games and the flags that their services declare.
fn arguments(registry: &Registry) -> clap::Command {
    let all = commands::own::with_groups(Cli::command(), registry);
    #[cfg(feature = "server")]
    let all = all.mut_subcommand("serve", |serve| commands::serve::with_flags(serve, registry));
    all
}

/// Help and version go to standard output; every misuse is one line.
fn refuse(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let first = first.strip_prefix("error: ").unwrap_or(first);
    // What is missing stands on the lines below, up to the usage.
    let missing: Vec<&str> =
        rest.lines().take_while(|l| !l.starts_with("Usage")).map(str::trim).collect();
    let detail = missing.join(" ");
    eprintln!("{}: {}; see --help", program(), format!("{first} {}", detail.trim()).trim());
    ExitCode::from(2)
}

/// What the program is called: an author's own one has a name of its own.
pub(crate) fn program() -> String {
    let path = std::env::args_os().next().map(std::path::PathBuf::from);
    let name = path.as_deref().and_then(|path| path.file_stem()).and_then(|name| name.to_str());
    name.unwrap_or("takeback").to_owned()
}

/// A reader that has seen enough (`takeback games | head`) is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
