//! `takeback train`

use super::{all_threads, say};
use anyhow::{Context, anyhow, bail};
use serde_json::json;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use takeback_host::{Chosen, Registry};
use takeback_train::{Data, Plan, SparseNet, fitted_scale, rows, svg};

/// Learn a network that judges positions, from self-play.
///
/// Reads what `takeback selfplay GAME --format rows` wrote, one or more folders or
/// files. Positions that come twice are learned once, and one game in twenty is kept
/// apart for an examination after every epoch; the network is that of the best one.
/// It plays as `ab:net=FILE` and `mcts:net=FILE`, where more than two play as
/// `maxn:net=FILE`, `paranoid:net=FILE`, `brs:net=FILE` and `mcts:net=FILE`.
///
/// The target is LAMBDA times the result plus the rest times what the search thought,
/// points made a share of a win by SCALE, which is fitted to the results unless given.
/// The same data, options and seed give the same file on any number of threads; stopped
/// at any moment, the same command goes on after the last whole epoch.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback selfplay othello --engine ab:nodes=2000 --format rows --opening 6 --spread 8 \\
      --games 20000 --out discs
  takeback train othello --data discs --out othello.net --hidden 32
  takeback match othello --a ab:nodes=5k,net=othello.net --b ab:nodes=5k --games 200")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// Folders or files of self-play
    #[arg(long, value_name = "PATH", num_args = 1.., required = true)]
    data: Vec<PathBuf>,
    /// Where the network goes; FILE.svg is the curve of its loss, FILE.state what a
    /// stopped run goes on from
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Sums of the first layer for each view: 32 to 512 in steps of 32
    #[arg(long, default_value_t = Plan::default().hidden)]
    hidden: usize,
    /// Outputs of the second layer: 8 to 64 in steps of 8
    #[arg(long, default_value_t = Plan::default().dense)]
    dense: usize,
    /// The same last layers for all positions instead of those of their bucket
    #[arg(long)]
    one_head: bool,
    /// Times through the data
    #[arg(long, default_value_t = Plan::default().epochs)]
    epochs: u32,
    /// Positions of a batch
    #[arg(long, default_value_t = Plan::default().batch)]
    batch: usize,
    /// Learning rate at the start; it falls to a hundredth
    #[arg(long, default_value_t = Plan::default().rate)]
    rate: f32,
    /// Weight decay of the first layer
    #[arg(long, default_value_t = Plan::default().decay)]
    decay: f32,
    /// How much of the target is the game's result, from 0 to 1
    #[arg(long, default_value_t = Plan::default().lambda)]
    lambda: f32,
    /// Points for one step of the logarithm of odds in what the search thought; fitted to
    /// the results if not given
    #[arg(long)]
    scale: Option<f32>,
    /// The same in what the network says: as many, but at least 100, if not given
    #[arg(long)]
    points: Option<f32>,
    /// Features seen less often than this count for nothing
    #[arg(long, default_value_t = Plan::default().rare)]
    rare: u32,
    /// Learn preferences for moves too, from each move's share of the visits (selfplay with
    /// `mcts`) or, where there are none, from the best move: they are the priors of `mcts:net=FILE`
    #[arg(long)]
    policy: bool,
    /// Begin with this network, of the same sizes, instead of noise: the next generation needs fewer
    /// games then. A third of the usual --rate suits it
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// One game in so many is kept apart
    #[arg(long, default_value_t = 20)]
    keep: u64,
    /// Positions that are not learned from, so that the network can be examined by them: a
    /// file as `takeback bench values` takes it
    #[arg(long, value_name = "FILE")]
    apart: Option<PathBuf>,
    /// Leave out a last game that a killed run tore
    #[arg(long)]
    cut_off: bool,
    /// Threads; all cores if not given
    #[arg(long)]
    threads: Option<usize>,
    /// Seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Scores are whole numbers: with fewer points a step, positions that differ would not.
const LEAST_POINTS: f32 = 100.0;

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let variant = registry.choose(&args.game, None)?;
    let Some(set) = variant.features() else {
        bail!("{} has no features to learn from", variant.full_name());
    };
    let started = Instant::now();
    let data = gather(args, variant, &set.encoding)?;
    let (taught, kept) = data.sizes();
    let scale = args.scale.or_else(|| fitted_scale(&data)).unwrap_or(Plan::default().scale);
    let plan = Plan {
        hidden: args.hidden,
        dense: args.dense,
        one_head: args.one_head,
        epochs: args.epochs,
        batch: args.batch,
        rate: args.rate,
        decay: args.decay,
        lambda: args.lambda,
        scale: scale.round(),
        points: args.points.unwrap_or(scale.max(LEAST_POINTS)).round(),
        rare: args.rare,
        policy: args.policy,
        start: args.from.as_deref().map(network).transpose()?,
        seed: args.seed,
        threads: args.threads.unwrap_or_else(all_threads).max(1),
    };
    if !args.json {
        if args.apart.is_some() {
            say(format_args!("{} rows of positions of --apart left out", data.apart))?;
        }
        say(format_args!(
            "{taught} positions to learn from, {kept} kept apart ({} repeated, {} unsearched left \
             out); {} points a step of odds, {} in the network",
            data.repeated, data.unsearched, plan.scale, plan.points
        ))?;
    }
    let state = beside(&args.out, "state");
    let mut progress = |number: usize, epoch: &takeback_train::Epoch| {
        if !args.json {
            // A closed pipe ends the program at its last line, not amid its work.
            let _ = writeln!(
                std::io::stdout(),
                "epoch {number:3} of {}: loss {:.5} learned, {:.5} kept apart{}, {:.0} s",
                args.epochs,
                epoch.taught,
                epoch.kept,
                moves(args, epoch.moves),
                started.elapsed().as_secs_f64()
            );
        }
    };
    let done = takeback_train::run(&data, &plan, Some(&state), &mut progress)?;
    let bytes = done.net.write();
    takeback_host::files::replace(&args.out, &bytes)
        .with_context(|| args.out.display().to_string())?;
    let title = format!("{}: {taught} positions, {} sums", args.game, args.hidden);
    let curve = beside(&args.out, "svg");
    takeback_host::files::replace(&curve, svg(&done.epochs, &title).as_bytes())
        .with_context(|| curve.display().to_string())?;
    // The network is there: what a stopped run would go on from is not needed.
    let _ = std::fs::remove_file(&state);
    if args.json {
        say(json!({
            "positions": taught, "kept": kept, "repeated": data.repeated, "scale": plan.scale,
            "epochs": done.epochs.iter()
                .map(|e| json!({ "learned": e.taught, "kept": e.kept, "moves": e.moves }))
                .collect::<Vec<_>>(),
            "best": done.best, "quantised": done.quantised, "bytes": bytes.len(),
            "seconds": started.elapsed().as_secs_f64(), "out": args.out.display().to_string(),
        }))?;
    } else {
        say(format_args!(
            "{}: {} bytes, epoch {}, loss {:.5} in integers{}, {:.0} s",
            args.out.display(),
            bytes.len(),
            done.best,
            done.quantised,
            moves(args, done.quantised_moves),
            started.elapsed().as_secs_f64()
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The network of a file.
fn network(path: &Path) -> anyhow::Result<SparseNet> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    SparseNet::read(&bytes).with_context(|| path.display().to_string())
}

/// What is told of the loss of moves.
fn moves(args: &Args, loss: f64) -> String {
    if args.policy { format!(" and {loss:.5} of moves") } else { String::new() }
}

/// What a network sees of the positions that are not learned from.
fn apart(args: &Args, variant: Chosen<'_>) -> anyhow::Result<Vec<(u8, Vec<Vec<u16>>)>> {
    let Some(path) = &args.apart else { return Ok(Vec::new()) };
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let tables = takeback_bench::known_tables(variant, &text).map_err(|why| anyhow!(why))?;
    let seen = tables.iter().filter_map(|table| {
        let seen = table.features()?;
        Some((seen.bucket as u8, seen.views))
    });
    Ok(seen.collect())
}

fn gather(args: &Args, variant: Chosen<'_>, encoding: &str) -> anyhow::Result<Data> {
    let mut files = Vec::new();
    for path in &args.data {
        let (header, games) = rows::gather(path, args.cut_off)?;
        if header.encoding != encoding {
            let (found, place) = (header.encoding, path.display());
            bail!("{place} holds {found:?}; {} is {encoding:?}", args.game);
        }
        let found = games.first().map_or(variant.players(), |game| game.results.len());
        if found != variant.players() {
            let (place, here) = (path.display(), variant.players());
            bail!("{place} holds games of {found} players; {} is for {here}", args.game);
        }
        files.push((path.clone(), header, games));
    }
    let files = files
        .iter_mut()
        .map(|(path, header, games)| (path.as_path(), header.clone(), std::mem::take(games)));
    Ok(Data::gather_but(files.collect(), args.keep, args.seed, &apart(args, variant)?)?)
}

/// The file of this name with an ending more.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(ending);
    path.with_file_name(name)
}
