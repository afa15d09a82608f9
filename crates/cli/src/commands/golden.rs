//! `takeback golden`

use super::{progress, say};
use anyhow::{Context, bail};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use takeback_host::{Chosen, Registry};
use takeback_verify::Golden;

/// Golden games: some seeded games of every variant, written down ply by ply.
///
/// The laws find rules that contradict themselves; golden games find rules that
/// have become others. Exit status 1 means that a game is not what it was.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback golden --check golden               are the rules what they were?
  takeback golden --out golden                 write down what they are now
  takeback golden --out golden othello tron    only some games
  takeback golden --out /tmp/g --most 100000 --digests --bytes 1000000000 othello
                                               many games, to compare another build with
  git diff golden                              what a change of rules has changed")]
pub(crate) struct Args {
    /// Only these games; all if none is named
    games: Vec<String>,
    /// Compare with the games in this folder
    #[arg(long, value_name = "DIR", required_unless_present = "out")]
    check: Option<PathBuf>,
    /// Write games into this folder
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    out: Option<PathBuf>,
    /// With --out: about so many bytes for each variant
    #[arg(long, default_value_t = 16_000)]
    bytes: usize,
    /// With --out: at most so many games for each variant
    #[arg(long, value_name = "N")]
    most: Option<usize>,
    /// With --out: of every game only what its positions hash to
    #[arg(long)]
    digests: bool,
    /// With --out: which games are played
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let games = match &args.games[..] {
        [] => registry.games().iter().collect(),
        names => names.iter().map(|name| registry.find(name)).collect::<Result<Vec<_>, _>>()?,
    };
    let variants: Vec<Chosen<'_>> = games
        .iter()
        .flat_map(|game| (0..game.variants.len()).map(|place| game.nth(place)))
        .collect();
    match (&args.check, &args.out) {
        (Some(folder), _) => check(folder, &variants, args.json),
        (None, Some(folder)) => record(folder, &variants, args),
        (None, None) => unreachable!("one of the two is required"),
    }
}

/// Where the games of a variant are kept.
fn file(folder: &Path, variant: Chosen<'_>) -> PathBuf {
    folder.join(variant.game.name).join(format!("{}.txt", variant.name()))
}

fn record(folder: &Path, variants: &[Chosen<'_>], args: &Args) -> anyhow::Result<ExitCode> {
    let bar = progress(variants.len() as u64, "variants");
    let (mut changed, mut bytes) = (Vec::new(), 0);
    for &variant in variants {
        let mut golden =
            Golden::new(variant.game.name, variant.name()).seed(args.seed).bytes(args.bytes);
        if let Some(most) = args.most {
            golden = golden.games(most);
        }
        if args.digests {
            golden = golden.full(0);
        }
        let text = variant.record_golden(&golden);
        bytes += text.len();
        let path = file(folder, variant);
        if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            let write = || {
                fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
                fs::write(&path, &text)
            };
            write().with_context(|| format!("cannot write {}", path.display()))?;
            changed.push(variant.full_name());
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let stale = stale(folder, variants)?;
    for path in &stale {
        fs::remove_file(path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    if args.json {
        let gone: Vec<_> = stale.iter().map(|path| path.display().to_string()).collect();
        let total = variants.len();
        say(json!({ "variants": total, "bytes": bytes, "changed": changed, "removed": gone }))?;
    } else {
        say(format_args!(
            "{} variants, {bytes} bytes: {} changed, {} removed",
            variants.len(),
            changed.len(),
            stale.len()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Golden texts of these games for which there is no variant any more.
fn stale(folder: &Path, variants: &[Chosen<'_>]) -> anyhow::Result<Vec<PathBuf>> {
    let mut games: Vec<&str> = variants.iter().map(|variant| variant.game.name).collect();
    games.dedup();
    let mut stale = Vec::new();
    for game in games {
        let Ok(entries) = fs::read_dir(folder.join(game)) else { continue };
        for entry in entries {
            let path = entry?.path();
            let known = variants.iter().any(|&variant| file(folder, variant) == path);
            let text = fs::read_to_string(&path).unwrap_or_default();
            if !known && Golden::of_text(&text).is_some() {
                stale.push(path);
            }
        }
    }
    stale.sort();
    Ok(stale)
}

fn check(folder: &Path, variants: &[Chosen<'_>], as_json: bool) -> anyhow::Result<ExitCode> {
    if !folder.is_dir() {
        bail!("there is no folder {}; `--out` would write it", folder.display());
    }
    let bar = progress(variants.len() as u64, "variants");
    let (mut passed, mut plies, mut differences) = (0, 0, Vec::new());
    for &variant in variants {
        match compare(folder, variant) {
            Ok(made) => {
                passed += 1;
                plies += made;
            }
            Err(difference) => differences.push(difference),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    for path in stale(folder, variants)? {
        differences.push(format!("{}: no variant is called so any more", path.display()));
    }
    if as_json {
        say(json!({ "passed": passed, "plies": plies, "differences": differences }))?;
    } else {
        for difference in &differences {
            say(difference)?;
        }
        if !differences.is_empty() {
            say(format_args!(
                "if that was meant: `golden --out {}`, and look at the difference",
                folder.display()
            ))?;
        }
        say(format_args!("{passed} passed, {} failed, {plies} plies", differences.len()))?;
    }
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The plies played again, or what is not as it was.
fn compare(folder: &Path, variant: Chosen<'_>) -> Result<usize, String> {
    let path = file(folder, variant);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let golden = Golden::new(variant.game.name, variant.name());
    let replayed = variant.compare_golden(&golden, &text);
    replayed.map(|replayed| replayed.plies).map_err(|mismatch| mismatch.to_string())
}
