//! `takeback analyze`

use super::{game_and_variant, say, solve_hex};
use anyhow::{Context, bail};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use takeback_arena::play::{Analysis, Table};
use takeback_scene::palette::Palette;
use takeback_scene::svg;
use takeback_search::spec::Spec;

/// Best line, score, several lines and per-move values of a position.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  takeback analyze connect4                                   the start position, one second
  takeback analyze chess --position \"6k1/5ppp/8/8/8/8/8/R6K w - - 0 1\"
  takeback analyze connect4 --moves \"d d e\" --engine ab:depth=10 --lines 3
  takeback analyze othello --engine mcts:time=2s,rave --all --json
  takeback analyze hex:6x6 --solve --moves a2        who wins, by which moves; exact
  takeback analyze hex --solve --size 5x6            any board of Hex
  takeback analyze hex --sgf game.sgf                the end of a record (Hex; - is standard input)
  takeback analyze hex:7x7 --moves \"d4 c3\" --svg hex.svg       a picture with a heat map
  takeback analyze battlesnake --position request.json        the body of a /move request

An engine is a kind and options: ab, mcts, maxn, paranoid, brs, joint, duct, ismcts,
ubfm, descent, dfpn, solve, random, snake, hex, or a level from 1 to 10.")]
pub(crate) struct Args {
    /// The game, or GAME:VARIANT
    game: String,
    /// A variant of the game
    #[arg(long)]
    variant: Option<String>,
    /// Start from this position, in the game's notation; for Battlesnake also
    /// the body of a /move request, or a file with it
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Play these moves first
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// Start from the end of this SGF record (Hex)
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    sgf: Option<String>,
    /// Start from an empty board of this size, such as 7x7 (Hex, with --solve)
    #[arg(long, value_name = "WxH", requires = "solve", conflicts_with_all = ["position", "sgf"])]
    size: Option<String>,
    /// Who wins with best play, and by which moves: exact (Hex)
    #[arg(long)]
    solve: bool,
    /// Give up solving after so many seconds
    #[arg(long, requires = "solve")]
    seconds: Option<f64>,
    /// The engine; the game's level 9 if not given
    #[arg(long, default_value = "9")]
    engine: Spec,
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

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (game, chosen) = game_and_variant(&args.game, args.variant.as_deref())?;
    if game.name == "battlesnake"
        && let Some(request) = args.position.as_deref().and_then(super::snake::request)
    {
        return super::snake::explain(&request?, &args.engine, args.json);
    }
    if game.name != "hex" && (args.solve || args.sgf.is_some()) {
        bail!("--solve and --sgf are for hex; for other games try --engine dfpn or solve");
    }
    let record = args.sgf.as_deref().map(solve_hex::position_of_sgf).transpose()?;
    let position = record.as_deref().or(args.position.as_deref());
    let chosen = match (&chosen, position) {
        (None, Some(text)) if game.name == "hex" => Some(solve_hex::variant_for(text)?.to_owned()),
        _ => chosen,
    };
    let variant = game.variant(chosen.as_deref())?;
    if args.solve {
        let start = match (&args.size, position) {
            (Some(size), _) => solve_hex::empty_board(size)?,
            (None, Some(text)) => text.to_owned(),
            (None, None) => variant.table(None)?.position(),
        };
        let moves = args.moves.as_deref().unwrap_or("");
        return solve_hex::run(&start, moves, args.seconds, args.json);
    }
    let mut table = variant.table(position)?;
    for text in args.moves.as_deref().unwrap_or("").split_whitespace() {
        table.play(text).with_context(|| format!("cannot play {text}"))?;
    }
    let mut seat = variant.engine(&args.engine)?;
    seat.limits.lines = args.lines.clamp(1, 256).max(seat.limits.lines);
    let palette = Palette::named(&args.palette).with_context(|| {
        format!("there is no palette {:?}; try light, dark or safe", args.palette)
    })?;
    let analysis = seat.engine.think(&*table, &seat.limits, &mut |_| ())?;
    if let Some(file) = &args.svg {
        let title = format!("{} {}", game.title, variant.name());
        std::fs::write(file, picture(&*table, &analysis, title, palette))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    if args.json {
        say(json!({
            "game": game.name, "variant": variant.name(), "position": table.position(),
            "engine": seat.name, "analysis": analysis.json(),
        }))?;
    } else {
        show(&analysis, args)?;
    }
    Ok(ExitCode::SUCCESS)
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
