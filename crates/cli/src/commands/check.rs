//! `takeback check`

use super::say;
use anyhow::{Context, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use takeback_host::Registry;
use takeback_host::UseError;
use takeback_host::check::{File, Known, Report};

/// Replay recorded games and facts and show where the rules differ.
///
/// Folders are walked, `.gz` is read as it is, kinds are told by file name;
/// files of no known kind are named and passed over. Every recorded ply is
/// also taken back and played again. Exit status 1 means a difference.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback check hex vectors/hex            a whole folder
  takeback check gofish traces.jsonl.gz     one file")]
pub(crate) struct Args {
    /// The game
    game: String,
    /// Files or folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How many differences to show
    #[arg(long, default_value_t = 10)]
    show: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let game = registry.find(&args.game)?;
    let checker = game.extras.checker().ok_or(UseError::NothingToCheck { game: game.name })?;
    let mut files = Vec::new();
    for path in &args.paths {
        files.extend(takeback_host::check::find(path).context("cannot read")?);
    }
    let mut total = Report::new(args.show);
    let mut rows = Vec::new();
    for path in files {
        let file = File::read(&path).context("cannot read")?;
        let mut report = Report::new(args.show);
        let known = checker(&file, &mut report) == Known::Yes;
        let verdict = if known { report.to_string() } else { "passed over".to_owned() };
        if args.json {
            rows.push(json!({
                "file": path, "known": known, "passed": report.passed,
                "failed": report.failed, "skipped": report.skipped,
            }));
        } else {
            say(format_args!("{}: {verdict}", path.display()))?;
            for difference in report.differences() {
                say(format_args!("  {difference}"))?;
            }
        }
        total.add(report);
    }
    if total.passed + total.failed + total.skipped == 0 {
        bail!("no recorded case of {} in what was given", game.title);
    }
    if args.json {
        say(json!({
            "passed": total.passed, "failed": total.failed, "skipped": total.skipped,
            "differences": total.differences(), "files": rows,
        }))?;
    } else {
        say(&total)?;
    }
    Ok(if total.failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}
