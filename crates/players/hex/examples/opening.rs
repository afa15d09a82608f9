//! Solves one opening, for as long as it takes, and tells how far it is.
//!
//! `cargo run --release -p takeback-players-hex --example opening SIDE MOVES [BITS [PROOFS [SECONDS]]]`
//!
//! MOVES are cells with commas between them. The solver remembers up to two to the power of BITS positions
//! (20 if not given); what is proven goes to the file PROOFS every five minutes, and is taken from there first.
//! With a limit of SECONDS it gives up then.

use std::path::Path;
use std::time::{Duration, Instant};
use takeback_core::{Game, Notation};
use takeback_hex::{Hex, Size, Swap};
use takeback_players_hex::{Limits, Solver};

/// Between two lines of progress.
const STRETCH: Duration = Duration::from_secs(60);
/// So many stretches from file to file.
const KEEP_EVERY: u64 = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [side, moves, options @ ..] = &args[..] else {
        return Err("opening SIDE MOVES [BITS [PROOFS [SECONDS]]]".into());
    };
    let size = Size::square(side.parse()?)?;
    let mut hex = Hex::<u64>::new(size, Swap::Off)?;
    for text in moves.split(',') {
        hex.make(hex.read_move(text)?);
    }
    let bits: u32 = options.first().map_or(Ok(20), |bits| bits.parse())?;
    let proofs = options.get(1).map(Path::new);
    let seconds = options.get(2).map(|seconds| seconds.parse()).transpose()?;
    let mut solver = Solver::<u64>::new(1 << bits);
    if let Some(path) = proofs.filter(|path| path.exists()) {
        let count = solver.learn(size, &std::fs::read(path)?)?;
        eprintln!("{count} positions proven before");
    }
    let (start, mut nodes) = (Instant::now(), 0);
    for stretch in 1u64.. {
        let limits = Limits { time: Some(STRETCH), ..Limits::default() };
        let solved = solver.winner(&hex, limits);
        nodes += solved.nodes;
        let (wins, loses) = solver.numbers(&hex);
        let elapsed = start.elapsed().as_secs_f64();
        eprintln!(
            "{elapsed:.0} s, {nodes} positions, {} remembered; to prove a win {wins}, a loss {loses}",
            solver.remembered()
        );
        let over = solved.winner.is_some() || seconds.is_some_and(|most: f64| elapsed >= most);
        if let Some(path) = proofs.filter(|_| over || stretch.is_multiple_of(KEEP_EVERY)) {
            keep(path, &solver.proofs())?;
        }
        if over {
            match solved.winner {
                Some(seat) => println!("{} wins, {} to move", hex.colour_of(seat), hex.to_move()),
                None => println!("not solved in the time given"),
            }
            break;
        }
    }
    Ok(())
}

/// All of the file or nothing.
fn keep(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = path.with_extension("part");
    std::fs::write(&beside, bytes)?;
    std::fs::rename(beside, path)
}
