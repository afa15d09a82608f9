//! `takeback analyze hex --solve`, and Hex positions from records.

use super::say;
use anyhow::{Context, bail};
use serde_json::json;
use std::io::Read;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use takeback_core::{Game, Notation, Portable};
use takeback_hex::{AnyHex, Bits, Hex, Limits, Record, Size, Solved, Solver, Swap, with_hex};

/// Positions the solver remembers.
const ENTRIES: usize = 1 << 20;
/// Larger records are not read.
const LARGEST_RECORD: u64 = 1 << 20;

/// The position at the end of an SGF record, as text. `-` is standard input.
pub(super) fn position_of_sgf(path: &str) -> anyhow::Result<String> {
    let mut text = String::new();
    if path == "-" {
        std::io::stdin().take(LARGEST_RECORD).read_to_string(&mut text)?;
    } else {
        let file = std::fs::File::open(path).with_context(|| format!("cannot read {path}"))?;
        file.take(LARGEST_RECORD)
            .read_to_string(&mut text)
            .with_context(|| format!("cannot read {path}"))?;
    }
    let record = Record::read_sgf(&text).context("no record of Hex")?;
    let swap = if record.has_swap() { Swap::Pieces } else { Swap::Off };
    fn end<B: Bits>(record: &Record, swap: Swap) -> anyhow::Result<String> {
        let hex: Hex<B> = record.position(swap, usize::MAX).context("no game of Hex")?;
        Ok(hex.position_text())
    }
    let empty = AnyHex::new(record.size, Swap::Off)?;
    fn class<B: Bits>(_: &Hex<B>) -> fn(&Record, Swap) -> anyhow::Result<String> {
        end::<B>
    }
    with_hex!(&empty, hex => class(hex)(&record, swap))
}

/// The built-in variant whose storage holds the board of a position.
pub(super) fn variant_for(position: &str) -> anyhow::Result<&'static str> {
    let size = with_hex!(&AnyHex::read(position)?, hex => hex.size());
    Ok(match size.cells() {
        0..=64 => "8x8",
        65..=128 => "11x11",
        129..=256 => "13x13",
        _ => "19x19",
    })
}

/// Solve a position after some more moves, and say who wins and how.
pub(super) fn run(
    position: &str,
    moves: &str,
    seconds: Option<f64>,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let time = match seconds {
        Some(s) if !(0.001..=1e7).contains(&s) => bail!("--seconds takes a time above 0.001"),
        Some(s) => Some(Duration::from_secs_f64(s)),
        None => None,
    };
    let mut any = AnyHex::read(position)?;
    with_hex!(&mut any, hex => {
        for text in moves.split_whitespace() {
            let m = hex.read_move(text)?;
            if !hex.allows(m) {
                bail!("{text} is not a legal move here");
            }
            hex.make(m);
        }
        let start = Instant::now();
        let limits = Limits { time, ..Limits::default() };
        let solved = Solver::new(ENTRIES).solve(hex, limits);
        show(hex, &solved, start.elapsed(), as_json)
    })
}

fn show<B: Bits>(
    hex: &Hex<B>,
    solved: &Solved,
    time: Duration,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let winner = solved.winner.map(|seat| hex.colour_of(seat));
    let winning: Vec<String> = solved.winning.iter().map(|&m| hex.move_text(m)).collect();
    let seconds = time.as_secs_f64();
    if as_json {
        say(json!({
            "game": "hex", "position": hex.position_text(), "to_move": hex.to_move().name(),
            "winner": winner.map(|colour| colour.name()), "winning": winning,
            "complete": solved.complete, "nodes": solved.nodes, "seconds": seconds,
        }))?;
    } else {
        match winner {
            Some(colour) => say(format_args!("{colour} wins, {} to move", hex.to_move()))?,
            None => say("not solved in the time given")?,
        }
        if !winning.is_empty() {
            let all = if solved.complete { "" } else { " (perhaps not all)" };
            say(format_args!("winning moves{all}: {}", winning.join(" ")))?;
        }
        say(format_args!("proof: {} positions, {seconds:.3} s", solved.nodes))?;
    }
    Ok(if winner.is_some() { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The position text of an empty board, for variants that are none.
pub(super) fn empty_board(size: &str) -> anyhow::Result<String> {
    let size: Size = takeback_hex::read_size(size)?;
    let empty = AnyHex::new(size, Swap::Off)?;
    Ok(with_hex!(&empty, hex => hex.position_text()))
}
