//! `takeback games list`, `show`, `export`, `import`: games on record.

use super::say;
use anyhow::{Context, bail};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use takeback_host::Registry;
use takeback_league::records::{Filter, Record, Row, Store, game_json, import, write_jsonl};

#[derive(clap::Subcommand)]
pub(crate) enum Command {
    /// List the games of a file
    List(ListArgs),
    /// Show one game: who played, how it ended, every move
    Show(ShowArgs),
    /// Write games as JSON lines
    Export(ExportArgs),
    /// Bring in games that others recorded: SGF, PGN, traces
    Import(ImportArgs),
}

/// The file of games.
#[derive(clap::Args)]
pub(crate) struct Db {
    /// The file of games
    #[arg(long, value_name = "FILE", default_value = "takeback.db")]
    pub(crate) db: PathBuf,
}

impl Db {
    pub(crate) fn open(&self) -> anyhow::Result<Store> {
        Store::existing(&self.db).with_context(|| self.db.display().to_string())
    }
}

/// Which games.
#[derive(clap::Args)]
pub(crate) struct Which {
    /// Only this game
    #[arg(long)]
    game: Option<String>,
    /// Only this match or tournament
    #[arg(long)]
    event: Option<String>,
}

#[derive(clap::Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    db: Db,
    #[command(flatten)]
    which: Which,
    /// At most so many; 0 for all
    #[arg(long, default_value_t = 50)]
    limit: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct ShowArgs {
    /// The game's number in the file
    id: i64,
    #[command(flatten)]
    db: Db,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    db: Db,
    #[command(flatten)]
    which: Which,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// As Parquet, a row a move; needs --out
    #[cfg(feature = "parquet")]
    #[arg(long, requires = "out")]
    parquet: bool,
}

#[derive(clap::Args)]
pub(crate) struct ImportArgs {
    /// The game
    game: String,
    /// Files, or folders of files
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    db: Db,
    /// Store every position too
    #[arg(long)]
    positions: bool,
}

pub(crate) fn run(command: &Command, registry: &Registry) -> anyhow::Result<ExitCode> {
    match command {
        Command::List(args) => list(args),
        Command::Show(args) => show(args),
        Command::Export(args) => export(args),
        Command::Import(args) => bring(args, registry),
    }
}

fn list(args: &ListArgs) -> anyhow::Result<ExitCode> {
    let filter = Filter {
        game: args.which.game.clone(),
        event: args.which.event.clone(),
        id: None,
        limit: args.limit,
    };
    let rows = args.db.open()?.list(&filter)?;
    for row in &rows {
        if args.json {
            say(row_json(row))?;
        } else {
            let seats: Vec<String> = row
                .seats
                .iter()
                .map(|(engine, payoff)| format!("{engine} {}", result_text(*payoff)))
                .collect();
            say(format_args!(
                "{:>6}  {}:{}  {} plies, {}  {}  ({} {})",
                row.id,
                row.game.0,
                row.game.1,
                row.plies,
                row.ending,
                seats.join(" - "),
                row.event.0,
                row.event.1,
            ))?;
        }
    }
    if args.limit > 0 && rows.len() as u64 == args.limit && !args.json {
        say(format_args!("the first {} games; --limit 0 shows all", args.limit))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn row_json(row: &Row) -> serde_json::Value {
    serde_json::json!({
        "id": row.id, "event": row.event.0, "number": row.event.1, "game": row.game.0,
        "variant": row.game.1, "plies": row.plies, "ending": row.ending,
        "seats": row.seats.iter().map(|(engine, payoff)| serde_json::json!({
            "engine": engine, "payoff": payoff,
        })).collect::<Vec<_>>(),
    })
}

/// A payoff as points: 1 for a win, ½ for a draw.
pub(crate) fn result_text(payoff: Option<i32>) -> String {
    match payoff {
        None => "*".to_owned(),
        Some(1000) => "1".to_owned(),
        Some(0) => "½".to_owned(),
        Some(-1000) => "0".to_owned(),
        Some(other) => format!("{:.2}", (f64::from(other) + 1000.0) / 2000.0),
    }
}

fn show(args: &ShowArgs) -> anyhow::Result<ExitCode> {
    let store = args.db.open()?;
    let record = store.game(args.id)?;
    if args.json {
        let rows = store.list(&Filter { id: Some(args.id), ..Filter::default() })?;
        say(game_json(rows.first().context("the game is gone")?, &record))?;
        return Ok(ExitCode::SUCCESS);
    }
    head(args.id, &record)?;
    for (i, ply) in record.plies.iter().enumerate() {
        let who = ply.seat.map_or("-".to_owned(), |p| (p.0 + 1).to_string());
        let score = ply.score.map(|s| s.to_string()).unwrap_or_default();
        let opening = if i < record.opening { "opening" } else { "" };
        let line = format!("{:>4}  {who}  {:16} {score:>12}  {opening}", i + 1, ply.text);
        say(line.trim_end())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is known of a game before its first move.
pub(crate) fn head(id: i64, record: &Record) -> anyhow::Result<()> {
    say(format_args!("game {id}: {}:{}", record.game, record.variant))?;
    for (i, seat) in record.seats.iter().enumerate() {
        let result = result_text(seat.payoff);
        say(format_args!("  seat {}: {}, result {result}", i + 1, seat.engine))?;
    }
    let detail =
        if record.detail.is_empty() { String::new() } else { format!(" ({})", record.detail) };
    say(format_args!("  ended by: {}{detail}, {} plies", record.ending, record.plies.len()))?;
    say(format_args!("  start: {}", record.start))
}

fn export(args: &ExportArgs) -> anyhow::Result<ExitCode> {
    let store = args.db.open()?;
    let filter = Filter {
        game: args.which.game.clone(),
        event: args.which.event.clone(),
        ..Filter::default()
    };
    let Some(path) = &args.out else {
        let mut out = std::io::BufWriter::new(std::io::stdout().lock());
        if let Err(error) = write_jsonl(&store, &filter, &mut out) {
            return Err(broken_pipe(error));
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    };
    let file = std::fs::File::create(path).with_context(|| path.display().to_string())?;
    #[cfg(feature = "parquet")]
    if args.parquet {
        let games = takeback_league::records::write_parquet(&store, &filter, file)?;
        say(format_args!("{games} games written to {}", path.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = std::io::BufWriter::new(file);
    let games = write_jsonl(&store, &filter, &mut out)?;
    out.flush()?;
    say(format_args!("{games} games written to {}", path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// A reader that has seen enough must stay recognisable as such.
fn broken_pipe(error: takeback_league::records::StoreError) -> anyhow::Error {
    match error {
        takeback_league::records::StoreError::Write(error) => error.into(),
        error => error.into(),
    }
}

fn bring(args: &ImportArgs, registry: &Registry) -> anyhow::Result<ExitCode> {
    let entry = registry.find(&args.game)?;
    let mut store = Store::open(&args.db.db).with_context(|| args.db.db.display().to_string())?;
    let (mut games, mut known, mut left_out) = (0, 0, 0);
    for path in &args.paths {
        let found = takeback_host::check::find(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        for path in found {
            let file = takeback_host::check::File::read(&path)?;
            let Some(done) = import::import(&mut store, entry, &file, args.positions)? else {
                say(format_args!("{}: no games of a known form, passed over", path.display()))?;
                continue;
            };
            say(format_args!(
                "{}: {} games, {} moves, {} known already, {} left out",
                path.display(),
                done.games,
                done.moves,
                done.known,
                done.left_out.len()
            ))?;
            for (place, why) in done.left_out.iter().take(3) {
                say(format_args!("  {place}: {why}"))?;
            }
            games += done.games;
            known += done.known;
            left_out += done.left_out.len();
        }
    }
    if games + known == 0 {
        bail!("no game was brought in ({left_out} left out)");
    }
    say(format_args!("{games} games brought in, {known} known already, {left_out} left out"))?;
    Ok(ExitCode::SUCCESS)
}
