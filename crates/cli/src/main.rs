//! The `takeback` command.

mod commands;
mod protocol;
mod terminal;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use takeback_meter::Meter;

/// Counts what the process allocates, for `bench memory` and `bench strategies`.
#[global_allocator]
static METER: Meter = Meter::new();

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
    Serve(commands::serve::Args),
    /// What is built in: games, variants, positions; and the games on record
    Games(commands::games::Args),
    /// Play in the terminal, against engines or each other, with take back
    Play(commands::play::Args),
    /// Count lines of play, the oldest test of a rules engine
    Perft(commands::perft::Args),
    /// Prove that moves are taken back exactly, on random and exhaustive walks
    Verify(commands::verify::Args),
    /// Replay recorded games and facts and show where the rules differ
    Check(commands::check::Args),
    /// What an engine thinks of a position
    Analyze(commands::analyze::Args),
    /// Speak a line protocol on standard input and output (Hex: HTP, the others: UCI)
    Engine(commands::engine::Args),
    /// Games between two engines: score, Elo with error, sequential test
    Match(commands::matches::Args),
    /// Everybody against everybody: ratings, cross table; can be stopped and continued
    Tournament(commands::tournament::Args),
    /// Step through a recorded game, with an engine's comments
    Replay(commands::replay::Args),
    /// Find better weights for an evaluator by games
    Tune(commands::tune::Args),
    /// Labelled positions from games of an engine against itself
    Selfplay(commands::selfplay::Args),
    /// Measure: what undo, copies and the generic interface really cost
    Bench(commands::bench::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let command = cli.command.unwrap_or(Command::Serve(commands::serve::Args::default()));
    let done = match command {
        Command::Serve(args) => commands::serve::run(&args),
        Command::Games(args) => commands::games::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Perft(args) => commands::perft::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Check(args) => commands::check::run(&args),
        Command::Analyze(args) => commands::analyze::run(&args),
        Command::Engine(args) => commands::engine::run(&args),
        Command::Match(args) => commands::matches::run(&args),
        Command::Tournament(args) => commands::tournament::run(&args),
        Command::Replay(args) => commands::replay::run(&args),
        Command::Tune(args) => commands::tune::run(&args),
        Command::Selfplay(args) => commands::selfplay::run(&args),
        Command::Bench(args) => commands::bench::run(&args, &METER),
    };
    match done {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("takeback: {error:#}");
            ExitCode::from(2)
        }
    }
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
    eprintln!("takeback: {}; see --help", format!("{first} {}", detail.trim()).trim());
    ExitCode::from(2)
}

/// A reader that has seen enough (`takeback games | head`) is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe)
}
