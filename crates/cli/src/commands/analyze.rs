//! `takeback analyze`

use super::{on_first_interrupt, say};
use anyhow::{Context, anyhow, bail};
use serde_json::json;
use std::collections::BTreeMap;
use std::io::{IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use takeback_core::Turn;
use takeback_host::Registry;
use takeback_host::check::File;
use takeback_host::outside::{Analyzed, Explain, Solve, end_of_record, games_with};
use takeback_host::play::{Analysis, Seat, Table};
use takeback_host::spec::Spec;
use takeback_host::{Chosen, GameEntry};
use takeback_scene::palette::Palette;
use takeback_scene::svg;

/// Best line, score, several lines and per-move values of a position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback analyze connect4                                   the start position, one second
  takeback analyze chess --position \"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\"
  takeback analyze connect4 --moves \"d d e\" --engine ab:depth=10 --lines 3
  takeback analyze othello --engine mcts:time=2s,rave --all --json
  takeback analyze hex:6x6 --solve --moves a2        who wins, by which moves; exact
  takeback analyze hex:7x7 --solve --moves a1 --proofs 7x7.proofs   and keep what is proven
  takeback analyze hex --record game.sgf             the end of a recorded game
  takeback analyze hex:7x7 --moves \"d4 c3\" --svg hex.svg       a picture with a heat map
  takeback analyze battlesnake --position request.json        the body of a /move request

An engine is a name and options, such as ab:depth=6, or a level from 1 to 10;
`takeback engines GAME` lists what a game has. Ctrl-C shows what is known so far.")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// Start from this position, in the game's notation, or in a form of the
    /// game's own world where it has one (a Battlesnake request, or a file with it)
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Start from the end of this recorded game, in a form that the game can import
    /// (- is standard input)
    #[arg(long, alias = "sgf", value_name = "FILE", conflicts_with = "position")]
    record: Option<PathBuf>,
    /// Start from an empty board of this size, such as 7x5, where a game has any
    #[arg(long, value_name = "WxH", conflicts_with_all = ["position", "record"])]
    size: Option<String>,
    /// Who wins with best play, and by which moves, by the game's own exact solver
    #[arg(long)]
    solve: bool,
    /// Give up solving after so many seconds
    #[arg(long, requires = "solve")]
    seconds: Option<f64>,
    /// Begin with the proofs in this file and keep all in it, every half minute too, so
    /// that a long solution goes on where it was
    #[arg(long, requires = "solve", value_name = "FILE")]
    proofs: Option<PathBuf>,
    /// The engine; the game's level 9 if not given
    #[arg(long)]
    engine: Option<Spec>,
    /// How many of the best lines to show
    #[arg(long, default_value_t = 1)]
    lines: usize,
    /// Show what was learned of every move
    #[arg(long)]
    all: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the position, the last move and where the search looked
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Colours of the picture: light, dark or safe (told apart by everybody)
    #[arg(long, default_value = "light", value_name = "NAME")]
    palette: String,
}

pub(crate) fn run(args: &Args, registry: &Registry) -> anyhow::Result<ExitCode> {
    let mut chosen = registry.choose(&args.game, args.variant.as_deref())?;
    let extras = &chosen.game.extras;
    let sized = match &args.size {
        Some(size) => Some(match extras.board_of_size(size) {
            Some(board) => board.map_err(|why| anyhow!(why))?,
            None => bail!("{} has no boards of any size", chosen.game.title),
        }),
        None => None,
    };
    let position = sized.as_ref().or(args.position.as_ref());
    if let Some(position) = position {
        let ask = Explain { position, engine: args.engine.as_ref() };
        if let Some(explained) = extras.explain(&ask) {
            return answer(&explained.map_err(|why| anyhow!(why))?, args.json);
        }
        // Where positions say which board they are of, nobody has to name it.
        let named = args.variant.is_some() || args.game.contains(':');
        if let (false, Some(variant)) = (named, extras.variant_of(position)) {
            chosen = chosen.game.choose(Some(variant))?;
        }
    }
    let mut table = match &args.record {
        None => chosen.table(position.map(String::as_str))?,
        Some(path) => {
            let file = record(path)?;
            let (of_record, table) = end_of_record(chosen, &file).map_err(|why| anyhow!(why))?;
            chosen = of_record;
            table
        }
    };
    if args.solve {
        return solve(args, registry, chosen, &table.position());
    }
    for text in args.moves.as_deref().unwrap_or("").split_whitespace() {
        table.play(text).with_context(|| format!("cannot play {text}"))?;
    }
    if table.turn() == Turn::Chance {
        let moves = until_somebody_decides(table.branch());
        bail!("chance is next, and nobody decides: say what it does, such as --moves \"{moves}\"");
    }
    let spec = args.engine.clone().unwrap_or_else(|| Spec::new("level"));
    let spec = if args.engine.is_none() { spec.saying("level", 9) } else { spec };
    let mut seat = chosen.engine(&spec)?;
    seat.limits.lines = args.lines.clamp(1, 256).max(seat.limits.lines);
    let palette = Palette::named(&args.palette).with_context(|| {
        format!("there is no palette {:?}; try light, dark or safe", args.palette)
    })?;
    let analysis = think(&mut seat, &*table)?;
    if let Some(file) = &args.svg {
        let title = format!("{} {}", chosen.game.title, chosen.name());
        std::fs::write(file, picture(&*table, &analysis, title, palette))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    if args.json {
        say(json!({
            "game": chosen.game.name, "variant": chosen.name(), "position": table.position(),
            "engine": seat.name, "analysis": analysis.json(),
        }))?;
    } else {
        show(&analysis, args)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The moves so far, and what chance might do before the next decision.
fn until_somebody_decides(mut table: Box<dyn Table>) -> String {
    while table.turn() == Turn::Chance
        && let Some(outcome) = table.legal().first()
        && table.play(outcome).is_ok()
    {}
    table.moves().join(" ")
}

/// Think, telling on a terminal how far it is; Ctrl-C ends the search, not the
/// program, so that what is known by then is shown.
fn think(seat: &mut Seat, table: &dyn Table) -> anyhow::Result<Analysis> {
    let stop = seat.limits.stop.clone();
    let stopped = AtomicBool::new(false);
    let stopped: &'static AtomicBool = Box::leak(Box::new(stopped));
    on_first_interrupt(move || {
        stopped.store(true, Ordering::Relaxed);
        stop.stop();
    });
    let shows = std::io::stderr().is_terminal();
    let analysis = seat.engine.think(table, &seat.limits, &mut |so_far| {
        if shows {
            let nodes = so_far.nodes / 1000;
            eprint!(
                "\r\x1b[Kdepth {}, {nodes} k nodes: {} {}",
                so_far.depth, so_far.best, so_far.score
            );
        }
    })?;
    if shows {
        eprint!("\r\x1b[K");
    }
    if stopped.load(Ordering::Relaxed) {
        eprintln!("ended early");
    }
    Ok(analysis)
}

/// A recorded file, or what comes on standard input.
fn record(path: &Path) -> anyhow::Result<File> {
    if path != Path::new("-") {
        return Ok(File::read(path)?);
    }
    let mut text = String::new();
    std::io::stdin().take(LARGEST_RECORD).read_to_string(&mut text)?;
    // Kinds are told by name: a record in parentheses is SGF.
    let name = if text.trim_start().starts_with('(') { "record.sgf" } else { "games.jsonl" };
    Ok(File { path: path.into(), name: name.to_owned(), text })
}

/// Larger records do not come on standard input.
const LARGEST_RECORD: u64 = 1 << 24;

/// The game's own exact solver.
fn solve(
    args: &Args,
    registry: &Registry,
    chosen: Chosen<'_>,
    position: &str,
) -> anyhow::Result<ExitCode> {
    let time = match args.seconds {
        Some(s) if !(0.001..=1e7).contains(&s) => bail!("--seconds takes a time above 0.001"),
        other => other.map(Duration::from_secs_f64),
    };
    let (moves, proofs) = (args.moves.as_deref().unwrap_or(""), args.proofs.as_deref());
    let Some(solved) = chosen.game.extras.solve(&Solve { position, moves, time, proofs }) else {
        let can = |game: &GameEntry| {
            let start = game.variants[0].start();
            let time = Some(Duration::from_millis(1));
            let ask = Solve { position: &start, moves: "", time, proofs: None };
            game.extras.solve(&ask).is_some()
        };
        let those = games_with(registry, can);
        bail!("--solve is for {those}; for other games try --engine dfpn or solve");
    };
    answer(&solved.map_err(|why| anyhow!(why))?, args.json)
}

fn answer(answer: &Analyzed, as_json: bool) -> anyhow::Result<ExitCode> {
    if as_json {
        say(&answer.json)?;
    } else {
        say(answer.text.trim_end())?;
    }
    Ok(if answer.done { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The position with its last move, and every root move's cells as warm as its
/// share of the visits.
fn picture(table: &dyn Table, analysis: &Analysis, title: String, palette: Palette) -> String {
    let total: u64 = analysis.root.iter().map(|m| m.visits).sum();
    let inputs = table.inputs();
    let mut heat: BTreeMap<u16, f32> = BTreeMap::new();
    for m in &analysis.root {
        // A move is where it ends: that is the cell one looks for.
        let cell = inputs.iter().find(|input| input.text == m.m).and_then(|i| i.touched.last());
        if let (Some(&cell), true) = (cell, m.visits > 0) {
            *heat.entry(cell).or_default() += m.visits as f32 / total as f32;
        }
    }
    let options = svg::Options {
        palette,
        last: table.history(None).pop().map_or(Vec::new(), |told| told.touched),
        heat: heat.into_iter().filter(|(_, share)| *share >= 0.005).collect(),
        title,
        caption: vec![format!("best {}: {}", analysis.best, analysis.score)],
        ..svg::Options::default()
    };
    // As the player in turn sees it: hands that are hidden stay so.
    svg::draw(&table.board(), &table.scene(table.turn().decider()), &options)
}

fn show(analysis: &Analysis, args: &Args) -> anyhow::Result<()> {
    say(format_args!("best {}: {}", analysis.best, analysis.score))?;
    for line in analysis.lines.iter().take(args.lines.max(1)) {
        say(format_args!("  {}: {}", line.score, line.moves.join(" ")))?;
    }
    if args.all {
        let mut moves: Vec<_> = analysis.root.iter().collect();
        moves.sort_by_key(|m| std::cmp::Reverse(m.visits));
        for m in moves {
            say(format_args!("  {:10} {:>12}  {} visits", m.m, m.score.to_string(), m.visits))?;
        }
    }
    let speed = analysis.nodes as f64 / analysis.time.as_secs_f64().max(1e-9) / 1e3;
    let stopped = analysis.stopped.map_or(String::new(), |s| format!("{s:?}").to_lowercase());
    say(format_args!(
        "depth {}, {} nodes, {:.3} s, {speed:.0} k/s, ended by: {stopped}",
        analysis.depth,
        analysis.nodes,
        analysis.time.as_secs_f64(),
    ))
}
