//! `takeback book`

use super::{all_threads, on_interrupt, progress, say};
use anyhow::{Context, bail};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use takeback_host::Registry;
use takeback_host::books::{Book, MOST_BYTES};
use takeback_host::files::replace;
use takeback_host::spec::Spec;
use takeback_league::book::{Plan, grow};

/// Make an opening book by thinking ahead of time.
///
/// Of every position the engine names its best few moves; the book grows where both
/// sides play well. Engines play from it with `book=FILE`: in each of its positions one of
/// the moves that are nearly as good as the best, another in every game. The file is text,
/// one position a line. It is written after every few positions, and the same command
/// goes on with it.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback book chess --engine ab:nodes=1m,learned --positions 500 --out chess.book
  takeback play chess --engine ab:time=1s,book=chess.book
  takeback match chess --opening 0 --a ab:nodes=20k,book=chess.book --b ab:nodes=20k")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// Who thinks about each position
    #[arg(long, default_value = "ab:nodes=300k")]
    engine: Spec,
    /// At least so many positions in all
    #[arg(long, value_name = "N", default_value_t = 200)]
    positions: usize,
    /// At most so many moves of each
    #[arg(long, value_name = "N", default_value_t = 4)]
    width: usize,
    /// Moves are played that are no more points behind the best
    #[arg(long, value_name = "POINTS", default_value_t = 20)]
    margin: i32,
    /// Positions thought about at once; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// The book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// No book has more positions.
const MOST_POSITIONS: usize = 100_000;

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let chosen = registry.choose(&args.game, args.variant.as_deref())?;
    if args.positions == 0 || args.positions > MOST_POSITIONS {
        bail!("--positions must be 1 to {MOST_POSITIONS}");
    }
    if args.width == 0 || args.width > 64 || !(0..=10_000).contains(&args.margin) {
        bail!("--width must be 1 to 64 and --margin 0 to 10000");
    }
    let plan = Plan {
        engine: args.engine.clone(),
        positions: args.positions,
        width: args.width,
        margin: args.margin,
        threads: args.threads.unwrap_or_else(all_threads).clamp(1, 256),
    };
    let begun = read(&args.out)?;
    let bar = progress(args.positions as u64, "positions");
    let file = args.out.display().to_string();
    on_interrupt(move || eprintln!("\n{file} has what was found; the same command goes on"));
    let mut failed = None;
    let book = grow(chosen, &plan, begun, &mut |book| {
        bar.set_position(book.pages.len() as u64);
        failed = failed.take().or(replace(&args.out, book.write().as_bytes()).err());
    })?;
    bar.finish_and_clear();
    match failed {
        Some(error) => Err(error).with_context(|| args.out.display().to_string()),
        None => tell(&book, args.json),
    }
}

/// The book that is there already.
fn read(path: &Path) -> anyhow::Result<Option<Book>> {
    let told = || path.display().to_string();
    let size = match std::fs::metadata(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        found => found.with_context(told)?.len(),
    };
    if size > MOST_BYTES {
        bail!("{}: {size} bytes are no book", told());
    }
    let text = std::fs::read_to_string(path).with_context(told)?;
    Ok(Some(Book::read(&text).with_context(told)?))
}

/// What came of it.
fn tell(book: &Book, as_json: bool) -> anyhow::Result<ExitCode> {
    let longest = book.pages.iter().max_by_key(|page| page.line.len());
    let longest = longest.map(|page| page.line.join(" ")).unwrap_or_default();
    let first: Vec<(String, i32)> =
        book.pages.first().map(|page| page.moves.clone()).unwrap_or_default();
    if as_json {
        let first: Vec<_> =
            first.iter().map(|(m, points)| json!({"move": m, "points": points})).collect();
        let told = json!({"positions": book.pages.len(), "first": first, "longest": longest});
        say(told)?;
    } else {
        say(format_args!("{} positions", book.pages.len()))?;
        for (m, points) in &first {
            say(format_args!("  {m} {points:+}"))?;
        }
        say(format_args!("longest line: {longest}"))?;
    }
    Ok(ExitCode::SUCCESS)
}
