//! Who wins, exactly, and by which moves: the solver's answer in words.

use crate::{Limits, Solved, Solver};
use serde_json::json;
use std::io::ErrorKind;
use std::time::{Duration, Instant};
use takeback_core::{Game, Notation, Portable};
use takeback_hex::{AnyHex, Bits, Colour, Hex, Size, Swap, with_hex};
use takeback_host::files::replace;
use takeback_host::outside::{Analyzed, Solve};

/// Positions the solver remembers where it needs to: up to 1 GiB of them.
fn entries(size: Size) -> usize {
    if size.cells() <= 64 { 1 << 23 } else { 1 << 21 }
}

/// The built-in variant whose storage holds the board of a position.
pub(crate) fn variant_for(position: &str) -> Option<&'static str> {
    let size = with_hex!(&AnyHex::read(position).ok()?, hex => hex.size());
    Some(match size.cells() {
        0..=64 => "8x8",
        65..=128 => "11x11",
        129..=256 => "13x13",
        _ => "19x19",
    })
}

/// The position text of an empty board, for sizes that are no variant.
pub(crate) fn empty_board(size: &str) -> Result<String, String> {
    let size: Size = takeback_hex::read_size(size).map_err(|e| e.to_string())?;
    let empty = AnyHex::new(size, Swap::Off).map_err(|e| e.to_string())?;
    Ok(with_hex!(&empty, hex => hex.position_text()))
}

/// Solve a position after some more moves, and say who wins and how.
pub(crate) fn run(ask: &Solve<'_>) -> Result<Analyzed, String> {
    let mut any = AnyHex::read(ask.position).map_err(|e| e.to_string())?;
    with_hex!(&mut any, hex => {
        for text in ask.moves.split_whitespace() {
            let m = hex.read_move(text).map_err(|e| e.to_string())?;
            if !hex.allows(m) {
                return Err(format!("{text} is not a legal move here"));
            }
            hex.make(m);
        }
        let start = Instant::now();
        let solved = prove(hex, ask)?;
        Ok(show(hex, &solved, start.elapsed()))
    })
}

/// So often what is proven goes to the file.
const KEEP_EVERY: Duration = Duration::from_secs(30);

/// Solve in stretches, between which proofs are kept where that is wanted.
fn prove<B: Bits>(hex: &Hex<B>, ask: &Solve<'_>) -> Result<Solved, String> {
    let mut solver = Solver::new(entries(hex.size()));
    let Some(path) = ask.proofs else {
        return Ok(solver.solve(hex, Limits { time: ask.time, ..Limits::default() }));
    };
    let named = |why: &dyn std::fmt::Display| format!("{}: {why}", path.display());
    match std::fs::read(path) {
        Ok(bytes) => drop(solver.learn(hex.size(), &bytes).map_err(|why| named(&why))?),
        Err(error) if error.kind() == ErrorKind::NotFound => (),
        Err(error) => return Err(named(&error)),
    }
    let start = Instant::now();
    let mut nodes = 0;
    loop {
        let left = ask.time.map(|time| time.saturating_sub(start.elapsed()));
        let stretch = left.map_or(KEEP_EVERY, |left| left.min(KEEP_EVERY));
        let mut solved = solver.solve(hex, Limits { time: Some(stretch), ..Limits::default() });
        nodes += solved.nodes;
        replace(path, &solver.proofs()).map_err(|error| named(&error))?;
        if solved.complete || left.is_some_and(|left| left <= stretch) {
            solved.nodes = nodes;
            return Ok(solved);
        }
    }
}

fn show<B: Bits>(hex: &Hex<B>, solved: &Solved, time: Duration) -> Analyzed {
    let winner = solved.winner.map(|seat| hex.colour_of(seat));
    let winning: Vec<String> = solved.winning.iter().map(|&m| hex.move_text(m)).collect();
    let seconds = time.as_secs_f64();
    let json = json!({
        "game": "hex", "position": hex.position_text(), "to_move": hex.to_move().name(),
        "winner": winner.map(Colour::name), "winning": winning,
        "complete": solved.complete, "nodes": solved.nodes, "seconds": seconds,
    });
    let mut lines = vec![match winner {
        Some(colour) => format!("{colour} wins, {} to move", hex.to_move()),
        None => "not solved in the time given".to_owned(),
    }];
    if !winning.is_empty() {
        let all = if solved.complete { "" } else { " (perhaps not all)" };
        lines.push(format!("winning moves{all}: {}", winning.join(" ")));
    }
    lines.push(format!("proof: {} positions, {seconds:.3} s", solved.nodes));
    Analyzed { text: lines.join("\n"), json, done: winner.is_some() }
}
